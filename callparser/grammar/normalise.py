"""Text to words: unicode, punctuation, suit symbols. Knows no grammar and no language.

``key`` is the form a phrase is looked up by: casefolded, NFC, no punctuation, single spaces.
"""

from __future__ import annotations

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


# A process that reads one call is not made to load regular expressions, nor the tables of Unicode for letters
# that need none: that would be a megabyte and a half.


def key(text: str) -> str:
    """The look-up form of ``text``: ``"Hjärter  DAM!"`` -> ``"hjärter dam"``."""
    if not text.isascii():
        text = composed(text)
    if "<" in text or ">" in text:
        text = _compared(text)
    folded = text.casefold().translate(_TO_KEY)
    if "'" in folded or "-" in folded:
        folded = _joined(folded)
    return " ".join(folded.split())


def _compared(text: str) -> str:
    """With a sign of its own for "<" and ">" before a figure: "<3" is no three."""
    out = ""
    for letter in text:
        if letter.isdecimal() and out.endswith(("<", ">")):
            out = out.rstrip("<>") + "‹"
        out += letter
    return out


def _joined(text: str) -> str:
    """Without the apostrophes and hyphens that do not join two letters or figures."""
    beside = zip(" " + text, text, text[1:] + " ", strict=False)
    return "".join(
        " " if sign in "'-" and not (before.isalnum() and after.isalnum()) else sign
        for before, sign, after in beside
    )


_LATIN: Final = bytes([*range(0x80), *range(0xC0, 0x100)])


def composed(text: str) -> str:
    """The text in NFKC, as ASCII and the letters of Latin-1 are already."""
    try:
        if not text.encode("latin-1").translate(None, _LATIN):
            return text
    except UnicodeEncodeError:
        pass
    import unicodedata

    return unicodedata.normalize("NFKC", text)


_FOLDED: Final = str.maketrans("àáâãäåçèéêëìíîïñòóôõöùúûüýÿøæðł", "aaaaaaceeeeiiiinooooouuuuyyoadl")


def fold(word: str) -> str:
    """Without diacritics: ``"åtta"`` -> ``"atta"``, ø and æ as o and a."""
    plain = word if word.isascii() else word.translate(_FOLDED)
    if plain.isascii():
        return plain
    import unicodedata

    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
