"""Where some normal line loses a trick, or the cards may lie so that one does, no claim is called good."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from callparser.cards import NO_CARDS, Card, Hand, Suit
from callparser.claims import Stated, check
from callparser.claims.layouts import layouts
from callparser.claims.position import ClaimPosition
from callparser.table import SEATS, Seat
from tests.claims.endings import position
from tests.claims.oracle import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"


def _loses(at: ClaimPosition, claimed: int) -> bool:
    """Is there, in this or another layout, a normal line that makes fewer? Aware and forgetful alike."""
    conceded = at.tricks_left - claimed
    for hands in layouts(at) or ():
        there = at.dealt(dict(zip(at.hidden, hands, strict=True)))
        for forgotten in (NO_CARDS, at.trumps_out):
            known = ClaimPosition(
                there.hands, at.trumps, at.declarer, at.claimer, at.leader, at.trick, forgotten=forgotten
            )
            if Table(known, conceded=conceded).worst() < claimed:
                return True
    return False


def _is_right(at: ClaimPosition, claimed: int) -> str | None:
    """The word, once it stands."""
    word = check(at, Stated("claim", wins=claimed)).word
    assert word is not None
    if word == "CERTAIN":
        assert Table(at, free=True).worst() >= claimed, at
    elif word == "GOOD":
        assert not _loses(at, claimed), at
    return word


def _are_right(world: Iterable[ClaimPosition]) -> None:
    """Each ending, for each number of tricks. The counts are printed (``-s``)."""
    words = Counter(_is_right(at, claimed) for at in world for claimed in range(1, at.tricks_left + 1))
    print(dict(words))
    assert words["CERTAIN"]


def _small_world() -> list[ClaimPosition]:
    """Every way to deal two cards each of eight (two suits of four), every leader, spades trumps or none."""
    pack = [Card.parse(suit + rank) for suit in "SH" for rank in "AKQJ"]
    found = []
    for first in combinations(pack, 2):
        left = [one for one in pack if one not in first]
        for second in combinations(left, 2):
            others = [one for one in left if one not in second]
            for third in combinations(others, 2):
                fourth = [one for one in others if one not in third]
                hands = tuple(map(Hand.of, (first, second, third, fourth)))
                found += [
                    ClaimPosition(hands, trumps, Seat.SOUTH, Seat.SOUTH, leader)
                    for trumps in (None, Suit.SPADES)
                    for leader in SEATS
                ]
    return found


def test_every_ending_of_two_cards_of_a_small_pack() -> None:
    world = _small_world()
    assert len(world) == 2520 * 8
    _are_right(world if LONG else world[::120])


#: Tricks, endings, and the block that they are drawn as.
BLOCKS = [(3, 40, block) for block in range(50 if LONG else 1)]
BLOCKS += [(4, 20, block) for block in range(10 if LONG else 1)]


@pytest.mark.parametrize(("tricks", "count", "block"), BLOCKS)
def test_endings_of_more_cards(tricks: int, count: int, block: int) -> None:
    random = Random(f"{tricks} cards {block}")
    _are_right(
        position(random, tricks, claimer=random.choice(SEATS), high=random.random() < 0.7)
        for _ in range(count)
    )


def test_double_dummy_success_alone_is_not_good() -> None:
    """A queen that can be finessed either way: who sees all cards makes the rest, a claimer need not."""
    at = ClaimPosition(
        tuple(map(Hand.parse, ({"S": "KJ2"}, {"S": "Q5", "H": "2"}, {"S": "AT3"}, {"S": "76", "H": "3"}))),
        None, Seat.SOUTH, Seat.SOUTH, Seat.SOUTH,
    )  # fmt: skip
    found = check(at, "the rest", lang="en")
    assert (found.word, found.ceiling) == ("DOUBTFUL", 3)
    assert "70E1" in found.checks
