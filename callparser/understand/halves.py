"""What was said in halves: words said in one breath are one call, and a refusal reaches over the pause."""

from __future__ import annotations

from functools import cache

from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Anything,
    Chatter,
    Claim,
    Concession,
    Conditional,
    Correction,
    Designation,
    DirectorCall,
    Exclude,
    High,
    Low,
    NamedCard,
    RankOnly,
    SuitOnly,
    completed,
    is_one_breath,
    is_play,
)
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.grammar.tables import table
from callparser.languages import LANGUAGES
from callparser.understand.parse import parse
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.designation import Intent, Understood

#: Of prices that are sums, what rounding may take away.
ROUNDED: Final = 0.001
#: What stops play whatever it is joined to.
_STOPS: Final = (Claim, Concession, DirectorCall)
#: What names a card, or any.
_NAMES: Final = (NamedCard, SuitOnly, RankOnly, Low, High, Anything)


def after(before: str, text: str, said: Understood, lang: str, gap_s: float | None = None) -> Understood:
    """What ``text`` means, which alone means ``said``, when ``before`` was said ``gap_s`` seconds before it.

    In one breath a card is played only if both together call it, or take back or put right what one of them
    calls. After a longer or unknown pause it is not where ``before`` ends in a refusal that says not what, or
    where both together rule a card out or set a condition. What then may be meant is asked about: a call is
    marked ``guessed``, and other words may take back the call before them.
    "No" alone refuses what went before.
    """
    if isinstance(said, Designation) and isinstance(said.intent, _STOPS):
        return said
    together = parse(f"{before} {text}", lang, fallback=False)
    first = parse(before, lang, fallback=False)
    if is_one_breath(gap_s):
        return said if _calls_as_one(together, first, said) else _held(first, said)
    is_open = _is_open(before, first, lang) or _limits(together, first, said)
    return _held(first, said) if is_open else said


def _calls_as_one(together: Understood, first: Understood, said: Understood) -> bool:
    """Do the words call together what the halves call, no less surely? Words that call nothing apart do not
    matter."""
    calls = [one for one in (*_intents(first), *_intents(said)) if is_play(one)]
    if not calls or (len(calls) > 1 and len(set(calls)) == 1):
        return True
    if not _readings(together) and _are_two_calls(first, said):
        return True
    pairs = [completed(a, b) for a in _intents(first) for b in _intents(said) if is_play(a) and is_play(b)]
    known = {one for one in (*calls, *pairs) if not isinstance(one, Conditional)}
    return bool(readings := _readings(together)) and all(
        _turns(one.intent, said) or (one.intent in known and _is_as_sure(one, first, said))
        for one in readings
    )


def _are_two_calls(first: Understood, said: Understood) -> bool:
    """Does each name a card of its own? Which of them stands is for the law."""
    return all(
        any(isinstance(one.intent, _NAMES) and not one.guessed for one in _readings(half))
        for half in (first, said)
    )


def _turns(intent: Intent, said: Understood) -> bool:
    """Is it a second call in place of the first, or a call taken back by what takes one back alone?"""
    if not isinstance(intent, Correction):
        return False
    return intent.second is not None or any(
        isinstance(one, Correction)
        or (isinstance(one, Acknowledge) and not one.yes)
        or (isinstance(one, Chatter) and one.hold)
        for one in _intents(said)
    )


def _is_as_sure(one: Designation, *halves: Understood) -> bool:
    doubt = sum(1 - min((part.confidence for part in _readings(half)), default=1.0) for half in halves)
    return not one.guessed and one.confidence >= 1 - doubt - ROUNDED


def _held(first: Understood, said: Understood) -> Understood:
    """``said`` as no more than a question, about itself or about what was called before it."""
    match said:
        case Ambiguous(readings):
            return replace(said, readings=tuple(replace(one, guessed=True) for one in readings))
        case Designation(intent) if is_play(intent):
            return replace(said, guessed=True)
        case Designation(intent, understood) if not isinstance(intent, Correction):
            holds = any(map(is_play, _intents(first)))
            return Designation(Correction(), understood) if holds else said
    return said


def _limits(together: Understood, first: Understood, said: Understood) -> bool:
    """Do the words together rule out what neither half rules out, or set a condition for the second? "No" and
    a call are that call."""
    ruled_out = any(isinstance(one, Exclude) for one in (*_intents(first), *_intents(said)))
    barred = () if ruled_out or _answers_no(first) else (Exclude,)
    return any(isinstance(one, (Conditional, *barred)) for one in _intents(together))


def _answers_no(said: Understood) -> bool:
    return any(isinstance(one, Acknowledge) and not one.yes for one in _intents(said))


def _intents(said: Understood) -> list[Intent]:
    return [one.intent for one in _readings(said)]


def _readings(said: Understood) -> tuple[Designation, ...]:
    if isinstance(said, Designation):
        return (said,)
    return said.readings if isinstance(said, Ambiguous) else ()


def _is_open(text: str, said: Understood, lang: str) -> bool:
    """Does it end in a refusal that says not what, no suit and no rank, and is nothing designated in it?"""
    words = key(text).split() if len(text) <= MAX_CHARS else []
    refused = next((at for at, word in enumerate(words) if word in _refusals(lang)), None)
    if refused is None or not _cards(lang).isdisjoint(words[refused:]):
        return False
    return not any(map(is_play, _intents(said)))


@cache
def _refusals(lang: str) -> frozenset[str]:
    return frozenset().union(*(table(one)["spelling"]["refusals"] for one in _languages(lang)))


@cache
def _cards(lang: str) -> frozenset[str]:
    """The words for suits, ranks and levels; one or two letters may be something else."""
    members = (table(one)["spelling"]["members"].items() for one in _languages(lang))
    named = (word for one in members for word, what in one if not what.startswith("answer"))
    return frozenset(word for word in named if len(word) > 2)


def _languages(lang: str) -> tuple[str, ...]:
    return (lang,) if lang in LANGUAGES else LANGUAGES
