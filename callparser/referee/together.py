"""What a director says in one breath: one question whose answer gives several facts.

:data:`_ANSWERS` lists for a question the answers and the facts of each. Of them only what the law would look
at is offered: where a fact makes no difference under an edition, or after the other answers, it is not asked.
"""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee.evidence import with_evidence
from callparser.referee.evidence61 import exceptions
from callparser.referee.rule import facts_read
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from callparser.referee.incident import Incident
    from callparser.referee.kinds import FactValue


class Answer(Value):
    """One answer, and what it gives: the fact that was asked about first."""

    word: str
    facts: Mapping[str, FactValue]


def answers(fact: str, incident: Incident, edition: str) -> tuple[Answer, ...]:
    """The answers to the question about a fact that give others with it; empty where it is asked alone.

    ``incident`` does not know that fact.
    """
    rows = _ANSWERS.get(fact)
    if rows is None:
        return ()
    known = with_evidence(incident).facts
    possible = exceptions(known)
    found: dict[frozenset[tuple[str, FactValue]], Answer] = {}
    for word, row in rows.items():
        answer = _looked_at(word, row, incident, edition)
        if answer is None or fact not in answer.facts:
            continue
        if row.get("revoke.exception", possible[0]) in possible:
            found.setdefault(frozenset(answer.facts.items()), answer)
    return tuple(found.values()) if any(len(one.facts) > 1 for one in found.values()) else ()


def _looked_at(word: str, row: Mapping[str, FactValue], incident: Incident, edition: str) -> Answer | None:
    """The answer with the facts that the law then looks at and that are not known; ``None`` where what is
    known rules it out."""
    known = with_evidence(incident).facts
    if any(known.get(name, value) != value for name, value in row.items()):
        return None
    for name, value in row.items():
        incident = incident.given(name, value)
    try:
        read = facts_read(incident, edition)
    except InputError:
        return None
    facts = {name: value for name, value in row.items() if name in read and name not in known}
    return Answer(word if len(facts) == len(row) else _plain(word, facts), facts)


def _plain(word: str, facts: Mapping[str, FactValue]) -> str:
    """The fact's own word where an answer gives nothing else."""
    if len(facts) != 1:
        return word
    (value,) = facts.values()
    return value if isinstance(value, str) else "yes" if value else "no"


_LOCATION: Final = "claim.needs_location"
_LINE: Final[Mapping[str, Mapping[str, FactValue]]] = {
    "works": {"claim.worse_normal_line": False, "claim.line_works": True},
    "worse": {"claim.worse_normal_line": True},
    "fails": {"claim.worse_normal_line": False, "claim.line_works": False},
}
_UNSTATED: Final[Mapping[str, Mapping[str, FactValue]]] = {
    **{word: {_LOCATION: False, **row} for word, row in _LINE.items()},
    "location": {_LOCATION: True, "claim.shows_out": False, "claim.irrational_not_to": False},
    "irrational": {_LOCATION: True, "claim.shows_out": False, "claim.irrational_not_to": True},
    "shows_out": {_LOCATION: True, "claim.shows_out": True},
}
_EXCEPTIONS: Final = ("late", "same_suit", "both_sides", "both_established", "corrected", "twelfth", "faced")
_BOTH: Final = "defect.both_sides_played"
_SIDE: Final = "defect.side_won"
_OVER: Final = "play.over"
_WON: Final = "revoke.side_won_later"

#: By the fact that is asked about: the answers, and the facts of each in the order in which the law asks.
_ANSWERS: Final[Mapping[str, Mapping[str, Mapping[str, FactValue]]]] = {
    _BOTH: {
        "yes": {_BOTH: True, "defect.still_to_play": False},
        "still_to_play": {_BOTH: True, "defect.still_to_play": True},
        "no": {_BOTH: False},
    },
    "defect.face_known": {
        "hidden": {"defect.face_known": True, "defect.exposed": False},
        "exposed": {"defect.face_known": True, "defect.exposed": True},
        "unknown_exposed": {"defect.face_known": False, "defect.exposed": True},
        "unknown_hidden": {"defect.face_known": False, "defect.exposed": False},
    },
    "defect.makes_revoke": {
        "no": {"defect.makes_revoke": False},
        "in_time": {"defect.makes_revoke": True, "revoke.established": False},
        **{
            f"established_{word}": {
                "defect.makes_revoke": True, "revoke.established": True, "revoke.exception": word,
            }
            for word in ("none", *_EXCEPTIONS)
        },
    },
    "revoke.exception": {
        "won": {"revoke.exception": "none", _SIDE: True},
        "lost": {"revoke.exception": "none", _SIDE: False, _OVER: True},
        "open": {"revoke.exception": "none", _SIDE: False, _OVER: False},
        **{word: {"revoke.exception": word} for word in _EXCEPTIONS},
    },
    _SIDE: {
        "yes": {_SIDE: True},
        "over": {_SIDE: False, _OVER: True},
        "open": {_SIDE: False, _OVER: False},
    },
    "revoke.revoker_won": {
        "own_later": {"revoke.revoker_won": True, _WON: True},
        "own_over": {"revoke.revoker_won": True, _WON: False, _OVER: True},
        "own_open": {"revoke.revoker_won": True, _WON: False, _OVER: False},
        "partner": {"revoke.revoker_won": False, "revoke.side_won": True},
        "later": {"revoke.revoker_won": False, "revoke.side_won": False, _WON: True},
        "over": {"revoke.revoker_won": False, "revoke.side_won": False, _WON: False, _OVER: True},
        "open": {"revoke.revoker_won": False, "revoke.side_won": False, _WON: False, _OVER: False},
    },
    _WON: {
        "yes": {_WON: True},
        "over": {_WON: False, _OVER: True},
        "open": {_WON: False, _OVER: False},
    },
    "revoke.card_won_later": {
        "yes": {"revoke.card_won_later": True},
        "over": {"revoke.card_won_later": False, _OVER: True},
        "open": {"revoke.card_won_later": False, _OVER: False},
    },
    "said.kind": {
        **{
            word: {"said.kind": word}
            for word in ("claim", "concession", "stop", "current_trick", "objection", "agreement")
        },
        **{
            f"nothing_{word}": {"said.kind": "nothing", "said.cards_shown": word}
            for word in ("none", "one", "some", "all")
        },
    },
    "said.reply": {
        "none": {"said.reply": "none"},
        "agreed": {"said.reply": "agreed"},
        "doubted": {"said.reply": "doubted", "claim.words_known": True},
        "words_doubted": {"said.reply": "doubted", "claim.words_known": False},
    },
    "claim.trump_out": {
        "no": {"claim.trump_out": False},
        "mentioned": {"claim.trump_out": True, "claim.trump_mentioned": True},
        "not_forgotten": {
            "claim.trump_out": True, "claim.trump_mentioned": False, "claim.trump_may_be_forgotten": False,
        },
        "wins": {
            "claim.trump_out": True, "claim.trump_mentioned": False, "claim.trump_may_be_forgotten": True,
            "claim.trump_wins_on_normal_play": True,
        },
        "harmless": {
            "claim.trump_out": True, "claim.trump_mentioned": False, "claim.trump_may_be_forgotten": True,
            "claim.trump_wins_on_normal_play": False,
        },
    },
    "claim.needs_partner": {
        "yes": {"claim.needs_partner": True},
        **{word: {"claim.needs_partner": False, **row} for word, row in _UNSTATED.items()},
    },
    _LOCATION: _UNSTATED,
    "claim.worse_normal_line": _LINE,
}  # fmt: skip
