"""hibari: one small English voice, cheap, driven by phones; its pitch can be moved."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from hibari import Hibari as Engine
from hibari import dsp

from training.acoustic.phones import TO_ENGLISH_IPA, spelled
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.voice import Spoken, finished, is_vowel

_ENDINGS: Final = (".", ".", "!", ",", "")


class Hibari:
    def __init__(self) -> None:
        self._engine = Engine(threads=1)

    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        ipa = " ".join(_word(phones) for phones in text.phones) + rng.choice(_ENDINGS)
        speed, pitch = rng.uniform(0.75, 1.3), rng.uniform(0.5, 1.3)
        feed = {
            "ids": np.asarray([self._engine.ids(ipa)], np.int64),
            "speed": np.asarray([speed], np.float32),
        }
        parts = [part[0] for part in self._engine.sess.run(None, feed)]
        parts[-1] = parts[-1] * np.float32(pitch)  # the last is f0
        audio = dsp.synth(*parts, np.random.default_rng(rng.randrange(2**32)))
        samples = finished(np.asarray(audio), self._engine.sample_rate)
        return Spoken(samples, f"{voice} f0*{pitch:.2f}", text.phones) if samples is not None else None


def open_family(row: Licensed, work: Path) -> Hibari:
    return Hibari()


def _word(phones: tuple[str, ...]) -> str:
    first = next((at for at, phone in enumerate(phones) if is_vowel(phone)), len(phones))
    before, after = phones[:first], phones[first:]
    return "".join([*spelled(before, TO_ENGLISH_IPA), "ˈ" if after else "", *spelled(after, TO_ENGLISH_IPA)])
