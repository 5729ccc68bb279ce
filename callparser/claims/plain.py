"""The exhaustive search in plain Python: the reference, and what answers where numba is not installed."""

from __future__ import annotations

from callparser.claims.ending import Ending
from callparser.claims.line import ANY_LEGAL, Kind, Line
from callparser.claims.normal import Rules, State
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class OutOfBudget(Exception):
    """More positions than allowed. What was searched proves nothing."""


class Search:
    """One ending along one line. ``helped``: the claimer's side takes its best card instead of its worst.

    ``budget``: how many positions may be looked at. ``horizon``: with so many tricks left the rest is taken
    as made, so that what fails, fails before.
    """

    def __init__(
        self,
        ending: Ending,
        line: Line = ANY_LEGAL,
        *,
        helped: bool = False,
        budget: int = 1 << 60,
        horizon: int = 0,
    ):
        self.ending = ending
        self.rules = Rules(ending, line)
        self.helped = helped
        self.left = budget
        self.horizon = horizon
        self._named = any(step.kind is Kind.CARD for step in line.steps)
        self._known: dict[object, int] = {}  # by what a trick begins with

    def worst(self, state: State | None = None) -> int:
        """Tricks that the claimer's side still makes. Raises :class:`OutOfBudget`."""
        state = state or self.rules.start()
        if not state.trick and state.hands[state.leader].bit_count() <= self.horizon:
            return state.hands[state.leader].bit_count()
        known = None if state.trick else self._key(state)
        found = self._known.get(known)
        if found is not None:
            return found
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget
        ours = state.turn % 2 == self.ending.side
        made = [won + self.worst(after) for _, won, after in self.rules.moves(state)]
        found = max(made) if ours and self.helped else min(made)
        if known is not None:
            self._known[known] = found
        return found

    def _key(self, state: State) -> object:
        """Positions with the same key make the same tricks: a card counts by its place among what is left of
        its suit, not by its rank, where the line names none."""
        hands = state.hands if self._named else self._without_gaps(state.hands)
        return hands, state.leader, state.slack, state.step, state.done

    def _without_gaps(self, hands: tuple[int, ...]) -> bytes:
        """Who holds each card that is left, suit by suit from the lowest up; 8 more where it is forgotten."""
        owners = []
        for suit in self.ending.suits:
            left = sum(hands) & suit
            while left:
                low = left & -left
                left ^= low
                owner = next(seat for seat in range(4) if hands[seat] & low)
                owners.append(owner | 8 * bool(self.rules.forgotten & low))
            owners.append(4)
        return bytes(owners)

    def holds(self, state: State, need: int) -> bool:
        """Does the claimer's side make that many more? Raises :class:`OutOfBudget`."""
        return need <= 0 or self.worst(state) >= need

    def hold(self, splits: Sequence[tuple[int, int]], need: int) -> list[bool]:
        """For each split of the two hidden hands, as masks: are ``need`` tricks made?"""
        start, (one, other) = self.rules.start(), self.ending.hidden
        held = []
        for split in splits:
            hands = list(start.hands)
            hands[one], hands[other] = split
            held.append(self.holds(replace(start, hands=tuple(hands)), need))
        return held
