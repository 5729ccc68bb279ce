"""The course of the play: who led to each trick, in which order, and who won it, as far as it is told."""

from __future__ import annotations

from itertools import islice, product

from callparser.cards import Card, Suit
from callparser.record.board import Board, Laid, Trick, rotation, settled
from callparser.table import SEATS, Seat, beats
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Of so many ways to choose one card of each seat the winners are looked at.
_MOST_WAYS: Final = 256


class Step(Value):
    """One trick as it went. ``order`` holds only what has cards; ``won``: who may have won, none = unknown.

    ``due`` are the seats whose lead it was, as far as the trick before tells; ``told``: does the record
    itself tell who led?
    """

    number: int
    trick: Trick
    due: frozenset[Seat]
    leader: Seat | None
    told: bool
    order: tuple[Laid, ...]
    led: Suit | None
    won: frozenset[Seat]

    @property
    def winner(self) -> Seat | None:
        return next(iter(self.won)) if len(self.won) == 1 else None

    def cards(self, seat: Seat) -> tuple[Card, ...]:
        return self.trick.by(seat)


class Course(Value):
    """All tricks, with trumps (if ``known``), declarer, and the cards of each hand as dealt or as played."""

    steps: tuple[Step, ...]
    known: bool
    trumps: Suit | None
    declarer: Seat | None
    held: tuple[tuple[Card, ...], ...]

    @property
    def dummy(self) -> Seat | None:
        return None if self.declarer is None else self.declarer.partner


def course(board: Board) -> Course:
    contract, declarer = settled(board)
    known = contract is not None and contract.level != 0
    trumps = contract.trumps if contract else None
    due = frozenset() if declarer is None else frozenset((declarer.after(),))
    steps = []
    for number, trick in enumerate(board.tricks, 1):
        step = _step(board, number, trick, due, trumps if known else _UNKNOWN)
        steps.append(step)
        due = step.won
    played = tuple(tuple(card for trick in board.tricks for card in trick.by(seat)) for seat in SEATS)
    held = tuple(played[seat] if board.hands[seat] is None else board.hands[seat] or () for seat in SEATS)
    return Course(tuple(steps), known, trumps, declarer, held)


class _Unknown:
    """Trumps that are not known; notrump is ``None``."""


_UNKNOWN: Final = _Unknown()


def _step(
    board: Board, number: int, trick: Trick, due: frozenset[Seat], trumps: Suit | _Unknown | None
) -> Step:
    laid = tuple(one for one in trick.laid if one.cards is None or one.cards)
    marked = next((one.seat for one in laid if "^L" in one.before), None)
    told = True
    if trick.ordered:
        leader = laid[0].seat if laid else None
    elif marked is not None:
        leader = marked
    elif number == 1 and board.leader is not None:
        leader = board.leader
    else:
        leader, told = (next(iter(due)) if len(due) == 1 else None), False
    if not trick.ordered:
        seats = rotation(leader) if leader is not None else SEATS
        laid = tuple(one for seat in seats for one in laid if one.seat == seat)
    order = tuple(one for one in laid if one.cards)
    led = _led(laid) if leader is not None else None
    whole = {one.seat for one in order} == set(SEATS) or number < len(board.tricks)
    told_all = led is not None and all(one.cards for one in laid) and whole
    won = _winners(order, led, trumps) if told_all and led is not None else frozenset()
    return Step(number, trick, due, leader, told and leader is not None, order, led, won)


def _led(laid: tuple[Laid, ...]) -> Suit | None:
    """The suit of the trick, if the leader's cards leave no doubt."""
    suits = {card.suit for card in laid[0].cards or ()} if laid else set()
    return next(iter(suits)) if len(suits) == 1 else None


def _winners(order: tuple[Laid, ...], led: Suit, trumps: Suit | _Unknown | None) -> frozenset[Seat]:
    """Who may have won, over every choice of the one card that counts of each seat (Law 44E, 44F)."""
    choices: dict[Seat, list[Card]] = {}
    for one in order:
        choices.setdefault(one.seat, []).extend(one.cards or ())
    if isinstance(trumps, _Unknown):
        if any(card.suit != led for cards in choices.values() for card in cards):
            return frozenset()
        trumps = None
    found = set()
    for cards in islice(product(*choices.values()), _MOST_WAYS):
        best: tuple[Seat, Card] | None = None
        for seat, card in zip(choices, cards, strict=True):
            if best is None or beats(card, best[1], trumps):
                best = seat, card
        if best:
            found.add(best[0])
    return frozenset(found)
