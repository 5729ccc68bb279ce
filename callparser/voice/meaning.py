"""What a list of hearings means: one meaning, or several that are too close to tell apart."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from callparser.designation import Ambiguous, Chatter, Designation, NotUnderstood, Understood, is_play
from callparser.value import replace
from callparser.voice.engine import UNKNOWN, Heard

#: What a hearing is a vote for. Two that come to the same need no question between them.
Outcome = Callable[[Designation], Hashable]

# Chosen on voices kept for tuning, reading collected phrases (364 calls, 568 recordings of other talk; votes
# for cards): no wrong card, the fewest questions, the least talk taken for a call. 83.5 % were right, 9.6 %
# asked, 6 of the talk passed. With 0.3 and 0.1 the same were right, 11.3 % asked, 9 passed; a rival at 0.3
# gives 86 % right, and half again as many other meanings.
#: Of all the sentences that may have been heard, and of none, a call and its rivals must have this share.
SURE: Final = 0.4
#: And of all hearings, sentences or not, this.
LEAST: Final = 0.2
#: A second outcome this likely, compared with the best one, makes the call a question.
RIVAL: Final = 0.2


def intent_of(said: Designation) -> Hashable:
    """The outcome where no table is known: what was meant."""
    return said.intent


def meaning(heard: Heard, parse: Callable[[str], Understood], outcome: Outcome = intent_of) -> Understood:
    """The meaning of the chosen hearing, or a question where another outcome is nearly as likely.

    Hearings of one outcome count together: their share is the confidence, unless the words give less. The
    outcome tells only which hearings differ in what they lead to; which of them was heard is decided before,
    by the sound. Only sentences of the call language, word for word, have a say, and no call at all; a
    hearing can lower the trust in a card, never make one out of noise. Where the call is too little of all,
    or stays below :data:`SURE` with its rivals, they are only what was nearest. Beside "yes", "no" and
    commands, talk that sounds alike ("ja", "jag") is no rival.
    """
    if not heard.in_language:
        return NotUnderstood(heard.text)
    chosen = parse(heard.text)
    if not isinstance(chosen, Designation):
        return chosen
    readings = {outcome(chosen): chosen}
    shares: dict[Hashable, float] = {}
    nothing = 0.0
    for hearing in heard.alternatives:
        said = parse(hearing.text)
        if not hearing.text or UNKNOWN in hearing.text.split():
            nothing += hearing.confidence
        elif isinstance(said, Designation) and not said.repairs:
            vote = outcome(said)
            shares[vote] = shares.get(vote, 0.0) + hearing.confidence
            readings.setdefault(vote, said)
    own = outcome(chosen)
    best = shares.get(own, heard.confidence)
    beside = {
        vote: share
        for vote, share in shares.items()
        if share >= RIVAL * best and vote != own and (is_play(chosen.intent) or not _is_talk(readings[vote]))
    }
    rivals = [readings[vote] for vote in beside]
    whole = nothing + sum(shares.values())
    if best < LEAST or best + sum(beside.values()) < SURE * whole:
        near = (one.intent for one in (chosen, *rivals))
        return NotUnderstood(heard.text, tuple(dict.fromkeys(near)))
    if rivals:
        return Ambiguous((chosen, *rivals), chosen.understood)
    return replace(chosen, confidence=round(min(chosen.confidence, best), 3))


def _is_talk(said: Designation) -> bool:
    return isinstance(said.intent, Chatter)
