"""Live sound from the rate of the device to the rate of the recogniser, with soxr.

A file needs none of this: the recogniser brings whole recordings down itself
(:mod:`callparser.voice.audio`). Sound that comes in pieces must be filtered across the pieces.
"""

from __future__ import annotations

from array import array
from typing import Any

from callparser.errors import MicrophoneMissing


class Resampler:
    """Brings a stream of 16-bit mono sound to another rate; the same rate goes through untouched.

    Raises :class:`MicrophoneMissing` when soxr is needed and not installed.
    """

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self._stream: Any = None
        if from_hz != to_hz:
            try:
                import soxr
            except ImportError as err:
                raise MicrophoneMissing(
                    f"the sound comes at {from_hz} Hz, expected {to_hz} Hz, and soxr, which converts it, is "
                    "not installed; pip install soxr (the extra 'voice')"
                ) from err
            self._stream = soxr.ResampleStream(from_hz, to_hz, 1, dtype="int16", quality="HQ")

    def feed(self, samples: array[int], *, last: bool = False) -> array[int]:
        """What comes out for these samples; the filter holds some back until more come, or the ``last``."""
        if self._stream is None:
            return samples[:]
        import numpy

        out = array("h")
        out.frombytes(self._stream.resample_chunk(numpy.array(samples, dtype=numpy.int16), last).tobytes())
        return out
