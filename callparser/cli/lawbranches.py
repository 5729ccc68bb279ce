"""``callparser law 67``: the laws of the referee, clause by clause, with their branches and cases."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from callparser.cli.main import ANSWERED
from callparser.cli.output import Output
from callparser.errors import InputError
from callparser.files import data_dir
from callparser.law.branch import Branch, branches, law_of, parts, referee_rules
from callparser.law.edition import Edition
from callparser.referee.words import referee_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

#: The laws that are walked as trees, and those they lead to.
REFEREE_LAWS: Final = (
    "6", "12", "13", "14", "16", "50", "51", "54", "57", "58", "61", "62", "63", "64", "67", "68", "69", "70",
    "71", "79", "86", "90", "91",
)  # fmt: skip


def show_law(out: Output, edition: Edition, wanted: str, lang: str, most: int, *, as_json: bool) -> int:
    """Print the clauses whose citation begins as wanted. Raises :class:`InputError` when there is none."""
    cases = [case for case in _casebook() if edition.id[-4:] in case["edition"]]
    cited = [branch for branch in branches().values() if _cites(branch, edition.id, wanted)]
    rows = [_row(edition.id, branch, lang, cases) for branch in cited]
    if not rows:
        raise InputError(
            f"{wanted[:20]!r} is no clause of {edition.id} here; try the number of the law alone"
        )
    if as_json:
        out.json({"edition": edition.id, "title": edition.title[lang], "branches": rows})
        return ANSWERED
    out.line(out.strong(f"{edition.title[lang]} ({edition.id}, {edition.in_force})"))
    clause = ""
    for row in rows:
        if row["clause"] != clause:
            clause = row["clause"]
            _show_clause(out, row, lang)
        _show_branch(out, row, lang, most)
    return ANSWERED


def _cites(branch: Branch, edition: str, wanted: str) -> bool:
    """Does the clause that decides the branch, the first one cited, begin so? ``6`` is not 67."""
    first = parts(branch.cites.get(edition, "-"))[0].upper()
    return first.startswith(wanted) and (not wanted.isdigit() or law_of(first) == wanted)


def _row(edition: str, branch: Branch, lang: str, cases: Sequence[Row]) -> Row:
    clause, rules = branch.cites[edition], referee_rules(edition)
    return {
        "clause": clause, "url": rules.url(clause), "verified": rules.is_verified(clause),
        "branch": branch.id, "outcome": branch.outcome, "by": branch.by, "text": branch.text[lang],
        "cases": [
            {name: case[name] for name in ("id", "note", "confidence", "source")}
            for case in cases if case["expected"]["branch"] == branch.id
        ],
    }  # fmt: skip


def _casebook() -> Iterator[Row]:
    folder = Path(data_dir("cases"), "referee")
    for path in (*sorted(folder.glob("law*.jsonl")), folder / "revokes.jsonl", folder / "calls.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


def case_of(name: str) -> Row | None:
    """A referee's case by its id."""
    return next((case for case in _casebook() if case["id"] == name), None)


def _show_clause(out: Output, row: Row, lang: str) -> None:
    doubt = "" if row["verified"] else f"  ({referee_words(lang).labels['unverified']})"
    out.line()
    out.line(out.strong(row["clause"]) + doubt)
    out.line("  " + row["url"])


def _show_branch(out: Output, row: Row, lang: str, most: int) -> None:
    outcome = referee_words(lang).outcomes[row["outcome"]]
    out.line(f"  {row['branch']}: {outcome}")
    for line in textwrap.wrap(row["text"], 88):
        out.line("    " + line)
    for case in row["cases"][:most]:
        note = textwrap.shorten(case["note"], 80, placeholder=" ...")
        out.line(f"    {case['id']} ({case['confidence']}): {note}")
    if len(row["cases"]) > most:
        out.line(f"    (+{len(row['cases']) - most})")
