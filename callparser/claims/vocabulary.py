"""The words of a line of play (``grammars/<lang>/claims.yaml``), and a statement as a row of them."""

from __future__ import annotations

import re
from functools import cache

from callparser.errors import GrammarError
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.grammar.tables import table
from callparser.understand.spelling import Speller
from callparser.value import Value, replace
from callparser.wordfile import load_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping
    from typing import Any, Final

#: What a word may mean in a line.
CLASSES: Final = (
    "draw", "home", "ruffout", "cash", "run", "ruff", "crossruff", "discard", "finesse", "cross", "lose",
    "hold", "rounds", "twice", "thrice", "both",
    "high", "dummy", "hand", "north", "east", "south", "west", "then", "first", "later", "before", "after",
    "and", "but", "on", "of", "rest", "left", "more", "trick", "this", "good", "gone", "none", "out", "last",
    "one", "if", "plan", "making", "makes", "they", "only", "down", "minus", "except", "theirs",
    "article", "owner", "idle",
)  # fmt: skip
#: Words that say nothing by themselves; whose card it is (``owner``) may matter.
SILENT: Final = ("idle", "article", "owner")
#: Words that are no part of the line.
IDLE: Final = (*SILENT, "trick", "left", "more", "makes")
#: Words that are a number and "times".
_TIMES: Final = {"twice": 2, "thrice": 3}
#: The languages in which lines are understood.
LINE_LANGUAGES: Final = ("sv", "en")
#: What is left of a shorter word says too little to be put right.
_SHORTEST: Final = 4
_NEGATIVE: Final = re.compile(r"(?<![\w-])[-−](?=\d)")
_PAUSE: Final = re.compile(r"[.,;:!?\n]+|…")


class Token(Value):
    """``kind``: a class, or ``suit``, ``rank``, ``number``, ``digit`` (rank or number), ``pause``, ``?``."""

    kind: str
    text: str
    value: str = ""


def tokens(text: str, lang: str) -> list[Token]:
    """The words of a statement. What stands between punctuation is parted by ``pause``."""
    found: list[Token] = []
    for part in _PAUSE.split(_NEGATIVE.sub(" minus ", text[:MAX_CHARS])):
        if found:
            found.append(Token("pause", ","))
        words = [piece for word in key(part).split() for piece in table(lang)["splits"].get(word, (word,))]
        found += _of(words, lang)
    return found


def spelled(text: str, lang: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text with what are slips of the pen for words of claims put right, and each as said and as read.

    One slip, in a word of four letters or more that is none of the language, and only where all words that it
    may be mean the same.
    """
    found = {word: meant for word in key(text[:MAX_CHARS]).split() if (meant := _meant(word, lang))}
    if not found:
        return text, ()
    right = re.sub(r"[^\W\d_]+", lambda one: found.get(key(one[0]), one[0]), text[:MAX_CHARS])
    return right, tuple(found.items())


def _meant(word: str, lang: str) -> str:
    """The known word that this one is a slip for; empty when it is none, or nobody can tell."""
    known = _known(lang)
    if len(word) < _SHORTEST or word in known or word in table(lang)["vocabulary"] or not word.isalpha():
        return ""
    if word in table(lang)["splits"] or _speller(lang).is_common(word):
        return ""
    near = {other: meaning for other, meaning in known.items() if _one_slip(word, other)}
    return min(near) if len(set(near.values())) == 1 else ""


def _one_slip(said: str, meant: str) -> bool:
    """Letters swapped, one too many, one lost or another one; the first is right."""
    if said[0] != meant[0] or len(meant) < _SHORTEST or abs(len(said) - len(meant)) > 1:
        return False
    at = next(
        (i for i, (a, b) in enumerate(zip(said, meant, strict=False)) if a != b), min(len(said), len(meant))
    )
    one, other = said[at:], meant[at:]
    swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    replaced = one[1:] == other[1:] and len(meant) > _SHORTEST  # "lash" is not "last"
    return swapped or replaced or one[1:] == other or one == other[1:]


@cache
def _known(lang: str) -> Mapping[str, str]:
    """The single words of claims and of cards, and what each means."""
    found = {word: "" for phrase in _phrases(lang) for word in phrase.split()}
    found |= _phrases(lang)
    for word in table(lang)["lexicon"]:
        token = _card_word([word], lang)
        if token is not None:
            found[word] = f"{token.kind} {token.value}"
    return {word: meaning or word for word, meaning in found.items() if " " not in word}


@cache
def _speller(lang: str) -> Speller:
    return Speller(table(lang)["spelling"])


def _of(words: list[str], lang: str) -> Iterator[Token]:
    """The longest known phrase first, wherever it begins."""
    phrases = _phrases(lang)
    at = 0
    while at < len(words):
        size = min(len(words) - at, 5)
        while size:
            said = " ".join(words[at : at + size])
            found = Token(phrases[said], said) if said in phrases else _card_word(words[at : at + size], lang)
            if found is not None:
                break
            size -= 1
        if found is not None and found.kind in _TIMES:
            yield Token("number", "", str(_TIMES[found.kind]))
            found = replace(found, kind="rounds")
        if found is not None and found.kind == "both":
            found = Token("number", said, "2")
        yield found if size and found is not None else Token("?", words[at])
        at += size or 1


def numbers(text: str, lang: str) -> int:
    """How many words of the text may be numbers; in any language."""
    found = (_card_word([word], lang) for word in key(text[:MAX_CHARS]).split())
    return sum(token is not None and token.kind in ("number", "digit") for token in found)


def _card_word(words: list[str], lang: str) -> Token | None:
    """A suit, a rank or a number, by the grammar of calls; letters do not count."""
    node: Any = table(lang)["lexicon"]
    for word in words:
        node = node.get(word)
        if node is None:
            return None
    meanings = {label: value for label, value, alphabets in node.get("", ()) if not alphabets}
    said = " ".join(words)
    if "{suit}" in meanings:
        return Token("suit", said, meanings["{suit}"])
    if "{rank}" in meanings and "{number}" in meanings:
        return Token("digit", said, f"{meanings['{rank}']} {meanings['{number}']}")
    if "{rank}" in meanings:
        return Token("rank", said, meanings["{rank}"])
    return Token("number", said, meanings["{number}"]) if "{number}" in meanings else None


@cache
def _phrases(lang: str) -> Mapping[str, str]:
    """Phrase -> class."""
    found: dict[str, str] = load_words("claims", lang, LINE_LANGUAGES, "claim", read_claim_words, __file__)
    return found


def read_claim_words(path: str | os.PathLike[str]) -> dict[str, str]:
    """The checked contents of one file, phrase -> class. Raises :class:`GrammarError` with file and line."""
    from callparser.yamlfile import YamlFile

    file = YamlFile(path, GrammarError)
    rows = file.mapping(file.root(), "the words of claims", ("language", "words"))
    found: dict[str, str] = {}
    for name, node in file.mapping(rows["words"], "words", CLASSES).items():
        for phrase, where in file.strings(node):
            said = key(phrase)
            if said in found:
                raise file.error(
                    f"{phrase!r} stands in {found[said]} and in {name}; a phrase has one class", where
                )
            found[said] = name
    return found
