"""A finding as a row for programs, and as a sentence: the words are in ``grammars/<lang>/messages.yaml``."""

from __future__ import annotations

from callparser.audit.finding import Finding
from callparser.cards import Card
from callparser.explainer.messages import Messages, load_messages
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from callparser.audit.finding import Fact
    from callparser.jsonline import Row


#: The sentence where the record leaves something open.
_OTHER: Final = {"short-hand": "short_hidden", "claim": "claim_untold"}


def finding_row(found: Finding, lang: str) -> Row:
    """The finding as JSON: seats as letters, cards as codes. Raises :class:`InputError` for a language."""
    row: Row = {
        "code": found.code, "level": found.level, "trick": found.trick,
        "seat": None if found.seat is None else found.seat.letter,
        "cards": [card.code for card in found.cards], "clause": found.clause or None,
    }  # fmt: skip
    if not found.verified:
        row["unverified"] = True
    facts = {name: _plain(fact) for name, fact in found.facts.items() if fact is not None and fact != ""}
    return row | {"facts": facts, "text": sentence(found, lang)}


def sentence(found: Finding, lang: str) -> str:
    """What was found, in words."""
    messages = load_messages(lang)
    facts = _Words(messages, found)
    parts = [messages.audit[name].format_map(facts) for name in _parts(found)]
    return " ".join(part[:1].upper() + part[1:] for part in parts)


def _parts(found: Finding) -> Iterator[str]:
    """The keys of the sentences that make it up."""
    facts = found.facts
    yield _OTHER.get(found.code, found.code) if _otherwise(found) else found.code
    if "both_sides_played" in facts:
        yield "late" if facts["both_sides_played"] else "early"
        if facts["may_supply"]:
            yield "may_supply"
    if found.code == "revoke":
        if facts["could"]:
            yield "could"
        if facts["marked"]:
            yield "marked"
        yield _standing(found)


def _otherwise(found: Finding) -> bool:
    """Is it told in other words, for what the record leaves open?"""
    return bool(found.facts.get("hidden")) or (found.code == "claim" and found.facts["played"] is None)


def _standing(found: Finding) -> str:
    """Is the revoke established, and how many tricks go over?"""
    established = found.facts["established"]
    if established is None:
        return "claimer_untold"
    if not established:
        return "not_established"
    return "established" if found.facts["transfer"] is not None else "established_untold"


def _plain(fact: Fact) -> object:
    if isinstance(fact, tuple):
        return [card.code for card in fact]
    if isinstance(fact, Seat):
        return fact.letter
    return fact.code if isinstance(fact, Card) else fact


class _Words:
    """The facts of a finding in a language."""

    def __init__(self, messages: Messages, found: Finding) -> None:
        self.messages = messages
        self.found = found

    def __getitem__(self, name: str) -> str:
        own = {"seat": self.found.seat, "cards": self.found.cards}
        fact = own[name] if name in own else self.found.facts.get(name)
        if isinstance(fact, Seat):
            return self.messages.audit[fact.letter]
        if isinstance(fact, tuple):
            return ", ".join(self.messages.card(card.code) for card in fact)
        if name == "led" and isinstance(fact, str):
            return self.messages.suits[fact]
        if name == "hidden" and isinstance(fact, str):
            return ", ".join(self.messages.audit[seat] for seat in fact.split(", "))
        if name == "counts" and isinstance(fact, str):
            counts = (part.split() for part in fact.split(", "))
            return ", ".join(f"{self.messages.audit[seat]} {count}" for seat, count in counts)
        return "?" if fact is None else str(fact)
