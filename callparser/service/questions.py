"""The questions that wait for declarer, and since when the client knows of the one that comes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from callparser.service.events import Prompt


@dataclass(frozen=True, slots=True)
class Told:
    """The question that the client was told last, without its timer, and since when it is that one."""

    prompt: Prompt
    since_s: float


class Questions:
    """``call``: about a card; ``claim``: about a claim, which comes first. Both may wait."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.call: Prompt | None = None
        self.claim: Prompt | None = None
        self.told: Told | None = None
        self._clock = clock

    @property
    def first(self) -> Prompt | None:
        """The question that is to be answered first."""
        return self.claim or self.call

    def tell(self, prompt: Prompt) -> None:
        """The client is told it. Told again it is the same question, and so it is without its timer."""
        prompt = _untimed(prompt)
        if self.told is None or self.told.prompt != prompt:
            self.told = Told(prompt, self._clock())

    def is_early(self, began_s: float) -> bool:
        """Did it begin before the client was told the question that waits?"""
        if self.first is None:
            return False
        told = self.told
        return told is None or told.prompt != _untimed(self.first) or began_s < told.since_s

    def untime(self) -> None:
        """From now on only a yes answers the one about a card."""
        if self.call is not None:
            self.call = _untimed(self.call)

    def drop(self) -> None:
        """Nothing waits any more."""
        self.call = self.claim = None


def _untimed(prompt: Prompt) -> Prompt:
    return replace(prompt, plays_in_s=None)
