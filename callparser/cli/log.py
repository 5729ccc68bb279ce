"""``callparser log verify|show|export FILE``: the audit log of the service."""

from __future__ import annotations

import base64
from argparse import ArgumentParser, Namespace
from itertools import islice
from pathlib import Path

from callparser.cli.main import ANSWERED, BAD_INPUT
from callparser.cli.output import Output, add_output_options
from callparser.cli.reporting import add_report_options, check_report, write_report
from callparser.errors import InputError
from callparser.report.words import REPORT_LANGUAGES
from callparser.service.logbook import Entry, entries_of, spans, verify
from callparser.service.logbook import Report as Verification

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.jsonline import Row
    from callparser.report.content import Report

#: What is shown of an event, in this order, if it has it.
_TOLD = ("n", "state", "text", "code", "command", "card", "by", "kind", "reason", "say", "message")


def run(argv: Sequence[str]) -> int:
    parser = ArgumentParser("callparser log", description="The audit log of 'callparser serve'.")
    actions = parser.add_subparsers(dest="action", required=True, metavar="verify|show|export")
    for name, what in (
        ("verify", "is every event as it was written? names the first that is not; prints the last hashes"),
        ("show", "what was said and answered, session by session"),
        ("export", "every event as a line of JSON"),
    ):
        action = actions.add_parser(name, help=what)
        action.add_argument("file", type=Path, help="the log")
        if name != "verify":
            action.add_argument("--session", metavar="ID", help="only this session")
            action.add_argument(
                "--lang", default="sv", choices=REPORT_LANGUAGES, help="of the report (default sv)"
            )
            add_report_options(action)
        if name == "export":
            action.add_argument("--audio", action="store_true", help="with the sound, as base64 of FLAC")
        add_output_options(action)
    args = parser.parse_args(argv)
    if args.action != "verify":
        check_report(args)
        write_report(args, lambda date: _report(args, date))
    return {"verify": _verify, "show": _show, "export": _export}[args.action](args, Output(plain=args.plain))


def _verify(args: Namespace, out: Output) -> int:
    report = verify(args.file)
    fault = report.fault
    if args.json:
        out.json(_verified(report))
    elif fault is not None:
        out.line(_escaped(f"not whole: session {fault.session}, event {fault.seq}: {fault.found}"))
    else:
        out.line(f"whole: {len(report.ends)} sessions, {report.events} events, "
                 f"{report.deleted} of them deleted by policy")  # fmt: skip
        for session, gone in report.gone.items():
            out.line(_escaped(f"{session}: deleted by policy: {spans(gone)}"))
        for session, end in report.ends.items():
            out.line(_escaped(f"{session} ends with {end}"))
    return ANSWERED if fault is None else BAD_INPUT


def _verified(report: Verification) -> Row:
    """What was found, for programs."""
    fault = report.fault
    first = None if fault is None else {
        "session": fault.session, "seq": fault.seq, "code": fault.code, "found": fault.found,
    }  # fmt: skip
    return {"whole": fault is None, "events": report.events, "deleted": report.deleted, "gone": report.gone,
            "fault": first, "ends": report.ends}  # fmt: skip


def _show(args: Namespace, out: Output) -> int:
    if args.json:
        return _export(Namespace(file=args.file, session=args.session, audio=False), out)
    session = ""
    for entry in entries_of(args.file, args.session):
        if entry.session != session:
            session = entry.session
            out.line(_escaped(f"session {session}, {entry.at[:10]}"))
        out.line(_escaped(f"  {entry.at[11:23]}  {entry.kind:<22} {_told(entry)}".rstrip()))
    return ANSWERED


def _escaped(text: str) -> str:
    """On one line, and nothing in it steers a terminal or turns the direction of writing."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _told(entry: Entry) -> str:
    """An event in a few words."""
    if entry.body is None:
        return "(deleted)"
    if isinstance(entry.body, bytes):
        return f"{len(entry.body)} bytes of FLAC"
    row = entry.row()
    answer = row.get("answer")
    ruling = [f"{answer.get('outcome')} {answer.get('clause')}"] if isinstance(answer, dict) else []
    return "  ".join([*(f"{key}: {row[key]}" for key in _TOLD if row.get(key) not in (None, "")), *ruling])


def _export(args: Namespace, out: Output) -> int:
    for entry in entries_of(args.file, args.session):
        out.json(_exported(entry, args.audio))
    return ANSWERED


def _exported(entry: Entry, audio: bool) -> Row:
    row: Row = {"session": entry.session, "seq": entry.seq, "at": entry.at, "kind": entry.kind,
                           "deleted": entry.body is None}  # fmt: skip
    if isinstance(entry.body, bytes):
        row["flac"] = base64.b64encode(entry.body).decode() if audio else None
    else:
        row["body"] = entry.row() if entry.body is not None else None
    return row | {"digest": entry.digest.hex(), "hash": entry.hash.hex()}


# --- the report ------------------------------------------------------------------------------------------


def _report(args: Namespace, date: str) -> Report:
    """Of the session that is named, or the only one."""
    from callparser.report.logged import MAX_EVENTS, log_report

    verified = _verified(verify(args.file))
    session = args.session or _only_session(args.file)
    rows = (_exported(entry, audio=False) for entry in entries_of(args.file, session))
    return log_report(list(islice(rows, MAX_EVENTS + 1)), verified, args.lang, date=date)


def _only_session(file: Path) -> str:
    sessions = list(islice(dict.fromkeys(entry.session for entry in entries_of(file)), 4))
    if len(sessions) != 1:
        found = f"several sessions ({', '.join(map(ascii, sessions))} ...)" if sessions else "no session"
        raise InputError(f"the log has {found}; a report is of one: give --session ID")
    return sessions[0]
