"""Utterances made of several calls: corrections, exclusions, alternatives, gestures.

"hjärter, nej ruter" keeps both designations (Law 45C4 asks which was meant); "inte kungen, esset"
names one card; "anything but a heart" limits a call; "seven or eight" leaves it open.
"""

from __future__ import annotations

from callparser.cards import Rank
from callparser.designation import (
    Anything,
    Continue,
    Correction,
    Deictic,
    Either,
    Exclude,
    High,
    Intent,
    Level,
    Low,
    Marker,
    NamedCard,
    Ordinal,
    Play,
    PlayIntent,
    RankOnly,
    Ruff,
    SuitOnly,
    SuitRef,
    completed,
    is_play,
)  # fmt: skip
from callparser.understand.hidden import hidden_ranks
from callparser.understand.match import Matcher, ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Words = Sequence[str]


def simple(matcher: Matcher, words: Words, alphabet: str | None = None) -> list[Intent]:
    """Readings of one call, with or without fillers around it; several when the words allow several.

    ``alphabet`` drops readings whose letters belong to another one, if that leaves any. Nothing is called
    by a question, and no rank by one that waits for its suit ("queen of").
    """
    found = matcher.exact(words)
    if not found:
        spoken = matcher.without(words, "anywhere")
        found = (matcher.exact(spoken) or matcher.framed(spoken)) if spoken else []
    if alphabet is not None:
        found = [m for m in found if m.alphabets is None or alphabet in m.alphabets] or found
    intents = [match.intent for match in found]
    lettered = any(match.alphabets is not None for match in found)
    if lettered:
        intents = list(dict.fromkeys(intents + _torn(matcher, words)))
    if matcher.is_talk(words):
        return [intent for intent in intents if not is_play(intent)]
    if len(intents) == 1 and isinstance(intents[0], SuitOnly):
        suit = intents[0].suit
        intents += [NamedCard(suit, Rank.parse(rank)) for rank in hidden_ranks(matcher, words)]
    end, left = matcher.open_end(words)
    halves = simple(matcher, words[:end], alphabet) if end else []
    return [intent for intent in intents if not is_unfinished(intent, left, halves)]


def is_unfinished(intent: Intent, left: str, halves: Sequence[Intent]) -> bool:
    """Is that no call before what the end of the words leaves open (a marker's name) is answered? A question
    asks about any call but "anything" and "the first from the right"; a preposition waits for the rest of a
    rank, or of a suit that is called (``halves``) by the words before it as well."""
    if left == "tag":
        return is_play(intent) and not isinstance(intent, (Anything, Deictic, Ordinal))
    is_half = isinstance(intent, SuitOnly) and intent in halves
    return bool(left) and (isinstance(intent, RankOnly) or is_half)


def _torn(matcher: Matcher, words: Words) -> list[Intent]:
    """How high, if a letter was torn off the word: "hög t" is a high ten, or "högt"."""
    found: list[Intent] = []
    for at in range(1, len(words)):
        whole = words[at - 1] + words[at]
        if len(words[at]) == 1 and len(words[at - 1]) > 2 and whole in matcher.lexicon:
            joined = [*words[: at - 1], whole, *words[at + 1 :]]
            readings = matcher.exact(joined) or matcher.framed(joined)
            found += [m.intent for m in readings if isinstance(m.intent, (Low, High))]
    return found


#: What joins two calls.
_TURNS = ("slip", "change", "not", "but", "except", "or")
#: What may stand on either side of "or".
_NAMES = (NamedCard, SuitOnly, RankOnly, Low, High)


class Composer:
    """The words of one utterance, and what several calls in it come to.

    Every stretch of words is read once: a run of markers can otherwise be cut in exponentially many ways.
    """

    def __init__(self, matcher: Matcher, words: Words, breaks: set[int]) -> None:
        self._matcher = matcher
        self._words = list(words)
        self._breaks = breaks
        self._calls: dict[tuple[int, int], PlayIntent | None] = {}
        self._tails: dict[int, Intent | None] = {}

    def read(self, start: int = 0) -> Intent | None:
        """What the words from ``start`` on come to, or ``None``."""
        if start not in self._tails:
            self._tails[start] = None  # no reading of a tail rests on itself
            self._tails[start] = (
                self._corrected(start)
                or self._contrasted(start)
                or self._excepted(start)
                or self._left_open(start)
                or self._broken(start)
            )
        return self._tails[start]

    def call(self, start: int, end: int) -> PlayIntent | None:
        """The only reading of those words as one call, if it designates something."""
        if (start, end) not in self._calls:
            found = simple(self._matcher, self._words[start:end]) if start < end else []
            one = found[0] if len(found) == 1 and is_play(found[0]) else None
            self._calls[start, end] = one
        return self._calls[start, end]

    def turned(self) -> list[Intent]:
        """The readings of two calls with a bare "but" between: what the second adds to the first or puts in
        its place, the first alone, and the first without the second where the word may say so ("any heart but
        the king"). "Hearts, but high" is no order to play low."""
        trie, barring = (self._matcher.markers.get(name, {}) for name in ("but", "except"))
        if trie.keys().isdisjoint(self._words):
            return []
        for start, end, _ in self._marked(_TURNS, 0):
            one, two = self.call(0, start), self.call(end, len(self._words))
            if end not in ends(trie, self._words, start) or one is None or two is None:
                continue
            if any(isinstance(call, (Exclude, Anything)) for call in (one, two)):
                continue
            limited = _limit(one, two) if end in ends(barring, self._words, start) else None
            readings = (completed(one, two) or two, one, limited)
            return [reading for reading in dict.fromkeys(readings) if reading is not None]
        return []

    def _marked(self, names: tuple[str, ...], first: int) -> list[tuple[int, int, str]]:
        """Where markers stand: start, end, name. A run of markers counts as one, by its last word's name."""
        found = []
        at = first
        while at < len(self._words):
            end, name = at, ""
            while (step := self._marker(names, end)) is not None:
                end, name = step
            if name:
                found.append((at, end, name))
            at = max(end, at + 1)
        return found

    def _marker(self, names: tuple[str, ...], at: int) -> tuple[int, str] | None:
        reach = {
            max(found): name
            for name in names
            if (found := ends(self._matcher.markers.get(name, {}), self._words, at))
        }
        return (max(reach), reach[max(reach)]) if reach else None

    def _is_letter(self, at: int) -> bool:
        return len(self._words[at]) == 1 and self._words[at].isalpha()

    # --- the ways in which calls are joined ---------------------------------------------------------

    def _corrected(self, first: int) -> Correction | None:
        last = len(self._words)
        for start, end, name in self._marked(("slip", "change"), first):
            if start == first and self._refuses(start, end):
                continue
            one = self.call(first, start)
            two: Intent | None = self.call(end, last) or self.read(end)
            if isinstance(two, Correction):
                two = two.second or two.first
            wanted = two if two is not None and is_play(two) else None
            if (start > first and one is None) or (end < last and wanted is None):
                continue
            if one is not None or wanted is not None:
                return Correction(one, wanted, Marker(name))
        return None

    def _refuses(self, start: int, end: int) -> bool:
        """Does a "no" bar the name that it stands before: "no hearts"? Before a pause, a verb or an article
        it puts right what was said: "no, hearts", "no the king"."""
        matcher, words = self._matcher, self._words
        if end not in ends(matcher.markers.get("not", {}), words, start) or any(
            end <= at < len(words) for at in self._breaks
        ):
            return False
        if any(ends(trie, words, end) for trie in matcher.fillers.values()):
            return False
        barred = self.call(end, len(words))
        return barred is not None and _limit(None, barred) is not None

    def _contrasted(self, first: int) -> Intent | None:
        """ "inte A utan B" and "A inte, B" are B; "inte A" excludes A. "A, inte B" is A without B, or puts
        right what was said before it."""
        last = len(self._words)
        for start, end, _ in self._marked(("not",), first):
            for stop, go in self._turns(end) if start == first else ():
                unwanted, wanted = self.call(end, stop), self.call(go, last)
                if unwanted is not None and wanted is not None:
                    return _instead(wanted, unwanted)
            before, behind = self.call(first, start), self.call(end, last)
            if start - first == 1 and self._is_letter(first):
                return None  # "t inte damen": what is left of a word, and no ten
            if behind is None or (start > first and before is None):
                continue
            if before is None:
                return _limit(None, behind)
            return _instead(behind, before) if end in self._breaks else _but_not(before, behind)
        return None

    def _turns(self, after: int) -> list[tuple[int, int]]:
        """Where what is not wanted may end, and what is wanted begin: at a "but", or at punctuation."""
        but = [(start, end) for start, end, _ in self._marked(("but",), after)]
        return but + [(at, at) for at in sorted(self._breaks) if after < at < len(self._words)]

    def _excepted(self, first: int) -> PlayIntent | None:
        for start, end, _ in self._marked(("except",), first):
            base = self.call(first, start) if start > first else Anything()
            unwanted = self.call(end, len(self._words))
            if base is not None and unwanted is not None:
                return _limit(None if base == Anything() else base, unwanted)
        return None

    def _left_open(self, first: int) -> Intent | None:
        """ "A or B"; "or B" alone is a second thought about a call before it."""
        for start, end, _ in self._marked(("or",), first):
            one, other = self.call(first, start), self.call(end, len(self._words))
            if start == first and other is not None:
                return Correction(None, other, Marker.CHANGE)
            if isinstance(one, _NAMES) and isinstance(other, _NAMES) and one != other:
                bare = end + 1 == len(self._words)  # "or a club" is any club
                return Either((_carried(one, other), _carried(other, one, behind=bare)))
        return None

    def _broken(self, first: int) -> Intent | None:
        """Two calls with nothing but punctuation between them."""
        for at in sorted(self._breaks):
            one, two = self.call(first, at), self.call(at, len(self._words))
            if one is not None and two is not None:
                return one if one == two else completed(one, two) or Correction(one, two)
        return None

    def apart(self) -> Intent | None:
        """What the words are if punctuation parts them into two calls."""
        found = self._broken(0) if self._breaks else None
        if isinstance(found, Correction) and isinstance(found.second, Exclude):
            return None  # "not the top, not the bottom" is one thing
        return found or self._denied()

    def _denied(self) -> Correction | None:
        """ "No, trump": no to what was said before, then a call. Without the pause it would be "no trump"."""
        last = len(self._words)
        if not self._breaks or not isinstance(self.call(0, last), Exclude):
            return None
        for start, end, name in self._marked(("slip",), 0):
            wanted = self.call(end, last) if start == 0 and end in self._breaks else None
            if wanted is not None and not isinstance(wanted, Exclude):
                return Correction(None, wanted, Marker(name))
        return None


def _instead(wanted: PlayIntent, unwanted: PlayIntent) -> Intent:
    """ "Not the ace of hearts, the queen": the queen of hearts."""
    if wanted == unwanted:
        return Correction(wanted, None, Marker.SLIP)
    match wanted, unwanted:
        case RankOnly(rank), NamedCard(suit, _):
            return NamedCard(suit, rank)
    return wanted


def _but_not(call: PlayIntent, unwanted: PlayIntent) -> Intent | None:
    """What "not" behind a call makes of it: a correction, a limit, or the opposite."""
    if call == unwanted:
        return Correction(call, None, Marker.SLIP)
    if type(call) is type(unwanted):
        return Correction(None, call, Marker.SLIP)  # "clubs, not diamonds": who said diamonds?
    if isinstance(call, (Play, Continue)):
        return _limit(None, unwanted)  # "play never low"
    if not isinstance(call, (SuitOnly, RankOnly, NamedCard, Anything)):
        return None  # "ruff, but not low": two calls that limit each other in ways the Laws do not know
    return _limit(call, unwanted) if isinstance(unwanted, _NAMES) else _limit(None, call)


def _carried(one: PlayIntent, other: PlayIntent, *, behind: bool = False) -> PlayIntent:
    """What ``one`` leaves out and ``other`` says: "king or queen of hearts" are two hearts; a bare suit
    ``behind`` the other call takes its rank: "king of hearts or diamonds"."""
    match one, other:
        case RankOnly(rank), NamedCard(suit, own) if rank is not own:
            return NamedCard(suit, rank)
        case SuitOnly(suit), NamedCard(own, rank) if behind and suit is not own:
            return NamedCard(suit, rank)
    return one


def _limit(base: PlayIntent | None, unwanted: PlayIntent) -> Exclude | None:
    match unwanted:
        case SuitOnly(suit):
            return Exclude(suit=suit, base=base)
        case RankOnly(rank):
            return Exclude(rank=rank, base=base)
        case NamedCard(suit, rank):
            return Exclude(suit, rank, base=base)
        case Low(suit):
            return Exclude(suit or getattr(base, "suit", None), level=Level.LOW, base=base)
        case High(suit):
            return Exclude(suit or getattr(base, "suit", None), level=Level.HIGH, base=base)
        case Ruff(None, None, None):
            return Exclude(SuitRef.TRUMP, base=base)
    return None


def with_gesture(spoken: Intent | None, gesture: Intent) -> Intent:
    """A word and a gesture together: "(points at the hearts) four" is one call. Where the two name
    different things they stand beside each other, as two calls do."""
    if spoken is None:
        return gesture
    if not (is_play(spoken) and is_play(gesture)):
        return spoken
    whole = completed(spoken, gesture)
    if whole is not None or spoken == gesture or not isinstance(gesture, (SuitOnly, NamedCard)):
        return whole or spoken
    said = getattr(spoken, "suit", None)
    return spoken if said in (None, gesture.suit) else Correction(spoken, gesture)
