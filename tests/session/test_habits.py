"""Habits may ask once more and order a question. They play nothing, and what was heard stays."""

from __future__ import annotations

import json
import os
import random

import pytest

from callparser.cards import Card, Rank, Suit
from callparser.designation import INTENTS, NamedCard, RankOnly, SuitOnly
from callparser.errors import InputError, NotKept
from callparser.session import habitfile
from callparser.session.habits import MOST, OFTEN, WORDS, Habits, words_of
from callparser.session.state import Session
from callparser.understand import parse
from callparser.voice.engine import Alternative, Heard
from callparser.wire import situation

TABLE = situation(
    {
        "utterance": "",
        "trump": "NT",
        "dummy": "AQ4.K982.T93.T2",
        "last_trick": {"won_by": "N", "won_with": "CK"},
    }
)
NINE, TEN = "ruter nio", "ruter tio"


def heard(*hearings: tuple[str, float]) -> Heard:
    return Heard(*hearings[0], (), tuple(Alternative(*one) for one in hearings), True)


def sure(text: str) -> Heard:
    return heard((text, 1.0))


def meant(text: str):
    return parse(text, "sv").intent


def talk(session: Session, *said: str | Heard) -> list[dict]:
    """Typed where it is a text, spoken where it was heard."""
    return [(session.typed(one) if isinstance(one, str) else session.heard(one)).row for one in said]


# --- what is learnt --------------------------------------------------------------------------------------

UNSURE = heard((NINE, 0.7), (TEN, 0.1))
BOTH = heard((NINE, 0.5), (TEN, 0.5))
CHECKED = {"suit D": {"suit D": 1}, "rank 9": {"rank 9": 1}}
CORRECTED = {"suit D": {"suit D": 1}, "rank 9": {"rank T": 1}}


@pytest.mark.parametrize(
    ("said", "learnt"),
    [
        ([UNSURE, "ja"], CHECKED),
        ([UNSURE, sure("ja")], CHECKED),
        ([UNSURE, UNSURE], {}),  # heard twice: what is misheard may be misheard twice
        ([UNSURE, sure(TEN)], CORRECTED),  # another call instead of a "yes"
        ([UNSURE, "nej", TEN], CORRECTED),
        ([sure(NINE), "ångra", sure(TEN)], CORRECTED),
        ([sure(NINE), "nej", "tack så mycket", TEN], CORRECTED),
        ([sure(NINE), "nej", heard((TEN, 0.7)), "ja"],
         {"suit D": {"suit D": 2}, "rank 9": {"rank T": 1}, "rank T": {"rank T": 1}}),
        ([BOTH, TEN], CORRECTED),
        ([BOTH, "tio"], CORRECTED),
        ([BOTH, sure("den första")], CORRECTED),
        ([BOTH, NINE], CHECKED),
        ([sure(NINE)], {}),  # nobody said that it was right
        ([sure(NINE), sure(TEN)], {}),  # a change of mind, perhaps: Law 45C4
        ([sure(NINE), "nej"], {}),
        ([sure(NINE), "nej", sure(NINE)], {}),  # misheard again
        ([NINE, "nej", TEN], {}),  # typed: nothing was heard
        ([sure(NINE), "/next", TEN], {}),
        ([sure("vinn"), "nej", sure(TEN)], {}),  # of another shape
        ([UNSURE, sure("blablabla")], {}),
        ([sure("hjärter"), "nej", "ruter"], {"suit H": {"suit D": 1}}),
    ],
)  # fmt: skip
def test_only_a_yes_and_a_correction_teach(said, learnt):
    habits = Habits()
    session = Session("sv", TABLE, habits=habits)
    for one in said:
        if one == "/next":
            session.next()
        else:
            talk(session, one)
    assert habits.counts == learnt


def test_without_a_table_it_learns_too():
    habits = Habits()
    talk(Session("sv", habits=habits), UNSURE, "ja")
    assert habits.counts == CHECKED
    habits = Habits()
    talk(Session("sv", habits=habits), heard((NINE, 0.7)), sure(TEN))
    assert habits.counts == CORRECTED


def test_the_words_of_a_call():
    assert words_of(meant("hjärter åtta")) == ("suit H", "rank 8")
    assert words_of(meant("lågt i spader")) == ("low", "suit S")
    assert words_of(meant("trumf")) == ("ruff",) or words_of(meant("trumf")) == ("suit trump",)
    assert {"win", "ruff", "rank A", "suit last"} <= WORDS
    assert not {"card", "suit", "rank"} & WORDS
    assert len(WORDS) < len(INTENTS) + 25


def test_counts_are_bounded_and_what_is_old_fades():
    habits = Habits()
    for _ in range(5 * MOST):
        habits.learn(SuitOnly(Suit.HEARTS), SuitOnly(Suit.HEARTS))
        assert sum(habits.counts["suit H"].values()) < MOST
    for _ in range(MOST):
        habits.learn(SuitOnly(Suit.HEARTS), SuitOnly(Suit.DIAMONDS))
    assert habits.counts["suit H"]["suit D"] > habits.counts["suit H"]["suit H"]


# --- what it is good for ---------------------------------------------------------------------------------


def corrected(times: int) -> Habits:
    habits = Habits()
    for _ in range(times):
        habits.learn(meant(NINE), meant(TEN))
    return habits


@pytest.mark.parametrize(
    ("times", "text", "state"),
    [(OFTEN - 1, NINE, "standing"), (OFTEN, NINE, "confirm"), (OFTEN, "hjärter nio", "confirm"),
     (OFTEN, TEN, "standing"), (OFTEN, "hjärter kung", "standing")],
)  # fmt: skip
def test_what_was_often_corrected_is_confirmed(times, text, state):
    (row,) = talk(Session("sv", TABLE, habits=corrected(times)), sure(text))
    assert (row["outcome"], row["state"]) == ("played", state)


def test_what_is_doubted_is_not_confirmed_by_hearing_it_again():
    assert talk(Session("sv", TABLE), UNSURE, UNSURE)[1]["state"] == "standing"
    session = Session("sv", TABLE, habits=corrected(OFTEN))
    assert [row["state"] for row in talk(session, sure(NINE), sure(NINE), "ja")] == [
        "confirm",
        "confirm",
        "standing",
    ]


def test_what_turns_out_right_is_trusted_again():
    habits = corrected(OFTEN)
    for _ in range(12):
        talk(Session("sv", TABLE, habits=habits), sure(NINE), "ja")
    (row,) = talk(Session("sv", TABLE, habits=habits), sure(NINE))
    assert row["state"] == "standing"


def test_the_usual_meaning_is_asked_first():
    hearings = heard(("hjärter åtta", 0.5), ("hjärter nio", 0.5))
    assert talk(Session("sv", TABLE), hearings)[0]["candidates"] == ["H9", "H8"]
    habits = Habits()
    habits.learn(RankOnly(Rank.EIGHT), RankOnly(Rank.EIGHT))
    session = Session("sv", TABLE, habits=habits)
    (row,) = talk(session, hearings)
    assert row["candidates"] == ["H8", "H9"]
    name = session.messages.card
    assert row["explanation"].index(name("H8")) < row["explanation"].index(name("H9"))
    assert talk(session, "den första")[0]["card"] == "H8"


# --- what it never does ----------------------------------------------------------------------------------

CALLS = [
    "hjärter",
    "lågt",
    "högt",
    "kung",
    "tio",
    "nio",
    "vinn",
    "ruter",
    "den andra",
    "ja",
    "nej",
    "ångra",
    "tack",
]
CALLS += [f"{suit} {rank}" for suit in ("hjärter", "ruter") for rank in ("kung", "tio", "nio", "åtta", "två")]


def drawn_counts(chance: random.Random) -> dict[str, dict[str, int]]:
    words = sorted(WORDS)
    return {
        word: {chance.choice(words): chance.randint(1, 60) for _ in range(3)}
        for word in chance.sample(words, 25)
    }


def drawn_call(chance: random.Random) -> Heard:
    texts = chance.sample(CALLS, chance.randint(1, 4))
    weights = sorted((chance.random() ** 3 for _ in texts), reverse=True)
    return heard(*((text, weight / sum(weights)) for text, weight in zip(texts, weights, strict=True)))


def in_any_order(row: dict) -> dict:
    """Without what habits may change: the state, what is said, and the order of a question."""
    loose = {name: sorted(row.get(name) or (), key=str) for name in ("candidates", "readings")}
    return {**row, **loose, "state": "", "sure": None, "explanation": ""}


@pytest.mark.parametrize("seed", range(200))
def test_habits_add_questions_and_take_none_away(seed):
    """After the same conversation, with and without: the same hearing, and the card at most less certain."""
    chance = random.Random(seed)
    before = [drawn_call(chance) for _ in range(chance.randint(0, 3))]
    last = drawn_call(chance)
    rows = []
    for habits in (None, Habits(drawn_counts(chance))):
        session = Session("sv", TABLE)
        talk(session, *before)
        session._habits = habits
        rows += talk(session, last)
    without, with_habits = rows
    assert in_any_order(with_habits) == in_any_order(without)
    assert bool(without.get("sure")) >= bool(with_habits.get("sure"))
    if with_habits["state"] != without["state"]:
        assert (without["state"], with_habits["state"]) == ("standing", "confirm")
    assert sorted(with_habits.get("explanation", "")) == sorted(without.get("explanation", ""))  # words move


@pytest.mark.parametrize("seed", range(50))
def test_a_question_keeps_its_cards(seed):
    chance = random.Random(seed)
    habits = Habits(drawn_counts(chance))
    texts = chance.sample([f"hjärter {rank}" for rank in ("kung", "nio", "åtta", "två")], 3)
    (row,) = talk(Session("sv", TABLE, habits=habits), heard(*((text, 1 / 3) for text in texts)))
    cards = [habits.weight(meant(texts[0]), Card.parse(code)) for code in row["candidates"]]
    assert cards == sorted(cards, reverse=True)
    assert {meant(text) for text in texts} == {
        NamedCard(Card.parse(code).suit, Card.parse(code).rank) for code in row["candidates"]
    }


# --- the file --------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLPARSER_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "habits.json"


def test_it_is_kept_and_forgotten(place):
    assert habitfile.load() == {}
    habitfile.save("sv", CORRECTED)
    habitfile.save("en", CHECKED)
    assert habitfile.load() == {"sv": CORRECTED, "en": CHECKED}
    assert [one.name for one in place.parent.iterdir()] == ["habits.json"]
    if os.name != "nt":
        assert place.stat().st_mode & 0o777 == 0o600
    assert habitfile.forget()
    assert not habitfile.forget()
    assert habitfile.load() == {}


def test_everything_that_can_be_learnt_can_be_read_again(place):
    habits = Habits()
    for text in CALLS:
        intent = meant(text)
        for _ in range(MOST + 1):
            habits.learn(intent, intent)
    changed = Habits(habits.counts, lambda counts: habitfile.save("sv", counts))
    changed.learn(meant(NINE), meant(TEN))
    assert habitfile.load()["sv"] == changed.counts
    assert changed.counts["rank 9"]["rank T"] == 1


BROKEN = [
    "", "[]", "{", "\\ud800", "[" * 5000, '{"version": 2, "heard": {}}', '{"version": 1}',
    '{"version": 1, "heard": []}',
    '{"version": 1, "heard": {"xx": {}}}', '{"version": 1, "heard": {"sv": {"rank 1": {}}}}',
    '{"version": 1, "heard": {"sv": {"rank 9": {"rank T": "5"}}}}',
    '{"version": 1, "heard": {"sv": {"rank 9": {"rank T": true}}}}',
    '{"version": 1, "heard": {"sv": {"rank 9": {"rank T": -1}}}}',
    '{"version": 1, "heard": {"sv": {"rank 9": {"rank T": 1e9}}}}',
    '{"version": 1, "heard": {"sv": {"rank 9": 3}}}',
    " " * 1_000_001,
]  # fmt: skip


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_what_cannot_be_read_is_said_and_left_alone(place, content):
    place.parent.mkdir()
    place.write_text(content, "utf-8")
    with pytest.raises(InputError, match="habits forget"):
        habitfile.load()
    with pytest.raises(NotKept, match="habits forget"):
        habitfile.save("sv", CORRECTED)
    assert place.read_text("utf-8") == content
    assert habitfile.forget()


def test_a_pipe_or_a_place_that_cannot_be_written_is_no_crash(place, monkeypatch):
    place.parent.mkdir()
    if os.name != "nt":
        os.mkfifo(place)
        with pytest.raises(InputError, match="no file"):
            habitfile.load()
        place.unlink()
    monkeypatch.setenv("CALLPARSER_DATA", os.path.join(os.devnull, "x"))
    with pytest.raises(NotKept, match="cannot be read"):
        habitfile.save("sv", CORRECTED)
    monkeypatch.setattr(habitfile, "load", dict)
    with pytest.raises(NotKept, match="CALLPARSER_DATA"):
        habitfile.save("sv", CORRECTED)


def test_the_file_is_for_people_to_read(place):
    habitfile.save("sv", CORRECTED)
    assert json.loads(place.read_text("utf-8")) == {"version": 1, "heard": {"sv": CORRECTED}}
