"""Laws 61 to 64 as a tree: somebody did not follow suit although he could."""

from __future__ import annotations

from callparser.outcome import Fact as StepFact
from callparser.referee import revoke
from callparser.referee.case import Case
from callparser.referee.evidence61 import ends_early, other_side, undecided


def law61(case: Case) -> None:
    """Established or not (63A); then what it costs in tricks (64A, 64B). Equity (64C) is the director's."""
    if case.known("revoke.happened") is False:
        case.at("61-none")
        case.tricks = None if ends_early(case.incident.facts) else 0
        return
    which = undecided(case.incident.facts)
    if which:
        case.need(which)
    case.tell(**_named(case))
    role = case.word("revoke.role")
    case.at("61A")
    if not case.yes("revoke.established"):
        _correct(case, role)
        return
    case.note(revoke.established_by(case, case.known("revoke.offender")))
    if role == "dummy":  # 64B3
        case.at("64B", exception="dummy")
        case.tricks = 0
    else:
        case.tricks = _price(case)
    case.note("64C")


def _named(case: Case) -> dict[str, StepFact]:
    """The revoke that the tricks show: seat, trick, card."""
    offender, trick, card = (case.known(f"revoke.{name}") for name in ("offender", "trick", "card"))
    if None in (offender, trick, card):
        return {}
    return {"revoked": (f"{offender.letter} {trick}: {card.code}",)}


def _correct(case: Case, role: str) -> None:
    """62: he follows suit; a defender's card is a penalty card, cards played after it may be taken back."""
    case.at("62A")
    case.tricks = 0
    if role == "defender":
        card = case.card("revoke.card")
        case.note("62B", **({"penalty_cards": (card.code,)} if card else {}))
    case.note("62C")


def _price(case: Case) -> int | None:
    excepted = revoke.both_sides(case, other_side(case.incident.facts)) or revoke.exception(case, None)
    if excepted == "twelfth":
        case.at("62D")
        return 0
    if excepted:
        case.at("64B", exception=excepted)
        return 0
    case.word("revoke.won_by")  # one question where Law 67 has two
    return revoke.transfer(case, case.at)
