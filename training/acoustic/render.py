"""Renders the corpus: shards of spoken texts, in an order that keeps the mix useful at any time.

    python -m training.acoustic.render --work DIR [--families espeak,kokoro] [--count N] [--first N]

A shard is ``DIR/audio/<split>/<family>-<lang>-<nnn>.npy`` (16 kHz, mono, int16, one utterance after another)
and a ``.jsonl`` with one line an utterance. A shard that is there is not made again, so the same command goes
on where it was. ``--count`` is how many utterances the largest part gets; the others shrink in proportion.
``--first`` numbers the shards of training from there, ``--seed`` gives other texts and voices: for more of
them beside those that are there.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from training.acoustic.heldtexts import PEOPLE, held_texts
from training.acoustic.texts import Text, texts
from training.acoustic.voices import licensed, open_family
from training.acoustic.voices.voice import Family, Samples, Spoken, is_plausible

SHARD: Final = 200
_SLOW_SHARD: Final = 100
_SLOW: Final = frozenset(("kokoro",))
#: Utterances to aim at. Variety beats quantity: no family is more than about a quarter.
PLAN: Final = {
    ("espeak", "sv"): 3000, ("espeak", "en"): 3000, ("kokoro", "sv"): 1600, ("kokoro", "en"): 4000,
    ("hibari", "sv"): 1400, ("hibari", "en"): 1400, ("flite", "sv"): 2000, ("flite", "en"): 2000,
    ("festival", "sv"): 2000, ("festival", "en"): 2000, ("suopuhe", "sv"): 2000, ("suopuhe", "en"): 1000,
}  # fmt: skip
_DEV: Final = {("espeak", "sv"): 200, ("espeak", "en"): 200, ("kokoro", "sv"): 100, ("kokoro", "en"): 100}
_TEST: Final = {
    ("joe", "sv"): 60, ("joe", "en"): 100, ("kokoro", "sv"): 120, ("kokoro", "en"): 80,
    ("flite", "sv"): 60, ("flite", "en"): 100, ("espeak", "sv"): 100, ("espeak", "en"): 100,
}  # fmt: skip
#: Of what people say, for the same voices.
_PEOPLE: Final = {
    "dev": {("espeak", "sv"): 150, ("espeak", "en"): 150, ("kokoro", "sv"): 100, ("kokoro", "en"): 100},
    "test": {
        ("joe", "sv"): 60, ("joe", "en"): 120, ("kokoro", "sv"): 120, ("kokoro", "en"): 100,
        ("flite", "sv"): 60, ("flite", "en"): 100, ("espeak", "sv"): 120, ("espeak", "en"): 100,
    },
}  # fmt: skip
_FIRST: Final = ("espeak",)
_FIRST_COUNT: Final = 1500
_EARLY: Final = 0.006
#: The quick families are done when this part of the slow one is: they give variety early.
_HEAD_START: Final = 6


@dataclass(frozen=True, slots=True)
class Shard:
    split: str
    family: str
    lang: str
    number: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.family}-{self.lang}-{self.number:03d}"


def plan(families: Iterable[str], count: int, first: int = 0) -> list[Shard]:
    """All shards in the order to make them: a heap of espeak-ng, the tests, then every family in step."""
    wanted = set(families)
    ranked: list[tuple[float, Shard]] = []
    for parts, split in ((PLAN, "train"), (_DEV, "dev"), (_TEST, "test")):
        for (family, lang), most in parts.items():
            if family in wanted:
                scaled = math.ceil(most * count / max(PLAN.values())) if split == "train" else most
                ranked += _ranked(split, family, lang, scaled)
    ranked += [
        (_EARLY, Shard(f"{split}-{PEOPLE}", family, lang, 0, most))
        for split, parts in _PEOPLE.items()
        for (family, lang), most in parts.items()
        if family in wanted
    ]
    shards = [shard for _, shard in sorted(ranked, key=lambda pair: pair[0])]
    return [replace(one, number=first + one.number) if one.split == "train" else one for one in shards]


def _ranked(split: str, family: str, lang: str, most: int) -> Iterator[tuple[float, Shard]]:
    """The shards of one part, with how early each is wanted: by the share of the part done by then."""
    size = _SLOW_SHARD if family in _SLOW and split == "train" else SHARD
    shards = math.ceil(most / size)
    for number in range(shards):
        share = (number + 0.5) / shards
        if split != "train":
            rank = _EARLY + share / 1000
        elif family in _FIRST and number * size < _FIRST_COUNT:
            rank = share / 100
        else:
            rank = share if family in _SLOW else share / _HEAD_START
        yield rank, Shard(split, family, lang, number, min(size, most - number * size))


def render(shard: Shard, family: Family, folder: Path, seed: str) -> float:
    """Makes one shard; returns how many seconds of speech it has."""
    audio: list[Samples] = []
    lines: list[str] = []
    start = 0
    for text, spoken in _spoken(shard, family, seed):
        lines.append(json.dumps(_line(shard, text, spoken, start), ensure_ascii=False))
        audio.append(spoken.samples)
        start += len(spoken.samples)
    _write(folder / shard.split / shard.name, np.concatenate(audio), lines)
    return start / 16_000


def _spoken(shard: Shard, family: Family, seed: str) -> Iterator[tuple[Text, Spoken]]:
    rng = Random(f"{seed} {shard.split} {shard.name}")
    split, _, part = shard.split.partition("-")
    voices = licensed()[shard.family].voices[split][shard.lang]
    read: Iterator[Text] = iter(texts(shard.lang, f"{seed}-{shard.split}-{shard.name}"))
    if part == PEOPLE:
        read = iter(held_texts(shard.lang, f"{PEOPLE}-{split}"))
    elif split == "test":
        read = iter(held_texts(shard.lang)[: shard.count])
    left = shard.count
    failed = 0
    while left and (text := next(read, None)):
        spoken = family.say(text, rng.choice(voices), rng)
        if spoken is not None and is_plausible(spoken.samples, spoken.phones):
            left -= 1
            yield text, spoken
        elif (failed := failed + 1) > shard.count:
            raise RuntimeError(f"{shard.name}: found hardly any speech; is {shard.family} installed?")


def _line(shard: Shard, text: Text, spoken: Spoken, start: int) -> dict[str, object]:
    return {
        "id": f"{shard.family}-{text.id}", "family": shard.family, "voice": spoken.voice, "lang": shard.lang,
        "split": shard.split, "kind": text.kind, "text": text.text, "words": list(text.words),
        "phones": [list(phones) for phones in spoken.phones], "start": start, "samples": len(spoken.samples),
    }  # fmt: skip


def _write(path: Path, audio: Samples, lines: list[str]) -> None:
    """The audio last: a shard counts as complete when its ``.npy`` is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    temporary.replace(path.with_suffix(".jsonl"))
    with temporary.open("wb") as file:
        np.save(file, audio)
    temporary.replace(path.with_suffix(".npy"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Renders the corpus of the acoustic model.")
    parser.add_argument("--work", type=Path, required=True, help="where audio and downloads are kept")
    parser.add_argument("--families", help="which, separated by commas (default: all)")
    parser.add_argument(
        "--count", type=int, default=max(PLAN.values()), help="how many the largest part gets"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first shard of training")
    parser.add_argument("--seed", default="1", help="another seed gives other texts and voices")
    args = parser.parse_args()
    known = sorted({family for family, _ in chain(PLAN, _TEST)})
    shards = plan(args.families.split(",") if args.families else known, args.count, args.first)
    folder = args.work / "audio"
    left = [shard for shard in shards if not (folder / shard.split / f"{shard.name}.npy").exists()]
    print(f"{len(shards)} shards, {len(left)} left", file=sys.stderr, flush=True)
    families: dict[str, Family] = {}
    broken: set[str] = set()
    for done, shard in enumerate(left, start=1):
        if shard.family in broken:
            continue
        began = time.monotonic()
        try:
            if shard.family not in families:
                families[shard.family] = open_family(shard.family, args.work)
            seconds = render(shard, families[shard.family], folder, args.seed)
        except Exception as err:  # one family that fails must not stop the others overnight
            broken.add(shard.family)
            print(f"{shard.name}: {err!r}; its family is left out", file=sys.stderr, flush=True)
            continue
        done_in = f"{seconds:.0f} s of speech in {time.monotonic() - began:.0f} s"
        print(f"[{done}/{len(left)}] {shard.split}/{shard.name}: {done_in}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
