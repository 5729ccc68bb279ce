"""What the Laws make of what declarer said: the entry to Law 46.

One thing said is one walk through the clauses of :mod:`callparser.law.law46`; several things said
are first brought down to the designation that stands, in :mod:`callparser.law.law45`.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.designation import Ambiguous, Correction, Designation, NotUnderstood, Understood
from callparser.errors import InputError
from callparser.law.edition import NEWEST, load_edition
from callparser.law.engine import View, by_kind
from callparser.law.law46 import LAW_46
from callparser.law.talk import TABLE_TALK
from callparser.outcome import Resolution
from callparser.table import TableState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

#: For each kind of intent the clause functions that speak on it, in the order of the law.
CLAUSES: Final = by_kind((*LAW_46, *TABLE_TALK))
#: Which of two designations counts where only a director could tell.
POLICIES: Final = ("ask", "first", "last")


def resolve(
    said: Understood | Sequence[Understood],
    table: TableState,
    edition: str = NEWEST,
    *,
    gaps_s: Sequence[float | None] | None = None,
    intention: Card | None = None,
    correction: str = "ask",
) -> Resolution:
    """The card that was called, or what else the Laws make of the words.

    ``said`` is what was understood, or a sequence of it in the order it was said; ``gaps_s[i]`` is the
    pause in seconds between the things said at ``i`` and ``i + 1`` (``None`` = unknown). ``intention``
    is a card that a human asserts to be incontrovertibly meant (46B). ``correction`` is the policy for
    two designations: ``ask``, or let the ``first`` or the ``last`` count.

    Raises :class:`InvalidTable` for a table on which nothing can be called, :class:`EditionError` for
    an unknown edition, :class:`InputError` for an unknown ``correction``.
    """
    if isinstance(said, str):
        raise InputError("resolve() takes what parse() understood, not a text; call parse() first")
    if correction not in POLICIES:
        raise InputError(f"correction is {str(correction)[:20]!r}; expected one of {', '.join(POLICIES)}")
    view = View(table, load_edition(edition).rules, CLAUSES, intention)
    if type(said) is Designation and type(said.intent) is not Correction and not said.guessed:
        return view.walk(said.intent)
    from callparser.law.law45 import c4_ambiguous, c4_several, guessed  # only where there is a doubt

    if isinstance(said, Designation) and said.guessed:
        return guessed(view, said)
    if isinstance(said, Ambiguous):
        return c4_ambiguous(view, said, correction)
    if isinstance(said, (Designation, NotUnderstood)):
        said = (said,)
    return c4_several(view, said, gaps_s or (), correction)
