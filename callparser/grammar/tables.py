"""The compiled tables of a language, without importing what compiles them unless it must."""

from __future__ import annotations

import os
from functools import cache

from callparser.errors import GrammarError
from callparser.files import PACKAGE, data_dir
from callparser.store import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_SOURCES: Final = ("words.yaml", "calls.yaml", "common.txt", "said.txt")  # the last two need not be there
_CODE: Final = (
    "compile.py",
    "spelling.py",
    "load.py",
    "model.py",
    "normalise.py",
    "sample.py",
    "template.py",
)


def languages() -> list[str]:
    """The languages that have a grammar, in alphabetical order."""
    root = data_dir("grammars")
    return sorted(name for name in os.listdir(root) if os.path.isfile(os.path.join(root, name, "calls.yaml")))


def sources(lang: str) -> list[str]:
    """The files a grammar is read from. Raises :class:`GrammarError` for an unknown language."""
    folder = os.path.join(data_dir("grammars"), lang)
    if not lang.isalpha() or not os.path.isfile(os.path.join(folder, "calls.yaml")):
        raise GrammarError(f"there is no grammar for {lang[:20]!r}; there are {', '.join(languages())}")
    paths = [os.path.join(folder, name) for name in _SOURCES]
    return [path for path in paths if path == paths[0] or os.path.exists(path)]


def made_from(lang: str) -> list[str]:
    """What a table is made from: the grammar's files and the code that reads them."""
    return [*sources(lang), *(os.path.join(PACKAGE, "grammar", name) for name in _CODE)]


@cache
def table(lang: str) -> dict[str, Any]:
    """The table of a language (see :mod:`callparser.grammar.compile`), read once; from the cache on disk if
    nothing changed."""

    def build() -> dict[str, Any]:
        from callparser.grammar.compile import compile_grammar
        from callparser.grammar.load import load

        return compile_grammar(load(lang))

    found: dict[str, Any] = compiled(f"grammar-{lang}", made_from(lang), build)
    return found
