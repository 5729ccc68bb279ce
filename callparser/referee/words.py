"""What the referee asks and says, and which words are a claim: ``grammars/<lang>/referee.yaml``."""

from __future__ import annotations

import os

from callparser.errors import GrammarError, InputError
from callparser.files import data_dir
from callparser.referee.facts import BY_NAME
from callparser.store import compiled
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

#: The referee speaks the languages of the clause texts.
REFEREE_LANGUAGES: Final = ("sv", "en")
GROUPS: Final = ("labels", "outcomes", "choices", "questions", "why", "reasons")


class RefereeWords(Value):
    """All of a language. ``statements`` are regular expressions by kind, in order."""

    language: str
    statements: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str]
    outcomes: Mapping[str, str]
    choices: Mapping[str, str]
    questions: Mapping[str, str]
    why: Mapping[str, str]
    reasons: Mapping[str, str]

    def choice(self, fact: str, word: str) -> str:
        """An answer in words: that of this fact, else the general one."""
        return self.choices.get(f"{fact}.{word}") or self.choices[word]


_loaded: dict[str, RefereeWords] = {}


def referee_words(lang: str) -> RefereeWords:
    """The words of a language. Raises :class:`InputError` for another than Swedish and English."""
    if lang not in _loaded:
        if lang not in REFEREE_LANGUAGES:
            known = ", ".join(REFEREE_LANGUAGES)
            raise InputError(f"the referee does not speak {str(lang)[:20]!r}; its languages are {known}")
        path = os.path.join(data_dir("grammars"), lang, "referee.yaml")
        table = compiled(f"referee-{lang}", [path, __file__], lambda: read_words(path))
        groups = {name: table[name] for name in GROUPS}
        _loaded[lang] = RefereeWords(lang, table["statements"], **groups)
    return _loaded[lang]


def read_words(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    import re

    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    rows = file.mapping(file.root(), "the referee's words", ("language", "statements", *GROUPS))
    table: dict[str, Any] = {"language": file.text(rows["language"], "language"), "statements": {}}
    for kind, node, _ in file.items(rows["statements"]):
        patterns = []
        for pattern, where in file.strings(node):
            try:
                re.compile(pattern)
            except re.error as err:
                raise file.error(f"{pattern!r} is no regular expression: {err}", where) from None
            patterns.append(pattern)
        table["statements"][kind] = tuple(patterns)
    for group in GROUPS:
        table[group] = {}
        for name, node, where in file.items(rows[group]):
            if group in ("questions", "why") and name not in BY_NAME:
                raise file.error(f"{group}: there is no fact {name!r}", where)
            table[group][name] = file.text(node, name)
    return table
