"""Which trick was defective, from four piles of played cards alone: candidates, never an answer."""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.referee.defective import Record, revokes, winner
from callparser.referee.kinds import Laid, Quitted, TrickRow
from callparser.table import Play, Seat, Trick
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final


class Candidate(Value):
    """A trick that may be the defective one. ``failures`` are tricks where somebody then did not follow suit.

    ``pointed`` is how many cards lie pointed as this reading has it, ``against`` how many do not.
    """

    trick: int
    failures: tuple[int, ...] = ()
    pointed: int = 0
    against: int = 0


#: More cards than this together are no slip; the pile is then not read.
_MOST_EXTRA: Final = 2


def candidates(
    piles: Sequence[Sequence[Quitted]], leader: Seat, trumps: Suit | None, offender: Seat, completed: int
) -> tuple[Candidate, ...]:
    """The tricks that may be defective, from four piles in order: the most likely first, none assumed.

    For each trick the offender's pile is aligned anew. A reading falls when the offender would have had to
    lead to the trick that he omitted, or a card lies pointed against it; the fewest failures to follow come
    first.
    """
    extra = len(piles[offender]) - completed
    if extra == 0 or abs(extra) > _MOST_EXTRA or extra < -1:
        return ()
    found: dict[int, Candidate] = {}
    for trick in range(1, completed + 1):
        for rows in _aligned(piles, leader, trumps, offender, trick, extra, completed):
            reading = _judged(piles, rows, trumps, trick)
            if trick not in found or _weight(reading) < _weight(found[trick]):
                found[trick] = reading
    return tuple(sorted((one for one in found.values() if not one.against), key=_weight))


def _weight(one: Candidate) -> tuple[int, int, int]:
    return one.against, len(one.failures), one.trick


def _aligned(
    piles: Sequence[Sequence[Quitted]],
    leader: Seat,
    trumps: Suit | None,
    offender: Seat,
    trick: int,
    extra: int,
    completed: int,
) -> Iterator[tuple[TrickRow, ...]]:
    """The play as rows if that trick was the defective one; one reading for each card that may count."""
    for counted in range(1 if extra < 0 else extra + 1):
        rows: list[TrickRow] = []
        on_lead: Seat | None = leader
        for number in range(1, completed + 1):
            if on_lead is None:
                break
            order = [on_lead.after(step) for step in range(4)]
            row = tuple(Laid(one, _share(piles[one], one == offender, number, trick, extra)) for one in order)
            if not row[0].cards:
                break  # nobody leads without a card
            rows.append(row)
            on_lead = _takes(row, trumps, counted if number == trick else 0, offender)
        if len(rows) == completed:
            yield tuple(rows)


def _share(pile: Sequence[Quitted], offends: bool, number: int, trick: int, extra: int) -> tuple[Card, ...]:
    """The cards of a pile that belong to trick ``number``."""
    if not offends or number < trick:
        return (pile[number - 1].card,)
    if number > trick:
        return (pile[number - 1 + extra].card,)
    return tuple(one.card for one in pile[trick - 1 : trick + extra])


def _takes(row: TrickRow, trumps: Suit | None, counted: int, offender: Seat) -> Seat | None:
    plays = [Play(one.seat, one.cards[counted if one.seat == offender else 0]) for one in row if one.cards]
    best = Trick(tuple(plays)).best(trumps)
    return best.seat if best else None


def _judged(
    piles: Sequence[Sequence[Quitted]], rows: tuple[TrickRow, ...], trumps: Suit | None, trick: int
) -> Candidate:
    north, east, south, west = (Hand.of(one.card for one in pile) for pile in piles)
    record = Record((north, east, south, west), rows, trumps)
    failures = tuple(dict.fromkeys(one.trick for one in revokes(record)))
    pointing = {one.card: one.won for pile in piles for one in pile}
    right = wrong = 0
    for number, row in enumerate(rows, 1):
        won_by = winner(record, number)
        for one in row:
            for card in one.cards:
                if pointing[card] is not None and won_by is not None:
                    agrees = pointing[card] == (one.seat % 2 == won_by % 2)
                    right += agrees
                    wrong += not agrees
    return Candidate(trick, failures, right, wrong)
