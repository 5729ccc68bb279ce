"""Where the facts of an incident are from: a record of play, or the log of the service."""

from __future__ import annotations

from types import MappingProxyType

from callparser.errors import InputError
from callparser.referee.evidence import with_found
from callparser.referee.incident import Incident, incident_row, read_incident
from callparser.referee.kinds import FactValue
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from callparser.jsonline import Row

#: What the source told, in a file of saved answers.
FILLED: Final = "filled"
#: So many ids of sessions or boards, and so many damages, are told of.
MOST_TOLD: Final = 8


class Source(Value):
    """``facts`` by name; ``edition`` where the source tells one. ``warnings`` come before everything else.

    ``left_out`` are labels of what the source does not tell; ``broken``: the log is not as it was written.
    ``sheet``: event, board, date and players, by the names of ``report/sheet.py``.
    """

    name: str
    facts: Mapping[str, FactValue]
    edition: str = ""
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    broken: bool | None = None
    sheet: Mapping[str, str] = MappingProxyType({})

    def told(self) -> Row:
        """The facts as JSON, to be kept beside the answers."""
        return incident_row(Incident(self.facts))

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
        if FILLED in row:
            _check_unchanged(read_incident(row[FILLED]), read_incident(source.told()))
            return row
    incident = with_found(incident, {"incident.source": source.name, **source.facts})
    edition = {"edition": source.edition} if source.edition else {}
    return edition | row | {"incident": incident_row(incident)}


def _check_unchanged(then: Incident, now: Incident) -> None:
    """Does the source still tell what the answers were given on? Raises :class:`InputError`."""
    names = dict.fromkeys([*then.facts, *now.facts])
    changed = [name for name in names if then.facts.get(name) != now.facts.get(name)]
    if changed:
        raise InputError(
            f"{', '.join(changed)}: no longer what it was when the answers were saved; "
            "give the source as it was, or begin anew"
        )


def on_one_line(text: str) -> str:
    """On one line, and nothing in it steers a terminal."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)
