"""Every way in which the cards that the claimer does not see may lie."""

from __future__ import annotations

from itertools import combinations
from math import comb

from callparser.cards import Card, Hand, Suit
from callparser.errors import InvalidTable
from callparser.table import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from callparser.claims.position import ClaimPosition

#: More are not looked through: seven cards each give 3,432, eight 12,870.
MOST_LAYOUTS: Final = 20_000


def layouts(position: ClaimPosition) -> list[tuple[Hand, Hand]] | None:
    """The hands of the two hidden seats, every split that the voids shown allow; ``None`` when they are
    too many.

    Raises :class:`InvalidTable` when there is none.
    """
    first, second = position.hidden
    only_second = [one for one in position.pool if one.suit in _voids(position)[first]]
    only_first = [one for one in position.pool if one.suit in _voids(position)[second]]
    either = [one for one in position.pool if one not in only_first and one not in only_second]
    wanted = position.size(first) - len(only_first)
    nowhere = set(only_first) & set(only_second)
    if nowhere or not 0 <= wanted <= len(either) or len(only_second) > position.size(second):
        raise InvalidTable("the voids shown leave no way for the hidden cards to lie; check 'voids'")
    if comb(len(either), wanted) > MOST_LAYOUTS:
        return None
    return list(_splits(only_first, only_second, either, wanted))


def _splits(
    first: list[Card], second: list[Card], either: list[Card], wanted: int
) -> Iterator[tuple[Hand, Hand]]:
    whole = Hand.of((*first, *second, *either))
    for chosen in combinations(either, wanted):
        one = Hand.of((*first, *chosen))
        yield one, whole - one


def _voids(position: ClaimPosition) -> list[frozenset[Suit]]:
    """The suits that each seat has shown out of, the trick in progress included."""
    led = position.trick.led_suit
    found: list[frozenset[Suit]] = [position.voids[at] for at in SEATS]
    for play in position.trick:
        if play.card.suit != led:
            found[play.seat] |= frozenset((led,)) if led is not None else frozenset()
    return found
