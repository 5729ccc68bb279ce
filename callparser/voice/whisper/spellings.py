"""How a network may write what was said: it was trained on text as people publish it."""

from __future__ import annotations

from typing import Final

_NUMBERS: Final = {
    "sv": ("två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio"),
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "no": ("to", "tre", "fire", "fem", "seks", "sju", "åtte", "ni", "ti"),
    "da": ("to", "tre", "fire", "fem", "seks", "syv", "otte", "ni", "ti"),
}
_DIGITS: Final = {lang: {word: str(n) for n, word in enumerate(words, 2)} for lang, words in _NUMBERS.items()}


def spellings(phrase: str, lang: str) -> tuple[str, ...]:
    """A phrase in small letters, with a capital, and each with digits for numbers; a space before it.

    The ending is no part of it: the search allows several.
    """
    digits = _DIGITS.get(lang, {})
    with_digits = " ".join(digits.get(word, word) for word in phrase.split())
    texts = (phrase, phrase[:1].upper() + phrase[1:], with_digits, with_digits[:1].upper() + with_digits[1:])
    return tuple(dict.fromkeys(f" {text}" for text in texts))
