"""What can be said at the table: the whole call language as one graph of words.

It is made of the templates themselves. A list of sentences must leave most of them out: a template of three
words, with all forms of suits and ranks, stands for thousands ("ace of spades" among them). Lead-ins and
courtesies may stand around every call, and words that refuse or correct ("not", "no, I mean") before,
between and behind. That lets through more than the grammar understands: what was heard is parsed like typed
text, and what is no sentence has no say.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import takewhile, zip_longest
from math import log
from statistics import fmean
from typing import Final

from callparser.files import PACKAGE
from callparser.grammar.model import Form, Grammar
from callparser.grammar.tables import made_from
from callparser.grammar.template import Sequence
from callparser.store import compiled
from callparser.voice.wordgraph import START, Grower, Step, WordGraph

# Chosen on voices kept for tuning, reading one half of the collected phrases (372 calls, 128 of other talk).
#: What a word costs, and a rare one more: by the logarithm of how much rarer it is than the usual ones.
_WORD: Final = 0.7
_RARE: Final = 0.8
#: Every word counts as heard a little, and so many are usual.
_UNHEARD: Final = 0.3
_USUAL: Final = 10
#: What a lead-in or a courtesy costs, and what joins calls; and a further word of either.
_FRAME: Final = 2.5
_JOINT: Final = 3.5
_LATER: Final = 0.5
#: And to begin another call without a word between.
_AGAIN: Final = 8.0
_JOINTS: Final = ("slip", "change", "or")
#: What refuses a call that follows costs the same however rare it is: "leave the ace" is not "lead the ace".
_REFUSALS: Final = ("not", "but", "except")
#: What only begins: behind it a call is none ("which king", "thanks for the ace").
_OPENINGS: Final = ("asks", "opens", "talk", "denied", "request")
_CODE: Final = ("calllanguage.py", "wordgraph.py")


@cache
def call_language(lang: str) -> WordGraph:
    """All that can be said in a language, from the cache on disk if nothing changed.

    Raises :class:`callparser.errors.GrammarError` for an unknown language.
    """
    own = [os.path.join(PACKAGE, "voice", name) for name in _CODE]
    steps, ends = compiled(f"spoken-{lang}", [*made_from(lang), *own], lambda: _build(lang))
    return WordGraph(tuple(Step(*step) for step in steps), frozenset(ends))


def _build(lang: str) -> tuple[list[tuple[int, str, int, float]], list[int]]:
    from callparser.grammar.load import load

    graph = grown(load(lang))
    steps = [(step.source, step.word, step.target, step.price) for step in graph.steps]
    return steps, sorted(graph.ends)


def grown(grammar: Grammar) -> WordGraph:
    """The graph of a grammar."""
    grower, usual = Grower(_Said(grammar)), _Said(grammar, rare=0.0)
    end = grower.new_state()
    fillers, markers = grammar.fillers, grammar.markers
    calls = [rule.sequence for rule in grammar.rules if not rule.is_wild and rule.sequence[0] != "@"]
    around = [*fillers.get("around", ()), *fillers.get("anywhere", ())]
    joints = [words for name in _JOINTS for words in markers.get(name, ())]
    refusals = [words for name in _REFUSALS for words in markers.get(name, ())]
    grower.plant(calls, START, end, _WORD)
    grower.plant([*fillers.get("before", ()), *around], START, START, _FRAME, _LATER)
    grower.plant([*fillers.get("after", ()), *around], end, end, _FRAME, _LATER)
    grower.plant(joints, START, START, _JOINT, _LATER)
    grower.plant(refusals, START, START, _JOINT, _LATER, said=usual)
    for target in (START, end):
        grower.plant([*joints, *refusals], end, target, _JOINT, _LATER)
    grower.plant(_openings(grammar), START, START, _JOINT, _LATER)
    grower.steps.append(Step(end, "", START, _AGAIN))
    return WordGraph(tuple(grower.steps), frozenset([end]))


def _openings(grammar: Grammar) -> Iterator[Sequence]:
    """How talk begins that may name a card: by markers, and by templates that leave open what follows."""
    for name in _OPENINGS:
        yield from grammar.markers.get(name, ())
    for rule in grammar.rules:
        beginning = tuple(takewhile(lambda symbol: symbol != "*", rule.sequence))
        if rule.kind == "chatter" and rule.is_wild and beginning:
            yield beginning


class _Said:
    """The ways to say a symbol of a template, and what each costs for being rare."""

    def __init__(self, grammar: Grammar, rare: float = _RARE) -> None:
        self._grammar = grammar
        self._price = rare
        self._usual = sorted(grammar.counts.values())[-_USUAL:][:1]
        self._counts = grammar.counts | _evened(grammar)

    def __call__(self, symbol: str) -> Iterator[tuple[tuple[str, ...], float]]:
        for form in self._forms(symbol):
            words = tuple(form.words)
            if not form.alphabet and all(map(self._is_spoken, words)):
                yield words, max(map(self._rare, words))

    def _forms(self, symbol: str) -> list[Form]:
        if symbol[0] == "{":
            return self._grammar.classes.get(symbol[1:-1].partition(":")[0], [])
        return self._grammar.groups[symbol[1:-1]] if symbol[0] == "<" else [Form((symbol,))]

    def _is_spoken(self, word: str) -> bool:
        return any(map(str.isalpha, word)) and word not in self._grammar.unspoken

    def _rare(self, word: str) -> float:
        if not self._usual:
            return 0.0
        return self._price * max(0.0, log(self._usual[0] / (self._counts.get(word, 0.0) + _UNHEARD)))


def _evened(grammar: Grammar) -> dict[str, float]:
    """The counts of the names of suits and of ranks: all first forms alike, all second ones, and so on. That
    somebody was heard to call for tens more often than for nines says nothing about the next call."""
    found = {}
    for name in ("suit", "rank"):
        by_value: dict[str, list[str]] = {}
        for form in grammar.classes.get(name, ()):
            if not form.alphabet and len(form.words) == 1 and form.value != "trump":
                by_value.setdefault(form.value, []).append(form.words[0])
        for row in zip_longest(*by_value.values()):
            words = [word for word in row if word]
            found.update(dict.fromkeys(words, fmean(grammar.counts.get(word, 0) for word in words)))
    return found
