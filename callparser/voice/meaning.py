"""What a list of hearings means: one meaning, or several that are too close to tell apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from callparser.designation import Ambiguous, Designation, Intent, NotUnderstood, Understood
from callparser.value import replace
from callparser.voice.engine import Heard

# On the voices kept for tuning (327 calls, none of them tested on): 92 % right, none wrong, 6 % asked.
#: Of all that may have been heard, a call must have this share before it is taken for one.
SURE: Final = 0.1
#: A second meaning this likely, compared with the best one, makes the call a question.
RIVAL: Final = 0.25


def meaning(heard: Heard, parse: Callable[[str], Understood]) -> Understood:
    """The meaning of the chosen hearing, or a question where another meaning is nearly as likely.

    Hearings of one meaning count together: their share is the confidence, unless the words give less. Only
    sentences of the call language, word for word, have a say; a hearing can lower the trust in a card, never
    make one out of noise. Below :data:`SURE` the call is only what was nearest.
    """
    if not heard.in_language:
        return NotUnderstood(heard.text)
    shares: dict[Intent, float] = {}
    readings: dict[Intent, Designation] = {}
    for hearing in heard.alternatives:
        said = parse(hearing.text)
        if hearing.text and isinstance(said, Designation) and not said.repairs:
            shares[said.intent] = shares.get(said.intent, 0.0) + hearing.confidence
            readings.setdefault(said.intent, said)
    chosen = parse(heard.text)
    if not isinstance(chosen, Designation):
        return chosen
    best = shares.get(chosen.intent, heard.confidence)
    if best < SURE:
        return NotUnderstood(heard.text, (chosen.intent,))
    rivals = [readings[i] for i, share in shares.items() if share >= RIVAL * best and i != chosen.intent]
    if rivals:
        return Ambiguous((chosen, *rivals), chosen.understood)
    return replace(chosen, confidence=round(min(chosen.confidence, best), 3))
