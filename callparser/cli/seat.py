"""``callparser seat``: one of the four seats at a table manager's table, by voice or keyboard."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

from callparser.cli.atable import (
    Shower,
    add_table_options,
    check_table_options,
    converse,
    follow,
    is_live,
)
from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options
from callparser.cli.waiting import explain_waiting_in
from callparser.errors import InputError
from callparser.law.edition import EDITIONS, NEWEST, load_edition
from callparser.play.connection import Connection
from callparser.play.seat import Sitting
from callparser.play.words import PLAY_LANGUAGES
from callparser.written import seat as seat_of

_MOST_TEAM = 50


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    check_table_options(args)
    if not 1 <= args.port <= 65535:
        raise InputError(f"--port is {args.port}; expected 1 to 65535")
    if not 0 < args.timeout <= 86_400:
        raise InputError(f"--timeout is {args.timeout:g}; expected seconds, more than 0, at most 86400")
    seat, team, edition = seat_of(args.seat), _team(args.team), load_edition(args.edition).id
    explain_waiting_in(args.lang)
    show = Shower(Output(plain=args.plain), args.json, "seat")
    live = is_live(args)
    with Connection(args.host, args.port, args.timeout) as line:
        sitting = Sitting(line, seat, team, show, lang=args.lang, edition=edition, patient=live,
                          always_confirm=args.confirm == "always")  # fmt: skip
        opening = sitting.begin()
        if live:
            converse(args, sitting, args.lang, show, opening)
        else:
            follow(args, sitting, args.lang, show)
    return ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser seat", description="Sit at a table manager's table (protocol 18).")
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="where the table manager is (default %(default)s)")
    add("--port", type=int, default=2000, help="his port for this seat (default %(default)s)")
    add("--seat", required=True, metavar="SEAT", help="N, E, S or W")
    add("--team", default="callparser", metavar="NAME", help="the team's name (default %(default)s)")
    add("--timeout", type=float, default=600.0, metavar="S", help="how long he may be silent (%(default)g)")
    add("--lang", choices=PLAY_LANGUAGES, default="sv", help="language (default %(default)s)")
    add("--edition", default=NEWEST, metavar="YEAR", help=f"the Laws: {', '.join(EDITIONS)}")
    add("--confirm", choices=["unsure", "always"], default="unsure", help='which cards wait for a "yes"')
    add_table_options(parser)
    add_output_options(parser)
    return parser


def _team(name: str) -> str:
    """Raises :class:`InputError` for a name that the protocol has no letters for."""
    if not name or len(name) > _MOST_TEAM or '"' in name or not (name.isascii() and name.isprintable()):
        raise InputError(f"--team is {name[:60]!r}; expected 1 to {_MOST_TEAM} ASCII characters, no quotes")
    return name
