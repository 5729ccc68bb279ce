"""Two lists of hearings become one, and a second ear that fails does no harm."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.designation import Ambiguous, Designation, NotUnderstood, Understood
from callparser.errors import EngineFailed
from callparser.understand import parse
from callparser.voice.audio import Audio
from callparser.voice.engine import Alternative, Heard
from callparser.voice.meaning import meaning
from callparser.voice.secondear import SecondEar, mixed
from callparser.voice.transcribe import choose

SOUND = Audio(array("h", bytes(32_000)), 16_000)


def english(text: str) -> Understood:
    return parse(text, "en", fallback=False)


def heard(*hearings: tuple[str, float]) -> Heard:
    alternatives = tuple(Alternative(*one) for one in hearings)
    best = alternatives[0] if alternatives else Alternative("", 0.0)
    found = Heard(best.text, best.confidence, (), alternatives)
    return choose(found, lambda text: isinstance(english(text), Designation))


DOUBT = heard(("heart ace", 0.6), ("heart eight", 0.25), ("ace ace of", 0.15))
NOISE = heard(("[unk]", 0.95), ("heart ace", 0.05))


class Ear:
    """An engine that hears what it is told."""

    def __init__(self, answer: Heard | Exception) -> None:
        self.answer = answer
        self.asked = 0

    def hear(self, audio, phrases, *, timeout_s=20.0):
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("first", "second", "kind", "card"),
    [
        (DOUBT, heard(("ace of hearts", 0.97), ("hearts eight", 0.03)), "agreed", "ace"),
        (DOUBT, heard(("spade nine", 0.5), ("heart ace", 0.4)), "mixed", "ace"),
        (DOUBT, heard(("heart eight", 1.0)), "asked", None),
        (DOUBT, heard(("heart eight", 0.6), ("heart ace", 0.4)), "asked", None),
        (heard(("[unk]", 0.9), ("heart ace", 0.1)), heard(("[unk]", 0.9), ("king", 0.1)), "no call", None),
        (NOISE, NOISE, "no call", None),
        (heard(("[unk]", 0.5), ("heart ace", 0.5)), heard(("heart ace", 1.0)), "agreed", "ace"),
        (heard(("heart ace", 0.6), ("heart eight", 0.4)), heard(), "asked", None),
    ],
)  # fmt: skip
def test_two_lists_become_one(first, second, kind, card):
    found = SecondEar(Ear(second), []).reconsider(SOUND, first, english)
    assert found.kind == kind
    said = meaning(found.heard, english)
    assert isinstance(said, Designation) == (card is not None)
    if isinstance(said, Designation):
        assert said.intent == english(f"heart {card}").intent
        assert said.confidence < 1
    assert isinstance(said, Ambiguous) == (kind == "asked")
    assert isinstance(said, NotUnderstood) == (kind == "no call")


def test_shares_add_up_and_the_best_is_first():
    found = mixed(DOUBT, heard(("spade nine", 0.7), ("[unk]", 0.2), ("ace of hearts", 0.1)), english)
    each = [hearing.confidence for hearing in found.alternatives]
    assert each == sorted(each, reverse=True)
    assert sum(each) == pytest.approx(1)
    assert {hearing.text for hearing in found.alternatives} == {
        "heart ace", "heart eight", "spade nine", "[unk]",
    }  # fmt: skip


SHARES = st.fixed_dictionaries(
    {text: st.floats(0.001, 1) for text in ("heart ace", "heart eight", "spade nine", "[unk]", "ace of")}
)


def shares(weights: dict[str, float]) -> dict[str, float]:
    return {text: weight / sum(weights.values()) for text, weight in weights.items()}


@given(SHARES, SHARES)
def test_the_second_never_outvotes_the_first(first, second):
    """Alone it makes a question, or lets the first be believed: it plays no card of its own."""
    lists = [heard(*sorted(shares(one).items(), key=lambda row: -row[1])) for one in (first, second)]
    said = meaning(mixed(*lists, english), english)
    calls = {text: share for text, share in first.items() if text not in ("[unk]", "ace of")}
    if isinstance(said, Designation):
        assert said.intent == english(max(calls, key=calls.__getitem__)).intent


def test_it_is_not_asked_when_all_is_clear():
    ear = Ear(heard(("spade nine", 1.0)))
    sure = heard(("heart ace", 1.0))
    assert SecondEar(ear, []).reconsider(SOUND, sure, english).heard is sure
    assert not ear.asked


def test_one_that_fails_leaves_the_first_hearing():
    found = SecondEar(Ear(EngineFailed("out of luck")), []).reconsider(SOUND, DOUBT, english)
    assert (found.heard, found.kind, found.failure) == (DOUBT, None, "out of luck")
