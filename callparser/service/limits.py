"""How much one client, and all of them together, may ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


@dataclass(frozen=True, slots=True)
class TableLimits:
    """Seconds, bytes and counts. The server must let frames of ``frame_bytes`` through, and need not let
    larger ones (uvicorn: ``ws_max_size``)."""

    sessions: int = 500
    hello_s: float = 10.0  # from the opening of the connection to 'hello'
    idle_s: float = 1800.0  # without a text frame or an utterance
    resume_s: float = 120.0  # a session without a connection is kept
    frame_bytes: int = 65_536
    frames_per_s: float = 400.0
    sound_s_per_min: float = 75.0
    text_chars: int = 500
    json_depth: int = 8
    deals_per_min: float = 12.0  # that are begun in one session
    faults_per_min: float = 20.0  # frames that are refused, before the connection is closed
    unread_events: int = 1024  # that wait for a client which does not read; more than are kept
    unread_s: float = 10.0  # that one event may take to be sent
    kept_events: int = 512  # for a resume

    def row(self) -> Row:
        """What a client is told of them."""
        hidden = ("json_depth", "unread_events", "unread_s", "kept_events", "deals_per_min")
        return {name: value for name, value in asdict(self).items() if name not in hidden}


class Bucket:
    """Lets through ``rate`` a second, and after a pause up to ``burst`` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._at_s = burst, clock()

    def take(self, amount: float = 1.0) -> bool:
        """May so much pass now?"""
        now_s = self._clock()
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._rate)
        self._at_s = now_s
        if amount > self._left:
            return False
        self._left -= amount
        return True

    async def wait(self, amount: float = 1.0) -> None:
        """Until so much may pass: for a client that is not read meanwhile. Never more than the burst."""
        while not self.take(amount):
            await asyncio.sleep(0.05)
