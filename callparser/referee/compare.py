"""The same incident under several editions, side by side, and why they differ."""

from __future__ import annotations

from callparser.referee.case import Ruling
from callparser.referee.incident import Incident
from callparser.referee.rule import rule, ruling_row
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from callparser.jsonline import Row

#: What is compared, by the name of the field of a ruling.
COMPARED: Final = ("branch", "outcome", "tricks_transferred", "clause", "cards", "ask")


class Difference(Value):
    """Two rulings of one incident. ``fields`` of them differ; ``reasons`` are parameters, or ``other``."""

    first: Ruling
    second: Ruling
    fields: tuple[str, ...]
    reasons: tuple[str, ...]


def compare(incident: Incident, editions: Sequence[str]) -> tuple[Difference, ...]:
    """The first edition against each of the others."""
    first, *others = (rule(incident, edition) for edition in editions)
    return tuple(_difference(first, other) for other in others)


def other_rows(incident: Incident, editions: Sequence[str], lang: str) -> list[Row]:
    """The rulings of the others on the wire, each with what differs from the first, and why."""
    return [
        ruling_row(one.second, lang) | {"differs": list(one.fields), "reasons": list(one.reasons)}
        for one in compare(incident, editions)
    ]


def _difference(first: Ruling, second: Ruling) -> Difference:
    fields = tuple(name for name in COMPARED if getattr(first, name) != getattr(second, name))
    used = dict.fromkeys([*first.params, *second.params])
    reasons = tuple(
        name for name in used
        if first.params.get(name, second.params.get(name)) != second.params.get(name, first.params.get(name))
    )  # fmt: skip
    if not fields:
        return Difference(first, second, (), ())
    return Difference(first, second, fields, reasons or ("other",))
