"""Talk between a question and its answer: the answer is still to the question."""

from __future__ import annotations

import pytest

from callparser.session.state import Session
from callparser.wire import situation
from tests.session.test_state import TABLE, heard

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


WHY = {
    "nothing yet": ([], None),
    "a card": (["hjärter kung"], "hjärter kung"),
    "a claim": (["hjärter kung", "resten är mina"], "resten är mina"),
    "a refused claim": (["resten är mina", "nej"], None),
    "a refused concession": (["resten är era", "nej"], None),
    "a card, a refused claim": (["hjärter kung", "resten är mina", "nej"], "hjärter kung"),
    "a card, talk and a refused claim": (["hjärter kung", "resten är mina", "blabla", "nej"], "hjärter kung"),
    "a question, a refused claim": (["kung", "resten är mina", "ångra"], "kung"),
    "a void call, a refused claim": (["hjärter nio", "resten är mina", "nej"], "hjärter nio"),
    "a claim, another call": (["resten är mina", "hjärter kung"], "hjärter kung"),
    "a card, whose turn": (["hjärter kung", "vems tur"], "hjärter kung"),
    "a card, next": (["hjärter kung", "nästa stick"], "hjärter kung"),  # after the trick, too
    "another table": (["kung", TABLE], None),
    "a claim, another table": (["resten är mina", TABLE], None),
    "a refused claim, another table": (["resten är mina", "nej", TABLE], None),
    "no table any more": (["hjärter nio", None], None),
}


@pytest.mark.parametrize(("steps", "about"), WHY.values(), ids=WHY)
@pytest.mark.parametrize("moves", [False, True])
def test_why_explains_what_counts_now(steps, about, moves):
    session = Session("sv", situation(TABLE), moves=moves)
    for step in steps:
        if isinstance(step, str):
            session.typed(step)
        else:
            session.table(None if step is None else situation(step))
    alone = Session("sv", situation(TABLE), moves=moves)
    reason = (
        alone.typed(about).row["explanation"] if about else session.messages.listening["nothing_to_explain"]
    )
    assert session.typed("varför").speech == reason


@pytest.mark.parametrize("card", ["V H7", "Ö H7"])
def test_after_a_card_of_another_hand_the_last_ruling_is_explained(card):
    table = TABLE | {"dummy_seat": "N", "trick": [], "last_trick": {"won_by": "N", "won_with": "DA"}}
    session = Session("sv", situation(table), moves=True)
    for text in ("hjärter kung", "resten är mina", "nej", card):
        session.typed(text)
    assert session.asked is not None
    assert len(session.asked.table.trick) == (2 if card == "Ö H7" else 0)
    alone = Session("sv", situation(table))
    assert session.typed("varför").speech == alone.typed("hjärter kung").row["explanation"]


def test_speech_that_goes_on_explains_what_it_goes_on_to():
    session, alone = (Session("sv", situation(TABLE)) for _ in range(2))
    heard(session, "resten är mina")
    heard(session, "hjärter kung", continues=True)
    assert session.typed("varför").speech == heard(alone, "hjärter kung").row["explanation"]
