"""What the Laws make of a call: resolutions, each with its clause and its trace.

Every outcome is a value. The classes differ in what their fields mean, not in their names:
``candidates`` always lists the cards that may be designated next, highest spade first.
"""

from __future__ import annotations

from types import MappingProxyType

from callparser.cards import Card
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from typing import ClassVar, Final

Fact = str | int | bool | None | tuple[str, ...]


class Step(Value):
    """One clause looked at. ``verdict`` is a stable word, ``facts`` are codes and numbers, never prose."""

    clause: str
    verdict: str
    facts: Mapping[str, Fact] = MappingProxyType({})


Trace = tuple[Step, ...]


class Reading(Value):
    """One way to read a disputed call: what it would give, under which clause, after which source.

    ``source`` is the key of a message that names the authority; ``card`` is ``None`` where the
    reading plays no card by itself.
    """

    clause: str
    outcome: str
    card: Card | None = None
    candidates: tuple[Card, ...] = ()
    source: str = ""


class _Resolution(Value):
    clause: str
    trace: Trace
    candidates: tuple[Card, ...] = ()
    status: str = "settled"
    readings: tuple[Reading, ...] = ()
    flags: tuple[str, ...] = ()


class Played(_Resolution):
    """A card is played."""

    outcome: ClassVar[str] = "played"

    @property
    def card(self) -> Card:
        return self.candidates[0]


class MustSpecify(_Resolution):
    """Several cards of the rank called may be played: declarer says which (46B3b)."""

    outcome: ClassVar[str] = "choose"


class Void(_Resolution):
    """The call is void: declarer designates any legal card (46B4, 44C)."""

    outcome: ClassVar[str] = "void"


class DefenderDesignates(_Resolution):
    """Either defender may designate one of the candidates (46B5)."""

    outcome: ClassVar[str] = "defender_designates"


class Ask(_Resolution):
    """The law does not settle it, or the words do not. ``readings`` lay out what it may mean."""

    outcome: ClassVar[str] = "ask"


class NoCall(_Resolution):
    """No card was called. ``word`` is the outcome on the wire: ``claim``, ``director``, ``not_a_call`` ..."""

    word: str = "not_a_call"

    @property
    def outcome(self) -> str:
        return self.word


Resolution = Played | MustSpecify | Void | DefenderDesignates | Ask | NoCall


def effect(result: Resolution, intent: Hashable) -> Hashable:
    """What comes of a call, whatever words led there; equal for two calls with nothing to ask between them.

    A card is that card. An outcome that plays none is its clause and what it leaves open; where nothing was
    called it is ``intent``, what was said instead: a claim of three tricks is not one of five.
    """
    if isinstance(result, Played):
        return result.card
    if isinstance(result, NoCall):
        return result.outcome, intent
    return result.outcome, result.clause, result.candidates, result.readings


def ordered(question: Resolution, weight: Callable[[Card], int]) -> Resolution:
    """A question with its cards by weight, the heaviest first and else as they stand in the hand.

    Its readings follow the cards; those that play none come last.
    """
    cards = tuple(sorted(question.candidates, key=lambda card: -weight(card)))
    places: dict[Card | None, int] = {card: place for place, card in enumerate(cards)}
    readings = sorted(question.readings, key=lambda one: places.get(one.card, len(cards)))
    return replace(question, candidates=cards, readings=tuple(readings))


#: Every outcome that a resolution or an answer can have, as on the wire.
OUTCOMES: Final = (
    "played", "choose", "void", "defender_designates", "ask", "claim", "concession", "current_trick",
    "objection", "director", "query", "acknowledge", "not_a_call", "not_understood", "error",
)  # fmt: skip
