"""The board that is played: dealt by chance, from a file of records, or one of our lessons."""

from __future__ import annotations

import os
from random import Random

from callparser.cards import PACK, RANKS, Hand
from callparser.errors import InputError
from callparser.files import PACKAGE
from callparser.record.board import VULNERABLE, Board, Contract, settled
from callparser.record.read import Reading, read_records
from callparser.record.scan import MAX_BYTES
from callparser.table import SEATS, Seat
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LESSONS: Final = os.path.join(PACKAGE, "play", "lessons.pbn")
#: High-card points of jack, queen, king, ace.
_POINTS: Final = dict(zip(RANKS[-4:], (1, 2, 3, 4), strict=True))


class Deal(Value):
    """A whole deal: 13 cards a hand, north first. Contract and declarer are known or not."""

    hands: tuple[Hand, ...]
    number: str = "1"
    dealer: Seat = Seat.NORTH
    vulnerable: str = "None"
    contract: Contract | None = None
    declarer: Seat | None = None
    lesson: str = ""
    damages: tuple[str, ...] = ()  # what of the record could not be read, and where


def random_deal(seed: int) -> Deal:
    """The board of that number, dealt by chance: the same seed gives the same cards.

    The side with more high-card points sits north and south, where the user is. Dealer and vulnerable are
    those of the board's number (Law 2).
    """
    cards = list(PACK)
    Random(seed).shuffle(cards)
    hands = [Hand.of(cards[at : at + 13]) for at in range(0, 52, 13)]
    if _points(hands[1], hands[3]) > _points(hands[0], hands[2]):
        hands = [*hands[1:], hands[0]]
    at = (seed - 1) % 16
    return Deal(tuple(hands), str(seed), SEATS[at % 4], VULNERABLE[(at + at // 4) % 4])


def deal_from(path: str, number: str | None = None) -> Deal:
    """A board of a file (PBN, LIN or our JSON): that number, else the first.

    Raises :class:`InputError` for a file that cannot be read, no such board, and hands that are not 4 x 13.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as err:
        raise InputError(f"{path} cannot be read: {err.strerror}; expected a file of PBN or LIN") from None
    return deal_in(data, number, path)


def deal_in(data: bytes, number: str | None = None, name: str = "the record") -> Deal:
    """The same from the contents of a file. Raises :class:`InputError`."""
    numbers = []
    reading, before = Reading(data), 0
    for board, _ in reading:
        found = reading.damages.since(before)
        if number is None or board.number == number:
            told = tuple(f"{name}, line {one.line}: {one.message}" for one in found)
            return replace(dealt(board), damages=told)
        before += len(found)
        numbers.append(board.number or "?")
    there = ", ".join(numbers[:20]) or "none"
    raise InputError(f"{name} has no board {(number or '1')[:20]}; its boards are {there}")


def dealt(board: Board) -> Deal:
    """A recorded board as a deal to play. Raises :class:`InputError` when its hands are not 4 x 13."""
    hands = tuple(Hand.of(held or ()) for held in board.hands)
    if any(len(hand) != 13 for hand in hands) or len(Hand.of(c for hand in hands for c in hand)) != 52:
        counts = ", ".join(f"{seat.letter} {len(hands[seat])}" for seat in Seat)
        raise InputError(
            f"board {board.number or '?'} has hands of {counts} cards; expected 13 each, all known"
        )
    contract, declarer = settled(board)
    if contract is None or not contract.level or declarer is None:
        contract = declarer = None
    return Deal(
        hands,
        board.number or "1",
        Seat.NORTH if board.dealer is None else board.dealer,
        board.vulnerable or "None",
        contract,
        declarer,
        next((tag.value for tag in board.tags if tag.name == "Lesson"), ""),
    )


def lessons() -> dict[str, Deal]:
    """Our own deals, by name."""
    with open(_LESSONS, "rb") as file:
        deals = [dealt(board) for board in read_records(file.read(MAX_BYTES + 1)).boards]
    return {deal.lesson: deal for deal in deals}


def _points(*hands: Hand) -> int:
    return sum(_POINTS.get(card.rank, 0) for hand in hands for card in hand)
