"""The Finnish diphone voices of festival. Finnish has the rounded front vowels and the lengths of Swedish."""

from __future__ import annotations

from pathlib import Path
from random import Random

from training.acoustic.lexicon import Pronunciation
from training.acoustic.phones import TO_FINNISH, spelled
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.scheme import Scheme
from training.acoustic.voices.voice import Spoken, finished, syllables


class Suopuhe:
    def __init__(self, work: Path) -> None:
        self._festival = Scheme(work)

    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        names = [f"la{chr(ord('a') + number)}ma" for number in range(len(text.phones))]
        entries = "".join(map(_entry, names, text.phones))
        stretch = rng.uniform(0.75, 1.2)
        low = rng.uniform(60, 110) if voice.startswith("hy_fi_mv") else rng.uniform(105, 160)
        high = low * rng.uniform(1.7, 2.6)
        setup = (f"{entries}(Parameter.set (quote Duration_Stretch) {stretch:.2f})"
                 f"(set! *f_min* {low:.0f})(set! *f_max* {high:.0f})")  # fmt: skip
        if (wave := self._festival.speak(voice, setup, " ".join(names))) is None:
            return None
        samples = finished(*wave)
        name = f"{voice} x{stretch:.2f} {low:.0f}-{high:.0f}"
        return Spoken(samples, name, text.phones) if samples is not None else None


def open_family(row: Licensed, work: Path) -> Suopuhe:
    return Suopuhe(work)


def _entry(name: str, phones: Pronunciation) -> str:
    parts = []
    for number, syllable in enumerate(syllables(phones)):
        symbols = " ".join(spelled(syllable, TO_FINNISH))
        parts.append(f"(({symbols}) {int(number == 0)})")
    return f'(lex.add.entry (quote ("{name}" nil ({" ".join(parts)}))))'
