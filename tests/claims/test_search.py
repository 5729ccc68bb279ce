"""The searches against each other, against brute force, and the ceiling against a solver of others."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from callparser.claims.ceiling import ceiling, solved
from callparser.claims.ending import ending
from callparser.claims.line import ANY_LEGAL, Line
from callparser.claims.plain import OutOfBudget, Search
from callparser.claims.position import ClaimPosition
from callparser.claims.search import search
from callparser.table import SEATS
from tests.claims.endings import line, position
from tests.claims.oracle import Table

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
fast = pytest.mark.skipif(find_spec("numba") is None, reason="needs the extra claims")
dds = pytest.mark.skipif(find_spec("endplay") is None, reason="needs the extra claims")


@pytest.mark.parametrize("tricks", [1, 2, 3])
def test_the_worst_is_that_of_every_line_played_out(tricks: int) -> None:
    random = Random(tricks)
    for _ in range((400, 200, 40)[tricks - 1] * (10 if LONG else 1)):
        at = position(random, tricks, claimer=random.choice(SEATS), high=random.random() < 0.6)
        conceded = random.choice((0, 0, 1))
        line = Line(conceded=conceded)
        assert search(ending(at), line).worst() == Table(at, conceded=conceded).worst(), at
        assert search(ending(at), ANY_LEGAL).worst() == Table(at, free=True).worst(), at


def _agrees(random: Random, tricks: int) -> ClaimPosition:
    """One ending in which both searches find the same floor, stated, normal and ceiling."""
    from callparser.claims.fast import FastSearch

    at = position(random, tricks, claimer=random.choice(SEATS), high=random.random() < 0.5)
    small, stated = ending(at), line(random, at)
    normal = Line(forgotten=stated.forgotten)
    for one, helped in ((ANY_LEGAL, False), (stated, False), (normal, False), (ANY_LEGAL, True)):
        plain = Search(small, one, helped=helped).worst()
        assert FastSearch(small, one, helped=helped).worst() == plain, (at, one, helped)
    return at


@fast
@pytest.mark.parametrize(("tricks", "count"), [(1, 50), (2, 200), (3, 40), (4, 2), (5, 1)])
def test_the_compiled_search_is_the_plain_one(tricks: int, count: int) -> None:
    random = Random(tricks)
    for _ in range(count):
        _agrees(random, tricks)


@fast
@dds
@pytest.mark.skipif(not LONG, reason="ten minutes: HYPOTHESIS_PROFILE=long")
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_endings_of_five_cards(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two searches agree, and the ceiling is the solver's. In blocks of 50, which can be run one by one:
    ``tests/claims/test_search.py::test_a_thousand_endings_of_five_cards[7]``."""
    monkeypatch.chdir(tmp_path)
    from tests.claims.solver import solve

    random = Random(f"five cards {block}")
    for _ in range(50):
        at = _agrees(random, 5)
        assert ceiling(at) == solve(at), at


@dds
@pytest.mark.parametrize(("tricks", "count"), [(1, 1), (3, 1), (5, 2), (7, 1)])
def test_the_ceiling_is_that_of_the_solver(tricks: int, count: int) -> None:
    random = Random(tricks)
    for _ in range(count):
        at = position(random, tricks, high=random.random() < 0.5)
        assert ceiling(at) == solved(at), at


@fast
@dds
def test_the_ceiling_is_that_of_the_solver_in_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    from tests.claims.solver import solve

    random = Random(5)
    for _ in range(1000 if LONG else 100):
        at = position(random, 5, high=random.random() < 0.5)
        assert ceiling(at) == solve(at), at


def test_floor_normal_and_ceiling_are_in_order() -> None:
    random = Random(1)
    for _ in range(60):
        small = ending(position(random, 3, high=random.random() < 0.5))
        floor, normal = search(small).worst(), search(small, Line()).worst()
        assert floor <= normal <= search(small, helped=True).worst()


def test_beyond_the_budget_nothing_is_answered() -> None:
    small = ending(position(Random(3), 4, high=True))
    with pytest.raises(OutOfBudget):
        search(small, budget=2).worst()
    with pytest.raises(OutOfBudget):
        Search(small, budget=2).worst()
