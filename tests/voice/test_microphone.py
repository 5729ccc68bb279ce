"""The microphone, against a sounddevice of our own: choosing, losing, sleeping, overflowing."""

from __future__ import annotations

import builtins
import sys

import pytest

from callparser.errors import MicrophoneMissing
from callparser.voice import microphone, settings
from callparser.voice.microphone import Device, Microphone, pick
from tests.voice.room import CHANNELS, RATE, Room

pytest.importorskip("soxr")


@pytest.fixture
def room(monkeypatch):
    made = Room()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    yield made
    made.close()


def opened(room, **more):
    told = []
    return Microphone(notify=told.append, clock=room.clock, wall=room.wall, **more), told


def blocks(mic, count):
    found = []
    for _ in range(count * 50):
        block = mic.read(0.05)
        found += [block] if block else []
        if len(found) >= count:
            break
    return found


def test_the_native_rate_becomes_sixteen_thousand_mono(room):
    mic, _ = opened(room)
    assert (room.opened[0]["samplerate"], room.opened[0]["channels"]) == (RATE, CHANNELS)
    got = blocks(mic, 50)
    seconds = got[-1].at_s - got[0].at_s
    assert sum(len(one.samples) for one in got[1:]) / seconds == pytest.approx(16_000, rel=0.05)
    mic.close()
    mic.close()
    assert mic.ended


def test_by_name_by_host_api_remembered_and_default(room):
    room.names = ["Built-in", "USB Mic (hw:1,0)", "USB Headset"]
    assert pick(room, "headset").name == "USB Headset"
    assert pick(room, "usb mic").name == "USB Mic (hw:1,0)"
    assert pick(room, "built-in@fake").index == 0
    assert pick(room, remembered=Device("USB Mic (hw:3,0)", "Fake")).index == 1
    assert pick(room, remembered=Device("Gone", "Fake")).index == 0
    for wish in ("usb", "none such", "built-in@other"):
        with pytest.raises(MicrophoneMissing, match="USB Headset@Fake"):
            pick(room, wish)


def test_no_device(room):
    room.plugged = False
    with pytest.raises(MicrophoneMissing, match="no input device"):
        opened(room)


def test_unplugged_and_back_by_its_name(room):
    mic, told = opened(room)
    blocks(mic, 3)
    room.plugged = False
    while not told:
        mic.read(0.05)
    room.names = ["Other", "Room (hw:2,0)"]
    room.plugged = True
    while len(told) < 2:
        mic.read(0.05)
    assert told == ["microphone-lost", "microphone-back"]
    assert room.opened[-1]["device"] == 1
    assert blocks(mic, 1)[0].lost


def test_after_sleep_it_is_opened_again(room):
    mic, told = opened(room)
    blocks(mic, 3)
    room.slept_s = 3600.0
    while len(told) < 2:
        mic.read(0.05)
    assert told == ["microphone-lost", "microphone-back"]
    assert len(blocks(mic, 3)) == 3


def test_an_overflow_is_told_with_the_next_block(room):
    mic, _ = opened(room)
    blocks(mic, 3)
    room.overflow = True
    assert any(block.lost for block in blocks(mic, 12))


def test_nobody_reads_and_the_queue_stays_bounded(room, monkeypatch):
    mic, _ = opened(room)
    for _ in range(2 * microphone.MAX_WAITING):
        mic._callback(bytes(4), 1, None, None)
    assert mic._queue.qsize() <= microphone.MAX_WAITING
    assert mic._overflow


@pytest.mark.parametrize(("error", "says"), [(OSError("PortAudio library not found"), "PortAudio"),
                                             (ImportError("sounddevice"), "pip install")])  # fmt: skip
def test_without_the_library_it_says_what_to_do(monkeypatch, error, says):
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    real = builtins.__import__

    def failing(name, *args, **more):
        if name == "sounddevice":
            raise error
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", failing)
    with pytest.raises(MicrophoneMissing, match=says) as caught:
        Microphone()
    assert "typed calls" in str(caught.value)


def test_settings_survive_anything(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLPARSER_CONFIG", str(tmp_path / "conf"))
    assert settings.load() == settings.Settings()
    kept = settings.Settings(Device("USB Mic", "ALSA"), 0.4)
    settings.save(kept)
    assert settings.load() == kept
    for content in ("", "[]", "{", '{"device": 3}', '{"echo_tail_s": "x"}', "[" * 5000):
        (tmp_path / "conf" / "voice.json").write_text(content)
        assert settings.load() == settings.Settings()
