"""The deal: are these four hands of thirteen, and one pack (Laws 1, 13, 14)?"""

from __future__ import annotations

from collections import Counter

from callparser.audit.finding import Finding, finding
from callparser.cards import PACK
from callparser.record.board import Board
from callparser.table import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def deal_findings(board: Board, edition: str) -> Iterator[Finding]:
    """At most one: a card twice, else a hand too long, else one too short.

    Hidden hands are not counted: one may be too long where another is too short, so no clause is cited then.
    """
    by_seat = {seat: len(cards) for seat, cards in zip(SEATS, board.hands, strict=True) if cards is not None}
    full = due(board)
    odd = {seat.letter: size for seat, size in by_seat.items() if size != full}
    counts = ", ".join(f"{seat} {size}" for seat, size in odd.items())
    dealt = Counter(one for cards in board.hands for one in cards or ())
    twice = tuple(one for one in reversed(PACK) if dealt[one] > 1)
    missing = tuple(one for one in reversed(PACK) if not dealt[one]) if _whole(board) else ()
    if twice:
        yield finding("surplus-card", edition, cards=twice, counts=counts, missing=missing)
    elif any(size > full for size in odd.values()):
        yield finding("unequal-hands", edition, counts=counts)
    elif odd:
        hidden = ", ".join(seat.letter for seat in SEATS if seat not in by_seat)
        name = "short-hand:hidden" if hidden else "short-hand"
        yield finding(name, edition, cards=missing, counts=counts, hidden=hidden)


def due(board: Board) -> int:
    """How many cards a hand began with: 13, or fewer in an ending (PBN 2.1, 3.10)."""
    sizes = [len(cards) for cards in board.hands if cards is not None]
    return 13 if not _ending(board) else max(sizes)


def _ending(board: Board) -> bool:
    sizes = [len(cards) for cards in board.hands if cards is not None]
    return bool(sizes) and 0 < max(sizes) < 13 and not board.auction and len(sizes) == len(SEATS)


def _whole(board: Board) -> bool:
    """Are all four hands of a whole deal known?"""
    return None not in board.hands and not _ending(board)
