"""Is a claim good? From what was said and the cards to the verdict.

Nothing is guessed. What the claimer was aware of and whether a list was an order are questions; until
they are answered a claim must stand both ways. What was not searched is doubtful.
"""

from __future__ import annotations

from itertools import permutations

from callparser.claims.checks import failed, not_held
from callparser.claims.line import Line, Step
from callparser.claims.position import ClaimPosition
from callparser.claims.quantities import Case, Quantities
from callparser.claims.search import MOST_TRICKS
from callparser.claims.stated import Stated
from callparser.claims.verdict import BAD, CERTAIN, DOUBTFUL, GOOD, Verdict
from callparser.law.branch import branches, referee_rules
from callparser.law.edition import NEWEST, load_edition
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Steps whose order is open are tried in every order up to so many.
_MOST_ORDERED: Final = 3
#: The branch of Laws 68 to 71 that a kind of statement belongs to when it is no claim.
_NO_CLAIM: Final = {
    "current_trick": "68-cur", "objection": "68D2a", "agreement": "68D1", "nothing": "68-none", "": "68-none",
}  # fmt: skip


def check(
    position: ClaimPosition,
    statement: str | Stated,
    *,
    lang: str = "sv",
    edition: str = NEWEST,
    aware: bool | None = None,
    order: bool | None = None,
    tricks: int | None = None,
    top_down: bool = False,
    budget: int | None = None,
) -> Verdict:
    """The verdict on a claim made in this position.

    ``aware``: did he know of the trump that is out? ``order``: is what he recited an order of play?
    ``None``: not known. ``tricks``: how many he claims, where his words do not say. ``top_down``: the
    authority has ruled that a suit is played from the top (70E2). ``budget``: positions that one search
    may look at. Raises :class:`InputError` for an unknown language, :class:`EditionError` for an edition.
    """
    if isinstance(statement, str):
        from callparser.claims.words import understood

        statement = understood(statement, lang, position)
    blank = Verdict(statement, load_edition(edition).id, position.tricks_left)
    if not statement.is_claim:
        checks = () if statement.kind else ("not_understood",)
        return replace(blank, branch=_NO_CLAIM[statement.kind], checks=checks)
    claimed = statement.claimed(blank.left, _won(position)) if tricks is None else tricks
    if claimed is None or not 0 <= claimed <= blank.left:
        early = ("not_searched",) if blank.left > MOST_TRICKS else ()
        return replace(blank, word=DOUBTFUL, branch="70B1", checks=early, questions=("tricks",))
    blank = replace(blank, claimed=claimed)
    return _Trial(position, blank, aware, order, top_down, budget, confirmed=tricks is not None).verdict()


def _won(position: ClaimPosition) -> int | None:
    if position.won is None:
        return None
    return position.won[0 if position.claimer in (position.declarer, position.declarer.partner) else 1]


class _Trial:
    """A claim of a known number of tricks, on its way to a verdict."""

    def __init__(
        self, position: ClaimPosition, blank: Verdict, aware: bool | None, order: bool | None, top_down: bool,
        budget: int | None, *, confirmed: bool,
    ) -> None:  # fmt: skip
        self.blank = blank
        self.said = blank.said
        self.claimed = blank.claimed or 0
        self.confirmed = confirmed  # the number, by a person
        self.top_down = top_down and "70E2" in branches() and blank.edition in branches()["70E2"].cites
        self.at = Quantities(position, blank.said, self.claimed, budget)
        self.position = self.at.position
        self.cases = [
            Case(knew, ordered, self._line(steps, knew))
            for knew in self._aware(aware)
            for ordered, steps in self._orders(order)
        ]

    def verdict(self) -> Verdict:
        found = replace(self.blank, **self.at.bounds())
        if not self.claimed or (found.floor is not None and found.floor >= self.claimed):
            if not (self._is_countable() or self.confirmed):
                check = "unread" if self.said.unread else "not_held"
                return replace(found, word=DOUBTFUL, branch="70B1", checks=(check,), questions=("tricks",))
            return self._allowed(found, CERTAIN)
        if self.blank.left > MOST_TRICKS:
            return self._not_searched(found)
        self.cases = [self.at.searched(case) for case in self.cases]
        found = replace(found, **self.at.worst(self.cases))
        if found.ceiling is not None and found.ceiling < self.claimed:
            return self._bad(found)
        if not all(case.lies_well(self.claimed) for case in self.cases):
            return self._doubtful(found)
        if found.layouts is None or (self.at.known and found.stated is None):
            return self._not_searched(found)
        if self._is_read() and all(self._good_everywhere(case) for case in self.cases):
            return self._allowed(found, GOOD)
        return self._doubtful(found)

    def _is_read(self) -> bool:
        """Are the words a line that can be followed to its end?"""
        return self._is_countable() and not self.said.few

    def _is_countable(self) -> bool:
        """Are all words read, and does he hold what he names? Else he may claim another number."""
        return not (self.said.unread or not_held(self.position, self.said))

    def _good_everywhere(self, case: Case) -> bool:
        """In every layout; with a stated finesse in all in which its suit lies as it does (70E1)."""
        return case.near if self.said.located and self.at.known else case.good == case.of

    # --- the questions -------------------------------------------------------------------------------------

    def _aware(self, answer: bool | None) -> tuple[bool, ...]:
        """Did he know that a trump is out? So the director found, or his own words tell; else it is a
        question (70C2)."""
        if not self.position.trumps_out - self.position.forgotten:
            return (True,)
        if answer is not None:
            return (answer,)
        told = {"drawn": (True,), "gone": (False,)}
        return told.get(self.said.trumps, (True, False))

    def _orders(self, answer: bool | None) -> list[tuple[bool, tuple[Step, ...]]]:
        """The steps as they are to be followed: as said; if that is no order, in any order or not at all."""
        said = self.said.steps
        found = [(True, said)] if answer is not False or not self.said.listed else []
        if self.said.listed and not answer:
            free = self.said.recited or len(said) > _MOST_ORDERED
            found += [(False, steps) for steps in ([()] if free else permutations(said))]
        return found

    def _line(self, steps: tuple[Step, ...], aware: bool) -> Line:
        forgotten = self.position.forgotten
        return Line(
            steps=steps,
            discards=self.said.discards,
            forgotten=forgotten if aware else forgotten | self.position.trumps_out,
            conceded=self.blank.left - self.claimed,
            top_down=self.top_down,
        )

    def _questions(self) -> tuple[str, ...]:
        """The questions that make a difference."""
        return tuple(name for name in ("aware", "order") if self._differ(name))

    def _differ(self, name: str) -> bool:
        worth: dict[bool, set[tuple[int | None, int]]] = {}
        for case in self.cases:
            worth.setdefault(getattr(case, name), set()).add((case.made, case.good))
        return len(worth) > 1 and len({frozenset(one) for one in worth.values()}) > 1

    # --- the words -----------------------------------------------------------------------------------------

    def _allowed(self, found: Verdict, word: str) -> Verdict:
        checks = self._given_up(found)
        return replace(found, word=word, branch=checks[0] if checks else "70-ok", checks=checks)

    def _given_up(self, found: Verdict) -> tuple[str, ...]:
        """Law 71: a trick was given up that no legal play (1997), or no normal play, could lose."""
        legal = referee_rules(found.edition).params["no_legal_play"] == "true"
        if legal and found.floor is not None and found.floor > self.claimed:
            return ("71A",)
        kept = found.floor if found.normal is None else found.normal
        return ("71C",) if kept is not None and kept > self.claimed else ()

    def _bad(self, found: Verdict) -> Verdict:
        worth = {case.made for case in self.cases if case.made is not None}
        return replace(
            self._failed(found, BAD),
            award=min(worth) if len(worth) == 1 and found.stated is not None else None,
            questions=self._questions() if len(worth) > 1 else (),
        )

    def _doubtful(self, found: Verdict) -> Verdict:
        working = self.at.working() if found.ceiling is not None else ()
        return replace(self._failed(found, DOUBTFUL), questions=self._questions(), working=working)

    def _failed(self, found: Verdict, word: str) -> Verdict:
        """With the checks that are not passed and a line on which it fails."""
        checks = tuple(failed(self.at, self.cases, found.ceiling, found.edition))
        branch = next((name for name in checks if name in branches()), "70D1")
        return replace(found, word=word, branch=branch, checks=checks, **self.at.failing(self.cases))

    def _not_searched(self, found: Verdict) -> Verdict:
        """Nothing is guessed; that even the best play makes fewer still holds."""
        bad = found.ceiling is not None and found.ceiling < self.claimed
        return replace(found, word=BAD if bad else DOUBTFUL, checks=("not_searched",))
