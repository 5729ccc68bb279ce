"""Sound packed without loss, as FLAC, with soundfile."""

from __future__ import annotations

import io
from array import array
from importlib import util

from callparser.errors import EngineFailed


def can_pack() -> bool:
    """Is soundfile installed?"""
    return util.find_spec("soundfile") is not None


def flac(samples: array[int], rate_hz: int) -> bytes:
    """16-bit mono sound as a FLAC file. Raises :class:`EngineFailed` without soundfile."""
    try:
        import numpy
        import soundfile
    except ImportError as err:
        raise EngineFailed(f"sound cannot be packed ({err}); pip install 'callparser[voice]'") from err
    packed = io.BytesIO()
    soundfile.write(packed, numpy.array(samples, dtype=numpy.int16), rate_hz, format="FLAC", subtype="PCM_16")
    return packed.getvalue()
