"""What the statistical fallback looks at: the words with every suit and rank in them put aside.

"jag tror vi tar den med hjärter dam" becomes ``jag tror vi tar den med SUIT COURT`` and the mentions
hearts and queen: which suit or rank it is must not tell what kind of call it is, and no suit or rank
that was not said can come out.
"""

from __future__ import annotations

from callparser.understand.match import Matcher
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

#: What stands in the place of a suit, of the trumps, an honour's name and a number.
SUIT: Final = "SUIT"
TRUMP: Final = "TRUMP"
COURT: Final = "COURT"
NUMBER: Final = "NUMBER"
_COURTS: Final = frozenset("AKQJ")
#: Languages that make words of words as they go; in the others a "sweetheart" is no heart.
_COMPOUNDING: Final = frozenset(("sv", "no", "da"))
#: The fewest letters of a suit in a compound that the grammar does not know, and of what is left of it.
MIN_SUIT: Final = 5
MIN_REST: Final = 3


class Sketch(Value):
    """``words`` with placeholders; the ``suits`` and ``ranks`` that were mentioned, each once, in order."""

    words: tuple[str, ...]
    suits: tuple[str, ...]
    ranks: tuple[str, ...]


def sketch(matcher: Matcher, words: Sequence[str]) -> Sketch:
    """The sketch of an utterance: ``words`` normalised, as :meth:`Matcher.split` gives them."""
    out: list[str] = []
    suits: dict[str, None] = {}
    ranks: dict[str, None] = {}
    words = [part for word in words for part in _parts(matcher, word)]
    at = 0
    while at < len(words):
        name, value, end = _mention(matcher, words, at)
        if name in ("{suit}", "{card}"):
            suits[value[0] if name == "{card}" else value] = None
            out.append(TRUMP if value == "trump" else SUIT)
        if name in ("{rank}", "{card}"):
            ranks[value[-1]] = None
            out.append(COURT if value[-1] in _COURTS else NUMBER)
        if not name:
            out.append(words[at])
        at = end
    return Sketch(tuple(out), tuple(suits), tuple(ranks))


def _mention(matcher: Matcher, words: Sequence[str], at: int) -> tuple[str, str, int]:
    """The longest suit, rank or card that begins there. A letter is none, nor is a code without a figure:
    "de" and "as" are words."""
    found: dict[int, set[tuple[str, str]]] = {}
    for label, value, alphabets, end in matcher.spans(words, at):
        is_code = label == "{card}" and any(letter.isdigit() for letter in words[at])
        if is_code or (label in ("{suit}", "{rank}") and not alphabets):
            found.setdefault(end, set()).add((label, value))
    for end in sorted(found, reverse=True):
        if len(found[end]) == 1:
            return *found[end].pop(), end
    return "", "", at + 1


def _parts(matcher: Matcher, word: str) -> Sequence[str]:
    """A strange compound with a suit in it, taken apart: "hjärterplutt", "pyttehjärter"."""
    if matcher.lang not in _COMPOUNDING or word in matcher.lexicon or word in matcher.trie:
        return (word,)
    for length in range(len(word) - MIN_REST, MIN_SUIT - 1, -1):
        if word[:length] in matcher.heads and _is_suit(matcher, word[:length]):
            return word[:length], word[length:]
        if _is_suit(matcher, word[-length:]):
            return word[:-length], word[-length:]
    return (word,)


def _is_suit(matcher: Matcher, word: str) -> bool:
    found = matcher.lexicon.get(word, {}).get("", ())
    return any(label == "{suit}" and not alphabets for label, _, alphabets in found)
