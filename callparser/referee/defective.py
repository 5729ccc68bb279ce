"""The arithmetic of Law 67: which trick is defective, what goes in it or back, and what then is a revoke.

A *row* is what the seats laid to one trick, in order; tricks are numbered from 1. Nothing here is judgement,
and nothing here knows an edition.
"""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.referee.kinds import Hands, Laid, TrickRow
from callparser.table import SEATS, Seat
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Record(Value):
    """A deal of thirteen cards each, the tricks as they were played, and the trumps (``None`` at notrump).

    ``trumps_known`` is false where nobody has told them; a winner is then one under any trumps.
    """

    deal: Hands
    rows: tuple[TrickRow, ...]
    trumps: Suit | None = None
    trumps_known: bool = True


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
    return replace(record, rows=(*record.rows[: trick - 1], changed, *record.rows[trick:]))


def revokes(record: Record) -> tuple[Revoke, ...]:
    """Every trick and seat where nothing laid was of the suit led although one of it was held (Law 61A)."""
    found = []
    for number, row in enumerate(record.rows, 1):
        for one in row[1:]:
            off_suit = one.cards and led_suit(row) not in {card.suit for card in one.cards}
            if off_suit and held_at(record, one.seat, number).in_suit(led_suit(row)):
                found.append(Revoke(number, one.seat))
    return tuple(found)


def winner(record: Record, trick: int) -> Seat | None:
    """Who won a trick by the cards laid to it (Law 44); ``None`` while it is not complete or cannot be told.

    A lead out of turn makes nobody the winner of the trick before, and a card that is put in later never
    counts. Where it hangs on which of several cards counted, or on trumps that are not known, it is he who
    led next if he is one of those who can have won.
    """
    row = record.rows[trick - 1]
    after = record.rows[trick] if trick < len(record.rows) else ()
    if not after and len(row) < 4:
        return None
    strains = (record.trumps,) if record.trumps_known else (None, *Suit)
    able = set().union(*(_able_to_win(row, trumps) for trumps in strains))
    if len(able) == 1:
        return able.pop()
    return after[0].seat if after and after[0].seat in able else None


def _able_to_win(row: TrickRow, trumps: Suit | None) -> set[Seat]:
    """Who wins a trick, whichever of several cards that a seat laid together is the one that counts."""
    leader, others = row[0], [one for one in row[1:] if one.cards]
    able: set[Seat] = set()
    for led in leader.cards:
        laid = {leader.seat: [_weight(led, led.suit, trumps)]}
        laid |= {one.seat: [_weight(card, led.suit, trumps) for card in one.cards] for one in others}
        highest_sure = max(min(weights) for weights in laid.values())
        able |= {seat for seat, weights in laid.items() if max(weights) >= highest_sure}
    return able


def _weight(card: Card, led: Suit, trumps: Suit | None) -> tuple[bool, bool, int]:
    """The higher wins: a trump, else the suit led, else nothing that the leader's card does not beat."""
    return card.suit == trumps, card.suit == led, card.rank


def side_won(record: Record, seat: Seat, first: int) -> bool | None:
    """Has the side of a seat won that trick or a later one? ``None`` while that is still to be seen."""
    for trick in range(first, len(record.rows) + 1):
        won_by = winner(record, trick)
        if won_by is not None and won_by % 2 == seat % 2:
            return True
    return False if is_over(record) else None


def played_out(record: Record) -> bool:
    """Has everybody had his turn in the thirteenth trick?"""
    return len(record.rows) == 13 and len(record.rows[12]) == 4


def is_over(record: Record) -> bool:
    """Are all thirteen tricks played, and is it known who won each?"""
    return played_out(record) and all(winner(record, trick) is not None for trick in range(1, 14))


def role(declarer: Seat, seat: Seat) -> str:
    """``declarer``, ``dummy`` or ``defender``."""
    if seat == declarer:
        return "declarer"
    return "dummy" if seat == declarer.partner else "defender"


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
