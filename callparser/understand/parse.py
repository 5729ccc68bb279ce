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

#: How many recent answers a parser keeps, of either kind.
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
        self._known = phrases(lang).get
        #: Recent answers, with the fallback and without it.
        self._guessed: dict[str, Understood] = {}
        self._plain: dict[str, Understood] = {}
        self._reader: Reader | None = None

    def __call__(self, text: str, alphabet: str | None = None, fallback: bool = True) -> Understood:
        if alphabet is not None:
            return self._phrase(text) or self._read(text, alphabet, fallback)
        memory = self._guessed if fallback else self._plain
        answer = memory.get(text)
        if answer is not None:
            return answer
        if len(text) > MAX_CHARS:
            return self._read(text, None, fallback)
        intent = self._known(text)
        if intent is None:
            answer = self._phrase(text) or self._read(text, None, fallback)
        else:
            answer = Designation(intent, text)
        if len(memory) >= MEMORY:
            memory.clear()
        memory[text] = answer
        return answer

    def knows(self, text: str, alphabet: str | None = None, fallback: bool = True) -> bool:
        """Is the answer at hand, without the long way?"""
        memory = self._guessed if fallback else self._plain
        return (alphabet is None and text in memory) or self._phrase(text) is not None

    def forget(self) -> None:
        """Drop the answers kept so far."""
        self._guessed.clear()
        self._plain.clear()
        if self._reader is not None:
            self._reader.forget()

    def _phrase(self, text: str) -> Designation | None:
        """A sampled sentence of the call language, word for word: as it was typed, else by its key."""
        if len(text) > MAX_CHARS:
            return None
        intent = self._known(text)
        if intent is not None:
            return Designation(intent, text)
        if not _FORM.isdisjoint(text):
            return None
        said = key(text)
        intent = self._known(said)
        return Designation(intent, said) if intent is not None else None

    def _read(self, text: str, alphabet: str | None, fallback: bool) -> Understood:
        """The long way, loaded when it is first needed."""
        if self._reader is None:
            from callparser.understand.reader import Reader

            self._reader = Reader(self.lang)
        answer = self._reader(text, alphabet)
        return self._reader.guessed(text, answer) if fallback else answer
