"""A language as a graph of words: every path from the start to an end is something that can be said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

#: Where every path begins.
START: Final = 0
#: What a word of a list of sentences costs, and to begin another sentence behind one.
WORD: Final = 2.0
AGAIN: Final = 6.0
#: A longer sentence of a list is left out.
MAX_WORDS: Final = 40


class Step(NamedTuple):
    """Saying ``word``, or nothing (``""``), leads from one state to another. ``price`` is a negative
    logarithm, 0 or more."""

    source: int
    word: str
    target: int
    price: float = 0.0


@dataclass(frozen=True, slots=True)
class WordGraph:
    """It begins at :data:`START`; at ``ends`` it may end."""

    steps: tuple[Step, ...]
    ends: frozenset[int]

    @property
    def words(self) -> set[str]:
        """Every word of it."""
        return {step.word for step in self.steps if step.word}

    def within(self, vocabulary: Collection[str]) -> WordGraph:
        """What can be said in these words. A way that needs another is gone whole: half a call can be
        another call."""
        steps = [step for step in self.steps if not step.word or step.word in vocabulary]
        alive = _reached({START}, steps, lambda step: (step.source, step.target))
        alive &= _reached(self.ends, steps, lambda step: (step.target, step.source))
        kept = [step for step in steps if step.source in alive and step.target in alive]
        numbers = {state: number for number, state in enumerate(sorted(alive))}
        moved = (step._replace(source=numbers[step.source], target=numbers[step.target]) for step in kept)
        return WordGraph(tuple(moved), frozenset(numbers[end] for end in self.ends & alive))

    def factored(self) -> list[str]:
        """The words and the pairs of words of single calls: the same language, loosely, for a recogniser that
        takes a list. What stands around calls and between them is left out: in pairs it would allow
        anything."""
        onward = [step for step in self.steps if step.source not in self.ends and step.target != START]
        to_an_end = _reached(self.ends, onward, lambda step: (step.target, step.source))
        steps = [step for step in onward if step.target in to_an_end]
        leaving: dict[int, list[str]] = {}
        silent: dict[int, list[int]] = {}
        for step in steps:
            if step.word:
                leaving.setdefault(step.source, []).append(step.word)
            else:
                silent.setdefault(step.source, []).append(step.target)
        found = dict.fromkeys(sorted({step.word for step in steps if step.word}))
        for step in steps:
            for state in {step.target, *silent.get(step.target, ())} if step.word else ():
                found.update(dict.fromkeys(f"{step.word} {word}" for word in leaving.get(state, ())))
        return list(found)


def _reached(
    begin: Collection[int], steps: Iterable[Step], way: Callable[[Step], tuple[int, int]]
) -> set[int]:
    """Where one comes by those steps; ``way`` gives the two ends of a step."""
    onward: dict[int, list[int]] = {}
    for step in steps:
        here, there = way(step)
        onward.setdefault(here, []).append(there)
    reached, todo = set(begin), list(begin)
    while todo:
        new = set(onward.get(todo.pop(), ())) - reached
        reached |= new
        todo += new
    return reached


def listed(sentences: Iterable[str]) -> WordGraph:
    """The graph of a list of sentences, one or several after one another; those without a word and those of
    more than :data:`MAX_WORDS` are left out."""
    grower = Grower()
    end = grower.new_state()
    grower.plant((words for s in sentences if 0 < len(words := s.split()) <= MAX_WORDS), START, end, WORD)
    grower.steps.append(Step(end, "", START, AGAIN))
    return WordGraph(tuple(grower.steps), frozenset([end]))


#: The words that may stand for a symbol, each with what it costs beyond the usual.
Said = Callable[[str], Iterable[tuple[Collection[str], float]]]


class Grower:
    """Grows ``steps`` of sequences of symbols, like ends shared. ``said`` gives the words of a symbol."""

    def __init__(self, said: Said | None = None) -> None:
        self.steps: list[Step] = []
        self._said = said or (lambda symbol: [((symbol,), 0.0)])
        self._states = 1
        self._shared: dict[tuple[tuple[str, int], ...], int] = {}

    def new_state(self) -> int:
        self._states += 1
        return self._states - 1

    def plant(
        self,
        sequences: Iterable[Iterable[str]],
        start: int,
        end: int,
        first: float,
        later: float | None = None,
        said: Said | None = None,
    ) -> None:
        """Ways from ``start`` to ``end``. A symbol costs ``first``, those behind the first ``later``.
        ``said`` is for these only."""
        usual, self._said = self._said, said or self._said
        tree: dict[str, Any] = {}
        for sequence in sequences:
            node = tree
            for symbol in sequence:
                node = node.setdefault(symbol, {})
            node[""] = {}
        self._shared = {}
        if tree:
            self._leave(start, self._ways(tree, end, first if later is None else later), end, first)
        self._said = usual

    def _ways(self, node: dict[str, Any], end: int, price: float) -> tuple[tuple[str, int], ...]:
        return tuple(
            sorted(
                (symbol, end if not symbol else self._grown(child, end, price))
                for symbol, child in node.items()
            )
        )

    def _grown(self, node: dict[str, Any], end: int, price: float) -> int:
        """The state from which what is in ``node`` can be said."""
        ways = self._ways(node, end, price)
        if ways == (("", end),):
            return end
        if ways not in self._shared:
            self._shared[ways] = state = self.new_state()
            self._leave(state, ways, end, price)
        return self._shared[ways]

    def _leave(self, state: int, ways: Iterable[tuple[str, int]], end: int, price: float) -> None:
        for symbol, target in ways:
            if not symbol:
                self.steps.append(Step(state, "", end))
                continue
            for words, more in self._said(symbol):
                self._say(state, list(words), target, price + more)

    def _say(self, state: int, words: list[str], target: int, price: float) -> None:
        for word in words[:-1]:
            self.steps.append(Step(state, word, state := self.new_state(), price))
            price = 0.0
        self.steps.append(Step(state, words[-1], target, price))
