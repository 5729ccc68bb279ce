"""The numbers behind a verdict: the tricks in five ways, each searched with a budget, and lines to look at.

What was not searched, or not within the budget, is ``None``.
"""

from __future__ import annotations

from callparser.cards import Hand
from callparser.claims.ceiling import ceiling
from callparser.claims.ending import Ending, ending
from callparser.claims.layouts import layouts
from callparser.claims.line import ANY_LEGAL, Kind, Line
from callparser.claims.normal import Rules
from callparser.claims.position import ClaimPosition
from callparser.claims.search import MOST_TRICKS, OutOfBudget, search
from callparser.claims.stated import Stated
from callparser.claims.trouble import trouble
from callparser.claims.witness import PlayedTrick, failing, working
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

#: Layouts that are looked through before one that fails ends it.
_AT_ONCE: Final = 16


class Case(Value):
    """One answer to the open questions, and what the claim is worth then.

    ``good`` of ``of`` layouts are enough; ``near``: all in which the suit of a stated finesse lies as
    it does.
    """

    aware: bool
    order: bool
    line: Line
    made: int | None = None
    good: int = 0
    of: int = 0
    near: bool = False
    elsewhere: tuple[Hand, Hand] | None = None

    def lies_well(self, claimed: int) -> bool:
        """Enough as the cards lie, if that is known."""
        return self.made is None or self.made >= claimed


class Quantities:
    """One position in which ``claimed`` tricks are claimed.

    ``known``: were all hands given? If not, ``position`` and ``ending`` are one of the layouts.
    """

    def __init__(self, position: ClaimPosition, said: Stated, claimed: int, budget: int | None) -> None:
        self.said = said
        self.claimed = claimed
        self.budget = budget
        self.known = position.known
        self.splits = layouts(position)
        self.position = position if position.known else self._dealt(position)
        self.ending = ending(self.position)
        self.masks = [] if self.splits is None else self.splits.masks(self.ending)

    def _dealt(self, position: ClaimPosition) -> ClaimPosition:
        """Unknown hands filled in, in any way that fits."""
        if self.splits is None:
            held = list(position.pool)
            size = position.size(position.hidden[0])
            hands = Hand.of(held[:size]), Hand.of(held[size:])
        else:
            hands = self.splits.hands(0)
        return position.dealt(dict(zip(position.hidden, hands, strict=True)))

    def bounds(self) -> dict[str, int | None]:
        """``ceiling`` and ``floor``, where the hands are known."""
        if not self.known:
            return {}
        left = self.ending.tricks
        if left > MOST_TRICKS:
            return {"ceiling": ceiling(self.position), "floor": left if self._all_high() else None}
        try:
            floor = search(self.ending, ANY_LEGAL, budget=self.budget).worst()
        except OutOfBudget:
            floor = None
        return {"ceiling": ceiling(self.position, self.budget), "floor": floor}

    def _all_high(self) -> bool:
        """Nothing but winners in the claimer's hand, and the lead: no search is needed."""
        if self.ending.trick or not self.ending.controls[self.ending.leader]:
            return False
        held = self.ending.hands[self.ending.leader]
        others = sum(self.ending.hands) - held
        alone = replace(self.ending, hands=(held, others, 0, 0), controls=(True, False, False, False))
        rules = Rules(alone, ANY_LEGAL)
        return rules.winners(held, rules.start()) == held

    def searched(self, case: Case) -> Case:
        """The case with what was found of it before the budget was spent."""
        found = search(self.ending, case.line, budget=self.budget)
        try:
            case = replace(case, made=found.worst() if self.known else None)
            if self.splits is None:
                return case
            held = found.hold(self.masks, self.claimed)
        except OutOfBudget:
            return case
        elsewhere = None if all(held) else self.splits.hands(held.index(False))
        return replace(case, good=sum(held), of=len(held), near=self._near(held), elsewhere=elsewhere)

    def _near(self, held: list[bool]) -> bool:
        """Is it enough wherever the suits of a stated finesse lie as they do?"""
        steps = (step for step in self.said.steps if step.kind is Kind.FINESSE and step.suit is not None)
        suits = sum(self.ending.suits[suit] for suit in {step.suit for step in steps} if suit is not None)
        here = self.ending.hands[self.ending.hidden[0]]
        return all(good for good, (one, _) in zip(held, self.masks, strict=True) if not (one ^ here) & suits)

    def worst(self, cases: Sequence[Case]) -> dict[str, int | tuple[int, int] | None]:
        """``stated``, ``normal`` and ``layouts``: the worst over the open questions."""
        made = [case.made for case in cases]
        fewest = min(cases, key=lambda case: case.good)
        return {
            "stated": None if None in made else min(one for one in made if one is not None),
            "normal": self._normal(cases),
            "layouts": (fewest.good, fewest.of) if all(case.of for case in cases) else None,
        }

    def _normal(self, cases: Sequence[Case]) -> int | None:
        """As ``stated``, without what was said of the order."""
        if not self.known:
            return None
        lines = {replace(case.line, steps=(), discards=()) for case in cases}
        try:
            return min(search(self.ending, line, budget=self.budget).worst() for line in lines)
        except OutOfBudget:
            return None

    # --- lines of play -------------------------------------------------------------------------------------

    def failing(self, cases: Sequence[Case]) -> dict[str, Any]:
        """The shortest failing line, and why it fails: as the cards lie, else in a layout where it fails."""
        cases = sorted(cases, key=lambda case: case.aware, reverse=True)
        here = [(case, None) for case in cases if not case.lies_well(self.claimed)]
        there = [(case, case.elsewhere) for case in cases if case.elsewhere and not self.said.located]
        for case, hands in (*here, *there):
            at = self.ending if hands is None else self._elsewhere(hands)
            try:
                shown = failing(at, case.line, self.claimed, self.budget)
                why = trouble(at, shown, self.claimed, self.budget)
            except OutOfBudget:
                continue
            return {"failing": shown, "trouble": why, "elsewhere": hands}
        return {}

    def _elsewhere(self, hands: tuple[Hand, Hand]) -> Ending:
        return ending(self.position.dealt(dict(zip(self.position.hidden, hands, strict=True))))

    def working(self) -> tuple[PlayedTrick, ...]:
        """A line on which it holds; empty where there is none, or it was not found."""
        try:
            return working(self.ending, self.claimed, self.budget)
        except OutOfBudget:
            return ()

    # --- for single checks ---------------------------------------------------------------------------------

    def best_holds_everywhere(self) -> bool:
        """Is the best play enough in every layout? Raises :class:`OutOfBudget`."""
        best = search(self.ending, ANY_LEGAL, helped=True, budget=self.budget)
        parts = (self.masks[at : at + _AT_ONCE] for at in range(0, len(self.masks), _AT_ONCE))
        return all(all(best.hold(part, self.claimed)) for part in parts)

    def with_partner(self, line: Line) -> int:
        """Tricks of a defender who claims, if his partner plays as he would. Raises :class:`OutOfBudget`."""
        claimer = int(self.position.claimer)
        both = tuple(at in (claimer, (claimer + 2) % 4) for at in range(4))
        return search(replace(self.ending, controls=both), line, budget=self.budget).worst()
