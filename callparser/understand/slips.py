"""What the slips cost that make one word of another: optimal string alignment, two slips at most.

A slip is priced by its kind: swapped letters, a letter doubled or halved, a lost diacritic, a key beside the
right one, a vowel for a vowel. The costs run from 0 (certain) to 1 (a guess).
"""

from __future__ import annotations

from functools import lru_cache

from callparser.grammar.normalise import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Set
    from typing import Final

FOLDED: Final = 0.05
DOUBLED: Final = 0.12
SWAPPED: Final = 0.15
BESIDE: Final = 0.2
VOWEL: Final = 0.2
LOST: Final = 0.25
ADDED: Final = 0.3
OTHER: Final = 0.35
#: A slip in the first letter is rare, another word likely.
FIRST: Final = 0.1
#: No price at all, and how many slips have none.
NEVER: Final = 9.0
TOO_MANY: Final = 3

_VOWELS: Final = frozenset("aeiouyåäöæø")
#: Letters with diacritics -> without.
_PLAIN: Final = {letter: fold(letter) for letter in "åäöæøéèêëáàâãíìîïóòôõúùûüñç"}
#: Letters that are one in Sweden and another beyond its borders.
_SAME: Final = ({"ä", "æ"}, {"ö", "ø"})


class Slips:
    """The slips of one keyboard. ``beside``: pairs of letters whose keys lie side by side."""

    def __init__(self, beside: Set[str]) -> None:
        self._beside = beside

    def __call__(self, said: str, meant: str) -> tuple[float, int]:
        """The cost of the fewest slips from ``meant`` to ``said`` (of alignments with as many slips the
        cheapest), and how many they are. More than two slips have no price."""
        best, lowest = TOO_MANY, NEVER
        whole, all_said = len(meant), len(said)
        if abs(whole - all_said) > 2 or (_letters(said) ^ _letters(meant)).bit_count() > 4:
            return lowest, best  # two slips bring in and take away two letters each at most
        is_plain = said.isascii() and meant.isascii()
        todo = [(0, 0, 0, 0.0)]  # what is alike is walked over, what differs is a fork
        while todo:
            i, j, slips, cost = todo.pop()
            while i < whole and j < all_said:
                if meant[i] != said[j]:
                    if is_plain or not _is_marked(said[j], meant[i]):
                        break
                    cost += FOLDED
                i += 1
                j += 1
            if i == whole and j == all_said:
                if slips < best or (slips == best and cost < lowest):
                    best, lowest = slips, cost
            elif slips < best and slips < 2:
                for lost, added in _ways(meant, said, i, j, 1 - slips):
                    if not slips or not is_plain or meant[i + lost :] == said[j + added :]:
                        price = self._price(meant, said, i, j, (lost, added))
                        todo.append((i + lost, j + added, slips + 1, cost + price))
        return lowest, best

    def _price(self, meant: str, said: str, i: int, j: int, way: tuple[int, int]) -> float:
        if way == (1, 0):
            return _lost(meant, i)
        if way == (0, 1):
            return self._added(said, j)
        return SWAPPED if way == (2, 2) else self._other(said[j], meant[i], i)

    def _other(self, said: str, meant: str, at: int) -> float:
        first = FIRST if at == 0 else 0.0
        if said + meant in self._beside:
            return BESIDE + first
        return (VOWEL if said in _VOWELS and meant in _VOWELS else OTHER) + first

    def _added(self, said: str, at: int) -> float:
        letter = said[at]
        beside = (said[at - 1 : at], said[at + 1 : at + 2])
        if letter in beside:
            return DOUBLED
        if any(other and letter + other in self._beside for other in beside):
            return BESIDE
        return VOWEL if letter in _VOWELS else ADDED


def _ways(meant: str, said: str, i: int, j: int, left: int) -> Iterator[tuple[int, int]]:
    """The slips that may have been made at those places, if ``left`` more may follow: how many letters of
    ``meant`` and of ``said`` each uses up."""
    ahead, heard = len(meant) - i, len(said) - j
    more = ahead - heard
    if ahead and -left <= more - 1 <= left:
        yield 1, 0
    if heard and -left <= more + 1 <= left:
        yield 0, 1
    if ahead and heard and -left <= more <= left:
        yield 1, 1
        if meant[i : i + 2] == said[j : j + 2][::-1]:
            yield 2, 2


def _lost(meant: str, at: int) -> float:
    letter = meant[at]
    if letter in (meant[at - 1 : at], meant[at + 1 : at + 2]):
        return DOUBLED
    return (VOWEL if letter in _VOWELS else LOST) + (FIRST if at == 0 else 0.0)


def _is_marked(said: str, meant: str) -> bool:
    """Is it the same letter with or without its diacritics, or ä for æ and ö for ø? Å for ä is another."""
    plain, wanted = _PLAIN.get(said, said), _PLAIN.get(meant, meant)
    return plain == wanted and (said == plain or meant == wanted or {said, meant} in _SAME)


@lru_cache(maxsize=8192)
def _letters(word: str) -> int:
    """Which letters are in it, diacritics aside, as a set of bits."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(_PLAIN.get(letter, letter)) & 31)
    return bits
