"""The sentences of a language as people write them (``messages.yaml``), read and checked."""

from __future__ import annotations

from os import PathLike
from typing import Any

from callparser.errors import GrammarError
from callparser.explainer.messages import GROUPS, TEXTS
from callparser.yamlfile import YamlFile


def read_messages(path: str | PathLike[str]) -> dict[str, Any]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    file = YamlFile(path, GrammarError)
    rows = file.mapping(file.root(), "messages", (*TEXTS, *GROUPS))
    table: dict[str, Any] = {name: file.text(rows[name], name) for name in TEXTS}
    for group in GROUPS:
        table[group] = {name: file.text(text, name) for name, text, _ in file.items(rows[group])}
    return table
