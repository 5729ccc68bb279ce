"""The conditions of the evaluation are what they say they are."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from benchmarks.voice.sounds import CONDITIONS, NOISES, RATE_HZ, ROOMS, chance, echo, level, noises
from callparser.voice.endpoint import PRE_ROLL_S, QUIET_S


def speech(seed: int = 1, seconds: float = 1.5) -> array[int]:
    """Bursts with pauses between them, as words have."""
    source = np.random.default_rng(seed)
    time_s = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    bursts = (np.sin(2 * np.pi * 2 * time_s) > 0) * source.standard_normal(len(time_s)) * 2500
    return array("h", bursts.astype(np.int16).tobytes())


OTHERS = [speech(seed) for seed in range(2, 8)]
BY_NAME = {condition.name: condition for condition in CONDITIONS}


NOISY = [name for name in BY_NAME if "noise" in name or "babble" in name]


@pytest.mark.parametrize("name", NOISY)
def test_noise_is_so_many_decibels_below_the_speech(name: str) -> None:
    wanted = int(name.split(", ")[1].split()[0])
    clean = np.asarray(BY_NAME["clean"].sound(speech()).samples, float)
    noise = np.asarray(BY_NAME[name].sound(speech(), OTHERS).samples, float) - clean
    found = 20 * np.log10(level(np.asarray(speech(), float)) / np.sqrt((noise**2).mean()))
    assert found == pytest.approx(wanted, abs=0.3)


def test_pauses_do_not_count_as_speech() -> None:
    bare = np.asarray(speech(), float)
    assert level(np.pad(bare, RATE_HZ)) == pytest.approx(level(bare), rel=0.02)


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda one: one.name)
def test_a_condition_is_the_same_every_time_and_leaves_room_around_the_words(condition) -> None:  # type: ignore[no-untyped-def]
    first, again = (condition.sound(speech(), OTHERS, key="a") for _ in range(2))
    assert first == again
    assert first.rate_hz == condition.rate_hz
    assert first.duration_s == pytest.approx(1.5 + PRE_ROLL_S + QUIET_S, abs=0.001)
    assert max(map(abs, first.samples)) > 1000


@pytest.mark.parametrize("name", NOISY)
def test_another_recording_has_another_noise(name: str) -> None:
    one, other = (BY_NAME[name].sound(speech(), OTHERS, key=key) for key in "ab")
    assert one != other


@pytest.mark.parametrize(("name", "dies_s", "direct_db"), ROOMS)
def test_an_echo_dies_in_its_time_and_is_so_loud(name: str, dies_s: float, direct_db: float) -> None:
    tail = echo(dies_s, direct_db, chance("echo"))[1:]
    assert 10 * np.log10(1 / (tail**2).sum()) == pytest.approx(direct_db, abs=0.01)
    tenth = len(tail) // 10
    early, late = (tail[at : at + tenth] for at in (tenth, 8 * tenth))
    assert 10 * np.log10((early**2).mean() / (late**2).mean()) == pytest.approx(42, abs=3)


def test_a_telephone_passes_nothing_outside_its_band() -> None:
    heard = np.asarray(BY_NAME["telephone"].sound(speech()).samples, float)
    power = np.abs(np.fft.rfft(heard)) ** 2
    hertz = np.fft.rfftfreq(len(heard), 1 / 8000)
    outside = power[(hertz < 250) | (hertz > 3450)].mean()
    assert 10 * np.log10(power[(hertz > 400) & (hertz < 3300)].mean() / outside) > 20


def test_babble_without_others_says_so() -> None:
    with pytest.raises(ValueError, match="found no other recordings"):
        BY_NAME["babble, 5 dB"].sound(speech())


def test_noises_are_of_every_kind_and_of_many_levels() -> None:
    found = list(noises(5))
    assert len(found) == 5 * len(NOISES)
    peaks = {max(map(abs, sound.samples)) for *_, sound in found}
    assert len(peaks) > 10
    assert all(1 <= sound.duration_s <= 3 for *_, sound in found)
