"""The ear: reads a source in a thread of its own and hands on whole utterances.

It listens while it is open and is deaf while the program speaks and a little longer: what counts is for
:class:`callparser.voice.attention.Attention` to say.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from callparser.errors import CallparserError
from callparser.voice.attention import Attention, Found
from callparser.voice.endpoint import QUIET_S
from callparser.voice.source import Block, Source

_READ_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more comes from the source. ``reason`` is empty at the end of a recording."""

    reason: str = ""


Sound = Found | Ended


class Ear(Attention):
    """Calls ``post`` from its thread for every utterance; it must not call back. Times are on the clock of
    the source."""

    def __init__(self, source: Source, post: Callable[[Sound], None], *, quiet_s: float = QUIET_S) -> None:
        super().__init__(quiet_s=quiet_s)
        self.source = source
        self._post = post
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ear", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop reading and close the source. May be called twice."""
        self._stop.set()
        self.source.close()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(2.0)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                block = self.source.read(_READ_S)
                if block is not None:
                    self._hear(block)
                elif self.source.ended:
                    self._post(Ended())
                    return
        except CallparserError as err:
            self._post(Ended(str(err)))

    def _hear(self, block: Block) -> None:
        with self._lock:  # posted before anyone can see that nobody is speaking any more
            for one in self.take(block):
                self._post(one)
