"""What is to be told, held until its time."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from callparser.service.events import Event, Prompt


@dataclass(slots=True)
class Outbox:
    """Events in order, each not before its time."""

    held: deque[tuple[float, Event]] = field(default_factory=deque)

    @property
    def due_s(self) -> float | None:
        """When the next may go out; ``None`` if none is held."""
        return self.held[0][0] if self.held else None

    def after(self, free_s: float) -> float:
        """When what is free to go out at ``free_s`` does: not before what was put before it."""
        return max(self.held[-1][0], free_s) if self.held else free_s

    def put(self, event: Event, free_s: float) -> None:
        """To go out at that time, or after what was put before."""
        self.held.append((self.after(free_s), event))

    def put_first(self, event: Event, now_s: float) -> None:
        """To go out now, whatever is held."""
        self.held.appendleft((now_s, event))

    @property
    def question(self) -> Prompt | None:
        """The question that is held; of several the last. One that only says "again" is none."""
        asked = (event for _, event in reversed(self.held) if isinstance(event, Prompt))
        return next((prompt for prompt in asked if prompt.code != "again"), None)

    def untime(self) -> None:
        """No question that is still held says when a card is played."""
        self.held = deque(
            (at_s, replace(event, plays_in_s=None) if isinstance(event, Prompt) else event)
            for at_s, event in self.held
        )

    def take(self, now_s: float) -> list[Event]:
        """What may go out by now."""
        taken = []
        while self.held and self.held[0][0] <= now_s:
            taken.append(self.held.popleft()[1])
        return taken
