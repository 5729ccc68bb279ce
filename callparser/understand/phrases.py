"""The dictionary of known phrases: every sampled sentence that has exactly one reading.

It is made with the matcher, not beside it, so a phrase means the same by either way. It is a word graph:
phrases that end alike share their ends. On disk it is cut up by first word: a process that hears one call
loads only the phrases that begin like it.
"""

from __future__ import annotations

import marshal
import os
import zlib
from itertools import chain

from callparser.files import PACKAGE
from callparser.grammar.tables import made_from, table
from callparser.intentform import intent_in
from callparser.store import compiled, interned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from callparser.designation import Intent

#: The edge from the end of a phrase to its meaning; no word is a space.
END = " "
#: Intents are packed by so many.
SHELF = 32
_CODE = ("match.py", "compose.py", "hidden.py", "phrases.py")


class _Graphs(dict[str, "Any"]):
    """First word -> what follows it, unpacked at the first time; ``KeyError`` for what begins no phrase."""

    def __init__(self, packed: dict[str, bytes]) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, first: str) -> Any:
        self[first] = found = marshal.loads(zlib.decompress(self._packed[first]))
        return found


class _Meanings(dict[int, "Intent"]):
    """Number -> intent; a shelf of them is unpacked when the first is asked for."""

    def __init__(self, packed: list[bytes]) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, number: int) -> Intent:
        shelf = number // SHELF
        rows = marshal.loads(self._packed[shelf])
        self.update(enumerate(map(intent_in, rows), shelf * SHELF))
        return self[number]


class Phrases:
    """Phrase -> intent. ``shards`` hold, for each first word, a packed word graph whose nodes are
    ``{next word: node, END: intent number}``; ``intents`` are packed by :data:`SHELF`."""

    def __init__(self, shards: dict[str, bytes], intents: list[bytes]) -> None:
        self._firsts = shards.keys()
        self._shards = _Graphs(shards)
        #: The meaning with each number.
        self.meanings = _Meanings(intents)

    def get(self, phrase: str) -> Intent | None:
        """What a normalised phrase means, or ``None`` if it is not in the dictionary."""
        node: Any = self._shards
        try:
            for word in phrase.split(" "):
                node = node[word]
            return self.meanings[node[END]]
        except KeyError:
            return None

    def __contains__(self, first: str) -> bool:
        """Does a phrase begin with that word?"""
        return first in self._firsts

    def __getitem__(self, first: str) -> dict[str, Any]:
        """What follows the first word of a phrase."""
        node: dict[str, Any] = self._shards[first]
        return node

    def __iter__(self) -> Iterator[str]:
        for first in self._firsts:
            yield from _walked(first, self._shards[first])

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _walked(said: str, node: dict[str, Any]) -> Iterator[str]:
    for word, child in node.items():
        if word != END:
            yield from _walked(f"{said} {word}", child)
        else:
            yield said


def phrases(lang: str) -> Phrases:
    """The dictionary of a language, from the cache if nothing changed."""
    own = [os.path.join(PACKAGE, "understand", name) for name in _CODE]
    shards, intents = compiled(f"phrases-{lang}", [*made_from(lang), *own], lambda: _build(lang))
    return Phrases(shards, intents)


def _build(lang: str) -> tuple[dict[str, bytes], list[bytes]]:
    from callparser.designation import RankOnly
    from callparser.grammar.compile import Shared
    from callparser.grammar.load import load
    from callparser.grammar.sample import sentences
    from callparser.intentform import intent_out
    from callparser.understand.compose import simple
    from callparser.understand.match import Matcher

    matcher = Matcher(table(lang))
    numbers: dict[Intent, int] = {}
    shards: dict[str, dict[str, Any]] = {}
    seen = set()
    grammar = load(lang)
    for text, _ in chain(sentences(grammar), sentences(grammar, letters=False)):
        if text in seen:
            continue
        seen.add(text)
        found = simple(matcher, matcher.split(text.split()))
        if len(found) == 1 and not (
            isinstance(found[0], RankOnly) and matcher.mentions("doubt", text.split())
        ):
            first, *rest = text.split()
            node = shards.setdefault(first, {})
            for word in rest:
                node = node.setdefault(word, {})
            node[END] = numbers.setdefault(found[0], len(numbers))
    packed = {
        first: zlib.compress(marshal.dumps(interned(Shared(END)(graph)))) for first, graph in shards.items()
    }
    rows = [intent_out(intent) for intent in numbers]
    return packed, [marshal.dumps(rows[at : at + SHELF]) for at in range(0, len(rows), SHELF)]
