"""What was said when a claim was made, ready to be checked."""

from __future__ import annotations

from callparser.cards import Suit
from callparser.claims.line import Kind, Step
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

#: The kinds of statement that are about tricks to come; play stops (Law 68A, 68B).
CLAIMS: Final = ("claim", "concession", "stop")
_BOOK: Final = 6


class Stated(Value):
    """A statement in parts.

    ``kind`` is that of Law 68 (``claim``, ``concession``, ``stop``, ``current_trick``, ``objection``,
    ``agreement``, ``nothing``), empty when the words are not understood. ``wins`` and ``loses``: tricks
    that were named; ``total``: ``wins`` counts those already won, too ("making four"), ``more``: it does not
    ("four more"), ``makes``: or it is a level, perhaps ("I make four"). ``rest``: all that are left;
    ``nothing``: none of them. ``listed``: the steps stand beside each other without a word of
    order; ``recited``: some of them are only a list of tricks; ``few``: the rounds of
    trumps may leave one out, and what he does then was not said. ``trumps``: ``""`` when those outstanding
    were not spoken of, ``"drawn"`` when he will draw them, ``"gone"`` when he said that none is out.
    ``unread``: words that bear on the line and were not understood. ``repaired``: words as they were said
    and as they were read, where that is not the same.
    """

    kind: str
    wins: int | None = None
    loses: int | None = None
    total: bool = False
    more: bool = False
    makes: bool = False
    rest: bool = False
    nothing: bool = False
    steps: tuple[Step, ...] = ()
    discards: tuple[Suit, ...] = ()
    listed: bool = False
    recited: bool = False
    few: bool = False
    trumps: str = ""
    unread: tuple[str, ...] = ()
    repaired: tuple[tuple[str, str], ...] = ()

    @property
    def is_claim(self) -> bool:
        return self.kind in CLAIMS

    @property
    def located(self) -> bool:
        """Did he say a finesse? Then he plays for a card to lie right, and says so (70E1)."""
        return any(step.kind is Kind.FINESSE for step in self.steps)

    def claimed(self, left: int, won: int | None) -> int | None:
        """How many of the tricks left he claims; ``None`` when the words do not say, or contradict
        themselves."""
        if self.wins is not None:
            lost = 0 if self.rest and self.loses is None else self.loses
            found = {one for one in self._readings(left, won) if lost in (None, left - one)}
            return found.pop() if len(found) == 1 else None
        if self.loses is not None:
            return left - self.loses if self.loses <= left else None
        if self.rest:
            return left
        return 0 if self.nothing else None

    def _readings(self, left: int, won: int | None) -> Iterator[int]:
        """What ``wins`` may mean: tricks to come, or all, or the level of the contract."""
        wins = self.wins or 0
        if not self.total and wins <= left:
            yield wins
        if won is None or (self.more and not self.total and wins <= left):
            return
        least = 0 if self.total or wins > left else 1
        for whole in (wins, wins + _BOOK) if self.makes else (wins,):
            if least <= whole - won <= left:
                yield whole - won
