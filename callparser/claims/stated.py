"""What was said when a claim was made, ready to be checked."""

from __future__ import annotations

from callparser.cards import Suit
from callparser.claims.line import Kind, Step
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The kinds of statement that are about tricks to come; play stops (Law 68A, 68B).
CLAIMS: Final = ("claim", "concession", "stop")


class Stated(Value):
    """A statement in parts.

    ``kind`` is that of Law 68 (``claim``, ``concession``, ``stop``, ``current_trick``, ``objection``,
    ``agreement``, ``nothing``), empty when the words are not understood. ``wins`` and ``loses``: tricks
    that were named; ``total``: ``wins`` counts those already won, too ("ten tricks"). ``rest``: all that
    are left; ``nothing``: none of them. ``listed``: the steps stand beside each other without a word of
    order; ``recited``: some of them are only a list of tricks. ``trumps``: ``""`` when those outstanding
    were not spoken of, ``"drawn"`` when he will draw them, ``"gone"`` when he said that none is out.
    ``unread``: words that bear on the line and were not understood. ``repaired``: words as they were said
    and as they were read, where that is not the same.
    """

    kind: str
    wins: int | None = None
    loses: int | None = None
    total: bool = False
    rest: bool = False
    nothing: bool = False
    steps: tuple[Step, ...] = ()
    discards: tuple[Suit, ...] = ()
    listed: bool = False
    recited: bool = False
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
            wins = self.wins
            if self.total or wins > left:
                if won is None or not 0 <= wins - won <= left:
                    return None
                wins -= won
            return wins if self.loses in (None, left - wins) else None
        if self.loses is not None:
            return max(0, left - self.loses)
        if self.rest:
            return left
        return 0 if self.nothing else None
