"""``callparser law 46 --edition sbf-1997``: a law clause by clause, with the cases that cite it."""

from __future__ import annotations

import re
import textwrap
from argparse import ArgumentParser
from collections.abc import Sequence

from callparser.cli.lawbranches import REFEREE_LAWS, case_of, show_law
from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.law.branch import law_of
from callparser.law.edition import EDITIONS, LANGUAGES, load_edition
from callparser.lawbook import casebook, lawbook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


def run(argv: Sequence[str]) -> int:
    args = _parser().parse_args(argv)
    out = Output(plain=args.plain)
    if args.case:
        row = case_of(args.case) or _case_of(args.case)
        if args.json or "incident" in row:
            out.json(row)
        else:
            _show_whole(out, row)
        return ANSWERED
    wanted = re.sub(r"[^0-9A-Z]", "", "".join(args.law).upper().removeprefix("LAG").removeprefix("LAW"))
    if law_of(wanted) in REFEREE_LAWS:
        edition = load_edition(args.edition)
        return show_law(out, edition, wanted, args.lang, max(0, args.cases), as_json=args.json)
    edition = load_edition(args.edition)
    if wanted and not any(law_of(clause.upper()) == law_of(wanted) for clause in edition.clauses):
        laws = {law_of(clause) for clause in edition.clauses} | set(REFEREE_LAWS)
        raise InputError(
            f"Law {wanted[:20]!r} is not here; there are Laws {', '.join(sorted(laws, key=int))}"
        )
    book = lawbook(" ".join(args.law), args.edition, args.lang)
    if args.json:
        out.json(book)
        return ANSWERED
    out.line(out.strong(f"{book['title']} ({book['edition']}, {book['in_force']})"))
    for row in book["clauses"]:
        _show(out, row, args.lang, max(0, args.cases))
    return ANSWERED


def _parser() -> ArgumentParser:
    parser = ArgumentParser("callparser law", description="A law clause by clause: our paraphrase and cases.")
    parser.add_argument(
        "law", nargs="*", default=["46"], help="a law or a clause: 46, 46B3a, 67, 68B2 (default 46)"
    )
    parser.add_argument("--edition", default="2017", help=f"one of {', '.join(EDITIONS)} (default 2017)")
    parser.add_argument("--lang", default="sv", choices=LANGUAGES, help="language (default sv)")
    parser.add_argument("--cases", type=int, default=5, metavar="N", help="cases shown a clause (default 5)")
    parser.add_argument("--case", metavar="ID", help="one case of the casebook, whole")
    add_output_options(parser)
    return parser


def _case_of(name: str) -> Row:
    for case in casebook():
        if case["id"].lower() == name.lower():
            return case
    raise InputError(f"there is no case {name[:20]!r}; callparser law 46 lists some, such as sv-041 or C072")


def _show(out: Output, row: Row, lang: str, most: int) -> None:
    out.line()
    out.line(out.strong(f"{row['clause']}  {row['title']}"))
    for line in textwrap.wrap(row["text"], 88):
        out.line("  " + line)
    out.line("  " + row["url"])
    for name, value in row["params"].items():
        out.line(f"  parameter {name}: {value}")
    for case in row["cases"][:most]:
        out.line(f"  {case['id']}: {case['utterance']!r}: {_answer(out, case, lang)} ({case['confidence']})")
    left = len(row["cases"]) - most
    if left > 0:
        out.line(f"  (+{left})")


def _answer(out: Output, case: Row, lang: str) -> str:
    words = load_messages(lang)
    card = ""
    if case["card"]:
        card = " " + (words.card(case["card"]) if out.plain else out.card(case["card"], words))
    return words.labels[case["outcome"]] + card


def _show_whole(out: Output, case: Row) -> None:
    expected = case["expected"]
    for name in ("id", "utterance", "edition", "trump", "dummy", "dummy_seat", "trick", "last_trick"):
        out.line(f"{name}: {case[name]}")
    out.line(f"expected: {expected['outcome']} {expected['card'] or ''} {expected['clause']}")
    out.line(f"confidence: {case['confidence']}")
    out.line(f"source: {case['source']}")
    if case["note"]:
        out.line(f"note: {case['note']}")
