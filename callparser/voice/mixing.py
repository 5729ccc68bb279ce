"""The rule by which two opinions become one. Pure: scores in, a ruling out.

Where the constants come from: 94 recordings of six sets, most of them synthesised, on which they were
chosen *and* measured (in-sample; nothing was held out). There the two opinions named the same call in
67, and 66 of those were right; in the other 27 the truth was one of the two in 26. The mixed score was
right first in 94 %, either opinion alone in 82 % and 86 %. :data:`WEIGHT`, :data:`MISSING` and
:data:`CLEAR` were then chosen among 24 combinations on the 150 recordings of ``python -m
benchmarks.voice.second_opinion`` (25 clips, six ways each), in-sample again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["agreed", "mixed", "asked", "no call"]

#: What one unit of the first pass's score weighs beside one of the second's. 1 and 2 did equally well on the
#: 94; on the 150, 1 plays the fewest wrong cards.
WEIGHT: Final = 1.0
#: A phrase that one of the two did not list is so much worse than the last that it did.
MISSING: Final = 8.0
#: The best corrected score that a call must have. Right calls had 4 or more, noise and other words at most
#: 3.6; weak voices fall below, and their calls stay questions.
THRESHOLD: Final = 3.8
#: Where the two differ, the winner of the mixture must lead by this much, or declarer is asked. At 2 five
#: wrong calls of 110 are played instead of one; at 6 five right ones more are asked about.
CLEAR: Final = 4.0
#: The trust in a call on which both agree: 66 of 67. Never more: two opinions can be wrong together.
AGREED: Final = 0.98


@dataclass(frozen=True, slots=True)
class Ruling:
    """``ranked`` are phrases of different meanings with their shares, the best first.

    ``agreed`` and ``mixed`` have one phrase; ``asked`` has those that declarer is asked about; ``no call``
    has none: nothing is played.
    """

    kind: Kind
    ranked: tuple[tuple[str, float], ...] = ()


def ruling(
    first: Mapping[str, float], second: Mapping[str, float], meaning_of: Callable[[str], Hashable]
) -> Ruling:
    """What two opinions on one recording come to.

    ``first`` are logarithms of the first pass's shares, ``second`` the corrected scores. Phrases of one
    meaning count as the best of them; agreement is of meaning, not of words.
    """
    if not first or not second or max(second.values()) < THRESHOLD:
        return Ruling("no call")
    order = _ranked(mixed(first, second), meaning_of)
    favourites = [_ranked(opinion, meaning_of)[0][0] for opinion in (first, second)]
    if meaning_of(favourites[0]) == meaning_of(favourites[1]):
        return Ruling("agreed", ((favourites[0], AGREED),))
    shares = _shares(order)
    if len(order) == 1 or order[0][1] - order[1][1] >= CLEAR:
        return Ruling("mixed", ((order[0][0], min(AGREED, shares[0])),))
    asked = {meaning_of(phrase): phrase for phrase in (*favourites[::-1], order[0][0])}
    kept = [phrase for phrase, _ in order if meaning_of(phrase) in asked]
    return Ruling("asked", tuple((phrase, 1 / len(kept)) for phrase in kept))


def mixed(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, float]:
    """The mixed score of every phrase that either of them lists."""
    lows = [min(opinion.values()) - MISSING for opinion in (first, second)]
    return {
        phrase: second.get(phrase, lows[1]) + WEIGHT * first.get(phrase, lows[0])
        for phrase in {**first, **second}
    }


def _ranked(scores: Mapping[str, float], meaning_of: Callable[[str], Hashable]) -> list[tuple[str, float]]:
    """The best phrase of every meaning, the best first; ties go by the alphabet."""
    best: dict[Hashable, tuple[str, float]] = {}
    for phrase, score in sorted(scores.items(), key=lambda row: (-row[1], row[0])):
        best.setdefault(meaning_of(phrase), (phrase, score))
    return list(best.values())


def _shares(order: list[tuple[str, float]]) -> list[float]:
    weights = [math.exp(score - order[0][1]) for _, score in order]
    return [weight / sum(weights) for weight in weights]
