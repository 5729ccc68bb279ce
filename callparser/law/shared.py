"""What several clauses of Law 46 share: facts for the trace, readings, revokes, the suit just won."""

from __future__ import annotations

from callparser.cards import Card, Rank
from callparser.designation import (
    AnySuit,
    High,
    Level,
    Low,
    NamedCard,
    PlayIntent,
    RankOnly,
    SuitOnly,
)
from callparser.law.engine import (
    CODES,
    View,
    high_of,
    low_of,
    rank_code,
    read_card,
    read_cards,
    suit_code,
    suit_of,
)
from callparser.outcome import Reading, Resolution


def bits_of(cards: tuple[Card, ...]) -> int:
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def card_facts(bit: int) -> dict[str, str]:
    return {"card": CODES[bit.bit_length() - 1]}


def suit_facts(suit: AnySuit | int | None, bit: int) -> dict[str, str]:
    return {"suit": suit_code(suit), "card": CODES[bit.bit_length() - 1]}


def rank_facts(rank: int, bit: int = 0) -> dict[str, str]:
    if bit:
        return {"rank": rank_code(rank), "card": CODES[bit.bit_length() - 1]}
    return {"rank": rank_code(rank)}


def plain_call(suit: AnySuit | None, rank: Rank | None, level: Level | None) -> PlayIntent:
    """The call that names just that."""
    if rank is not None:
        return RankOnly(rank) if suit is None else NamedCard(suit, rank)
    if level is Level.LOW:
        return Low(suit)
    if level is not None:
        return High(suit, highest=level is Level.HIGHEST)
    return Low(suit) if suit is None else SuitOnly(suit)


def revoke_card(view: View, bit: int) -> Resolution:
    """44C: that card is held, but playing it would be a revoke."""
    facts = suit_facts(view.led, bit)
    return view.void("44C", "must_follow_card", facts, (), ("would_revoke",))


def revoke_suit(view: View, suit: AnySuit | None) -> Resolution:
    facts = {"named": suit_code(suit), "suit": suit_code(view.led)}
    return view.void("44C", "must_follow_suit", facts, (), ("would_revoke",))


def no_trumps(view: View) -> Resolution:
    return view.void("46B4", "trump_at_notrump", {}, (), ("trump_at_notrump",))


def literal_reading(view: View) -> Reading:
    """46B5, to the letter: no suit and no rank was named."""
    return read_cards(view.legal, "46B5", "defender_designates", "literal")


def void_in_led(view: View, status: str) -> Resolution:
    """46B4: "low" and "high" are of the suit led, and dummy has none. Older texts name no suit."""
    readings: tuple[Reading, ...] = ()
    if status == "disputed":
        readings = (read_cards(view.legal, "46B4", "void", "of_the_suit_led"), literal_reading(view))
    return view.void("46B4", "void_in_led", {"suit": suit_code(view.led)}, readings)


def suit_just_won(view: View, clause: str, verdict: str, *, top: bool = False) -> Resolution:
    """On lead the law is silent: by analogy with 46B3a the suit dummy has just won with."""
    if not view.in_won:
        return view.ask(clause, "no_suit", {}, (literal_reading(view),))
    bit = high_of(view.in_won) if top else low_of(view.in_won)
    readings = () if view.one_legal else (read_card(bit, clause, "suit_just_won"), literal_reading(view))
    flags = () if top else stronger_meant(view, view.in_won)
    return view.played(bit, clause, verdict, suit_facts(view.won_suit, bit), readings, flags)


def stronger_meant(view: View, bits: int) -> tuple[str, ...]:
    """The flag for a human to look at: dummy leads low from a suit whose top card nobody can beat."""
    if not bits & bits - 1:
        return ()
    top = suit_of(bits)
    return ("maybe_incontrovertible",) if high_of(bits) > view.unseen(top) else ()
