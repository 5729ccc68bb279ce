"""``callparser resolve "lågt" --dummy ...``: which card it is, or what the law says instead."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from callparser.cli.main import ANSWERED, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options
from callparser.errors import InputError
from callparser.understand import LANGUAGES
from callparser.wire import answer, resolved, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.jsonline import Row

_DUMMY = "S:AQ74 H:K82 D:- C:T2"


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    if args.jsonl:
        from callparser.cli.stream import answer_lines

        return answer_lines(answer)
    if not args.text or args.dummy is None:
        raise InputError(
            f'a call needs its words and dummy, such as: callparser resolve "lågt" --dummy "{_DUMMY}"'
        )
    row = resolved(situation(row_of(args)))
    out = Output(plain=args.plain)
    if args.json:
        out.json(row)
    else:
        show(out, row, trace=args.trace)
    return NOT_UNDERSTOOD if row["outcome"] == "not_understood" else ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser resolve", description="Which card a call is, under which clause.")
    parser.add_argument(
        "text", nargs="*", help="what declarer said; several arguments = said one after the other"
    )
    parser.add_argument("--dummy", metavar="HAND", help=f'the cards dummy has left, such as "{_DUMMY}"')
    parser.add_argument(
        "--trick", default="", metavar="PLAYS", help='this trick so far, such as "W:H7" or "S:H4 W:H7"'
    )
    parser.add_argument("--trump", default="NT", metavar="SUIT", help="S, H, D, C or NT (default NT)")
    parser.add_argument("--dummy-seat", default="N", metavar="SEAT", help="N, E, S or W (default N)")
    parser.add_argument(
        "--last", metavar="PLAY", help='who won the last trick and with what, such as "N:CK" or "N:CK/C3"'
    )
    parser.add_argument(
        "--played", default="", metavar="CARDS", help="cards gone in earlier tricks, if known"
    )
    parser.add_argument("--edition", default="2017", help="1997, 2007 or 2017 (default 2017)")
    parser.add_argument("--lang", default="sv", choices=[*LANGUAGES, "auto"], help="language (default sv)")
    parser.add_argument("--alphabet", choices=["sv", "en"], help="whose letters: E K D Kn or A K Q J")
    parser.add_argument(
        "--correction", default="ask", choices=["ask", "first", "last"], help="policy for two calls"
    )
    parser.add_argument("--pause", type=float, metavar="SECONDS", help="between two calls, if known")
    parser.add_argument(
        "--intention", metavar="CARD", help="the card that a human finds incontrovertibly meant"
    )
    parser.add_argument("--trace", action="store_true", help="show the clauses that were looked at")
    parser.add_argument("--jsonl", action="store_true", help="situations from standard input, one a line")
    add_output_options(parser)
    return parser


def row_of(args: Namespace) -> Row:
    """The options as a situation on the wire."""
    return {
        "utterance": args.text[0] if len(args.text) == 1 else list(args.text),
        "lang": args.lang, "edition": args.edition, "trump": args.trump.upper(), "dummy": args.dummy,
        "dummy_seat": args.dummy_seat, "trick": [_play(p) for p in args.trick.replace(",", " ").split()],
        "last_trick": _last(args.last), "played": args.played.replace(",", " ").split(),
        "pause_s": args.pause, "intention": args.intention, "alphabet": args.alphabet,
        "correction": args.correction,
    }  # fmt: skip


def _play(text: str) -> Row:
    seat, colon, card = text.partition(":")
    if not colon:
        raise InputError(f"{text[:20]!r} is no play; expected seat and card, such as W:H7")
    return {"seat": seat, "card": card}


def _last(text: str | None) -> Row | None:
    if text is None:
        return None
    play = _play(text)
    won, _, led = play["card"].partition("/")
    return {"won_by": play["seat"], "won_with": won, "led": led or None}


_SHOWN = {
    "played": "played", "choose": "declarer must say which", "void": "void: call again", "ask": "ask",
    "defender_designates": "a defender designates",
}  # fmt: skip


def show(out: Output, row: Row, *, trace: bool = False) -> None:
    """An answer for people."""
    head = _SHOWN.get(row["outcome"], row["outcome"].replace("_", " "))
    if row["card"]:
        head += " " + out.card(row["card"])
    elif row["candidates"]:
        head += ": " + out.cards(row["candidates"])
    disputed = ", disputed" if row["status"] == "disputed" else ""
    out.line(f"{out.strong(head)}   [{row['clause']}, {row['edition']}{disputed}]")
    out.line(row["explanation"])
    for reading in row["readings"]:
        card = out.card(reading["card"]) if reading["card"] else reading["outcome"]
        out.line(f"  reading {reading['clause']}: {card}")
    for repair in row["repairs"]:
        out.line(f"  heard {repair['said']} as {repair['taken']}")
    if row["flags"]:
        out.line("  flags: " + ", ".join(row["flags"]))
    for step in row["trace"] if trace else ():
        facts = ", ".join(f"{name} {value}" for name, value in step["facts"].items())
        out.line(f"  {step['clause']} {step['verdict']}" + (f" ({facts})" if facts else ""))
