"""The single values of a play record: each reader gives ``None`` for what is none."""

from __future__ import annotations

from callparser.cards import Card
from callparser.errors import InvalidTable
from callparser.record.board import VULNERABLE, Contract, Holding, contract_text
from callparser.record.pbndeal import deal_hands
from callparser.record.scan import MAX_ITEMS
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_MOST_SECONDS: Final = 1e9
_MOST_CARDS: Final = 60


def text_of(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def truth_of(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def count_of(value: Any, most: int = 4 * MAX_ITEMS) -> int | None:
    return value if type(value) is int and 0 <= value <= most else None


def tricks_of(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= 13 else None


def seconds_of(value: Any) -> float | None:
    return float(value) if type(value) in (int, float) and abs(value) <= _MOST_SECONDS else None


def seat_of(value: Any) -> Seat | None:
    try:
        return Seat.parse(value) if isinstance(value, str) else None
    except InvalidTable:
        return None


def seats_of(value: Any) -> tuple[Seat, ...] | None:
    found = [seat_of(one) for one in value[:4]] if isinstance(value, list) else [None]
    return None if None in found else tuple(one for one in found if one is not None)


def texts_of(value: Any) -> tuple[str, ...] | None:
    ok = isinstance(value, list) and len(value) <= MAX_ITEMS and all(isinstance(one, str) for one in value)
    return tuple(value) if ok else None


def cards_of(value: Any) -> tuple[Card, ...] | None:
    if not isinstance(value, list) or len(value) > _MOST_CARDS:
        return None
    try:
        return tuple(Card.parse(one) for one in value) if all(isinstance(c, str) for c in value) else None
    except InvalidTable:
        return None


def hands_of(value: Any) -> tuple[Holding | None, ...] | None:
    """Hands by seat, as PBN writes one (``AK2.Q93.T84.J765``); ``None`` for one that is not given."""
    if not isinstance(value, dict) or not value.keys() <= set("NESW"):
        return None
    found: list[Holding | None] = []
    for seat in SEATS:
        text = value.get(seat.letter)
        hands = deal_hands(f"N:{text}") if isinstance(text, str) and " " not in text else None
        if text is not None and (hands is None or hands[0] is None):
            return None
        found.append(hands[0] if hands else None)
    return tuple(found)


def piles_of(value: Any) -> tuple[Holding | None, ...] | None:
    """Played cards by seat, in the order in which they lie."""
    if not isinstance(value, dict) or not value.keys() <= set("NESW"):
        return None
    found = [None if value.get(seat.letter) is None else cards_of(value[seat.letter]) for seat in SEATS]
    unreadable = any(value.get(seat.letter) is not None and found[seat] is None for seat in SEATS)
    return None if unreadable else tuple(found)


def players_of(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, dict) or not value.keys() <= set("NESW"):
        return None
    names = [value.get(seat.letter, "") for seat in SEATS]
    return tuple(names) if all(isinstance(name, str) for name in names) else None


def vulnerable_of(value: Any) -> str | None:
    return value if value in VULNERABLE else None


def contract_of(value: Any) -> Contract | None:
    return contract_text(value) if isinstance(value, str) else None
