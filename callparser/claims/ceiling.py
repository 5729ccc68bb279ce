"""The best that the claimer's side can do double dummy: our own search, and DDS for long endings."""

from __future__ import annotations

from callparser.cards import NO_CARDS
from callparser.claims.ending import ending
from callparser.claims.line import ANY_LEGAL
from callparser.claims.position import ClaimPosition
from callparser.claims.search import MOST_TRICKS, OutOfBudget, search
from callparser.doubledummy import Solver
from callparser.errors import EngineFailed, InputError


def ceiling(position: ClaimPosition, budget: int | None = None) -> int | None:
    """Tricks that the claimer's side makes with best play of all four; ``None`` when it was not found.

    All hands must be known and even, as :func:`callparser.claims.position.read_position` leaves them.
    """
    if position.tricks_left <= MOST_TRICKS:
        try:
            return search(ending(position), ANY_LEGAL, helped=True, budget=budget).worst()
        except OutOfBudget:
            pass
    return solved(position)


def solved(position: ClaimPosition) -> int | None:
    """The same by DDS; ``None`` where endplay is not installed, fails or takes too long."""
    hands = tuple(held or NO_CARDS for held in position.hands)
    try:
        with Solver() as solver:
            worth = solver.cards(hands, position.trumps, position.leader, position.trick)
    except (InputError, EngineFailed):
        return None
    made = max(worth.values())
    turn = position.leader.after(len(position.trick))
    return made if turn % 2 == position.claimer % 2 else position.tricks_left - made
