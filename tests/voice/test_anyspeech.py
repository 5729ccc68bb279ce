"""Any speech beside a language: every row of phones, at the model's price; the language is as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.voice import fst, lexicon
from callparser.voice.anyspeech import any_speech, beside
from callparser.voice.engines import vosk_worker
from callparser.voice.fst import Arc
from callparser.voice.lexicon import Lexicon, Loop, Phone
from callparser.voice.models import find, labels
from tests.voice.graphs import heard
from training.acoustic.phones import PHONES as ALL

SILENCE = Phone(2, 1)
WORDS = Lexicon({}, SILENCE, 0.25, 0.75)
PHONES = (Phone(20, 21), Phone(30, 31), Phone(40, 41))
LOOP = Loop(PHONES, 4.0, 1.0)
LABEL, LEAD = 7, 0.5
STRETCHES = st.lists(st.lists(st.sampled_from(PHONES), min_size=1, max_size=4), max_size=3)


def sound(stretches: list[list[Phone]]) -> tuple[int, ...]:
    """Every phone held for a moment, silence between stretches."""
    rows = [[label for phone in stretch for label in phone] for stretch in stretches]
    return tuple(label for number, row in enumerate(rows) for label in (*(SILENCE if number else ()), *row))


@given(STRETCHES)
def test_any_row_of_phones_is_one_hearing(stretches: list[list[Phone]]) -> None:
    cost = 0.25 - LEAD
    for number, stretch in enumerate(stretches):
        cost += 4.0 + (len(stretch) - 1) + (0.25 if number == len(stretches) - 1 else 0.75)
    expected = {(LABEL,) if stretches else (): pytest.approx(cost)}
    assert heard(any_speech(WORDS, LOOP, LABEL, LEAD), sound(stretches)) == expected


@given(STRETCHES)
def test_two_graphs_hear_what_each_does(stretches: list[list[Phone]]) -> None:
    word = [Arc(0, 20, 3, 0.0, 1), Arc(1, 21, 0, 0.0, 1), Arc(1, 0, 0, 0.5, 2), Arc(2, 30, 4, 1.0, 3)]
    first = [*word, Arc(3, 31, 0, 0.0, 3)], {2: 0.0, 3: 0.125}
    second = any_speech(WORDS, LOOP, LABEL, LEAD)
    said = sound(stretches)
    assert heard(beside(first, second), said) == heard(first, said) | heard(second, said)


def test_the_loop_of_our_model_comes_back() -> None:
    model = find(engine="vosk")
    found = lexicon.read(model.part("HCLr.fst"))
    assert found is not None
    assert found.loops.keys() == {labels(model)["[unk]"]}
    (loop,) = found.loops.values()
    assert (loop.entry, loop.onward) == (4.5, 2.0)
    assert loop.phones == tuple(Phone(2 * number, 2 * number - 1) for number in range(3, len(ALL) + 1))


PLAIN = [Arc(0, 0, 0, 0.5, 1), Arc(0, 2, 0, 0.5, 2), Arc(2, 1, 0, 0.0, 2), Arc(2, 0, 0, 0.0, 1)]
HUB = [Arc(3, 0, 0, 0.5, 1), Arc(3, 2, 0, 0.5, 2)]


def phone(state: int, enter: int, entry: float = 4.0, onward: float = 2.0) -> list[Arc]:
    return [
        Arc(1, enter, 9, entry, state),
        Arc(state, enter + 1, 0, 0.0, state),
        Arc(state, 0, 0, 0.0, 3),
        Arc(3, enter, 0, onward, state),
    ]


@pytest.mark.parametrize(
    ("arcs", "loops"),
    [
        ([*HUB, *phone(4, 20), *phone(5, 30)], {9: Loop((Phone(20, 21), Phone(30, 31)), 4.0, 2.0)}),
        ([*HUB, *phone(4, 20), *phone(5, 30, entry=3.0)], {}),
        ([*HUB, *phone(4, 20), *phone(5, 30, onward=3.0)], {}),
        ([*HUB[:1], *phone(4, 20), *phone(5, 30)], {}),
        ([*HUB, *phone(4, 20), *phone(5, 30)[:3]], {}),
        ([*HUB, *phone(4, 20), Arc(1, 30, 9, 4.0, 5), Arc(5, 31, 0, 0.0, 5)], {}),
    ],
    ids=["a loop", "two entries", "two prices", "no silence behind", "a phone that ends it", "no way back"],
)
def test_only_a_plain_loop_is_any_speech(tmp_path: Path, arcs: list[Arc], loops: dict[int, Loop]) -> None:
    fst.write(tmp_path / "a.fst", [*PLAIN, *arcs], {1: 0.0})
    found = lexicon.read(tmp_path / "a.fst")
    assert found is not None
    assert found.loops == loops


@pytest.mark.parametrize(
    ("best", "long", "asked"),
    [
        ("heart", True, 1),
        ("one two three", True, 1),
        ("one two three four", True, 2),
        (None, True, 1),
        ("heart", False, 2),
    ],
)
def test_the_second_ear_hears_what_is_long(
    monkeypatch: pytest.MonkeyPatch, best: str | None, long: bool, asked: int
) -> None:
    pytest.importorskip("vosk")
    rows = [] if best is None else [{"text": best}, {"text": "a much longer row of words"}]
    monkeypatch.setattr(vosk_worker, "_heard_by", lambda *_: rows)
    ears = [{"folder": "a", "alternatives": 20}, {"folder": "b", "alternatives": 1, "long": long}]
    answer = vosk_worker._answer({"ears": ears, "few": 3, "rate_hz": 16_000}, b"")
    assert answer == {"ears": [rows] * asked}
