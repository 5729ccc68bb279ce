"""Utterances made of several calls: corrections, exclusions, alternatives, gestures.

"hjärter, nej ruter" keeps both designations (Law 45C4 asks which was meant); "inte kungen, esset"
names one card; "anything but a heart" limits a call; "seven or eight" leaves it open.
"""

from __future__ import annotations

from callparser.designation import (
    Anything,
    Correction,
    Either,
    Exclude,
    High,
    Intent,
    Level,
    Low,
    Marker,
    NamedCard,
    PlayIntent,
    RankOnly,
    Ruff,
    SuitOnly,
    SuitRef,
    completed,
    is_play,
)  # fmt: skip
from callparser.understand.match import Matcher, ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Words = Sequence[str]


def simple(matcher: Matcher, words: Words, alphabet: str | None = None) -> list[Intent]:
    """Readings of one call, with or without fillers around it; several when the words allow several.

    ``alphabet`` drops readings whose letters belong to another one, if that leaves any.
    """
    found = matcher.exact(words)
    if not found:
        spoken = matcher.without(words, "anywhere")
        found = (matcher.exact(spoken) or matcher.framed(spoken)) if spoken else []
    if alphabet is not None:
        found = [m for m in found if m.alphabets is None or alphabet in m.alphabets] or found
    return [match.intent for match in found]


def one_call(matcher: Matcher, words: Words) -> PlayIntent | None:
    """The only reading of the words, if it designates something."""
    found = simple(matcher, words)
    return found[0] if len(found) == 1 and is_play(found[0]) else None  # type: ignore[return-value]


def composed(matcher: Matcher, words: Words, breaks: set[int]) -> Intent | None:
    """What several calls in one utterance come to, or ``None``."""
    return (
        _corrected(matcher, words, breaks)
        or _contrasted(matcher, words)
        or _excepted(matcher, words)
        or _left_open(matcher, words)
        or _broken(matcher, words, breaks)
    )


# --- the ways in which calls are joined -------------------------------------------------------------


def _corrected(matcher: Matcher, words: Words, breaks: set[int]) -> Correction | None:
    for start, end, name in _marked(matcher, words, ("slip", "change")):
        left, right = words[:start], words[end:]
        first = one_call(matcher, left) if left else None
        second: Intent | None = None
        if right:
            second = one_call(matcher, right) or composed(matcher, right, {b - end for b in breaks})
        if (left and first is None) or (right and (second is None or not is_play(second))):
            if not isinstance(second, Correction):
                continue
            second = second.second or second.first
        if first is not None or second is not None:
            return Correction(first, second, Marker(name))  # type: ignore[arg-type]
    return None


def _marked(matcher: Matcher, words: Words, names: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Where markers stand: start, end, name. A run of markers counts as one, by its last word's name."""
    found = []
    for start in range(len(words)):
        at, name = start, ""
        while True:
            reach = {max(ends(matcher.markers.get(n, {}), words, at), default=at): n for n in names}
            end = max(reach)
            if end == at:
                break
            at, name = end, reach[end]
        if name:
            found.append((start, at, name))
    return found


def _contrasted(matcher: Matcher, words: Words) -> PlayIntent | None:
    """ "inte A, B" and "B, inte A" are B; "inte A" alone excludes A."""
    for start, end, _ in _marked(matcher, words, ("not",)):
        if start:
            wanted, unwanted = one_call(matcher, words[:start]), one_call(matcher, words[end:])
            if wanted is not None and unwanted is not None:
                return wanted if type(wanted) is type(unwanted) else _limit(wanted, unwanted)
            continue
        alone = one_call(matcher, words[end:])
        if alone is not None:
            return _limit(None, alone)
        for cut in range(end + 1, len(words)):
            unwanted, wanted = one_call(matcher, words[end:cut]), one_call(matcher, words[cut:])
            if unwanted is not None and wanted is not None and type(wanted) is type(unwanted):
                return wanted
    return None


def _excepted(matcher: Matcher, words: Words) -> PlayIntent | None:
    for start, end, _ in _marked(matcher, words, ("except",)):
        base = one_call(matcher, words[:start]) if start else Anything()
        unwanted = one_call(matcher, words[end:])
        if base is not None and unwanted is not None:
            return _limit(None if base == Anything() else base, unwanted)
    return None


def _limit(base: PlayIntent | None, unwanted: PlayIntent) -> Exclude | None:
    match unwanted:
        case SuitOnly(suit):
            return Exclude(suit=suit, base=base)
        case RankOnly(rank):
            return Exclude(rank=rank, base=base)
        case NamedCard(suit, rank):
            return Exclude(suit, rank, base=base)
        case Low(suit):
            return Exclude(suit, level=Level.LOW, base=base)
        case High(suit):
            return Exclude(suit, level=Level.HIGH, base=base)
        case Ruff(None, None, None):
            return Exclude(SuitRef.TRUMP, base=base)
    return None


def _left_open(matcher: Matcher, words: Words) -> Either | Correction | None:
    """ "A or B" leaves it open; "or B" alone is second thoughts on what was called before."""
    for start, end, _ in _marked(matcher, words, ("or",)):
        other = one_call(matcher, words[end:])
        if other is None:
            continue
        if not start:
            return Correction(None, other, Marker.CHANGE)
        one = one_call(matcher, words[:start])
        if one is not None and one != other:
            return Either((one, other))
    return None


def _broken(matcher: Matcher, words: Words, breaks: set[int]) -> Intent | None:
    """Two calls with nothing but punctuation between them."""
    for at in sorted(breaks):
        if 0 < at < len(words):
            first, second = one_call(matcher, words[:at]), one_call(matcher, words[at:])
            if first is not None and second is not None:
                return first if first == second else completed(first, second) or Correction(first, second)
    return None


def with_gesture(spoken: Intent | None, gesture: Intent) -> Intent:
    """A word and a gesture together ("(points at the hearts) four"); the word wins where they differ."""
    if spoken is None:
        return gesture
    if is_play(spoken) and is_play(gesture):
        return completed(spoken, gesture) or spoken  # type: ignore[arg-type]
    return spoken
