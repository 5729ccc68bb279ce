"""What a revoke costs in tricks: Law 64, with 61 to 63 as far as Law 67 and claims need them."""

from __future__ import annotations

from callparser.referee.case import Case
from callparser.referee.evidence67 import by_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from callparser.table import Seat

#: After this trick there is no revoke to establish (62D, 64B6).
_TWELFTH: Final = 12


def exception(case: Case, trick: int | None) -> str:
    """The exception of 64B that applies, or ``""``.

    ``dummy``, ``twelfth``, ``late``, ``same_suit``, ``both_sides``, ``corrected`` or ``faced``.
    """
    if case.known("defect.role") == "dummy" and case.says("dummy_excepted"):
        return "dummy"
    if trick == _TWELFTH:
        return "twelfth"
    found = case.word("revoke.exception")
    if found in ("both_sides", "both_established"):
        return both_sides(case, found)
    return _corrected(case) if found == "corrected" else "" if found == "none" else found


def _corrected(case: Case) -> str:
    """64B8 of 2017; in 2007 both sides had revoked (64B7), in 1997 one that is corrected is none established.

    67B1 deems him to have revoked in 1997 and 2007 whatever else was corrected.
    """
    rule = case.param("both_sides")
    if rule != "established" and case.known("defect.played") == "too_few":
        return ""
    return "both_sides" if rule == "revoked" else "corrected"


def both_sides(case: Case, found: str) -> str:
    """64B7: does it count in this edition that the other side revoked too? ``both_sides`` or ``""``."""
    if not found:
        return ""
    rule = case.param("both_sides")
    counts = rule == "revoked" or (rule == "established" and found == "both_established")
    return "both_sides" if counts else ""


def deemed(case: Case, trick: int) -> int | None:
    """The one trick of 67B1: one if the side won the defective trick or a later one and nothing excepts it.

    ``None`` while play goes on and its side may yet win one. Never the two tricks of 64A1: 67B1 names the
    one-trick rule only.
    """
    if won_nothing(case):
        case.note("64A2", won=False)
        return 0
    excepted = exception(case, trick)
    if excepted:
        case.note("64B", exception=excepted)
        case.note("64C")
        return 0
    won = _later(case, "defect.side_won")
    if won is None:
        return None
    case.note("64A2", won=won)
    return int(won)


def won_nothing(case: Case) -> bool:
    """Is it certain that the side won neither the defective trick nor a later one: play is over?"""
    return case.known("defect.side_won") is False and case.known("play.over") is True


def _later(case: Case, fact: str) -> bool | None:
    """Has something been won since? "No" is final only when play is over; until then it is open."""
    if case.yes(fact):
        return True
    if case.yes("play.over"):
        return False
    case.note("64A-open")
    return None


def cost(case: Case) -> int | None:
    """What an established revoke costs: 64A1, 64A2, 64B; ``None`` while later tricks may still decide it.

    One that is not established is corrected: 62A.
    """
    trick: int | None = case.known("revoke.trick")
    case.note("61A")
    if trick == _TWELFTH:
        case.note("62D")
        return 0
    if case.known("defect.role") == "dummy":  # 64B3: whether or not it is established
        case.note("64B", exception="dummy")
        case.note("64C")
        return 0
    if not case.yes("revoke.established"):
        case.note("62A")
        return 0
    case.note(established_by(case, case.known("defect.offender")))
    return _transfer(case, trick)


def established_by(case: Case, seat: Seat | None) -> str:
    """63A1, a card to the next trick; or 63A3, a claim or concession, where the record tells that."""
    return "63A3" if by_claim(case.incident.facts, seat, case.known("revoke.trick")) else "63A1"


def _transfer(case: Case, trick: int | None) -> int | None:
    excepted = exception(case, trick)
    if excepted:
        case.note("64B", exception=excepted)
        case.note("64C")
        return 0
    return transfer(case, case.note)


def transfer(case: Case, step: Callable[..., None]) -> int | None:
    """64A1 and 64A2, where nothing excepts it. ``step``: :meth:`Case.at` or :meth:`Case.note`.

    ``None`` while later tricks may still decide it.
    """
    if case.yes("revoke.revoker_won"):
        later = _later(case, "revoke.side_won_later")
        if later is None:
            return None
        step("64A1", tricks=1 + later)
        return 1 + later
    return _one_trick(case, step)


def _one_trick(case: Case, step: Callable[..., None]) -> int | None:
    """64A2; in 1997 one more for a trick won with a card that could have followed."""
    won = True if case.yes("revoke.side_won") else _later(case, "revoke.side_won_later")
    again: bool | None = False
    if won and case.says("second_trick_of_same_card"):
        again = _later(case, "revoke.card_won_later")
    if won is None or again is None:
        return None
    if not won:
        step("64A-none")
        return 0
    step("64A2", tricks=won + again)
    return won + again
