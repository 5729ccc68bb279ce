"""When something was said."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


@dataclass(frozen=True, slots=True)
class Spoken:
    """``start_s``, ``end_s`` and ``latency_s`` are for the client; on our clock speech ended at
    ``ended_at_s``, and at ``settled_at_s`` it is certain that it does not go on."""

    ended_at_s: float
    settled_at_s: float
    start_s: float = 0.0
    end_s: float = 0.0
    latency_s: float = 0.0
    continues: bool = False

    @property
    def began_at_s(self) -> float:
        """On our clock."""
        return self.ended_at_s - (self.end_s - self.start_s)

    def row(self) -> Row:
        return {name: round(getattr(self, name), 3) for name in ("start_s", "end_s", "latency_s")}
