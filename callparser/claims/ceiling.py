"""The best that the claimer's side can do double dummy: our own search, and endplay's DDS for long endings.

DDS runs in a process of its own, in a directory of its own: with hands that do not fit it writes a file
where it stands, and a library that fails must not take the caller with it. So the counts are checked
first.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile

from callparser.claims.ending import ending
from callparser.claims.line import ANY_LEGAL
from callparser.claims.position import ClaimPosition
from callparser.claims.search import MOST_TRICKS, OutOfBudget, search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: DDS takes ten seconds for the worst of whole deals.
TIMEOUT_S: Final = 60.0
_LETTERS: Final = "SHDC"


def ceiling(position: ClaimPosition, budget: int | None = None) -> int | None:
    """Tricks that the claimer's side makes with best play of all four; ``None`` when it was not found.

    All hands must be known and even, as :func:`callparser.claims.position.read_position` leaves them.
    """
    if position.tricks_left <= MOST_TRICKS:
        try:
            return search(ending(position), ANY_LEGAL, helped=True, budget=budget).worst()
        except OutOfBudget:
            pass
    return solved(position)


def solved(position: ClaimPosition) -> int | None:
    """The same by DDS; ``None`` where endplay is not installed, fails or takes too long."""
    seats = position.leader.after(len(position.trick))
    try:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-c", _SOLVE, *_arguments(position)],
                cwd=folder, capture_output=True, timeout=TIMEOUT_S, check=True,
            )  # fmt: skip
        made = int(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return made if seats % 2 == position.claimer % 2 else position.tricks_left - made


def _arguments(position: ClaimPosition) -> list[str]:
    hands = [(held or ()) for held in position.hands]
    rows = [
        ".".join("".join(one.rank.letter for one in held if one.suit.letter == suit) for suit in _LETTERS)
        for held in hands
    ]
    trumps = 4 if position.trumps is None else 3 - int(position.trumps)
    return [
        "N:" + " ".join(rows), str(int(position.leader)), str(trumps),
        *(play.card.code for play in position.trick),
    ]  # fmt: skip


_SOLVE: Final = """
import sys
from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player
deal = Deal(sys.argv[1], Player(int(sys.argv[2])), Denom(int(sys.argv[3])))
for card in sys.argv[4:]:
    deal.play(card, from_hand=False)
print(max(tricks for _, tricks in solve_board(deal)))
"""
