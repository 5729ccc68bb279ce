"""Text to words: unicode, punctuation, suit symbols. Knows no grammar and no language.

``key`` is the form a phrase is looked up by: casefolded, NFC, no punctuation, single spaces.
"""

from __future__ import annotations

import re
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What one utterance may be: longer text is cut before anything looks at it.
MAX_CHARS: Final = 400

_SUIT_SIGNS: Final = {
    "♠": "♠",
    "♤": "♠",
    "♥": "♥",
    "♡": "♥",
    "❤": "♥",
    "♦": "♦",
    "♢": "♦",
    "♣": "♣",
    "♧": "♣",
}
_DROPPED: Final = "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u00ad"
_APOSTROPHES: Final = "'’‘`´ʼ"


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {
        ord(c): " " for c in '.,;:!?"…“”„»«()[]{}<>/\\|*_~=+&#@%^$–—―\n\r\t\x0b\x0c'
    }
    table.update({ord(c): None for c in _DROPPED})
    table.update({ord(c): "'" for c in _APOSTROPHES})
    table.update({ord(sign): f" {plain} " for sign, plain in _SUIT_SIGNS.items()})
    return table


_TO_KEY: Final = _table()
_EDGES: Final = re.compile(r"(?<!\w)['-]+|['-]+(?!\w)")
_PARTS: Final = re.compile(r"\([^()]*\)|\.{2,}|…|[,;:.!?]+|[^\s(),;:.!?…]+|[()]")


def key(text: str) -> str:
    """The look-up form of ``text``: ``"Hjärter  DAM!"`` -> ``"hjärter dam"``."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    folded = text.casefold().translate(_TO_KEY)
    if "'" in folded or "-" in folded:
        folded = _EDGES.sub(" ", folded)
    return " ".join(folded.split())


_FOLDED: Final = {"ø": "o", "æ": "a", "ð": "d", "ł": "l"}


def fold(word: str) -> str:
    """Without diacritics: ``"åtta"`` -> ``"atta"``; ø and æ by hand, NFKD leaves them alone."""
    plain = "".join(_FOLDED.get(c, c) for c in word)
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))


class Pieces:
    """An utterance cut up: ``words``, the ``breaks`` between them, the stage directions beside them.

    ``breaks`` holds each index ``i`` where punctuation stands before ``words[i]``; ``cut_off`` the
    indexes of words that were broken off (``thr-``, ``di..``); ``asides`` what stood in brackets.
    """

    __slots__ = ("asides", "breaks", "cut_off", "is_question", "words")

    def __init__(self, text: str) -> None:
        self.words: list[str] = []
        self.breaks: set[int] = set()
        self.cut_off: set[int] = set()
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
                self.cut_off.add(len(self.words) - 1)
        else:
            self.words += key(part).split()
            if part[-1] in "-–—" and self.words:
                self.cut_off.add(len(self.words) - 1)


def pieces(text: str) -> Pieces:
    """Cut ``text`` up; see :class:`Pieces`."""
    return Pieces(unicodedata.normalize("NFKC", text) if not text.isascii() else text)
