"""``callparser resolve "lågt" --dummy ...``: which card it is, or what the law says instead."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from callparser.cli.main import ANSWERED, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options
from callparser.errors import InputError
from callparser.explainer.messages import Messages, load_messages
from callparser.languages import ALPHABETS, LANGUAGES
from callparser.law.edition import EDITIONS
from callparser.wire import answer, resolved, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.jsonline import Row

#: Below this a card is shown with the request to confirm it.
CERTAIN = 0.99
_DUMMY = "S:AQ74 H:K82 D:- C:T2"


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    if args.jsonl:
        from callparser.cli.stream import answer_lines

        return answer_lines(answer)
    given = row_from(args.situation) if args.situation else {}
    asked = given | row_of(args, given)
    out = Output(plain=args.plain)
    rows = [resolved(situation(asked | {"edition": name})) for name in _editions(args.edition, asked)]
    for row in rows:
        if args.json:
            out.json(row)
        else:
            show(out, row, trace=args.trace)
    return NOT_UNDERSTOOD if rows[0]["outcome"] == "not_understood" else ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser resolve", description="Which card a call is, under which clause.")
    add = parser.add_argument
    add("text", nargs="*", help="what declarer said")
    add(
        "--then",
        action="append",
        default=[],
        metavar="TEXT",
        help="what declarer said after that (repeatable)",
    )
    add("--dummy", metavar="HAND", help=f'the cards dummy has left: "{_DUMMY}", or as in PBN "AQ74.K82..T2"')
    add("--trick", default="", metavar="PLAYS", help='this trick so far, such as "W:H7" or "S:H4 W:H7"')
    add("--trump", metavar="SUIT", help="S, H, D, C or NT (default NT)")
    add("--dummy-seat", metavar="SEAT", help="N, E, S or W (default N)")
    add(
        "--last", metavar="PLAY", help='who won the last trick and with what, "N:CK"; "N:CK/C3" if C3 was led'
    )
    add("--played", default="", metavar="CARDS", help="cards gone in earlier tricks, if known")
    add("--edition", help=f"1997, 2007, 2017 ({', '.join(EDITIONS)}), or all (default 2017)")
    add("--lang", choices=[*LANGUAGES, "auto"], help="language (default sv)")
    add("--alphabet", choices=ALPHABETS, help="whose letters: E K D Kn or A K Q J")
    add("--no-fallback", action="store_true", help="the grammar alone, no statistical guess")
    add("--correction", choices=["ask", "first", "last"], help="policy for two calls (default ask)")
    add("--pause", type=float, metavar="SECONDS", help="between the calls, if known")
    add("--intention", metavar="CARD", help="the card that a human finds incontrovertibly meant (46B)")
    add("--situation", metavar="FILE", help="a JSON situation; the options above change it")
    add("--trace", action="store_true", help="show each clause that spoke on it")
    add("--jsonl", action="store_true", help="situations from standard input, one a line")
    add_output_options(parser)
    return parser


def _editions(name: str | None, asked: Row) -> list[object]:
    return list(EDITIONS) if name == "all" else [name or asked.get("edition")]


def row_from(path: str) -> Row:
    """The situation in a file. Raises :class:`InputError`."""
    from callparser.jsonline import MAX_LINE, decode

    if not os.path.isfile(path):
        raise InputError(f"{path} is no file; give the path of a JSON situation")
    try:
        with open(path, "rb") as file:
            return decode(file.read(MAX_LINE + 1))
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}") from None


def row_of(args: Namespace, given: Row) -> Row:
    """The options that were used, as a situation on the wire; ``given`` is what a file says already."""
    if not args.text and not given:
        raise InputError(
            f'nothing was said; type the words, such as: callparser resolve "lågt" --dummy "{_DUMMY}"'
        )
    if args.dummy is None and not given:
        raise InputError(f'--dummy is missing: the cards that dummy has left, such as "{_DUMMY}"')
    row = {
        "utterance": _said(args), "dummy": args.dummy, "trump": args.trump, "dummy_seat": args.dummy_seat,
        "trick": [_play(text) for text in _parts(args.trick)] or None, "last_trick": _last(args.last),
        "played": _parts(args.played) or None, "lang": args.lang, "pause_s": args.pause,
        "intention": args.intention, "alphabet": args.alphabet, "correction": args.correction,
        "fallback": False if args.no_fallback else None,
    }  # fmt: skip
    row = {name: value for name, value in row.items() if value is not None}
    return row if given else {"trump": "NT"} | row


def _parts(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _said(args: Namespace) -> str | list[str] | None:
    first = " ".join(args.text)
    if args.then:
        return [first, *args.then]
    return first if args.text else None


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


def show(out: Output, row: Row, *, trace: bool = False) -> None:
    """An answer for people, in the language of its explanation. Plain: words only, a line for each thing."""
    words = load_messages(row["lang"])
    out.line(_headline(out, words, row))
    out.line(row["explanation"])
    for repair in row["repairs"]:
        out.line("  " + words.labels["taken"].format(**repair))
    if row["confidence"] < CERTAIN and row["outcome"] == "played":
        out.line("  " + words.labels["unsure"].format(confidence=row["confidence"]))
    for flag in row["flags"]:
        out.line(f"  {words.labels['flags']}: {words.labels[flag]}")
    for step in row["trace"] if trace else ():
        facts = ", ".join(f"{name} {value}" for name, value in step["facts"].items())
        out.line(f"  {step['clause']} {step['verdict'].replace('_', ' ')}" + (f": {facts}" if facts else ""))


def _headline(out: Output, words: Messages, row: Row) -> str:
    head = words.labels[row["outcome"]]
    cards = [row["card"]] if row["card"] else row["candidates"]
    named = (", " if out.plain else " ").join(_card(out, words, code) for code in cards)
    where = [row["clause"], row["edition"]] if row["clause"] else [row["edition"]]
    if row["status"] == "disputed":
        where.append(words.labels["disputed"])
    if out.plain:
        return f"{head}: {named}. {', '.join(where)}." if named else f"{head}. {', '.join(where)}."
    head += (" " if row["card"] else ": ") + named if named else ""
    return f"{out.strong(head)}   [{', '.join(where)}]"


def _card(out: Output, words: Messages, code: str) -> str:
    return words.card(code) if out.plain else out.card(code)
