"""A disputed call as a tree: 45C4 (a change), 45D (dummy put out another card), 46 (what the words call).

What is arithmetic comes from the time line. What declarer meant, and whether he stopped to think, is asked of
the director and never concluded.
"""

from __future__ import annotations

from callparser.designation import Designation, PlayIntent
from callparser.errors import InputError
from callparser.outcome import Fact as StepFact
from callparser.referee.called import Evidence, codes
from callparser.referee.case import Case
from callparser.referee.evidence import with_found
from callparser.referee.rewind import rewind
from callparser.referee.scene import scene_of
from callparser.referee.timeline import timeline
from callparser.resolver import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The branch of Law 46 for what was named.
_BRANCHES: Final = {
    "card": "46A", "high": "46B1a", "win": "46B1b", "low": "46B1c", "suit": "46B2", "rank_lead": "46B3a",
    "rank": "46B3b", "rank_two": "46B3b-two", "anything": "46B5", "not_held": "46B4", "revoke": "44C-call",
    "unclear": "46B-unclear", "none": "45C4a-none",
}  # fmt: skip
#: What a ruling tells as ``"E H9"``, a seat and a card, and words about it.
SEATED: Final = ("between", "new", "rewind")
#: The preamble of 46B is about calls that are incomplete or void; these are something else.
_OUTSIDE_46B: Final = ("card", "revoke", "none")


def disputed_call(case: Case) -> None:
    """Declarer's words to dummy, or dummy's card, are disputed."""
    case.note("R-call")
    evidence = _evidence(case)
    about = evidence.about or case.word("call.about")
    if about == "unsure":
        case.at("85-words")
    elif about == "changed":
        _changed(case, evidence)
    elif about == "placed":
        _placed(case, evidence)
    else:
        _meaning(case, evidence)


def _evidence(case: Case) -> Evidence:
    """The time line under this edition; what it tells is filled in. Raises :class:`InputError`."""
    stated = case.known("call.about")
    scene = scene_of(case.incident.facts)
    case.line = timeline(scene, case.rules.edition)
    evidence = Evidence(scene, case.line, stated)
    case.incident = with_found(case.incident, evidence.facts())
    whole = evidence.line.whole
    if whole is not None and "out_of_turn" in whole.flags:
        case.note("55-call")
    return evidence


# --- 45C4: the call was changed --------------------------------------------------------------------------


def _changed(case: Case, evidence: Evidence) -> None:
    case.note("45C4", **evidence.shown())
    first = case.word("call.first")
    if first == "none":
        case.at("45C4a-none")
    elif first == "unclear":
        case.at("46B-unclear")
    elif first == "void":
        _void(case, "46B4-again", **evidence.last)
    elif first == "choice" and case.yes("call.picks"):
        case.at("46B3b-picked", **evidence.last)
    elif first == "choice":
        case.at("46B3b-two", **evidence.first)
    elif not case.yes("call.differs"):
        case.at("45C4a-same", **evidence.first)
    elif evidence.one_call is not None and case.yes("call.one_call"):
        case.at("45C4a-whole", **_joined(case, evidence.one_call))
    else:
        _window(case, evidence)


def _void(case: Case, branch: str, **shown: StepFact) -> None:
    """46B4; once a defender has played after it the law does not say how to go on."""
    if case.yes("call.opponent_played"):
        case.at("46B4-followed")
    else:
        case.at(branch, **shown)


def _window(case: Case, evidence: Evidence) -> None:
    """Until when a call may be changed is arithmetic; why it was is the director's."""
    window = case.param("change_window")
    if window == "until_declarer_next_plays" and case.yes("call.declarer_played"):
        _first_stands(case, evidence, "45C4b-late")
    elif window == "until_partner_plays" and case.yes("call.partner_played"):
        _first_stands(case, evidence, "45C4b-late-07")
    elif case.word("call.change") == "reconsidered":
        _first_stands(case, evidence, "45C4b-mind")
    elif case.says("change_without_pause") and case.yes("call.pause"):
        _first_stands(case, evidence, "45C4b-pause")
    else:
        branch = "45C4b" if evidence.taken_back is None else "45C4b-names"
        case.at(branch, **evidence.last, **_rewind(evidence, *evidence.span, declarer_follows=False))
        if case.yes("call.opponent_played"):
            case.note("45C4b-withdraw")
            case.note("16-withdrawn")


def _first_stands(case: Case, evidence: Evidence, branch: str) -> None:
    """The card that dummy has laid for the second call, if any, goes back as one that was not called."""
    follows = case.says("declarer_follows")
    case.at(branch, **evidence.first, **_rewind(evidence, *evidence.replaced, declarer_follows=follows))


def _rewind(
    evidence: Evidence, start: int | None, end: int | None, *, declarer_follows: bool
) -> dict[str, StepFact]:
    """The cards to take up, where the events list some."""
    moments = () if start is None else evidence.line.moments[start:end]
    cards = rewind(moments, declarer_follows=declarer_follows)
    return {"rewind": cards} if cards else {}


def _joined(case: Case, intent: PlayIntent) -> dict[str, StepFact]:
    """What the two halves call together, where the table is known."""
    if case.line.table is None:
        return {}
    found = resolve(Designation(intent, ""), case.line.table, case.rules.edition)
    return {"called": codes(found)}


# --- 45D: dummy put out another card ---------------------------------------------------------------------


def _placed(case: Case, evidence: Evidence) -> None:
    case.note("45D", **evidence.shown())
    first = case.word("call.first")
    if first in ("none", "void", "unclear"):
        case.note({"none": "45D-uncalled", "void": "45D-void", "unclear": "46B-unclear"}[first])
    if case.yes("call.both_played_next"):
        _too_late(case)
        return
    follows = case.says("declarer_follows")
    case.at("45D1", **_rewind(evidence, *evidence.span, declarer_follows=follows))
    if case.yes("call.opponent_played"):
        case.note("45D-defender")
        if follows:
            case.note("45D-declarer")
        case.note("16-withdrawn")


def _too_late(case: Case) -> None:
    if case.param("placed_too_late") == "silent":
        case.at("45D-late")
    else:
        case.at("45D2-revoke" if case.yes("call.revoke") else "45D2")


# --- 46: what the words call -----------------------------------------------------------------------------


def _meaning(case: Case, evidence: Evidence) -> None:
    whole = evidence.line.whole
    shown = evidence.shown()
    if whole is not None and "out_of_turn" in whole.flags:
        case.at("55-call", **shown)
        return
    if whole is not None and whole.outcome in ("claim", "concession"):
        case.at("68-call")
        return
    named = case.word("call.named")
    if whole is not None and whole.readings:
        shown["readings"] = tuple(
            " ".join((one.clause, *(card.code for card in one.candidates))) for one in whole.readings
        )
    if named == "not_held":
        _void(case, "46B4", **shown)
    else:
        case.at(_BRANCHES[named], **shown)
    if named not in _OUTSIDE_46B:
        _meant(case, evidence)


def _meant(case: Case, evidence: Evidence) -> None:
    """The preamble of 46B: another intention, beyond dispute, is what the director finds or does not."""
    meant = case.card("call.intention")
    table = evidence.line.table
    if meant is not None and table is not None and meant not in table.dummy:
        raise InputError(f"call.intention is {meant.code}, which dummy does not hold; correct one of them")
    if meant is not None:
        case.at("46B0", meant=(meant.code,))
    elif case.yes("call.other_meant"):
        case.at("46B0")
