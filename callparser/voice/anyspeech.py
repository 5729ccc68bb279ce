"""Any speech as a graph for the decoder: phones in any order, silence between them, at the model's price.

How likely that is says whether there was a call at all.
"""

from __future__ import annotations

from callparser.voice.fst import Arc
from callparser.voice.lexicon import Lexicon, Loop
from callparser.voice.phonegraph import Graph

#: The start, between two stretches of speech before and after the first phone, silence there, behind a phone.
_FIRST, _FIRST_QUIET, _LATER, _LATER_QUIET, _HUB, _PHONES = range(1, 7)


def any_speech(lexicon: Lexicon, loop: Loop, label: int, lead: float) -> Graph:
    """The arcs, the first state being 0, and the costs of the final states. ``label`` comes out once, however
    long the speech is, and not at all for silence. Everything costs ``lead`` less than it would."""
    silence = lexicon.silence
    starts = _pauses(lexicon, 0, _FIRST, _FIRST_QUIET)
    arcs = [arc._replace(cost=arc.cost - lead) for arc in starts]
    arcs += _pauses(lexicon, _HUB, _LATER, _LATER_QUIET)
    for between, quiet in ((_FIRST, _FIRST_QUIET), (_LATER, _LATER_QUIET)):
        arcs += [Arc(quiet, silence.stay, 0, 0.0, quiet), Arc(quiet, 0, 0, 0.0, between)]
    for state, phone in enumerate(loop.phones, _PHONES):
        arcs += [
            Arc(_FIRST, phone.enter, label, loop.entry, state),
            Arc(_LATER, phone.enter, 0, loop.entry, state),
            Arc(_HUB, phone.enter, 0, loop.onward, state),
            Arc(state, phone.stay, 0, 0.0, state),
            Arc(state, 0, 0, 0.0, _HUB),
        ]
    return arcs, {_FIRST: 0.0, _LATER: 0.0}


def beside(first: Graph, second: Graph) -> Graph:
    """Two graphs with one start."""
    arcs, ends = first
    more = max(max(arc.source, arc.target) for arc in arcs)

    def moved(state: int) -> int:
        return state + more if state else 0

    others = [arc._replace(source=moved(arc.source), target=moved(arc.target)) for arc in second[0]]
    return arcs + others, ends | {moved(state): cost for state, cost in second[1].items()}


def _pauses(lexicon: Lexicon, source: int, between: int, quiet: int) -> list[Arc]:
    return [
        Arc(source, 0, 0, lexicon.straight, between),
        Arc(source, lexicon.silence.enter, 0, lexicon.pause, quiet),
    ]
