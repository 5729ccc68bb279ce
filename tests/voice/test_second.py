"""When the second opinion is asked, about what, and that it can fail in every way without harm."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Sequence

import pytest

from callparser.designation import Ambiguous, Designation, NotUnderstood, Understood
from callparser.errors import EngineFailed, ModelMissing
from callparser.outcome import effect
from callparser.understand import parse
from callparser.voice.audio import Audio
from callparser.voice.corelist import core
from callparser.voice.engine import Alternative, Heard
from callparser.voice.meaning import meaning
from callparser.voice.second import MAX_NEIGHBOURS, Second, is_unsure, settled, worth_scoring
from callparser.wire import resolve_said, situation

SOUND = Audio(array("h", bytes(32_000)), 16_000)


def heard(*hearings: tuple[str, float], in_language: bool = True) -> Heard:
    first = hearings[0]
    return Heard(first[0], first[1], (), tuple(Alternative(*one) for one in hearings), in_language)


def swedish(text: str) -> Understood:
    return parse(text, "sv")


DOUBT = heard(("ruter ess", 0.5), ("ruter sex", 0.4), ("ess ess", 0.1))


class Fake:
    """Scores what it is told, after what it is told to do first."""

    def __init__(self, scores: dict[str, float], before: Callable[[], object] = lambda: None) -> None:
        self.scores = scores
        self.before = before
        self.asked: list[str] = []

    def prepare(self, phrases: Sequence[str], lang: str) -> None:
        self.asked = list(phrases)

    def score(self, audio: Audio, phrases: Sequence[str], lang: str) -> list[tuple[str, float]]:
        self.before()
        self.asked = list(phrases)
        return sorted(self.scores.items(), key=lambda row: -row[1])


@pytest.mark.parametrize(
    ("hearing", "unsure"),
    [
        (heard(("ruter ess", 0.99), ("ruter sex", 0.01)), False),
        (heard(("ruter tio", 0.6), ("ruter tian", 0.39)), False),  # one call in two forms
        (DOUBT, True),
        (heard(("ruter ess", 0.9), ("ruter sex", 0.1)), True),
        (heard(("rutr ess", 0.95), ("ruter ess", 0.05)), True),
        (heard(("[unk]", 0.9), ("ess", 0.1), in_language=False), True),
        (heard(("[unk]", 0.9), ("ess [unk]", 0.1), in_language=False), False),  # there is no call to confirm
        (heard(("", 1.0), in_language=False), False),
        (heard(("d", 0.5), ("dam", 0.4)), False),  # the words are open, not the hearing
    ],
)
def test_it_is_asked_when_the_hearing_is_in_doubt(hearing: Heard, unsure: bool) -> None:
    assert is_unsure(hearing, swedish) is unsure


def test_the_list_is_the_core_the_hearings_and_their_neighbours() -> None:
    hearings = heard(("lägg ruter ess", 0.5), ("lägg åttan nu", 0.3), ("ruter sex", 0.2), ("[unk] ess", 0.0))
    listed = worth_scoring(hearings, core("sv"), swedish)
    assert listed[: len(core("sv"))] == core("sv")
    assert "lägg ruter ess" in listed
    added = listed[len(core("sv")) :]
    assert {"lägg åttan nu", "lägg hjärter ess", "lägg ruter kung", "lägg ruter två"} <= set(added)
    assert len(added) <= 2 + MAX_NEIGHBOURS
    assert not any("[unk]" in text for text in added)
    assert len(listed) == len(set(listed))


def test_what_is_only_in_the_core_adds_nothing() -> None:
    assert worth_scoring(DOUBT, core("sv"), swedish) == core("sv")


def test_agreement_settles_it() -> None:
    found = settled(DOUBT, [("ruter sex", 7.0), ("ruter ess", 4.0)], swedish)
    assert found.kind == "asked"
    assert isinstance(meaning(found.heard, swedish), Ambiguous)
    found = settled(DOUBT, [("ruter ess", 9.0), ("ruter sex", 4.0)], swedish)
    assert found.kind == "agreed"
    assert isinstance(meaning(found.heard, swedish), Designation)
    assert found.heard.text == "ruter ess"
    assert found.heard.confidence < 1


def test_a_clear_winner_is_taken_and_no_fit_is_no_call() -> None:
    found = settled(DOUBT, [("ruter sex", 20.0), ("ruter ess", 4.0)], swedish)
    assert (found.kind, found.heard.text) == ("mixed", "ruter sex")
    assert isinstance(meaning(found.heard, swedish), Designation)
    found = settled(DOUBT, [("ruter sex", 1.0)], swedish)
    assert found.kind == "no call"
    assert not isinstance(meaning(found.heard, swedish), Designation)


def test_no_fit_never_plays_a_card() -> None:
    found = settled(heard(("ruter ess", 0.9), ("ruter sex", 0.1)), [("nej", 0.5)], swedish)
    assert isinstance(meaning(found.heard, swedish), NotUnderstood)


def test_at_a_table_agreement_is_of_what_comes_of_it() -> None:
    """Dummy's lowest heart is the two: "hjärter" and "hjärter två" are one call there, and two elsewhere."""
    table = situation({"utterance": "", "trump": "NT", "dummy": "AQ4.K82.T9.T2"})

    def outcome(said: Designation) -> object:
        return effect(resolve_said([said], table), said.intent)

    two_ways = heard(("hjärter", 0.5), ("hjärter två", 0.5))
    assert is_unsure(two_ways, swedish)
    assert not is_unsure(two_ways, swedish, outcome)
    doubt = heard(("hjärter", 0.6), ("ruter", 0.4))
    scores = [("hjärter två", 9.0), ("ruter", 4.0)]
    assert settled(doubt, scores, swedish).kind != "agreed"
    found = settled(doubt, scores, swedish, outcome)
    assert (found.kind, found.heard.text) == ("agreed", "hjärter")
    absent = settled(heard(("ruter kung", 0.9), ("ruter tio", 0.1)), [("ruter kung", 9.0)], swedish, outcome)
    assert (absent.kind, absent.heard.text) == ("agreed", "ruter kung")  # not there, and called all the same


def test_it_is_asked_about_the_list_and_answers() -> None:
    fake = Fake({"ruter ess": 12.0})
    found = Second(lambda: fake, core("sv"), "sv").reconsider(SOUND, DOUBT, swedish)
    assert (found.kind, found.failure) == ("agreed", "")
    assert fake.asked == core("sv")


def test_it_is_not_asked_when_all_is_clear() -> None:
    fake = Fake({}, lambda: pytest.fail("asked"))
    sure = heard(("ruter ess", 1.0))
    assert Second(lambda: fake, [], "sv").reconsider(SOUND, sure, swedish).heard is sure


def broken() -> object:
    raise ValueError("out of luck")


def ended() -> object:
    raise SystemExit(3)


def missing() -> Fake:
    raise ModelMissing("no such network")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (missing, "no such network"),
        (lambda: Fake({}, broken), "out of luck"),
        (lambda: Fake({}, ended), "SystemExit"),
        (lambda: broken(), "out of luck"),
    ],
)
def test_whatever_breaks_the_first_pass_stands(make: Callable[[], Fake], says: str) -> None:
    second = Second(make, core("sv"), "sv")
    for _ in range(2):
        found = second.reconsider(SOUND, DOUBT, swedish)
        assert found.heard is DOUBT
        assert found.kind is None
        assert says in found.failure


def test_a_slow_one_costs_no_more_than_the_limit() -> None:
    go = threading.Event()
    second = Second(lambda: Fake({"ruter ess": 9.0}, go.wait), [], "sv")
    start = time.monotonic()
    found = second.reconsider(SOUND, DOUBT, swedish, timeout_s=0.2)
    assert time.monotonic() - start < 5
    assert "more than 0.2 s" in found.failure
    assert "still busy" in second.reconsider(SOUND, DOUBT, swedish, timeout_s=0.2).failure
    go.set()
    for _ in range(100):
        if second.reconsider(SOUND, DOUBT, swedish).kind == "agreed":
            break
        time.sleep(0.02)
    else:
        pytest.fail("it did not come back")


def test_our_own_errors_come_through() -> None:
    def failed() -> object:
        raise EngineFailed("computed no numbers")

    found = Second(lambda: Fake({}, failed), [], "sv").reconsider(SOUND, DOUBT, swedish)
    assert found.failure == "computed no numbers"
