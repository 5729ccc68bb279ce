"""The dictionary of known phrases: every sampled sentence that has exactly one reading.

It is made with the matcher, not beside it, so a phrase means the same by either way. On disk it is
cut up by first word: a process that hears one call loads only the phrases that begin like it.
"""

from __future__ import annotations

import marshal
import os

from callparser.files import PACKAGE
from callparser.grammar.tables import made_from, table
from callparser.intentform import intent_in
from callparser.store import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from callparser.designation import Intent

_CODE = ("match.py", "compose.py", "phrases.py")


class Phrases:
    """Phrase -> intent. ``shards`` hold, for each first word, a marshalled ``{phrase: intent number}``."""

    def __init__(self, shards: dict[str, bytes], intents: list[bytes]) -> None:
        self._shards: dict[str, Any] = shards
        self._intents: list[Any] = intents

    def get(self, phrase: str) -> Intent | None:
        """What a normalised phrase means, or ``None`` if it is not in the dictionary."""
        first = phrase.partition(" ")[0]
        shard = self._shards.get(first)
        if shard is None:
            return None
        if type(shard) is bytes:
            shard = self._shards[first] = marshal.loads(shard)
        number = shard.get(phrase)
        return None if number is None else self._intent(number)

    def _intent(self, number: int) -> Intent:
        intent = self._intents[number]
        if type(intent) is bytes:
            intent = self._intents[number] = intent_in(marshal.loads(intent))
        found: Intent = intent
        return found

    def __iter__(self) -> Iterator[str]:
        for first in self._shards:
            self.get(first)
            yield from self._shards[first]

    def __len__(self) -> int:
        return sum(1 for _ in self)


def phrases(lang: str) -> Phrases:
    """The dictionary of a language, from the cache if nothing changed."""
    own = [os.path.join(PACKAGE, "understand", name) for name in _CODE]
    shards, intents = compiled(f"phrases-{lang}", [*made_from(lang), *own], lambda: _build(lang))
    return Phrases(shards, intents)


def _build(lang: str) -> tuple[dict[str, bytes], list[bytes]]:
    from callparser.grammar.load import load
    from callparser.grammar.sample import sentences
    from callparser.intentform import intent_out
    from callparser.understand.compose import simple
    from callparser.understand.match import Matcher

    matcher = Matcher(table(lang))
    numbers: dict[Intent, int] = {}
    shards: dict[str, dict[str, int]] = {}
    for text, _ in sentences(load(lang)):
        shard = shards.setdefault(text.partition(" ")[0], {})
        if text not in shard:
            found = simple(matcher, matcher.split(text.split()))
            if len(found) == 1:
                shard[text] = numbers.setdefault(found[0], len(numbers))
    packed = {first: marshal.dumps(shard) for first, shard in shards.items()}
    return packed, [marshal.dumps(intent_out(intent)) for intent in numbers]
