"""How the program defends, and which card it names when declarer leaves the choice (46B5)."""

from __future__ import annotations

from random import Random
from typing import Protocol

from callparser.cards import Card, Hand
from callparser.doubledummy import DoubleDummy
from callparser.play.inplay import InPlay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

DEFENCES: Final = ("double-dummy", "random")


class Defence(Protocol):
    """Chooses for the defenders. It sees all four hands; whoever chooses by chance does not look."""

    def play(self, at: InPlay) -> Card:
        """A legal card for the defender whose turn it is."""
        ...

    def designate(self, at: InPlay) -> Card:
        """A legal card of dummy's, where declarer left the choice to the defenders."""
        ...


class DoubleDummyDefence:
    """Plays a card that costs nothing double dummy; among equals, one by chance."""

    def __init__(self, solver: DoubleDummy, chance: Random) -> None:
        self._solver, self._chance = solver, chance

    def play(self, at: InPlay) -> Card:
        return self._one_of(at, best=True)

    def designate(self, at: InPlay) -> Card:
        return self._one_of(at, best=False)

    def _worth(self, at: InPlay) -> dict[Card, int]:
        return self._solver.cards(at.hands, at.trumps, at.leader, at.trick)

    def _one_of(self, at: InPlay, *, best: bool) -> Card:
        worth = self._worth(at)
        wanted = (max if best else min)(worth.values())
        return _by_chance(Hand.of(card for card, tricks in worth.items() if tricks == wanted), self._chance)


class RandomDefence:
    """Any legal card, by chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def play(self, at: InPlay) -> Card:
        return _by_chance(at.legal, self._chance)

    def designate(self, at: InPlay) -> Card:
        return _by_chance(at.legal, self._chance)


def _by_chance(cards: Hand, chance: Random) -> Card:
    """One of them; the order of a hand is fixed, so that a seed tells which."""
    return chance.choice(list(cards))
