"""Rooms, lines and noises to hear a recording in, made by code; the same seed gives the same sound.

Sounds are floating point in 16-bit scale, 16 kHz. What is given to :meth:`Condition.sound` is the bare
speech; quiet is put around it first, so that noise is there before and after the words, as in a microphone.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from callparser.voice.audio import Audio
from callparser.voice.endpoint import PRE_ROLL_S, QUIET_S

Sound = NDArray[np.float64]
Change = Callable[[Sound, float, Sequence[Sound], Generator], Sound]

RATE_HZ: Final = 16_000
DECIBELS: Final = (20, 10, 5)
#: So many others talk at once in babble.
TALKERS: Final = 4
#: Name, seconds in which the echo falls by 60 dB, and the direct sound against the echo in dB.
ROOMS: Final = (("small room", 0.3, 6.0), ("living room", 0.5, 0.0), ("hall", 0.9, -3.0))
_FRAME: Final = 320
#: Frames that are so much weaker than the loudest are pauses, not speech.
_PAUSE_DB: Final = 30.0
_TELEPHONE_HZ: Final = (300, 3400)
_LOUDEST: Final = 32_767.0


@dataclass(frozen=True, slots=True)
class Condition:
    """``change`` gets the sound, the level (root mean square) of its speech, other speech, and a chance."""

    name: str
    change: Change
    rate_hz: int = RATE_HZ

    def sound(
        self, speech: array[int], others: Sequence[array[int]] = (), *, key: str = "",
        before_s: float = PRE_ROLL_S, after_s: float = QUIET_S,
    ) -> Audio:  # fmt: skip
        """The speech under this condition, with as much around it as the live path hands on."""
        bare = np.asarray(speech, np.float64)
        padded = np.pad(bare, (round(before_s * RATE_HZ), round(after_s * RATE_HZ)))
        voices = [np.asarray(other, np.float64) for other in others]
        changed = self.change(padded, level(bare), voices, chance(f"{self.name} {key}"))
        return audio(changed[:: RATE_HZ // self.rate_hz], self.rate_hz)


def chance(key: str) -> Generator:
    return np.random.default_rng(zlib.crc32(key.encode()))


def audio(sound: Sound, rate_hz: int = RATE_HZ) -> Audio:
    whole = np.clip(np.round(sound), -_LOUDEST - 1, _LOUDEST).astype(np.int16)
    return Audio(array("h", whole.tobytes()), rate_hz)


def level(speech: Sound) -> float:
    """Root mean square of the speech itself: pauses do not count."""
    whole = np.pad(speech, (0, -len(speech) % _FRAME))
    power = (whole.reshape(-1, _FRAME) ** 2).mean(axis=1)
    return float(np.sqrt(power[power >= power.max() * 10 ** (-_PAUSE_DB / 10)].mean()))


def white(size: int, source: Generator) -> Sound:
    """As loud as 1, as all noises here are."""
    return source.standard_normal(size)


def pink(size: int, source: Generator) -> Sound:
    """3 dB less with each octave."""
    spectrum = np.fft.rfft(source.standard_normal(size))
    return unit(np.fft.irfft(spectrum / np.sqrt(np.maximum(1, np.arange(len(spectrum)))), size))


def hum(size: int, source: Generator) -> Sound:
    """Mains: 50 Hz and its overtones."""
    time_s = np.arange(size) / RATE_HZ
    waves = (np.sin(2 * np.pi * 50 * n * time_s + source.uniform(0, 6)) / n for n in range(1, 8))
    return unit(np.sum(list(waves), axis=0))


def clicks(size: int, source: Generator) -> Sound:
    """Cards, pens and cups on a table: some five bursts a second that ring for a few milliseconds."""
    sound = np.zeros(size)
    for start in source.integers(0, size, max(1, round(5 * size / RATE_HZ))):
        ring = np.arange(min(size - start, 800)) / RATE_HZ
        wave = np.exp(-ring / source.uniform(0.001, 0.01)) * source.standard_normal(len(ring))
        sound[start : start + len(ring)] += source.uniform(0.3, 1.0) * wave
    return unit(sound)


def babble(size: int, source: Generator, others: Sequence[Sound]) -> Sound:
    """Four others who talk at once, each as loud as the next. Raises ``ValueError`` when there is nobody."""
    if not others:
        raise ValueError("found no other recordings, expected some: babble is made of them")
    mixed = np.zeros(size)
    for number in source.permutation(len(others))[:TALKERS]:
        other = others[number]
        mixed += np.roll(np.resize(other / max(1.0, level(other)), size), source.integers(size))
    return unit(mixed)


def unit(sound: Sound) -> Sound:
    return sound / (float(np.sqrt((sound**2).mean())) or 1.0)


def _under(noise: Callable[[int, Generator], Sound], decibels: float) -> Change:
    def change(sound: Sound, speech: float, others: Sequence[Sound], source: Generator) -> Sound:
        return sound + speech * 10 ** (-decibels / 20) * noise(len(sound), source)

    return change


def _among(decibels: float) -> Change:
    def change(sound: Sound, speech: float, others: Sequence[Sound], source: Generator) -> Sound:
        return sound + speech * 10 ** (-decibels / 20) * babble(len(sound), source, others)

    return change


def _in_room(dies_s: float, direct_db: float) -> Change:
    def change(sound: Sound, speech: float, others: Sequence[Sound], source: Generator) -> Sound:
        size = 1 << (len(sound) + round(dies_s * RATE_HZ)).bit_length()
        spectrum = np.fft.rfft(sound, size) * np.fft.rfft(echo(dies_s, direct_db, source), size)
        heard = np.fft.irfft(spectrum, size)[: len(sound)]
        return heard * (float(np.abs(sound).max()) / (float(np.abs(heard).max()) or 1.0))

    return change


def echo(dies_s: float, direct_db: float, source: Generator) -> Sound:
    """An impulse response: the direct sound, and from 2 ms on an echo that falls by 60 dB in ``dies_s``."""
    time_s = np.arange(round(dies_s * RATE_HZ)) / RATE_HZ
    tail = source.standard_normal(len(time_s)) * 10 ** (-3 * time_s / dies_s) * (time_s >= 0.002)
    tail *= 10 ** (-direct_db / 20) / np.sqrt((tail**2).sum())
    tail[0] = 1.0
    return tail


def _telephone(sound: Sound, speech: float, others: Sequence[Sound], source: Generator) -> Sound:
    """The band of a telephone line, in 8 bits with the steps of mu-law."""
    spectrum = np.fft.rfft(sound)
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE_HZ)
    spectrum[(hertz < _TELEPHONE_HZ[0]) | (hertz > _TELEPHONE_HZ[1])] = 0
    line = np.clip(np.fft.irfft(spectrum, len(sound)) / _LOUDEST, -1, 1)
    code = np.round(np.sign(line) * np.log1p(255 * np.abs(line)) / np.log(256) * 127) / 127
    return np.asarray(np.sign(code) * np.expm1(np.abs(code) * np.log(256)) / 255 * _LOUDEST)


def _clipped(sound: Sound, speech: float, others: Sequence[Sound], source: Generator) -> Sound:
    """A microphone driven 12 dB too far."""
    edge = float(np.abs(sound).max()) / 4
    return np.clip(sound, -edge, edge) * 2


def _clean(sound: Sound, speech: float, others: Sequence[Sound], source: Generator) -> Sound:
    return sound


CLEAN: Final = Condition("clean", _clean)
CONDITIONS: Final = (
    CLEAN,
    *(Condition(f"white noise, {decibels} dB", _under(white, decibels)) for decibels in DECIBELS),
    *(Condition(f"pink noise, {decibels} dB", _under(pink, decibels)) for decibels in DECIBELS),
    *(Condition(f"babble, {decibels} dB", _among(decibels)) for decibels in DECIBELS),
    *(Condition(f"{name}, {s} s, {direct:+.0f} dB", _in_room(s, direct)) for name, s, direct in ROOMS),
    Condition("telephone", _telephone, 8_000),
    Condition("clipped by 12 dB", _clipped),
)  # fmt: skip

NOISES: Final = {"white": white, "pink": pink, "hum": hum, "clicks": clicks}


def noises(count: int) -> Iterator[tuple[str, int, Audio]]:
    """Noise without a word in it: ``count`` of each kind, 1 to 3 s long, from very quiet to loud."""
    for name, noise in NOISES.items():
        for number in range(count):
            source = chance(f"{name} {number}")
            size = round(source.uniform(1.0, 3.0) * RATE_HZ)
            loud = _LOUDEST * 10 ** (-source.uniform(20, 60) / 20)
            yield f"noise, {name}", number, audio(loud * noise(size, source))
