"""The short way of an utterance: one normalisation, one look-up. What is not known goes the long way."""

from __future__ import annotations

from functools import cache

from callparser.designation import Designation, Understood
from callparser.errors import InputError
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.languages import ALPHABETS, LANGUAGES
from callparser.understand.phrases import phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.understand.reader import Reader

#: How many recent answers a parser keeps.
MEMORY: Final = 8192

#: What says something beside the words: such a text goes the long way.
_FORM: Final = frozenset("?(.,;:!…-–—")


def parse(text: str, lang: str = "sv", *, alphabet: str | None = None, fallback: bool = True) -> Understood:
    """What was said. ``lang``: ``sv``, ``en``, ``no``, ``da`` or ``auto`` (every language; they must agree).

    ``alphabet`` (``sv``: E K D Kn and S H R K; ``en``: A K Q J and S H D C) decides letters that two
    alphabets read differently. ``fallback``: what the grammar does not know may go to the statistical
    fallback, if it is installed; what it proposes is marked ``guessed``. Any text gives an answer; an unknown
    ``lang`` or ``alphabet`` raises :class:`InputError`.
    """
    if not isinstance(text, str):
        raise InputError(f"the words are a {type(text).__name__}; expected a text")
    if lang != "auto" and lang not in LANGUAGES:
        raise InputError(f"lang is {str(lang)[:20]!r}; expected one of {', '.join(LANGUAGES)}, auto")
    if alphabet is not None and alphabet not in ALPHABETS:
        raise InputError(f"alphabet is {str(alphabet)[:20]!r}; expected one of {', '.join(ALPHABETS)}")
    if lang == "auto":
        from callparser.understand.auto import understand

        return understand(text, lambda words, one, guess: parser(one)(words, alphabet, guess), fallback)
    return parser(lang)(text, alphabet, fallback)


@cache
def parser(lang: str) -> Parser:
    """The parser of one language, loaded once. Raises :class:`InputError` for an unknown language."""
    return Parser(lang)


class Parser:
    """One language, ready to understand. Call it with a text; it never raises for any text."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._phrases = phrases(lang)
        self._memory: dict[tuple[str, bool], Understood] = {}
        self._reader: Reader | None = None

    def __call__(self, text: str, alphabet: str | None = None, fallback: bool = True) -> Understood:
        if alphabet is None:
            known = self._memory.get((text, fallback))
            if known is not None:
                return known
        answer = self._phrase(text) or self._read(text, alphabet, fallback)
        return self._remember(text, answer, alphabet, fallback)

    def forget(self) -> None:
        """Drop the answers kept so far."""
        self._memory.clear()

    def _remember(self, text: str, answer: Understood, alphabet: str | None, fallback: bool) -> Understood:
        if alphabet is None and len(text) <= MAX_CHARS:
            if len(self._memory) >= MEMORY:
                self._memory.clear()
            self._memory[text, fallback] = answer
        return answer

    def _phrase(self, text: str) -> Designation | None:
        """A sampled sentence of the call language, word for word."""
        if len(text) > MAX_CHARS or not _FORM.isdisjoint(text):
            return None
        said = key(text)
        intent = self._phrases.get(said)
        return Designation(intent, said) if intent is not None else None

    def _read(self, text: str, alphabet: str | None, fallback: bool) -> Understood:
        """The long way, loaded when it is first needed."""
        if self._reader is None:
            from callparser.understand.reader import Reader

            self._reader = Reader(self.lang)
        answer = self._reader(text, alphabet)
        return self._reader.guessed(text, answer) if fallback else answer
