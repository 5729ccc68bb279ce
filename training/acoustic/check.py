"""Looks over rendered shards: how long, how loud, and how many calls an existing model recognises.

    python -m training.acoustic.check --work DIR [--split train] [--model models/dummycall-sv-en] [--most 80]

Only calls of one to three words that the model knows are decoded, as a closed list. A family far below the
others is rendered wrongly; the figures say nothing about people.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from training.acoustic.voices.voice import RATE, Samples

_LONGEST: Final = 3
_PAUSE: Final = np.zeros(RATE * 2 // 5, np.int16)
_FLOOR: Final = 20


@dataclass(frozen=True, slots=True)
class Rendered:
    row: dict[str, Any]
    samples: Samples


def rendered(folder: Path) -> Iterator[Rendered]:
    """Every utterance of the complete shards of a split."""
    for path in sorted(folder.glob("*.npy")):
        audio = np.load(path, mmap_mode="r")
        for line in path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield Rendered(row, audio[row["start"] : row["start"] + row["samples"]])


def figures(utterances: list[Rendered]) -> str:
    """Length, time for a phone, share of clipped samples, level."""
    seconds = np.array([len(u.samples) / RATE for u in utterances])
    phones = np.array([sum(map(len, u.row["phones"])) for u in utterances])
    clipped = sum(int((np.abs(u.samples.astype(np.int32)) >= 32767).sum()) for u in utterances)
    level = np.median([np.sqrt(np.mean(np.square(u.samples.astype(np.float64)))) for u in utterances])
    each = np.percentile(seconds / phones, (5, 50, 95)) * 1000
    length = f"{seconds.sum() / 60:6.1f} min, {seconds.min():.2f}-{seconds.max():.2f} s"
    phone = f"{each[0]:.0f}/{each[1]:.0f}/{each[2]:.0f} ms a phone"
    return f"{len(utterances):5d} utterances {length}, {phone}, rms {level:.0f}, clipped {clipped}"


def recognised(utterances: list[Rendered], model: Any, known: set[str], most: int) -> str:
    """The share of short calls that are heard word for word, out of all such calls of the language."""
    from vosk import KaldiRecognizer

    fit = [u for u in utterances if u.row["kind"] == "call" and _fits(u, known)]
    phrases = sorted({u.row["text"] for u in fit})
    if not phrases:
        return "no call to decode"
    recogniser = KaldiRecognizer(model, RATE, json.dumps(phrases, ensure_ascii=False))
    step = max(1, len(fit) // most)
    right = heard = 0
    rng = np.random.default_rng(1)
    for utterance in fit[::step][:most]:
        wave = np.concatenate([_PAUSE, utterance.samples, _PAUSE])
        noisy = np.clip(wave + rng.normal(0, _FLOOR, len(wave)), -32768, 32767).astype(np.int16)
        recogniser.AcceptWaveform(noisy.tobytes())
        right += json.loads(recogniser.FinalResult())["text"] == utterance.row["text"]
        recogniser.Reset()
        heard += 1
    return f"heard right {right}/{heard} = {100 * right / heard:.0f} % of a list of {len(phrases)}"


def _fits(utterance: Rendered, known: set[str]) -> bool:
    words = utterance.row["words"]
    return len(words) <= _LONGEST and all(word in known for word in words)


def main() -> None:
    parser = argparse.ArgumentParser(description="Looks over rendered shards.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--split", default="train")
    parser.add_argument("--model", type=Path, help="decode with this Vosk model, too")
    parser.add_argument("--most", type=int, default=80)
    args = parser.parse_args()
    parts: dict[tuple[str, str], list[Rendered]] = defaultdict(list)
    for utterance in rendered(args.work / "audio" / args.split):
        parts[utterance.row["family"], utterance.row["lang"]].append(utterance)
    model, known = _model(args.model)
    for (family, lang), utterances in sorted(parts.items()):
        print(f"{family:9s} {lang} {figures(utterances)}", flush=True)
        if model is not None:
            print(f"             {recognised(utterances, model, known, args.most)}", flush=True)


def _model(path: Path | None) -> tuple[Any, set[str]]:
    if path is None:
        return None, set()
    from vosk import Model, SetLogLevel

    SetLogLevel(-1)
    words = (path / "graph" / "words.txt").read_text(encoding="utf-8").splitlines()
    return Model(str(path)), {word.split()[0] for word in words}


if __name__ == "__main__":
    main()
