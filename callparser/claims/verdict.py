"""The verdict on a claim: the tricks in five ways, and one word: CERTAIN, GOOD, BAD or DOUBTFUL
(``docs/claims.md``). :func:`callparser.claims.trial.check` finds it.
"""

from __future__ import annotations

from callparser.cards import Hand
from callparser.claims.stated import Stated
from callparser.claims.trouble import Trouble
from callparser.claims.witness import PlayedTrick
from callparser.law.branch import branches
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CERTAIN: Final = "CERTAIN"
GOOD: Final = "GOOD"
BAD: Final = "BAD"
DOUBTFUL: Final = "DOUBTFUL"


class Verdict(Value):
    """``word`` is ``None`` when nothing was claimed; ``branch`` is the branch of Laws 68 to 71 that it
    rests on.

    ``ceiling``: the best double dummy. ``floor``: every legal line of all four, the worst. ``stated``:
    his words followed, normal play where they are silent, the worst; ``normal``: the same without his
    words. ``layouts``: in how many of how many splits of the cards he does not see ``stated`` is enough.
    ``None``: not searched. ``award``: what a bad claim is worth. ``checks``: branches and other findings
    by name; ``questions``: what a person must say first. ``failing`` and ``working``: lines of play,
    ``trouble``: why the first fails;
    ``elsewhere``: the hidden hands of ``failing`` when they are not those of the position.
    """

    said: Stated
    edition: str
    left: int
    word: str | None = None
    branch: str = "70A"
    claimed: int | None = None
    ceiling: int | None = None
    floor: int | None = None
    stated: int | None = None
    normal: int | None = None
    layouts: tuple[int, int] | None = None
    award: int | None = None
    checks: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    failing: tuple[PlayedTrick, ...] = ()
    working: tuple[PlayedTrick, ...] = ()
    trouble: Trouble | None = None
    elsewhere: tuple[Hand, Hand] | None = None

    @property
    def worth(self) -> int | None:
        """The claimer's tricks of those left with all hands faced; ``None`` where that was not searched.

        What is doubtful goes against him (70A); what he gave up and could not lose is his (71).
        """
        if self.word in (CERTAIN, GOOD):
            kept = self.floor if "71A" in self.checks or self.normal is None else self.normal
            return kept if self.checks else self.claimed
        return None if self.stated is None or self.claimed is None else min(self.claimed, self.stated)

    @property
    def clause(self) -> str:
        """The citation in this edition."""
        return branches()[self.branch].cites.get(self.edition, "70A")
