"""``callparser play``: a whole deal, in which the user declares and the program defends."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random

from callparser.claims.search import compile_ahead
from callparser.cli.atable import (
    Shower,
    add_table_options,
    check_table_options,
    converse,
    follow,
    is_live,
)
from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options, printable
from callparser.cli.waiting import explain_waiting_in
from callparser.doubledummy import Solver
from callparser.errors import InputError, NotKept
from callparser.law.edition import EDITIONS, NEWEST, load_edition
from callparser.play.contract import read_contract, settle_contract
from callparser.play.deal import Deal, deal_from, lessons, random_deal
from callparser.play.defence import DEFENCES, Defence, DoubleDummyDefence, RandomDefence
from callparser.play.game import Game
from callparser.play.keeping import as_pbn
from callparser.play.telling import Teller
from callparser.play.words import PLAY_LANGUAGES, play_words
from callparser.record.board import VULNERABLE, Contract
from callparser.table import Seat
from callparser.value import replace
from callparser.written import seat as seat_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen

    from callparser.jsonline import Row


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    check_table_options(args)
    out = Output(plain=args.plain)
    explain_waiting_in(args.lang)
    show = Shower(out, args.json, "play")
    if args.lessons:
        return _lessons(out, args.lang, args.json)
    _check_save(args)
    deal = _deal(args)
    for damage in deal.damages:
        sys.stderr.write(printable(f"callparser play: {damage}\n"))
    with ExitStack() as stack:
        solver = None if args.defence == "random" else stack.enter_context(Solver())
        contract, declarer = _contract(args, deal, solver)
        chance = Random(args.seed)
        defence: Defence = DoubleDummyDefence(solver, chance) if solver else RandomDefence(chance)
        live = is_live(args)
        game = Game(
            deal,
            contract,
            declarer,
            defence,
            show,
            lang=args.lang,
            edition=load_edition(args.edition).id,
            patient=live,
            always_confirm=args.confirm == "always",
        )
        if live:
            stack.callback(_ended, compile_ahead())
        try:
            opening = game.begin()
            if live:
                converse(args, game, args.lang, show, opening)
            else:
                follow(args, game, args.lang, show)
        finally:
            _close(args, game, show)
    return ANSWERED


def _close(args: Namespace, game: Game, show: Callable[[Row], None]) -> None:
    """Keep the record, however it ended, and tell."""
    if args.save:
        _save(args.save, as_pbn(game))
    teller = Teller(args.lang)
    if not game.over:
        show(teller.notice("stopped", tricks=len(game.at.tricks)))
    if args.save:
        show(teller.notice("saved", path=args.save))


def _ended(process: Popen[bytes] | None) -> None:
    if process is not None:
        process.kill()
        process.wait()


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser play", description="Play a deal as declarer against the program.")
    add = parser.add_argument
    add(
        "--seed", type=int, default=1, metavar="N", help="the deal and the chances of the defence (default 1)"
    )
    add("--deal", metavar="FILE", help="a deal from a file: PBN, LIN or our JSON")
    add("--board", metavar="N", help="the board of that number in the file (default: the first)")
    add("--lesson", metavar="NAME", help="one of our own deals (--lessons shows them)")
    add("--lessons", action="store_true", help="list our own deals and stop")
    add(
        "--contract",
        metavar="4S",
        help="the contract, x or xx behind it (default: the deal's, else the best)",
    )
    add(
        "--declarer",
        metavar="SEAT",
        help="N, E, S or W (default: S with --contract, else the deal's, else N or S by what scores most)",
    )
    add("--vulnerable", choices=VULNERABLE, help="who is vulnerable (default: the deal's)")
    add(
        "--defence",
        choices=DEFENCES,
        default=DEFENCES[0],
        help="how the program defends (default %(default)s)",
    )
    add("--lang", choices=PLAY_LANGUAGES, default="sv", help="language (default %(default)s)")
    add("--edition", default=NEWEST, metavar="YEAR", help=f"the Laws: {', '.join(EDITIONS)}")
    add("--confirm", choices=["unsure", "always"], default="unsure", help='which cards wait for a "yes"')
    add("--save", metavar="OUT.pbn", help="keep the record, with what was said for every card")
    add("--force", action="store_true", help="--save writes over a file that is there")
    add_table_options(parser)
    add_output_options(parser)
    return parser


def _lessons(out: Output, lang: str, as_json: bool) -> int:
    words = play_words(lang).lessons
    for name in lessons():
        if as_json:
            out.json({"lesson": name, "text": words[name]})
        else:
            out.line(f"{name}: {words[name]}")
    return ANSWERED


def _deal(args: Namespace) -> Deal:
    """The deal that the options name. Raises :class:`InputError`."""
    if args.deal and args.lesson:
        raise InputError("--deal and --lesson were given; expected one of the two")
    if args.lesson:
        there = lessons()
        if args.lesson not in there:
            raise InputError(f"there is no lesson {args.lesson[:40]!r}; expected one of {', '.join(there)}")
        deal = there[args.lesson]
    else:
        deal = deal_from(args.deal, args.board) if args.deal else random_deal(args.seed)
    return replace(deal, vulnerable=args.vulnerable) if args.vulnerable else deal


def _contract(args: Namespace, deal: Deal, solver: Solver | None) -> tuple[Contract, Seat]:
    """As given, as the deal has it, or the best by double dummy. Raises :class:`InputError`."""
    contract = read_contract(args.contract) if args.contract else None
    return settle_contract(deal, contract, seat_of(args.declarer) if args.declarer else None, solver)


def _check_save(args: Namespace) -> None:
    """Can the record be kept? Asked before anybody plays. Raises :class:`InputError`."""
    if not args.save:
        return
    folder = os.path.dirname(os.path.abspath(args.save))
    if not os.path.isdir(folder) or os.path.isdir(args.save) or not os.access(folder, os.W_OK):
        raise InputError(f"--save {args.save} cannot be written; give a file in a folder that is there")
    if os.path.exists(args.save) and not args.force:
        raise InputError(f"--save {args.save} is there already; give another name, or --force")


def _save(path: str, text: str) -> None:
    """Raises :class:`NotKept` where it cannot be written."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as err:
        raise NotKept(f"{path} cannot be written ({err.strerror}); give another file to --save") from None
