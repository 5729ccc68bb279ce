"""The index by which a misspelled word finds the words it may be; read in ``understand.spelling``.

Every word stands under itself and under itself less one letter, words of six letters or more also less
two (SymSpell's delete index): two words that are one or two slips apart share such a form. It also stands
under a spelling of how it sounds. Forms are kept as 32-bit checksums, so that the index of a language is
a quarter of a megabyte; what is found by chance is thrown out when the slip is priced.
"""

from __future__ import annotations

from itertools import combinations
from zlib import crc32

from callparser.grammar.normalise import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Final

    from callparser.grammar.model import Grammar

#: Shorter words are not looked for by their sound; words of this length or more bear two slips.
MIN_WORD: Final = 3
TWO_SLIPS: Final = 4
#: Stands before the form that says how a word sounds.
SOUND: Final = "~"
#: Classes within which no repair may choose. A group belongs to a class as one of its values.
LEVEL_GROUPS: Final = {
    "low": "low", "very_low": "low", "spot": "low", "little": "low",
    "high": "high", "highest": "high", "very_high": "high", "big": "high",
}  # fmt: skip

_DIGRAPHS: Final = (("å", "aa"), ("ä", "ae"), ("ö", "oe"), ("ø", "oe"), ("æ", "ae"))


def deletions(word: str, most: int) -> Iterator[str]:
    """The word itself, and what is left of it without up to ``most`` letters."""
    yield word
    for count in range(1, min(most, len(word) - 1) + 1):
        for gone in combinations(range(len(word)), count):
            yield "".join(letter for i, letter in enumerate(word) if i not in gone)


def spelling_index(grammar: Grammar, words: list[str]) -> dict[str, Any]:
    """``words``, and ``forms``/``numbers``: sorted checksums and, beside each, the number of its word;
    ``common``: the checksums of words of the language, which are hardly misspellings."""
    from array import array

    found = set()
    for number, word in enumerate(words):
        for spelled in spellings(word):
            most = 2 if len(spelled) >= TWO_SLIPS else 1
            found |= {(crc32(form.encode()), number) for form in deletions(spelled, most)}
        if len(word) >= MIN_WORD:
            found.add((crc32(SOUND.encode() + sound(word, grammar.slips.sounds).encode()), number))
    rows = sorted(found)
    return {
        "words": words,
        "forms": array("I", (form for form, _ in rows)).tobytes(),
        "numbers": array("H", (number for _, number in rows)).tobytes(),
        "rank_letters": sorted({f.words[0] for f in grammar.classes.get("rank", ()) if f.alphabet}),
        "foreign": foreign(grammar),
        "fillers": fillers(grammar),
        "common": array("I", sorted(crc32(word.encode()) for word in grammar.common)).tobytes(),
        "own": grammar.slips.own,
        "letters": grammar.slips.letters,
        "refusals": grammar.slips.refusals,
        "own_refusals": own_refusals(grammar),
        "members": members(grammar),
        "near": letter_pairs(grammar.slips.keyboard),
        "sounds": grammar.slips.sounds,
    }


def spellings(word: str) -> set[str]:
    """Without diacritics, and with the digraphs that stand for them: ``"låg"`` -> lag, laag."""
    digraphs = word
    for letter, pair in _DIGRAPHS:
        digraphs = digraphs.replace(letter, pair)
    return {fold(word), digraphs}


def members(grammar: Grammar) -> dict[str, str]:
    """Word -> ``"rank T"``, ``"suit H"``, ``"level low"``: what it says that another word must not become."""
    found: dict[str, set[str]] = {}
    for name in ("suit", "rank"):
        for form in grammar.classes.get(name, ()):
            if len(form.words) == 1 and not form.alphabet:
                found.setdefault(form.words[0], set()).add(f"{name} {form.value}")
    for group, value in LEVEL_GROUPS.items():
        for form in grammar.groups.get(group, ()):
            if len(form.words) == 1:
                found.setdefault(form.words[0], set()).add(f"level {value}")
    for rule in grammar.rules:
        if rule.kind == "acknowledge" and len(rule.sequence) == 1 and rule.sequence[0].isalpha():
            found.setdefault(rule.sequence[0], set()).add(f"answer {dict(rule.slots).get('yes', True)}")
    return {word: values.pop() for word, values in found.items() if len(values) == 1}


def own_refusals(grammar: Grammar) -> list[str]:
    """The refusals that the language itself has; those of others count only as they are spelled there."""
    said = {word for phrase in grammar.markers.get("not", ()) for word in phrase}
    said |= {word for rule in grammar.rules for word in rule.sequence}
    return [word for word in grammar.slips.refusals if word in said]


def foreign(grammar: Grammar) -> list[str]:
    """Names of a suit or rank that are not its usual ones ("carreau", "tanten"): rare words, which nothing
    else is taken for. The usual ones begin as the first form does."""
    found = set()
    for name in ("suit", "rank"):
        usual: dict[str, str] = {}
        for form in grammar.classes.get(name, ()):
            stem = usual.setdefault(form.value, form.words[0][:3])
            if not form.alphabet and not form.words[0].startswith(stem):
                found.add(form.words[0])
    return sorted(found)


def fillers(grammar: Grammar) -> list[str]:
    """Words that go away without a trace and stand in no template."""
    spoken = {symbol for rule in grammar.rules for symbol in rule.sequence}
    spoken |= {
        word
        for forms in (*grammar.classes.values(), *grammar.groups.values())
        for f in forms
        for word in f.words
    }
    alone = {words[0] for phrases in grammar.fillers.values() for words in phrases if len(words) == 1}
    return sorted(alone - spoken)


def letter_pairs(keyboard: Iterable[str]) -> str:
    """Letters whose keys lie side by side, as one string of pairs: ``"qw wq wa ..."``."""
    rows = list(keyboard)
    pairs = set()
    for at, row in enumerate(rows):
        for i, letter in enumerate(row):
            beside = row[i + 1 : i + 2]
            below = rows[at + 1][max(0, i - 1) : i + 1] if at + 1 < len(rows) else ""
            for other in beside + below:
                pairs |= {letter + other, other + letter}
    return " ".join(sorted(pairs))


def sound(word: str, rules: Iterable[tuple[str, str]]) -> str:
    """A rough spelling of how a word sounds; doubled letters count once."""
    for written, heard in rules:
        word = word.replace(written, heard)
    return "".join(letter for i, letter in enumerate(word) if letter != word[i - 1 : i])
