"""The long way of an utterance: templates, several calls in one, gestures, repairs, in that order."""

from __future__ import annotations

from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Chatter,
    Claim,
    Concession,
    Correction,
    CurrentTrick,
    Designation,
    Intent,
    NotUnderstood,
    RankOnly,
    Repair,
    Understood,
    is_play,
)  # fmt: skip
from callparser.grammar.normalise import MAX_CHARS
from callparser.grammar.tables import table
from callparser.understand.compose import Composer, is_unfinished, simple, with_gesture
from callparser.understand.doubt import Doubts
from callparser.understand.match import Matcher, ends
from callparser.understand.nearest import Nearest
from callparser.understand.phrases import phrases
from callparser.understand.pieces import Pieces, pieces
from callparser.understand.repair import Reading, Repairer
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from callparser.understand.fallback import Proposal

#: More words than this are no call.
MAX_WORDS: Final = 40
#: Nor are these one that anything but the grammar may take for a play.
MAX_CALL: Final = 12
#: How sure the fallback must be of a play, and of anything else, where the grammar takes the words for talk.
OVER_TALK: Final = 0.8
OVER_TALK_ELSE: Final = 0.6
#: A text in capitals that is longer is shouted or a title, no code of a card.
MAX_CODE: Final = 5
#: So many stage directions are looked at.
MAX_ASIDES: Final = 4
#: How sure a bare rank is beside words that remarks are made of; and the end of a hand that is asked about
#: ("the rest are mine?") or of which only some words are known.
DOUBTED: Final = 0.7
#: What it costs to take a call for finished that broke off before its suit, or asks whether it is right.
UNFINISHED: Final = 0.4

#: What a repair may cost where the words would also be mere talk, and where it makes a phrase of them.
CHEAP: Final = 0.3
NEARLY: Final = 0.5
#: What a repair may cost that ends a hand or answers a question.
SLIGHT: Final = 0.2
_WEIGHTY: Final = (Acknowledge, Claim, Concession, CurrentTrick)


class Reader:
    """The templates and the repair tables of one language. Call it with a text; it never raises."""

    def __init__(self, lang: str) -> None:
        compiled = table(lang)
        self._matcher = Matcher(compiled)
        self._repairer = Repairer(compiled)
        self._nearest = Nearest(phrases(lang), self._repairer)
        self._doubts = Doubts(self._matcher, self._repairer)

    def __call__(self, text: str, alphabet: str | None = None) -> Understood:
        cut = self._cut(text[:MAX_CHARS])
        words, breaks = self._words(cut)
        said = " ".join(words)
        if len(text) > MAX_CHARS or len(words) > MAX_WORDS:
            return NotUnderstood(said[:MAX_CHARS])
        reading = self._read(words, breaks, alphabet)
        found = list(reading.intents)
        gesture = self._gesture(cut)
        if gesture is not None and len(found) < 2:
            found = [with_gesture(found[0] if found else None, gesture)]
        elif not words and (cut.words or cut.asides):
            found = [Chatter()]  # only the beginning of a word, or a remark on what was done
        if not found and reading.near:
            return NotUnderstood(said, reading.near)
        answer = _answer(self._as_said(text, words, cut, found), said, reading.repairs)
        if isinstance(answer, Designation) and reading.is_half:
            return replace(answer, guessed=True)  # it is asked about
        return self._doubted(answer, words, reading.is_open or cut.is_question)

    def forget(self) -> None:
        """Drop the words looked up so far."""
        self._repairer.forget()

    def _doubted(self, answer: Understood, words: list[str], loosely: bool) -> Understood:
        """ "Nio tror jag" may be a call of the nine or a remark about nine of something; and what ends a hand
        is not sure if it was said ``loosely``."""
        if not isinstance(answer, Designation) or answer.confidence <= DOUBTED:
            return answer
        remark = isinstance(answer.intent, RankOnly) and self._matcher.mentions("doubt", words)
        loose_end = loosely and isinstance(answer.intent, (Claim, Concession))
        return replace(answer, confidence=DOUBTED) if remark or loose_end else answer

    def guessed(self, text: str, answer: Understood) -> Understood:
        """The answer, or what the statistical fallback proposes where the grammar knows no better.

        That is: where nothing was understood and nothing is asked, and where only an open template took the
        words for talk, if the fallback is very sure.
        """
        from callparser.understand import fallback
        from callparser.understand.sketch import sketch

        cut = self._cut(text[:MAX_CHARS])
        words, breaks = self._words(cut)
        if not words or self._is_settled(answer, words, breaks):
            return answer
        model = fallback.load() if len(text) <= MAX_CHARS and len(words) <= MAX_WORDS else None
        if model is None:
            return answer
        seen = sketch(self._matcher, words)
        found = model.propose(seen, self._matcher.lang, refused=self._refused(cut, words))
        said = " ".join(words)
        if found.intent is not None and (isinstance(answer, NotUnderstood) or _outweighs(found)):
            return Designation(found.intent, said, round(found.probability, 3), guessed=True)
        return NotUnderstood(said, found.near) if isinstance(answer, NotUnderstood) else answer

    def _is_settled(self, answer: Understood, words: list[str], breaks: set[int]) -> bool:
        """Does the grammar know the words, or ask what they mean? Talk by an open template is a guess."""
        if isinstance(answer, Designation):
            return answer.intent != Chatter() or bool(self._calls(words, breaks, None))
        return isinstance(answer, Ambiguous) or bool(answer.near)

    def _refused(self, cut: Pieces, words: list[str]) -> bool:
        """May the words be no play whatever they look like? They ask, refuse, take back, go on and on, or are
        noise."""
        if cut.is_question or len(words) > MAX_CALL:
            return True
        words = self._matcher.without_idle(words)
        return (
            not words
            or max(map(words.count, words)) > 2  # "bye bye bye": what a recogniser makes of noise
            or self._matcher.is_talk(words)
            or self._doubts.is_opened(words)
            or any(ends(self._matcher.markers.get(name, {}), words, 0) for name in ("slip", "change"))
            or any(self._matcher.mentions(name, words) for name in ("not", "except", "asks"))
            or any(map(self._refuses, words))
        )

    def _cut(self, text: str) -> Pieces:
        """The text in pieces. Brackets are stage directions or remarks, unless they belong to a call."""
        cut = pieces(text)
        if not cut.asides or self._gesture(cut) is not None:
            return cut
        whole = pieces(text.replace("(", " ").replace(")", " "))
        words, breaks = self._words(whole)
        spoken = [self._matcher.split(aside.split()) for aside in cut.asides[:MAX_ASIDES]]
        negated = any(ends(self._matcher.markers.get("not", {}), aside, 0) for aside in spoken)
        if (
            negated
            or self._calls(words, breaks, None)
            or any(self._calls(one, set(), None) for one in spoken)
        ):
            return whole
        behind = pieces(f"{' '.join(cut.words)} {' '.join(cut.asides[:MAX_ASIDES])}")
        return behind if self._calls(*self._words(behind), None) else cut

    def _words(self, cut: Pieces) -> tuple[list[str], set[int]]:
        """Compounds taken apart, words that were broken off left out, and where punctuation stands."""
        words: list[str] = []
        breaks = set()
        for at, word in enumerate(cut.words):
            if at in cut.breaks:
                breaks.add(len(words))
            if not self._broken_off(cut, at, word):
                words += self._matcher.split([word])
        return words, breaks

    def _broken_off(self, cut: Pieces, at: int, word: str) -> bool:
        """Is it only the beginning of a word? What designates nothing must not become a letter."""
        if at not in cut.broken and at not in cut.trailing:
            return False
        if word not in self._repairer.known:
            return True
        if any(word in trie for trie in self._matcher.markers.values()) or word.isdigit():
            return False
        return len(word) <= 3 if at in cut.broken else len(word) == 1 and at < len(cut.words) - 1

    def _read(self, words: list[str], breaks: set[int], alphabet: str | None) -> Reading:
        found = self._calls(words, breaks, alphabet) if words else []
        return Reading(tuple(found)) if found or not words else self._repaired(words, breaks, alphabet)

    def _repaired(self, words: list[str], breaks: set[int], alphabet: str | None) -> Reading:
        """No call as it stands. Open templates know talk by a few of its words, so a call with a slip in it
        goes first, if the slip is a cheap one and in a word that nobody knows."""
        talk = Reading(self._open(words), is_open=True)
        if self._matcher.is_talk(words):
            return talk if talk.intents else Reading((Chatter(),))
        if talk.intents and self._repairer.known.issuperset(words):
            return talk
        end, left = self._matcher.open_end(words)
        whole = words[:end]
        found = self._calls(whole, breaks, alphabet)
        halves = tuple(one for one in found if is_unfinished(one, left, found))
        if halves:
            repair = Repair(" ".join(words), " ".join(whole), UNFINISHED)
            return Reading(halves, (repair,), is_half=True)
        repaired = self._repairer.reading(
            words, breaks, lambda some, between: self._calls(self._matcher.split(some), between, alphabet)
        )
        repaired = self._nearest.compared(repaired, words)
        cost = sum(repair.cost for repair in repaired.repairs)
        if talk.intents and (len(repaired.intents) != 1 or cost > (NEARLY if repaired.is_phrase else CHEAP)):
            return talk
        if cost > SLIGHT and any(isinstance(intent, _WEIGHTY) for intent in repaired.intents):
            return Reading()  # no "yes" and no claim out of noise
        if self._doubts(repaired, words, lambda some: self._calls(some, set(), alphabet)):
            return Reading(near=repaired.intents)
        return repaired

    def _open(self, words: list[str]) -> tuple[Intent, ...]:
        """What open templates make of the words. They do not see what refuses ("I claim not", "not all are
        mine"): beside such a word a claim or a concession is only talk."""
        found = tuple(match.intent for match in self._matcher.open(words))
        ends_play = any(isinstance(intent, (Claim, Concession)) for intent in found)
        return (Chatter(),) if ends_play and any(map(self._refuses, words)) else found

    def _refuses(self, word: str) -> bool:
        speller = self._repairer.speller
        return word in speller.refusals or (word not in self._repairer.known and speller.is_refusal(word, ()))

    def _calls(self, words: Sequence[str], breaks: set[int], alphabet: str | None) -> list[Intent]:
        """One call in one or several readings, or what several calls come to.

        Two calls with punctuation between them are two, whatever the words would make without it.
        """
        composer = Composer(self._matcher, words, breaks)
        found = simple(self._matcher, words, alphabet)
        turned = [] if len(found) == 1 else composer.turned()  # one known phrase may have a "but" in it
        if turned:
            return turned
        apart = composer.apart()
        if apart is not None:
            return [apart]
        if found or self._matcher.is_talk(words):
            return found
        joined = composer.read()
        return [joined] if joined is not None else []

    def _gesture(self, cut: Pieces) -> Intent | None:
        """What a stage direction says: "(points at the hearts)" is matched as ``@ points at the hearts``."""
        for aside in cut.asides[:MAX_ASIDES]:
            found = self._matcher.exact(["@", *self._matcher.split(aside.split())])
            if len(found) == 1:
                return found[0].intent
        return None

    def _as_said(self, text: str, words: list[str], cut: Pieces, found: list[Intent]) -> list[Intent]:
        """The form of the whole utterance: a question is no call, capitals are a code ("AH", "hA")."""
        calls: list[Intent] = [intent for intent in found if is_play(intent)]
        talk: list[Intent] = [intent for intent in found if _is_talk(intent)]
        if talk:
            bare = text.strip(" !.")
            coded = len(bare) <= MAX_CODE and (bare.isupper() or any(c.isupper() for c in bare[1:]))
            found = calls if calls and coded else [max(talk, key=_told)]
        told = calls or [intent for intent in found if isinstance(intent, Correction)]
        if cut.is_question and told and not ends(self._matcher.markers.get("request", {}), words, 0):
            return [Chatter()]
        return found


def _outweighs(found: Proposal) -> bool:
    """Is it sure enough to be more than talk?"""
    bar = OVER_TALK if found.intent is not None and is_play(found.intent) else OVER_TALK_ELSE
    return found.probability >= bar


def _is_talk(intent: Intent) -> bool:
    """No call, and no correction of one that names another."""
    return not is_play(intent) and not (isinstance(intent, Correction) and intent.second is not None)


def _told(intent: Intent) -> tuple[bool, int]:
    """How much an intent says: mere talk least, then by the number of slots that are filled."""
    filled = sum(getattr(intent, name) is not None for name in intent.__match_args__)
    return not isinstance(intent, Chatter), filled


def _answer(found: list[Intent], said: str, repairs: tuple[Repair, ...]) -> Understood:
    if not found:
        return NotUnderstood(said)
    confidence = round(max(0.0, 1.0 - sum(repair.cost for repair in repairs)), 3)
    rows = [Designation(intent, said, confidence, repairs) for intent in found]
    if len(rows) == 1:
        return rows[0]
    if repairs:
        return NotUnderstood(said, tuple(found))  # two repairs, two meanings: a question
    return Ambiguous(tuple(rows), said)
