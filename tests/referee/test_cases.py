"""Real and constructed cases: branch and tricks, and the exceptions argued."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.corpus import CASES
from tests.referee.casebook import Verdict, cases, rows, verdicts

EVERY = list(verdicts())


def test_every_case_of_the_collection_is_here() -> None:
    ids = [case["id"] for case in cases()]
    assert len(ids) == len(set(ids))
    assert len(list(rows("law*"))) == 129


@pytest.mark.parametrize(("level", "share"), [("high", 0.98), ("medium", 0.90)])
def test_branch_and_tricks_are_right(level: str, share: float) -> None:
    count: Counter[bool] = Counter(one.right for one in EVERY if one.case["confidence"] == level)
    assert count[True] >= share * count.total(), _wrong(level)


def test_every_exception_is_argued_and_no_other() -> None:
    text = (CASES / "exceptions.md").read_text("utf-8").split("# Cases of the referee")[1]
    argued = {
        line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ") and "-" in line[:9]
    }
    assert argued == set(_wrong())


def _wrong(level: str | None = None) -> list[str]:
    return sorted(
        {one.case["id"] for one in EVERY if not one.right and level in (None, one.case["confidence"])}
    )


@pytest.mark.parametrize("one", EVERY, ids=lambda one: f"{one.case['id']}-{one.edition}")
def test_no_case_is_refused_and_cards_are_as_expected(one: Verdict) -> None:
    want, got = one.case["expected"], one.answer
    assert got["outcome"] != "error", got
    if "legal_cards" in want:
        assert sorted(got["facts"]["legal_cards"]) == sorted(want["legal_cards"])
