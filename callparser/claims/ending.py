"""A claim position made small for the search: its cards numbered, hands as bit masks.

Cards are numbered suit by suit, upwards, so that in a suit the higher number is the higher card. A mask has
bit *i* for card number *i*.
"""

from __future__ import annotations

from callparser.cards import SUITS, Card, Hand
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from callparser.claims.position import ClaimPosition


class Ending(Value):
    """``hands`` are masks by seat, north first. ``trick``: the numbers of the cards already in the trick.

    ``trump`` is the number of the suit, -1 at notrump. ``controls``: by seat, whether the claimer plays it.
    ``side``: 0 when the claimer sits north or south, else 1. ``hidden``: the seats that he does not see.
    """

    cards: tuple[Card, ...]
    suits: tuple[int, ...]
    trump: int
    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    controls: tuple[bool, ...]
    side: int
    hidden: tuple[int, int] = (0, 0)

    @property
    def tricks(self) -> int:
        """How many are left; one in progress counts."""
        return max(held.bit_count() for held in self.hands)

    def mask(self, cards: Iterable[Card]) -> int:
        """Those of the cards that are in this ending, as a mask."""
        wanted = {one.bit for one in cards}
        return sum(1 << at for at, one in enumerate(self.cards) if one.bit in wanted)


def ending(position: ClaimPosition) -> Ending:
    """The small form of a position in which all hands are known."""
    held = [one or Hand() for one in position.hands]
    in_play = [*(card for one in held for card in one), *(play.card for play in position.trick)]
    cards = tuple(sorted(in_play, key=lambda one: one.bit))
    number = {one: at for at, one in enumerate(cards)}
    return Ending(
        cards=cards,
        suits=tuple(sum(1 << number[one] for one in cards if one.suit == suit) for suit in SUITS),
        trump=-1 if position.trumps is None else int(position.trumps),
        hands=tuple(sum(1 << number[one] for one in hand) for hand in held),
        leader=int(position.leader),
        trick=tuple(number[play.card] for play in position.trick),
        controls=tuple(seat in position.controls for seat in range(4)),
        side=position.claimer % 2,
        hidden=(int(position.hidden[0]), int(position.hidden[1])),
    )
