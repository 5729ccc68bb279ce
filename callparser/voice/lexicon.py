"""The words of a model as phones, read from its graph ``HCLr.fst``.

Only a plain graph can be read back, such as ``training/acoustic/graph.py`` writes: every word a chain of
phones with a loop at each, silence or nothing between words. Kaldi's own keep no chains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from callparser.voice import fst
from callparser.voice.fst import State

_START: Final = 0


class Phone(NamedTuple):
    """Two labels of the model: into a phone, and to stay in it."""

    enter: int
    stay: int


@dataclass(frozen=True, slots=True)
class Lexicon:
    """``words``: the pronunciations of every label. ``straight`` and ``pause`` are the costs of going on with
    no silence and with one."""

    words: Mapping[int, Sequence[tuple[Phone, ...]]]
    silence: Phone
    straight: float
    pause: float


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
        return Lexicon(plain, self._silence, *self._costs)

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
