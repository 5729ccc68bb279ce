"""What the referee asks and says, and which words are a claim: ``grammars/<lang>/referee.yaml``."""

from __future__ import annotations

from functools import cache

from callparser.errors import GrammarError
from callparser.law.branch import branches
from callparser.referee.facts import BY_NAME
from callparser.value import Value
from callparser.wordfile import load_words, read_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any, Final

    from callparser.outcome import Fact as StepFact
    from callparser.yamlfile import Node, YamlFile

#: The referee speaks the languages of the clause texts.
REFEREE_LANGUAGES: Final = ("sv", "en")
GROUPS: Final = ("labels", "outcomes", "choices", "questions", "together", "why", "reasons")


class RefereeWords(Value):
    """All of a language. ``statements`` are regular expressions by kind, in order.

    ``together``: the questions that take other words where the answer gives several facts.
    """

    language: str
    statements: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str]
    outcomes: Mapping[str, str]
    choices: Mapping[str, str]
    questions: Mapping[str, str]
    together: Mapping[str, str]
    why: Mapping[str, str]
    reasons: Mapping[str, str]

    def choice(self, fact: str, word: str) -> str:
        """An answer in words: that of this fact, else the general one."""
        return self.choices.get(f"{fact}.{word}") or self.choices[word]

    def told(self, branch: str, facts: Mapping[str, StepFact]) -> str:
        """A branch in words; of the exceptions of 64B the one that holds, and not those that do not."""
        exception = facts.get("exception")
        if branch == "64B" and isinstance(exception, str):
            return self.labels["exception"].format(what=self.choice("revoke.exception", exception))
        return branches()[branch].text[self.language]


@cache
def referee_words(lang: str) -> RefereeWords:
    """The words of a language. Raises :class:`InputError` for another than Swedish and English."""
    table = load_words("referee", lang, REFEREE_LANGUAGES, "referee", read_words, __file__)
    return RefereeWords(lang, **table)


def read_words(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    rows = file.mapping(file.root(), "the referee's words", ("language", "statements", *GROUPS))
    for group in ("questions", "together", "why"):
        for name, _, where in file.items(rows[group]):
            if name not in BY_NAME:
                raise file.error(f"{group}: there is no fact {name!r}", where)
    return {"statements": _statements(file, rows["statements"]), **read_groups(file, rows, GROUPS)}


def _statements(file: YamlFile, node: Node) -> dict[str, tuple[str, ...]]:
    """By kind, in the order of the file, the patterns that are found in words."""
    import re

    found: dict[str, tuple[str, ...]] = {}
    for kind, node_of, _ in file.items(node):
        patterns = file.strings(node_of)
        for pattern, where in patterns:
            try:
                re.compile(pattern)
            except re.error as err:
                raise file.error(f"{pattern!r} is no regular expression: {err}", where) from None
        found[kind] = tuple(pattern for pattern, _ in patterns)
    return found
