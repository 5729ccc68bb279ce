"""festival's American voices. Each word becomes an entry of its lexicon and so has stress and melody."""

from __future__ import annotations

from pathlib import Path
from random import Random

from training.acoustic.lexicon import Pronunciation
from training.acoustic.phones import TO_ARPABET, spelled
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.scheme import Scheme
from training.acoustic.voices.voice import Spoken, finished, syllables


class Festival:
    def __init__(self, work: Path) -> None:
        self._festival = Scheme(work)

    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        names = [f"zq{chr(ord('a') + number)}z" for number in range(len(text.phones))]
        entries = "".join(map(_entry, names, text.phones))
        stretch = rng.uniform(0.8, 1.3)
        setup = f"{entries}(Parameter.set (quote Duration_Stretch) {stretch:.2f})"
        ending = rng.choice((".", ".", "?", ""))
        if (wave := self._festival.speak(voice, setup, " ".join(names) + ending)) is None:
            return None
        samples = finished(*wave)
        return Spoken(samples, f"{voice} x{stretch:.2f}", text.phones) if samples is not None else None


def open_family(row: Licensed, work: Path) -> Festival:
    return Festival(work)


def _entry(name: str, phones: Pronunciation) -> str:
    parts = []
    for number, syllable in enumerate(syllables(phones)):
        symbols = " ".join(spelled(syllable, TO_ARPABET))
        parts.append(f"(({symbols}) {int(number == 0)})")
    return f'(lex.add.entry (quote ("{name}" nil ({" ".join(parts)}))))'
