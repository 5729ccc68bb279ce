"""A law clause by clause as one edition has it, with the cases of the casebook that cite each clause."""

from __future__ import annotations

import json
import re
from functools import cache
from glob import glob
from os.path import join

from callparser.errors import InputError
from callparser.files import data_dir
from callparser.law.edition import LANGUAGES, Clause, Edition, load_edition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from callparser.jsonline import Row


class NoClause(InputError):
    """There is no such clause in the edition asked for."""


def lawbook(asked: str = "46", edition: str = "2017", lang: str = "sv", most: int | None = None) -> Row:
    """The clauses whose id begins as asked: ``46B3a``, ``46 B 3 a`` and ``§ 46B3a`` are the same.

    ``most``: so many cases a clause; ``None`` is all of them. Raises :class:`NoClause`,
    :class:`EditionError`, and :class:`InputError` for a language that the clauses are not in.
    """
    if lang not in LANGUAGES:
        raise InputError(f"lang is {lang[:20]!r}; the clauses are in {', '.join(LANGUAGES)}")
    laws = load_edition(edition)
    clauses = _clauses(laws, asked)
    cases = _cases(laws.id, lang)
    return {
        "edition": laws.id, "title": laws.title[lang], "in_force": laws.in_force,
        "clauses": [_row(laws, clause, lang, cases, most) for clause in clauses],
    }  # fmt: skip


@cache
def casebook() -> tuple[Row, ...]:
    """Every case, as it stands in its file."""
    paths = sorted(glob(join(data_dir("cases"), "law46_cases_*.jsonl")))
    return tuple(_read(paths))


def _read(paths: Sequence[str]) -> Iterator[Row]:
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield from map(json.loads, file)


def _clauses(edition: Edition, asked: str) -> list[Clause]:
    wanted = re.sub(r"[^0-9A-Z]", "", asked.upper().removeprefix("LAG").removeprefix("LAW"))
    found = [c for name, c in edition.clauses.items() if wanted and name.upper().startswith(wanted)]
    if not found:
        known = ", ".join(edition.clauses)
        raise NoClause(f"{asked[:20]!r} is no clause of {edition.id} here; there are {known}")
    return found


def _row(edition: Edition, clause: Clause, lang: str, cases: Sequence[Row], most: int | None) -> Row:
    """A clause as it is cited: an edition whose 46B1 has no letters cites 46B1 for each of them."""
    lettered = edition.rules.low != "46B1"
    cited = "46B1" if clause.id.startswith("46B1") and not lettered else clause.id
    params = {name: value for name, value in clause.params.items() if name != "sub_letters"}
    citing = [case for case in cases if case["clause"] == clause.id]
    return {
        "clause": cited, "title": clause.title[lang], "text": clause.text[lang], "url": clause.url,
        "params": params, "cases": citing if most is None else citing[:most],
    }  # fmt: skip


@cache
def _cases(edition: str, lang: str) -> tuple[Row, ...]:
    """The cases that hold for an edition, those in ``lang`` first."""
    held = [case for case in casebook() if edition[-4:] in case["edition"]]
    return tuple(map(_case, sorted(held, key=lambda case: case["lang"] != lang)))


def _case(case: Row) -> Row:
    said, expected = case["utterance"], case["expected"]
    return {
        "id": case["id"], "utterance": " / ".join(said) if isinstance(said, list) else said,
        "outcome": expected["outcome"], "card": expected["card"], "clause": expected["clause"],
        "confidence": case["confidence"], "source": case["source"],
    }  # fmt: skip
