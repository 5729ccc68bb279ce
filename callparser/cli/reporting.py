"""``--report FILE``: what a command has to say, as HTML or PDF."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import date

from callparser.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from callparser.report.content import Report


def add_report_options(parser: ArgumentParser) -> None:
    parser.add_argument("--report", metavar="FILE", help="also write a report: FILE.html or FILE.pdf")
    parser.add_argument("--force", action="store_true", help="write over a report that is there")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="the date of the report (default: today)")


def check_report(args: Namespace) -> None:
    """Can it be written? Asked before the command does its work. Raises :class:`InputError`."""
    if args.report is None:
        return
    from callparser.report.words import report_words
    from callparser.report.write import check

    check(args.report, force=args.force)
    report_words(args.lang)
    _date(args.date)


def write_report(args: Namespace, make: Callable[[str], Report]) -> None:
    """If one is asked for. ``make`` is given the date."""
    if args.report is None:
        return
    from callparser.report.write import write

    write(args.report, make(_date(args.date)), force=args.force)


def _date(given: str | None) -> str:
    try:
        return (date.fromisoformat(given) if given else date.today()).isoformat()
    except ValueError:
        raise InputError(f"--date is {str(given)[:20]!r}; expected a date such as 2026-11-30") from None
