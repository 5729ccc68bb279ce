"""The reader of recordings: every width, and every way in which a file can be wrong."""

from __future__ import annotations

import math
import struct
import sys
from array import array
from pathlib import Path

import pytest

from callparser.errors import InputError
from callparser.voice import audio
from callparser.voice.audio import Audio, RawFormat, prepared, read_audio, read_wav

TONE = [round(12_000 * math.sin(n / 5)) for n in range(1600)]


def wav(sound, *, tag=1, channels=1, rate=16_000, bits=16, block=None, size=None, extra=b"", fmt_size=16):
    block = channels * bits // 8 if block is None else block
    fmt = struct.pack("<HHIIHH", tag, channels, rate, rate * block, block, bits) + extra
    body = b"fmt " + struct.pack("<I", max(fmt_size, 16 + len(extra))) + fmt
    body += b"data" + struct.pack("<I", len(sound) if size is None else size) + sound
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WAVE" + body


def pcm(bits, values=TONE):
    if bits == 8:
        return bytes((value >> 8) + 128 for value in values)
    shift = bits - 16
    return b"".join((value << shift).to_bytes(bits // 8, "little", signed=True) for value in values)


GOOD = wav(pcm(16))
EXTENSIBLE = struct.pack("<HHIH14s", 22, 24, 4, 1, b"\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71")


@pytest.fixture
def clip(tmp_path):
    path = tmp_path / "call.wav"

    def write(content: bytes) -> Path:
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize(
    "content",
    [
        GOOD, wav(pcm(24), bits=24), wav(pcm(32), bits=32),
        wav(pcm(24), bits=24, tag=0xFFFE, extra=EXTENSIBLE), wav(pcm(16), size=0xFFFFFFFF),
        GOOD[:12] + b"LIST" + struct.pack("<I", 3) + b"abc\0" + GOOD[12:], GOOD + b"LIST\x02\0\0\0ab",
    ],
    ids=["16", "24", "32", "24-extensible", "recorded-into-a-pipe", "odd-chunk-before", "chunk-after"],
)  # fmt: skip
def test_every_width_gives_the_same_samples(clip, content):
    assert list(read_wav(clip(content)).samples) == TONE


def test_eight_bit_sound_is_unsigned(clip):
    assert list(read_wav(clip(wav(pcm(8), bits=8))).samples) == [value >> 8 << 8 for value in TONE]


def test_stereo_becomes_the_mean(clip):
    both = pcm(16, [value for pair in zip(TONE, [100] * len(TONE), strict=True) for value in pair])
    assert list(read_wav(clip(wav(both, channels=2))).samples) == [(value + 100) >> 1 for value in TONE]


WRONG = {
    "empty file": (b"", "an empty file"),
    "wrong magic": (b"hello world, this is text", "begins with"),
    "ogg": (b"OggS" + bytes(40), "Ogg"),
    "mp3": (b"ID3" + bytes(40), "MP3"),
    "only a head": (GOOD[:12], "no format"),
    "no sound": (GOOD[:36], "no sound"),
    "zero length": (wav(b""), "no sound in it"),
    "cut off": (GOOD[:-100], "cut off"),
    "cut in the format": (GOOD[:24], "cut off"),
    "short format": (GOOD[:16] + struct.pack("<I", 4) + GOOD[20:24] + GOOD[36:], "bytes of format"),
    "half a sample": (wav(pcm(16)[:-1]), "half a sample"),
    "huge header": (wav(pcm(16), size=0x7FFFFFFF), "promises 2147483647"),
    "huge format": (wav(pcm(16), fmt_size=0x7FFFFFF0), "promises"),
    "float": (wav(pcm(32), tag=3, bits=32), "32-bit floating point"),
    "mu-law": (wav(pcm(8), tag=7, bits=8), "mu-law"),
    "unknown format": (wav(pcm(16), tag=4711), "format 4711"),
    "12 bit": (wav(pcm(16), bits=12, block=2), "12-bit PCM"),
    "no channels": (wav(pcm(16), channels=0), "0 channels"),
    "too many channels": (wav(pcm(16), channels=65), "65 channels"),
    "slow": (wav(pcm(16), rate=400), "400 Hz"),
    "slower than a telephone": (wav(pcm(16), rate=7_999), "found 7999 Hz, expected 8000"),
    "fast": (wav(pcm(16), rate=1_000_000), "1000000 Hz"),
    "no rate": (wav(pcm(16), rate=0), "0 Hz"),
    "block of zero": (wav(pcm(16), block=0), "blocks of 0"),
    "too long": (wav(bytes(2 * 8000 * 61), rate=8000), "61 s"),
    "nothing but empty chunks": (GOOD[:12] + b"junk\0\0\0\0" * 5000 + GOOD[12:], "no format"),
}


@pytest.mark.parametrize(("content", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_says_what_was_found(clip, content, said):
    path = clip(content)
    with pytest.raises(InputError) as caught:
        read_wav(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["", "missing.wav", "nul\0name.wav", "x" * 5000], ids=len)
def test_no_file(tmp_path, name):
    with pytest.raises(InputError):
        read_wav(tmp_path / name if name else tmp_path)


def test_too_large_is_not_read(clip, monkeypatch):
    monkeypatch.setattr(audio, "MAX_BYTES", 1000)
    with pytest.raises(InputError, match="at most 1000"):
        read_wav(clip(GOOD))


def test_every_cut_of_a_good_file_is_refused(clip):
    for end in range(60):
        with pytest.raises(InputError):
            read_wav(clip(GOOD[:end]))


def test_prepared_sound_is_padded_raised_and_repeatable():
    quiet = Audio(array("h", [value // 100 for value in TONE]), 16_000)
    ready = prepared(quiet, 16_000)
    assert ready.samples == prepared(quiet, 16_000).samples
    assert ready.duration_s == pytest.approx(quiet.duration_s + 0.7)
    assert ready.lead_s == 0.3
    assert max(ready.samples) > 3000
    assert 0 < max(ready.samples[:4800]) < 200


def test_loud_sound_does_not_wrap():
    ready = prepared(Audio(array("h", [32767, -32768] * 800), 16_000), 16_000)
    assert max(ready.samples) == 32767
    assert min(ready.samples) == -32768


@pytest.mark.parametrize(
    ("rate", "wanted"), [(8000, 16_000), (11_025, 16_000), (16_000, 16_000), (48_000, 48_000)]
)
def test_low_rates_are_brought_up_and_high_ones_left(rate, wanted):
    ready = prepared(Audio(array("h", TONE), rate), 16_000)
    assert ready.rate_hz == wanted
    assert ready.duration_s == pytest.approx(len(TONE) / rate + 0.7, abs=0.001)


@pytest.mark.parametrize(
    ("rate", "kept"), [(8000, 8000), (96_000, 48_000), (88_200, 44_100), (192_000, 48_000)]
)
def test_any_rate(clip, rate, kept):
    found = read_wav(clip(wav(pcm(16), rate=rate)))
    assert found.rate_hz == kept
    assert found.duration_s == pytest.approx(len(TONE) / rate, rel=0.01)


def test_six_channels_become_their_mean(clip):
    six = pcm(16, [value for one in TONE for value in (one, one, one, one, 0, 0)])
    found = read_wav(clip(wav(six, channels=6)))
    assert list(found.samples) == [4 * value // 6 for value in TONE]


def test_raw_samples(clip):
    assert list(read_audio(clip(pcm(16)), RawFormat.parse("16000")).samples) == TONE
    both = pcm(16, [value for one in TONE for value in (one, one)])
    assert list(read_audio(clip(both), RawFormat.parse("8000x2")).samples) == TONE
    with pytest.raises(InputError, match="half a sample"):
        read_audio(clip(pcm(16)[:-1]), RawFormat(16_000))


@pytest.mark.parametrize("text", ["", "x", "16000x", "16000x0", "x2", "-1", "1e4", "16000x2x2", "9" * 30])
def test_a_raw_format_that_is_none(text):
    if text == "16000x":
        assert RawFormat.parse(text) == RawFormat(16_000)
        return
    with pytest.raises(InputError, match="48000x2"):
        RawFormat.parse(text)


@pytest.mark.parametrize("channels", [1, 2])
def test_flac(tmp_path, channels):
    soundfile = pytest.importorskip("soundfile")
    path = tmp_path / "call.flac"
    with soundfile.SoundFile(path, "w", 16_000, channels, "PCM_16") as file:
        file.buffer_write(array("h", [value for one in TONE for value in [one] * channels]), dtype="int16")
    assert list(read_audio(path).samples) == TONE
    path.write_bytes(path.read_bytes()[:60])
    with pytest.raises(InputError, match="FLAC"):
        read_audio(path)


def test_flac_without_soundfile(clip, monkeypatch):
    monkeypatch.setitem(sys.modules, "soundfile", None)
    with pytest.raises(InputError, match="pip install soundfile"):
        read_audio(clip(b"fLaC" + bytes(40)))
