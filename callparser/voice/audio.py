"""Read a recording and make it ready for a recogniser.

The reader is our own: the standard one does not know the extensible header that common programs write
for 24-bit sound, and cannot say what it found instead. All widths become 16-bit mono by slicing bytes.
"""

from __future__ import annotations

import io
import random
import stat
import struct
import sys
from array import array
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, cycle
from pathlib import Path
from typing import Final

from callparser.errors import InputError

MAX_BYTES: Final = 50_000_000
MAX_DURATION_S: Final = 60.0
#: Below 8 kHz the sounds that tell one rank from another are gone.
RATES_HZ: Final = range(8_000, 768_001)
MAX_CHANNELS: Final = 64
#: Faster sound is halved before it goes to a recogniser: nothing above 24 kHz is speech.
MAX_RATE_HZ: Final = 48_000
#: Room before and after the words: models were trained with it, and a tail lets the last word end.
LEAD_S: Final = 0.3
TAIL_S: Final = 0.4
#: Standard deviation of the noise laid under everything, in steps of 16-bit sound: without it the
#: empty bands of digital silence and telephone sound come out as logarithms of nothing.
NOISE_LSB: Final = 30.0
#: Quiet recordings are raised until their peak stands here, but never more than so many times; else
#: the noise floor would drown them.
PEAK: Final = 13_760
MAX_GAIN: Final = 32.0

_ADVICE: Final = "; record 16-bit mono PCM at 16 kHz"
_FORMATS: Final = {1: "PCM", 3: "floating point", 6: "A-law", 7: "mu-law", 17: "IMA ADPCM", 85: "MP3"}
_MAGICS: Final = {
    b"OggS": "Ogg", b"fLaC": "FLAC", b"ID3": "MP3", b"\xff\xfb": "MP3", b"RIFX": "big-endian RIFX",
    b"RF64": "RF64", b"FORM": "AIFF", b"\x1aE\xdf\xa3": "WebM or Matroska", b"caff": "CAF",
}  # fmt: skip
#: What soundfile reads for us, if it is installed.
_DECODED: Final = ("FLAC", "Ogg", "MP3", "AIFF", "CAF", "RF64", "big-endian RIFX")
_UNKNOWN_LENGTH: Final = 0xFFFFFFFF  # written by programs that record into a pipe


@dataclass(frozen=True, slots=True)
class Audio:
    """16-bit mono sound. ``lead_s`` seconds of it come before the recording itself."""

    samples: array[int]
    rate_hz: int
    lead_s: float = 0.0

    @property
    def duration_s(self) -> float:
        return len(self.samples) / self.rate_hz

    def pcm(self) -> bytes:
        """The samples as little-endian bytes."""
        return _little_endian(self.samples).tobytes()


@dataclass(frozen=True, slots=True)
class _Format:
    channels: int
    rate_hz: int
    width: int  # bytes per sample


@dataclass(frozen=True, slots=True)
class RawFormat:
    """Sound without a header: 16-bit little-endian samples, channels interleaved."""

    rate_hz: int
    channels: int = 1

    @classmethod
    def parse(cls, text: str) -> RawFormat:
        """``"48000x2"`` or ``"16000"``. Raises :class:`InputError`."""
        rate, _, channels = text.partition("x")
        form = cls(_whole(rate), _whole(channels or "1"))
        if form.rate_hz not in RATES_HZ or not 1 <= form.channels <= MAX_CHANNELS:
            raise InputError(f"found {text[:20]!r}, expected rate ({RATES_HZ[0]} to {RATES_HZ[-1]} Hz) and "
                             "channels of raw 16-bit sound, such as 16000 or 48000x2")  # fmt: skip
        return form


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def read_audio(path: str | Path, raw: RawFormat | None = None) -> Audio:
    """A recording in a file: WAV; FLAC, Ogg and others if soundfile is installed; or ``raw`` samples.

    Any rate from 8 to 768 kHz and up to 64 channels, a minute. Raises :class:`InputError`.
    """
    name = str(path)
    data = _read(Path(path), name)
    if raw is not None:
        return _audio(data, _Format(raw.channels, raw.rate_hz, 2), name, "raw sound")
    kind = _kind(data)
    return _decoded(data, name, kind) if kind in _DECODED else _wav(data, name)


def read_wav(path: str | Path) -> Audio:
    """The recording in a WAV file of PCM sound: 8 to 32 bits, up to 64 channels, 8 to 768 kHz, a minute.

    Raises :class:`InputError` for anything else, and for a damaged file.
    """
    return _wav(_read(Path(path), str(path)), str(path))


def _kind(data: bytes) -> str:
    return next((kind for magic, kind in _MAGICS.items() if data.startswith(magic)), "")


class _Content(io.BytesIO):
    """A file in memory that may be sought before its start: damaged headers send libsndfile there, and an
    exception on the way would be printed."""

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == 1:
            offset += self.tell()
        elif whence == 2:
            offset += len(self.getbuffer())
        return super().seek(max(0, offset))


def _decoded(data: bytes, name: str, kind: str) -> Audio:
    """What soundfile makes of it, without numpy."""
    try:
        import soundfile
    except (ImportError, OSError) as err:  # OSError: the library it wraps is missing
        raise InputError(f"{name}: found a {kind} file, expected WAV; pip install soundfile to read it, "
                         "or convert it to WAV") from err  # fmt: skip
    try:
        with soundfile.SoundFile(_Content(data)) as file:
            form = _checked(_Format(file.channels, file.samplerate, 2), name)
            _check_length(file.frames, form.rate_hz, name)
            if (size := 2 * file.frames * form.channels) > MAX_BYTES:  # a small file may promise much
                raise InputError(f"{name}: found {size} bytes of sound in the {kind} file, expected at most "
                                 f"{MAX_BYTES}{_ADVICE}")  # fmt: skip
            sound = bytes(file.buffer_read(-1, dtype="int16"))
    except (RuntimeError, ValueError, TypeError, AssertionError) as err:
        why = str(err) or "it is damaged"
        raise InputError(f"{name}: the {kind} file cannot be read: {why}; convert it to WAV") from err
    samples = array("h")
    samples.frombytes(sound)  # in the order of this machine, unlike what files hold
    if not samples:
        raise InputError(f"{name}: the {kind} file has no sound in it; record it again")
    return _bounded(Audio(_mono(samples, form.channels), form.rate_hz))


def _wav(data: bytes, name: str) -> Audio:
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        kind = _kind(data)
        found = f"a {kind} file" if kind else f"a file that begins with {data[:12]!r}"
        raise InputError(f"{name}: found {found if data else 'an empty file'}, expected WAV{_ADVICE}")
    chunks = _chunks(data, name)
    if b"fmt " not in chunks or b"data" not in chunks:
        raise InputError(f"{name}: the WAV file has no {'sound' if b'fmt ' in chunks else 'format'}{_ADVICE}")
    form = _format(chunks[b"fmt "], name)
    sound = chunks[b"data"]
    return _audio(sound, form, name, "the WAV file")


def _audio(sound: bytes, form: _Format, name: str, what: str) -> Audio:
    block = form.width * form.channels
    if not sound or len(sound) % block:
        why = "no sound in it" if not sound else "half a sample at its end: it is damaged"
        raise InputError(f"{name}: {what} has {why}; record it again")
    _check_length(len(sound) // block, form.rate_hz, name)
    return _bounded(Audio(_mono(_sixteen_bit(sound, form.width), form.channels), form.rate_hz))


def _check_length(frames: int, rate_hz: int, name: str) -> None:
    if (length_s := frames / rate_hz) > MAX_DURATION_S:
        raise InputError(f"{name}: found {length_s:.0f} s of sound, expected at most {MAX_DURATION_S:.0f} s; "
                         "cut it into single calls")  # fmt: skip


def _read(path: Path, name: str) -> bytes:
    try:
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            what = "a directory" if stat.S_ISDIR(state.st_mode) else "a device or a pipe"
            raise InputError(f"{name}: found {what}, expected a recording")
        if state.st_size > MAX_BYTES:
            raise InputError(f"{name}: found {state.st_size} bytes, expected at most {MAX_BYTES}{_ADVICE}")
        with path.open("rb") as file:
            return file.read(MAX_BYTES)
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or err
        raise InputError(f"{name}: cannot be read: {reason}; give the path of a recording") from err


def _chunks(data: bytes, name: str) -> dict[bytes, bytes]:
    """The first chunk of each kind, up to the sound."""
    found: dict[bytes, bytes] = {}
    at = 12
    for _ in range(1000):
        if at + 8 > len(data) or b"data" in found:
            break
        kind, size = struct.unpack_from("<4sI", data, at)
        left = len(data) - at - 8
        if kind == b"data" and size == _UNKNOWN_LENGTH:
            size = left
        if size > left:
            part = kind.decode("ascii", "replace")
            raise InputError(f"{name}: the header promises {size} bytes of {part!r}, the file has {left}: "
                             "it is damaged or was cut off; record it again")  # fmt: skip
        found.setdefault(kind, data[at + 8 : at + 8 + size])
        at += 8 + size + size % 2
    return found


def _format(chunk: bytes, name: str) -> _Format:
    if len(chunk) < 16:
        raise InputError(f"{name}: found {len(chunk)} bytes of format, expected 16: it is damaged{_ADVICE}")
    tag, channels, rate_hz, _, block, bits = struct.unpack_from("<HHIIHH", chunk)
    if tag == 0xFFFE and len(chunk) >= 26:
        tag = struct.unpack_from("<H", chunk, 24)[0]
    if tag != 1 or bits not in (8, 16, 24, 32):
        kind = _FORMATS.get(tag, f"format {tag}")
        raise InputError(f"{name}: found {bits}-bit {kind}, expected 8, 16, 24 or 32-bit PCM{_ADVICE}")
    form = _checked(_Format(channels, rate_hz, bits // 8), name)
    if block != channels * bits // 8:
        raise InputError(f"{name}: found blocks of {block} bytes, expected {channels * bits // 8}: "
                         f"the header is damaged{_ADVICE}")  # fmt: skip
    return form


def _checked(form: _Format, name: str) -> _Format:
    if not 1 <= form.channels <= MAX_CHANNELS:
        raise InputError(f"{name}: found {form.channels} channels, expected 1 to {MAX_CHANNELS}{_ADVICE}")
    if form.rate_hz not in RATES_HZ:
        raise InputError(
            f"{name}: found {form.rate_hz} Hz, expected {RATES_HZ[0]} to {RATES_HZ[-1]} Hz{_ADVICE}"
        )
    return form


def _sixteen_bit(sound: bytes, width: int) -> array[int]:
    """The two highest bytes of every sample; 8-bit sound is unsigned and gets an empty low byte."""
    out = bytearray(len(sound) // width * 2)
    if width == 1:
        out[1::2] = sound.translate(bytes(value ^ 0x80 for value in range(256)))
    else:
        out[0::2] = sound[width - 2 :: width]
        out[1::2] = sound[width - 1 :: width]
    samples = array("h")
    samples.frombytes(bytes(out))
    return _little_endian(samples)


def _little_endian(samples: array[int]) -> array[int]:
    if sys.byteorder == "little":
        return samples
    swapped = samples[:]
    swapped.byteswap()
    return swapped


def _mono(samples: array[int], channels: int) -> array[int]:
    if channels == 1:
        return samples
    whole = len(samples) - len(samples) % channels
    each = (samples[number:whole:channels] for number in range(channels))
    return array("h", (sum(values) // channels for values in zip(*each, strict=True)))


def _bounded(audio: Audio) -> Audio:
    """The same at a rate of at most :data:`MAX_RATE_HZ`: every two samples become their mean."""
    samples, rate_hz = audio.samples, audio.rate_hz
    while rate_hz > MAX_RATE_HZ:
        samples = _mono(samples, 2) if len(samples) > 1 else samples
        rate_hz = rate_hz // 2
    return Audio(samples, rate_hz)


def prepared(audio: Audio, rate_hz: int) -> Audio:
    """Raised if quiet, brought up to at least ``rate_hz``, with a lead, a tail and a floor of noise.

    The same sound always gives the same samples. A higher rate is left alone: recognisers bring it down
    with a proper filter, but refuse to bring it up.
    """
    samples = _upsampled(_raised(audio.samples), audio.rate_hz, rate_hz)
    rate = max(audio.rate_hz, rate_hz)
    lead, tail = bytes(2 * int(LEAD_S * rate)), bytes(2 * int(TAIL_S * rate))
    padded = chain(memoryview(lead).cast("h"), samples, memoryview(tail).cast("h"))
    noisy = [a + b for a, b in zip(padded, cycle(_noise()), strict=False)]
    return replace(audio, samples=_clipped(noisy), rate_hz=rate, lead_s=audio.lead_s + LEAD_S)


def _raised(samples: array[int]) -> array[int]:
    peak = max(max(samples), -min(samples), 1)
    gain = min(MAX_GAIN, PEAK / peak)
    return samples if gain <= 1 else array("h", [round(value * gain) for value in samples])


def _upsampled(samples: array[int], rate_hz: int, wanted_hz: int) -> array[int]:
    """Straight lines between the samples. Measured on telephone sound: no worse than the filter in vosk."""
    if rate_hz >= wanted_hz:
        return samples
    last = len(samples) - 1
    out = array("h")
    for number in range(len(samples) * wanted_hz // rate_hz):
        at, part = divmod(number * rate_hz, wanted_hz)
        first, second = samples[at], samples[min(at + 1, last)]
        out.append(first + (second - first) * part // wanted_hz)
    return out


def _clipped(values: list[int]) -> array[int]:
    if max(values) > 32767 or min(values) < -32768:
        values = [max(-32768, min(32767, value)) for value in values]
    return array("h", values)


@lru_cache(maxsize=1)
def _noise() -> tuple[int, ...]:
    """About a second of it, always the same."""
    source = random.Random(46)
    return tuple(round(source.gauss(0.0, NOISE_LSB)) for _ in range(16381))
