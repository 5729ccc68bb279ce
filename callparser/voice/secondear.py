"""A second recogniser, asked when the first is in doubt: two lists of hearings become one.

It hears freely, so it can name a call that the first did not, which a
:class:`~callparser.voice.engine.Scorer` cannot. Its word counts for less than that of the first, which was
made for these calls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from callparser.designation import Ambiguous, Designation, Intent, Understood
from callparser.errors import CallparserError
from callparser.voice.audio import Audio
from callparser.voice.engine import UNKNOWN, Alternative, Engine, Heard
from callparser.voice.meaning import SURE, Outcome, intent_of, meaning
from callparser.voice.mixing import AGREED, Kind
from callparser.voice.second import TIMEOUT_S, Reconsidered, is_unsure
from callparser.voice.transcribe import choose
from callparser.voice.wordgraph import WordGraph

# Both chosen on 199 calls by voices kept for tuning (Kokoro and espeak-ng), among 9 pairs, for the fewest
# wrong cards and then the most right ones.
#: What one unit of the second's logarithms weighs beside one of the first's.
WEIGHT: Final = 0.25
#: The share of what an ear did not list. To the power of the weight it is more than a rival needs: the second
#: alone can make a question of a call of the first, never another card.
UNHEARD: Final = 0.01


class SecondEar:
    """A recogniser that listens again, to the same language, when there is need of it."""

    def __init__(self, engine: Engine, language: WordGraph) -> None:
        self._engine = engine
        self._language = language

    def reconsider(
        self,
        audio: Audio,
        heard: Heard,
        parse: Callable[[str], Understood],
        outcome: Outcome = intent_of,
        *,
        timeout_s: float = TIMEOUT_S,
    ) -> Reconsidered:
        """The hearing after the second ear, if there is need of it. One that fails raises nothing."""
        if not is_unsure(heard, parse, outcome):
            return Reconsidered(heard)
        try:
            second = self._engine.hear(audio, self._language, timeout_s=timeout_s)
        except CallparserError as err:
            return Reconsidered(heard, failure=str(err))
        found = mixed(heard, second, parse)
        return Reconsidered(found, _kind(heard, second, found, parse, outcome))


def mixed(first: Heard, second: Heard, parse: Callable[[str], Understood]) -> Heard:
    """One list of the calls in both, each in the words of its likeliest hearing, and of nothing at all.

    Shares are of meanings; a meaning that one of the two does not list has :data:`UNHEARD` there. What
    neither of them was sure of is no call, however much nearer than the others.
    """
    shares = [_shares(heard, parse) for heard in (first, second)]
    scores = {
        meant: _log(shares[0], meant) + WEIGHT * _log(shares[1], meant)
        for meant in {None: 0, **shares[0], **shares[1]}
    }
    words = {
        said.intent: hearing for hearing, said in reversed([*_calls(first, parse), *_calls(second, parse)])
    }
    top = max(scores.values())
    whole = sum(math.exp(score - top) for score in scores.values())
    alternatives = []
    for meant, score in sorted(scores.items(), key=lambda row: -row[1]):
        share = min(AGREED, math.exp(score - top) / whole)
        hearing = words[meant] if meant is not None else Alternative(UNKNOWN, share)
        alternatives.append(replace(hearing, confidence=share))
    best = alternatives[0]
    heard = replace(first, text=best.text, confidence=best.confidence, words=best.words,
                    alternatives=tuple(alternatives))  # fmt: skip
    sure = {words[meant].text for meant in words if max(found.get(meant, 0.0) for found in shares) >= SURE}
    return choose(heard, sure.__contains__)


def _calls(heard: Heard, parse: Callable[[str], Understood]) -> list[tuple[Alternative, Designation]]:
    """The hearings that are sentences of the call language, word for word."""
    said = [(hearing, parse(hearing.text)) for hearing in heard.alternatives if not _is_nothing(hearing)]
    return [
        (hearing, found)
        for hearing, found in said
        if isinstance(found, Designation) and not found.repairs and not found.guessed
    ]


def _shares(heard: Heard, parse: Callable[[str], Understood]) -> dict[Intent | None, float]:
    """The share of every meaning; ``None`` is no call."""
    shares: dict[Intent | None, float] = {}
    for hearing, said in _calls(heard, parse):
        shares[said.intent] = shares.get(said.intent, 0.0) + hearing.confidence
    shares[None] = sum(hearing.confidence for hearing in heard.alternatives if _is_nothing(hearing))
    return shares


def _is_nothing(hearing: Alternative) -> bool:
    return not hearing.text or UNKNOWN in hearing.text.split()


def _log(shares: dict[Intent | None, float], meant: Intent | None) -> float:
    return math.log(max(shares.get(meant, 0.0), UNHEARD))


def _kind(
    first: Heard, second: Heard, found: Heard, parse: Callable[[str], Understood], outcome: Outcome
) -> Kind:
    after = meaning(found, parse, outcome)
    if isinstance(after, Ambiguous):
        return "asked"
    if not isinstance(after, Designation):
        return "no call"
    favourites = [next((said.intent for _, said in _calls(heard, parse)), None) for heard in (first, second)]
    return "agreed" if favourites[0] == favourites[1] else "mixed"
