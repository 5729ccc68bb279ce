"""What a session remembers of the last answer, and what is read off it."""

from __future__ import annotations

from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Chatter,
    Claim,
    Concession,
    Correction,
    Designation,
    NamedCard,
    NotUnderstood,
    RankOnly,
    SuitOnly,
    Understood,
    is_play,
)
from callparser.outcome import Played
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.cards import Card
    from callparser.designation import Intent
    from callparser.jsonline import Row
    from callparser.outcome import Resolution


class Memory(Value):
    """``state`` is one of :data:`callparser.session.state.STATES`."""

    state: str = "idle"
    calls: tuple[Understood, ...] = ()  # what the law is asked about, with the next call
    gaps_s: tuple[float | None, ...] = ()
    options: tuple[Card, ...] = ()
    said: int = 0  # so many of them, the first, were read out
    several: bool = False  # the question has several readings, so "yes" does not answer it
    heard: str = ""
    row: Row | None = None
    speech: str = ""
    why: str = ""  # what there is to say about the last answer that had a reason
    taken_back: tuple[Card, ...] = ()  # what stood and was taken back, since the last card
    meant: Intent | None = None  # the likeliest meaning of the call
    spoken: bool = False  # it was heard, not typed
    choices: tuple[tuple[Card, Intent], ...] = ()  # what each option was heard as
    denied: Intent | None = None  # what was heard, and was not meant
    under: Memory | None = None  # what stood when the end of the hand was heard; it stands again after a "no"


def likeliest(said: Understood) -> Intent | None:
    """The meaning of what was said, or the first of several."""
    if isinstance(said, Ambiguous):
        return said.readings[0].intent if said.readings else None
    return said.intent if isinstance(said, Designation) else None


def denied(now: Memory) -> Intent | None:
    """What was heard wrongly, if the call that is taken back was spoken and not only asked about."""
    return now.meant if now.spoken and now.state in ("standing", "confirm") else now.denied


def as_spoken(question: Resolution, said: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a question: first those that are ``said``, in that order, then those that are not."""
    return tuple(dict.fromkeys([*said, *question.candidates]))


def takes_back(said: Designation) -> bool:
    intent = said.intent
    return isinstance(intent, Correction) and intent.first is None and intent.second is None


def counts(said: Understood) -> bool:
    """Does it touch the call that stands? Remarks, claims and what was not understood do not."""
    if isinstance(said, Ambiguous):
        return any(is_play(one.intent) for one in said.readings)
    if isinstance(said, NotUnderstood):
        return False
    intent = said.intent
    if isinstance(intent, Chatter):
        return intent.hold
    return is_play(intent) or isinstance(intent, (Correction, Acknowledge))


def ends_play(said: Understood) -> bool:
    """Is it a claim or a concession (68A, 68B), and not only guessed to be one?"""
    return isinstance(said, Designation) and isinstance(said.intent, (Claim, Concession)) and not said.guessed


def fits(said: Designation, card: Card) -> bool:
    """Does it name this card among others: in full, by its suit or by its rank?"""
    intent = said.intent
    if isinstance(intent, NamedCard):
        return (intent.suit, intent.rank) == (card.suit, card.rank)
    if isinstance(intent, SuitOnly):
        return intent.suit == card.suit
    return isinstance(intent, RankOnly) and intent.rank == card.rank


def replaces(now: Memory, result: Resolution, *, answers: bool) -> bool:
    """Is it a card in the place of another that was called? Then it says so, for the director."""
    if not isinstance(result, Played):
        return False
    asked = answers and "correction" in (now.row or {}).get("flags", ())
    return asked or any(card != result.card for card in now.taken_back)


def taken_back(now: Memory) -> tuple[Card, ...]:
    """The cards that had been called. A proposal that is refused was perhaps never said."""
    called = now.state == "standing" or len(now.calls) > 1
    return tuple(dict.fromkeys([*now.taken_back, *(now.options if called else ())]))
