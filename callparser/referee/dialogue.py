"""The question tree: what is asked next, what an answer means, one step back, any answer changed.

Knows no terminal and no browser: both show :class:`Question` and give back a text.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.jsonline import type_name
from callparser.law.edition import NEWEST
from callparser.referee.case import Ruling
from callparser.referee.evidence import with_evidence
from callparser.referee.evidence61 import exceptions, offenders
from callparser.referee.facts import BY_NAME
from callparser.referee.happening import Happening, read_happenings
from callparser.referee.incident import Incident, incident_row, read_incident, read_law
from callparser.referee.kinds import FactValue, read_fact
from callparser.referee.question import CALLS, Question, is_choice, numbered, value_of
from callparser.referee.rule import facts_read, next_fact, rule
from callparser.referee.statement import understood
from callparser.referee.together import Answer, answers
from callparser.referee.words import referee_words
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from callparser.jsonline import Row


class Dialogue:
    """A ruling in the making. ``incident`` is what is known; ``asked`` the facts answered here, in order.

    ``given_with``: the facts that came with one of them in the same answer.
    """

    def __init__(self, incident: Incident, edition: str = NEWEST, lang: str = "sv") -> None:
        self.incident = incident
        self.edition = edition
        self.words = referee_words(lang)
        self.asked: list[str] = []
        self.given_with: dict[str, tuple[str, ...]] = {}
        self.unknown: set[str] = set()

    def question(self) -> Question | None:
        """What is asked next; ``None`` when nothing more is needed, or what is needed is not known."""
        fact = next_fact(self.incident, self.edition)
        if fact is not None and fact not in self.unknown:
            return self.of(fact)
        return self.question() if self._forget_unread() else None

    def _forget_unread(self) -> bool:
        """An answer on a way that a later change has left is no fact of this ruling. Was there one?"""
        read = facts_read(self.incident, self.edition)
        before = self.incident
        for fact in [one for one in self.asked if one not in read]:
            self._forget(fact, read)
        for fact, names in list(self.given_with.items()):
            for name in [one for one in names if one not in read]:
                self.incident = self.incident.given(name, None)
            self._note(fact, *(one for one in names if one in read))
        return self.incident != before

    @property
    def answered(self) -> tuple[str, ...]:
        """Every fact that was answered here, each after the one it came with."""
        return tuple(name for fact in self.asked for name in (fact, *self.given_with.get(fact, ())))

    def number(self, question: Question) -> int:
        """Which question it is, from 1; one asked again keeps its number."""
        asked = self.asked
        return asked.index(question.fact) + 1 if question.fact in asked else len(asked) + 1

    def of(self, fact: str) -> Question:
        """The question about a fact."""
        together = self._together(fact)
        text = self.words.together.get(fact) if together else None
        choices = tuple((one.word, self.words.choice(fact, one.word)) for one in together)
        given = {fact, *(name for one in together for name in one.facts)}
        return Question(
            fact,
            text or self.words.questions[fact],
            self.words.why[fact],
            choices or self._choices(fact),
            any(BY_NAME[name].judged for name in given),
        )

    def _together(self, fact: str) -> tuple[Answer, ...]:
        """The answers that give more than the fact."""
        return answers(fact, self._before(fact), self.edition)

    def _before(self, fact: str) -> Incident:
        """The incident without what was answered to that question."""
        incident = self.incident
        for name in (fact, *self.given_with.get(fact, ())):
            incident = incident.given(name, None)
        return incident

    def _choices(self, fact: str) -> tuple[tuple[str, str], ...]:
        """What may be answered, as far as it can be listed; what the tricks rule out is not offered."""
        if BY_NAME[fact].kind == "card":
            cards: Any = with_evidence(self.incident).facts.get("defect.cards") or ()
            return tuple((card.code, self._card(card)) for card in cards)
        facts = with_evidence(self.incident.given(fact, None)).facts
        if BY_NAME[fact].kind == "seat":
            return tuple((seat.letter, self._seat(seat)) for seat in offenders(facts))
        words = exceptions(facts) if fact == "revoke.exception" else BY_NAME[fact].words
        return tuple((word, self.words.choice(fact, word)) for word in words)

    def answer(self, question: Question, text: str) -> None:
        """Take an answer: a number of the list, a word of it, a number of tricks, or what was said.

        Raises :class:`InputError` and answers nothing.
        """
        if question.fact == "said.kind" and not is_choice(question, text):
            self._take_words(text.strip())
            return
        if question.fact in CALLS and not is_choice(question, text):
            self._take_call(question.fact, text.strip())
            return
        given = self._given(question, text.strip().casefold())
        changed = self._before(question.fact)
        for name, value in given.items():
            changed = changed.given(name, value)
        self._check(changed)
        self.incident = changed
        self._note(question.fact, *(name for name in given if name != question.fact))

    def _check(self, changed: Incident) -> None:
        """Raises :class:`InputError`, in the language of the questions, for an answer that contradicts the
        record or another answer."""
        try:
            next_fact(changed, self.edition)
        except InputError as err:
            raise InputError(self.words.labels["contradicts"]) from err

    def _given(self, question: Question, text: str) -> Mapping[str, FactValue]:
        """The facts that an answer gives. Raises :class:`InputError` for what is none."""
        word = numbered(question, text)
        for one in self._together(question.fact):
            if one.word == word:
                return one.facts
        words = [word for word, _ in self._choices(question.fact)]
        return {question.fact: value_of(BY_NAME[question.fact], word, words, self.words.labels)}

    def _take_words(self, text: str) -> None:
        """The words themselves, typed where it is asked what they meant; they are kept even when unclear."""
        if not text:
            raise InputError(self.words.labels["bad_answer"])
        said = understood(text, self.words.language)
        words = read_fact(BY_NAME["said.words"], text)
        self.incident = self.incident.given("said.words", words).given("said.lang", self.words.language)
        if said is None:
            raise InputError(self.words.labels["not_understood"])
        self.incident = self.incident.given("said.kind", said.kind)
        self._note("said.kind")

    def _take_call(self, fact: str, text: str) -> None:
        """What declarer said, one event more; it stays even where it cannot be told what it came to."""
        if not text:
            raise InputError(self.words.labels["bad_answer"])
        (said,) = read_happenings("call.events", [{"said": text}])
        events = list(self._events())
        at = len(events)
        if self._is_typed(fact):  # other words in the place of those
            at = 0 if fact == "call.first" else at - 1
        events[at : at + 1] = [said]
        changed = self._before(fact).given("call.events", tuple(events))  # words in the place of a number
        if not self._events():
            changed = changed.given("call.complete", False)
        if "call.lang" not in changed.facts:
            changed = changed.given("call.lang", self.words.language)
        asked_next = next_fact(changed, self.edition)
        self.incident = changed
        if asked_next == fact:
            self.given_with.pop(fact, None)
            self.unknown.discard(fact)
            if fact in self.asked:
                self.asked.remove(fact)
            raise InputError(self.words.labels["noted"])
        self._note(fact)

    def _is_typed(self, fact: str) -> bool:
        """Was it answered with declarer's words?"""
        is_answered = fact in self.asked and fact not in self.unknown
        return fact in CALLS and is_answered and fact not in self.incident.facts

    def _untype(self) -> None:
        """The words that were typed last, gone again."""
        left = self._events()[:-1]
        self.incident = self.incident.given("call.events", left or None)
        if not left:
            self.incident = self.incident.given("call.complete", None).given("call.lang", None)

    def _events(self) -> tuple[Happening, ...]:
        events: Any = self.incident.facts.get("call.events", ())
        return tuple(events)

    def pass_over(self, question: Question) -> None:
        """It is not known."""
        self.incident = self._before(question.fact)
        self._note(question.fact)
        self.unknown.add(question.fact)

    def _note(self, fact: str, *given_with: str) -> None:
        self.given_with.pop(fact, None)
        if given_with:
            self.given_with[fact] = given_with
        self.unknown.discard(fact)
        if fact not in self.asked:
            self.asked.append(fact)

    def back(self) -> bool:
        """Take the last answer back. ``False`` at the first question."""
        if not self.asked:
            return False
        self._forget(self.asked[-1])
        return True

    def _forget(self, fact: str, read: frozenset[str] = frozenset()) -> None:
        """The answer, and the words if they gave it. Words that are not clear stay: they are evidence.

        What came with it and is ``read`` stays, as an answer of its own.
        """
        typed = self._is_typed(fact)
        stay = [name for name in self.given_with.get(fact, ()) if name in read]
        kept = {name: self.incident.facts.get(name) for name in stay}
        self.incident = self._before(fact)
        for name, value in kept.items():
            self.incident = self.incident.given(name, value)
        self.given_with.pop(fact, None)
        at = self.asked.index(fact)
        self.asked[at : at + 1] = stay[:1]
        if stay[1:]:
            self.given_with[stay[0]] = tuple(stay[1:])
        self.unknown.discard(fact)
        if typed:
            self._untype()
        words = self.incident.facts.get("said.words")
        if fact == "said.kind" and isinstance(words, str) and understood(words, self.words.language):
            self.incident = self.incident.given("said.words", None).given("said.lang", None)

    def shown(self, fact: str) -> str:
        """The answer to a fact in words."""
        value = self.incident.facts.get(fact)
        if fact in self.given_with:
            facts = {name: self.incident.facts.get(name) for name in (fact, *self.given_with[fact])}
            said = [one.word for one in self._together(fact) if one.facts == facts]
            if said:
                return self.words.choice(fact, said[0])
        if value is None and fact in CALLS and fact not in self.unknown:
            said = [one.text for one in self._events() if one.kind == "said"]
            return f'"{said[0] if fact == "call.first" else said[-1]}"'
        if value is None:
            return self.words.labels["unknown"]
        if isinstance(value, bool):
            return self.words.choice(fact, "yes" if value else "no")
        if isinstance(value, Card):
            return self._card(value)
        if isinstance(value, Seat):
            return self._seat(value)
        return self.words.choice(fact, value) if isinstance(value, str) else str(value)

    def _card(self, card: Card) -> str:
        return load_messages(self.words.language).card(card.code)

    def _seat(self, seat: Seat) -> str:
        return load_messages(self.words.language).audit[seat.letter]

    def ruling(self) -> Ruling:
        return rule(self.incident, self.edition)

    def saved(self) -> Row:
        """Everything that is needed to go on later."""
        return {
            "edition": self.edition, "incident": incident_row(self.incident),
            "asked": list(self.asked), "unknown": sorted(self.unknown),
            "given_with": {fact: list(names) for fact, names in self.given_with.items()},
        }  # fmt: skip


def resumed(row: Row, lang: str = "sv", edition: str = "", law: str = "") -> Dialogue:
    """A dialogue from what was saved, or from ``{"incident": ...}`` alone. Raises :class:`InputError`.

    ``edition`` and ``law`` go before those of the row.
    """
    incident = read_incident(row.get("incident", {}))
    asked_law = law or read_law(row.get("law")) or incident.law
    dialogue = Dialogue(
        Incident(incident.facts, asked_law), edition or str(row.get("edition") or NEWEST), lang
    )
    told = {*incident.facts, *_names(row, "unknown"), *(CALLS if "call.events" in incident.facts else ())}
    dialogue.asked = [name for name in dict.fromkeys(_names(row, "asked")) if name in told]
    dialogue.unknown = set(_names(row, "unknown"))
    dialogue.given_with = _given_with(row, dialogue)
    return dialogue


def _given_with(row: Mapping[str, object], dialogue: Dialogue) -> dict[str, tuple[str, ...]]:
    """What came with which answer, of the facts that are still there."""
    found = row.get("given_with", {})
    if not isinstance(found, dict) or not all(map(is_asked_about, found)):
        raise InputError(
            f"given_with is {type_name(found)}; expected lists of facts by a fact that is asked about"
        )
    known = dialogue.incident.facts
    named = {fact: _names(found, fact) for fact in found}
    return {
        fact: tuple(names)
        for fact, names in named.items()
        if fact in dialogue.asked and names and known.keys() >= {fact, *names}
    }


def _names(row: Mapping[str, object], key: str) -> list[str]:
    found = row.get(key, [])
    if not isinstance(found, list) or not all(map(is_asked_about, found)):
        raise InputError(
            f"{key} is {type_name(found)}; expected a list of names of facts that are asked about"
        )
    return found


def is_asked_about(name: object) -> bool:
    """Is it the name of a fact that there is a question for?"""
    return isinstance(name, str) and name in BY_NAME and not BY_NAME[name].told
