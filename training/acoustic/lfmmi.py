"""Lattice-free MMI from a flat start: the score of what was said against the score of any phones.

Every phone is one state with two pdfs: ``2 * phone`` on its first frame, ``2 * phone + 1`` on each later
one. Paths through such states are summed by the forward algorithm. Its gradient is the probability of being
in a pdf at a frame, which the backward algorithm gives directly; that is some fifty times cheaper than
autograd through the recursion.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Integers = NDArray[np.int64]

SIL: Final = 0
_HALF: Final = math.log(0.5)
_NEVER: Final = -1e30
#: How often silence is taken to stand at the edges and between words when the bigram is counted.
_EDGE_SILENCE: Final = 0.7
_WORD_SILENCE: Final = 0.35
#: Added to every count: any phone may follow any other.
_FLOOR: Final = 0.02


@dataclass(frozen=True, slots=True)
class Bigram:
    """Which phone follows which, as probabilities: ``first`` [P], ``follow`` [P, P], ``last`` [P]."""

    first: Doubles
    follow: Doubles
    last: Doubles


def bigram(texts: Iterable[Sequence[Sequence[int]]], phones: int) -> Bigram:
    """Counted over texts of words of phones, with silence where it may be, at its expected count."""
    counts = np.full((phones + 1, phones + 1), _FLOOR)
    edge = phones
    words: Counter[tuple[int, ...]] = Counter()
    for text in texts:
        spoken = [word for word in text if word]
        words.update(map(tuple, spoken))
        joints = [edge, *(phone for word in spoken for phone in (word[0], word[-1])), edge]
        for number in range(0, len(joints), 2):
            before, after = joints[number : number + 2]
            share = _EDGE_SILENCE if edge in (before, after) else _WORD_SILENCE
            counts[before, after] += 1 - share
            counts[before, SIL] += share
            counts[SIL, after] += share
    for word, often in words.items():
        np.add.at(counts, (word[:-1], word[1:]), often)
    counts /= counts.sum(1, keepdims=True)
    return Bigram(counts[edge, :phones], counts[:phones, :phones], counts[:phones, edge])


@dataclass(frozen=True, slots=True)
class Chains:
    """What was said in a batch, as chains of phones with silence that may be left out.

    ``phone`` [B, K] is padded with silence; ``optional`` [B, K] is true for silence between words and at
    the edges; ``last`` [B] is the number of the last phone of each chain, which is always silence.
    """

    phone: Integers
    optional: NDArray[np.bool_]
    last: Integers


def chains(texts: Sequence[Sequence[Sequence[int]]]) -> Chains:
    rows = [[SIL, *(phone for word in text for phone in (*word, SIL))] for text in texts]
    longest = max(map(len, rows))
    phone = np.full((len(rows), longest), SIL)
    for row, content in zip(phone, rows, strict=True):
        row[: len(content)] = content
    return Chains(phone, phone == SIL, np.array([len(row) - 1 for row in rows]))


def said(scores: NDArray[np.float32], frames: Integers, chain: Chains) -> tuple[Doubles, Doubles]:
    """Log likelihood of each chain [B], and the occupation of its states [B, T, K, 2].

    ``scores`` are the outputs of the network, [B, T, 2P]; ``frames`` [B] how many of them count.
    """
    batch, time, _ = scores.shape
    size = chain.phone.shape[1]
    at = np.repeat(chain.phone[:, None, :], time, 1)
    enter = np.take_along_axis(scores, 2 * at, 2).astype(np.float64).transpose(1, 0, 2)
    stay = np.take_along_axis(scores, 2 * at + 1, 2).astype(np.float64).transpose(1, 0, 2)
    step = np.where(chain.optional, _HALF, 0.0)
    before = np.zeros_like(chain.optional)
    before[:, 1:] = chain.optional[:, :-1]
    skip = np.where(before & ~chain.optional, _HALF, _NEVER)

    forward = np.full((time, batch, size + 2), _NEVER)  # two impossible states in front spare all edge cases
    entered = np.full((time, batch, size), _NEVER)
    entered[0, :, :2] = enter[0, :, :2] + _HALF
    forward[0, :, 2:] = entered[0]
    for t in range(1, time):
        old = forward[t - 1]
        entered[t] = enter[t] + np.logaddexp(old[:, 1:-1] + step, old[:, :-2] + skip)
        np.logaddexp(entered[t], stay[t] + old[:, 2:], out=forward[t, :, 2:])
    rows = np.arange(batch)
    final = forward[frames - 1, rows]
    end = np.logaddexp(final[rows, chain.last + 2], final[rows, chain.last + 1] + _HALF)

    backward = np.full((batch, size + 2), _NEVER)  # and two behind
    after_step = np.full((batch, size + 2), _NEVER)
    step_on = np.pad(step, ((0, 0), (0, 1)))[:, 1:]
    skip_on = np.pad(skip, ((0, 0), (0, 2)))[:, 2:]
    inside = np.arange(time)[:, None, None] < frames[:, None]  # [T, B, 1]
    last_frame = np.arange(time)[:, None, None] == frames[:, None] - 1
    occupied = np.zeros((time, batch, size, 2))
    ends = np.full((batch, size), _NEVER)
    ends[rows, chain.last], ends[rows, chain.last - 1] = 0.0, _HALF
    for t in range(time - 1, -1, -1):
        if t < time - 1:
            after_step[:, :-2] = backward[:, :-2] + enter[t + 1]
            ahead = np.logaddexp(after_step[:, 1:-1] + step_on, after_step[:, 2:] + skip_on)
            ahead = np.logaddexp(ahead, backward[:, :-2] + stay[t + 1])
        else:
            ahead = ends
        backward[:, :-2] = np.where(last_frame[t], ends, ahead)
        rest = np.where(inside[t], backward[:, :-2] - end[:, None], _NEVER)
        occupied[t, :, :, 0] = np.exp(np.maximum(entered[t] + rest, -200.0))
        if t:
            stayed = forward[t - 1, :, 2:] + stay[t]
            occupied[t, :, :, 1] = np.exp(np.maximum(stayed + rest, -200.0))
        occupied[t] *= inside[t, :, :, None]
    return end, occupied.transpose(1, 0, 2, 3)


def anything(scores: NDArray[np.float32], frames: Integers, model: Bigram) -> tuple[Doubles, Doubles]:
    """Log likelihood of any sequence of phones [B], and the occupation of each pdf [B, T, 2P].

    In probabilities, scaled at each frame; the best score of a frame is taken out first.
    """
    batch, time, pdfs = scores.shape
    best = scores.max(2)
    likely = np.exp((scores - best[:, :, None]).astype(np.float64)).transpose(1, 0, 2)
    enter, stay = likely[:, :, 0::2], likely[:, :, 1::2]
    inside = np.arange(time)[:, None] < frames  # [T, B]

    forward = np.empty((time, batch, pdfs // 2))
    scale = np.empty((time, batch))
    entered = np.empty_like(forward)
    entered[0] = enter[0] * model.first
    state = entered[0]
    for t in range(time):
        if t:
            entered[t] = enter[t] * (forward[t - 1] @ model.follow)
            state = entered[t] + stay[t] * forward[t - 1]
        scale[t] = state.sum(1)
        np.divide(state, scale[t][:, None], out=forward[t])
    rows = np.arange(batch)
    end = forward[frames - 1, rows] @ model.last
    log = (np.log(scale) + best.T) * inside
    total = log.sum(0) + np.log(end)

    occupied = np.zeros((time, batch, pdfs))
    ends = model.last / end[:, None]
    backward = ends
    for t in range(time - 1, -1, -1):
        if t < time - 1:
            ahead = ((enter[t + 1] * backward) @ model.follow.T + stay[t + 1] * backward) / scale[t + 1][
                :, None
            ]
            backward = np.where((t >= frames - 1)[:, None], ends, ahead)
        rest = backward * (inside[t] / scale[t])[:, None]
        occupied[t, :, 0::2] = entered[t] * rest
        if t:
            occupied[t, :, 1::2] = forward[t - 1] * stay[t] * rest
    return total, occupied.transpose(1, 0, 2)


class _Difference(torch.autograd.Function):
    """Log likelihood of anything minus that of what was said, per utterance [B]."""

    @staticmethod
    def forward(
        ctx: Any, scores: torch.Tensor, frames: Integers, chain: Chains, model: Bigram
    ) -> torch.Tensor:
        values = scores.detach().numpy()
        score, states = said(values, frames, chain)
        total, gradient = anything(values, frames, model)
        batch, time, _, _ = states.shape
        flat = gradient.reshape(-1)
        base = np.arange(batch * time).reshape(batch, time, 1) * gradient.shape[2]
        where = base + np.repeat(2 * chain.phone[:, None, :], time, 1)
        for part in (0, 1):
            weights = states[:, :, :, part].reshape(-1)
            flat = flat - np.bincount((where + part).reshape(-1), weights, minlength=flat.size)
        ctx.save_for_backward(torch.from_numpy(flat.reshape(gradient.shape).astype(np.float32)))
        return torch.from_numpy((total - score).astype(np.float32))

    @staticmethod
    def backward(ctx: Any, *outputs: torch.Tensor) -> tuple[torch.Tensor, None, None, None]:
        (gradient,) = ctx.saved_tensors
        return gradient * outputs[0][:, None, None], None, None, None


def loss(scores: torch.Tensor, frames: Integers, chain: Chains, model: Bigram) -> torch.Tensor:
    """The loss per frame, averaged over utterances.

    What was said is not charged for its bigram, so a good network comes below zero.
    """
    difference: torch.Tensor = _Difference.apply(scores, frames, chain, model)
    return (difference / torch.from_numpy(frames)).mean()


def best_phones(scores: NDArray[np.float32], model: Bigram) -> list[int]:
    """The likeliest sequence of phones for the scores [T, 2P] of one utterance, without silence."""
    follow = np.log(model.follow)
    enter, stay = scores[:, 0::2].astype(np.float64), scores[:, 1::2].astype(np.float64)
    state = enter[0] + np.log(model.first)
    came: list[Integers] = []
    for t in range(1, len(scores)):
        paths = state[:, None] + follow
        source = paths.argmax(0)
        fresh = enter[t] + paths[source, np.arange(len(source))]
        kept = stay[t] + state
        came.append(np.where(fresh > kept, source, -1))  # -1: it stayed in the same phone
        state = np.maximum(fresh, kept)
    phone = int((state + np.log(model.last)).argmax())
    found = [phone]
    for step in reversed(came):
        if (source_phone := int(step[phone])) >= 0:
            phone = source_phone
            found.append(phone)
    return [phone for phone in reversed(found) if phone != SIL]
