"""flite: a voice of recorded diphones and two statistical ones, driven by phones of the American alphabet.

``flite -p`` takes phones and no stress, so rhythm and melody are the voice's own.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from random import Random

import soundfile

from training.acoustic.phones import TO_ARPABET, spelled
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.voice import Spoken, finished


class Flite:
    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        symbols = ["pau"]
        for phones in text.phones:
            symbols += spelled(phones, TO_ARPABET)
            if rng.random() < 0.1:
                symbols.append("pau")
        if symbols[-1] != "pau":
            symbols.append("pau")
        stretch = rng.uniform(0.8, 1.35)
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            command = ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.2f}",
                       "--setf", f"int_f0_target_mean={_pitch(voice, rng):.0f}", "-p", " ".join(symbols),
                       "-o", file.name]  # fmt: skip
            subprocess.run(command, check=True, capture_output=True)
            audio, rate = soundfile.read(file.name, dtype="float32")
        samples = finished(audio, rate)
        return Spoken(samples, f"{voice} x{stretch:.2f}", text.phones) if samples is not None else None


def open_family(row: Licensed, work: Path) -> Flite:
    return Flite()


def _pitch(voice: str, rng: Random) -> float:
    middle = 175.0 if voice == "slt" else 105.0
    return middle * rng.uniform(0.8, 1.3)
