"""Is a claim good? The tricks in five ways, and one word: CERTAIN, GOOD, BAD or DOUBTFUL
(``docs/claims.md``).

Nothing is guessed. What the claimer was aware of and whether a list was an order are questions; until
they are answered a claim must stand both ways. What was not searched is doubtful.
"""

from __future__ import annotations

from itertools import permutations

from callparser.cards import Hand, Suit
from callparser.claims.ceiling import ceiling
from callparser.claims.ending import ending
from callparser.claims.layouts import layouts
from callparser.claims.line import ANY_LEGAL, Kind, Line, Step
from callparser.claims.position import ClaimPosition
from callparser.claims.search import MOST_TRICKS, OutOfBudget, search
from callparser.claims.stated import Stated
from callparser.claims.trouble import Trouble, trouble
from callparser.claims.witness import PlayedTrick, failing, working
from callparser.law.branch import branches, referee_rules
from callparser.law.edition import NEWEST, load_edition
from callparser.table import Seat
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

CERTAIN: Final = "CERTAIN"
GOOD: Final = "GOOD"
BAD: Final = "BAD"
DOUBTFUL: Final = "DOUBTFUL"

#: Steps whose order is open are tried in every order up to so many.
_MOST_ORDERED: Final = 3
#: Layouts that are looked through before one that fails ends it.
_AT_ONCE: Final = 16

#: The branch of Laws 68 to 71 that a kind of statement belongs to when it is no claim.
_NO_CLAIM: Final = {
    "current_trick": "68-cur", "objection": "68D2a", "agreement": "68D1", "nothing": "68-none", "": "68-none",
}  # fmt: skip


class Verdict(Value):
    """``word`` is ``None`` when nothing was claimed; ``branch`` is the branch of Laws 68 to 71 that it
    rests on.

    ``ceiling``: the best double dummy. ``floor``: every legal line of all four, the worst. ``stated``:
    his words followed, normal play where they are silent, the worst; ``normal``: the same without his
    words. ``layouts``: in how many of how many splits of the cards he does not see ``stated`` is enough.
    ``None``: not searched. ``award``: what a bad claim is worth. ``checks``: branches and other findings
    by name; ``questions``: what a person must say first. ``failing`` and ``working``: lines of play,
    ``trouble``: why the first fails;
    ``elsewhere``: the hidden hands of ``failing`` when they are not those of the position.
    """

    said: Stated
    edition: str
    left: int
    word: str | None = None
    branch: str = "70A"
    claimed: int | None = None
    ceiling: int | None = None
    floor: int | None = None
    stated: int | None = None
    normal: int | None = None
    layouts: tuple[int, int] | None = None
    award: int | None = None
    checks: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    failing: tuple[PlayedTrick, ...] = ()
    working: tuple[PlayedTrick, ...] = ()
    trouble: Trouble | None = None
    elsewhere: tuple[Hand, Hand] | None = None

    @property
    def worth(self) -> int | None:
        """The claimer's tricks of those left with all hands faced; ``None`` where that was not searched.

        What is doubtful goes against him (70A); what he gave up and could not lose is his (71).
        """
        if self.word in (CERTAIN, GOOD):
            kept = self.floor if "71A" in self.checks or self.normal is None else self.normal
            return kept if self.checks else self.claimed
        return None if self.stated is None or self.claimed is None else min(self.claimed, self.stated)

    @property
    def clause(self) -> str:
        """The citation in this edition."""
        return branches()[self.branch].cites.get(self.edition, "70A")


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
        return replace(blank, word=DOUBTFUL, branch="70B1", questions=("tricks",))
    blank = replace(blank, claimed=claimed)
    return _Trial(position, blank, aware, order, top_down, budget, confirmed=tricks is not None).verdict()


def _won(position: ClaimPosition) -> int | None:
    if position.won is None:
        return None
    return position.won[0 if position.claimer in (position.declarer, position.declarer.partner) else 1]


class _Case(Value):
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


class _Trial:
    """A claim of a known number of tricks, on its way to a verdict."""

    def __init__(
        self, position: ClaimPosition, blank: Verdict, aware: bool | None, order: bool | None, top_down: bool,
        budget: int | None, *, confirmed: bool,
    ) -> None:  # fmt: skip
        self.position = position
        self.blank = blank
        self.said = blank.said
        self.claimed = blank.claimed or 0
        self.confirmed = confirmed  # the number, by a person
        self.top_down = top_down and "70E2" in branches() and blank.edition in branches()["70E2"].cites
        self.budget = budget
        self.splits = layouts(position)
        self.position = position if position.known else self._dealt(0)
        self.known = position.known
        self.ending = ending(self.position)
        self.masks = [] if self.splits is None else self.splits.masks(self.ending)
        self.cases = [
            _Case(knew, ordered, self._line(steps, knew))
            for knew in self._aware(aware)
            for ordered, steps in self._orders(order)
        ]

    def verdict(self) -> Verdict:
        found = replace(self.blank, **self._bounds())
        if not self.claimed or (found.floor is not None and found.floor >= self.claimed):
            if self.said.unread and not self.confirmed:
                return replace(found, word=DOUBTFUL, branch="70B1", checks=("unread",), questions=("tricks",))
            return self._allowed(found, CERTAIN)
        if self.blank.left > MOST_TRICKS:
            return self._not_searched(found)
        self.cases = [self._searched(case) for case in self.cases]
        found = replace(found, **self._worst())
        if found.ceiling is not None and found.ceiling < self.claimed:
            return self._bad(found)
        if not all(case.lies_well(self.claimed) for case in self.cases):
            return self._doubtful(found)
        if found.layouts is None or (self.known and found.stated is None):
            return self._not_searched(found)
        if (
            not (self.said.unread or self.said.few)
            and not self._not_held()
            and all(self._good_everywhere(case) for case in self.cases)
        ):
            return self._allowed(found, GOOD)
        return self._doubtful(found)

    # --- the questions -------------------------------------------------------------------------------------

    def _aware(self, answer: bool | None) -> tuple[bool, ...]:
        """Did he know that a trump is out? So the director found, or his own words tell; else it is a
        question (70C2)."""
        if not self.blank_trumps_out:
            return (True,)
        if answer is not None:
            return (answer,)
        told = {"drawn": (True,), "gone": (False,)}
        return told.get(self.said.trumps, (True, False))

    @property
    def blank_trumps_out(self) -> bool:
        return bool(self.position.trumps_out - self.position.forgotten)

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

    # --- the five quantities -------------------------------------------------------------------------------

    def _bounds(self) -> dict[str, int | None]:
        """``ceiling`` and ``floor``, where the hands are known."""
        if not self.known:
            return {}
        if self.blank.left > MOST_TRICKS:
            return {"ceiling": ceiling(self.position), "floor": self.blank.left if self._all_high() else None}
        try:
            floor = search(self.ending, ANY_LEGAL, budget=self.budget).worst()
        except OutOfBudget:
            floor = None
        return {"ceiling": ceiling(self.position, self.budget), "floor": floor}

    def _all_high(self) -> bool:
        """Nothing but winners in the claimer's hand, and the lead: no search is needed."""
        from callparser.claims.normal import Rules

        if self.ending.trick or not self.ending.controls[self.ending.leader]:
            return False
        held = self.ending.hands[self.ending.leader]
        others = sum(self.ending.hands) - held
        alone = replace(self.ending, hands=(held, others, 0, 0), controls=(True, False, False, False))
        rules = Rules(alone, ANY_LEGAL)
        return rules.winners(held, rules.start()) == held

    def _searched(self, case: _Case) -> _Case:
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

    def _good_everywhere(self, case: _Case) -> bool:
        """In every layout; with a stated finesse in all in which its suit lies as it does (70E1)."""
        return case.near if self.said.located and self.known else case.good == case.of

    def _worst(self) -> dict[str, int | tuple[int, int] | None]:
        """``stated``, ``normal`` and ``layouts``: the worst over the open questions."""
        made = [case.made for case in self.cases]
        fewest = min(self.cases, key=lambda case: case.good)
        return {
            "stated": None if None in made else min(one for one in made if one is not None),
            "normal": self._normal(),
            "layouts": (fewest.good, fewest.of) if all(case.of for case in self.cases) else None,
        }

    def _normal(self) -> int | None:
        """As ``stated``, without what was said of the order."""
        if not self.known:
            return None
        lines = {replace(case.line, steps=(), discards=()) for case in self.cases}
        try:
            return min(search(self.ending, line, budget=self.budget).worst() for line in lines)
        except OutOfBudget:
            return None

    def _dealt(self, number: int) -> ClaimPosition:
        if self.splits is None:
            held = list(self.position.pool)
            size = self.position.size(self.position.hidden[0])
            hands = Hand.of(held[:size]), Hand.of(held[size:])
        else:
            hands = self.splits.hands(number)
        return self.position.dealt(dict(zip(self.position.hidden, hands, strict=True)))

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
        checks = self._checks(found)
        return replace(
            found,
            word=BAD,
            branch=_branch(checks),
            award=min(worth) if len(worth) == 1 and found.stated is not None else None,
            checks=checks,
            questions=self._questions() if len(worth) > 1 else (),
            **self._failing(),
        )

    def _doubtful(self, found: Verdict) -> Verdict:
        checks = self._checks(found)
        return replace(
            found,
            word=DOUBTFUL,
            branch=_branch(checks),
            checks=checks,
            questions=self._questions(),
            working=self._working(found),
            **self._failing(),
        )

    def _not_searched(self, found: Verdict) -> Verdict:
        """Nothing is guessed; that even the best play makes fewer still holds."""
        bad = found.ceiling is not None and found.ceiling < self.claimed
        return replace(found, word=BAD if bad else DOUBTFUL, checks=("not_searched",))

    def _failing(self) -> dict[str, Any]:
        """The shortest failing line, and why it fails: as the cards lie, else in a layout where it fails."""
        cases = sorted(self.cases, key=lambda case: case.aware, reverse=True)
        here = [(case, None) for case in cases if not case.lies_well(self.claimed)]
        there = [(case, case.elsewhere) for case in cases if case.elsewhere and not self.said.located]
        for case, hands in (*here, *there):
            at = self.ending
            if hands is not None:
                at = ending(self.position.dealt(dict(zip(self.position.hidden, hands, strict=True))))
            try:
                shown = failing(at, case.line, self.claimed, self.budget)
                why = trouble(at, shown, self.claimed, self.budget)
            except OutOfBudget:
                continue
            return {"failing": shown, "trouble": why, "elsewhere": hands}
        return {}

    def _working(self, found: Verdict) -> tuple[PlayedTrick, ...]:
        try:
            return working(self.ending, self.claimed, self.budget) if found.ceiling is not None else ()
        except OutOfBudget:
            return ()

    # --- what it turns on ----------------------------------------------------------------------------------

    def _questions(self) -> tuple[str, ...]:
        """The questions that make a difference."""
        found = []
        if self._differ("aware"):
            found.append("aware")
        if self._differ("order"):
            found.append("order")
        return tuple(found)

    def _differ(self, name: str) -> bool:
        worth: dict[bool, set[tuple[int | None, int]]] = {}
        for case in self.cases:
            worth.setdefault(getattr(case, name), set()).add((case.made, case.good))
        return len(worth) > 1 and len({frozenset(one) for one in worth.values()}) > 1

    def _checks(self, found: Verdict) -> tuple[str, ...]:
        """Each named check that this claim does not pass."""
        names = []
        if self._trump_forgotten():
            names.append("70C")
        if self._partner_needed(found):
            names.append("70D2")
        if not self.said.located and self._depends_on_a_card(found):
            names.append("70E1")
        if any(case.made is not None and case.made < self.claimed for case in self.cases if case.aware):
            names.append("70D1")
        if self.said.unread:
            names.append("unread")
        if self.said.few:
            names.append("few")
        if self._not_held():
            names.append("not_held")
        if not self.said.steps:
            names.append("68C-miss")
        return tuple(names)

    def _not_held(self) -> bool:
        """Does a step name a card or a suit that the claimer's side does not hold, or a ruff or a finesse
        that it cannot take? It cannot be followed."""
        at = self.position
        hands = {seat: at.hands[seat] or Hand() for seat in at.controls}
        held = Hand.of(play.card for play in at.trick if play.seat in at.controls)
        for hand in hands.values():
            held |= hand
        for step in self.said.steps:
            suit = at.trumps if step.kind is Kind.DRAW and at.trumps_out else step.suit
            if step.card is not None and step.card not in held:
                return True
            if suit is None:
                continue
            if not held.in_suit(suit):
                return True
            if step.kind is Kind.FINESSE and not all(hand.in_suit(suit) for hand in hands.values()):
                return True
            if step.kind is Kind.RUFF and not self._can_ruff(suit, step.seat, hands):
                return True
        return False

    def _can_ruff(self, suit: Suit, by: Seat | None, hands: dict[Seat, Hand]) -> bool:
        """Has a hand trumps, and the other one the suit?"""
        trumps = self.position.trumps
        return trumps is not None and any(
            seat.partner in hands and hand.in_suit(trumps) and hands[seat.partner].in_suit(suit)
            for seat, hand in hands.items()
            if by in (None, seat)
        )

    def _trump_forgotten(self) -> bool:
        """70C: a trump is out, he did not speak of it, and a normal line that forgets it loses a trick."""
        return any(
            not case.aware and not (case.lies_well(self.claimed) and case.good == case.of)
            for case in self.cases
        )

    def _depends_on_a_card(self, found: Verdict) -> bool:
        """70E1: it works as some cards lie, and as others do not even the best play would do."""
        if any(case.aware and 0 < case.good < case.of for case in self.cases):
            return True
        if not self.splits or found.ceiling is None or found.ceiling < self.claimed:
            return False
        try:
            best = search(self.ending, ANY_LEGAL, helped=True, budget=self.budget)
            parts = (self.masks[at : at + _AT_ONCE] for at in range(0, len(self.masks), _AT_ONCE))
            return not all(all(best.hold(part, self.claimed)) for part in parts)
        except OutOfBudget:
            return False

    def _partner_needed(self, found: Verdict) -> bool:
        """70D2: a defender's claim that holds only if his partner plays the right card."""
        alone = sum(self.ending.controls) == 1 and found.edition in branches()["70D2"].cites
        if not alone or not self.known:
            return False
        partner = (int(self.position.claimer) + 2) % 4
        both = tuple(at in (int(self.position.claimer), partner) for at in range(4))
        try:
            made = search(replace(self.ending, controls=both), self.cases[0].line, budget=self.budget).worst()
        except OutOfBudget:
            return False
        return made >= self.claimed


def _branch(checks: tuple[str, ...]) -> str:
    """The branch that decides: the first of the checks that is one."""
    return next((name for name in checks if name in branches()), "70D1")
