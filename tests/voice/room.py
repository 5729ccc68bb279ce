"""A room for the tests: a sounddevice that is none, and a loudspeaker that the microphone can hear.

Time is the sound that has gone by, at several times the pace of speech, so that a slow computer cannot
change what happens.
"""

from __future__ import annotations

import threading
import time
from array import array
from pathlib import Path
from types import SimpleNamespace

from callparser.voice.audio import read_wav

RATE, BLOCK, CHANNELS = 48_000, 960, 2
WAVS = Path(__file__).parent / "wavs"
NOISE = array("h", [(n * 7919) % 41 - 20 for n in range(BLOCK)])


def clip(name: str) -> array[int]:
    """A clip at the rate of the room."""
    samples = read_wav(WAVS / name).samples
    return array("h", [value for value in samples for _ in range(3)])


class PortAudioError(Exception):
    pass


class Room:
    """Stands in for the module ``sounddevice``; one stream at a time."""

    PortAudioError = PortAudioError

    def __init__(self, speed: float = 3.0) -> None:
        self.speed = speed
        self.names = ["Room (hw:0,0)"]
        self.default = SimpleNamespace(device=(0, 0))
        self.opened: list[dict[str, object]] = []
        self.overflow = False
        self.plugged = True
        self.slept_s = 0.0
        self._frames = 0
        self._sounds: list[tuple[int, array[int]]] = []
        self._stream: object = None
        self._lock = threading.Lock()
        self._stop = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    # --- the module ----------------------------------------------------------------------------------

    def query_hostapis(self):
        return ({"name": "Fake", "default_input_device": 0},)

    def query_devices(self):
        speakers = {"name": "Out", "hostapi": 0, "default_samplerate": RATE, "max_input_channels": 0}
        there = self.names if self.plugged else []
        return [speakers | {"name": name, "max_input_channels": CHANNELS} for name in there] + [speakers]

    def _initialize(self) -> None:
        pass

    def _terminate(self) -> None:
        pass

    def RawInputStream(self, **options):  # noqa: N802
        if options["channels"] == 1:
            raise PortAudioError("Invalid number of channels")  # some devices are like that
        self.opened.append(options)
        return Stream(self, options["callback"])

    # --- the room ------------------------------------------------------------------------------------

    def clock(self) -> float:
        return self._frames / RATE

    def wall(self) -> float:
        return self.clock() + self.slept_s

    def play(self, samples: array[int], wait: bool = True) -> float:
        """Sound in the room from now on; returns when it ends, or ended."""
        with self._lock:
            start = self._frames + BLOCK
            self._sounds.append((start, samples))
        end_s = (start + len(samples)) / RATE
        while wait and self.clock() < end_s:
            time.sleep(0.002)
        return end_s

    def wait(self, seconds: float) -> None:
        end_s = self.clock() + seconds
        while self.clock() < end_s:
            time.sleep(0.002)

    def close(self) -> None:
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            time.sleep(BLOCK / RATE / self.speed)
            stream = self._stream
            with self._lock:
                block = self._mixed(self._frames)
                self._frames += BLOCK
            if stream is not None and self.plugged:
                both = array("h", [value for value in block for _ in range(CHANNELS)])
                status = SimpleNamespace(input_overflow=self.overflow)
                self.overflow = False
                stream.callback(both.tobytes(), BLOCK, None, status)

    def _mixed(self, start: int) -> array[int]:
        block = NOISE[:]
        for begin, samples in self._sounds:
            for at in range(max(start, begin), min(start + BLOCK, begin + len(samples))):
                block[at - start] = max(-32768, min(32767, block[at - start] + samples[at - begin]))
        return block


class Stream:
    latency = 0.01

    def __init__(self, room: Room, callback) -> None:
        self.room, self.callback = room, callback

    def start(self) -> None:
        self.room._stream = self

    def abort(self, ignore_errors: bool = True) -> None:
        if self.room._stream is self:
            self.room._stream = None

    close = abort


class Loudspeaker:
    """Says a call, whatever the text, into the room, with an echo; the worst there is to hear oneself."""

    name = "loudspeaker"

    def __init__(self, room: Room, samples: array[int]) -> None:
        self.room, self.samples = room, samples
        self.said: list[tuple[str, float, float]] = []

    def say(self, text: str, lang: str, rate: int) -> bool:
        start_s = self.room.clock()
        echo = array("h", bytes(2 * RATE // 5)) + array("h", [value // 4 for value in self.samples])
        self.room.play(echo, wait=False)
        end_s = self.room.play(self.samples)
        self.said.append((text, start_s, end_s))
        return True

    def hush(self) -> None:
        pass
