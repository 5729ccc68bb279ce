"""What the tricks show of a plain revoke: the facts of Laws 61 to 64 that are arithmetic."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.defective import Record, Revoke
from callparser.referee.evidence67 import revoke_facts
from callparser.referee.kinds import FactValue
from callparser.referee.played import record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: To the last trick everybody has one card; a revoke in the one before it is always corrected (62D).
_LAST = 13


def from_plain_revoke(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Who, when and what was won, of the revoke that the incident names, else of the first.

    Raises :class:`InputError` when it names one that the tricks do not show.
    """
    if facts.get("incident.about") != "revoke":
        return {}
    if facts.get("revoke.trick") == _LAST:
        raise InputError("revoke.trick is 13; to the last trick everybody has one card: nobody can revoke")
    found = _won(facts)
    if facts.get("revoke.trick") == _LAST - 1:
        found["revoke.exception"] = "twelfth"
    record = record_of(facts)
    if record is None:
        return found
    one = _chosen(facts, record)
    return found | ({"revoke.happened": False} if one is None else _of_revoke(facts, record, one))


def _won(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Who won the revoke trick, in the words of Law 64A."""
    won_by = facts.get("revoke.won_by")
    if won_by is None:
        return {}
    return {"revoke.revoker_won": won_by == "revoker", "revoke.side_won": won_by != "others"}


def _chosen(facts: Mapping[str, FactValue], record: Record) -> Revoke | None:
    every = defective.revokes(record)
    seat, trick = facts.get("revoke.offender"), facts.get("revoke.trick")
    for one in every:
        if seat in (None, one.seat) and trick in (None, one.trick):
            return one
    if not every:
        return None
    shown = ", ".join(f"{one.seat.letter} in trick {one.trick}" for one in every)
    raise InputError(
        f"revoke.offender and revoke.trick name no revoke that the tricks show; they show {shown}"
    )


def _of_revoke(facts: Mapping[str, FactValue], record: Record, one: Revoke) -> dict[str, FactValue]:
    declarer: Any = facts.get("play.declarer")
    found: dict[str, FactValue] = {"revoke.happened": True, "revoke.offender": one.seat}
    cards = defective.laid_by(record.rows[one.trick - 1], one.seat)
    if len(cards) == 1:
        found["revoke.card"] = cards[0]
    if declarer is not None:
        found["revoke.role"] = defective.role(declarer, one.seat)
    found |= revoke_facts(record, one.seat, one.trick)
    if not found["revoke.established"]:  # his side may also have named a card or claimed
        del found["revoke.established"]
    if "revoke.revoker_won" in found:
        own, side = found["revoke.revoker_won"], found["revoke.side_won"]
        found["revoke.won_by"] = "revoker" if own else "partner" if side else "others"
    if one.trick == _LAST - 1:
        found["revoke.exception"] = "twelfth"
    elif _earlier(record, one):
        found["revoke.exception"] = "same_suit"
    return found


def _earlier(record: Record, one: Revoke) -> bool:
    """Had he an established revoke in that suit before (64B2)?"""
    led = defective.led_suit(record.rows[one.trick - 1])
    return any(
        other.seat == one.seat
        and other.trick < one.trick
        and defective.led_suit(record.rows[other.trick - 1]) == led
        for other in defective.revokes(record)
    )
