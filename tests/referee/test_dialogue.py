"""The question tree: few questions, one step back, any answer changed, everything known filled in."""

from __future__ import annotations

from typing import Any

import pytest

from callparser.errors import InputError
from callparser.referee.dialogue import Dialogue, resumed
from callparser.referee.incident import Incident
from callparser.referee.rule import rule
from tests.referee.casebook import cases
from tests.referee.oracle67 import play


def _answered(dialogue: Dialogue, *answers: str) -> Dialogue:
    for text in answers:
        question = dialogue.question()
        assert question is not None, text
        dialogue.answer(question, text)
    return dialogue


def test_a_first_ruling_takes_at_most_eight_questions() -> None:
    """ "Dummy has one card too many in trick 9." """
    dialogue = _answered(Dialogue(Incident()), "trick", "wrong_piles", "dummy", "too_few", "yes", "9", "yes")
    assert dialogue.question() is None
    assert len(dialogue.asked) <= 8
    assert dialogue.ruling().branch == "67B1a-dummy"
    assert dialogue.ruling().tricks_transferred == 0


def test_everything_known_is_filled_in() -> None:
    game = next(game for game in map(play, range(50)) if not game.faults[0].cards and len(game.winners) > 9)
    dialogue = resumed({"incident": game.incident() | {"law": "67"}})
    asked = set()
    while (question := dialogue.question()) is not None:
        asked.add(question.fact)
        dialogue.answer(question, "1" if question.fact != "defect.still_to_play" else "no")
    assert asked <= {
        "defect.still_to_play",
        "revoke.exception",
        "defect.side_won",
        "defect.partner_went_ahead",
    }


def test_a_step_back_and_a_changed_answer() -> None:
    dialogue = _answered(
        Dialogue(Incident(law="67"), "2017"), "wrong_piles", "1", "1", "y", "n", "4", "ja", "none", "yes"
    )
    assert dialogue.ruling().tricks_transferred == 1
    assert dialogue.back()
    assert dialogue.asked[-1] == "revoke.exception"
    question = dialogue.question()
    assert question is not None
    assert question.fact == "defect.side_won"
    dialogue.answer(question, "no")
    assert dialogue.ruling().tricks_transferred is None
    _answered(dialogue, "yes")  # play is over
    assert dialogue.ruling().tricks_transferred == 0
    dialogue.answer(dialogue.of("defect.played"), "too_many")
    assert dialogue.ruling().branch == "67B-which"


def test_answers_on_a_way_that_was_left_are_no_facts() -> None:
    dialogue = _answered(Dialogue(Incident(law="67")), "surplus", "no")
    dialogue.answer(dialogue.of("board.hands"), "right")
    _answered(dialogue, "yes")
    assert dialogue.question() is None
    assert dialogue.asked == ["board.hands", "defect.unturned"]
    assert set(dialogue.incident.facts) == {"board.hands", "defect.unturned"}


def test_the_first_question_has_nothing_before_it() -> None:
    assert not Dialogue(Incident(law="67")).back()


def test_what_is_not_known_ends_it_and_is_said() -> None:
    dialogue = Dialogue(Incident(law="67"))
    question = dialogue.question()
    assert question is not None
    dialogue.pass_over(question)
    assert dialogue.question() is None
    assert dialogue.ruling().ask[0] == "board.hands"
    assert dialogue.shown("board.hands") == "okänt"


@pytest.mark.parametrize("text", ["", "0", "6", "99999999999999999999", "maybe", "²"])
def test_what_is_no_answer_changes_nothing(text: str) -> None:
    dialogue = Dialogue(Incident(law="67"))
    question = dialogue.question()
    assert question is not None
    with pytest.raises(InputError):
        dialogue.answer(question, text)
    assert dialogue.incident == Incident(law="67")
    assert dialogue.asked == []


def test_a_saved_dialogue_goes_on_where_it_was() -> None:
    first = _answered(Dialogue(Incident(law="67"), "1997"), "5", "1", "1")
    again = resumed(first.saved())
    assert again.saved() == first.saved()
    assert again.edition == "1997"
    assert again.question() == first.question()


@pytest.mark.parametrize(
    "row",
    [
        {"incident": []},
        {"incident": {}, "asked": 3},
        {"incident": {}, "unknown": ["x"]},
        {"incident": {"x": {}}},
    ],
)
def test_a_damaged_file_is_refused(row: Any) -> None:
    with pytest.raises(InputError):
        resumed(row)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case["id"])
def test_the_facts_asked_for_settle_it_at_best(case: dict[str, Any]) -> None:
    """The list in ``ask`` begins with the next question and is no longer than the way there."""
    dialogue = resumed({"incident": case["incident"]}, edition=case["edition"][-1])
    ruling = rule(dialogue.incident, dialogue.edition)
    question = dialogue.question()
    assert (question.fact if question else None) == (ruling.ask[0] if ruling.ask else None)


def test_the_words_may_be_typed_where_their_meaning_is_asked() -> None:
    dialogue = _answered(
        Dialogue(Incident(law="68"), lang="sv"), "declarer", "jag får tre stick till", "5", "none"
    )
    assert dialogue.incident.facts["said.words"] == "jag får tre stick till"
    assert [step.verdict for step in dialogue.ruling().trace] == ["R7", "68A1", "68B1b", "68C-miss"]
    while dialogue.asked[-1] != "said.speaker":
        dialogue.back()
    assert set(dialogue.incident.facts) == {"said.speaker"}


def test_words_that_are_not_clear_are_kept_and_asked_about() -> None:
    dialogue = _answered(Dialogue(Incident(law="68"), lang="en"), "1")
    question = dialogue.question()
    assert question is not None
    with pytest.raises(InputError, match="which of the above"):
        dialogue.answer(question, "Well, what a hand")
    assert dialogue.question() == question
    dialogue.answer(question, "7")
    assert dialogue.incident.facts["said.words"] == "Well, what a hand"
    assert dialogue.incident.facts["said.kind"] == "nothing"
    assert dialogue.back()
    assert "said.words" in dialogue.incident.facts


def _disputed(**call: Any) -> Dialogue:
    play = {"declarer": "S", "trump": "NT"}
    call = {"dummy": "9.AK6.A53.7", "about": "changed"} | call
    return resumed({"incident": {"law": "call", "play": play, "call": call}}, lang="sv")


def test_declarer_s_words_may_be_typed_where_it_is_asked_what_they_came_to() -> None:
    dialogue = _answered(_disputed(), "hjärter kung", "nej, hjärter ess")
    said = [one.text for one in dialogue.incident.facts["call.events"]]  # type: ignore[union-attr]
    assert said == ["hjärter kung", "nej, hjärter ess"]
    assert dialogue.asked == ["call.first", "call.differs"]
    assert dialogue.shown("call.first") == '"hjärter kung"'
    assert dialogue.shown("call.differs") == '"nej, hjärter ess"'
    question = dialogue.question()
    assert question is not None
    assert question.fact == "call.declarer_played"  # words alone do not tell what was played
    again = resumed(dialogue.saved(), lang="sv")
    assert again.saved() == dialogue.saved()
    assert again.back()
    assert [one.text for one in again.incident.facts["call.events"]] == ["hjärter kung"]  # type: ignore[union-attr]
    assert again.back()
    assert again.saved() == _disputed().saved()


def test_words_that_call_nothing_known_are_kept_and_asked_about() -> None:
    dialogue = resumed({"incident": {"law": "call", "call": {"about": "meaning"}}}, lang="en")
    question = dialogue.question()
    assert question is not None
    with pytest.raises(InputError, match="which of the above"):
        dialogue.answer(question, "high heart")
    assert dialogue.question() == question
    _answered(dialogue, "2", "no")
    assert dialogue.ruling().branch == "46B1a"
    assert dialogue.incident.facts["call.events"][0].text == "high heart"  # type: ignore[union-attr, index]


def test_a_disputed_call_is_reached_by_the_router_in_few_questions() -> None:
    dialogue = _answered(Dialogue(Incident()), "call", "placed", "stands", "no", "yes")
    assert dialogue.question() is None
    assert dialogue.ruling().branch == "45D1"


def test_a_change_takes_at_most_six_questions() -> None:
    dialogue = _answered(Dialogue(Incident(law="call")), "changed", "stands", "yes", "no", "slip", "no")
    assert dialogue.question() is None
    assert dialogue.ruling().branch == "45C4b"


def test_of_two_cards_it_is_asked_which_was_faced() -> None:
    """67B2: it stays, so it matters; the cards are the answers."""
    row = {"law": "67", "board": {"hands": "wrong_piles"}, "defect": {
        "role": "defender", "played": "too_many", "both_sides_played": True, "trick": 2, "led": "D",
        "cards": ["D3", "C4"], "face_known": True,
    }}  # fmt: skip
    dialogue = resumed({"incident": row}, "en")
    question = dialogue.question()
    assert question is not None
    assert question.fact == "defect.faced"
    assert question.choices == (("D3", "the three of diamonds"), ("C4", "the four of clubs"))
    with pytest.raises(InputError):
        dialogue.answer(question, "C5")
    dialogue.answer(question, "2")
    assert dialogue.shown("defect.faced") == "the four of clubs"
    facts = dialogue.ruling().facts
    assert (facts["stays"], facts["goes_back"]) == (("C4",), ("D3",))
    assert resumed(dialogue.saved(), "en").asked == ["defect.faced"]


def test_words_in_the_place_of_an_answer_are_asked_about_again() -> None:
    """The old number says nothing of the new words; without dummy's cards no row names a card."""
    dialogue = resumed({"incident": {"law": "call"}}, lang="sv")
    _answered(dialogue, "changed")
    with pytest.raises(InputError, match="Antecknat"):
        _answered(dialogue, "hjärter")
    _answered(dialogue, "stands", "no")
    assert dialogue.ruling().branch == "45C4a-same"
    assert not {"first_call", "second_call", "called"} & set(dialogue.ruling().facts)
    with pytest.raises(InputError, match="Antecknat"):
        dialogue.answer(dialogue.of("call.differs"), "nej ruter")
    question = dialogue.question()
    assert question is not None
    assert question.fact == "call.differs"
