"""The branches and the referee's parameters as people write them, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Final

from callparser.errors import EditionError
from callparser.law.branch import BRANCH_OUTCOMES, LEAVES, REFEREE_PARAMETERS
from callparser.law.edition import EDITIONS, LANGUAGES
from callparser.yamlfile import Node, YamlFile

_YEARS: Final = {edition[-4:]: edition for edition in EDITIONS}


def read_branches(paths: Sequence[str | PathLike[str]]) -> dict[str, Any]:
    """The branches of these files. Raises :class:`EditionError` with file and line."""
    found: dict[str, Any] = {}
    for path in paths:
        file = YamlFile(path, EditionError)
        for name, node, where in file.items(file.root()):
            if name in found:
                raise file.error(f"the branch {name} stands in two files", where)
            found[name] = _branch(file, name, node)
    return found


def _branch(file: YamlFile, name: str, node: Node) -> dict[str, Any]:
    rows = file.mapping(node, f"branch {name}", ("cite", "outcome", "by", *LANGUAGES))
    return {
        "cites": _cites(file, rows["cite"]),
        "outcome": _one_of(file, rows["outcome"], "outcome", BRANCH_OUTCOMES),
        "by": _one_of(file, rows["by"], "by", ("rule", "director")),
        "text": {lang: file.text(rows[lang], lang) for lang in LANGUAGES},
    }


def _cites(file: YamlFile, node: Node) -> dict[str, str]:
    """One citation for every edition, or a mapping from years."""
    if hasattr(node, "value") and isinstance(node.value, str):
        return dict.fromkeys(EDITIONS, file.text(node, "cite"))
    found = {}
    for year, text, where in file.items(node):
        if year not in _YEARS:
            raise file.error(f"cite has the year {year!r}; expected {', '.join(_YEARS)}", where)
        found[_YEARS[year]] = file.text(text, "cite")
    return found


def _one_of(file: YamlFile, node: Node, what: str, allowed: Sequence[str]) -> str:
    text = file.text(node, what)
    if text not in allowed:
        raise file.error(f"{what} is {text!r}; expected one of {', '.join(allowed)}", node)
    return text


def read_rules(path: str | PathLike[str], editions: Sequence[str]) -> dict[str, Any]:
    """The referee's parameters by edition. Raises :class:`EditionError` with file and line."""
    file = YamlFile(path, EditionError)
    rows = file.mapping(file.root(), "the referee", tuple(editions))
    return {name: _rules(file, node) for name, node in rows.items()}


def _rules(file: YamlFile, node: Node) -> dict[str, Any]:
    rows = file.mapping(node, "an edition", ("link", "page_language", "unverified", "params", "leaves"))
    params = file.mapping(rows["params"], "params", tuple(REFEREE_PARAMETERS))
    leaves = {name: (value, where) for name, value, where in file.items(rows["leaves"])}
    for name, (_, where) in leaves.items():
        if name not in LEAVES:
            raise file.error(f"leaves has {name!r}; expected one of {', '.join(LEAVES)}", where)
    return {
        "link": file.text(rows["link"], "link"),
        "page_language": file.text(rows["page_language"], "page_language"),
        "unverified": [text for text, _ in file.strings(rows["unverified"])],
        "params": {
            name: _one_of(file, value, name, REFEREE_PARAMETERS[name]) for name, value in params.items()
        },
        "leaves": {name: file.text(value, name) for name, (value, _) in leaves.items()},
    }
