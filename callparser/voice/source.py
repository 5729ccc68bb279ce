"""Where live sound comes from: a microphone, a recording played as one, or a test.

Whatever it is, it gives blocks of 16-bit mono sound at 16 kHz, each with the time of its last sample, so
that everything behind it can be tried without a sound card.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from callparser.voice.audio import Audio
from callparser.voice.resample import Resampler

RATE_HZ: Final = 16_000
BLOCK_S: Final = 0.02

#: Seconds from an arbitrary start, never backwards.
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Block:
    """Sound that ended at ``at_s`` on the clock of its source. ``lost``: sound before it is missing."""

    samples: array[int]
    at_s: float
    lost: bool = False

    @property
    def from_s(self) -> float:
        return self.at_s - len(self.samples) / RATE_HZ


class Source(Protocol):
    """Gives sound until it is closed. One thread reads; any thread may close."""

    @property
    def name(self) -> str:
        """What it is, for people."""

    @property
    def ended(self) -> bool:
        """Will nothing more come? A microphone that was unplugged has not ended: it may come back."""

    def read(self, timeout_s: float) -> Block | None:
        """The next block, or ``None`` when none came within that time."""

    def close(self) -> None:
        """Let go of the device. May be called twice."""


class Recording:
    """A recording at the pace of speech, between ``lead_s`` and ``tail_s`` seconds of quiet."""

    def __init__(
        self,
        audio: Audio,
        name: str,
        *,
        lead_s: float = 0.5,
        tail_s: float = 1.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self.name = name
        self._sound = array("h", bytes(2 * int(lead_s * RATE_HZ)))
        self._sound.extend(Resampler(audio.rate_hz, RATE_HZ).feed(audio.samples, last=True))
        self._sound.extend(array("h", bytes(2 * int(tail_s * RATE_HZ))))
        self._clock = clock
        self._start_s: float | None = None
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at >= len(self._sound)

    def read(self, timeout_s: float) -> Block | None:
        if self.ended:
            time.sleep(timeout_s)
            return None
        if self._start_s is None:
            self._start_s = self._clock()
        end = min(self._at + int(BLOCK_S * RATE_HZ), len(self._sound))
        at_s = self._start_s + end / RATE_HZ
        wait_s = at_s - self._clock()
        if wait_s > timeout_s:
            time.sleep(timeout_s)
            return None
        time.sleep(max(0.0, wait_s))
        block = Block(self._sound[self._at : end], at_s)
        self._at = end
        return block

    def close(self) -> None:
        self._at = len(self._sound)
