"""The dictionary of known phrases: every sampled sentence that has exactly one reading.

It is made with the matcher, not beside it, so a phrase means the same by either way. It is a word graph:
phrases that end alike share their ends. On disk it is cut up by first word: a process that hears one call
loads only the phrases that begin like it.
"""

from __future__ import annotations

import marshal
import os
import zlib

from callparser.files import PACKAGE
from callparser.grammar.tables import made_from, table
from callparser.intentform import intent_in
from callparser.store import compiled, interned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from callparser.designation import Intent

_CODE = ("match.py", "compose.py", "phrases.py")


class Phrases:
    """Phrase -> intent. ``shards`` hold, for each first word, a packed word graph whose nodes are
    ``{next word: node, "": intent number}``."""

    def __init__(self, shards: dict[str, bytes], intents: list[bytes]) -> None:
        self._shards: dict[str, Any] = shards
        self._intents: list[Any] = intents

    def get(self, phrase: str) -> Intent | None:
        """What a normalised phrase means, or ``None`` if it is not in the dictionary."""
        first, *rest = phrase.split(" ")
        node: dict[str, Any] | None = self._shard(first)
        for word in rest:
            node = node.get(word) if node else None
        if not node:
            return None
        number = node.get("")
        return None if number is None else self._intent(number)

    def _shard(self, first: str) -> dict[str, Any]:
        shard = self._shards.get(first, _NOTHING)
        if type(shard) is bytes:
            shard = self._shards[first] = marshal.loads(zlib.decompress(shard))
        found: dict[str, Any] = shard
        return found

    def _intent(self, number: int) -> Intent:
        intent = self._intents[number]
        if type(intent) is bytes:
            intent = self._intents[number] = intent_in(marshal.loads(intent))
        found: Intent = intent
        return found

    def __iter__(self) -> Iterator[str]:
        for first in self._shards:
            yield from _walked(first, self._shard(first))

    def __len__(self) -> int:
        return sum(1 for _ in self)


_NOTHING: dict[str, Any] = {}


def _walked(said: str, node: dict[str, Any]) -> Iterator[str]:
    for word, child in node.items():
        if word:
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
    for text, _ in sentences(load(lang)):
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
            node[""] = numbers.setdefault(found[0], len(numbers))
    packed = {
        first: zlib.compress(marshal.dumps(interned(Shared()(graph)))) for first, graph in shards.items()
    }
    return packed, [marshal.dumps(intent_out(intent)) for intent in numbers]
