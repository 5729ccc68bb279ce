"""Talk between a question and its answer: the answer is still to the question."""

from __future__ import annotations

import pytest

from callparser.session.state import Session
from callparser.wire import situation
from tests.session.test_state import TABLE

TALK = ["blabla", "tack", "jag funderar"]
QUESTIONS = {
    "hjrter kung": ("played", "HK", "standing"),
    "resten är mina": ("claim", None, "idle"),
    "resten är era": ("concession", None, "idle"),
}


@pytest.mark.parametrize("talk", TALK)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_yes_after_talk_answers_what_was_asked(question, talk):
    session = Session("sv", situation(TABLE))
    asked = session.typed(question)
    assert session.typed(talk).row["state"] == "confirm"
    row = session.typed("ja").row
    assert row["confirmed"]
    assert (row["outcome"], row["card"], row["state"]) == QUESTIONS[question]
    assert row["understood"] == asked.row["understood"]


@pytest.mark.parametrize("talk", TALK)
@pytest.mark.parametrize("question", ["resten är mina", "hjärter kung?"])
def test_the_same_without_a_table(question, talk):
    session = Session("sv")
    first = session.typed(question)
    session.typed(talk)
    if first.row["state"] == "confirm":
        assert session.typed("ja").row["understood"] == first.row["understood"]


@pytest.mark.parametrize("talk", TALK)
def test_the_question_and_not_the_talk_is_repeated(talk):
    session = Session("sv", situation(TABLE))
    asked = session.typed("kung")
    session.typed(talk)
    assert session.repeat().row["candidates"] == asked.row["candidates"]
    assert session.typed("den andra").row["card"] == "HK"
