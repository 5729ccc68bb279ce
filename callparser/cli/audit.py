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
from callparser.cli.progress import BoardsRead
from callparser.cli.reporting import add_report_options, check_report, write_report
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS, load_edition
from callparser.record.read import Reading, read_records
from callparser.record.scan import MAX_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.record.board import Damage
    from callparser.report.content import Report


def run(argv: Sequence[str]) -> int:
    """Audit every file; one that cannot be read is said and does not stop the others."""
    args = _parser().parse_args(argv)
    edition = load_edition(args.edition).id
    out = Output(plain=args.plain)
    check_report(args)
    if args.report and len(args.file) > 1:
        raise InputError(f"{len(args.file)} files are given; a report is of one: give one file")
    shown = _Row() if args.json else _Lines(out, edition) if args.jsonl else _Text(out, edition, args)
    code = ANSWERED
    for name in args.file:
        try:
            data = _bytes(name)
            write_report(args, partial(_report, data, args))
            shown.file(name, Reading(data), _Boards(edition, args.lang, plain=args.plain))
        except InputError as err:
            shown.error(name, err)
            code = BAD_INPUT
    if isinstance(shown, _Row):
        out.json({"edition": edition, "files": shown.files})
    return code


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


def _report(data: bytes, args: Namespace, date: str) -> Report:
    from callparser.report.audited import audit_report

    name = os.path.basename(args.file[0])
    return audit_report(read_records(data), args.edition, args.lang, date=date, data=data, file=name)


class _Boards:
    """The boards of a file, audited one by one; how many there were is shown where it takes long."""

    def __init__(self, edition: str, lang: str, *, plain: bool) -> None:
        self.edition = edition
        self.lang = lang
        self.plain = plain
        self.progress = BoardsRead("", plain=plain)

    def rows(self, name: str, reading: Reading) -> Iterator[Row]:
        self.progress = BoardsRead(name, plain=self.plain)
        for index, (board, line) in enumerate(reading, 1):
            findings = [finding_row(found, self.lang) for found in audit(board, self.edition)]
            yield {"index": index, "board": board.number, "line": line, "findings": findings}
            self.progress(index)
        self.progress.away()


def _damage_row(one: Damage) -> Row:
    return {"line": one.line, "column": one.column, "message": one.message}


class _Row:
    """All files in one object."""

    def __init__(self) -> None:
        self.files: list[Row] = []

    def file(self, name: str, reading: Reading, audited: _Boards) -> None:
        rows = list(audited.rows(name, reading))
        damages = [_damage_row(one) for one in reading.damages.all()]
        self.files.append({"file": name, "format": reading.format, "boards": rows, "damages": damages})

    def error(self, name: str, err: InputError) -> None:
        self.files.append({"file": name, "error": {"code": err.code, "message": str(err)}})


class _Lines:
    """An object a line: each board as soon as it is read, then the damages."""

    def __init__(self, out: Output, edition: str) -> None:
        self.out = out
        self.edition = edition

    def file(self, name: str, reading: Reading, audited: _Boards) -> None:
        for row in audited.rows(name, reading):
            audited.progress.away()
            self.out.json({"file": name, "edition": self.edition, **row})
        for one in reading.damages.all():
            self.out.json({"file": name, "damage": _damage_row(one)})

    def error(self, name: str, err: InputError) -> None:
        self.out.json({"file": name, "outcome": "error", "error": {"code": err.code, "message": str(err)}})


class _Text:
    """Sentences: of each board, as soon as it is read, the damages and what is irregular."""

    def __init__(self, out: Output, edition: str, args: Namespace) -> None:
        self.out = out
        self.edition = edition
        self.messages = load_messages(args.lang)
        self.words = self.messages.audit
        self.named = len(args.file) > 1

    def file(self, name: str, reading: Reading, audited: _Boards) -> None:
        if self.named:
            self.out.line(self.out.strong(name))
        damages = reading.damages
        told = count = irregular = 0
        for row in audited.rows(name, reading):
            count += 1
            found = damages.since(told)
            told += len(found)
            if found or row["findings"]:
                audited.progress.away()
            self._damages(name, found)
            for one in row["findings"]:
                _show_finding(self.out, row, one, self.edition, self.messages)
                irregular += one["level"] == IRREGULARITY
        self._damages(name, (*damages.since(told), *damages.uncounted()))
        if not irregular:
            clean = self.words["clean_as_read" if damages.all() else "clean"]
            self.out.line(f"{self.words['boards'].format(boards=count)}; {clean}")

    def error(self, name: str, err: InputError) -> None:
        sys.stderr.write(f"callparser audit: {name}: {err}\n")

    def _damages(self, name: str, found: Sequence[Damage]) -> None:
        for one in found:
            self.out.line(f"{name}:{one.line}:{one.column}: {self.words['damage']}: {one.message}")


def _show_finding(out: Output, board: Row, found: Row, edition: str, messages: Messages) -> None:
    words = messages.audit
    where = [words["board"].format(board=board["board"] or board["index"])]
    if found["trick"]:
        where.append(words["trick"].format(trick=found["trick"]))
    if found["seat"]:
        where.append(words[found["seat"]])
    law = f"   [{found['clause']}, {edition}]" if found["clause"] else ""
    doubt = f" ({words['unverified']})" if found["clause"] and found.get("unverified") else ""
    cards = "" if out.plain or not found["cards"] else " " + out.cards(found["cards"], messages)
    out.line(out.strong(", ".join(where)) + cards + law + doubt)
    out.line(found["text"])
