"""Tables and dialects of one service: their routes, who hears for them, and where what is said is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import util

from starlette.routing import BaseRoute

from callparser.errors import InputError
from callparser.service import socket
from callparser.service.deals import Deals
from callparser.service.journal import Journal, Policy
from callparser.service.listeners import Listeners
from callparser.service.pool import Pool
from callparser.service.protocols import vosk
from callparser.service.settings import Settings, place


@contextmanager
def tables(settings: Settings) -> Iterator[list[BaseRoute]]:
    """The routes of the table and of vosk; while it lasts recognisers live, the log is open, wyoming listens.

    A session lives in the process that began it, so where there are several there is no table. Raises
    :class:`CallparserError` for a log that cannot be written and a recogniser that does not start.
    """
    if settings.workers > 1:
        yield []
        return
    with ExitStack() as stack:
        journal = None
        pool = _listeners(settings, stack)
        if settings.wyoming:
            stack.enter_context(_wyoming(settings, pool))
        if settings.log:
            policy = Policy(settings.keep_days, settings.keep_audio_days)
            journal = stack.enter_context(Journal(settings.log, policy))
        deals = stack.enter_context(Deals(settings.deals, settings.solvers))
        yield [
            *socket.routes(pool, journal, admits=settings.admits, deals=deals),
            *vosk.routes(pool, admits=settings.admits),
        ]


def _listeners(settings: Settings, stack: ExitStack) -> Listeners | None:
    """Those who hear, on this machine or by way of a broker."""
    if settings.voice_broker:
        if util.find_spec("nats") is None:
            raise InputError('nats-py is not installed; pip install "callparser[scaling]"')
        from callparser.service.remotepool import RemotePool

        return stack.enter_context(RemotePool(settings.voice_broker, settings.talkers))
    if not hears(settings):
        return None
    return stack.enter_context(Pool(settings.recognisers, settings.talkers))


def _wyoming(settings: Settings, pool: Listeners | None) -> AbstractContextManager[int]:
    if util.find_spec("wyoming") is None:
        raise InputError('wyoming is not installed; pip install "callparser[wyoming]"')
    from callparser.service.protocols import wyoming

    return wyoming.serving(*place(settings.wyoming), pool, settings.wyoming_peers)


def hears(settings: Settings) -> bool:
    """Is there anything to listen with, and is it wanted?"""
    return settings.recognisers > 0 and all(util.find_spec(name) is not None for name in ("vosk", "soxr"))


def described(settings: Settings) -> str:
    """What a person is told of the tables."""
    if settings.workers > 1:
        return "no tables (they need one worker)"
    speech = f"{settings.talkers} may speak" if hears(settings) else "typed calls only"
    if settings.voice_broker:
        speech = f"{settings.talkers} may speak, heard by voice workers"
    dialects = f"; wyoming: {settings.wyoming}" if settings.wyoming else ""
    return (
        f"tables: {speech}, {'logged where a player consents' if settings.log else 'nothing is logged'}"
        f"{dialects}"
    )
