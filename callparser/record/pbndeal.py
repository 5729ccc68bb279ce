"""The value of a PBN Deal tag: ``N:AK2.Q93.T84.J765 - ...``, in and out."""

from __future__ import annotations

from callparser.cards import RANK_LETTERS, Card, Rank, Suit, card
from callparser.record.board import Holding, holding
from callparser.table import SEAT_LETTERS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 60  # cards in one hand: more is no hand but a mistake


def deal_hands(value: str) -> tuple[Holding | None, ...] | None:
    """The four hands, north first; ``None`` for one that is not given. ``None`` when the value is no deal."""
    first, colon, rest = value.strip().upper().partition(":")
    parts = rest.split()
    if not colon or len(first) != 1 or first not in SEAT_LETTERS or len(parts) > 4:
        return None
    hands: list[Holding | None] = [None] * 4
    seat = Seat.parse(first)
    for part in parts:
        text = part.split(":", 1)[-1]  # some write the seat before each hand
        if text != "-":
            found = _hand(text)
            if found is None:
                return None
            hands[seat] = found
        seat = seat.after()
    return tuple(hands)


def deal_value(hands: Sequence[Holding | None], first: Seat) -> str:
    """Back to text, beginning with a seat. Of an empty hand the dots are written."""
    texts = []
    for steps in range(4):
        cards = hands[first.after(steps)]
        if cards is None:
            texts.append("-")
            continue
        suits = ("".join(c.rank.letter for c in cards if c.suit == suit) for suit in reversed(Suit))
        texts.append(".".join(suits))
    return f"{first.letter}:{' '.join(texts)}"


def _hand(text: str) -> Holding | None:
    suits = text.replace("10", "T").split(".")
    if len(suits) != 4 or len(text) > _MOST:
        return None
    cards: list[Card] = []
    for suit, ranks in zip(reversed(Suit), suits, strict=True):
        for letter in ranks:
            if letter not in RANK_LETTERS:
                return None
            cards.append(card(suit, Rank.parse(letter)))
    return holding(cards)
