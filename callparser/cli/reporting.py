"""``--report FILE``: what a command has to say, as HTML or PDF."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from datetime import date

from callparser.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from callparser.report.content import Report


#: The arguments of the commands that name files to read from.
_INPUTS: Final = ("incident", "record", "log", "save", "file", "position")


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
    _check_no_input(args)
    report_words(args.lang)
    _date(args.date)


def write_report(args: Namespace, make: Callable[[str], Report]) -> None:
    """If one is asked for. ``make`` is given the date. Where it is stands on standard error: what a command
    answers is not mixed with it."""
    if args.report is None:
        return
    from callparser.report.words import report_words
    from callparser.report.write import write

    write(args.report, make(_date(args.date)), force=args.force)
    if sys.stderr is not None:
        told = report_words(args.lang).labels["written"].format(file=os.path.abspath(args.report))
        sys.stderr.write(f"{told}\n")


def _check_no_input(args: Namespace) -> None:
    """A report never takes the place of what it tells of. Raises :class:`InputError`."""
    for name in _INPUTS:
        given = getattr(args, name, None)
        for path in given if isinstance(given, list) else [given]:
            if path is None or not (os.path.exists(path) and os.path.exists(args.report)):
                continue
            if os.path.samefile(path, args.report):
                raise InputError(f"--report is {args.report}, which is read from; give another name")


def _date(given: str | None) -> str:
    try:
        return (date.fromisoformat(given) if given else date.today()).isoformat()
    except ValueError:
        raise InputError(f"--date is {str(given)[:20]!r}; expected a date such as 2026-11-30") from None
