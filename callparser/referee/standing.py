"""Stated facts of a revoke that cannot stand together, though no trick is told."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.kinds import FactValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

#: After this trick there is no revoke to establish (62D).
_TWELFTH: Final = 12


def check(facts: Mapping[str, FactValue]) -> None:
    """Raises :class:`InputError`, naming the facts that contradict each other."""
    for conflict in _CONFLICTS:
        found = conflict(facts)
        if found:
            raise InputError(f"{found}; correct one of them")


def _role(facts: Mapping[str, FactValue]) -> str:
    """A role follows from two seats."""
    stated = facts.get("revoke.role")
    made = role_of(facts)
    if None in (stated, made) or stated == made:
        return ""
    return f"revoke.role is {stated}, but play.declarer and revoke.offender make it {made}"


def role_of(facts: Mapping[str, FactValue]) -> str | None:
    """Whose revoke it is, where declarer's seat and the offender's are known."""
    declarer: Any = facts.get("play.declarer")
    offender: Any = facts.get("revoke.offender")
    return None if declarer is None or offender is None else defective.role(declarer, offender)


def _twelfth(facts: Mapping[str, FactValue]) -> str:
    if facts.get("revoke.exception") != "twelfth":
        return ""
    deemed = facts.get("defect.played") == "too_few"  # 67B1: it is the defective trick
    name = "defect.trick" if deemed else "revoke.trick"
    trick = facts.get(name)
    return "" if trick in (None, _TWELFTH) else f"revoke.exception is twelfth, but {name} is {trick}"


def _not_established(facts: Mapping[str, FactValue]) -> str:
    """Who has played on to a whole trick has established it (63A1); not so in the twelfth."""
    trick: Any = facts.get("revoke.trick")
    completed: Any = facts.get("play.completed")
    if facts.get("revoke.established") is not False or trick in (None, _TWELFTH):
        return ""
    if completed is None or completed <= trick:
        return ""
    return f"revoke.established is no, but play.completed is {completed}, and revoke.trick is {trick}"


def _before_play(facts: Mapping[str, FactValue]) -> str:
    stage = facts.get("board.stage")
    if stage not in ("before_calls", "auction"):
        return ""
    if facts.get("revoke.established"):
        return f"revoke.established is yes, but board.stage is {stage}"
    trick = facts.get("revoke.trick")
    return "" if trick is None else f"revoke.trick is {trick}, but board.stage is {stage}"


def _won_later(facts: Mapping[str, FactValue]) -> str:
    """Nobody has won a later trick before one is complete."""
    trick: Any = facts.get("revoke.trick")
    completed: Any = facts.get("play.completed")
    if trick is None or completed is None or completed > trick:
        return ""
    for name in ("revoke.side_won_later", "revoke.card_won_later"):
        if facts.get(name):
            return f"{name} is yes, but play.completed is {completed}, and revoke.trick is {trick}"
    return ""


def _won_with_a_card(facts: Mapping[str, FactValue]) -> str:
    """A later trick that he won himself was won by his side."""
    if not facts.get("revoke.card_won_later") or facts.get("revoke.side_won_later") is not False:
        return ""
    return "revoke.card_won_later is yes, but revoke.side_won_later is no"


_CONFLICTS: Final = (
    _role, _twelfth, _not_established, _before_play, _won_later, _won_with_a_card,
)  # fmt: skip
