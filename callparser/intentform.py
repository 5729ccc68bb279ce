"""Intents and what was understood, as they go on the wire: ``{"kind": "card", "suit": "H", "rank": "8"}``."""

from __future__ import annotations

from callparser.cards import RANKS, SUITS, Rank, Suit
from callparser.designation import (
    INTENTS,
    Acknowledge,
    Ambiguous,
    Claim,
    Concession,
    Designation,
    Level,
    Marker,
    SuitRef,
)
from callparser.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from callparser.designation import AnySuit, Intent, Understood


def _slot_out(value: Any) -> object:
    """What is no enumeration: the parts of an intent, or a number, a truth or a word as it is."""
    if isinstance(value, tuple):
        return [intent_out(v) for v in value]
    return intent_out(value) if type(value) in _CLASSES else value


_CLASSES: Final = frozenset(INTENTS.values())
#: The members of every enumeration a slot may hold, as they go on the wire.
_MEMBERS: Final[dict[type, dict[Any, str]]] = {
    Suit: {one: one.letter for one in SUITS},
    Rank: {one: one.letter for one in RANKS},
    **{kind: {one: one.value for one in kind} for kind in (SuitRef, Level, Marker)},
}


def intent_out(intent: Intent) -> dict[str, object]:
    """The wire form: ``{"kind": "card", "suit": "H", "rank": "8"}``. Empty slots are left out."""
    row: dict[str, object] = {"kind": intent.kind}
    for name in intent.__match_args__:
        value = getattr(intent, name)
        if value is not None and value is not False and value != () and value != "":
            members = _MEMBERS.get(type(value))
            row[name] = _slot_out(value) if members is None else members[value]
    if intent.kind in _ALWAYS:
        row[_ALWAYS[intent.kind]] = getattr(intent, _ALWAYS[intent.kind])
    return row


#: The slots that are told even when they are empty.
_ALWAYS: Final = {Acknowledge.kind: "yes", Claim.kind: "tricks", Concession.kind: "tricks"}


def intent_in(row: object) -> Intent:
    """Back from the wire form. Raises :class:`InputError` for an unknown kind, slot or value."""
    if not isinstance(row, dict) or row.get("kind") not in INTENTS:
        raise InputError(f"intent: found {str(row)[:60]!r}, expected an object with a known kind")
    cls = INTENTS[row["kind"]]
    names = set(cls.__match_args__)
    slots = {}
    for name, value in row.items():
        if name == "kind" or value is None:
            continue
        if name not in names:
            raise InputError(f"intent {cls.kind}: unknown slot {name[:20]!r}; it takes {sorted(names)}")
        slots[name] = _slot_in(cls.kind, name, value)
    try:
        intent: Intent = cls(**slots)
    except TypeError as err:
        raise InputError(f"intent {cls.kind}: a slot is missing; it takes {sorted(names)}") from err
    return intent


def _slot_in(kind: str, name: str, value: object) -> object:
    reader = _READERS.get(name)
    try:
        if reader is None:
            raise ValueError
        return reader(value)
    except (ValueError, TypeError, AttributeError, InputError) as err:
        raise InputError(f"intent {kind}: {name} is {str(value)[:20]!r}, which cannot be read") from err


def suit_in(value: object) -> AnySuit:
    """``"H"``, ``"trump"``, ``"last"`` -> the suit. Raises for anything else."""
    return SuitRef(value) if value in ("trump", "last") else Suit.parse(str(value))


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 13:
        raise ValueError
    return value


def _truth(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _options(value: object) -> tuple[Intent, ...]:
    if not isinstance(value, list) or len(value) > 13:
        raise ValueError
    return tuple(intent_in(v) for v in value)


def _rank(value: object) -> Rank:
    return Rank.parse(str(value))


_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "suit": suit_in, "rank": _rank, "over": _rank, "level": Level, "marker": Marker,
    "number": _number, "tricks": _number, "from_low": _truth, "highest": _truth, "yes": _truth,
    "request": _truth, "hold": _truth, "line": _truth, "about": str, "base": intent_in, "first": intent_in,
    "second": intent_in, "options": _options,
}  # fmt: skip


def understood_out(said: Understood) -> dict[str, Any]:
    """What was understood: ``understood``, ``intent``, ``alternatives``, ``confidence``, ``repairs``."""
    row: dict[str, Any] = {
        "understood": said.understood,
        "intent": None,
        "alternatives": [],
        "confidence": 0.0,
        "repairs": [],
    }
    if isinstance(said, Designation):
        row["intent"] = intent_out(said.intent)
        row["confidence"] = said.confidence
        if said.guessed:
            row["guessed"] = True
        if said.repairs:
            row["repairs"] = [{"said": r.said, "taken": r.taken, "cost": r.cost} for r in said.repairs]
    elif isinstance(said, Ambiguous):
        row["alternatives"] = [intent_out(r.intent) for r in said.readings]
    else:
        row["alternatives"] = [intent_out(intent) for intent in said.near]
    return row
