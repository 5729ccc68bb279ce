"""Kaldi's MFCC, as vosk computes it: 40 cepstra of 40 mel bands, 16 kHz, samples in 16-bit scale."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

RATE_HZ: Final = 16_000
CEPSTRA: Final = 40
LOW_HZ: Final = 20.0
HIGH_HZ: Final = 7_600.0
#: A frame is 25 ms long; one starts every 10 ms.
FRAME: Final = 400
SHIFT: Final = 160

_FFT: Final = 512
_PREEMPHASIS: Final = 0.97
_LIFTER: Final = 22.0
_SMALLEST: Final = np.float32(np.finfo(np.float32).eps)


def _window() -> Floats:
    """Povey's window, which is a Hann window to the power 0.85."""
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / (FRAME - 1))
    return (hann**0.85).astype(np.float32)


def _mel(hertz: float | NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1127.0 * np.log1p(np.asarray(hertz) / 700.0))


def _bands() -> Floats:
    """Triangles on the mel scale, [257 bins, 40 bands]. The bin at half the sample rate has no weight."""
    low, high = _mel(LOW_HZ), _mel(HIGH_HZ)
    step = (high - low) / (CEPSTRA + 1)
    bins = _mel(np.arange(_FFT // 2 + 1) * RATE_HZ / _FFT)[:, None]
    centre = low + step * np.arange(1, CEPSTRA + 1)
    weights = np.maximum(0.0, 1.0 - np.abs(bins - centre) / step)
    weights[-1] = 0.0
    return weights.astype(np.float32)


def _cosines() -> Floats:
    """Orthonormal DCT-II and lifter in one matrix, [40 bands, 40 cepstra]."""
    order = np.arange(CEPSTRA)
    turns = np.sqrt(2 / CEPSTRA) * np.cos(np.pi / CEPSTRA * (order[:, None] + 0.5) * order)
    turns[:, 0] = np.sqrt(1 / CEPSTRA)
    return np.asarray(turns * (1 + 0.5 * _LIFTER * np.sin(np.pi * order / _LIFTER)), np.float32)


_WINDOW: Final = _window()
_BANDS: Final = _bands()
#: From a row of log mel energies to a row of cepstra, and back.
TO_CEPSTRA: Final = _cosines()
TO_MEL: Final[Floats] = np.linalg.inv(TO_CEPSTRA.astype(np.float64)).astype(np.float32)


def mfcc(samples: NDArray[np.floating] | NDArray[np.int16], tempo: float = 1.0) -> Floats:
    """Cepstra of a waveform in 16-bit scale, [frames, 40]; no frames when it is shorter than 25 ms.

    ``tempo`` above 1 makes the speech faster and leaves its pitch alone: frames then start further apart.
    """
    count = 1 + int((len(samples) - FRAME) / (SHIFT * tempo)) if len(samples) >= FRAME else 0
    if not count:
        return np.zeros((0, CEPSTRA), np.float32)
    starts = np.minimum(np.round(np.arange(count) * SHIFT * tempo).astype(np.int64), len(samples) - FRAME)
    sound = np.asarray(samples, np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(sound, FRAME)[starts]
    frames = frames - frames.mean(1, keepdims=True)
    emphasised = frames.copy()
    emphasised[:, 1:] -= np.float32(_PREEMPHASIS) * frames[:, :-1]
    emphasised[:, 0] *= np.float32(1 - _PREEMPHASIS)
    spectrum = np.fft.rfft(emphasised * _WINDOW, _FFT)
    power = spectrum.real**2 + spectrum.imag**2
    return np.log(np.maximum(power @ _BANDS, _SMALLEST)) @ TO_CEPSTRA
