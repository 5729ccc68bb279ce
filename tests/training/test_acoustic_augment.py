from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from training.acoustic.augment import augmented, plain, recorded, resampled, warped  # noqa: E402


def word(seed: int = 0):
    chance = np.random.default_rng(seed)
    return (8_000 * np.sin(np.arange(12_000) * 0.05) * chance.random(12_000)).astype(np.int16)


@pytest.mark.parametrize("seed", range(30))
def test_any_chance_gives_sound_of_16_bits(seed):
    sound = recorded(word(), [word(1), word(2)], np.random.default_rng(seed))
    assert 9_000 < len(sound) < 40_000
    assert np.array_equal(sound, np.round(sound))
    assert np.abs(sound).max() <= 32_768
    assert np.abs(sound).max() > 500


def test_same_seed_same_sound():
    first, again, other = (augmented(word(), [word(1)], np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)


def test_silence_is_no_trouble():
    for seed in range(10):
        cepstra = augmented(
            np.zeros(8_000, np.int16), [np.zeros(8_000, np.int16)], np.random.default_rng(seed)
        )
        assert np.isfinite(cepstra).all()


def test_resampling_moves_pitch_and_length():
    sound = np.sin(2 * np.pi * 1_000 * np.arange(16_000) / 16_000).astype(np.float32)
    slower = resampled(sound, 1.25)
    assert len(slower) == pytest.approx(20_000, rel=0.01)
    peak = np.abs(np.fft.rfft(slower[:16_000])).argmax()
    assert peak == pytest.approx(800, abs=8)


def test_warping_keeps_shape_and_is_repeatable():
    batch = np.stack([plain(word(), np.random.default_rng(0))] * 3)
    mean = batch.mean((0, 1))
    once, again = (warped(batch, mean, np.random.default_rng(4)) for _ in range(2))
    assert once.shape == batch.shape
    assert once.dtype == np.float32
    assert np.array_equal(once, again)
    assert not np.allclose(once[0], once[1])  # each utterance in its own way
