"""When a repaired reading is no more than a question, however near its words are to what was said.

A slip of the pen may lie in any word, so a repair must not settle what another word leaves open: a "not",
a question, thanks. Nor may it bring in a "not", or drop a word that says something of its own.
"""

from __future__ import annotations

from callparser.designation import Anything, Correction, Deictic, Exclude, is_play
from callparser.understand.match import ends
from callparser.understand.repair import HEARD
from callparser.understand.slips import FOLDED, NEVER
from callparser.understand.spelling import MIN_WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

    from callparser.designation import Intent, Repair
    from callparser.understand.match import Matcher, Node, Words
    from callparser.understand.repair import Reading, Repairer

    #: What words come to as they stand.
    Calls = Callable[[Sequence[str]], list[Intent]]

#: What it may cost to take a word for a "not": letters swapped, doubled or without their marks.
PLAINLY: Final = 0.23
#: The same in a phrase of the dictionary: any one letter.
IN_PHRASE: Final = 0.35
#: What a repair may cost beside a "not".
REFUSED: Final = 0.45
#: So much nearer than to a question a first word is clearly another.
NEARER: Final = 0.15


class Doubts:
    """The rules, for one language."""

    def __init__(self, matcher: Matcher, repairer: Repairer) -> None:
        self._matcher = matcher
        self._repairer = repairer
        self._speller = repairer.speller

    def __call__(self, reading: Reading, words: Words, calls: Calls) -> bool:
        """Is that reading of ``words`` a question? ``calls`` reads words as they stand."""
        told = [intent for intent in reading.intents if is_play(intent) or isinstance(intent, Correction)]
        return bool(told) and (
            any(self._brings_in_a_refusal(repair, reading.is_phrase) for repair in reading.repairs)
            or self._names_beside_a_refusal(reading, words)
            or self._answers_a_question(reading, words, told, calls)
            or any(map(_points_anew, told))
            or self._drops_a_word(reading, words, calls)
        )

    def is_opened(self, words: Words, repairs: Sequence[Repair] = ()) -> bool:
        """Do they begin as a question or thanks do, perhaps misspelled, and go on?"""
        trie = self._matcher.markers.get("opens", {})
        return any(
            ends(trie, [first, *words[1:]], 0) not in ([], [len(words)])
            for first in self._first(trie, words, repairs)
        )

    def _first(self, trie: Node, words: Words, repairs: Sequence[Repair]) -> list[str]:
        """The first word, or what it may be a misspelling of if nobody knows it and it is not clearly
        nearer to what the repair takes it for."""
        first = words[0]
        if first in self._repairer.known:
            return [first]
        most = NEVER
        if repairs and repairs[0].said == first and repairs[0].taken not in trie:
            most = repairs[0].cost + NEARER
        near = ((word, *self._speller.slips(first, word)) for word in trie if len(word) > MIN_WORD)
        return [first, *(word for word, cost, slips in near if slips <= 1 and cost < most)]

    def _answers_a_question(
        self, reading: Reading, words: Words, told: Sequence[Intent], calls: Calls
    ) -> bool:
        """Is it made of a question, or of thanks? By more than lost diacritics, then it is no call."""
        slips = any(repair.cost > FOLDED for repair in reading.repairs)
        if not slips or not any(map(_names_something, told)) or not self.is_opened(words, reading.repairs):
            return False
        return not self._leaves_a_choice(reading, words, calls)

    def _leaves_a_choice(self, reading: Reading, words: Words, calls: Calls) -> bool:
        """Is it a call that begins like a question, "vilken dam som helst", with slips in words that nobody
        knows? Then it was hardly a question."""
        if not all(self._is_strange(repair.said) for repair in reading.repairs):
            return False
        meant = f" {' '.join(words)} "
        for repair in reading.repairs:
            meant = meant.replace(f" {repair.said} ", f" {repair.taken} ", 1)
        return self.is_opened(meant.split()) and calls(meant.split()) == list(reading.intents)

    def _is_strange(self, word: str) -> bool:
        """Is it no word, neither of calls nor of the language?"""
        return word not in self._repairer.known and not self._speller.is_common(word)

    def _brings_in_a_refusal(self, repair: Repair, is_phrase: bool) -> bool:
        """Is a "not" taken to be there that was hardly written so? A whole phrase speaks for it."""
        taken = repair.taken.split()
        glued = repair.said if len(taken) > 1 else ""
        is_new = any(word not in glued for word in self._speller.refusals.intersection(taken))
        bar = IN_PHRASE if is_phrase else PLAINLY
        return is_new and (repair.cost > bar or self._speller.is_common(repair.said))

    def _names_beside_a_refusal(self, reading: Reading, words: Words) -> bool:
        """Does a dear repair, or one of a common word, name what is refused? "Ingen fara", no danger, bars
        no four."""
        known = self._repairer.known
        refused = self._matcher.mentions("not", words) or any(
            word in self._speller.refusals or (word not in known and self._speller.is_refusal(word, ()))
            for word in words
        )
        return refused and any(map(self._is_dear, reading.repairs))

    def _is_dear(self, repair: Repair) -> bool:
        is_common = self._repairer.is_slip(repair) and self._speller.is_common(repair.said)
        return repair.cost >= REFUSED or is_common

    def _drops_a_word(self, reading: Reading, words: Words, calls: Calls) -> bool:
        """Is a common word taken for one that says nothing? "Åtte dager" are eight days, and "duger" would
        be a courtesy. What refuses a card calls it neither with that word nor without it."""
        if all(isinstance(intent, Exclude) for intent in reading.intents):
            return False
        for repair in reading.repairs:
            if repair.cost <= HEARD or not self._speller.is_common(repair.said):
                continue
            rest = [word for word in words if word != repair.said]
            if rest and calls(rest) == list(reading.intents):
                return True
        return False


def _names_something(intent: Intent) -> bool:
    """Anything at all may be played by "what you like", however it is spelled."""
    return intent != Anything()


def _points_anew(intent: Intent) -> bool:
    """Is the second of two calls only a finger? What was said there was rather a card."""
    return isinstance(intent, Correction) and isinstance(intent.second, Deictic)
