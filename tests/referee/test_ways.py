"""A ruling takes at most eight questions, whichever way it goes."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pytest

from callparser.errors import InputError
from callparser.law.edition import EDITIONS
from callparser.referee.dialogue import Dialogue, resumed
from callparser.referee.rule import facts_read
from tests.referee.oracle67 import play
from tests.referee.ways import LAWS, every_way, random_way

MOST = 8
#: More than that, by law, as docs/referee.md argues: with "What is it about?" first, and with words that
#: count tricks already won.
MOST_ARGUED = {"": 10, "68": 9}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("law", ["67", "69", "70", "71", "revoke", "call"])
def test_no_way_takes_more_than_eight_questions(law: str, edition: str) -> None:
    ways = list(every_way(law, edition))
    taken = [len(way.asked) for way in ways]
    assert max(taken) <= MOST, max(ways, key=lambda way: len(way.asked)).asked


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("law", LAWS)
def test_nor_does_one_with_typed_words_and_unknown_facts(law: str, edition: str) -> None:
    rng = Random(f"{law} {edition}")
    ways = [random_way(law, edition, rng) for _ in range(100)]
    taken = [len(way.asked) for way in ways]
    assert max(taken) <= MOST_ARGUED.get(law, MOST), max(ways, key=lambda way: len(way.asked)).asked
    assert median(taken) <= 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_the_tricks_told_few_are_left(edition: str) -> None:
    rng = Random(edition)
    for seed in range(60):
        way = random_way("67", edition, rng, {"incident": play(seed).incident()})
        assert len(way.asked) <= 5, (seed, way.asked)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("law", LAWS)
def test_every_answer_is_read_kept_and_taken_back_whole(law: str, edition: str) -> None:
    """What an answer gives the law looks at; it stays when saved; a step back takes all of it."""
    rng = Random(f"back {law} {edition}")
    for _ in range(20):
        way = random_way(law, edition, rng)
        assert set(way.answered) <= facts_read(way.incident, edition)
        again = resumed(way.saved(), "en")
        assert again.saved() == way.saved()
        assert [again.shown(fact) for fact in again.asked] == [way.shown(fact) for fact in way.asked]
        while way.back():
            assert way.question() is not None
        left = {"said.words", "said.lang", "call.events", "call.complete", "call.lang"}  # words are evidence
        assert set(way.incident.facts) <= left


def _asked(*answers: str, law: str = "67", edition: str = "2017") -> Dialogue:
    dialogue = resumed({"incident": {}}, "en", edition, law)
    for text in answers:
        question = dialogue.question()
        assert question is not None, text
        dialogue.answer(question, text)
    return dialogue


OMITTED = ("wrong_piles", "defender", "too_few")


def test_one_answer_gives_what_is_said_in_one_breath() -> None:
    dialogue = _asked(*OMITTED, "yes", "4", "yes", "won")
    assert dialogue.question() is None
    assert dialogue.asked[-1] == "revoke.exception"
    assert dialogue.answered[-2:] == ("revoke.exception", "defect.side_won")
    assert dialogue.shown("revoke.exception").startswith("none of them; his side has won")
    assert (dialogue.ruling().branch, dialogue.ruling().tricks_transferred) == ("67B1a", 1)
    assert "defect.still_to_play" in dialogue.ruling().judgement
    judged = [fact for fact in dialogue.asked if dialogue.of(fact).judged]
    assert judged == ["defect.both_sides_played"]


def test_what_an_edition_does_not_look_at_is_not_asked() -> None:
    rest = ("declarer", "claim", "none", "doubted", "no")
    offered = {
        edition: {word for word, _ in question.choices}
        for edition in ("1997", "2017")
        if (question := _asked(*rest, law="68", edition=edition).question())
    }
    assert offered["1997"] - offered["2017"] == {"irrational"}


def test_of_dummy_nothing_is_asked_that_only_costs_others() -> None:
    question = _asked("wrong_piles", "dummy", "too_few").question()
    assert question is not None
    assert [word for word, _ in question.choices] == ["yes", "no"]


def test_an_answer_that_is_changed_takes_its_facts_along() -> None:
    dialogue = _asked(*OMITTED, "still_to_play")
    assert dialogue.ruling().branch == "67Bx-prem"
    dialogue.answer(dialogue.of("defect.both_sides_played"), "no")
    assert "defect.still_to_play" not in dialogue.incident.facts
    dialogue.answer(dialogue.of("defect.both_sides_played"), "still_to_play")
    dialogue.answer(dialogue.of("defect.role"), "dummy")
    for text in ("4", "no"):
        question = dialogue.question()
        assert question is not None
        dialogue.answer(question, text)
    assert dialogue.question() is None
    assert dialogue.answered == (
        "board.hands", "defect.role", "defect.played", "defect.both_sides_played", "defect.trick",
        "defect.holds_suit_led",
    )  # fmt: skip
    assert dialogue.shown("defect.both_sides_played") == "yes"


def test_a_fact_that_was_stated_is_not_asked_with_another() -> None:
    row = {"incident": {"play": {"over": False}}}
    dialogue = resumed(row, "en", "2017", "67")
    for text in (*OMITTED, "yes", "4", "no", "none"):
        question = dialogue.question()
        assert question is not None, text
        dialogue.answer(question, text)
    question = dialogue.question()
    assert question is not None
    assert (question.fact, [word for word, _ in question.choices]) == ("defect.side_won", ["yes", "no"])
    while dialogue.back():
        pass
    assert set(dialogue.incident.facts) == {"play.over"}


@pytest.mark.parametrize(
    "given_with",
    [[], {"defect.role": "x"}, {"defect.role": [["x"]]}, {"defect.role": ["play.deal"]}, 7, {"x": {}}],
)
def test_a_damaged_list_of_what_came_together_is_refused(given_with: Any) -> None:
    row = {"incident": {"defect": {"role": "dummy"}}, "asked": ["defect.role"], "given_with": given_with}
    with pytest.raises(InputError, match=r"given_with is|defect.role is"):
        resumed(row)


def test_who_doubts_a_claim_has_not_made_it() -> None:
    """70D2: a defender's claim rests on his partner, whoever doubts it."""
    for objection in ("objection", "I don't agree"):
        dialogue = _asked("declarer", objection, "yes", "no", law="68")
        question = dialogue.question()
        assert question is not None
        assert question.fact == "claim.by"
        dialogue.answer(question, "defender")
        question = dialogue.question()
        assert question is not None
        assert question.fact == "claim.needs_partner"


def test_what_came_with_an_answer_stays_where_only_the_answer_is_left() -> None:
    """Who claimed was wrong: it is not asked of declarer whether it rests on partner; the rest holds."""
    dialogue = _asked("yes", "no", "defender", "worse", law="70")
    dialogue.answer(dialogue.of("claim.by"), "declarer")
    assert dialogue.question() is None
    assert dialogue.ruling().branch == "70D1"
    assert dialogue.asked[-1] == "claim.needs_location"
    assert resumed(dialogue.saved(), "en").saved() == dialogue.saved()


@pytest.mark.parametrize("law", ["70", "68", "67", "revoke"])
def test_after_any_changed_answer_there_is_a_question_or_a_ruling(law: str) -> None:
    rng = Random(f"changed {law}")
    for _ in range(25):
        dialogue = random_way(law, "2017", rng)
        fact = rng.choice(dialogue.asked)
        question = dialogue.of(fact)
        if not question.choices:
            continue
        try:
            dialogue.answer(question, rng.choice(question.choices)[0])
        except InputError:
            continue
        if dialogue.question() is None and not dialogue.unknown:
            assert not dialogue.ruling().ask, (law, dialogue.saved())


@pytest.mark.parametrize("over", [True, False])
def test_that_play_is_over_makes_no_more_questions(over: bool) -> None:
    """What is known is not asked again; what is said with it still is one answer."""
    rng = Random("over")
    for edition in EDITIONS:
        for _ in range(40):
            way = random_way("67", edition, rng, {"incident": {"play": {"over": over}}})
            assert len(way.asked) <= 8, way.asked
