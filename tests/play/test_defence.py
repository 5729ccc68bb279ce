"""Double dummy: what it says, how it defends, and that it may die."""

from __future__ import annotations

from random import Random

import pytest

from callparser.cards import Card, Hand
from callparser.doubledummy import Solver
from callparser.errors import EngineFailed
from callparser.play.contract import best_contract
from callparser.play.deal import lessons, random_deal
from callparser.play.defence import DoubleDummyDefence, RandomDefence
from callparser.play.inplay import InPlay
from callparser.play.scoring import score
from callparser.table import Seat
from tests.play.scene import needs_endplay


@pytest.fixture(scope="module")
def solver():
    with Solver() as found:
        yield found


def worth_of(solver: Solver, at: InPlay) -> dict[Card, int]:
    return solver.cards(at.hands, at.trumps, at.leader, at.trick)


@needs_endplay
@pytest.mark.parametrize("name", ["finesse", "ruffing"])
def test_best_play_by_all_gives_what_the_table_says(name: str, solver: Solver) -> None:
    deal = lessons()[name]
    made = solver.table(deal.hands)[deal.contract.trumps, deal.declarer]
    for seed in range(2):
        defence = DoubleDummyDefence(solver, Random(seed))
        at = InPlay.begin(deal.hands, deal.contract.trumps, deal.declarer)
        while not at.over:
            worth = worth_of(solver, at)
            best = max(worth.values())
            assert (best if at.declaring else at.left - best) + at.won == made
            assert set(worth) == set(at.legal)
            at = at.play(defence.play(at))
        assert at.won == made


@needs_endplay
def test_a_defender_designates_against_declarer(solver: Solver) -> None:
    deal = lessons()["trumps"]
    at = InPlay.begin(deal.hands, deal.contract.trumps, deal.declarer)
    defence = DoubleDummyDefence(solver, Random(1))
    at = at.play(defence.play(at))
    worth = worth_of(solver, at)
    assert worth[defence.designate(at)] == min(worth.values())


@needs_endplay
def test_equals_are_chosen_by_the_seed(solver: Solver) -> None:
    deal = random_deal(3)
    at = InPlay.begin(deal.hands, None, Seat.SOUTH)
    leads = [DoubleDummyDefence(solver, Random(seed)).play(at) for seed in range(12)]
    again = [DoubleDummyDefence(solver, Random(seed)).play(at) for seed in range(12)]
    assert leads == again
    worth = worth_of(solver, at)
    assert {worth[card] for card in leads} == {max(worth.values())}


@needs_endplay
@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_contract_scores_most(seed: int, solver: Solver) -> None:
    deal = random_deal(seed)
    made = solver.table(deal.hands)
    contract, declarer = best_contract(deal.hands, "None", solver)
    points = score(contract, made[contract.trumps, declarer], False)
    assert declarer in (Seat.NORTH, Seat.SOUTH)
    assert points == max(score(contract, made[contract.trumps, seat], False) for seat in (declarer,))
    east = best_contract(deal.hands, "None", solver, Seat.EAST)
    assert east[1] == Seat.EAST


@needs_endplay
def test_a_solver_that_dies_is_told() -> None:
    deal = random_deal(1)
    with Solver() as solver:
        solver._process.kill()
        solver._process.wait()
        with pytest.raises(EngineFailed, match="the double dummy solver stopped"):
            solver.table(deal.hands)


def test_by_chance_it_plays_what_may_be_played() -> None:
    deal = random_deal(1)
    at = InPlay.begin(deal.hands, None, Seat.SOUTH)
    cards = {RandomDefence(Random(seed)).play(at) for seed in range(200)}
    assert Hand.of(cards) == at.legal
    assert RandomDefence(Random(1)).designate(at) in at.legal
