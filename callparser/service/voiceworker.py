"""``callparser voice-worker``: recognisers that listen for services elsewhere, by way of a broker."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from callparser.errors import EngineFailed
from callparser.languages import LANGUAGES
from callparser.service import broker
from callparser.service.broker import Answer
from callparser.service.listeners import Listeners

_log = logging.getLogger("callparser.service")

#: So many utterances wait for each recogniser; another worker has more time for the next.
WAITING: Final = 4
#: What is being listened to when a worker is told to stop has so long to end.
_LAST_S: Final = 5.0


async def work(url: str, pool: Listeners, most: int, ready: Callable[[str], None]) -> None:
    """Until SIGTERM or SIGINT. Raises :class:`InputError` if there is no broker.

    ``most`` utterances at a time are taken; ``ready`` is told where, once the broker knows it.
    """
    worker = _Worker(pool, most)
    client = await broker.connect(url, "callparser voice-worker")
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        await worker.subscribe(client)
        ready(broker.shown(url))
        await stop.wait()
        await worker.finish()
    finally:
        await client.close()


class _Worker:
    def __init__(self, pool: Listeners, most: int) -> None:
        self._pool, self._most = pool, most
        self._tasks: set[asyncio.Task[None]] = set()
        self._subscriptions: Sequence[Subscription] = ()

    async def subscribe(self, client: Client) -> None:
        heard = [lang for lang in LANGUAGES if not self._pool.why_not(lang)]
        self._subscriptions = [
            await client.subscribe(broker.subject(lang), broker.GROUP, cb=partial(self._received, lang))
            for lang in heard
        ]
        await client.flush()

    async def finish(self) -> None:
        """Take no more, and answer what was taken."""
        for one in self._subscriptions:
            await one.drain()  # type: ignore[no-untyped-call]
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_LAST_S)

    async def _received(self, lang: str, message: Msg) -> None:
        """Answered in a task, so that the next message need not wait."""
        if not message.reply:
            return
        if not message.data:
            await message.respond(broker.write(Answer(here=True)))
        elif len(message.data) > broker.SOUND_BYTES or len(message.data) % 2:
            told = (
                f"found {len(message.data)} bytes of sound; expected at most {broker.SOUND_BYTES}, and even"
            )
            await message.respond(broker.write(Answer(failed=told)))
        elif len(self._tasks) >= self._most:
            await message.respond(broker.write(Answer(full=True)))
        else:
            task = asyncio.create_task(self._listen(lang, message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _listen(self, lang: str, message: Msg) -> None:
        samples = array("h", message.data)
        if sys.byteorder == "big":
            samples.byteswap()
        turn = self._pool.turn(lang, lambda _: None)
        hearing = asyncio.wrap_future(turn.hear(samples))
        try:
            while not hearing.done():
                await message.respond(broker.write(Answer(working=True)))
                await asyncio.wait((hearing,), timeout=broker.BEAT_S)
            try:
                answer = Answer(heard=hearing.result())
            except EngineFailed as err:
                answer = Answer(failed=str(err)[:200])
            await message.respond(broker.write(answer))
        except nats.errors.Error as err:
            _log.warning("the voice broker: %s", err)  # the service that asked will have given up
        finally:
            turn.end()
