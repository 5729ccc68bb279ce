"""What the record shows: facts that need not be asked, because counts, hands and tricks tell them.

What somebody states stands beside it; where the two differ the incident is refused, and neither is believed.
"""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.evidence67 import chosen, from_faces, from_hand, from_revoke, from_tricks
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import Incident
from callparser.referee.kinds import Count, FactValue, written_fact
from callparser.referee.played import is_double, record_of
from callparser.referee.scene import from_record
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final


def with_evidence(incident: Incident) -> Incident:
    """The incident with everything that follows from its record. Raises :class:`InputError`."""
    for step in _STEPS:
        incident = with_found(incident, step(incident.facts))
    return incident


def with_found(incident: Incident, found: Mapping[str, FactValue]) -> Incident:
    """The incident with facts that were found. Raises :class:`InputError` where it states another."""
    for name, value in found.items():
        stated = incident.facts.get(name)
        if stated is None:
            incident = incident.given(name, value)
        elif not _agree(stated, value):
            fact = BY_NAME[name]
            raise InputError(
                f"{name} is stated as {written_fact(fact, stated)!r}, but the record gives "
                f"{written_fact(fact, value)!r}; correct one of them"
            )
    return incident


def _agree(stated: FactValue, shown: FactValue) -> bool:
    """The same fact? Cards may be named in any order."""
    if isinstance(stated, tuple) and isinstance(shown, tuple):
        return set(stated) == set(shown)
    return stated == shown


# --- how many cards ------------------------------------------------------------------------------------


def _from_deal(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    deal: Any = facts.get("play.deal")
    if deal is not None and (is_double(deal) or any(len(hand) != 13 for hand in deal)):
        sizes = [len(hand) for hand in deal]
        return {"board.hands": "surplus" if is_double(deal) else _kind(sizes)}
    record = record_of(facts)
    if record is None:
        return {}
    return {"board.hands": "wrong_piles" if defective.defects(record.rows) else "right"}


def _from_counts(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    counts: Any = facts.get("board.counts")
    if counts is not None and all(counts):
        return _counted(counts, facts.get("play.completed"))
    return {}


def _counted(counts: tuple[Count, ...], completed: Any) -> dict[str, FactValue]:
    sizes = [count.hand + count.played for count in counts]
    if set(sizes) != {13}:
        return {"board.hands": _kind(sizes)}
    due = [completed if count.due is None else count.due for count in counts]
    if None in due:
        return {}
    wrong = any(count.played != number for count, number in zip(counts, due, strict=True))
    return {"board.hands": "wrong_piles" if wrong else "right"}


def _kind(sizes: list[int]) -> str:
    if max(sizes) > 13:
        return "long_and_short" if min(sizes) < 13 else "surplus"
    return "only_short" if min(sizes) < 13 else "right"


def _from_role(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    declarer: Any = facts.get("play.declarer")
    offender: Any = facts.get("defect.offender")
    if offender is None:
        record = record_of(facts)
        defect = chosen(facts, record) if record else None
        offender = defect.seat if defect else None
    if declarer is None or offender is None:
        return {}
    return {"defect.role": _role(declarer, offender)}


def _role(declarer: Seat, seat: Seat) -> str:
    if seat == declarer:
        return "declarer"
    return "dummy" if seat == declarer.partner else "defender"


#: Each takes the facts known so far and gives those that follow.
_STEPS: Final = (
    _from_deal, _from_counts, _from_role, from_tricks, from_hand, from_faces, from_revoke, from_record,
)  # fmt: skip
