"""An utterance cut up: its words, and what the form of the text says beside them."""

from __future__ import annotations

from callparser.grammar.normalise import composed, key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_MARKS: Final = frozenset(",;:.!?…")
_BRACKETS: Final = frozenset("()")


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
        for part in _parts(text):
            self._take(part)

    def _take(self, part: str) -> None:
        if part[0] == "(":
            self.asides.append(key(part))
        elif part[0] in _MARKS:
            self.breaks.add(len(self.words))
            if self.words and (part[:2] == ".." or "…" in part):
                self.trailing.add(len(self.words) - 1)
        else:
            self.words += key(part).split()
            if part[-1] in "-–—" and self.words:
                self.broken.add(len(self.words) - 1)


def _parts(text: str) -> Iterator[str]:
    """What stands in brackets, marks and what stands between them; no single bracket and no space."""
    at = 0
    while at < len(text):
        sign, end = _sort(text[at]), at + 1
        close = text.find(")", at) if text[at] == "(" else 0
        if close > end and "(" not in text[end:close]:
            end = close + 1
            yield text[at:end]
        elif sign:
            while end < len(text) and _sort(text[end]) == sign:
                end += 1
            yield text[at:end]
        at = end


def _sort(sign: str) -> str:
    """Part of a word, a mark, or nothing."""
    if sign in _MARKS:
        return "mark"
    return "" if sign in _BRACKETS or sign.isspace() else "word"


def pieces(text: str) -> Pieces:
    """Cut ``text`` up; see :class:`Pieces`."""
    return Pieces(composed(text))
