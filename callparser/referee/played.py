"""The record that an incident states: deal, tricks and trumps, checked against each other."""

from __future__ import annotations

from callparser.cards import Card, Suit
from callparser.errors import InputError
from callparser.referee.defective import Record
from callparser.referee.kinds import FactValue, Hands, TrickRow
from callparser.table import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def record_of(facts: Mapping[str, FactValue]) -> Record | None:
    """Deal and tricks, if both are there. Raises :class:`InputError` when they contradict each other."""
    deal: Any = facts.get("play.deal")
    rows: Any = facts.get("play.tricks")
    if deal is None or rows is None or any(len(hand) != 13 for hand in deal) or is_double(deal):
        return None
    _check(deal, rows)
    return Record(deal, rows, trump_suit(facts), facts.get("play.trump") is not None)


def trump_suit(facts: Mapping[str, FactValue]) -> Suit | None:
    """The trump suit; ``None`` at notrump, and where it is not told."""
    letter: Any = facts.get("play.trump", "NT")
    return None if letter == "NT" else Suit.parse(letter)


def is_double(deal: Hands) -> bool:
    """Does a card stand in two hands?"""
    union = deal[0] | deal[1] | deal[2] | deal[3]
    return len(union) < sum(map(len, deal))


def _check(deal: Hands, rows: tuple[TrickRow, ...]) -> None:
    """Every card laid was dealt to that seat, and laid once."""
    gone: set[Card] = set()
    for number, row in enumerate(rows, 1):
        for one in row:
            for card in one.cards:
                if card not in deal[one.seat]:
                    raise InputError(
                        f"play.tricks: {one.seat.letter} lays {card.code} to trick {number}, "
                        "but the deal does not give it to him"
                    )
                if card in gone:
                    raise InputError(f"play.tricks: {card.code} is laid twice; each card is played once")
                gone.add(card)
    for number, row in enumerate(rows, 1):
        if not row:
            raise InputError(f"play.tricks: trick {number} is empty; leave it out if nobody has played to it")


def from_piles(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Piles tell nothing by themselves. Raises :class:`InputError` when no play can have made them."""
    piles: Any = facts.get("play.piles", ((),) * 4)
    deal: Any = facts.get("play.deal")
    gone: set[Card] = set()
    for seat, pile in zip(SEATS, piles, strict=True):
        for card in (one.card for one in pile):
            if card in gone:
                raise InputError(f"play.piles: {card.code} lies there twice; each card is played once")
            if deal is not None and card not in deal[seat]:
                raise InputError(
                    f"play.piles: {card.code} lies in the pile of {seat.letter}, "
                    "but the deal does not give it to him"
                )
            gone.add(card)
    return {}
