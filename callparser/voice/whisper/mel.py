"""From sound to what a Whisper network takes: logarithms of the energy in mel bands, 100 times a second."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from callparser.errors import InputError
from callparser.voice.audio import Audio, prepared
from callparser.voice.whisper.weights import Floats

RATE_HZ: Final = 16_000
WINDOW: Final = 400
HOP: Final = 160
#: Quiet after the words. The network was trained on 30 s, of which most were quiet, but for scoring half a
#: second does as well (measured: second-opinion notes) at a tenth of the cost. Some of it comes from
#: :func:`callparser.voice.audio.prepared`.
TAIL_S: Final = 0.1
#: The network has places for 30 s. No call is that long.
MAX_S: Final = 29.0


def log_mel(audio: Audio, bands: int) -> Floats:
    """``[bands, frames]`` of a recording, with quiet before and after it; an even number of frames.

    Raises :class:`InputError` when it is longer than :data:`MAX_S`.
    """
    if audio.duration_s > MAX_S:
        raise InputError(f"found {audio.duration_s:.0f} s of sound, expected at most {MAX_S:.0f} s")
    ready = prepared(audio, RATE_HZ)
    sound = _resampled(np.asarray(ready.samples, np.float32) / np.float32(32768), ready.rate_hz)
    step = 2 * HOP
    frames = -(-(len(sound) + int(TAIL_S * RATE_HZ)) // step) * 2
    return of_samples(np.pad(sound, (0, frames * HOP - len(sound))), bands)


def of_samples(sound: Floats, bands: int) -> Floats:
    """``[bands, len(sound) / HOP]`` of samples between -1 and 1 at 16 kHz."""
    padded = np.pad(sound, WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][: len(sound) // HOP]
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    power = np.abs(np.fft.rfft(windows * hann, axis=1)) ** 2
    energy = np.log10(np.maximum(_filters(bands) @ power.T, 1e-10))
    out: Floats = ((np.maximum(energy, energy.max() - 8.0) + 4.0) / 4.0).astype(np.float32)
    return out


def _resampled(sound: Floats, rate_hz: int) -> Floats:
    """Brought down to 16 kHz by leaving out what is above 8 kHz."""
    if rate_hz == RATE_HZ:
        return sound
    count = len(sound) * RATE_HZ // rate_hz
    out = np.fft.irfft(np.fft.rfft(sound)[: count // 2 + 1], count) * (count / len(sound))
    return out.astype(np.float32)


@lru_cache(maxsize=2)
def _filters(bands: int) -> npt.NDArray[np.float64]:
    """``[bands, 201]``: triangles of equal area on Slaney's mel scale (straight, then logarithmic)."""
    bins_hz = np.fft.rfftfreq(WINDOW, 1 / RATE_HZ)
    top = 15.0 + np.log(RATE_HZ / 2 / 1000) / (np.log(6.4) / 27)
    mels = np.linspace(0.0, top, bands + 2)
    edges_hz = np.where(mels < 15, mels * 200 / 3, 1000 * np.exp((mels - 15) * np.log(6.4) / 27))
    low, centre, high = edges_hz[:-2, None], edges_hz[1:-1, None], edges_hz[2:, None]
    rising, falling = (bins_hz - low) / (centre - low), (high - bins_hz) / (high - centre)
    out: npt.NDArray[np.float64] = np.maximum(0, np.minimum(rising, falling)) * 2 / (high - low)
    return out
