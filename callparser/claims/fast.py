"""The compiled search, with the questions of :class:`callparser.claims.plain.Search`."""

from __future__ import annotations

import numpy as np

from callparser.claims import kernel
from callparser.claims.ending import Ending
from callparser.claims.line import ANY_LEGAL, Line
from callparser.claims.normal import Rules, State
from callparser.claims.plain import OutOfBudget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

#: More tricks do not fit into the key of a position.
MOST_TRICKS: Final = 10
_SMALL: Final = 5  # tricks


class FastSearch:
    """One ending along one line; see :class:`callparser.claims.plain.Search`."""

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
        self._packed = _packed(self.rules, helped)
        self._work = np.array([budget, *ending.hidden, horizon], np.int64)
        self._table = np.zeros((1 << (14 if ending.tricks <= _SMALL else 18), 3), np.int64)

    def worst(self, state: State | None = None) -> int:
        """Tricks that the claimer's side still makes. Raises :class:`OutOfBudget`."""
        hands, given = self._given(state or self.rules.start())
        made = kernel.most(self._packed, hands, *given, self._table, self._work)
        return int(self._checked(made))

    def holds(self, state: State, need: int) -> bool:
        """Does the claimer's side make that many more? Raises :class:`OutOfBudget`."""
        hands, given = self._given(state)
        made = kernel.makes(self._packed, hands, need, *given, self._table, self._work)
        return bool(self._checked(made))

    def hold(self, splits: Sequence[tuple[int, int]], need: int) -> list[bool]:
        """For each split of the two hidden hands, as masks: are ``need`` tricks made?"""
        hands, (left, leader, count, led, best, whose, slack, *_) = self._given(self.rules.start())
        held = np.zeros(len(splits), np.int64)
        pairs = np.array(splits, np.int64).reshape(len(splits), 2)
        kernel.hold(
            self._packed, hands, pairs, need, left, leader, count, led, best, whose, slack, self._table,
            self._work, held,
        )  # fmt: skip
        self._checked(0)
        return [bool(one) for one in held]

    def _checked(self, answer: Any) -> Any:
        if self._work[0] < 0:
            raise OutOfBudget
        return answer

    def _given(self, state: State) -> tuple[Any, tuple[int, ...]]:
        left = max(held.bit_count() for held in state.hands)
        led = best = whose = 0
        if state.trick:
            card, whose = self.rules.best(state)
            led, best = self.rules.suit_of(state.trick[0]), 1 << card
        return np.array(state.hands, np.int64), (
            left, state.leader, len(state.trick), led, best, whose, state.slack, state.step, state.done,
            state.active,
        )  # fmt: skip


def _packed(rules: Rules, helped: bool) -> Any:
    """The rules of a line as the kernel reads them."""
    ending, line = rules.ending, rules.line
    controls = sum(1 << seat for seat, mine in enumerate(ending.controls) if mine)
    flags = kernel.FREE * line.free | kernel.TOP_DOWN * line.top_down | kernel.HELPED * helped
    row = [*ending.suits, rules.trumps, ending.side, controls, rules.forgotten, rules.thrown, flags]
    row.append(len(line.steps))
    for step in line.steps:
        card = ending.mask([step.card] if step.card else [])
        suit = rules.suit(step)
        seat = -1 if step.seat is None else int(step.seat)
        row += [int(step.kind), suit, step.count, seat, card, step.high, step.through]
    return np.array(row, np.int64)
