"""The cards of a LIN file in tricks. LIN names no seats: who was dealt a card played it.

A page (``pg``) ends a trick, unless it only turns the page for a comment: then the next card is that of the
next seat. Where the deal is hidden the cards go round from the leader, the winner of the trick before.
"""

from __future__ import annotations

from callparser.record.board import Board, Laid, Trick, settled
from callparser.record.tricks import winner
from callparser.table import Seat
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

PAGE: Final = "pg|"


def in_tricks(laid: Sequence[Laid], board: Board) -> tuple[Trick, ...]:
    """The cards with their seats, trick by trick."""
    return _Table(board).seated(laid) if laid else ()


class _Table:
    """Follows the play: whose turn it is, and who was dealt what."""

    def __init__(self, board: Board) -> None:
        contract, declarer = settled(board)
        self.known = contract is not None
        self.trumps = contract.trumps if contract else None
        self.leader = Seat.WEST if declarer is None else declarer.after()
        owners: dict[object, list[Seat]] = {}
        for seat in Seat:
            for one in board.hands[seat] or ():
                owners.setdefault(one, []).append(seat)
        self.owners = {one: seats[0] for one, seats in owners.items() if len(seats) == 1}

    def seated(self, laid: Sequence[Laid]) -> tuple[Trick, ...]:
        paged = any(PAGE in one.marks for one in laid[:-1])
        tricks: list[list[Laid]] = []
        now: list[Laid] = []
        for chunk in _chunks(laid):
            for place, one in enumerate(chunk):
                alone = paged and len(chunk) - place <= 2 and place > 0
                if now and self.ends(now, one, new_page=place == 0, keeps=alone):
                    self.close(tricks, now)
                    now = []
                now.append(replace(one, seat=self.seat(now, one)))
        if now:
            self.close(tricks, now)
        return tuple(_ended(trick, last=trick is tricks[-1]) for trick in tricks)

    def seat(self, now: Sequence[Laid], one: Laid) -> Seat:
        turn = now[-1].seat.after() if now else self.leader
        return self.owners.get(one.cards[0], turn) if one.cards else turn

    def ends(self, now: Sequence[Laid], one: Laid, *, new_page: bool, keeps: bool) -> bool:
        """Is the trick over before this card? ``keeps``: one page shows it with a trick before it."""
        seats = {before.seat for before in now}
        seat = self.seat(now, one)
        if new_page:
            return len(seats) == 4 or seat in seats or seat != now[-1].seat.after()
        if len(seats) == 4:
            return not keeps
        return False if keeps else seat in seats and seat != now[-1].seat

    def close(self, tricks: list[list[Laid]], now: list[Laid]) -> None:
        tricks.append(now)
        won = winner(now, self.trumps) if self.known else None
        self.leader = now[0].seat if won is None else won


def _chunks(laid: Iterable[Laid]) -> list[list[Laid]]:
    """The cards page by page."""
    chunks: list[list[Laid]] = [[]]
    for one in laid:
        chunks[-1].append(one)
        if PAGE in one.marks:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]


def _ended(trick: Sequence[Laid], *, last: bool) -> Trick:
    """A trick without the page that ends it; a last one that is not whole may still go on."""
    final = trick[-1]
    if not last or len({one.seat for one in trick}) == 4:
        final = replace(final, marks=without_page(final.marks))
    return Trick((*trick[:-1], final))


def without_page(marks: tuple[str, ...]) -> tuple[str, ...]:
    """Marks without the new page at their end, which is written anyway."""
    while marks[-1:] == (PAGE,):
        marks = marks[:-1]
    return marks
