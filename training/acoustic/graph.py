"""Writes the decoding graph: every word as a chain of phones, silence between words, and unknown speech.

No OpenFst tools: the graph is plain, and vosk puts it together with a grammar when it listens. The label of
a word stands on its first arc, so words that are not in the grammar are never entered.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from callparser.voice import fst
from callparser.voice.fst import Arc
from training.acoustic.kaldi import forward_id, loop_id
from training.acoustic.lfmmi import SIL

UNKNOWN: Final = "[unk]"
_HALF: Final = -math.log(0.5)
_START: Final = 0
_BETWEEN: Final = 1  # words


@dataclass(frozen=True, slots=True)
class Unknown:
    """What unknown speech costs: to begin it, and for each phone. Below 3 and 1.5, decoding explodes."""

    entry: float = 4.5
    phone: float = 2.0


def write_graph(
    folder: Path,
    lexicon: Mapping[str, Sequence[Sequence[int]]],
    phones: Sequence[int],
    unknown: Unknown = Unknown(),
) -> None:
    """``HCLr.fst``, ``Gr.fst``, ``words.txt`` and ``disambig_tid.int``.

    ``lexicon``: for each word its pronunciations, in numbers of phones. ``phones``: what unknown speech is
    made of.
    """
    words = {word: number for number, word in enumerate(("<eps>", *sorted(lexicon), UNKNOWN))}
    arcs, states = _lexicon_arcs(lexicon, words)
    _add_unknown(arcs, states, words[UNKNOWN], phones, unknown)
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{word} {number}\n" for word, number in words.items())
    (folder / "words.txt").write_text(lines, encoding="utf-8")
    (folder / "disambig_tid.int").write_text("")
    fst.write(folder / "HCLr.fst", arcs, {_BETWEEN: 0.0}, by_output=True)
    labels = [number for number in words.values() if number]
    free = [Arc(0, label, label, math.log(len(labels)), 0) for label in labels]
    fst.write(folder / "Gr.fst", free, {0: 0.0})


def _lexicon_arcs(
    lexicon: Mapping[str, Sequence[Sequence[int]]], words: Mapping[str, int]
) -> tuple[list[Arc], list[int]]:
    """The arcs, and the states so far: start, between words, silence."""
    silence = 2
    states = [_START, _BETWEEN, silence]
    arcs = [
        Arc(_START, 0, 0, _HALF, _BETWEEN),
        Arc(_START, forward_id(SIL), 0, _HALF, silence),
        Arc(silence, loop_id(SIL), 0, 0.0, silence),
        Arc(silence, 0, 0, 0.0, _BETWEEN),
    ]
    for word, pronunciations in sorted(lexicon.items()):
        for pronunciation in pronunciations:
            here, label = _BETWEEN, words[word]
            for phone in pronunciation:
                states.append(len(states))
                arcs.append(Arc(here, forward_id(phone), label, 0.0, states[-1]))
                arcs.append(Arc(states[-1], loop_id(phone), 0, 0.0, states[-1]))
                here, label = states[-1], 0
            arcs += _ends(here, silence)
    return arcs, states


def _ends(state: int, silence: int) -> list[Arc]:
    return [Arc(state, 0, 0, _HALF, _BETWEEN), Arc(state, forward_id(SIL), 0, _HALF, silence)]


def _add_unknown(
    arcs: list[Arc], states: list[int], label: int, phones: Iterable[int], unknown: Unknown
) -> None:
    """A loop of phones: any speech, at a price."""
    states.append(len(states))
    hub = states[-1]
    for phone in phones:
        states.append(len(states))
        here = states[-1]
        arcs += [
            Arc(_BETWEEN, forward_id(phone), label, unknown.entry, here),
            Arc(hub, forward_id(phone), 0, unknown.phone, here),
            Arc(here, loop_id(phone), 0, 0.0, here),
            Arc(here, 0, 0, 0.0, hub),
        ]
    arcs += _ends(hub, 2)
