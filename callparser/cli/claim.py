"""``callparser claim "the rest are mine" --position p.json``: is a claim good, and where does it fail?"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from callparser.claims import check, read_position
from callparser.claims.report import hidden_hands, line_in_words, sentences, verdict_row
from callparser.cli.main import ANSWERED, NOT_UNDERSTOOD
from callparser.cli.output import Output, add_output_options
from callparser.cli.reporting import add_report_options, check_report, write_report
from callparser.cli.waiting import explain_search
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.jsonline import MAX_LINE, decode
from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS, load_edition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from callparser.cards import Hand
    from callparser.claims.position import ClaimPosition
    from callparser.claims.verdict import Verdict
    from callparser.claims.witness import PlayedTrick
    from callparser.explainer.messages import Messages
    from callparser.report.content import Report

_ANSWERS: Final = {"yes": True, "no": False, None: None}


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    load_edition(args.edition)
    check_report(args)
    position = read_position(decode(_bytes(args.position)))
    explain_search(position.tricks_left)
    found = check(
        position, args.statement, lang=args.lang, edition=args.edition, aware=_ANSWERS[args.aware],
        order=_ANSWERS[args.order], tricks=args.tricks, top_down=args.top_down, budget=args.budget,
    )  # fmt: skip
    write_report(args, lambda date: _report(args, position, found, date))
    out = Output(plain=args.plain)
    if args.json:
        out.json(verdict_row(found, args.lang))
    else:
        _show(out, found, position, args.lang)
    return ANSWERED if found.word or found.said.kind else NOT_UNDERSTOOD


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "callparser claim", description="Is a claim good? Laws 68 to 71 (docs/claims.md)."
    )
    parser.add_argument("statement", help="what was said, word for word")
    parser.add_argument(
        "--position", required=True, metavar="FILE", help="the cards as JSON; - = standard input"
    )
    parser.add_argument("--lang", default="sv", choices=LANGUAGES, help="language (default sv)")
    parser.add_argument("--edition", default="2017", help=f"one of {', '.join(EDITIONS)} (default 2017)")
    parser.add_argument("--aware", choices=("yes", "no"), help="was he aware of the trump that is out?")
    parser.add_argument("--order", choices=("yes", "no"), help="is what he recited an order of play?")
    parser.add_argument(
        "--tricks", type=_count, metavar="N", help="tricks claimed, where the words do not say"
    )
    parser.add_argument("--top-down", action="store_true", help="a suit is deemed played from the top (70E2)")
    parser.add_argument("--budget", type=_count, metavar="N", help="positions that one search may look at")
    add_report_options(parser)
    add_output_options(parser)
    return parser


def _report(args: Namespace, position: ClaimPosition, found: Verdict, date: str) -> Report:
    from callparser.report.claimed import claim_report

    given = {name: _ANSWERS[getattr(args, name)] for name in ("aware", "order")}
    answers = {name: yes for name, yes in given.items() if yes is not None}
    return claim_report(position, args.statement, found, args.lang, date=date, answers=answers)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 12:
        from argparse import ArgumentTypeError

        raise ArgumentTypeError(f"{text[:20]!r} is no number; expected a whole number from 0")
    return int(text)


def _bytes(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read(MAX_LINE + 1)
    if not os.path.isfile(path):
        raise InputError(f"{path} is no file; give the path of a JSON position (docs/claims.md)")
    try:
        with open(path, "rb") as file:
            return file.read(MAX_LINE + 1)
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}") from None


# --- out -----------------------------------------------------------------------------------------------


def _show(out: Output, found: Verdict, position: ClaimPosition, lang: str) -> None:
    messages = load_messages(lang)
    first, *rest = sentences(found, lang)
    law = f"   [{found.clause}, {found.edition}]" if found.said.kind else ""
    word = f"{messages.claim[f'word_{found.word}']}: " if found.word else ""
    out.line(out.strong(f"{word}{first}{law}"))
    for sentence in rest:
        out.line(sentence)
    if found.failing:
        out.line()
        out.line(messages.claim["failing"])
        hidden = hidden_hands(found, position)
        if hidden:
            (one, first_hand), (other, second_hand) = hidden
            out.line(messages.claim["elsewhere"].format(
                seat=messages.audit[one.letter], first=_hand(out, first_hand, messages),
                other=messages.audit[other.letter], second=_hand(out, second_hand, messages),
            ))  # fmt: skip
        _tricks(out, found.failing, messages)
    if found.working:
        out.line()
        out.line(messages.claim["working"])
        _tricks(out, found.working, messages)


def _tricks(out: Output, tricks: Sequence[PlayedTrick], messages: Messages) -> None:
    """One trick a line, the winning card marked with a star, or its seat named."""
    if out.plain:
        for line in line_in_words(tricks, messages):
            out.line(f"  {line}")
        return
    for number, trick in enumerate(tricks, 1):
        cells = [
            f"{messages.audit[play.seat.letter]} {_card(out, play.card.code, messages)}"
            + ("*" if play.seat == trick.winner else "")
            for play in trick.plays
        ]
        out.line(f"  {messages.claim['trick'].format(number=number)}: {', '.join(cells)}")


def _hand(out: Output, hand: Hand, messages: Messages) -> str:
    return (", " if out.plain else " ").join(_card(out, one.code, messages) for one in hand)


def _card(out: Output, code: str, messages: Messages) -> str:
    return messages.card(code) if out.plain else out.card(code, messages.rank_letter(code[1]))
