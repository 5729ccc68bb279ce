"""What everybody at the table can see, and the arithmetic of Law 44.

No field holds a defender's hidden hand: nothing built on :class:`TableState` can look at one.
"""

from __future__ import annotations

from enum import IntEnum

from callparser.cards import FULL, NO_CARDS, Card, Hand, Suit
from callparser.errors import InvalidTable
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

SEAT_LETTERS: Final = "NESW"


class Seat(IntEnum):
    """The four seats, clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return SEAT_LETTERS[self]

    @property
    def partner(self) -> Seat:
        return SEATS[(self + 2) % 4]

    def after(self, steps: int = 1) -> Seat:
        """The seat that many places to the left."""
        return SEATS[(self + steps) % 4]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """``"N"`` -> north. Raises :class:`InvalidTable`."""
        index = SEAT_LETTERS.find(text.upper()) if len(text) == 1 else -1
        if index < 0:
            raise InvalidTable(f"{text[:20]!r} is not a seat; expected one of N, E, S, W")
        return SEATS[index]


SEATS: Final[tuple[Seat, ...]] = tuple(Seat)


class Play(Value):
    """One card from one seat."""

    seat: Seat
    card: Card


class Trick(Value):
    """The cards played to the current trick, in order. Any number, from any seats."""

    plays: tuple[Play, ...] = ()

    @property
    def led_suit(self) -> Suit | None:
        return self.plays[0].card.suit if self.plays else None

    def best(self, trumps: Suit | None) -> Play | None:
        """The play that is winning so far (Law 44E, 44F); ``None`` in an empty trick."""
        best: Play | None = None
        for play in self.plays:
            if best is None or beats(play.card, best.card, trumps):
                best = play
        return best

    def __len__(self) -> int:
        return len(self.plays)

    def __iter__(self) -> Iterator[Play]:
        return iter(self.plays)


def beats(challenger: Card, holder: Card, trumps: Suit | None) -> bool:
    """Does ``challenger``, played later, beat the card that is winning (Law 44E, 44F)?"""
    if challenger.suit == holder.suit:
        return challenger.rank > holder.rank
    return challenger.suit == trumps


class LastTrick(Value):
    """The trick before this one: who won it, with which card, and which card was led to it."""

    won_by: Seat
    won_with: Card
    led: Card | None = None


class TableState(Value):
    """The table when declarer speaks. ``dummy`` holds the cards dummy still has.

    ``trumps`` is ``None`` at notrump. ``played`` are the cards gone in earlier tricks, as far as
    they are known; an empty hand means that nothing is known of them.
    """

    dummy: Hand
    trumps: Suit | None = None
    dummy_seat: Seat = Seat.NORTH
    trick: Trick = Trick()
    last_trick: LastTrick | None = None
    played: Hand = NO_CARDS

    @property
    def led_suit(self) -> Suit | None:
        return self.trick.led_suit

    @property
    def legal(self) -> Hand:
        """The cards dummy may play now (Law 44C, 44D): the suit led if held, else any."""
        led = self.trick.led_suit
        follow = self.dummy.in_suit(led) if led is not None else None
        return follow or self.dummy

    @property
    def fourth_hand(self) -> bool:
        """Have the three other hands played to this trick?"""
        return len(self.trick.plays) == 3

    @property
    def next_seat(self) -> Seat | None:
        """Whose turn it is; ``None`` when the trick is full or nobody can tell."""
        if self.trick.plays:
            return (
                self.trick.plays[0].seat.after(len(self.trick.plays)) if len(self.trick.plays) < 4 else None
            )
        return self.last_trick.won_by if self.last_trick else None

    @property
    def seen(self) -> Hand:
        """Every card that everybody can see or has seen: dummy, this trick, ``played``, last trick's two."""
        gone = Hand.of(play.card for play in self.trick)
        if self.last_trick:
            gone |= Hand.of(c for c in (self.last_trick.won_with, self.last_trick.led) if c)
        return self.dummy | gone | self.played

    def known_winners(self) -> Hand:
        """Legal cards that beat the trick so far and that no unseen card of their suit can beat.

        What everybody can see decides: dummy, the trick, ``played``. A ruff by a hand still to play
        is not counted (``law46.md`` calls for a flag instead). In fourth hand nothing is unseen.
        """
        best = self.trick.best(self.trumps)
        if best is None:
            return Hand()
        winners = [c for c in self.legal if beats(c, best.card, self.trumps)]
        if not self.fourth_hand:
            unseen = Hand(FULL) - self.seen
            winners = [c for c in winners if c.bit > unseen.in_suit(c.suit).bits]
        return Hand.of(winners)


def problems(state: TableState) -> list[str]:
    """What is irregular about this table, as stable codes; an empty list when nothing is.

    ``no-cards`` dummy has none; ``too-many-cards`` more than 13; ``trick-too-long`` more than four
    plays; ``wrong-order`` seats do not follow each other; ``dummy-has-played`` dummy's card is already
    in this trick; ``card-twice`` a card stands in two places; ``last-trick-held`` a card of the last
    trick is still there; ``wrong-leader`` the winner of the last trick has not led; ``not-next`` it is
    not dummy's turn.
    """
    found = []
    plays = state.trick.plays
    last = state.last_trick
    dummy, gone = state.dummy.bits, state.played.bits
    in_order, dummy_has_played, twice, on_table = True, False, dummy & gone, 0
    turn: int | None = plays[0].seat if plays else None if last is None else last.won_by
    leader = turn
    for play in plays:
        seat, bit = play.seat, play.card.bit
        in_order = in_order and seat == turn
        dummy_has_played = dummy_has_played or seat == state.dummy_seat
        twice |= bit & (dummy | gone | on_table)
        on_table |= bit
        turn = (turn + 1) % 4  # type: ignore[operator]  # somebody has led
    if not dummy:
        found.append("no-cards")
    if dummy.bit_count() > 13:
        found.append("too-many-cards")
    if len(plays) > 4:
        found.append("trick-too-long")
    if not in_order:
        found.append("wrong-order")
    if dummy_has_played:
        found.append("dummy-has-played")
    if last is not None:
        led = 0 if last.led is None else last.led.bit
        if (last.won_with.bit | led) & (dummy | on_table):
            found.append("last-trick-held")
    if twice:
        found.append("card-twice")
    if last is not None and leader != last.won_by:
        found.append("wrong-leader")
    if turn not in (None, state.dummy_seat) and len(plays) < 4 and not dummy_has_played:
        found.append("not-next")
    return found
