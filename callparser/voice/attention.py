"""What counts of a stream of sound: whole utterances while it is listened to.

Never one whose beginning may have been missed: half a call can be another call.
"""

from __future__ import annotations

import threading
from array import array
from collections import deque
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from callparser.voice.endpoint import CAP_S, PRE_ROLL_S, QUIET_S, Dropped, Endpoint, Utterance
from callparser.voice.source import BLOCK_S, Block

#: After the key is released the ear stays open so long.
TAIL_S: Final = 0.25
#: Speech that goes on after a shorter pause belongs to the utterance before it.
JOIN_S: Final = 0.6
#: Speech that began in time is noticed so much later.
ONSET_S: Final = 0.1
#: Speech that is already there so soon after the ear opens began before it.
_CUT_S: Final = 0.07


@dataclass(frozen=True, slots=True)
class Nothing:
    """The key was pressed and released, and no speech was there."""


Found = Utterance | Dropped | Nothing


class Attention:
    """Feed it blocks in order, tell it when sound counts. Times are on the clock of the blocks.

    Any thread may call."""

    def __init__(self, *, quiet_s: float = QUIET_S) -> None:
        self.endpoint = Endpoint(quiet_s=quiet_s)
        self._lock = threading.RLock()
        self._sound: deque[Block] = deque(maxlen=round((CAP_S + 2) / BLOCK_S))
        self._open_s, self._shut_s = inf, -inf  # the window in which an utterance counts
        self._pressed = self._heard = False  # a key opened it; something was found since
        self._release_s = inf
        self._deaf_from_s, self._deaf_until_s = inf, -inf
        self._last: Utterance | None = None

    # --- when it listens ---------------------------------------------------------------------------

    def open(self, at_s: float) -> None:
        """Listen until :meth:`shut`."""
        with self._lock:
            self._open_s, self._shut_s, self._release_s = at_s, inf, inf
            self._pressed = False

    def shut(self) -> None:
        """Listen no more; an utterance under way is forgotten."""
        with self._lock:
            self._open_s, self._shut_s, self._release_s = inf, -inf, inf
            self._pressed = False
            self.endpoint.reset()

    def press(self, at_s: float) -> None:
        """Listen for one utterance; what was said up to 0.3 s before belongs to it."""
        with self._lock:
            self._open_s, self._shut_s, self._release_s = at_s - PRE_ROLL_S, inf, inf
            self._pressed, self._heard = True, False
            self._last = None

    def hold(self, at_s: float) -> None:
        """The key is still down."""
        with self._lock:
            if self._pressed:
                self._shut_s = max(self._shut_s, at_s + JOIN_S)

    def release(self, at_s: float) -> None:
        """The key is up: what is said ends, 0.25 s from now."""
        with self._lock:
            if self._pressed:
                self._release_s = at_s + TAIL_S

    def forget(self) -> None:
        """What is being said is forgotten; what is said from now on counts."""
        with self._lock:
            self._forget()

    def deafen(self, at_s: float) -> None:
        """The program begins to speak: hear nothing from now on."""
        with self._lock:
            self._deaf_from_s, self._deaf_until_s = at_s, inf
            self._forget()

    def undeafen(self, at_s: float) -> None:
        """Hear again what is said after this time."""
        with self._lock:
            self._deaf_until_s = at_s

    @property
    def listening(self) -> bool:
        """Is the window open?"""
        return self._open_s < inf

    @property
    def speaking(self) -> bool:
        """Is somebody in the middle of an utterance that counts? If not, it has been posted."""
        with self._lock:
            return self.listening and self.endpoint.speaking

    # --- what is in the sound --------------------------------------------------------------------------

    def take(self, block: Block) -> list[Found]:
        """What ended in this block, and counts."""
        with self._lock:
            return self._found_in(block)

    def finish(self) -> list[Found]:
        """The key is up and no more sound comes: what was being said ends now."""
        with self._lock:
            return self._released() if self._pressed else []

    def _found_in(self, block: Block) -> list[Found]:
        if block.at_s > self._deaf_from_s and block.from_s < self._deaf_until_s:
            self._forget()
            return []
        if block.lost:
            self._sound.clear()
        self._sound.append(block)
        ended = self.endpoint.feed(block)
        found: list[Found] = [self._counted(one) for one in ended if self._counts(one)]
        if block.at_s >= self._release_s:
            found += self._released()
        elif block.at_s > self._shut_s and not self.endpoint.speaking:
            self._open_s, self._pressed = inf, False
        return found

    def _forget(self) -> None:
        self.endpoint.reset()
        self._sound.clear()
        self._last = None

    def _released(self) -> list[Found]:
        ended = self.endpoint.finish()
        found: list[Found] = [self._counted(ended)] if ended and self._counts(ended) else []
        if not found and not self._heard:
            found = [Nothing()]
        self._open_s, self._shut_s, self._release_s, self._pressed = inf, -inf, inf, False
        return found

    def _counts(self, found: Utterance | Dropped) -> bool:
        at_s = found.last_s if isinstance(found, Utterance) else found.at_s
        return at_s > self._open_s

    def _counted(self, found: Utterance | Dropped) -> Utterance | Dropped:
        """As it is handed on: joined to the one before it, or dropped if its start is missing."""
        if isinstance(found, Utterance) and not found.final:
            return self._joined(found)
        self._heard = True
        if self._pressed:
            self._shut_s = max(self._shut_s if self._shut_s < inf else -inf, found_end(found) + JOIN_S)
        if isinstance(found, Dropped):
            self._last = None
            return found
        joined = self._joined(found)
        early = found.first_s < max(self._deaf_until_s + _CUT_S if self._deaf_until_s < inf else -inf,
                                    self._open_s if self._pressed else -inf)  # fmt: skip
        if early and not joined.continues:
            self._last = None
            return Dropped("cut", found.end_s)
        self._last = joined
        return joined

    def _joined(self, found: Utterance) -> Utterance:
        last = self._last
        if last is None or found.first_s - last.last_s >= JOIN_S or found.end_s - last.first_s > CAP_S:
            return found
        start_s = last.first_s - PRE_ROLL_S
        samples = array("h")
        for block in self._sound:
            if block.at_s > start_s and block.from_s < found.end_s:
                samples.extend(block.samples)
        return replace(found, samples=samples, first_s=last.first_s, continues=True)


def found_end(found: Utterance | Dropped) -> float:
    return found.end_s if isinstance(found, Utterance) else found.at_s
