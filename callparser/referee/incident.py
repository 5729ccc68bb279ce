"""An incident: the facts a director has, as JSON and as a value. ``docs/incident.md`` describes each.

::

    {"law": "67", "play": {"trump": "S", "deal": {...}, "tricks": [...]},
     "defect": {"role": "defender", "played": "too_few", "trick": 4}}

A fact that is absent or ``null`` is unknown, and is asked about if the law needs it. Unknown names are
errors: a fact that nobody reads would be a ruling on other facts than those stated.
"""

from __future__ import annotations

from types import MappingProxyType

from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.referee.facts import BY_NAME, FACTS
from callparser.referee.kinds import FactValue, read_fact, written_fact
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from callparser.jsonline import Row

LAWS: Final = ("13", "67", "68", "69", "70", "71", "revoke", "call")


class Incident(Value):
    """The facts by name (``"defect.trick"``). ``law`` is the one that somebody asked about, or ``""``."""

    facts: Mapping[str, FactValue] = MappingProxyType({})
    law: str = ""

    def __hash__(self) -> int:
        return hash((self.law, frozenset(self.facts)))

    def given(self, name: str, value: FactValue | None) -> Incident:
        """A copy in which one fact is known, or with ``None`` unknown again."""
        facts = {key: known for key, known in self.facts.items() if key != name}
        return Incident(MappingProxyType(facts if value is None else facts | {name: value}), self.law)


# --- in ------------------------------------------------------------------------------------------------


def read_incident(row: Row) -> Incident:
    """A decoded object -> the incident. Raises :class:`InputError` naming the fact."""
    if not isinstance(row, dict):
        raise InputError(f"the incident is {type_name(row)}; expected an object of groups of facts")
    facts: dict[str, FactValue] = {}
    for group, members in row.items():
        if group == "law":
            continue
        if group not in _GROUPS:
            raise InputError(f"the incident has no group {str(group)[:30]!r}; it has {', '.join(_GROUPS)}")
        if members is None:
            continue
        if not isinstance(members, dict):
            raise InputError(f"{group} is {type_name(members)}; expected an object of facts")
        for key, value in members.items():
            name = f"{group}.{key}"
            if name not in BY_NAME:
                raise InputError(f"there is no fact {name[:40]!r}; {group} has {', '.join(_GROUPS[group])}")
            if value is not None:
                facts[name] = read_fact(BY_NAME[name], value)
    return Incident(MappingProxyType(facts), read_law(row.get("law")))


def read_law(value: object) -> str:
    """``67``, ``"67"`` or absent. Raises :class:`InputError`."""
    if value is None or value == "":
        return ""
    text = str(value)
    if isinstance(value, bool) or text not in LAWS:
        raise InputError(f"law is {text[:20]!r}; expected one of {', '.join(LAWS)}, or none")
    return text


# --- out -----------------------------------------------------------------------------------------------


def incident_row(incident: Incident) -> Row:
    """Back to JSON: what :func:`read_incident` reads as the same incident."""
    row: Row = {"law": incident.law} if incident.law else {}
    for fact in FACTS:
        if fact.name in incident.facts:
            group, key = fact.name.split(".")
            row.setdefault(group, {})[key] = written_fact(fact, incident.facts[fact.name])
    return row


_GROUPS: Final = {
    group: [fact.name.split(".")[1] for fact in FACTS if fact.name.startswith(f"{group}.")]
    for group in dict.fromkeys(fact.name.split(".")[0] for fact in FACTS)
}
