"""What the dialects share: calls found in a stream of sound, and what may be told of each."""

from __future__ import annotations

import asyncio
import sys
from array import array
from dataclasses import dataclass, replace
from typing import Final

from callparser.designation import Ambiguous, Designation, Understood
from callparser.errors import InputError
from callparser.service.listeners import Listeners
from callparser.understand import parse
from callparser.voice.attention import JOIN_S
from callparser.voice.endpoint import CAP_S, SHORTEST_S, Dropped, Endpoint, Utterance
from callparser.voice.engine import Heard
from callparser.voice.meaning import meaning
from callparser.voice.resample import Resampler
from callparser.voice.source import BLOCK_S, RATE_HZ, Block

_CAP: Final = int(CAP_S * RATE_HZ)
_BLOCK: Final = int(BLOCK_S * RATE_HZ)
#: The first utterance begins with the stream if speech was noticed so early.
_START_S: Final = 1.5


class Stream:
    """Mono s16le at ``rate_hz`` in, utterances at 16 kHz out; their times count from its beginning.

    What was told in a dialect cannot be taken back, so an utterance ends where the table would no longer join
    another to it: after 0.6 s of quiet. The first one begins with the stream: noise is measured on its first
    0.3 s, and speech that is there already may be taken for it.
    """

    def __init__(self, rate_hz: int) -> None:
        self.rate_hz = rate_hz
        self._resampler = Resampler(rate_hz, RATE_HZ)
        self._endpoint = Endpoint(quiet_s=JOIN_S)
        self._taken = 0  # samples
        self._left = array("h")  # of them, not yet a block
        self._first: array[int] | None = array("h")  # all sound, until it is too much or something was found

    def feed(self, data: bytes) -> list[Utterance | Dropped]:
        """What ended in this sound, and pauses that may be an end. Raises :class:`InputError`."""
        if len(data) % 2:
            raise InputError(f"found {len(data)} bytes of sound; expected 16-bit samples, two bytes each")
        samples = array("h", data)
        if sys.byteorder == "big":
            samples.byteswap()
        return self._take(self._resampler.feed(samples))

    def finish(self) -> list[Utterance | Dropped]:
        """What was being said when the sound ended; all of a short recording in which no speech stood out."""
        found = self._take(self._resampler.feed(array("h"), last=True), last=True)
        ended = self._endpoint.finish()
        if ended is not None:
            found += self._whole([ended])
        elif self._first is not None and self._taken >= SHORTEST_S * RATE_HZ:
            end_s = self._taken / RATE_HZ
            found.append(Utterance(self._first, 0.0, end_s, end_s))
        return [one for one in found if isinstance(one, Dropped) or one.final]

    def _take(self, samples: array[int], *, last: bool = False) -> list[Utterance | Dropped]:
        if self._first is not None:
            self._first.extend(samples)
            if len(self._first) > _CAP:
                self._first = None
        self._left.extend(samples)
        found: list[Utterance | Dropped] = []
        while len(self._left) >= _BLOCK or (last and self._left):
            block, self._left = self._left[:_BLOCK], self._left[_BLOCK:]
            self._taken += len(block)
            found += self._endpoint.feed(Block(block, self._taken / RATE_HZ))
        return self._whole(found)

    def _whole(self, found: list[Utterance | Dropped]) -> list[Utterance | Dropped]:
        """The same, the first of them from the beginning of the stream."""
        return [self._from_start(one) for one in found]

    def _from_start(self, found: Utterance | Dropped) -> Utterance | Dropped:
        first = self._first
        if isinstance(found, Dropped) or found.final:
            self._first = None
        if first is None or isinstance(found, Dropped) or found.first_s > _START_S:
            return found
        return replace(found, samples=first[: round(found.end_s * RATE_HZ)])


@dataclass(frozen=True, slots=True)
class Said:
    """``text`` is empty where nothing was understood, and where it is in doubt: a client that has no way of
    asking would take one of the calls in ``doubt`` for certain."""

    text: str
    heard: Heard
    doubt: tuple[str, ...] = ()


def said(heard: Heard, lang: str) -> Said:
    """What may be told of what was heard."""

    def understood(text: str) -> Understood:
        return parse(text, lang, fallback=False)

    if not heard.in_language:
        return Said("", heard)
    if not isinstance(understood(heard.text), Designation):
        return Said(heard.text, heard)  # the words are certain, and mean several things
    meant = meaning(heard, understood)
    if isinstance(meant, Designation):
        return Said(heard.text, heard)
    doubt = tuple(one.understood for one in meant.readings) if isinstance(meant, Ambiguous) else ()
    return Said("", heard, doubt)


async def recognise(pool: Listeners, lang: str, samples: array[int]) -> Heard:
    """One utterance. Raises ``EngineFailed`` when the recogniser is lost."""
    turn = pool.turn(lang, lambda _: None)
    try:
        return await asyncio.wrap_future(turn.hear(samples))
    finally:
        turn.end()
