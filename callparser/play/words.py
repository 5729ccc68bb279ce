"""What the table says and which questions it knows: ``grammars/<lang>/play.yaml``."""

from __future__ import annotations

from functools import cache

from callparser.errors import GrammarError
from callparser.value import Value
from callparser.wordfile import load_words, read_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Final

#: The table speaks the languages that are heard.
PLAY_LANGUAGES: Final = ("sv", "en")
GROUPS: Final = ("texts", "asks", "counts", "bids", "seat", "lessons")


class Count(int):
    """A number in a sentence: ``{left:trick|tricks}`` is ``1 trick`` or ``3 tricks``."""

    def __format__(self, forms: str) -> str:
        one, several, *_ = [*forms.split("|"), ""]
        word = (several if self != 1 else one) if "|" in forms else forms
        return f"{int(self)} {word}".rstrip()


class PlayWords(Value):
    """All of a language. ``asks``, ``counts`` and ``bids`` are lists of phrases, separated by ``|``."""

    language: str
    texts: Mapping[str, str]
    asks: Mapping[str, str]
    counts: Mapping[str, str]
    bids: Mapping[str, str]
    seat: Mapping[str, str]
    lessons: Mapping[str, str]


def filled(text: str, facts: Mapping[str, object]) -> str:
    """The sentence with its facts; its numbers may have two forms, as :class:`Count` has them."""
    return text.format(**{key: Count(one) if isinstance(one, int) else one for key, one in facts.items()})


@cache
def play_words(lang: str) -> PlayWords:
    """The words of a language. Raises :class:`InputError` for another than Swedish and English."""
    table = load_words("play", lang, PLAY_LANGUAGES, "table", read_words, __file__)
    return PlayWords(lang, **table)


def read_words(path: str | os.PathLike[str]) -> dict[str, dict[str, str]]:
    """The checked contents of one file. Raises :class:`GrammarError` with file and line."""
    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    return read_groups(file, file.mapping(file.root(), "the words of play", ("language", *GROUPS)), GROUPS)
