from __future__ import annotations

import itertools
import math

import pytest

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

from training.acoustic.lfmmi import SIL, anything, best_phones, bigram, chains, loss, said  # noqa: E402

PHONES = 4
TEXTS = [[[1, 2], [3]], [[2]], [[3, 1], [1]]]
FRAMES = np.array([7, 4, 6])


def scores():
    return torch.from_numpy(np.random.default_rng(1).normal(0, 1.5, (3, 7, 2 * PHONES)).astype(np.float32))


def sequences(text):
    """Every sequence of phones of a text with silence put in or left out, and its log probability."""
    for choice in itertools.product((False, True), repeat=len(text) + 1):
        row = [SIL] if choice[0] else []
        for word, silent in zip(text, choice[1:], strict=True):
            row += [*word, SIL] if silent else word
        yield row, (len(text) + 1) * math.log(0.5)


def alignments(values, row):
    """Log scores of all ways to spread the frames over the phones of a sequence."""
    for ends in itertools.combinations(range(1, len(values)), len(row) - 1):
        total = 0.0
        for phone, start, end in zip(row, (0, *ends), (*ends, len(values)), strict=True):
            total += values[start, 2 * phone] + values[start + 1 : end, 2 * phone + 1].sum()
        yield total


def logsum(values):
    values = np.array(list(values), np.float64)
    return float(np.log(np.exp(values - values.max()).sum()) + values.max())


def test_what_was_said_is_the_sum_over_all_paths():
    found, _ = said(scores().numpy(), FRAMES, chains(TEXTS))
    for number, text in enumerate(TEXTS):
        values = scores().numpy()[number, : FRAMES[number]]
        paths = [
            c + s for row, c in sequences(text) if len(row) <= len(values) for s in alignments(values, row)
        ]
        assert found[number] == pytest.approx(logsum(paths), abs=1e-4)


def test_anything_is_the_sum_over_all_sequences():
    model = bigram(TEXTS, PHONES)
    values = scores().numpy()[1:2]
    found, _ = anything(values, np.array([4]), model)
    paths = []
    for length in range(1, 5):
        for row in itertools.product(range(PHONES), repeat=length):
            steps = [model.follow[a, b] for a, b in itertools.pairwise(row)]
            log = float(np.log([model.first[row[0]], *steps, model.last[row[-1]]]).sum())
            paths += [log + s for s in alignments(values[0, :4], list(row))]
    assert found[0] == pytest.approx(logsum(paths), abs=1e-4)


def test_occupations_add_up_to_one_a_frame():
    _, states = said(scores().numpy(), FRAMES, chains(TEXTS))
    _, pdfs = anything(scores().numpy(), FRAMES, bigram(TEXTS, PHONES))
    inside = np.arange(7) < FRAMES[:, None]
    assert states.sum((2, 3)) == pytest.approx(inside.astype(float), abs=1e-6)
    assert pdfs.sum(2) == pytest.approx(inside.astype(float), abs=1e-6)


def test_gradient_is_that_of_the_loss():
    chain, model = chains(TEXTS), bigram(TEXTS, PHONES)
    values = scores().requires_grad_()
    loss(values, FRAMES, chain, model).backward()
    step = 0.01
    for where in [(0, 0, 0), (0, 3, 5), (1, 3, 4), (2, 5, 2), (1, 6, 1)]:
        up, down = scores(), scores()
        up[where] += step
        down[where] -= step
        slope = (loss(up, FRAMES, chain, model) - loss(down, FRAMES, chain, model)) / (2 * step)
        assert float(values.grad[where]) == pytest.approx(float(slope), abs=2e-4)


def test_bigram_is_a_distribution():
    model = bigram(TEXTS, PHONES)
    assert model.follow.sum(1) + model.last == pytest.approx(np.ones(PHONES))
    assert model.first.sum() == pytest.approx(1, abs=0.02)
    assert model.follow[1, 2] > model.follow[2, 1]


def test_best_phones_of_clear_scores():
    values = np.full((9, 2 * PHONES), -9.0, np.float32)
    for t, pdf in enumerate([0, 1, 2, 3, 4, 6, 7, 7, 0]):  # silence, 1, 2, 3, silence
        values[t, pdf] = 9.0
    assert best_phones(values, bigram(TEXTS, PHONES)) == [1, 2, 3]
