"""Which law is it? R0 to R7: all four hands and piles are counted before anybody says "Law 67".

A call that is disputed (45C4, 45D, 46) comes before that count: it is about words, not about cards.
"""

from __future__ import annotations

from callparser.outcome import Fact as StepFact
from callparser.referee.call import disputed_call
from callparser.referee.case import Case
from callparser.referee.defective import defects
from callparser.referee.law13 import law13, law14, surplus
from callparser.referee.law61 import law61
from callparser.referee.law67 import law67
from callparser.referee.law68 import law68
from callparser.referee.law70 import law70
from callparser.referee.played import record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What an incident is about, by the law that somebody asked for.
_ABOUT: Final = {
    "13": "cards", "67": "trick", "68": "statement", "69": "claim", "70": "claim", "71": "claim",
    "revoke": "revoke", "call": "call",
}  # fmt: skip


def route(case: Case) -> None:
    """Walk from the router to the law that rules."""
    about = _about(case)
    if about == "statement":
        case.note("R7")
        law68(case)
    elif about == "claim":
        law70(case)
    elif about == "revoke":
        law61(case)
    elif about == "call":
        disputed_call(case)
    else:
        _cards(case, about)


def _about(case: Case) -> str:
    """The law that was asked for says it, else the record, else it is asked."""
    if case.incident.law:
        return _ABOUT[case.incident.law]
    if case.known("incident.about") is None and case.known("call.about") is not None:
        return "call"
    if case.known("incident.about") is None and case.known("board.hands") not in (None, "right"):
        return "trick" if case.known("board.hands") == "wrong_piles" else "cards"
    return case.word("incident.about")


def _cards(case: Case, about: str) -> None:
    hands = case.word("board.hands")
    if hands == "surplus":
        case.note("R1")
        surplus(case)
    elif hands == "long_and_short":
        case.note("R2")
        law13(case)
    elif hands == "only_short":
        case.note("R3")
        _short(case)
    elif hands == "wrong_piles":
        case.note("R4", **_faults(case))
        law67(case)
    else:
        _right(case, about)


def _faults(case: Case) -> dict[str, StepFact]:
    """All that the tricks show; the ruling is about one of them."""
    record = record_of(case.incident.facts)
    found = defects(record.rows) if record else ()
    return (
        {}
        if not found
        else {"faults": tuple(f"{one.seat.letter} {one.trick}: {len(one.cards)}" for one in found)}
    )


def _short(case: Case) -> None:
    """R3, and R5 where the missing card lies among the played ones: two of them lie there together."""
    if case.known("board.missing_card") == "among_played":
        case.note("R5")
        case.note("14B1")
        law67(case)
    else:
        law14(case)


def _right(case: Case, about: str) -> None:
    """R0, or R6 where a card that was called lies unturned."""
    if about == "cards":
        case.note("R0")
        case.at("13-none")
        return
    if case.yes("defect.unturned"):
        case.note("R6")
        case.at("67-unquitted")
    else:
        case.note("R0")
        case.at("67-none")
    case.tricks = 0
