"""The call language as a graph of words: every path from the start to an end is a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from callparser.understand.phrases import END, Phrases

#: A longer sentence is left out; the language has none of half that.
MAX_WORDS: Final = 40

#: ``{word: what may follow, END: anything, if a sentence may end}``. Like ends may be one object.
Node = dict[str, Any]


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
    another call. The dictionary of a language is taken as it is, which is much faster than its list."""
    if isinstance(sentences, Phrases):
        return _Shared(vocabulary).graph({first: sentences[first] for first in sentences.firsts})
    tree: Node = {}
    too_long = 0
    for sentence in sentences:
        words = sentence.split()
        if not 0 < len(words) <= MAX_WORDS:
            too_long += 1
            continue
        node = tree
        for word in words:
            node = node.setdefault(word, {})
        node[END] = True
    return _Shared(vocabulary).graph(tree, too_long)


class _Shared:
    """States that are followed by the same words, to the same states, are the same."""

    def __init__(self, vocabulary: Collection[str]) -> None:
        self._vocabulary = vocabulary
        self._numbers: dict[tuple[tuple[str, int], ...], int] = {}
        self._seen: dict[int, tuple[int | None, int, int]] = {}
        self._counts: dict[int, int] = {}

    def graph(self, tree: Node, left_out: int = 0) -> WordGraph:
        start, kept, all_of_them = self._walked(tree)
        left_out += all_of_them - kept
        if start is None:
            return WordGraph((), frozenset(), left_out)
        place = [0 if one == start else one + (one < start) for one in range(len(self._numbers))]
        steps = [
            Step(place[source], word, place[target])
            for key, source in self._numbers.items()
            for word, target in key
            if word != END
        ]
        ends = frozenset(place[one] for key, one in self._numbers.items() if any(w == END for w, _ in key))
        return WordGraph(tuple(sorted(steps)), ends, left_out)

    def _walked(self, node: Node) -> tuple[int | None, int, int]:
        """The number of a state, or ``None`` where no sentence is left; how many are left of how many."""
        found = self._seen.get(id(node))
        if found is None:
            found = self._seen[id(node)] = self._numbered(node)
        return found

    def _numbered(self, node: Node) -> tuple[int | None, int, int]:
        key: list[tuple[str, int]] = []
        kept = all_of_them = 0
        for word, after in node.items():
            if word == END:
                key.append((END, 0))
                kept, all_of_them = kept + 1, all_of_them + 1
                continue
            if word not in self._vocabulary:
                all_of_them += self._count(after)
                continue
            number, some, every = self._walked(after)
            kept, all_of_them = kept + some, all_of_them + every
            if number is not None:
                key.append((word, number))
        if not key:
            return None, 0, all_of_them
        return self._numbers.setdefault(tuple(sorted(key)), len(self._numbers)), kept, all_of_them

    def _count(self, node: Node) -> int:
        """How many sentences end here or later."""
        found = self._counts.get(id(node))
        if found is None:
            found = sum(1 if word == END else self._count(after) for word, after in node.items())
            self._counts[id(node)] = found
        return found
