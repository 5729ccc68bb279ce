"""``callparser audit FILE...``: what is irregular in a record of play, with clause and facts."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from functools import partial

from callparser.audit import audit
from callparser.audit.finding import IRREGULARITY
from callparser.audit.words import finding_row
from callparser.cli.main import ANSWERED, BAD_INPUT
from callparser.cli.output import Output, add_output_options
from callparser.cli.reporting import add_report_options, check_report, write_report
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS, load_edition
from callparser.record.board import Records
from callparser.record.read import read_records
from callparser.record.scan import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from callparser.jsonline import Row
    from callparser.report.content import Report


def run(argv: Sequence[str]) -> int:
    """Audit every file; one that cannot be read is said and does not stop the others."""
    args = _parser().parse_args(argv)
    edition = load_edition(args.edition).id
    out = Output(plain=args.plain)
    check_report(args)
    if args.report and len(args.file) > 1:
        raise InputError(f"{len(args.file)} files are given; a report is of one: give one file")
    files = []
    for name in args.file:
        try:
            data = _bytes(name)
            records = read_records(data)
            write_report(args, partial(_report, records, data, args))
            files.append(_file_row(name, records, edition, args.lang))
        except InputError as err:
            files.append({"file": name, "error": {"code": err.code, "message": str(err)}})
    if args.json:
        out.json({"edition": edition, "files": files})
    for row in () if args.json else files:
        if args.jsonl:
            _lines(out, row, edition)
        else:
            _show(out, row, edition, args.lang, named=len(files) > 1)
    return BAD_INPUT if any("error" in row for row in files) else ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "callparser audit", description="Lists what is irregular in records of play: PBN, LIN, play records."
    )
    parser.add_argument("file", nargs="+", help="a file of boards; - is standard input")
    parser.add_argument("--edition", default="2017", help=f"one of {', '.join(EDITIONS)} (default 2017)")
    parser.add_argument("--lang", default="sv", choices=LANGUAGES, help="language (default sv)")
    parser.add_argument("--jsonl", action="store_true", help="one JSON object a board, one a damage")
    add_report_options(parser)
    add_output_options(parser)
    return parser


def _bytes(name: str) -> bytes:
    """A file, or standard input; no more of it than may be in one. Raises :class:`InputError`."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if not os.path.isfile(name):
        raise InputError(f"{name} is no file; give the path of a PBN, LIN or play record file, or -")
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as err:
        raise InputError(f"{name} cannot be read: {err.strerror}") from None


def _report(records: Records, data: bytes, args: Namespace, date: str) -> Report:
    from callparser.report.audited import audit_report

    name = os.path.basename(args.file[0])
    return audit_report(records, args.edition, args.lang, date=date, data=data, file=name)


def _file_row(name: str, records: Records, edition: str, lang: str) -> Row:
    boards = [
        {
            "index": index,
            "board": board.number,
            "line": line,
            "findings": [finding_row(found, lang) for found in audit(board, edition)],
        }
        for index, (board, line) in enumerate(zip(records.boards, records.lines, strict=True), 1)
    ]
    damages = [{"line": one.line, "column": one.column, "message": one.message} for one in records.damages]
    return {"file": name, "format": records.format, "boards": boards, "damages": damages}


def _lines(out: Output, row: Row, edition: str) -> None:
    """The row of a file, a line for each board and each damage."""
    if "error" in row:
        out.json({"file": row["file"], "outcome": "error", "error": row["error"]})
        return
    for board in row["boards"]:
        out.json({"file": row["file"], "edition": edition, **board})
    for damage in row["damages"]:
        out.json({"file": row["file"], "damage": damage})


def _show(out: Output, row: Row, edition: str, lang: str, *, named: bool) -> None:
    if "error" in row:
        sys.stderr.write(f"callparser audit: {row['file']}: {row['error']['message']}\n")
        return
    words = load_messages(lang).audit
    if named:
        out.line(out.strong(row["file"]))
    for damage in row["damages"]:
        out.line(f"{row['file']}:{damage['line']}:{damage['column']}: {words['damage']}: {damage['message']}")
    for board in row["boards"]:
        for found in board["findings"]:
            _show_finding(out, board, found, edition, words)
    irregular = [
        found for board in row["boards"] for found in board["findings"] if found["level"] == IRREGULARITY
    ]
    if not irregular:
        clean = words["clean_as_read" if row["damages"] else "clean"]
        out.line(f"{words['boards'].format(boards=len(row['boards']))}; {clean}")


def _show_finding(out: Output, board: Row, found: Row, edition: str, words: Mapping[str, str]) -> None:
    where = [words["board"].format(board=board["board"] or board["index"])]
    if found["trick"]:
        where.append(words["trick"].format(trick=found["trick"]))
    if found["seat"]:
        where.append(words[found["seat"]])
    law = f"   [{found['clause']}, {edition}]" if found["clause"] else ""
    doubt = f" ({words['unverified']})" if found["clause"] and found.get("unverified") else ""
    cards = "" if out.plain or not found["cards"] else " " + out.cards(found["cards"])
    out.line(out.strong(", ".join(where)) + cards + law + doubt)
    out.line(found["text"])
