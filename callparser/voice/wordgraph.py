"""The call language as a graph of words: every path from the start to an end is a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

#: A longer sentence is left out; the language has none of half that.
MAX_WORDS: Final = 40


class Step(NamedTuple):
    """Saying ``word`` leads from one state to another."""

    source: int
    word: str
    target: int


@dataclass(frozen=True, slots=True)
class WordGraph:
    """State 0 is the start; at ``ends`` a sentence may end. The fewest states: like ends are shared.

    ``left_out`` counts the sentences that are not in it.
    """

    steps: tuple[Step, ...]
    ends: frozenset[int]
    left_out: int = 0


def word_graph(sentences: Iterable[str], vocabulary: Collection[str]) -> WordGraph:
    """The sentences whose every word is in ``vocabulary``. Others are left out whole: half a call can be
    another call."""
    tree: dict[str, dict] = {}  # type: ignore[type-arg]
    left_out = 0
    for sentence in sentences:
        words = sentence.split()
        if not 0 < len(words) <= MAX_WORDS or not all(word in vocabulary for word in words):
            left_out += 1
            continue
        node = tree
        for word in words:
            node = node.setdefault(word, {})
        node[""] = {}
    return _shared(tree, left_out)


def _shared(tree: dict[str, dict], left_out: int) -> WordGraph:  # type: ignore[type-arg]
    """States that are followed by the same are the same; the empty word marks an end."""
    numbers: dict[tuple[tuple[str, int], ...], int] = {}

    def number(node: dict[str, dict]) -> int:  # type: ignore[type-arg]
        key = tuple(sorted((word, number(after) if word else 0) for word, after in node.items()))
        return numbers.setdefault(key, len(numbers))

    start = number(tree)
    place = [0 if one == start else one + (one < start) for one in range(len(numbers))]
    steps = [
        Step(place[one], word, place[after]) for key, one in numbers.items() for word, after in key if word
    ]
    ends = frozenset(place[one] for key, one in numbers.items() if any(not word for word, _ in key))
    return WordGraph(tuple(sorted(steps)), ends, left_out)
