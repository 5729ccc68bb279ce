from __future__ import annotations

import pytest

np = pytest.importorskip("numpy")

from training.acoustic.features import RATE_HZ, TO_CEPSTRA, TO_MEL, mfcc  # noqa: E402


def sound(seconds: float = 1.0):
    """A gliding tone with overtones over a floor of noise, in 16-bit scale."""
    time_s = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    glide = 2 * np.pi * (120 * time_s + 40 * time_s**2)
    tone = sum(np.sin(n * glide) / n for n in range(1, 30))
    noise = np.random.default_rng(0).normal(0, 30, len(time_s))
    return np.round(3_000 * tone + noise).astype(np.float32)


def test_same_as_kaldi():
    knf = pytest.importorskip("kaldi_native_fbank")
    options = knf.MfccOptions()
    options.frame_opts.dither = 0
    options.use_energy = False
    options.num_ceps = options.mel_opts.num_bins = 40
    options.mel_opts.low_freq, options.mel_opts.high_freq = 20, 7600
    oracle = knf.OnlineMfcc(options)
    oracle.accept_waveform(RATE_HZ, sound().tolist())
    oracle.input_finished()
    theirs = np.stack([oracle.get_frame(number) for number in range(oracle.num_frames_ready)])
    ours = mfcc(sound())
    assert ours.shape == theirs.shape
    assert np.abs(ours - theirs).max() < 1e-2


@pytest.mark.parametrize(
    ("samples", "frames"), [(0, 0), (399, 0), (400, 1), (559, 1), (560, 2), (16_000, 98)]
)
def test_frames(samples, frames):
    assert mfcc(np.zeros(samples, np.float32)).shape == (frames, 40)


def test_digital_silence_is_finite():
    assert np.isfinite(mfcc(np.zeros(16_000, np.float32))).all()


def test_tempo_changes_length_alone():
    usual, fast = mfcc(sound(2.0)), mfcc(sound(2.0), tempo=1.25)
    assert len(fast) == pytest.approx(len(usual) / 1.25, abs=1)
    assert np.abs(fast[4] - usual[5]).max() < 1e-4  # frame 4 starts where frame 5 does


def test_mel_and_back():
    cepstra = mfcc(sound())
    assert np.abs(cepstra @ TO_MEL @ TO_CEPSTRA - cepstra).max() < 1e-2
