"""Every way in which the cards that the claimer does not see may lie."""

from __future__ import annotations

from itertools import combinations, islice
from math import comb

from callparser.cards import Card, Hand, Suit
from callparser.errors import InvalidTable
from callparser.table import SEATS
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

    from callparser.claims.ending import Ending
    from callparser.claims.position import ClaimPosition

#: More are not looked through: seven cards each give 3,432, eight 12,870.
MOST_LAYOUTS: Final = 20_000


class Layouts(Value):
    """The splits of the hidden cards over the two hidden seats: ``wanted`` of ``either`` go to the first.

    ``first`` and ``second`` are the cards that only that seat can hold.
    """

    first: tuple[Card, ...]
    second: tuple[Card, ...]
    either: tuple[Card, ...]
    wanted: int

    def __len__(self) -> int:
        return comb(len(self.either), self.wanted)

    def __iter__(self) -> Iterator[tuple[Hand, Hand]]:
        for one, other in self._split(lambda card: card.bit):
            yield Hand(one), Hand(other)

    def masks(self, ending: Ending) -> list[tuple[int, int]]:
        """The same as masks of an ending, in the same order."""
        return list(self._split(lambda card: ending.mask([card])))

    def hands(self, number: int) -> tuple[Hand, Hand]:
        return next(islice(self, number, None))

    def _split(self, bit: Callable[[Card], int]) -> Iterator[tuple[int, int]]:
        always, free = sum(map(bit, self.first)), list(map(bit, self.either))
        whole = always + sum(free) + sum(map(bit, self.second))
        for chosen in combinations(free, self.wanted):
            held = always + sum(chosen)
            yield held, whole - held


def layouts(position: ClaimPosition) -> Layouts | None:
    """Every split that the voids shown allow; ``None`` when they are too many.

    Raises :class:`InvalidTable` when there is none.
    """
    first, second = position.hidden
    voids = _voids(position)
    pool = list(position.pool)
    only_second = tuple(one for one in pool if one.suit in voids[first])
    only_first = tuple(one for one in pool if one.suit in voids[second])
    either = tuple(one for one in pool if one.suit not in voids[first] | voids[second])
    wanted = position.size(first) - len(only_first)
    nowhere = len(only_first) + len(only_second) + len(either) != len(pool)
    if nowhere or not 0 <= wanted <= len(either):
        raise InvalidTable("the voids shown leave no way for the hidden cards to lie; check 'voids'")
    found = Layouts(only_first, only_second, either, wanted)
    return found if len(found) <= MOST_LAYOUTS else None


def _voids(position: ClaimPosition) -> list[frozenset[Suit]]:
    """The suits that each seat has shown out of, the trick in progress included."""
    led = position.trick.led_suit
    found = [position.voids[at] for at in SEATS]
    for play in position.trick:
        if led is not None and play.card.suit != led:
            found[play.seat] |= {led}
    return found
