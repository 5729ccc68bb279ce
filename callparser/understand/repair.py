"""Noise into words, never one card into another.

A word the language does not know is replaced by words that it knows: what it is often heard for,
the same word without its diacritics, or a word one or two small slips of the pen away. A word the
language knows is replaced only by what it is listed as heard for. If the repaired readings differ in
meaning, nothing is understood: a tie between two meanings is a question.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from callparser.designation import Intent, Repair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Final

    Candidates = list[tuple[str, float]]

#: Costs run from 0 (certain) to 1 (a guess); a sentence may cost at most ``LIMIT``.
FOLDED: Final = 0.05
HEARD: Final = 0.25
SWAPPED: Final = 0.15
DOUBLED: Final = 0.15
VOWEL: Final = 0.2
LETTER: Final = 0.3
LIMIT: Final = 0.6
#: What one word may cost: two slips of the dear kind make another word of it.
WORD_LIMIT: Final = 0.45
#: Two repairs this close in cost are equally likely: if they differ in meaning, nothing is understood.
TIE: Final = 0.06
MAX_REPAIRED: Final = 3
MAX_CANDIDATES: Final = 4

_DIACRITICS: Final = frozenset("åäöæø")
_VOWELS: Final = frozenset("aeiouyåäöæø")


class Repairer:
    """The repair tables of one language."""

    def __init__(self, table: dict[str, Any]) -> None:
        splits: dict[str, tuple[str, str]] = table["splits"]
        self.known = frozenset(table["vocabulary"])
        self.folded: dict[str, list[str]] = table["folded"]
        self.heard: dict[str, list[str]] = table["heard"]
        #: What may be found by its spelling. Solid compounds are not: two of them are as near to each
        #: other as their ranks are ("klövertrea", "klövertia"); their parts are repaired one by one.
        self.vocabulary = [word for word in table["vocabulary"] if word not in splits]
        self._heads = frozenset(head for head, _ in splits.values())
        self._tails = frozenset(tail for _, tail in splits.values())

    def readings(
        self, words: Sequence[str], read: Callable[[Sequence[str]], list[Intent]]
    ) -> tuple[list[Intent], tuple[Repair, ...]]:
        """The intents of the cheapest repair that can be read, and the repair. ``([], ())`` if none."""
        best: dict[Intent, tuple[Repair, ...]] = {}
        best_cost = LIMIT
        for cost, repaired, repairs in sorted(self._variants(words), key=lambda variant: variant[0]):
            if cost > best_cost + TIE:
                break
            found = read(repaired)
            for intent in found:
                best_cost = min(best_cost, cost) if best else cost
                best.setdefault(intent, repairs)
        return list(best), next(iter(best.values()), ())

    def _variants(self, words: Sequence[str]) -> Iterator[tuple[float, list[str], tuple[Repair, ...]]]:
        plain = not any(c in _DIACRITICS for word in words for c in word)
        choices = [self._candidates(word, plain) for word in words]
        strange = sum(
            1 for word, options in zip(words, choices, strict=True) if options and word not in self.known
        )
        if strange > MAX_REPAIRED or any(
            not o and w not in self.known for w, o in zip(words, choices, strict=True)
        ):
            return
        kept = [[(w, 0.0), *o] if w in self.known else o for w, o in zip(words, choices, strict=True)]
        count = 1
        for options in kept:
            count *= len(options)
        if count > 64:
            return
        for choice in product(*kept):
            repairs = tuple(
                Repair(w, to, cost) for w, (to, cost) in zip(words, choice, strict=True) if w != to
            )
            if repairs:
                out = [piece for to, _ in choice for piece in to.split()]
                yield round(sum(r.cost for r in repairs), 3), out, repairs

    def _candidates(self, word: str, plain: bool) -> Candidates:
        found: Candidates = [(to, HEARD) for to in self.heard.get(word, ())]
        if word in self.known:
            return found[:MAX_CANDIDATES]
        if plain:
            found += [(to, FOLDED) for to in self.folded.get(word, ())]
        if not found and word.isalpha():
            found = self._near(word) + self._glued(word, plain)
        return found[:MAX_CANDIDATES]

    def _glued(self, word: str, plain: bool) -> Candidates:
        """A solid compound of which one part stands and the other is repaired on its own."""
        found: Candidates = []
        for at in range(2, len(word) - 2):
            head, tail = word[:at], word[at:]
            if head in self._heads and tail not in self.known:
                found += [(f"{head} {to}", c) for to, c in self._candidates(tail, plain) if to in self._tails]
            elif tail in self._tails and head not in self.known:
                found += [(f"{to} {tail}", c) for to, c in self._near(head) if to in self._heads]
        return sorted(found, key=lambda one: one[1])

    def _near(self, word: str) -> Candidates:
        if len(word) < 4:
            return []
        return _nearest(self, word)


@lru_cache(maxsize=4096)
def _nearest(repairer: Repairer, word: str) -> Candidates:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    reach = 2 if len(word) >= 7 else 1
    rows = process.extract(word, repairer.vocabulary, scorer=OSA.distance, score_cutoff=reach, limit=16)
    near = [(to, distance) for to, distance, _ in rows if to.isalpha() and len(to) >= 3]
    closest = min((distance for _, distance in near), default=0)
    priced = sorted(
        (slip_cost(word, to), to) for to, distance in near if distance == closest and len(to) >= 4
    )
    rivals = sum(distance == closest for _, distance in near) - 1
    if priced and priced[0][0] > VOWEL and rivals and (len(priced) <= rivals or priced[1][0] >= 1.0):
        return []  # no common slip, and as near to a word that it can hardly be: "cdover"
    return [(to, cost) for cost, to in priced if cost <= WORD_LIMIT and cost <= priced[0][0] + 0.1]


def slip_cost(said: str, meant: str) -> float:
    """What it costs to take ``said`` for ``meant``: 0 to 1, dearer for short words.

    The first letter stands, unless it is a vowel or swapped: a slip there is rare, another word likely.
    Swapped neighbours, a doubled or halved letter and a lost or changed vowel are the common slips;
    any other letter needs a word of at least six letters.
    """
    if len(said) == len(meant):
        differing = [i for i, (a, b) in enumerate(zip(said, meant, strict=True)) if a != b]
        if (
            len(differing) == 2
            and differing[1] == differing[0] + 1
            and said[differing[0]] == meant[differing[1]]
            and said[differing[1]] == meant[differing[0]]
        ):
            return SWAPPED
        if _begins_otherwise(said, meant):
            return 1.0
        vowels = all(said[i] in _VOWELS and meant[i] in _VOWELS for i in differing)
        return len(differing) * (VOWEL + 0.05 if vowels else LETTER) if len(said) >= 6 else 1.0
    if _begins_otherwise(said, meant):
        return 1.0
    longer, shorter = (said, meant) if len(said) > len(meant) else (meant, said)
    cost, j = 0.0, 0
    for i, letter in enumerate(longer):
        if j < len(shorter) and letter == shorter[j]:
            j += 1
        else:
            cost += _lost(longer, i, len(meant))
    return cost if j == len(shorter) else 1.0 if len(meant) < 7 else 2 * LETTER


def _begins_otherwise(said: str, meant: str) -> bool:
    return said[0] != meant[0] and not (said[0] in _VOWELS and meant[0] in _VOWELS)


def _lost(longer: str, i: int, length: int) -> float:
    letter = longer[i]
    if letter in (longer[i - 1 : i], longer[i + 1 : i + 2]):
        return DOUBLED
    if letter in _VOWELS and length >= 5:
        return VOWEL
    return LETTER if length >= 6 else 1.0
