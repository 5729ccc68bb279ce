"""The word list of a vosk client. It says what may be reported, never what is listened for.

A recogniser with a list hears one of its phrases in anything: with dummy's cards alone in it, a call for a
card that is not there (46B4) would come out as one that is. So all of the call language is listened for, and
a call with a word that is not in the list is reported as unknown speech, not as the nearest one that is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.voice.engine import UNKNOWN

MAX_PHRASES: Final = 2_000
MAX_CHARS: Final = 100


@dataclass(frozen=True, slots=True)
class Phrases:
    """``words`` may be reported. ``unknown``: is other speech reported as ``[unk]``, or not at all?"""

    words: frozenset[str]
    unknown: bool = False

    def narrowed(self, text: str) -> str:
        """The same text, or what stands for one that has other words in it."""
        if self.words.issuperset(text.split()):
            return text
        return UNKNOWN if self.unknown else ""


def phrases(value: Any, known: Collection[str]) -> Phrases:
    """A ``phrase_list`` as it came -> what it allows. ``known`` are the words of the call language.

    Raises :class:`InputError` for what is no list of phrases, and for a list that would silence everything.
    """
    if not isinstance(value, list):
        raise InputError(f"phrase_list is {type_name(value)}; expected a list of texts")
    if not 0 < len(value) <= MAX_PHRASES:
        raise InputError(
            f"phrase_list has {len(value)} phrases; expected 1 to {MAX_PHRASES}, or no list: all calls"
        )
    words = frozenset(word for phrase in value for word in _words(phrase))
    if words.isdisjoint(known):
        raise InputError(
            "phrase_list has no word that is ever heard here; expected words of calls, or no list: all calls"
        )
    return Phrases(words - {UNKNOWN}, UNKNOWN in words)


def _words(phrase: Any) -> list[str]:
    if not isinstance(phrase, str):
        raise InputError(f"phrase_list holds {type_name(phrase)}; expected texts")
    if not phrase.strip() or len(phrase) > MAX_CHARS or not phrase.isprintable():
        raise InputError(
            f"phrase_list holds {phrase[:20]!r}, {len(phrase)} characters; expected words, at most "
            f"{MAX_CHARS} characters"
        )
    return phrase.casefold().split()
