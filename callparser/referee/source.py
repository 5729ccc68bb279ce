"""Where the facts of an incident are from: a record of play, or the log of the service."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee.evidence import with_found
from callparser.referee.incident import incident_row, read_incident
from callparser.referee.kinds import FactValue
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from callparser.jsonline import Row

#: So many ids of sessions or boards, and so many damages, are told of.
MOST_TOLD: Final = 8


class Source(Value):
    """``facts`` by name; ``edition`` where the source tells one. ``warnings`` come before everything else.

    ``left_out`` are labels of what the source does not tell; ``broken``: the log is not as it was written.
    """

    name: str
    facts: Mapping[str, FactValue]
    edition: str = ""
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    broken: bool | None = None

    def row(self) -> Row:
        """What an answer in JSON says of it."""
        found: Row = {"source": self.name, "warnings": list(self.warnings)}
        return found if self.broken is None else found | {"log_whole": not self.broken}


def filled(row: Row, source: Source) -> Row:
    """What is known already, with what the source tells. Raises :class:`InputError` where the two differ."""
    incident = read_incident(row.get("incident", {}))
    if "incident.source" in incident.facts:
        if incident.facts["incident.source"] != source.name:
            raise InputError(
                f"the saved answers are about {incident.facts['incident.source']}, not about {source.name}; "
                "give the same source, or begin anew"
            )
        return row
    incident = with_found(incident, {"incident.source": source.name, **source.facts})
    edition = {"edition": source.edition} if source.edition else {}
    return edition | row | {"incident": incident_row(incident)}


def on_one_line(text: str) -> str:
    """On one line, and nothing in it steers a terminal."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
