"""``callparser claim "the rest are mine" --position p.json``: is a claim good, and where does it fail?

In place of the file, ``--pbn DEAL --trump S --leader S``.
"""

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
    position = _position(args)
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
    cards = parser.add_mutually_exclusive_group(required=True)
    cards.add_argument("--position", metavar="FILE", help="the cards as JSON; - = standard input")
    cards.add_argument(
        "--pbn",
        metavar="DEAL",
        help='what each hand still holds: "N:A4.K.. Q..J3. K.2..5 ..AK.2", with the five below',
    )
    parser.add_argument("--trump", metavar="SUIT", help="S, H, D, C or NT")
    parser.add_argument("--leader", metavar="SEAT", help="who leads to the next trick")
    parser.add_argument("--claimer", metavar="SEAT", help="who claims (default S)")
    parser.add_argument("--declarer", metavar="SEAT", help="who declares (default the claimer)")
    parser.add_argument(
        "--won", type=_count, metavar="N", help="tricks that declarer's side has won, if known"
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


def _position(args: Namespace) -> ClaimPosition:
    """From the file, or from the deal and what is told of it."""
    told = {name: getattr(args, name) for name in ("trump", "leader", "claimer", "declarer", "won")}
    told = {name: value for name, value in told.items() if value is not None}
    if args.position is not None:
        if told:
            raise InputError(f"--{next(iter(told))} goes with --pbn; the file of --position says it itself")
        return read_position(decode(_bytes(args.position)))
    lacks = [f"--{name}" for name in ("trump", "leader") if name not in told]
    if lacks:
        raise InputError(
            f"{' and '.join(lacks)} missing; with --pbn give both: --trump S|H|D|C|NT --leader N|E|S|W"
        )
    from callparser.claims.dealt import dealt_position

    return dealt_position(args.pbn, **told)


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
            f"{messages.audit[play.seat.letter]} {out.card(play.card.code, messages)}"
            + ("*" if play.seat == trick.winner else "")
            for play in trick.plays
        ]
        out.line(f"  {messages.claim['trick'].format(number=number)}: {', '.join(cells)}")


def _hand(out: Output, hand: Hand, messages: Messages) -> str:
    codes = [one.code for one in hand]
    return ", ".join(map(messages.card, codes)) if out.plain else out.cards(codes, messages)
