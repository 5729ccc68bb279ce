"""Writing LIN, one board a line. What was read and not understood is written again where it stood."""

from __future__ import annotations

from callparser.cards import Suit
from callparser.errors import InputError
from callparser.record.board import DOUBLE, PASS, REDOUBLE, Board, Call, Holding, Laid
from callparser.record.lin import DEALERS, VULNERABLE_LETTERS
from callparser.record.linplay import PAGE
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

_CALLS: Final = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}
_LETTERS: Final = {name: letter for letter, name in VULNERABLE_LETTERS.items()}


def write_lin(boards: Iterable[Board]) -> str:
    """The boards, one a line.

    Raises :class:`InputError` for what LIN has no words for: columns without the order of play, a card that
    is not known, times, sayings and piles, tags and notes of PBN; and for a ``|`` in a text.
    """
    return "".join("".join(f"{pair}|" for pair in _board(board)) + _tail(board) + "\n" for board in boards)


def unfit(board: Board) -> str:
    """What LIN cannot say of a board, in words; empty when it can say all."""
    laid = [one for trick in board.tricks for one in trick.laid]
    if any(not trick.ordered for trick in board.tricks):
        return "cards in columns, without the order of play"
    if any(one.cards is None and not one.unread for one in laid):
        return "cards that are not known"
    if any(not one.cards or len(one.cards) > 1 for one in laid if one.cards is not None):
        return "cards laid together, or a seat without a card"
    if any(one.at_s is not None for one in laid) or any(call.at_s is not None for call in board.auction):
        return "times"
    if board.events or board.tags or board.notes or any(pile is not None for pile in board.piles):
        return "tags, notes, piles or what was said"
    return ""


def _board(board: Board) -> Iterator[str]:
    what = unfit(board)
    if what:
        raise InputError(f"board {board.number or '?'} has {what}; LIN cannot hold that, write a play record")
    for pair in _pairs(board):
        if pair.count("|") > 1:
            raise InputError(f"board {board.number or '?'} has a | in a text; LIN cannot hold that")
        yield pair


def _pairs(board: Board) -> Iterator[str]:
    yield from _comments(board, "")
    if not _kept(board, "pn"):
        north, east, south, west = board.players
        yield f"pn|{south},{west},{north},{east}"
    yield from _comments(board, "pn")
    if not _kept(board, "md"):
        yield f"md|{_deal(board)}"
    yield from _comments(board, "md")
    if board.number:
        yield f"ah|Board {board.number}"
    yield from _comments(board, "ah")
    if board.vulnerable:
        yield f"sv|{_LETTERS[board.vulnerable]}"
    yield from _comments(board, "sv")
    for call in board.auction:
        yield from _call(call)
    if board.auction and PAGE not in board.auction[-1].marks[-1:]:
        yield PAGE
    yield from _play(board)


def _kept(board: Board, name: str) -> bool:
    """Is this command among what was not understood?"""
    return any(one.text.lower().startswith(f"{name}|") for one in board.comments)


def _comments(board: Board, after: str) -> Iterator[str]:
    return (one.text for one in board.comments if one.after == after)


def _tail(board: Board) -> str:
    return "".join(_comments(board, "end"))


def _deal(board: Board) -> str:
    dealer = 0 if board.dealer is None else DEALERS.index(board.dealer) + 1
    order = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
    return f"{dealer}{','.join(_hand(board.hands[seat]) for seat in order)}"


def _hand(cards: Holding | None) -> str:
    """Suits from spades, ranks from low to high, as Bridge Base writes them; a hidden hand is empty."""
    if cards is None:
        return ""
    ranks = {suit: "".join(c.rank.letter for c in reversed(cards) if c.suit == suit) for suit in Suit}
    return "".join(suit.letter + ranks[suit] for suit in reversed(Suit))


def _call(call: Call) -> Iterator[str]:
    text = _CALLS.get(call.text, call.text.replace("NT", "N") if call.text[:1].isdigit() else call.text)
    alert, marks = "", call.marks
    if marks and marks[0].strip("!") == "":
        alert, marks = marks[0], marks[1:]
    yield f"mb|{text}{alert}"
    yield from marks


def _play(board: Board) -> Iterator[str]:
    played = 0
    for number, trick in enumerate(board.tricks, 1):
        whole = len({one.seat for one in trick.laid}) == 4
        for place, one in enumerate(trick.laid):
            yield from _claim(board, played)
            yield f"pc|{_card(one)}"
            yield from one.marks
            played += 1
            ends = place == len(trick.laid) - 1 and (whole or number < len(board.tricks))
            if ends and one.marks[-1:] != (PAGE,):
                yield PAGE
    yield from _claim(board, played)
    if board.claim is None:
        yield from _comments(board, "mc")


def _claim(board: Board, played: int) -> Iterator[str]:
    claim = board.claim
    if claim and (played if claim.played is None else claim.played) == played:
        yield f"mc|{'' if claim.tricks is None else claim.tricks}"
        yield from _comments(board, "mc")


def _card(one: Laid) -> str:
    return one.cards[0].code if one.cards else one.unread
