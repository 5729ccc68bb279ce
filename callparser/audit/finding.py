"""What an audit finds, and the clause of each edition that it falls under.

A clause with ``?`` was not read on a page for this program: it is cited as unverified. Sources of the others
are listed in ``docs/records.md``. No clause: the record contradicts itself, and no law is broken by that.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.law.edition import EDITIONS
from callparser.table import Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    Fact = str | int | bool | None | Card | Seat | tuple[Card, ...]

IRREGULARITY: Final = "irregularity"
NOTE: Final = "note"


class Finding(Value):
    """One thing in a record. ``trick`` counts from 1; ``clause`` is empty where no law speaks of it.

    ``level`` is ``irregularity``, or ``note`` for what is regular and still worth a look (a claim).
    """

    code: str
    clause: str
    verified: bool
    level: str = IRREGULARITY
    trick: int | None = None
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    facts: Mapping[str, Fact] = {}


#: Code -> the clause in 1997, 2007, 2017. A code with a colon is one of several cases of a finding.
CLAUSES: Final[dict[str, tuple[str, str, str]]] = {
    "surplus-card": ("", "13F", "13C"),
    "unequal-hands": ("13", "13", "13"),
    "short-hand": ("14?", "14A", "14A?"),
    "short-hand:hidden": ("", "", ""),
    "dealer-differs": ("17?", "17?", "17?"),
    "insufficient-bid": ("27?", "27?", "27?"),
    "call-out-of-turn": ("29?", "29?", "29?"),
    "inadmissible-call": ("35?", "35?", "35?"),
    "unread-call": ("", "", ""),
    "contract-differs": ("22?", "22?", "22?"),
    "declarer-differs": ("22?", "22?", "22?"),
    "passed-out": ("22?", "22?", "22?"),
    "lead-out-of-turn:opening": ("54?", "54?", "54?"),
    "lead-out-of-turn:declarer": ("55?", "55?", "55?"),
    "lead-out-of-turn:defender": ("56?", "56?", "56?"),
    "play-out-of-turn:defender": ("57A?", "57A", "57A"),
    "play-out-of-turn:declarer": ("44B?", "44B?", "44B?"),
    "not-held": ("", "", ""),
    "played-twice": ("", "", ""),
    "too-few-cards:early": ("67A1", "67A1", "67A1"),
    "too-few-cards:late": ("67B1", "67B1", "67B1"),
    "too-many-cards:early": ("67A2", "67A2", "67A2"),
    "too-many-cards:late": ("67B2", "67B2", "67B2"),
    "pile-count": ("67B", "67B", "67B"),
    "pile-differs": ("", "", ""),
    "revoke": ("61A?", "61A?", "61A?"),
    "claim": ("68A", "68A", "68A"),
    "play-after-claim": ("68D", "68D", "68D2"),
    "result-differs": ("79A", "79A", "79A2"),
    "not-recorded": ("", "", ""),
    "mark-unfounded": ("", "", ""),
}
CODES: Final = tuple(dict.fromkeys(name.partition(":")[0] for name in CLAUSES))
_NOTES: Final = ("claim", "not-recorded", "mark-unfounded", "unread-call")


def finding(
    name: str,
    edition: str,
    *,
    trick: int | None = None,
    seat: Seat | None = None,
    cards: tuple[Card, ...] = (),
    **facts: Fact,
) -> Finding:
    """A finding by its row in :data:`CLAUSES`, cited by an edition id."""
    clause = CLAUSES[name][EDITIONS.index(edition)]
    code = name.partition(":")[0]
    level = NOTE if code in _NOTES else IRREGULARITY
    return Finding(code, clause.rstrip("?"), not clause.endswith("?"), level, trick, seat, cards, facts)
