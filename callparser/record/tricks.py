"""Who wins a trick that may be irregular (Law 44E, 44F)."""

from __future__ import annotations

from callparser.cards import Card, Suit
from callparser.record.board import Laid
from callparser.table import Seat, beats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def winner(laid: Sequence[Laid], trumps: Suit | None) -> Seat | None:
    """Who wins, the cards in the order of play; ``None`` when no card is known.

    Of several cards from a seat the first counts, of cards laid together the highest that follows suit.
    """
    counted = counting(laid)
    best: tuple[Seat, Card] | None = None
    for seat, one in counted:
        if best is None or beats(one, best[1], trumps):
            best = seat, one
    return best[0] if best else None


def counting(laid: Sequence[Laid]) -> list[tuple[Seat, Card]]:
    """The one card of each seat that counts, in the order of play."""
    found: dict[Seat, Card] = {}
    led: Suit | None = None
    for one in laid:
        if not one.cards or one.seat in found:
            continue
        follows = [card for card in one.cards if card.suit == led] or list(one.cards)
        found[one.seat] = max(follows, key=lambda card: card.rank) if len(follows) > 1 else follows[0]
        led = found[one.seat].suit if led is None else led
    return list(found.items())
