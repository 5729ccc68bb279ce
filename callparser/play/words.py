"""What the table says and which questions it knows: ``grammars/<lang>/play.yaml``."""

from __future__ import annotations

import os

from callparser.errors import GrammarError, InputError
from callparser.files import data_dir
from callparser.store import compiled
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

#: The table speaks the languages that are heard.
PLAY_LANGUAGES: Final = ("sv", "en")
GROUPS: Final = ("texts", "asks", "bids", "seat", "lessons")


class PlayWords(Value):
    """All of a language. ``asks`` and ``bids`` are lists of phrases, separated by ``|``."""

    language: str
    texts: Mapping[str, str]
    asks: Mapping[str, str]
    bids: Mapping[str, str]
    seat: Mapping[str, str]
    lessons: Mapping[str, str]


_loaded: dict[str, PlayWords] = {}


def play_words(lang: str) -> PlayWords:
    """The words of a language. Raises :class:`InputError` for another than Swedish and English."""
    if lang not in _loaded:
        if lang not in PLAY_LANGUAGES:
            known = ", ".join(PLAY_LANGUAGES)
            raise InputError(f"the table does not speak {str(lang)[:20]!r}; its languages are {known}")
        path = os.path.join(data_dir("grammars"), lang, "play.yaml")
        table = compiled(f"play-{lang}", [path, __file__], lambda: read_words(path))
        _loaded[lang] = PlayWords(lang, **table)
    return _loaded[lang]


def read_words(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    rows = file.mapping(file.root(), "the words of play", ("language", *GROUPS))
    return {
        group: {name: file.text(text, name) for name, text, _ in file.items(rows[group])} for group in GROUPS
    }
