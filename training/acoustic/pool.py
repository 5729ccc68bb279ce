"""Pools of augmented utterances, made in another process while the last pool is learnt from."""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from training.acoustic.augment import augmented, plain
from training.acoustic.corpus import Drawing, read

BATCH: Final = 64
#: Batches in a pool: sorting by length within it keeps padding below a tenth.
BATCHES: Final = 24
#: So many pools at first are heard without augmentation: where phones begin and end is then found soon.
EASY: Final = 8
_AHEAD: Final = 2
_BABBLERS: Final = 12
#: Frames of 10 ms that an utterance must and may have.
_FRAMES: Final = range(20, 900)

Phones = tuple[tuple[int, ...], ...]
Half = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Example:
    """``cepstra`` [T, 40] in half precision, and the phones word by word."""

    cepstra: Half
    phones: Phones


def fits(frames: int, phones: Phones) -> bool:
    """Is there an output frame for every phone, and not too much of anything?"""
    return frames in _FRAMES and frames // 3 >= sum(map(len, phones)) + 2


_drawing: Drawing | None = None


def prepare(work: Path, names: Sequence[str]) -> None:
    """Read the shards, once a process; the same ones as the trainer, even if more have come."""
    global _drawing
    _drawing = Drawing(read(work, "train", names))


def make(seed: int, number: int) -> list[list[Example]]:
    """The batches of pool ``number``; the same for the same shards, seed and number."""
    assert _drawing is not None
    chance = np.random.default_rng((seed, number))
    found: list[Example] = []
    while len(found) < BATCH * BATCHES:
        drawn = _drawing(BATCH, chance)
        babble = [one.samples for one in drawn[:_BABBLERS]]
        for place, one in enumerate(drawn):
            own = np.random.default_rng((seed, number, len(found), place))
            cepstra = augmented(one.samples, babble, own) if number >= EASY else plain(one.samples, own)
            if fits(len(cepstra), one.phones):
                found.append(Example(cepstra.astype(np.float16), one.phones))
    found = sorted(found[: BATCH * BATCHES], key=lambda each: len(each.cepstra) + 20 * chance.random())
    batches = [found[at : at + BATCH] for at in range(0, len(found), BATCH)]
    return [batches[at] for at in chance.permutation(len(batches))]


class _Here(Executor):
    """Does the work at once, in this process: for machines with one core."""

    def submit(self, work, /, *args, **more):  # type: ignore[no-untyped-def]
        done: Future[object] = Future()
        done.set_result(work(*args, **more))
        return done


def pools(
    work: Path, names: Sequence[str], seed: int, first: int, workers: int
) -> Generator[list[list[Example]], None, None]:
    """The pools from number ``first`` on, a few always under way in ``workers`` other processes."""
    if workers:
        context = multiprocessing.get_context("spawn")
        executor: Executor = ProcessPoolExecutor(workers, context, prepare, (work, names))
    else:
        prepare(work, names)
        executor = _Here()
    with executor:
        coming: list[Future[list[list[Example]]]] = []
        try:
            while True:
                while len(coming) < (_AHEAD if workers else 1):
                    coming.append(executor.submit(make, seed, first))
                    first += 1
                yield coming.pop(0).result()
        finally:
            for future in coming:
                future.cancel()
