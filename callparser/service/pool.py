"""Recognisers for many who speak: a few processes, each with its models loaded once.

Whoever may speak holds one of a limited number of seats; whoever comes when all are taken is told so at once.
What one of them says from its beginning to its end is a turn, and belongs to one process. When that dies the
turn is lost, and told to be; another process takes its place within a second or two.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from importlib import util
from typing import Final, TypeVar

from callparser.errors import CallparserError, EngineFailed
from callparser.service.seats import HERE, Seats
from callparser.voice.engine import Heard
from callparser.voice.engines.vosk import WORKER, VoskEngine
from callparser.voice.hearing import Hearing
from callparser.voice.models import best
from callparser.voice.source import RATE_HZ
from callparser.voice.worker import Worker, command

T = TypeVar("T")

#: How often it is looked whether the processes live.
_WATCH_S: Final = 0.1


class Turn:
    """What one client says, from its beginning to its end. ``lost`` is called with it, perhaps from another
    thread, when the process that listens dies."""

    def __init__(self, hands: Sequence[_Hand], lang: str, lost: Callable[[Turn], None]) -> None:
        self._hands, self._lang = hands, lang
        self._hand = min(hands, key=lambda one: (len(one.turns), one.jobs))
        self._hand.turns.add(self)
        self.lost = lost

    @property
    def idle(self) -> bool:
        """Does the process have nothing else to do?"""
        return self._hand.jobs == 0

    def hear(self, samples: array[int]) -> Future[Heard]:
        """What was said, at 16 kHz, once it is recognised. The future raises ``EngineFailed``."""
        if self._hand.jobs:
            self._move(min(self._hands, key=lambda one: one.jobs))
        return self._hand.submit(lambda: self._hand.hearing(self._lang).hear(samples, RATE_HZ))

    def _move(self, hand: _Hand) -> None:
        """Another process has less to do."""
        self._hand.turns.discard(self)
        self._hand = hand
        hand.turns.add(self)

    def end(self) -> None:
        """May be called twice."""
        self._hand.turns.discard(self)


class Pool:
    """``workers`` processes for ``talkers`` who speak, in these languages. A context manager."""

    def __init__(self, workers: int = 2, talkers: int = 20, languages: Sequence[str] = ("sv", "en")) -> None:
        self.workers, self.talkers = workers, talkers
        self._reasons = {lang: _why_not(lang) for lang in languages}
        self._heard_here = [lang for lang, reason in self._reasons.items() if not reason]
        self._seats = Seats(talkers)
        self._hands = [_Hand() for _ in range(workers if self._heard_here else 0)]
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._watch = threading.Thread(target=self._watched, name="pool", daemon=True)

    def start(self) -> None:
        """Load the models; returns when all processes listen. Raises what hinders them."""
        for warm in [hand.submit(partial(hand.warm, self._heard_here)) for hand in self._hands]:
            warm.result()
        self._watch.start()

    def close(self) -> None:
        """End the processes. May be called twice."""
        self._closed.set()
        for hand in self._hands:
            hand.close()

    def __enter__(self) -> Pool:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- who may speak ---------------------------------------------------------------------------------

    def why_not(self, lang: str) -> str:
        """Why nothing is heard in this language; empty if something is."""
        return self._reasons.get(lang, f"speech in {lang!r} is not listened to here")

    def admit(self, address: str = HERE) -> bool:
        """Take a seat, if one is free; :meth:`dismiss` gives it back."""
        return self._seats.take(address)

    def dismiss(self, address: str = HERE) -> None:
        self._seats.give_back(address)

    def turn(self, lang: str, lost: Callable[[Turn], None]) -> Turn:
        """Somebody begins to speak: the process with the fewest turns listens."""
        self._look()
        return Turn(self._hands, lang, lost)

    @property
    def pids(self) -> list[int]:
        """The processes that live."""
        return [pid for hand in self._hands for pid in hand.pids]

    # --- who died --------------------------------------------------------------------------------------

    def _watched(self) -> None:
        while not self._closed.wait(_WATCH_S):
            self._look()

    def _look(self) -> None:
        """Replace what has died, and tell whose turns are lost."""
        with self._lock:
            for hand in self._hands:
                if not hand.has_died():
                    continue
                lost, hand.turns = hand.turns, set()
                hand.submit(partial(hand.warm, self._heard_here))
                for turn in lost:
                    turn.lost(turn)


class _Hand:
    """One thread that asks one process for each model."""

    def __init__(self) -> None:
        self.turns: set[Turn] = set()
        self.jobs = 0
        self._engines: dict[str, tuple[Worker, VoskEngine]] = {}
        self._hearings: dict[str, Hearing] = {}
        self._known: list[int] = []  # the processes that lived when it was last looked
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hearing")

    def submit(self, job: Callable[[], T]) -> Future[T]:
        with self._lock:
            self.jobs += 1
        try:
            made = self._thread.submit(job)
        except RuntimeError:  # the pool is closed
            made = Future()
            made.set_exception(EngineFailed("the recognisers have been closed"))
        made.add_done_callback(self._done)
        return made

    def _done(self, _: object) -> None:
        with self._lock:
            self.jobs -= 1

    def warm(self, languages: Sequence[str]) -> None:
        """Load what these languages take. In its thread only."""
        for lang in languages:
            self.hearing(lang).warm()

    def hearing(self, lang: str) -> Hearing:
        """In its thread only."""
        if lang not in self._hearings:
            model = best(lang)
            if model.name not in self._engines:
                worker = Worker(command(WORKER))
                self._engines[model.name] = worker, VoskEngine(model, worker)
            self._hearings[lang] = Hearing(self._engines[model.name][1], lang)
        return self._hearings[lang]

    @property
    def pids(self) -> list[int]:
        return [pid for worker, _ in list(self._engines.values()) if (pid := worker.pid) is not None]

    def has_died(self) -> bool:
        """Is a process gone that was there?"""
        before, self._known = self._known, self.pids
        return any(pid not in self._known for pid in before)

    def close(self) -> None:
        self._thread.shutdown(wait=True, cancel_futures=True)
        for _, engine in self._engines.values():
            engine.close()


def _why_not(lang: str) -> str:
    """Why a language cannot be heard on this computer."""
    if util.find_spec("vosk") is None or util.find_spec("soxr") is None:
        return "no recogniser is installed; pip install 'callparser[voice]'"
    try:
        model = best(lang)
    except CallparserError as err:
        return str(err)
    return "" if model.engine == "vosk" else f"no model for vosk hears {lang!r}"
