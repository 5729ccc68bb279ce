"""What the tricks show of a plain revoke: the facts of Laws 61 to 64 that are arithmetic."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.defective import Record, Revoke
from callparser.referee.evidence67 import claimed_by, restored_revoke, revoke_facts
from callparser.referee.facts import BY_NAME
from callparser.referee.kinds import FactValue
from callparser.referee.played import record_of
from callparser.referee.standing import role_of
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: To the last trick everybody has one card; a revoke in the one before it is always corrected (62D).
_LAST = 13


def from_plain_revoke(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Who, when and what was won, of the revoke that the incident names, else of the only one.

    Of several nothing is found until one is named (:func:`undecided`), and nothing where the trick that is
    named is not told. Raises :class:`InputError` for what cannot stand together.
    """
    if facts.get("incident.about") != "revoke":
        return {}
    if facts.get("revoke.trick") == _LAST:
        raise InputError("revoke.trick is 13; to the last trick everybody has one card: nobody can revoke")
    found = _won(facts)
    role = role_of(facts)
    if role is not None:
        found["revoke.role"] = role
    if facts.get("revoke.trick") == _LAST - 1:
        found["revoke.exception"] = "twelfth"
    record = record_of(facts)
    every = () if record is None else named(facts, record)
    if record is None:
        return found
    if len(every) > 1:
        return found | {"revoke.happened": True}
    if every:
        _check_exception(facts, record, every[0])
        return found | _of_revoke(facts, record, every[0])
    return found | ({"revoke.happened": False} if _is_told(facts, record) else {})


def _won(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Who won the revoke trick, in the words of Law 64A."""
    won_by = facts.get("revoke.won_by")
    if won_by is None:
        return {}
    return {"revoke.revoker_won": won_by == "revoker", "revoke.side_won": won_by != "others"}


def named(facts: Mapping[str, FactValue], record: Record) -> tuple[Revoke, ...]:
    """The revokes that the tricks show, as far as the incident names a seat or a trick.

    Raises :class:`InputError` when it names a seat whose revoke the tricks told do not show, and show others.
    """
    every = defective.revokes(record)
    seat, trick = facts.get("revoke.offender"), facts.get("revoke.trick")
    found = _matching(every, seat, trick)
    if every and not found and seat is not None and _is_told(facts, record):
        shown = ", ".join(f"{one.seat.letter} in trick {one.trick}" for one in every)
        raise InputError(
            f"revoke.offender and revoke.trick name no revoke that the tricks show; they show {shown}"
        )
    return found


def _matching(every: tuple[Revoke, ...], seat: Any, trick: Any) -> tuple[Revoke, ...]:
    return tuple(one for one in every if seat in (None, one.seat) and trick in (None, one.trick))


def offenders(facts: Mapping[str, FactValue]) -> tuple[Seat, ...]:
    """Who revoked, as the tricks show: in the trick that is named, else in any."""
    record = record_of(facts)
    every = () if record is None else defective.revokes(record)
    found = {one.seat for one in _matching(every, None, facts.get("revoke.trick"))}
    return tuple(seat for seat in SEATS if seat in found)


def undecided(facts: Mapping[str, FactValue]) -> str:
    """The fact that must be known to choose among several revokes: seat before trick; ``""`` for none."""
    record = record_of(facts)
    several = () if record is None else named(facts, record)
    if len({one.seat for one in several}) > 1:
        return "revoke.offender"
    return "revoke.trick" if len(several) > 1 else ""


def ends_early(facts: Mapping[str, FactValue]) -> bool:
    """Is no trick named, and are not all thirteen told?"""
    record = record_of(facts)
    return record is not None and facts.get("revoke.trick") is None and not defective.played_out(record)


def _is_told(facts: Mapping[str, FactValue], record: Record) -> bool:
    """Do the tricks tell the one that is named, or the card in it of the seat that is named?"""
    trick: Any = facts.get("revoke.trick")
    if trick is None:
        return True
    row = record.rows[trick - 1] if trick <= len(record.rows) else ()
    return len(row) == len(SEATS) or any(one.seat == facts.get("revoke.offender") for one in row)


def _of_revoke(facts: Mapping[str, FactValue], record: Record, one: Revoke) -> dict[str, FactValue]:
    declarer: Any = facts.get("play.declarer")
    found: dict[str, FactValue] = {"revoke.happened": True, "revoke.offender": one.seat}
    cards = defective.laid_by(record.rows[one.trick - 1], one.seat)
    if len(cards) == 1:
        found["revoke.card"] = cards[0]
    if declarer is not None:
        found["revoke.role"] = defective.role(declarer, one.seat)
    found |= revoke_facts(record, one.seat, one.trick, claimed_by(facts))
    if not found["revoke.established"]:  # his side may also have named a card, or agreed to a claim
        del found["revoke.established"]
    if "revoke.revoker_won" in found:
        own, side = found["revoke.revoker_won"], found["revoke.side_won"]
        found["revoke.won_by"] = "revoker" if own else "partner" if side else "others"
    if one.trick == _LAST - 1:
        found["revoke.exception"] = "twelfth"
    elif _earlier(record, one):
        found["revoke.exception"] = "same_suit"
    return found


# --- the exceptions of 64B -----------------------------------------------------------------------------


def other_side(facts: Mapping[str, FactValue]) -> str:
    """``both_established`` or ``both_sides`` where the tricks show that the other side revoked too."""
    record = record_of(facts)
    every = () if record is None else named(facts, record)
    return "" if record is None or len(every) != 1 else _other_side(record, every[0], claimed_by(facts))


def exceptions(facts: Mapping[str, FactValue]) -> tuple[str, ...]:
    """The words of ``revoke.exception`` that the tricks leave possible; all where they show no one revoke."""
    found = _ruled_on(facts)
    return BY_NAME["revoke.exception"].words if found is None else _possible(facts, *found)


def _ruled_on(facts: Mapping[str, FactValue]) -> tuple[Record, Revoke] | None:
    """The one revoke that the ruling is about, and the tricks as they count for it.

    Under Law 67 that of the defective trick, whoever else has revoked on the board.
    """
    record = record_of(facts)
    if record is None:
        return None
    if facts.get("incident.about") == "revoke":
        every = named(facts, record)
        return (record, every[0]) if len(every) == 1 else None
    return _deemed(facts, record) if facts.get("defect.played") == "too_few" else restored_revoke(facts)


def _deemed(facts: Mapping[str, Any], record: Record) -> tuple[Record, Revoke] | None:
    """67B1: who has laid no card is deemed to have revoked in that trick."""
    seat, trick = facts.get("defect.offender"), facts.get("defect.trick")
    if seat is None or trick is None or trick > len(record.rows):
        return None
    return record, Revoke(trick, seat)


def _possible(facts: Mapping[str, FactValue], record: Record, one: Revoke) -> tuple[str, ...]:
    if one.trick == _LAST - 1:
        return ("twelfth",)
    if _earlier(record, one):
        return ("same_suit",)
    shown = _other_side(record, one, claimed_by(facts))
    possible = {shown or "none", "late", "corrected", "faced"}
    told = sum(len(row) == len(SEATS) for row in record.rows)
    if told < _LAST - 1 and not shown:
        possible.add("both_sides")
    theirs = [other.trick for other in defective.revokes(record) if other.seat % 2 != one.seat % 2]
    if min([told + 1, *theirs]) < _LAST - 1:  # one in the twelfth trick is never established (62D)
        possible.add("both_established")
    return tuple(word for word in BY_NAME["revoke.exception"].words if word in possible)


def from_defect(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """67B1: the exception that the tricks show of the revoke that he is deemed to have made.

    Raises :class:`InputError` for one that they rule out.
    """
    record = record_of(facts)
    if record is None or facts.get("incident.about") == "revoke" or facts.get("defect.played") != "too_few":
        return {}
    found = _deemed(facts, record)
    if found is None or found[1].trick == _LAST - 1:  # there the law itself needs no exception (62D, 64B6)
        return {}
    _check_exception(facts, *found)
    possible = _possible(facts, *found)
    return {"revoke.exception": possible[0]} if len(possible) == 1 else {}


def _check_exception(facts: Mapping[str, FactValue], record: Record, one: Revoke) -> None:
    stated, possible = facts.get("revoke.exception"), _possible(facts, record, one)
    if stated is not None and stated not in possible:
        raise InputError(
            f"revoke.exception is {stated}, but the tricks leave only {', '.join(possible)} of the revoke of "
            f"{one.seat.letter} in trick {one.trick}; state one of them, or leave it out"
        )


def _other_side(record: Record, one: Revoke, claimed: Seat | None) -> str:
    theirs = [other for other in defective.revokes(record) if other.seat % 2 != one.seat % 2]
    if any(
        other.trick < _LAST - 1
        and revoke_facts(record, other.seat, other.trick, claimed)["revoke.established"]
        for other in theirs
    ):
        return "both_established"
    return "both_sides" if theirs else ""


def _earlier(record: Record, one: Revoke) -> bool:
    """Had he an established revoke in that suit before (64B2)?"""
    led = defective.led_suit(record.rows[one.trick - 1])
    return any(
        other.seat == one.seat
        and other.trick < one.trick
        and defective.led_suit(record.rows[other.trick - 1]) == led
        for other in defective.revokes(record)
    )
