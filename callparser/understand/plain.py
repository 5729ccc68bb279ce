"""What was understood as plain data and back, with nothing lost: for storing it, or sending it elsewhere.

The answer on the wire (:func:`callparser.intentform.understood_out`) is for people and clients, and leaves
out what each reading of an ambiguous text was repaired from. Here every field is kept::

    {"readings": [{"intent": ..., "understood": ..., "confidence": ..., "repairs": [[said, taken, cost]],
                   "guessed": ...}], "understood": ...}          several readings: ambiguous
    {"near": [intent, ...], "understood": ...}                   not understood
"""

from __future__ import annotations

from callparser.designation import Ambiguous, Designation, NotUnderstood, Repair, Understood
from callparser.intentform import intent_in, intent_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def plain(said: Understood) -> dict[str, Any]:
    """As dicts, lists, texts and numbers."""
    if isinstance(said, NotUnderstood):
        return {"near": [intent_out(intent) for intent in said.near], "understood": said.understood}
    readings = said.readings if isinstance(said, Ambiguous) else (said,)
    return {"readings": [_reading_out(one) for one in readings], "understood": said.understood}


def understood(row: dict[str, Any]) -> Understood:
    """Back from :func:`plain`. Raises :class:`callparser.errors.InputError` for an intent that is none."""
    if "near" in row:
        return NotUnderstood(row["understood"], tuple(map(intent_in, row["near"])))
    readings = tuple(map(_reading_in, row["readings"]))
    return readings[0] if len(readings) == 1 else Ambiguous(readings, row["understood"])


def _reading_out(one: Designation) -> dict[str, Any]:
    return {
        "intent": intent_out(one.intent),
        "understood": one.understood,
        "confidence": one.confidence,
        "repairs": [[repair.said, repair.taken, repair.cost] for repair in one.repairs],
        "guessed": one.guessed,
    }


def _reading_in(row: dict[str, Any]) -> Designation:
    repairs = tuple(Repair(said, taken, cost) for said, taken, cost in row["repairs"])
    return Designation(
        intent_in(row["intent"]), row["understood"], row["confidence"], repairs, row["guessed"]
    )
