"""Trains the acoustic model on the rendered utterances of a work directory.

    python -m training.acoustic.train --work DIR [--preset large] [--updates N] [--minutes M] [--threads 1]

It goes on from ``DIR/checkpoint.pt`` if that is there: the same command continues an interrupted run. Without
one, ``--start MODEL`` goes on from a model that was written, such as the one that ships. Shards that come
while it runs are heard from the next check on. ``--minutes`` ends this sitting early.
``DIR/log.jsonl`` has the loss and the share of wrong phones in the dev split, for each family of voices.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

import numpy as np
import torch

from training.acoustic.augment import plain, warped
from training.acoustic.corpus import Utterance, read, shards, shares
from training.acoustic.features import Floats
from training.acoustic.kaldi import read_layers
from training.acoustic.lfmmi import Bigram, best_phones, bigram, chains, loss
from training.acoustic.network import PRESETS, SUBSAMPLING, Network
from training.acoustic.phones import PHONES
from training.acoustic.pool import BATCHES, EASY, Example, fits, pools

SEED: Final = 46
UPDATES: Final = {"tiny": 480, "small": 3_000, "large": 12_000}
RATE: Final = {"tiny": 4e-3, "small": 2e-3, "large": 1.5e-3}
_WARM_UP: Final = 150
_LOWEST: Final = 0.02  # of the learning rate, at the end
_WEIGHT_DECAY: Final = 1e-3
_LONGEST_GRADIENT: Final = 2.0
#: Keeps the scores of the network small, as a weight on their mean square.
_SMALL_SCORES: Final = 5e-4
_SAVE_S: Final = 240.0
_LOG_EVERY: Final = 25
_CHECK_EVERY: Final = 480
_CHECKED: Final = 60  # utterances of each family
_HELD_OUT: Final = 40  # without a dev split, one in so many is kept back


@dataclass(frozen=True, slots=True)
class Plan:
    work: Path
    preset: str
    updates: int
    seed: int = SEED
    minutes: float = math.inf
    workers: int = 1
    start: Path | None = None  # a model to go on from, where there is no checkpoint
    rate: float = 1.0  # of the preset's learning rate
    halved: bool = False  # 16-bit products: three times as fast where the processor has them


class Trainer:
    """The network, its optimiser and how far they are."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        torch.manual_seed(plan.seed)
        self.network = Network(PRESETS[plan.preset], 2 * len(PHONES))
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), RATE[plan.preset], weight_decay=_WEIGHT_DECAY
        )
        self.update = 0 if plan.start is None else EASY * BATCHES  # who has learnt needs nothing easy
        self._new = True
        self._path = plan.work / "checkpoint.pt"
        self._stop = False
        self._deadline = self._saved = math.inf
        if self._path.exists():
            self._resume()

    def _resume(self) -> None:
        saved: dict[str, Any] = torch.load(self._path, weights_only=True)
        found = (saved["preset"], tuple(saved["phones"]))
        if found != (self.plan.preset, PHONES):
            raise SystemExit(f"{self._path}: found a {found[0]} network of {len(found[1])} phones, expected "
                             f"{self.plan.preset} of {len(PHONES)}; take another work directory")  # fmt: skip
        self.network.load_state_dict(saved["network"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.update = int(saved["update"])
        self._new = False

    def save(self) -> None:
        """Everything needed to go on, written beside and then moved into place."""
        state = {
            "preset": self.plan.preset, "phones": list(PHONES), "update": self.update,
            "updates": self.plan.updates, "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }  # fmt: skip
        beside = self._path.with_suffix(".new")
        torch.save(state, beside)
        os.replace(beside, self._path)
        self._saved = time.monotonic()

    def run(self) -> None:
        """Learn until all updates are made, or until someone stops it."""
        plan = self.plan
        start = time.monotonic()
        self._deadline = start + 60 * plan.minutes
        self._saved = start
        while self.update < plan.updates and not self._stop:
            self._hear(shards(plan.work, "train"))
        self.save()

    def _hear(self, names: list[str]) -> None:
        """Learn from some shards, until more have come."""
        plan = self.plan
        heard, dev = _parted(read(plan.work, "train", names), read(plan.work, "dev"))
        if not heard:
            raise SystemExit(f"{plan.work}/audio/train: found no shards; training.acoustic.render makes them")
        model = bigram((one.phones for one in heard), len(PHONES))
        checks = _prepared(dev)
        self._log(shards=len(names), utterances=len(heard), checks=len(checks),
                  shares={name: round(part, 3) for name, part in shares(heard).items()})  # fmt: skip
        losses: list[float] = []
        batches: list[list[Example]] = []
        start = time.monotonic()
        source = pools(plan.work, names, plan.seed, self.update // BATCHES, plan.workers)
        with contextlib.closing(source):
            while self.update < plan.updates and not self._stop:
                if not batches or self.update % BATCHES == 0:
                    batches = next(source)
                    if self._new:
                        self._begin(batches)
                losses.append(self._step(batches[self.update % BATCHES], model))
                self.update += 1
                self._stop |= time.monotonic() > self._deadline
                if self.update % _LOG_EVERY == 0:
                    seconds = time.monotonic() - start
                    self._log(loss=round(float(np.mean(losses)), 4), seconds=round(seconds, 1))
                    losses.clear()
                if time.monotonic() - self._saved > _SAVE_S:
                    self.save()
                if self.update % _CHECK_EVERY == 0 or self.update == plan.updates:
                    self._log(wrong=self.wrong(checks, model))
                    if shards(plan.work, "train") != names:
                        break

    def stop(self, number: int, frame: FrameType | None) -> None:
        """End after this update, and save."""
        self._stop = True

    def _begin(self, batches: Sequence[Sequence[Example]]) -> None:
        self._new = False
        cepstra = np.concatenate([one.cepstra for batch in batches for one in batch]).astype(np.float32)
        self.network.mean.copy_(torch.from_numpy(cepstra.mean(0)))
        self.network.deviation.copy_(torch.from_numpy(cepstra.std(0) + 1e-3))
        if self.plan.start is not None:
            some = [one for batch in batches for one in batch][:256]
            padded, _ = self._batch(some, np.random.default_rng((self.plan.seed, 2)))
            self.network.adopt(read_layers(self.plan.start / "am" / "final.mdl"), torch.from_numpy(padded))

    def _step(self, batch: Sequence[Example], model: Bigram) -> float:
        torch.manual_seed(self.plan.seed + self.update)
        chance = np.random.default_rng((self.plan.seed, 1, self.update))
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate * RATE[self.plan.preset] * _portion(self.update, self.plan.updates)
        cepstra, frames = self._batch(batch, chance)
        self.network.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.plan.halved):
            scores = self.network(torch.from_numpy(cepstra))
        value = loss(scores, frames, chains([one.phones for one in batch]), model)
        self.optimiser.zero_grad()
        (value + _SMALL_SCORES * scores.square().mean()).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _LONGEST_GRADIENT)
        self.optimiser.step()
        return float(value.detach())

    def _batch(self, batch: Sequence[Example], chance: np.random.Generator) -> tuple[Floats, Any]:
        """Cepstra [B, T + context, 40] warped and extended, and how many output frames count [B]."""
        longest = max(len(one.cepstra) for one in batch)
        cepstra = np.stack([self.network.extended(one.cepstra.astype(np.float32), longest) for one in batch])
        frames = np.array([-(-len(one.cepstra) // SUBSAMPLING) for one in batch])
        if self.update >= EASY * BATCHES and chance.random() < 0.9:
            cepstra = warped(cepstra, self.network.mean.numpy(), chance)
        return cepstra, frames

    def wrong(self, checks: Sequence[tuple[str, Example]], model: Bigram) -> dict[str, float]:
        """Share of wrong phones for each family of voices, in the likeliest sequence of phones."""
        errors: dict[str, int] = {}
        total: dict[str, int] = {}
        for family, one in checks:
            reference = [phone for word in one.phones for phone in word]
            found = best_phones(self.network.score(one.cepstra.astype(np.float32)), model)
            errors[family] = errors.get(family, 0) + distance(reference, found)
            total[family] = total.get(family, 0) + len(reference)
        return {family: round(errors[family] / total[family], 4) for family in total}

    def _log(self, **row: object) -> None:
        with open(self.plan.work / "log.jsonl", "a", encoding="utf-8") as file:
            line = json.dumps({"update": self.update, **row})
            print(line, file=file)
        print(line, flush=True)


def distance(wanted: Sequence[int], found: Sequence[int]) -> int:
    """How many insertions, deletions and replacements lie between two sequences."""
    row = list(range(len(found) + 1))
    for number, one in enumerate(wanted, 1):
        old, row[0] = row[:], number
        for place, other in enumerate(found):
            row[place + 1] = min(old[place + 1] + 1, row[place] + 1, old[place] + (one != other))
    return row[-1]


def _portion(update: int, updates: int) -> float:
    """Of the full learning rate: a short rise, then half a cosine."""
    falling = 0.5 * (1 + math.cos(math.pi * update / updates))
    return min(1.0, (update + 20) / _WARM_UP) * (_LOWEST + (1 - _LOWEST) * falling)


def _parted(heard: list[Utterance], dev: list[Utterance]) -> tuple[list[Utterance], list[Utterance]]:
    return (heard, dev) if dev else (heard, heard[::_HELD_OUT])


def _prepared(utterances: Sequence[Utterance]) -> list[tuple[str, Example]]:
    """Some of each family and language, spread over their voices, as decoding would hear them."""
    groups: dict[tuple[str, str], list[Utterance]] = {}
    for one in utterances:
        groups.setdefault((one.family, one.lang), []).append(one)
    found = []
    for (family, lang), members in sorted(groups.items()):
        chance = np.random.default_rng(SEED)
        for number in chance.permutation(len(members))[:_CHECKED]:
            cepstra = plain(members[number].samples, chance)
            if fits(len(cepstra), members[number].phones):
                found.append(
                    (f"{family} {lang}", Example(cepstra.astype(np.float16), members[number].phones))
                )
    return found


def main(argv: Sequence[str] | None = None) -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--work", type=Path, required=True, help="where audio/, the checkpoint and the log are")
    args.add_argument("--preset", choices=tuple(PRESETS), default="large")
    args.add_argument("--updates", type=int, help="of the whole training; the schedule follows it")
    args.add_argument("--minutes", type=float, default=math.inf, help="end this sitting after so many")
    args.add_argument("--threads", type=int, default=1)
    args.add_argument("--workers", type=int, default=1, help="processes that augment; 0: this one does")
    args.add_argument("--seed", type=int, default=SEED)
    args.add_argument("--start", type=Path, help="go on from the weights of this model, without a checkpoint")
    args.add_argument("--rate", type=float, default=1.0, help="of the preset's learning rate, such as 0.5")
    args.add_argument("--exact", action="store_true", help="32-bit products even where 16-bit ones are fast")
    opts = args.parse_args(argv)
    torch.set_num_threads(opts.threads)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # for the processes that augment
    halved = not opts.exact and bool(torch.cpu._is_avx512_bf16_supported())
    plan = Plan(opts.work, opts.preset, opts.updates or UPDATES[opts.preset], opts.seed, opts.minutes,
                opts.workers, opts.start, opts.rate, halved)  # fmt: skip
    trainer = Trainer(plan)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, trainer.stop)
    trainer.run()


if __name__ == "__main__":
    main()
