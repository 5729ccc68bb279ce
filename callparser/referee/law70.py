"""Laws 69 to 71: what becomes of a claim or a concession. The lines of play are the director's to judge."""

from __future__ import annotations

from callparser.referee import revoke
from callparser.referee.case import Case
from callparser.referee.statement import understood


def law70(case: Case) -> None:
    """By the law that was asked for, else by how far things have come."""
    asked = {"69": "agreed", "70": "contested", "71": "conceded"}.get(case.incident.law)
    stage = asked or case.word("claim.stage")
    {"agreed": _agreed, "contested": contested, "conceded": _conceded}[stage](case)


# --- 69 ------------------------------------------------------------------------------------------------


def _agreed(case: Case) -> None:
    if case.yes("claim.objected_in_time"):
        case.at("69A-not")
        contested(case)
        return
    case.at("69A")
    if case.known("revoke.by_agreeing"):
        case.note("63A4" if case.param("agreeing_establishes") == "when_final" else "63A3")
        case.tricks = revoke.cost(case)
    elif case.yes("claim.in_correction_period"):
        _reopened(case)
    else:
        case.at("69B-no")
        case.tricks = 0


def _reopened(case: Case) -> None:
    """69B: a trick that his side had won, or would have won, comes back within the correction period."""
    if case.yes("claim.already_won"):
        case.at("69B1")
        case.tricks = case.known("claim.tricks")
        return
    case.at("69B2", test=case.param("given_up_trick"))
    test = "claim.likely_won" if case.param("given_up_trick") == "likely" else "claim.no_normal_play_loses"
    if not case.yes(test):
        case.at("69B-no")
        case.tricks = 0


# --- 70 ------------------------------------------------------------------------------------------------


def claim_is_void(case: Case) -> bool:
    """68D2b: have all four agreed to play on, in an edition that knows it? Then nothing is contested."""
    return case.known("said.played_on") == "all_four_agreed" and case.says("accepts_to_play_on")


def contested(case: Case) -> None:
    """70, step by step. What is normal for this player is judged, never computed."""
    if claim_is_void(case):
        case.at("68D2b-17")
        return
    case.note("70A")
    case.note("70B2")
    if case.known("said.played_on") not in (None, "no") and case.has("70D3"):
        case.at("70D3")
    if not case.yes("claim.words_known") or case.known("claim.only_a_list"):
        case.at("70B1")
        return
    case.note("70-fn")
    if case.yes("claim.trump_out") and _trump_forgotten(case):
        return
    _unstated(case)


def _trump_forgotten(case: Case) -> bool:
    """70C: all of C1 to C3."""
    if not case.yes("claim.trump_mentioned") and case.yes("claim.trump_may_be_forgotten"):
        case.at("70C")
        if case.yes("claim.trump_wins_on_normal_play"):
            return True
    case.at("70C-no")
    return False


def _unstated(case: Case) -> None:
    """70D and 70E: what was not said is taken against the claimer."""
    by = _claimer(case)
    if by == "defender" and case.says("partner_choice") and case.yes("claim.needs_partner"):
        case.at("70D2")
    elif case.yes("claim.needs_location") and not _exempt(case):
        case.at("70E1")
    elif case.yes("claim.worse_normal_line"):
        case.at("70D1")
        if case.has("70E2"):
            case.note("70E2")
    elif case.yes("claim.line_works"):
        case.at("70-ok")
        case.tricks = 0
    else:
        case.at("70A")


def _claimer(case: Case) -> str:
    """Who claimed: the speaker, unless his words only answer the claim of another."""
    stated, kind, words = (case.known(name) for name in ("claim.by", "said.kind", "said.words"))
    if kind is None and words:
        said = understood(words, case.known("said.lang") or "sv")
        kind = said.kind if said else None
    speaker = None if kind in ("objection", "agreement") else case.known("said.speaker")
    return stated or speaker or case.word("claim.by")


def _exempt(case: Case) -> bool:
    """70E1: the opponent shows out in time, or (1997, 2007) it would be irrational not to play so."""
    if case.yes("claim.shows_out"):
        return True
    return case.says("irrational") and case.yes("claim.irrational_not_to")


# --- 71 ------------------------------------------------------------------------------------------------


def _conceded(case: Case) -> None:
    """A concession is cancelled only for a trick that could not be lost."""
    if _too_late(case):
        return
    if case.yes("claim.already_won") or (
        case.says("no_legal_play") and case.yes("claim.no_legal_play_loses")
    ):
        case.at("71A")
        case.tricks = case.known("claim.tricks")
    elif case.says("contract_given_up") and case.yes("claim.contract_given_up"):
        case.at("71B-97")
        case.tricks = case.known("claim.tricks")
    elif case.param("no_normal_play_until") == "next_call" and case.yes("claim.next_board_called"):
        _stands(case)
    else:
        case.at("71C")
        if case.yes("claim.no_normal_play_loses"):
            case.tricks = case.known("claim.tricks")
        else:
            _stands(case)


def _too_late(case: Case) -> bool:
    if case.yes("claim.in_correction_period"):
        return False
    _stands(case)
    return True


def _stands(case: Case) -> None:
    case.at("71-stand")
    case.tricks = 0
