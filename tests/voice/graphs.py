"""What comes out of a graph for the decoder, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TypeVar

from callparser.voice.fst import Arc
from callparser.voice.phonegraph import Graph

#: The label that comes out where a word begins.
MARK = 9
#: States of the graph, with the labels of the words that came out on the way, and the cost.
Reached = dict[tuple[int, tuple[int, ...]], float]
Key = TypeVar("Key")


def heard(graph: Graph, sound: tuple[int, ...]) -> dict[tuple[int, ...], float]:
    """What comes out of the graph for what goes in: two words at most, and what each sequence costs."""
    arcs, ends = graph
    leaving: dict[int, list[Arc]] = {}
    for arc in arcs:
        leaving.setdefault(arc.source, []).append(arc)
    here: Reached = {(0, ()): 0.0}
    for label in (*sound, None):
        here = _silently(here, leaving)
        if label is not None:
            here = _least(
                ((arc.target, _more(words, arc)), cost + arc.cost)
                for (state, words), cost in here.items()
                for arc in leaving.get(state, ())
                if arc.input == label
            )
    found = _least((words, cost + ends[state]) for (state, words), cost in here.items() if state in ends)
    return {words: cost for words, cost in found.items() if len(words) <= 2}


def _silently(here: Reached, leaving: dict[int, list[Arc]]) -> Reached:
    best, todo = dict(here), list(here)
    while todo:
        state, words = key = todo.pop()
        for arc in leaving.get(state, ()):
            onward = arc.target, _more(words, arc)
            cost = best[key] + arc.cost
            if not arc.input and len(onward[1]) <= 3 and cost < best.get(onward, inf):
                best[onward] = cost
                todo.append(onward)
    return best


def _least(rows: Iterable[tuple[Key, float]]) -> dict[Key, float]:
    best: dict[Key, float] = {}
    for key, cost in rows:
        best[key] = min(cost, best.get(key, inf))
    return best


def _more(words: tuple[int, ...], arc: Arc) -> tuple[int, ...]:
    return words + ((arc.output,) if arc.output not in (0, MARK) else ())
