"""Who hears for those who speak: what a pool of recognisers offers, wherever its processes run."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol

from callparser.service.seats import HERE
from callparser.voice.engine import Heard


class Turn(Protocol):
    """What one client says, from its beginning to its end."""

    @property
    def idle(self) -> bool:
        """Would nobody wait for what is heard now, in case it is the end?"""

    def hear(self, samples: array[int]) -> Future[Heard]:
        """What was said, at 16 kHz, once it is recognised. The future raises ``EngineFailed``."""

    def end(self) -> None:
        """May be called twice."""


class Listeners(Protocol):
    """For as many as have a seat. Any thread may call."""

    def why_not(self, lang: str) -> str:
        """Why nothing is heard in this language; empty if something is."""

    def admit(self, address: str = HERE) -> bool:
        """Take a seat, if one is free; :meth:`dismiss` gives it back."""

    def dismiss(self, address: str = HERE) -> None: ...

    def turn(self, lang: str, lost: Callable[[Any], None]) -> Turn:
        """Somebody begins to speak. ``lost`` is called with the turn when who listens has died."""
