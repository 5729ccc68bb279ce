"""What every family of synthetic voices does, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt
import soxr

from training.acoustic.lexicon import Pronunciation
from training.acoustic.phones import VOWELS
from training.acoustic.texts import Text

RATE: Final = 16_000
Samples = npt.NDArray[np.int16]

_PEAK: Final = 0.5
_QUIET: Final = 0.004
_BEFORE: Final = RATE // 100
_AFTER: Final = RATE // 50
_VOWELS: Final = frozenset(VOWELS)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One utterance, the voice it is in, and the phones that the voice was told to say."""

    samples: Samples
    voice: str
    phones: tuple[Pronunciation, ...]


class Family(Protocol):
    """One kind of synthesiser. ``say`` gives None when it cannot say the text."""

    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None: ...


def finished(audio: npt.NDArray[np.floating], rate: int) -> Samples | None:
    """A waveform at our rate and level without the silence around it; None if there is nothing in it."""
    wave = soxr.resample(audio.astype(np.float32), rate, RATE) if rate != RATE else audio.astype(np.float32)
    peak = float(np.abs(wave).max()) if len(wave) else 0.0
    if not np.isfinite(peak) or peak < 1e-4:
        return None
    wave = wave * (_PEAK / peak)
    loud = np.flatnonzero(np.abs(wave) > _QUIET)
    wave = wave[max(0, loud[0] - _BEFORE) : loud[-1] + _AFTER]
    return np.round(wave * 32767).astype(np.int16)


def is_plausible(samples: Samples, phones: Sequence[Sequence[str]]) -> bool:
    """Whether so many phones can last so long."""
    each = len(samples) / RATE / max(1, sum(map(len, phones)))
    return 0.03 <= each <= 0.45


def is_vowel(phone: str) -> bool:
    return phone in _VOWELS


def syllables(phones: Sequence[str]) -> list[list[str]]:
    """A word cut before the consonant in front of each vowel: good enough for stress and rhythm."""
    starts = [at for at, phone in enumerate(phones) if is_vowel(phone)]
    cuts = [at - 1 if at and not is_vowel(phones[at - 1]) else at for at in starts[1:]]
    edges = [0, *cuts, len(phones)]
    return [list(phones[a:b]) for a, b in pairwise(edges) if a < b]
