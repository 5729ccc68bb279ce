"""One graph for the decoder: a language, its words as phones, silence between them.

vosk can join language and words while it listens, at every turn anew; then a word shares nothing with others
that begin alike. Joined beforehand, from every state of the language a tree of phones leads, with each price
paid as soon as it is certain (weight pushing; Mohri, Pereira and Riley, "Speech Recognition with Weighted
Finite-State Transducers", 2008). Every path costs what it did: it takes half the time to find the best, and a
narrow beam loses fewer.

In a tree a word comes out where it is the only one left, late in the word. So that it is known when it began,
a mark comes out there, unless the word does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Final

from callparser.voice.fst import Arc
from callparser.voice.lexicon import Lexicon, Phone
from callparser.voice.wordgraph import START, Step, WordGraph

#: Costs are rounded to so many digits, so that equal branches are seen to be equal.
_DIGITS: Final = 5

Graph = tuple[list[Arc], dict[int, float]]


def joined(language: WordGraph, labels: dict[str, int], lexicon: Lexicon, mark: int) -> Graph | None:
    """The arcs, the first state being 0, and the costs of the final states; ``None`` if the lexicon lacks a
    word of the language. ``mark`` is a label that comes out where a word begins."""
    if not all(labels.get(word) in lexicon.words for word in language.words):
        return None
    return _Joiner(language, labels, lexicon, mark).graph()


@dataclass(slots=True)
class _Node:
    """Part of a tree of phones. ``ends``: the words that end here, their label and where they lead, and their
    price. ``least`` is the price of the cheapest word from here on, ``word`` the label of the only one."""

    onward: dict[Phone, _Node] = field(default_factory=dict)
    ends: dict[tuple[int, int], float] = field(default_factory=dict)
    least: float = inf
    word: int = 0

    def add(self, phones: tuple[Phone, ...], label: int, target: int, price: float) -> None:
        node = self
        for phone in phones:
            node = node.onward.setdefault(phone, _Node())
        node.ends[label, target] = min(price, node.ends.get((label, target), inf))

    def settle(self) -> _Node:
        """Fill in ``least`` and ``word``, all the way down."""
        below = [node.settle() for node in self.onward.values()]
        self.least = min([*self.ends.values(), *(node.least for node in below)], default=inf)
        words = {label for label, _ in self.ends} | {node.word for node in below}
        self.word = words.pop() if len(words) == 1 else 0
        return self


#: An arc without the state that it leaves: input, output, cost, target.
_Way = tuple[int, int, float, int]


class _Joiner:
    def __init__(self, language: WordGraph, labels: dict[str, int], lexicon: Lexicon, mark: int) -> None:
        self._language = language
        self._mark = mark
        self._labels = labels
        self._lexicon = lexicon
        self._arcs: list[Arc] = []
        self._states = 1
        self._places: dict[
            int, tuple[int, int]
        ] = {}  # of a state of the language: between words, and silence
        self._todo: list[int] = []
        self._branches: dict[tuple[int, tuple[_Way, ...]], int] = {}
        self._leaving: dict[int, list[Step]] = {}
        for step in language.steps:
            self._leaving.setdefault(step.source, []).append(step)

    def graph(self) -> Graph:
        self._leave(0, self._pauses(START, 0, 0.0))
        ends: dict[int, float] = {}
        while self._todo:
            state = self._todo.pop()
            between, quiet = self._places[state]
            stay = self._lexicon.silence.stay
            self._leave(quiet, [(stay, 0, 0.0, quiet), (0, 0, 0.0, between)])
            if state in self._language.ends:
                ends[between] = 0.0
            self._leave(between, self._onward(state))
        return self._arcs, ends

    def _onward(self, state: int) -> list[_Way]:
        """Out of a state of the language: silently into others, and by words."""
        tree, ways = _Node(), []
        for step in self._leaving.get(state, ()):
            if not step.word:
                ways.append((0, 0, step.price, self._place(step.target)[0]))
                continue
            label = self._labels[step.word]
            for phones in self._lexicon.words[label]:
                tree.add(phones, label, step.target, step.price)
        tree.settle()
        words = self._ways(tree, 0.0, said=False)
        return ways + [(enter, word or self._mark, cost, state) for enter, word, cost, state in words]

    def _ways(self, node: _Node, paid: float, *, said: bool) -> list[_Way]:
        """Out of a node of the tree by phones. ``paid`` is what it cost to come there, ``said`` whether the
        word is known already."""
        ways = []
        for phone, child in node.onward.items():
            label = 0 if said else child.word
            state = self._branch(phone, child, said=said or bool(label))
            ways.append((phone.enter, label, round(child.least - paid, _DIGITS), state))
        return ways

    def _branch(self, phone: Phone, node: _Node, *, said: bool) -> int:
        """The state in which a phone lasts, one for all that go on alike."""
        ways = self._ways(node, node.least, said=said)
        for (label, target), price in node.ends.items():
            ways += self._pauses(target, 0 if said else label, round(price - node.least, _DIGITS))
        key = phone.stay, tuple(sorted(ways))
        if key not in self._branches:
            self._branches[key] = state = self._new()
            self._leave(state, [(phone.stay, 0, 0.0, state), *key[1]])
        return self._branches[key]

    def _pauses(self, state: int, label: int, cost: float) -> list[_Way]:
        """Into a state of the language, with silence and without."""
        between, quiet = self._place(state)
        lexicon = self._lexicon
        return [
            (0, label, cost + lexicon.straight, between),
            (lexicon.silence.enter, label, cost + lexicon.pause, quiet),
        ]

    def _place(self, state: int) -> tuple[int, int]:
        if state not in self._places:
            self._places[state] = self._new(), self._new()
            self._todo.append(state)
        return self._places[state]

    def _new(self) -> int:
        self._states += 1
        return self._states - 1

    def _leave(self, source: int, ways: list[_Way]) -> None:
        self._arcs += [Arc(source, *way) for way in ways]
