"""espeak-ng: formant synthesis with many variants. It reads the text, and says which phones it spoke."""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path
from random import Random
from typing import Final

import soundfile

from training.acoustic.lexicon import Pronunciation
from training.acoustic.phones import from_ipa
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.voice import Spoken, finished

_BASES: Final = {
    "sv": ("sv",),
    "en": ("en-us", "en-us", "en-gb", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-029", "en-gb-x-gbclan"),
}
_SUITS: Final = frozenset(("spader", "hjärter", "ruter", "klöver"))
_SPOKEN_RANKS: Final = (
    "ess kung dam knekt tio tia nio nia åtta sju sjua sex sexa fem femma fyra tre trea två tvåa"
)
_RANKS: Final = frozenset(_SPOKEN_RANKS.split())
_SOLID: Final = 0.3


class Espeak:
    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        base = rng.choice(_BASES[text.lang])
        name = f"{base}+{voice}" if voice != "plain" else base
        pitch, speed = rng.randint(15, 85), rng.randint(115, 230)
        with tempfile.NamedTemporaryFile("r", suffix=".ipa", encoding="utf-8") as said:
            command = ["espeak-ng", "-v", name, "-p", str(pitch), "-s", str(speed), "--ipa", "--sep=_",
                       f"--phonout={said.name}", "--stdout", _solid(text, rng)]  # fmt: skip
            wave = subprocess.run(command, capture_output=True, check=True).stdout
            ipa = said.read()
        audio, rate = soundfile.read(io.BytesIO(wave), dtype="float32")
        if (samples := finished(audio, rate)) is None:
            return None
        return Spoken(samples, f"{name} p{pitch} s{speed}", _phones(ipa, text) or text.phones)


def open_family(row: Licensed, work: Path) -> Espeak:
    return Espeak()


def _solid(text: Text, rng: Random) -> str:
    """The text, where Swedish cards are sometimes one word: espeak-ng then gives them the stress of one."""
    said = ""
    for before, word in zip(("", *text.words), text.words, strict=False):
        solid = before in _SUITS and word in _RANKS and rng.random() < _SOLID
        said += word if solid or not before else f" {word}"
    return said


def _phones(ipa: str, text: Text) -> tuple[Pronunciation, ...] | None:
    """The phones that were spoken, if they are in as many groups as there are words."""
    groups = ipa.split()
    if len(groups) != len(text.words) or "(" in ipa:
        return None
    said = [from_ipa(group, text.lang) for group in groups]
    return tuple(phones for phones in said if phones) if all(said) else None
