"""What the record shows: facts that need not be asked, because counts, hands and tricks tell them.

What somebody states stands beside it; where the two differ the incident is refused, and neither is believed.
"""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee import defective, standing
from callparser.referee.evidence61 import from_defect, from_plain_revoke
from callparser.referee.evidence67 import chosen, from_faces, from_hand, from_names, from_revoke, from_tricks
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import Incident
from callparser.referee.kinds import Count, FactValue, written_fact
from callparser.referee.played import from_piles, is_double, record_of
from callparser.referee.scene import from_record
from callparser.table import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final


def with_evidence(incident: Incident) -> Incident:
    """The incident with everything that follows from its record. Raises :class:`InputError`."""
    if incident.law == "revoke":
        incident = with_found(incident, {"incident.about": "revoke"})
    standing.check(incident.facts)
    for step in _STEPS:
        incident = with_found(incident, step(incident.facts))
    return incident


def with_found(incident: Incident, found: Mapping[str, FactValue]) -> Incident:
    """The incident with facts that were found. Raises :class:`InputError` where it states another."""
    for name, value in found.items():
        stated = incident.facts.get(name)
        if stated is None:
            incident = incident.given(name, value)
        elif not _agree(stated, value):
            raise InputError(_contradiction(name, stated, value))
    return incident


def _contradiction(name: str, stated: FactValue, shown: FactValue) -> str:
    """Two values in words, if they are short: nobody compares four hands in a sentence."""
    texts = [_in_words(written_fact(BY_NAME[name], value)) for value in (stated, shown)]
    if "" in texts:
        return f"{name} is stated otherwise than the record gives it; correct one of them, or leave it out"
    return f"{name} is stated as {texts[0]}, but the record gives {texts[1]}; correct one of them"


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return " ".join(value) or "none"
    return repr(value) if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def _agree(stated: FactValue, shown: FactValue) -> bool:
    """The same fact? Cards may be named in any order."""
    if isinstance(stated, tuple) and isinstance(shown, tuple):
        return set(stated) == set(shown)
    return stated == shown


# --- how many cards ------------------------------------------------------------------------------------


def _from_deal(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    deal: Any = facts.get("play.deal")
    if deal is not None and (is_double(deal) or any(len(hand) != 13 for hand in deal)):
        sizes = [len(hand) for hand in deal]
        return {"board.hands": "surplus" if is_double(deal) else _kind(sizes)}
    record = record_of(facts)
    if record is None:
        return {}
    return {"board.hands": "wrong_piles" if defective.defects(record.rows) else "right"}


def _from_counts(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    counts: Any = facts.get("board.counts")
    if counts is not None and all(counts):
        return _counted(counts, facts.get("play.completed"))
    return {}


def _counted(counts: tuple[Count, ...], completed: Any) -> dict[str, FactValue]:
    sizes = [count.hand + count.played for count in counts]
    if set(sizes) != {13}:
        return {"board.hands": _kind(sizes)}
    due = [completed if count.due is None else count.due for count in counts]
    if None in due:
        return {}
    wrong = [seat for seat in SEATS if counts[seat].played != due[seat]]
    found: dict[str, FactValue] = {"board.hands": "wrong_piles" if wrong else "right"}
    if len(wrong) == 1:
        few = counts[wrong[0]].played < due[wrong[0]]
        found |= {"defect.offender": wrong[0], "defect.played": "too_few" if few else "too_many"}
    return found


def _kind(sizes: list[int]) -> str:
    if max(sizes) > 13:
        return "long_and_short" if min(sizes) < 13 else "surplus"
    return "only_short" if min(sizes) < 13 else "right"


# --- what the stage of the deal tells ------------------------------------------------------------------


def _from_stage(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """Before the first call nobody has called; whoever plays has called before. And when is play over?"""
    found: dict[str, FactValue] = {}
    stage = facts.get("board.stage")
    if stage in ("before_calls", "play", "after_play"):
        found["board.wrong_hand_called"] = stage != "before_calls"
    record = record_of(facts)
    if (
        stage == "after_play"
        or facts.get("play.completed") == 13
        or facts.get("revoke.by_agreeing")  # a claim that was agreed to ends play (68D)
        or (record is not None and defective.played_out(record))
    ):
        found["play.over"] = True
    return found


def _from_short(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """14B1: a missing card that lies among played ones lies beside another in one trick."""
    if facts.get("board.hands") == "only_short" and facts.get("board.missing_card") == "among_played":
        return {"defect.played": "too_many"}
    return {}


def _from_trumps(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """At notrump no trump is out; of a call to dummy nobody wants to know that."""
    called = any(name.startswith("call.") for name in facts)
    return {"claim.trump_out": False} if facts.get("play.trump") == "NT" and not called else {}


def _from_completed(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """A trick that was played to is complete or in progress, and none comes after the thirteenth."""
    completed: Any = facts.get("play.completed")
    for name in ("defect.trick", "revoke.trick", "call.trick"):
        trick: Any = facts.get(name)
        if None not in (completed, trick) and trick > completed + 1:
            raise InputError(
                f"{name} is {trick}, but play.completed is {completed}: trick {trick} had not begun; "
                "correct one of them"
            )
    if facts.get("defect.trick") != 13:
        return {}
    if facts.get("defect.both_sides_played"):
        raise InputError(
            "defect.trick is 13 and defect.both_sides_played is yes, "
            "but no trick comes after the thirteenth; correct one of them"
        )
    return {"defect.both_sides_played": False}


def _from_role(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    declarer: Any = facts.get("play.declarer")
    offender: Any = facts.get("defect.offender")
    if offender is None:
        record = record_of(facts)
        defect = chosen(facts, record) if record else None
        offender = defect.seat if defect else None
    if declarer is None or offender is None:
        return {}
    return {"defect.role": defective.role(declarer, offender)}


#: Each takes the facts known so far and gives those that follow.
_STEPS: Final = (
    _from_deal, _from_counts, _from_stage, _from_short, _from_trumps, from_piles, _from_role, from_tricks,
    _from_completed, from_hand, from_faces, from_names, from_revoke, from_defect,
    from_plain_revoke, from_record,
)  # fmt: skip
