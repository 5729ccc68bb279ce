"""The words of one part of the program in one language, ``grammars/<lang>/<name>.yaml``: one way to load them
all."""

from __future__ import annotations

import os

from callparser.errors import InputError
from callparser.files import data_dir
from callparser.store import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from callparser.yamlfile import Node, YamlFile


def load_words(
    name: str, lang: str, languages: Sequence[str], who: str, read: Callable[[str], Any], code: str
) -> Any:
    """What ``read`` makes of the file, from the cache if neither it nor ``code``, the module of ``read``, has
    changed.

    Raises :class:`InputError` for another language than ``languages``: ``who`` does not speak it.
    """
    if lang not in languages:
        known = ", ".join(languages)
        raise InputError(f"the {who} does not speak {str(lang)[:20]!r}; its languages are {known}")
    path = os.path.join(data_dir("grammars"), lang, f"{name}.yaml")
    return compiled(f"{name}-{lang}", [path, code, __file__], lambda: read(path))


def read_groups(file: YamlFile, rows: Mapping[str, Node], groups: Sequence[str]) -> dict[str, dict[str, str]]:
    """Sentences by group and name. Raises the error of the file, with its line."""
    if "language" in rows:
        file.text(rows["language"], "language")
    return {
        group: {name: file.text(text, name) for name, text, _ in file.items(rows[group])} for group in groups
    }
