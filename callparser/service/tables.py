"""The tables of one service: their route, who hears for them, and where what is said is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import util

from starlette.routing import BaseRoute

from callparser.service import socket
from callparser.service.journal import Journal, Policy
from callparser.service.pool import Pool
from callparser.service.settings import Settings


@contextmanager
def tables(settings: Settings) -> Iterator[list[BaseRoute]]:
    """The route of the table; while it lasts the recognisers live and the log is open.

    A session lives in the process that began it, so where there are several there is no table. Raises
    :class:`CallparserError` for a log that cannot be written and a recogniser that does not start.
    """
    if settings.workers > 1:
        yield []
        return
    with ExitStack() as stack:
        pool = journal = None
        if hears(settings):
            pool = stack.enter_context(Pool(settings.recognisers, settings.talkers))
        if settings.log:
            policy = Policy(settings.keep_days, settings.keep_audio_days)
            journal = stack.enter_context(Journal(settings.log, policy))
        yield [*socket.routes(pool, journal, admits=settings.admits)]


def hears(settings: Settings) -> bool:
    """Is there anything to listen with, and is it wanted?"""
    return settings.recognisers > 0 and all(util.find_spec(name) is not None for name in ("vosk", "soxr"))


def described(settings: Settings) -> str:
    """What a person is told of the tables."""
    if settings.workers > 1:
        return "no tables (they need one worker)"
    speech = f"{settings.talkers} may speak" if hears(settings) else "typed calls only"
    return f"tables: {speech}, {'logged where a player consents' if settings.log else 'nothing is logged'}"
