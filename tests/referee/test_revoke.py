"""A plain revoke: Laws 61 to 64, by questions and from a record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from callparser.audit.course import course
from callparser.audit.revoke import revokes, transfer
from callparser.law.branch import referee_rules
from callparser.law.edition import EDITIONS
from callparser.record.board import Board
from callparser.record.playwrite import write_play_records
from callparser.referee.dialogue import Dialogue
from callparser.referee.incident import Incident
from callparser.referee.recorded import record_source
from callparser.referee.rule import answer, rule
from callparser.referee.words import referee_words
from tests.audit.test_generated import revoke
from tests.deals import random_board
from tests.referee.casebook import rows

MOST_QUESTIONS = 8


def _ways(dialogue: Dialogue) -> list[Dialogue]:
    """Every way through the questions."""
    question = dialogue.question()
    if question is None:
        return [dialogue]
    found = []
    for word, _ in question.choices:
        branch = Dialogue(dialogue.incident, dialogue.edition, "en")
        branch.asked, branch.unknown = list(dialogue.asked), set(dialogue.unknown)
        branch.answer(branch.of(question.fact), word)
        found += _ways(branch)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_way_has_at_most_eight_questions_and_ends_in_a_ruling(edition: str) -> None:
    start = Dialogue(Incident(), edition, "en")
    start.answer(start.of("incident.about"), "revoke")
    ways = _ways(start)
    assert max(len(way.asked) for way in ways) <= MOST_QUESTIONS
    for way in ways:
        ruling = way.ruling()
        assert ruling.branch
        walked = {step.verdict for step in ruling.trace}
        assert ("64C" in walked) == ("63A1" in walked), "equity after every revoke that is established"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("clause", ["61A", "62A", "62B", "62C"])
def test_what_was_not_read_is_said_to_be_unverified(edition: str, clause: str) -> None:
    assert not referee_rules(edition).is_verified(clause)


def _source(board: Board, trick: int | None) -> dict[str, Any]:
    data = write_play_records([board]).encode()
    return record_source(data, "x", referee_words("en"), board=None, trick=trick, law="revoke").facts


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(20))
def test_a_record_is_ruled_on_as_it_is_audited(edition: str, seed: int) -> None:
    """The tree and the audit count the same tricks by different code; only the late exceptions are asked."""
    made = revoke(random_board(seed), Random(seed))
    if made is None:
        return
    board = made[0]
    found = [one for one in revokes(board, course(board)) if one.established]
    if len(found) != 1:
        return
    (one,) = found
    facts = _source(board, one.step.number)
    incident = Incident(facts, "revoke").given("revoke.exception", "none")
    ruling = rule(incident, edition)
    assert ruling.ask == ()
    count, clause = transfer(one, found, course(board), 13, edition)
    if clause == "64B3":
        assert (ruling.branch, ruling.tricks_transferred) == ("64B", 0)
    else:
        assert (ruling.branch, ruling.tricks_transferred) == (clause if count else "64A-none", count)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"trick": 13}, "nobody can revoke"),
        ({"trick": 2}, "name no revoke that the tricks show; they show W in trick 3"),
        ({"offender": "E"}, "name no revoke"),
        ({"won_by": "revoker"}, "won_by"),
        ({"happened": False}, "happened"),
    ],
)
def test_what_the_tricks_contradict_is_refused(told: dict[str, Any], says: str) -> None:
    (case,) = [row for row in rows("revokes") if row["id"] == "61-122"]
    incident = case["incident"] | {"revoke": told}
    got = answer({"incident": incident})
    assert got["outcome"] == "error"
    assert says in got["error"]["message"]


def test_a_record_without_a_revoke_says_so() -> None:
    facts = _source(random_board(3), None)
    ruling = rule(Incident(facts, "revoke"))
    assert (ruling.branch, ruling.tricks_transferred, ruling.ask) == ("61-none", 0, ())
