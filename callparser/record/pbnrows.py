"""The rows of a PBN play section. PBN names no seats: one card too few or too many moves all behind it.

Where the rows show that, or the deal does, the play is not to be trusted from there on.
"""

from __future__ import annotations

from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.record.board import Holding, Laid


class Loss(Value):
    """From this card on (an index from 0) it is not known whose the cards are, and why."""

    at: int
    why: str


def loss(
    laid: Sequence[Laid], lines: Sequence[int], hands: Sequence[Holding | None], *, led: bool
) -> Loss | None:
    """Where the columns go wrong. ``lines``: how many cards stand on each; ``led``: is the leader told?

    Four a line are a table, and a line that is not of fours breaks it; the last may be a trick that goes on.
    Else only the deal can tell: by cards that other hands hold.
    """
    rows = _rows(lines)
    odd = [number for number, count in enumerate(rows) if count % 4]
    if rows and odd[-1:] == [len(rows) - 1] and rows[-1] <= max(rows[:-1], default=rows[-1]):
        odd.pop()
    fours = sum(count % 4 == 0 for count in rows)
    table = fours > 0 and fours >= len(odd)
    if table and odd:
        count = rows[odd[0]]
        why = f"this row has {count} cards; expected 4, with - for one that is not told"
        return Loss(sum(rows[: odd[0]]), why)
    return _misplaced(laid, hands, most=3 if table and led else 1)


def _misplaced(laid: Sequence[Laid], hands: Sequence[Holding | None], most: int) -> Loss | None:
    """The first of the tricks with cards of other hands, if one has more of them than ``most``."""
    start: int | None = None
    held = [None if cards is None else frozenset(cards) for cards in hands]
    for at in range(0, len(laid), 4):
        trick = laid[at : at + 4]
        foreign = sum(card not in (held[one.seat] or (card,)) for one in trick for card in one.cards or ())
        start = None if not foreign else at if start is None else start
        if start is not None and foreign > (most if len(trick) == 4 else 0):
            return Loss(start, "these cards were dealt to other hands than those of their columns")
    return None


def _rows(lines: Sequence[int]) -> list[int]:
    """Lines that together hold one trick are one row."""
    rows: list[int] = []
    for count in lines:
        if rows and count < 4 and rows[-1] + count <= 4:
            rows[-1] += count
        else:
            rows.append(count)
    return rows
