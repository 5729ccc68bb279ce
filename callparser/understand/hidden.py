"""Ranks that may hide in a word which says nothing beside a suit: "to hearts", "hjerter te"."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from callparser.understand.match import Matcher, Words

#: Of so few letters a word may be a rank that has lost one.
SHORT: Final = 2


def hidden_ranks(matcher: Matcher, words: Words) -> list[str]:
    """The letters of the ranks that words naming a suit may hide, each once.

    Before the suit a word counts that is listed as heard for a rank; behind it, where only courtesies
    follow, one that is a rank less a letter as well ("ju" is a seven, "te" a three).
    """
    found: list[str] = []
    for at in range(1, len(words)):
        if _is_suit(matcher, words[at - 1]) and matcher.is_passed_over(words[at + 1 :]):
            found += [*_heard(matcher, words[at]), *_less_a_letter(matcher, words[at])]
    if len(words) > 1 and _is_suit(matcher, words[1]):
        found += _heard(matcher, words[0])
    return list(dict.fromkeys(found))


def _is_suit(matcher: Matcher, word: str) -> bool:
    """Is it the name of a suit, and no letter?"""
    return any(label == "{suit}" for label, _ in _named(matcher, word))


def _heard(matcher: Matcher, word: str) -> Iterator[str]:
    for to in matcher.heard.get(word, ()):
        yield from (value for label, value in _named(matcher, to) if label == "{rank}")


def _less_a_letter(matcher: Matcher, word: str) -> Iterator[str]:
    if len(word) != SHORT:
        return
    for name in matcher.lexicon:
        if len(name) == SHORT + 1 and any(word == name[:at] + name[at + 1 :] for at in range(len(name))):
            yield from (value for label, value in _named(matcher, name) if label == "{rank}")


def _named(matcher: Matcher, word: str) -> Iterator[tuple[str, str]]:
    """What one word of the lexicon names, its letters apart: label and value."""
    for label, value, letters in matcher.lexicon.get(word, {}).get("", ()):
        if not letters:
            yield label, value
