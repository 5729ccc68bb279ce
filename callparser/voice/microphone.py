"""The microphone, through PortAudio (sounddevice), which is imported when it is opened and not before.

The callback of PortAudio only puts bytes into a bounded queue. If the queue overflows, the next block says
that sound is lost, and whoever was speaking is asked again. A device that goes silent, is unplugged, or slept
with the computer is opened again by its name.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from callparser.errors import MicrophoneMissing
from callparser.voice.resample import Resampler
from callparser.voice.source import BLOCK_S, RATE_HZ, Block, Clock

#: Blocks that wait for the reader; older than 5 s they are of no use to anyone.
MAX_WAITING: Final = round(5 / BLOCK_S)
#: A device that gives nothing for so long is lost.
STALL_S: Final = 2.5
RETRY_S: Final = 1.0
#: The clock on the wall may differ from the steady one by so much before the computer has slept.
SLEPT_S: Final = 3.0
_HELP: Final = "typed calls and recordings work without"


@dataclass(frozen=True, slots=True)
class Device:
    """An input device. ``index`` changes when something is plugged in; name and host API do not."""

    name: str
    host_api: str
    index: int = -1
    rate_hz: int = RATE_HZ
    channels: int = 1

    def same(self, other: Device) -> bool:
        return (_stem(self.name), self.host_api) == (_stem(other.name), other.host_api)


def _stem(name: str) -> str:
    """The name without the number of the card, which changes: "USB Audio (hw:1,0)"."""
    return re.sub(r"\s*\(hw:[^)]*\)", "", name).strip().casefold()


@contextlib.contextmanager
def _silenced() -> Iterator[None]:
    """What ALSA writes to the terminal about devices that are not there is not for people."""
    if not sys.platform.startswith("linux"):
        yield
        return
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def library() -> Any:
    """sounddevice. Raises :class:`MicrophoneMissing` and says what to install."""
    try:
        with _silenced():
            import sounddevice
    except ImportError as err:
        raise MicrophoneMissing(
            "no microphone: sounddevice is not installed; pip install sounddevice (the extra 'voice'); "
            f"{_HELP}"
        ) from err
    except OSError as err:
        how = " (Debian: apt install libportaudio2)" if sys.platform.startswith("linux") else ""
        raise MicrophoneMissing(
            f"no microphone: the library PortAudio was not found ({err}); install it{how}; {_HELP}"
        ) from err
    return sounddevice


def devices(sd: Any) -> list[Device]:
    """Every input device. Raises :class:`MicrophoneMissing` when PortAudio itself fails."""
    try:
        apis = sd.query_hostapis()
        rows: Sequence[Mapping[str, Any]] = sd.query_devices()
        return [
            Device(str(row["name"]), str(apis[row["hostapi"]]["name"]), index,
                   round(row["default_samplerate"]) or 48_000, int(row["max_input_channels"]))
            for index, row in enumerate(rows) if row["max_input_channels"] > 0
        ]  # fmt: skip
    except (sd.PortAudioError, LookupError) as err:
        raise MicrophoneMissing(f"no microphone: PortAudio failed: {err}; {_HELP}") from err


def pick(sd: Any, wish: str | None = None, remembered: Device | None = None) -> Device:
    """The device wished for by (a part of) its name, else the one remembered, else the system's own.

    Raises :class:`MicrophoneMissing` and names the devices that are there.
    """
    there = devices(sd)
    if not there:
        raise MicrophoneMissing(f"no microphone: PortAudio finds no input device; plug one in, or give this "
                                f"program the right to record; {_HELP}")  # fmt: skip
    if wish is not None:
        return _named(there, wish)
    for device in there:
        if remembered is not None and device.same(remembered):
            return device
    default = sd.default.device[0] if sd.default.device is not None else -1
    if default is None or default < 0:
        api = sd.query_hostapis()[0]
        default = api.get("default_input_device", -1)
    return next((device for device in there if device.index == default), there[0])


def _named(there: list[Device], wish: str) -> Device:
    """``"name"`` or ``"name@host api"``; the whole name before a part of it."""
    name, _, api = wish.casefold().rpartition("@") if "@" in wish else (wish.casefold(), "", "")
    there_too = [device for device in there if api in device.host_api.casefold()]
    found = [device for device in there_too if name in (device.name.casefold(), _stem(device.name))]
    found = found or [device for device in there_too if name in device.name.casefold()]
    if not found or (len(found) > 1 and not all(_stem(one.name) == _stem(found[0].name) for one in found)):
        what = "no" if not found else f"{len(found)} devices that match the"
        names = "; ".join(f"{device.name}@{device.host_api}" for device in there)
        raise MicrophoneMissing(f"found {what} microphone {wish[:60]!r}, expected one of: {names}")
    return found[0]


class Microphone:
    """A :class:`callparser.voice.source.Source`. ``notify`` is told ``microphone-lost`` and ``-back``.

    Raises :class:`MicrophoneMissing` when it cannot be opened the first time; later it tries again.
    """

    def __init__(
        self,
        wish: str | None = None,
        *,
        remembered: Device | None = None,
        notify: Callable[[str], None] = lambda _: None,
        clock: Clock = time.monotonic,
        wall: Clock = time.time,
    ) -> None:
        self._sd = library()
        self._notify, self._clock, self._wall = notify, clock, wall
        self._queue: queue.Queue[tuple[bytes, float, bool]] = queue.Queue(MAX_WAITING)
        self._stream: Any = None
        self._overflow = self._lost = self._closed = False
        self._last_s = self._offset_s = self._retry_s = 0.0
        self.device = pick(self._sd, wish, remembered)
        self._open(self.device)

    @property
    def name(self) -> str:
        return f"{self.device.name}@{self.device.host_api}"

    @property
    def ended(self) -> bool:
        return self._closed

    @property
    def latency_s(self) -> float:
        """What the device says of its own delay."""
        return float(getattr(self._stream, "latency", 0.0) or 0.0)

    def read(self, timeout_s: float) -> Block | None:
        if self._closed:
            return None
        if self._stream is None:
            self._return(timeout_s)
            return None
        if abs(self._wall() - self._clock() - self._offset_s) > SLEPT_S:
            self._lose()
            return None
        try:
            sound, at_s, overflow = self._queue.get(timeout=timeout_s)
        except queue.Empty:
            if self._clock() - self._last_s > STALL_S:
                self._lose()
            return None
        self._last_s = self._clock()
        self._lost = self._lost or overflow
        samples = self._resampler.feed(_mixed(sound, self._channels))
        if not samples:
            return None
        block, self._lost = Block(samples, at_s, self._lost), False
        return block

    def close(self) -> None:
        self._closed = True
        self._end()

    def _open(self, device: Device) -> None:
        """Mono at 16 kHz would be converted by some systems, badly: take what the device is made for."""
        errors = []
        for channels in dict.fromkeys((1, min(2, device.channels), device.channels)):
            try:
                with _silenced():
                    stream = self._stream_of(device, channels)
                self._begin(device, channels)
                stream.start()
            except (self._sd.PortAudioError, ValueError) as err:
                errors.append(str(err))
                continue
            self._stream = stream
            self._last_s = self._clock()  # starting may take seconds
            self._offset_s = self._wall() - self._last_s
            return
        raise MicrophoneMissing(f"the microphone {device.name} cannot be opened: {errors[0]}; close programs "
                                "that use it, or choose another with --device")  # fmt: skip

    def _stream_of(self, device: Device, channels: int) -> Any:
        return self._sd.RawInputStream(
            samplerate=device.rate_hz, blocksize=round(device.rate_hz * BLOCK_S), device=device.index,
            channels=channels, dtype="int16", latency="low", callback=self._callback,
        )  # fmt: skip

    def _begin(self, device: Device, channels: int) -> None:
        self.device, self._channels = device, channels
        self._resampler = Resampler(device.rate_hz, RATE_HZ)

    def _callback(self, sound: Any, frames: int, _time: Any, status: Any) -> None:
        """In PortAudio's thread: no work here."""
        overflow = self._overflow or bool(getattr(status, "input_overflow", False))
        try:
            self._queue.put_nowait((bytes(sound), self._clock(), overflow))
            self._overflow = False
        except queue.Full:
            self._overflow = True

    def _lose(self) -> None:
        self._end()
        self._retry_s = self._clock()
        self._notify("microphone-lost")

    def _return(self, timeout_s: float) -> None:
        """Try to open it again, by name; without a name that is there, wait."""
        if self._clock() < self._retry_s:
            time.sleep(min(timeout_s, RETRY_S))
            return
        self._retry_s = self._clock() + RETRY_S
        try:
            with _silenced():
                self._sd._terminate()  # PortAudio lists devices only when it starts
                self._sd._initialize()
            found = next(device for device in devices(self._sd) if device.same(self.device))
            self._open(found)
        except (StopIteration, MicrophoneMissing, self._sd.PortAudioError):
            return
        self._lost = True
        self._notify("microphone-back")

    def _end(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(self._sd.PortAudioError, OSError):
                stream.abort(ignore_errors=True)
            with contextlib.suppress(self._sd.PortAudioError, OSError):
                stream.close(ignore_errors=True)
        while not self._queue.empty():
            with contextlib.suppress(queue.Empty):
                self._queue.get_nowait()


def _mixed(sound: bytes, channels: int) -> array[int]:
    samples = array("h")
    samples.frombytes(sound[: len(sound) // (2 * channels) * 2 * channels])
    if channels == 1:
        return samples
    each = (samples[number::channels] for number in range(channels))
    return array("h", [sum(values) // channels for values in zip(*each, strict=True)])
