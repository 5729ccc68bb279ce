"""Double dummy for many tables: processes that die, that take too long, and that are shared."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from callparser.cards import Hand, Suit
from callparser.doubledummy import Solver
from callparser.doubledummy.solvers import Solvers
from callparser.errors import EngineFailed
from callparser.play.deal import lessons
from callparser.play.inplay import InPlay
from callparser.table import Seat, Trick
from tests.play.scene import needs_endplay

pytestmark = needs_endplay


@pytest.fixture
def at() -> InPlay:
    deal = lessons()["trumps"]
    return InPlay.begin(deal.hands, deal.contract.trumps, deal.declarer)


def asked(at: InPlay) -> tuple[tuple[Hand, ...], Suit | None, Seat, Trick]:
    return at.hands, at.trumps, at.leader, at.trick


def test_they_answer_as_one_does_and_from_any_thread(at: InPlay) -> None:
    with Solver() as one:
        expected = one.cards(*asked(at))
    solvers = Solvers(2)
    try:
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda _: solvers.cards(*asked(at)), range(8)))
        assert found == [expected] * 8
        assert len(solvers._started) <= 2
    finally:
        solvers.close()


def test_nothing_runs_before_it_is_asked() -> None:
    solvers = Solvers(3)
    assert solvers._started == []
    solvers.close()


def test_one_that_died_is_started_anew(at: InPlay) -> None:
    solvers = Solvers(1)
    try:
        expected = solvers.cards(*asked(at))
        (process,) = solvers._started
        process.stop()
        process._process.wait()
        assert solvers.cards(*asked(at)) == expected
        assert solvers._started != [process]
    finally:
        solvers.close()


def test_what_takes_too_long_is_given_up_and_told(at: InPlay) -> None:
    solvers = Solvers(1, patience_s=0.01)  # less than a process needs to start
    try:
        with pytest.raises(EngineFailed, match="solver stopped"):
            solvers.cards(*asked(at))
        solvers._patience_s = 60.0
        assert solvers.cards(*asked(at))
    finally:
        solvers.close()


def test_after_the_end_whoever_asks_fails(at: InPlay) -> None:
    solvers = Solvers(1)
    solvers.cards(*asked(at))
    (process,) = solvers._started
    with ThreadPoolExecutor(1) as threads:
        table = threads.submit(solvers.table, lessons()["trumps"].hands)
        solvers.close()
        with suppress(EngineFailed):  # it was being thought about, or came too late
            table.result(60)
    assert not process.is_alive
    with pytest.raises(EngineFailed, match="closed"):
        solvers.cards(*asked(at))
