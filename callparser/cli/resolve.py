"""``callparser resolve "lågt" --dummy ...``: which card it is, or what the law says instead."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from callparser.cards import Suit
from callparser.cards import card as card_of
from callparser.cli.main import ANSWERED, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options
from callparser.designation import Designation, NamedCard
from callparser.errors import InputError, InvalidTable
from callparser.explainer.messages import Messages, load_messages
from callparser.languages import ALPHABETS, LANGUAGES
from callparser.law.edition import EDITIONS
from callparser.understand import parse
from callparser.wire import answer, resolved, situation
from callparser.written import hand, one_card, seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
    if not args.json and _is_doubtful(rows[0]):
        from callparser.cli.hint import tell_language

        tell_language(" ".join(args.text), str(asked.get("lang", "sv")))
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
    add(
        "--dummy",
        metavar="HAND",
        help=f'the cards dummy has left: "{_DUMMY}", "♠AQ74 ♥K82 ♣T2", or as in PBN "AQ74.K82..T2"',
    )
    add(
        "--trick",
        default="",
        metavar="PLAYS",
        help='this trick so far, such as "W:H7", "S:♥4 W:♥7" or "W hjärter sju"',
    )
    add("--trump", metavar="SUIT", help="S, H, D, C or NT, or a name: ruter, diamonds, sang (default NT)")
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
    lang = str(args.lang or given.get("lang") or "sv")
    row = {
        "utterance": _said(args), "dummy": _dummy(args.dummy), "trump": args.trump,
        "dummy_seat": args.dummy_seat, "trick": [*plays(args.trick, lang)] or None,
        "last_trick": _last(args.last, lang), "played": _parts(args.played) or None, "lang": args.lang,
        "pause_s": args.pause,
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


def _dummy(text: str | None) -> str | None:
    """A hand of more than 13 cards is let in from a file, for a director; here it is a slip of the keys."""
    if text is not None and len(found := hand(text)) > 13:
        raise InvalidTable(f"--dummy has {len(found)} cards ({found}); expected at most 13")
    return text


def plays(text: str, lang: str) -> Iterator[Row]:
    """``"S:H4 W:H7"``, ``"S ♥4, W hjärter sju"``: seats, each with its card. Raises :class:`InvalidTable`."""
    found: list[list[str]] = []
    for part in _parts(text):
        by, colon, card = part.partition(":")
        if colon or (_is_seat(part) and (not found or len(found[-1]) > 1)):
            found.append([by, *[card] * bool(card)])
        elif found:
            found[-1].append(part)
        else:
            raise InvalidTable(f"{part[:20]!r} is no play; expected seat and card, such as W:H7 or W:♥7")
    for by, *words in found:
        yield {"seat": by, "card": _code(" ".join(words), lang)}


def _is_seat(text: str) -> bool:
    try:
        seat(text)
    except InvalidTable:
        return False
    return True


def _code(text: str, lang: str) -> str:
    """The code of a card as it is typed or called: "♥7", "hjärter sju". Raises :class:`InvalidTable`."""
    try:
        return one_card(text).code
    except InvalidTable:
        said = parse(text, lang, fallback=False)
        called = said.intent if isinstance(said, Designation) and not said.repairs else None
        if not isinstance(called, NamedCard) or not isinstance(called.suit, Suit):
            raise
        return card_of(called.suit, called.rank).code


def _last(text: str | None, lang: str) -> Row | None:
    if text is None:
        return None
    won, _, led = text.partition("/")
    play, *more = [*plays(won, lang)] or [{}]
    if more or not play:
        raise InvalidTable(f"{text[:20]!r} is no play; expected who won with what, such as N:CK or N:CK/C3")
    return {"won_by": play["seat"], "won_with": play["card"], "led": _code(led, lang) if led else None}


def show(out: Output, row: Row, *, trace: bool = False) -> None:
    """An answer for people, in the language of its explanation. Plain: words only, a line for each thing."""
    words = load_messages(row["lang"])
    out.line(headline(out, row))
    out.line(row["explanation"])
    for repair in row["repairs"]:
        out.line("  " + words.labels["taken"].format(**repair))
    if _unsure(row):
        out.line("  " + words.labels["unsure"].format(confidence=row["confidence"]))
    for flag in row["flags"]:
        out.line(f"  {words.labels['flags']}: {words.labels[flag]}")
    for step in row["trace"] if trace else ():
        facts = ", ".join(f"{name} {value}" for name, value in step["facts"].items())
        out.line(f"  {step['clause']} {step['verdict'].replace('_', ' ')}" + (f": {facts}" if facts else ""))


def _is_doubtful(row: Row) -> bool:
    """Were the words not known as they stand?"""
    return bool(row["repairs"] or row.get("guessed") or row["outcome"] == "not_understood")


def _unsure(row: Row) -> bool:
    """Is it a card that is only proposed?"""
    return bool(row["outcome"] == "played" and row["confidence"] < CERTAIN)


def headline(out: Output, row: Row) -> str:
    """The outcome with its cards and its clause, on one line."""
    words = load_messages(row["lang"])
    head = words.labels["would_play" if _unsure(row) else row["outcome"]]
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
    return words.card(code) if out.plain else out.card(code, words)
