"""The mouth: speaks in a thread of its own, and keeps the ear deaf meanwhile and a little longer."""

from __future__ import annotations

import threading
import time
from typing import Final

from callparser.voice.ear import Ear
from callparser.voice.source import Clock
from callparser.voice.speaker import RATES, USUAL_RATE, Speaker

#: The ear stays deaf so long after the sound has ended: what the buffers still hold and the room gives
#: back. ``doctor --audio`` measures it; this is for those who have not.
ECHO_TAIL_S: Final = 0.3


class Mouth:
    """Says one text after another; a new text interrupts the old one. Without a speaker it is silent."""

    def __init__(
        self,
        speaker: Speaker | None,
        lang: str,
        ear: Ear | None = None,
        *,
        echo_tail_s: float = ECHO_TAIL_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self.speaker = speaker
        self.ear = ear
        self.rate = USUAL_RATE
        self.echo_tail_s = echo_tail_s
        self.failed = False
        self._lang = lang
        self._clock = clock
        self._thread: threading.Thread | None = None

    def say(self, text: str) -> None:
        """Begin to speak; returns at once."""
        self.hush()
        if self.speaker is None or not text:
            return
        if self.ear is not None:
            self.ear.deafen(self._clock())
        self._thread = threading.Thread(
            target=self._say, args=(self.speaker, text), name="mouth", daemon=True
        )
        self._thread.start()

    def hush(self) -> None:
        """Stop speaking, and return when it is quiet."""
        while self.speaking and self.speaker is not None and self._thread is not None:
            self.speaker.hush()
            self._thread.join(0.05)

    def wait(self, timeout_s: float) -> None:
        """Until what is being said has been said."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    @property
    def speaking(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def slower(self) -> None:
        self.rate = max(0, self.rate - 1)

    def faster(self) -> None:
        self.rate = min(len(RATES) - 1, self.rate + 1)

    def _say(self, speaker: Speaker, text: str) -> None:
        try:
            self.failed = not speaker.say(text, self._lang, self.rate)
        finally:
            if self.ear is not None:
                self.ear.undeafen(self._clock() + self.echo_tail_s)
