"""The rendered utterances, and who may be heard how often."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.acoustic.phones import PHONES

#: How much of what is heard each family of voices may be; families not listed here count as OTHER. No
#: synthesiser may dominate: espeak is the clearest and the least like people.
SHARES: Final = {
    "espeak": 0.22,
    "kokoro": 0.34,
    "hibari": 0.12,
    "flite": 0.12,
    "festival": 0.12,
    "suopuhe": 0.08,
}
OTHER: Final = 0.10
#: Which part of a family's share each language gets: English sounds were learnt later than Swedish ones.
LANGUAGES: Final = {"sv": 0.45, "en": 0.55}
#: A family with fewer utterances than this gets less, by the square root: it would be learnt by heart.
ENOUGH: Final = 3_000
#: One family alone may have all; with others, espeak stays at or below this.
MOST_ESPEAK: Final = 0.35

_NUMBER: Final = {name: number for number, name in enumerate(PHONES)}


@dataclass(frozen=True, slots=True)
class Utterance:
    """``phones`` are numbers into ``PHONES``, word by word. ``samples`` is a view into a file on disk."""

    id: str
    family: str
    voice: str
    lang: str
    text: str
    words: tuple[str, ...]
    phones: tuple[tuple[int, ...], ...]
    samples: NDArray[np.int16]


def shards(work: Path, split: str) -> list[str]:
    """The names of the shards that are there. One whose sound or list is still missing is left out."""
    folder = work / "audio" / split
    return sorted(path.stem for path in folder.glob("*.jsonl") if path.with_suffix(".npy").exists())


def read(work: Path, split: str, names: Sequence[str] | None = None) -> list[Utterance]:
    """All utterances of a split, or of some of its shards. The sound stays on disk until it is used."""
    found = []
    for name in shards(work, split) if names is None else names:
        path = work / "audio" / split / name
        sound = np.load(path.with_name(f"{name}.npy"), mmap_mode="r")
        with open(path.with_name(f"{name}.jsonl"), encoding="utf-8") as file:
            found += [one for line in file if (one := _utterance(json.loads(line), sound)) is not None]
    return found


def _utterance(row: dict[str, object], sound: NDArray[np.int16]) -> Utterance | None:
    start, size = int(str(row["start"])), int(str(row["samples"]))
    words: list[list[str]] = row["phones"]  # type: ignore[assignment]
    phones = tuple(tuple(_NUMBER[name] for name in word) for word in words if word)
    if start + size > len(sound) or not phones:
        return None
    spoken: list[str] = row["words"]  # type: ignore[assignment]
    name, family, voice, lang, text = (str(row[key]) for key in ("id", "family", "voice", "lang", "text"))
    return Utterance(name, family, voice, lang, text, tuple(spoken), phones, sound[start : start + size])


def shares(utterances: Sequence[Utterance]) -> dict[str, float]:
    """Which part of what is heard each family gets; they add up to 1."""
    count: dict[str, int] = {}
    for one in utterances:
        count[one.family] = count.get(one.family, 0) + 1
    raw = {name: SHARES.get(name, OTHER) * min(1.0, number / ENOUGH) ** 0.5 for name, number in count.items()}
    others = sum(raw.values()) - raw.get("espeak", 0.0)
    if "espeak" in raw and others:
        raw["espeak"] = min(raw["espeak"], others * MOST_ESPEAK / (1 - MOST_ESPEAK))
    return {name: part / sum(raw.values()) for name, part in raw.items()}


class Drawing:
    """Draws utterances by the shares of their families, and within a family of their languages."""

    def __init__(self, utterances: Sequence[Utterance]) -> None:
        self._utterances = utterances
        part = shares(utterances)
        count = Counter((one.family, one.lang) for one in utterances)
        spoken: dict[str, float] = {}
        for family, lang in count:
            spoken[family] = spoken.get(family, 0.0) + LANGUAGES[lang]
        weights = np.array([
            part[one.family] * LANGUAGES[one.lang] / spoken[one.family] / count[one.family, one.lang]
            for one in utterances
        ])  # fmt: skip
        self._sums = np.cumsum(weights / weights.sum())

    def __call__(self, number: int, chance: Generator) -> list[Utterance]:
        at = np.searchsorted(self._sums, chance.random(number))
        return [self._utterances[min(int(one), len(self._utterances) - 1)] for one in at]
