"""The words of a model as phones, read from its graph ``HCLr.fst``.

Only a plain graph can be read back, such as ``training/acoustic/graph.py`` writes: every word a chain of
phones with a loop at each, or a loop of phones that stands for any speech, silence or nothing between words.
Kaldi's own keep no chains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from callparser.voice import fst
from callparser.voice.fst import State

_START: Final = 0


class Phone(NamedTuple):
    """Two labels of the model: into a phone, and to stay in it."""

    enter: int
    stay: int


class Loop(NamedTuple):
    """Phones in any order: what it costs to begin, and each further one."""

    phones: tuple[Phone, ...]
    entry: float
    onward: float


@dataclass(frozen=True, slots=True)
class Lexicon:
    """``words``: the pronunciations of every label; ``loops``: the labels that stand for any speech.
    ``straight`` and ``pause`` are the costs of going on with no silence and with one."""

    words: Mapping[int, Sequence[tuple[Phone, ...]]]
    silence: Phone
    straight: float
    pause: float
    loops: Mapping[int, Loop] = field(default_factory=dict)


def read(path: Path) -> Lexicon | None:
    """The lexicon of a plain graph, ``None`` of another. Raises ``ModelMissing`` for a damaged one."""
    states = fst.read(path)
    try:
        return _Plain(states).lexicon()
    except (IndexError, KeyError, ValueError):
        return None


class _Plain:
    """Finds the parts of a plain graph. Raises whatever comes when there is something else in their place."""

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        leaving = states[_START].arcs
        (on,) = (arc for arc in leaving if not arc.input)
        (hush,) = (arc for arc in leaving if arc.input)
        self._between, self._quiet = on.target, hush.target
        (stay,) = (arc for arc in states[self._quiet].arcs if arc.input)
        (back,) = (arc for arc in states[self._quiet].arcs if not arc.input)
        if (stay.target, back.target, back.cost) != (self._quiet, self._between, 0.0):
            raise ValueError("no silence between words")
        self._silence = Phone(hush.input, stay.input)
        self._exits = {(0, on.cost, self._between), (hush.input, hush.cost, self._quiet)}
        self._costs = on.cost, hush.cost

    def lexicon(self) -> Lexicon:
        words: dict[int, list[tuple[Phone, ...]]] = {}
        odd: set[int] = set()
        for arc in self._states[self._between].arcs:
            chain = self._chain(arc.input, arc.target)
            if not arc.output or arc.cost or chain is None:
                odd.add(arc.output)
            else:
                words.setdefault(arc.output, []).append(chain)
        plain = {label: chains for label, chains in words.items() if label not in odd}
        found = {label: self._loop(label) for label in odd}
        loops = {label: loop for label, loop in found.items() if loop is not None}
        return Lexicon(plain, self._silence, *self._costs, loops)

    def _loop(self, label: int) -> Loop | None:
        """The loop of phones that a label stands for; ``None`` if it stands for something else."""
        entries = [arc for arc in self._states[self._between].arcs if arc.output == label]
        stays = {arc.target: arc for entry in entries for arc in self._states[entry.target].arcs if arc.input}
        hubs = {arc.target for entry in entries for arc in self._states[entry.target].arcs if not arc.input}
        if len(hubs) != 1 or stays.keys() != {entry.target for entry in entries}:
            return None
        leaving = self._states[hubs.pop()].arcs
        exits = {(arc.input, arc.cost, arc.target) for arc in leaving if arc.target not in stays}
        again = {(arc.input, arc.target): arc.cost for arc in leaving if arc.target in stays}
        costs = {entry.cost for entry in entries}, set(again.values())
        alike = again.keys() == {(entry.input, entry.target) for entry in entries}
        if exits != self._exits or not alike or any(len(each) != 1 for each in costs):
            return None
        phones = tuple(Phone(entry.input, stays[entry.target].input) for entry in entries)
        return Loop(phones, costs[0].pop(), costs[1].pop())

    def _chain(self, enter: int, state: int) -> tuple[Phone, ...] | None:
        """The phones from a state to the end of the word; ``None`` if it is no chain."""
        phones: list[Phone] = []
        while len(phones) < len(self._states):
            here = self._states[state].arcs
            stays = [arc for arc in here if arc.target == state]
            onward = [arc for arc in here if arc.target != state]
            if len(stays) != 1 or any(arc.output for arc in here):
                return None
            phones.append(Phone(enter, stays[0].input))
            if {(arc.input, arc.cost, arc.target) for arc in onward} == self._exits:
                return tuple(phones)
            if len(onward) != 1 or not onward[0].input or onward[0].cost:
                return None
            enter, state = onward[0].input, onward[0].target
        return None
