"""Editions of the Laws: clause by clause a title, our own paraphrase, a link and the parameters.

What differs between editions is data in ``editions/*.yaml``; no code asks for a year. The words of
the Laws are under copyright: these files hold only clause ids, paraphrases of ours, and links.
"""

from __future__ import annotations

import os
from types import MappingProxyType

from callparser.errors import EditionError
from callparser.files import PACKAGE
from callparser.store import compiled
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

#: Every edition that ships, oldest first.
EDITIONS: Final = ("sbf-1997", "wbf-2007", "wbf-2017")
NEWEST: Final = EDITIONS[-1]
LANGUAGES: Final = ("sv", "en")

#: Every parameter an edition must state: where it stands and which values it may have.
PARAMETERS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "46B1": {"sub_letters": ("true", "false")},
    "46B1a": {"in_fourth_hand": ("highest", "lowest_winner"), "when_void": ("settled", "disputed")},
    "46B1b": {"standard": ("known", "sufficient")},
    "46B1c": {"when_void": ("settled", "disputed")},
    "46B3a": {"suit": ("with_which", "in_which")},
    "45C4b": {"window": ("without_pause", "until_partner_plays", "until_declarer_next_plays")},
}


class Clause(Value):
    """One clause as one edition has it. ``title`` and ``text`` by language; ``text`` is our paraphrase."""

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    url: str
    params: Mapping[str, str]


class Rules(Value):
    """The parameters of one edition, as the clause functions read them."""

    high: str
    win: str
    low: str
    high_takes_cheapest_in_fourth_hand: bool
    win_is_sufficient: bool
    high_when_void: str
    low_when_void: str
    lead_suit_in_which: bool
    change_window: str


class Edition(Value):
    """One edition. ``in_force`` is an ISO date."""

    id: str
    title: Mapping[str, str]
    in_force: str
    url: str
    clauses: Mapping[str, Clause]
    rules: Rules


_loaded: dict[str, Edition] = {}


def load_edition(name: str = NEWEST) -> Edition:
    """``"2017"`` or ``"wbf-2017"`` -> the edition. Raises :class:`EditionError` when there is none such."""
    found = _loaded.get(name)
    if found is None:
        found = _loaded[name] = _edition(_table(_id_of(name)))
    return found


def newest(names: Iterable[str]) -> str:
    """The id of the newest of several editions. Raises :class:`EditionError`."""
    ids = [_id_of(name) for name in names]
    if not ids:
        raise EditionError(f"no edition is named; expected at least one of {', '.join(EDITIONS)}")
    return max(ids, key=EDITIONS.index)


def _id_of(name: str) -> str:
    for known in EDITIONS:
        if name in (known, known[-4:]):
            return known
    raise EditionError(f"there is no edition {str(name)[:20]!r}; the editions are {', '.join(EDITIONS)}")


def _table(edition: str) -> Any:
    path = os.path.join(PACKAGE, "law", "editions", f"{edition}.yaml")
    code = [os.path.join(PACKAGE, "law", name) for name in ("edition.py", "read.py")]

    def build() -> Any:
        from callparser.law.read import read_edition

        return read_edition(path)

    return compiled(f"edition-{edition}", [path, *code], build)


def _edition(table: Any) -> Edition:
    clauses = {
        key: Clause(key, row["title"], row["text"], row["url"], MappingProxyType(row["params"]))
        for key, row in table["clauses"].items()
    }
    rules = _rules({key: clause.params for key, clause in clauses.items()})
    return Edition(
        table["id"], table["title"], table["in_force"], table["url"], MappingProxyType(clauses), rules
    )


def _rules(params: Mapping[str, Mapping[str, str]]) -> Rules:
    lettered = params["46B1"]["sub_letters"] == "true"
    return Rules(
        high="46B1a" if lettered else "46B1",
        win="46B1b" if lettered else "46B1",
        low="46B1c" if lettered else "46B1",
        high_takes_cheapest_in_fourth_hand=params["46B1a"]["in_fourth_hand"] == "lowest_winner",
        win_is_sufficient=params["46B1b"]["standard"] == "sufficient",
        high_when_void=params["46B1a"]["when_void"],
        low_when_void=params["46B1c"]["when_void"],
        lead_suit_in_which=params["46B3a"]["suit"] == "in_which",
        change_window=params["45C4b"]["window"],
    )
