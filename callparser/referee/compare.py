"""The same incident under several editions, side by side, and why they differ."""

from __future__ import annotations

from callparser.referee.case import Ruling
from callparser.referee.incident import Incident
from callparser.referee.rule import rule
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

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
