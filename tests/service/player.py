"""A client of the table, for tests: says what it is given and reads what comes."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from websockets.sync.client import ClientConnection, connect

from callparser.voice.audio import read_audio
from callparser.voice.resample import Resampler

Row = dict[str, Any]


def clip(path: object, rate_hz: int = 16_000, lead_s: float = 0.5, tail_s: float = 0.0) -> bytes:
    """A recording as s16le at a rate, after and before some quiet."""
    audio = read_audio(str(path))
    samples = array("h", bytes(2 * int(lead_s * rate_hz)))
    samples.extend(Resampler(audio.rate_hz, rate_hz).feed(audio.samples, last=True))
    samples.extend(array("h", bytes(2 * int(tail_s * rate_hz))))
    return samples.tobytes()


class Player:
    """One connection; ``rows`` is all that was read."""

    def __init__(self, url: str, **hello: Any) -> None:
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(url, subprotocols=["callparser.v1"], close_timeout=2, max_queue=None)
        )
        self.rows: list[Row] = []
        self.rate_hz = hello.get("rate_hz", 0)
        if hello.pop("greet", True):
            self.send("hello", **({"rate_hz": 0} | hello))
            self.until("welcome", "error")

    def send(self, kind: str, **keys: Any) -> None:
        self.socket.send(json.dumps({"type": kind} | keys))

    def next(self, timeout_s: float = 10.0) -> Row:
        row: Row = json.loads(self.socket.recv(timeout=timeout_s))
        self.rows.append(row)
        return row

    def until(self, *kinds: str, timeout_s: float = 10.0, where: Callable[[Row], bool] = bool) -> Row:
        """Read on until an event of these types."""
        while (row := self.next(timeout_s))["type"] not in kinds or not where(row):
            pass
        return row

    def until_none(self, kind: str, timeout_s: float) -> bool:
        """Nothing of this type comes within that time."""
        end_s = time.monotonic() + timeout_s
        with suppress(TimeoutError):
            while (left_s := end_s - time.monotonic()) > 0:
                if self.next(left_s)["type"] == kind:
                    return False
        return True

    def text(self, text: str, *kinds: str) -> Row:
        """Type something; the answer."""
        self.send("text", text=text)
        return self.until(*(kinds or ("resolution",)))

    def say(self, sound: bytes, *, block_s: float = 0.02, pace: float = 1.0, key: bool = True) -> None:
        """Speak into the microphone, with the key down; ``pace`` 0 sends it all at once."""
        step = 2 * int(block_s * self.rate_hz)
        if key:
            self.send("talk", on=True)
        start_s = time.monotonic()
        for n, at in enumerate(range(0, len(sound), step)):
            self.socket.send(sound[at : at + step])
            if pace:
                time.sleep(max(0.0, start_s + (n + 1) * block_s * pace - time.monotonic()))
        if key:
            self.send("talk", on=False)

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
