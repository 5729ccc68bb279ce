"""``callparser law 46 --edition sbf-1997``: a law clause by clause, with the cases that cite it."""

from __future__ import annotations

import json
import textwrap
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options
from callparser.errors import InputError
from callparser.files import data_dir
from callparser.law.edition import EDITIONS, LANGUAGES, Clause, load_edition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


def run(argv: Sequence[str]) -> int:
    parser = ArgumentParser(
        "callparser law", description="A law clause by clause: our paraphrase, link, cases."
    )
    parser.add_argument(
        "law", nargs="?", default="46", help="a law or a clause, such as 46 or 46B3a (default 46)"
    )
    parser.add_argument("--edition", default="2017", help=f"one of {', '.join(EDITIONS)} (default 2017)")
    parser.add_argument("--lang", default="sv", choices=LANGUAGES, help="language (default sv)")
    parser.add_argument(
        "--cases", type=int, default=5, metavar="N", help="show at most N cases a clause (default 5)"
    )
    add_output_options(parser)
    args = parser.parse_args(argv)
    edition = load_edition(args.edition)
    clauses = [
        clause for name, clause in edition.clauses.items() if name.upper().startswith(args.law.upper())
    ]
    if not clauses:
        known = ", ".join(edition.clauses)
        raise InputError(f"{args.law[:20]!r} is no clause of {edition.id} here; there are {known}")
    citing = _citing(edition.id)
    out = Output(plain=args.plain)
    rows = [_row(clause, args.lang, citing.get(clause.id, [])) for clause in clauses]
    if args.json:
        out.json({"edition": edition.id, "title": edition.title[args.lang], "clauses": rows})
        return ANSWERED
    out.line(out.strong(f"{edition.title[args.lang]} ({edition.id})"))
    for row in rows:
        _show(out, row, args.cases)
    return ANSWERED


def _row(clause: Clause, lang: str, cases: Sequence[Row]) -> Row:
    return {
        "clause": clause.id, "title": clause.title[lang], "text": clause.text[lang], "url": clause.url,
        "params": dict(clause.params), "cases": list(cases),
    }  # fmt: skip


def _citing(edition: str) -> dict[str, list[Row]]:
    """The casebook's lines by the clause they cite, for one edition."""
    found: dict[str, list[Row]] = {}
    for path in sorted(Path(data_dir("cases")).glob("law46_cases_*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            case = json.loads(line)
            if edition[-4:] in case["edition"]:
                found.setdefault(case["expected"]["clause"], []).append(_case(case))
    return found


def _case(case: Row) -> Row:
    said = case["utterance"]
    expected = case["expected"]
    return {
        "id": case["id"], "utterance": " / ".join(said) if isinstance(said, list) else said,
        "outcome": expected["outcome"], "card": expected["card"], "confidence": case["confidence"],
    }  # fmt: skip


def _show(out: Output, row: Row, most: int) -> None:
    out.line()
    out.line(out.strong(f"{row['clause']}  {row['title']}"))
    for line in textwrap.wrap(row["text"], 88):
        out.line("  " + line)
    out.line("  " + row["url"])
    for name, value in row["params"].items():
        out.line(f"  {name}: {value}")
    for case in row["cases"][:most]:
        out.line(f"  {case['id']:<7} {case['utterance']!r}: {_answer(out, case)} ({case['confidence']})")
    left = len(row["cases"]) - most
    if left > 0:
        out.line(f"  and {left} more cases")


def _answer(out: Output, case: Row) -> str:
    card = " " + out.card(case["card"]) if case["card"] else ""
    return str(case["outcome"]).replace("_", " ") + card
