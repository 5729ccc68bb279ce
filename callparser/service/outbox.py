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

    def put(self, event: Event, free_s: float) -> None:
        """To go out at that time, or after what was put before."""
        last_s = self.held[-1][0] if self.held else free_s
        self.held.append((max(last_s, free_s), event))

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
