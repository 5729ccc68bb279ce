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
#: What stands for "<" and ">" before a figure: "<3" is a sign of its own, and no three.
_COMPARED: Final = re.compile(r"[<>]+(?=\d)")
_EDGES: Final = re.compile(r"(?<!\w)['-]+|['-]+(?!\w)")


def key(text: str) -> str:
    """The look-up form of ``text``: ``"Hjärter  DAM!"`` -> ``"hjärter dam"``."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "<" in text or ">" in text:
        text = _COMPARED.sub("‹", text)
    folded = text.casefold().translate(_TO_KEY)
    if "'" in folded or "-" in folded:
        folded = _EDGES.sub(" ", folded)
    return " ".join(folded.split())


_FOLDED: Final = {"ø": "o", "æ": "a", "ð": "d", "ł": "l"}


def fold(word: str) -> str:
    """Without diacritics: ``"åtta"`` -> ``"atta"``; ø and æ by hand, NFKD leaves them alone."""
    if word.isascii():
        return word
    plain = "".join(_FOLDED.get(c, c) for c in word)
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
