"""Checks that vosk computes what we think it does, and that the whole way works from nothing.

python -m training.acoustic.verify --model DIR --work WORK    scores of paths, ours against those of vosk
python -m training.acoustic.verify --tiny WORK    renders, trains, exports and evaluates: five minutes
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from training.acoustic import kaldi
from training.acoustic.features import Floats, mfcc
from training.acoustic.lfmmi import Chains, chains

#: Utterances of the largest part of the tiny corpus. On 2 cores it is made in a minute.
TINY: Final = 600
#: A weak model has so many hearings that the usual beam would take longer than the training.
_TINY_BEAM: Final = 6.0
_TINY_TESTS: Final = 40
_NEVER: Final = -1e30
_HALF: Final = math.log(0.5)
_COMPARED: Final = 40


def best_path(scores: Floats, chain: Chains) -> float:
    """Log score of the best path through the one chain, for the scores [T, 2P] of one utterance."""
    phone, optional = chain.phone[0], chain.optional[0]
    step = np.where(optional, _HALF, 0.0)
    skip = np.full(len(phone), _NEVER)
    skip[1:] = np.where(optional[:-1] & ~optional[1:], _HALF, _NEVER)
    enter, stay = scores[:, 2 * phone].astype(np.float64), scores[:, 2 * phone + 1].astype(np.float64)
    state = np.full(len(phone) + 2, _NEVER)
    state[2:4] = enter[0, :2] + _HALF
    for t in range(1, len(scores)):
        fresh = enter[t] + np.maximum(state[1:-1] + step, state[:-2] + skip)
        state[2:] = np.maximum(fresh, stay[t] + state[2:])
    last = int(chain.last[0]) + 2
    return float(max(state[last], state[last - 1] + _HALF))


def vosk_path(model: Any, samples: NDArray[np.int16], phrase: str) -> tuple[str, float]:
    """What vosk hears when it may hear only ``phrase``, and the log score of that path."""
    import vosk

    listener = vosk.KaldiRecognizer(model, 16_000, json.dumps([phrase], ensure_ascii=False))
    listener.SetMaxAlternatives(1)
    listener.AcceptWaveform(np.asarray(samples, "<i2").tobytes())
    best = json.loads(listener.FinalResult())["alternatives"][0]
    return best["text"].strip(), float(best["confidence"])


def disagreement(
    folder: Path, sounds: Sequence[NDArray[np.int16]], word: str, pronunciation: Sequence[int]
) -> tuple[float, int]:
    """The largest difference between our scores and vosk's over ``sounds``, and how many were compared.

    ``word`` has this one pronunciation. The grammar costs the same each time: it is what the scores differ
    by in the middle. A sound in which vosk hears the word more than once, or not at all, is left out.
    """
    import vosk

    vosk.SetLogLevel(-1)
    model = vosk.Model(str(folder))
    layers = kaldi.read_layers(folder / "am" / "final.mdl")
    chain = chains([[pronunciation]])
    apart = []
    for samples in sounds:
        text, score = vosk_path(model, samples, word)
        if text == word:
            apart.append(score - best_path(kaldi.scores(layers, mfcc(samples)), chain))
    if not apart:
        return math.inf, 0
    return float(np.max(np.abs(np.array(apart) - np.median(apart)))), len(apart)


def single(words: Mapping[str, Sequence[Sequence[int]]], texts: Sequence[str]) -> str:
    """The word of one pronunciation that occurs most often in the texts."""
    said = [word for text in texts for word in text.split() if len(words.get(word, ())) == 1]
    return max(sorted(set(said)), key=said.count)


def tiny(work: Path) -> list[Any]:
    """The whole way with espeak-ng alone: returns what :mod:`training.acoustic.evaluate` found."""
    from training.acoustic import evaluate, export, render, train
    from training.acoustic.voices import open_family

    for shard in render.plan(["espeak"], TINY):
        if not (work / "audio" / shard.split / f"{shard.name}.npy").exists():
            render.render(shard, open_family(shard.family, work), work / "audio", "tiny")
    train.main(["--work", str(work), "--preset", "tiny"])
    model = work / "model"
    export.export(export.load(work / "checkpoint.pt").folded(), model, export.vocabulary())
    found = evaluate.evaluate(work, model, beam=_TINY_BEAM, most=_TINY_TESTS)
    evaluate.show(found)
    return found


def main(argv: Sequence[str] | None = None) -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--model", type=Path, help="a model directory that export wrote")
    args.add_argument("--work", type=Path, help="a work directory with a test split to compare on")
    args.add_argument("--tiny", type=Path, help="an empty work directory, for the whole way")
    opts = args.parse_args(argv)
    if opts.tiny:
        tiny(opts.tiny)
    if opts.model:
        from training.acoustic.corpus import read
        from training.acoustic.export import vocabulary

        heard = read(opts.work, "test")
        words = vocabulary()
        word = single(words, [one.text for one in heard])
        sounds = [one.samples for one in heard if word in one.words][:_COMPARED]
        worst, count = disagreement(opts.model, sounds, word, words[word][0])
        print(f"{opts.model}: paths of {word!r} in {count} sounds differ from vosk's by at most {worst:.4f}")


if __name__ == "__main__":
    main()
