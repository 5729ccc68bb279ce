"""The card that a call led to: it falls due, and once played it may be taken back for a while."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CalledCard:
    """A card that call ``n`` led to."""

    n: int
    code: str


@dataclass(frozen=True, slots=True)
class Falling:
    """A card that is played at ``due_s``, if nothing comes between. ``by``: timer, call or yes."""

    card: CalledCard
    by: str
    due_s: float

    @property
    def timed(self) -> bool:
        """Is it played because nobody says no?"""
        return self.by == "timer"
