"""An utterance cut up: its words, and what the form of the text says beside them."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from callparser.grammar.normalise import key

_PARTS: Final = re.compile(r"\([^()]*\)|\.{2,}|…|[,;:.!?]+|[^\s(),;:.!?…]+|[()]")


class Pieces:
    """An utterance cut up: ``words``, the ``breaks`` between them, the stage directions beside them.

    ``breaks`` holds each index ``i`` where punctuation stands before ``words[i]``; ``broken`` and
    ``trailing`` the indexes of words with a dash (``thr-``) or dots (``di..``) behind them; ``asides``
    what stood in brackets.
    """

    __slots__ = ("asides", "breaks", "broken", "is_question", "trailing", "words")

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.breaks: set[int] = set()
        self.broken: set[int] = set()
        self.trailing: set[int] = set()
        self.asides: list[str] = []
        self.is_question = text.rstrip().endswith("?")
        for part in _PARTS.findall(text):
            self._take(part)

    def _take(self, part: str) -> None:
        if part in "()":
            return
        if part[0] == "(":
            self.asides.append(key(part))
        elif part[0] in ".,;:!?…":
            self.breaks.add(len(self.words))
            if self.words and (part[:2] == ".." or part[0] == "…"):
                self.trailing.add(len(self.words) - 1)
        else:
            self.words += key(part).split()
            if part[-1] in "-–—" and self.words:
                self.broken.add(len(self.words) - 1)


def pieces(text: str) -> Pieces:
    """Cut ``text`` up; see :class:`Pieces`."""
    return Pieces(unicodedata.normalize("NFKC", text) if not text.isascii() else text)
