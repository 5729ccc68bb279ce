"""The arithmetic of Law 67: which trick is defective, what goes in it or back, and what then is a revoke.

A *row* is what the seats laid to one trick, in order; tricks are numbered from 1. Nothing here is judgement,
and nothing here knows an edition.
"""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.referee.kinds import Hands, Laid, TrickRow
from callparser.table import SEATS, Play, Seat, Trick
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Record(Value):
    """A deal of thirteen cards each, the tricks as they were played, and the trumps (``None`` at notrump)."""

    deal: Hands
    rows: tuple[TrickRow, ...]
    trumps: Suit | None = None


class Defect(Value):
    """One seat that laid no card to a trick, or more than one."""

    trick: int
    seat: Seat
    cards: tuple[Card, ...] = ()

    @property
    def omitted(self) -> bool:
        return not self.cards


class Revoke(Value):
    """A trick to which a seat did not follow suit although it could."""

    trick: int
    seat: Seat


def laid_by(row: TrickRow, seat: Seat) -> tuple[Card, ...]:
    """What a seat laid to a trick; empty when it laid nothing."""
    return next((one.cards for one in row if one.seat == seat), ())


def led_suit(row: TrickRow) -> Suit:
    """The suit of the first card of a trick."""
    return row[0].cards[0].suit


def defects(rows: Sequence[TrickRow]) -> tuple[Defect, ...]:
    """Every seat with no card or several in a trick, as the rows show it: certain.

    To the last trick a seat that is not listed is still to play; one listed without a card has omitted.
    """
    found = []
    for number, row in enumerate(rows, 1):
        listed = {one.seat for one in row}
        for seat in SEATS:
            cards = laid_by(row, seat)
            if len(cards) != 1 and (number < len(rows) or seat in listed):
                found.append(Defect(number, seat, cards))
    return tuple(found)


def both_sides_played(rows: Sequence[TrickRow], trick: int) -> bool:
    """Has a player of each side played to the trick after this one?"""
    after = rows[trick] if trick < len(rows) else ()
    return {one.seat % 2 for one in after if one.cards} == {0, 1}


def played_by(rows: Sequence[TrickRow], seat: Seat) -> Hand:
    """All the cards a seat has laid."""
    return Hand.of(card for row in rows for card in laid_by(row, seat))


def left(record: Record, seat: Seat) -> Hand:
    """What a seat still has in hand."""
    return record.deal[seat] - played_by(record.rows, seat)


def legal_to_supply(hand: Hand, led: Suit) -> Hand:
    """The cards that may be put into a trick with this suit led (Law 44C)."""
    return hand.in_suit(led) or hand


def highest_legal(cards: Sequence[Card], hand: Hand, led: Suit) -> tuple[Card, ...]:
    """Of the cards laid together, the highest that he could legally have played.

    ``hand`` is what he held when he played, these cards included. Of two suits, none of them led, equal ranks
    are both given: neither is the higher. Empty when none was legal.
    """
    legal = [card for card in cards if card in legal_to_supply(hand, led)]
    top = max((card.rank for card in legal), default=None)
    return tuple(card for card in legal if card.rank == top)


def held_at(record: Record, seat: Seat, trick: int) -> Hand:
    """What a seat held when that trick began."""
    return record.deal[seat] - played_by(record.rows[: trick - 1], seat)


def with_cards(record: Record, trick: int, seat: Seat, cards: tuple[Card, ...]) -> Record:
    """The record with these cards as all that the seat laid to that trick. A restored state."""
    row = record.rows[trick - 1]
    others = tuple(one for one in row if one.seat != seat)
    place = next((at for at, one in enumerate(row) if one.seat == seat), len(others))
    changed = (*others[:place], Laid(seat, cards), *others[place:])
    return Record(record.deal, (*record.rows[: trick - 1], changed, *record.rows[trick:]), record.trumps)


def revokes(record: Record) -> tuple[Revoke, ...]:
    """Every trick and seat where nothing laid was of the suit led although one of it was held (Law 61A)."""
    found = []
    for number, row in enumerate(record.rows, 1):
        for one in row[1:]:
            off_suit = one.cards and led_suit(row) not in {card.suit for card in one.cards}
            if off_suit and held_at(record, one.seat, number).in_suit(led_suit(row)):
                found.append(Revoke(number, one.seat))
    return tuple(found)


def new_revokes(before: Record, after: Record) -> tuple[Revoke, ...]:
    """The revokes that the restored cards make."""
    known = revokes(before)
    return tuple(one for one in revokes(after) if one not in known)


def winner(record: Record, trick: int) -> Seat | None:
    """Who won a trick: he who led to the next, else by Law 44; ``None`` while it is not complete.

    A card that is put in later never counts, and of two together the first named.
    """
    if trick < len(record.rows):
        return record.rows[trick][0].seat
    row = record.rows[trick - 1]
    if len(row) < 4:
        return None
    best = Trick(tuple(Play(one.seat, one.cards[0]) for one in row if one.cards)).best(record.trumps)
    return best.seat if best else None


def side_won(record: Record, seat: Seat, first: int) -> bool | None:
    """Has the side of a seat won that trick or a later one? ``None`` while that is still to be seen."""
    for trick in range(first, len(record.rows) + 1):
        won_by = winner(record, trick)
        if won_by is not None and won_by % 2 == seat % 2:
            return True
    return False if is_over(record) else None


def is_over(record: Record) -> bool:
    """Is the thirteenth trick complete?"""
    return len(record.rows) == 13 and winner(record, 13) is not None


def won_with(record: Record, seat: Seat, first: int, legal: Hand) -> bool:
    """Has a seat won a trick, from that one on, with one of these cards?"""
    return any(
        winner(record, trick) == seat and any(card in legal for card in laid_by(record.rows[trick - 1], seat))
        for trick in range(first, len(record.rows) + 1)
    )


def tricks_of_side(record: Record, seat: Seat, first: int) -> int:
    """How many tricks the side of a seat has won, from that one on."""
    won_by = [winner(record, trick) for trick in range(first, len(record.rows) + 1)]
    return sum(one is not None and one % 2 == seat % 2 for one in won_by)
