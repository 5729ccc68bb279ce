"""A case under judgement: the facts, the edition, and the branches walked so far.

The functions of the laws ask a :class:`Case` for facts. A fact that is not known ends the walk there
(:class:`Unknown`); what was walked until then stands, and the fact is what is asked next.
"""

from __future__ import annotations

from types import MappingProxyType

from callparser.cards import Card, Suit
from callparser.law.branch import Branch, RefereeRules, branches
from callparser.outcome import Fact as StepFact
from callparser.outcome import Step, Trace
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import Incident
from callparser.referee.timeline import Timeline
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Unknown(Exception):
    """The law needs a fact that the incident does not state. Never leaves :mod:`callparser.referee.rule`."""

    def __init__(self, fact: str) -> None:
        super().__init__(fact)
        self.fact = fact


class Ruling(Value):
    """How far the tree was walked, and what it comes to.

    ``branch`` is the last one that decides something, ``""`` when none was reached. ``tricks_transferred`` is
    what the facts given so far transfer, ``None`` where that is not settled; while ``ask`` is not empty it
    may still change. ``ask`` are the facts still needed, fewest first. ``judgement`` are the judgements the
    ruling rests on. ``facts`` are what was computed: legal cards, candidates, penalty cards. ``params`` are
    the points looked at where editions differ. ``line`` is what was said and laid around a disputed call.
    """

    edition: str
    branch: str = ""
    outcome: str = "ask"
    clause: str = ""
    url: str = ""
    verified: bool = True
    tricks_transferred: int | None = None
    ask: tuple[str, ...] = ()
    judgement: tuple[str, ...] = ()
    facts: Mapping[str, StepFact] = MappingProxyType({})
    trace: Trace = ()
    params: Mapping[str, str] = MappingProxyType({})
    line: Timeline = Timeline()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that a disputed call comes to by the words alone; empty under the other laws."""
        found = self.facts.get("called", ())
        return found if isinstance(found, tuple) else ()


class Case:
    """One incident under one edition, while it is walked."""

    def __init__(self, incident: Incident, rules: RefereeRules) -> None:
        self.incident = incident
        self.rules = rules
        self.tricks: int | None = None
        self.line = Timeline()
        self.read: set[str] = set()
        self._branch: Branch | None = None
        self._steps: list[Step] = []
        self._found: dict[str, StepFact] = {}
        self._judged: list[str] = []
        self._used: dict[str, str] = {}

    # --- facts ---

    def known(self, name: str) -> Any:
        """A fact, or ``None`` when it is not stated."""
        self.read.add(name)
        value = self.incident.facts.get(name)
        if value is not None and BY_NAME[name].judged and name not in self._judged:
            self._judged.append(name)
        return value

    def need(self, name: str) -> Any:
        """A fact of any kind. Raises :class:`Unknown`, as all that follow do."""
        value = self.known(name)
        if value is None:
            raise Unknown(name)
        return value

    def yes(self, name: str) -> bool:
        """A fact that is true or false. Raises :class:`Unknown`, as the others do."""
        found: bool = self.need(name)
        return found

    def word(self, name: str) -> str:
        found: str = self.need(name)
        return found

    def number(self, name: str) -> int:
        found: int = self.need(name)
        return found

    def cards(self, name: str) -> tuple[Card, ...] | None:
        """Cards that are told, never asked about."""
        found: tuple[Card, ...] | None = self.known(name)
        return found

    def card(self, name: str) -> Card | None:
        found: Card | None = self.known(name)
        return found

    def suit(self, name: str) -> Suit | None:
        found: Suit | None = self.known(name)
        return found

    # --- the edition ---

    def param(self, name: str) -> str:
        """What this edition says on a point where editions differ; remembered, to tell why rulings do."""
        self._used[name] = self.rules.params[name]
        return self._used[name]

    def says(self, name: str) -> bool:
        """The same where it is true or false."""
        return self.param(name) == "true"

    # --- branches ---

    def has(self, branch: str) -> bool:
        """Does this edition know the branch?"""
        return self.rules.edition in branches()[branch].cites

    def at(self, branch: str, **facts: StepFact) -> None:
        """The walk stands here now: this branch decides unless a later one does."""
        self._branch = self._step(branch, facts)

    def note(self, branch: str, **facts: StepFact) -> None:
        """A branch that was passed, or that applies beside the one that decides."""
        self._step(branch, facts)

    def tell(self, **facts: StepFact) -> None:
        """What was found and belongs to no branch."""
        self._found |= facts

    def _step(self, branch: str, facts: dict[str, StepFact]) -> Branch:
        found = branches()[branch]
        self._steps.append(Step(found.cites[self.rules.edition], branch, MappingProxyType(facts)))
        self._found |= facts
        return found

    def ruling(self, ask: tuple[str, ...] = ()) -> Ruling:
        """What the walk has come to."""
        found = Ruling(
            self.rules.edition,
            tricks_transferred=self.tricks,
            ask=ask,
            judgement=tuple(self._judged),
            facts=MappingProxyType(dict(self._found)),
            trace=tuple(self._steps),
            params=MappingProxyType(dict(self._used)),
            line=self.line,
        )
        if self._branch is None:
            return found
        clause = self._branch.cites[self.rules.edition]
        return replace(
            found,
            branch=self._branch.id,
            outcome=self._branch.outcome,
            clause=clause,
            url=self.rules.url(clause),
            verified=self.rules.is_verified(clause),
        )
