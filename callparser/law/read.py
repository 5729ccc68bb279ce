"""An edition as people write it (``editions/*.yaml``), read and checked."""

from __future__ import annotations

from os import PathLike
from typing import Any

from callparser.errors import EditionError
from callparser.law.edition import LANGUAGES, PARAMETERS
from callparser.yamlfile import Node, YamlFile


def read_edition(path: str | PathLike[str]) -> dict[str, Any]:
    """The checked contents of one edition file. Raises :class:`EditionError` with file and line."""
    file = YamlFile(path, EditionError)
    rows = file.mapping(file.root(), "an edition", ("id", "title", "in_force", "url", "clauses"))
    clauses = {key: _clause(file, key, row) for key, row, _ in file.items(rows["clauses"])}
    for key in PARAMETERS:
        if key not in clauses:
            raise file.error(f"the clause {key} is missing; add it with its parameters", rows["clauses"])
    table = {name: file.text(rows[name], name) for name in ("id", "in_force", "url")}
    if table["id"] != file.path.stem:
        raise file.error(f"the id is {table['id']!r}; expected the name of the file", rows["id"])
    return {**table, "title": _languages(file, rows["title"], "title"), "clauses": clauses}


def _clause(file: YamlFile, key: str, node: Node) -> dict[str, Any]:
    names = ("title", "text", "url", "params") if key in PARAMETERS else ("title", "text", "url")
    rows = file.mapping(node, f"clause {key}", names)
    return {
        "title": _languages(file, rows["title"], f"{key} title"),
        "text": _languages(file, rows["text"], f"{key} text"),
        "url": file.text(rows["url"], f"{key} url"),
        "params": _params(file, key, rows["params"]) if "params" in rows else {},
    }


def _params(file: YamlFile, key: str, node: Node) -> dict[str, str]:
    allowed = PARAMETERS[key]
    found = {}
    for name, value in file.mapping(node, f"{key} params", tuple(allowed)).items():
        found[name] = file.text(value, name)
        if found[name] not in allowed[name]:
            expected = ", ".join(allowed[name])
            raise file.error(f"{key} {name} is {found[name]!r}; expected one of {expected}", value)
    return found


def _languages(file: YamlFile, node: Node, what: str) -> dict[str, str]:
    return {lang: file.text(value, what) for lang, value in file.mapping(node, what, LANGUAGES).items()}
