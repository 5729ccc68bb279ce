"""Where utterances end: late enough not to cut any, early enough to answer at once."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from callparser.voice.audio import read_wav
from callparser.voice.endpoint import CAP_S, PRE_ROLL_S, Dropped, Endpoint, Utterance
from callparser.voice.source import Block

WAVS = sorted((Path(__file__).parent / "wavs").glob("*.wav"))
STEP = 320


def noise(count: int, level: float, seed: int = 46) -> list[int]:
    source = random.Random(seed)
    return [round(source.gauss(0.0, level)) for _ in range(count)]


def feed(endpoint: Endpoint, sound: list[int], start_s: float = 0.0, lost: int = -1):
    """What ended, with the time at which it was known."""
    found = []
    for at in range(0, len(sound) - STEP + 1, STEP):
        now_s = start_s + (at + STEP) / 16_000
        block = Block(array("h", sound[at : at + STEP]), now_s, lost <= at < lost + STEP)
        found += [(now_s, one) for one in endpoint.feed(block)]
    return found


def final(found):
    return [(now_s, one) for now_s, one in found if isinstance(one, Dropped) or one.final]


def scene(path: Path, level: float, gain: float = 1.0) -> tuple[list[int], float]:
    """The clip in a quiet or noisy room, and when its last sound is."""
    samples = [int(value * gain) for value in read_wav(path).samples]
    peak = max(map(abs, samples))
    last = max(at for at, value in enumerate(samples) if abs(value) > 0.03 * peak)
    clean = [0] * 9600 + samples + [0] * 16_000
    heard = [a + b for a, b in zip(clean, noise(len(clean), level), strict=True)]
    return [max(-32768, min(32767, value)) for value in heard], (9600 + last) / 16_000


@pytest.mark.parametrize(("level", "gain"), [(0, 1), (0, 0.2), (5, 1), (30, 1), (30, 0.2), (100, 1)])
def test_every_clip_is_one_utterance_and_ends_soon(level, gain):
    delays = []
    for path in WAVS:
        sound, last_s = scene(path, level, gain)
        ((known_s, found),) = final(feed(Endpoint(), sound))
        assert isinstance(found, Utterance), path.name
        assert found.first_s < 0.6 + 0.2
        delays.append(known_s - last_s)
    delays.sort()
    assert delays[len(delays) // 2] < 0.24
    assert delays[-1] < 0.35


def test_the_sound_before_the_first_word_is_there():
    sound, _ = scene(WAVS[1], 5)
    ((_, found),) = final(feed(Endpoint(), sound))
    assert found.end_s - len(found.samples) / 16_000 == pytest.approx(found.first_s - PRE_ROLL_S, abs=0.08)


@pytest.mark.parametrize("level", [0, 30, 300, 3000])
def test_noise_alone_is_nothing(level):
    endpoint = Endpoint()
    assert not final(feed(endpoint, noise(16_000 * 5, level)))
    assert not endpoint.speaking


def test_a_click_is_nothing():
    sound = noise(32_000, 5)
    sound[16_000:16_400] = [20_000 if at % 9 < 4 else -20_000 for at in range(400)]
    assert not final(feed(Endpoint(), sound))


def test_noise_that_rises_is_dropped_once_and_then_is_the_floor():
    endpoint = Endpoint()
    feed(endpoint, noise(16_000, 5))
    found = final(feed(endpoint, noise(int(16_000 * (CAP_S + 1)), 2000), 1.0))
    assert [one.why for _, one in found] == ["long"]
    assert not final(feed(endpoint, noise(32_000, 2000), 11.0))


def test_lost_sound_drops_the_utterance_and_not_the_next():
    endpoint = Endpoint()
    sound, _ = scene(WAVS[1], 5)
    assert [one.why for _, one in final(feed(endpoint, sound, lost=9600 + 3200))] == ["lost"]
    assert isinstance(final(feed(endpoint, sound, 10.0))[0][1], Utterance)


def test_a_pause_comes_before_the_end_with_the_same_words():
    sound, _ = scene(WAVS[1], 5)
    found = [one for _, one in feed(Endpoint(), sound)]
    assert [one.final for one in found][-2:] == [False, True]
    assert found[-2].last_s == found[-1].last_s
