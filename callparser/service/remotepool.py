"""Recognisers elsewhere: every utterance goes by way of a broker to a worker that has time."""

from __future__ import annotations

import asyncio
import sys
import threading
from array import array
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import nats
from nats.aio.client import Client

from callparser.errors import EngineFailed, InputError
from callparser.languages import LANGUAGES
from callparser.service import broker
from callparser.service.background import Background
from callparser.service.broker import Answer
from callparser.service.seats import HERE, Seats
from callparser.voice.engine import Heard

#: How often it is looked whether somebody listens, and how long an answer to that may take.
_WATCH_S: Final = 1.0
_HERE_S: Final = 0.5
#: When the worker that was asked is full, another is asked after each of these: the broker picks at random.
_PAUSES_S: Final = (0.05, 0.1, 0.2, 0.4, 0.0)
#: However busy a worker says it is.
_ANSWER_S: Final = 10.0
_NOBODY: Final = "no voice worker listens; say it again, or type"
_LOST: Final = "the voice worker is lost; say it again"


class RemotePool:
    """Satisfies :class:`callparser.service.listeners.Listeners`; a context manager.

    A service has ``talkers`` seats, and none while no worker is there.
    """

    def __init__(self, url: str, talkers: int = 20) -> None:
        self._url = url
        self._seats = Seats(talkers)
        self._background = Background("broker")
        self._client: Client | None = None
        self._heard: frozenset[str] = frozenset()  # languages in which somebody listens
        self._lock = threading.Lock()
        self.jobs = 0

    def start(self) -> None:
        """Raises :class:`InputError` if there is no broker. Workers may come later."""
        self._client = self._background.run(broker.connect(self._url, "callparser serve")).result()
        self._background.run(self._look()).result()
        self._background.run(self._watched())

    def close(self) -> None:
        """May be called twice."""
        if self._client is not None:
            self._background.run(self._client.close()).result()
            self._client = None
        self._background.close()

    def __enter__(self) -> RemotePool:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- who may speak ---------------------------------------------------------------------------------

    def why_not(self, lang: str) -> str:
        """Workers that hear another language only; where there are none at all nobody gets a seat."""
        return f"no voice worker hears {lang!r}" if self._heard and lang not in self._heard else ""

    def admit(self, address: str = HERE) -> bool:
        return bool(self._heard) and self._seats.take(address)

    def dismiss(self, address: str = HERE) -> None:
        self._seats.give_back(address)

    def turn(self, lang: str, lost: Callable[[Any], None]) -> _Turn:
        """No worker has it before it is whole, so that it cannot be lost while somebody speaks."""
        return _Turn(self, lang)

    async def _watched(self) -> None:
        while True:
            await asyncio.sleep(_WATCH_S)
            await self._look()

    async def _look(self) -> None:
        there = await asyncio.gather(*map(self._is_heard, LANGUAGES))
        self._heard = frozenset(lang for lang, yes in zip(LANGUAGES, there, strict=True) if yes)

    async def _is_heard(self, lang: str) -> bool:
        client = self._client
        if client is None or not client.is_connected:
            return False
        try:
            return broker.read((await client.request(broker.subject(lang), b"", timeout=_HERE_S)).data).here
        except nats.errors.TimeoutError:
            return lang in self._heard  # one of them is gone, and the broker does not know yet
        except (nats.errors.Error, InputError):
            return False

    # --- what is said ----------------------------------------------------------------------------------

    def hear(self, lang: str, samples: array[int]) -> Future[Heard]:
        with self._lock:
            self.jobs += 1
        made = self._background.run(self._ask(lang, _bytes(samples)))
        made.add_done_callback(self._done)
        return made

    def _done(self, _: object) -> None:
        with self._lock:
            self.jobs -= 1

    async def _ask(self, lang: str, sound: bytes) -> Heard:
        client = self._client
        if client is None:
            raise EngineFailed("the service ends")
        for pause_s in _PAUSES_S:
            try:
                async with asyncio.timeout(_ANSWER_S):
                    answer = await _answer(client, lang, sound)
            except (TimeoutError, InputError, nats.errors.Error) as err:
                raise EngineFailed(_LOST) from err
            if answer.heard is not None:
                return answer.heard
            if not answer.full:
                raise EngineFailed(answer.failed[:200] or _LOST)
            await asyncio.sleep(pause_s)
        raise EngineFailed("every voice worker is busy; say it again")


class _Turn:
    """What one client says."""

    def __init__(self, pool: RemotePool, lang: str) -> None:
        self._pool, self._lang = pool, lang

    @property
    def idle(self) -> bool:
        """Does this service wait for nothing else?"""
        return self._pool.jobs == 0

    def hear(self, samples: array[int]) -> Future[Heard]:
        return self._pool.hear(self._lang, samples)

    def end(self) -> None:
        """Nobody holds anything for it."""


async def _answer(client: Client, lang: str, sound: bytes) -> Answer:
    """What the worker that got it says in the end. Raises ``EngineFailed`` when there is none, or no more."""
    inbox = client.new_inbox()
    answers = await client.subscribe(inbox)
    try:
        await client.publish(broker.subject(lang), sound, reply=inbox)
        while True:
            message = await answers.next_msg(timeout=broker.LOST_S)
            if not message.data:
                raise EngineFailed(_NOBODY)  # the broker says so, in a header
            answer = broker.read(message.data)
            if not answer.working:
                return answer
    finally:
        await answers.unsubscribe()


def _bytes(samples: array[int]) -> bytes:
    if sys.byteorder == "big":
        samples = samples[:]
        samples.byteswap()
    return samples.tobytes()
