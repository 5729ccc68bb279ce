"""``callparser law 46 --edition sbf-1997``: a law clause by clause, with the cases that cite it."""

from __future__ import annotations

import json
import re
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path

from callparser.cli.lawbranches import REFEREE_LAWS, case_of, show_law
from callparser.cli.main import ANSWERED
from callparser.cli.output import Output, add_output_options
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.files import data_dir
from callparser.law.branch import law_of
from callparser.law.edition import EDITIONS, LANGUAGES, Clause, Edition, load_edition

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
    edition = load_edition(args.edition)
    if (wanted := _wanted(args.law)) and law_of(wanted) in REFEREE_LAWS:
        return show_law(out, edition, wanted, args.lang, max(0, args.cases), as_json=args.json)
    cases = list(_cases(edition.id, args.lang))
    rows = [_row(edition, clause, args.lang, cases) for clause in _clauses(edition, args.law)]
    if args.json:
        title = edition.title[args.lang]
        out.json({"edition": edition.id, "title": title, "in_force": edition.in_force, "clauses": rows})
        return ANSWERED
    out.line(out.strong(f"{edition.title[args.lang]} ({edition.id}, {edition.in_force})"))
    for row in rows:
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


def _clauses(edition: Edition, asked: Sequence[str]) -> list[Clause]:
    """The clauses whose id begins as asked: ``46B3a``, ``46 B 3 a`` and ``§ 46B3a`` are the same."""
    wanted = _wanted(asked)
    found = [c for name, c in edition.clauses.items() if wanted and name.upper().startswith(wanted)]
    if not found:
        known = ", ".join([*edition.clauses, *REFEREE_LAWS])
        raise InputError(f"{' '.join(asked)[:20]!r} is no clause of {edition.id} here; there are {known}")
    return found


def _wanted(asked: Sequence[str]) -> str:
    return re.sub(r"[^0-9A-Z]", "", "".join(asked).upper().removeprefix("LAG").removeprefix("LAW"))


def _row(edition: Edition, clause: Clause, lang: str, cases: Sequence[Row]) -> Row:
    """A clause as it is cited: an edition whose 46B1 has no letters cites 46B1 for each of them."""
    lettered = edition.rules.low != "46B1"
    cited = "46B1" if clause.id.startswith("46B1") and not lettered else clause.id
    params = {name: value for name, value in clause.params.items() if name != "sub_letters"}
    return {
        "clause": cited, "title": clause.title[lang], "text": clause.text[lang], "url": clause.url,
        "params": params, "cases": [case for case in cases if case["clause"] == clause.id],
    }  # fmt: skip


def _casebook() -> Iterator[Row]:
    for path in sorted(Path(data_dir("cases")).glob("law46_cases_*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


def _cases(edition: str, lang: str) -> Iterator[Row]:
    """The cases that hold for an edition, those in ``lang`` first."""
    held = [case for case in _casebook() if edition[-4:] in case["edition"]]
    for case in sorted(held, key=lambda case: case["lang"] != lang):
        said, expected = case["utterance"], case["expected"]
        yield {
            "id": case["id"], "utterance": " / ".join(said) if isinstance(said, list) else said,
            "outcome": expected["outcome"], "card": expected["card"], "clause": expected["clause"],
            "confidence": case["confidence"], "source": case["source"],
        }  # fmt: skip


def _case_of(name: str) -> Row:
    for case in _casebook():
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
        card = " " + (words.card(case["card"]) if out.plain else out.card(case["card"]))
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
