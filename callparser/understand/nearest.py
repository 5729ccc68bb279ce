"""The phrases of the call language that are nearly what was said: a second look, at the whole phrase.

Repair word by word (``repair``) knows no context: "wit" is a word of its own, yet in "ruff this wit any
club" no other phrase is as near as the one with "with". Here the dictionary of phrases is walked along the
words, with two slips at most, and every meaning on the way is kept: one that stands alone may be taken,
and one that stands beside what the words came to one by one makes that a question.
"""

from __future__ import annotations

from callparser.designation import Chatter, Repair
from callparser.understand.phrases import END
from callparser.understand.repair import Reading, names_a_card, names_other
from callparser.understand.spelling import MIN_WORD
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from callparser.designation import Intent
    from callparser.understand.phrases import Phrases
    from callparser.understand.repair import Repairer
    from callparser.understand.spelling import Guess

#: A phrase of fewer letters is another one after two slips.
FEWEST: Final = 6
#: Longer "words" are none, and none that were run together.
LONGEST: Final = 48
MOST_SLIPS: Final = 2
#: What a space costs that was left out, and one that was put into a word.
GLUED: Final = 0.1
TORN: Final = 0.15
#: Two slips are so much less likely than one, whatever they cost.
SECOND: Final = 0.15
#: What a phrase may cost, and how much nearer it must be than any of another meaning.
MOST: Final = 0.75
CLEAR: Final = 0.3
#: What a phrase may cost that makes another reading a question.
RIVAL: Final = 0.9
#: In a phrase of fewer words, a word that is one in its own right is not taken for another.
FEW: Final = 4
#: So many steps are taken along the phrases.
MAX_STEPS: Final = 3000


class Nearby(Value):
    """A phrase that may have been meant. ``doubtful``: it speaks against others but is never taken."""

    intent: Intent
    cost: float
    slips: int
    repairs: tuple[Repair, ...]
    doubtful: bool


class _Place(Value):
    """So far along the words and the phrases. ``words``: how many there are in all."""

    node: Any
    rest: tuple[str, ...]
    words: int
    cost: float = 0.0
    slips: int = 0
    repairs: tuple[Repair, ...] = ()
    doubtful: bool = False


class Nearest:
    """The phrases of one language, and its words as the repair of single words has them."""

    def __init__(self, phrases: Phrases, repairer: Repairer) -> None:
        self._phrases = phrases
        self._repairer = repairer
        self._speller = repairer.speller

    def __call__(self, words: list[str]) -> list[Nearby]:
        """Every meaning at most two slips away, the cheapest first; the words themselves are none of them."""
        if sum(map(len, words)) < FEWEST or max(map(len, words)) > LONGEST:
            return []
        best: dict[tuple[Intent, bool], Nearby] = {}
        todo = [_Place(self._phrases, tuple(words), len(words))]
        for _ in range(MAX_STEPS):
            if not todo:
                break
            place = todo.pop()
            if place.rest:
                todo += self._onward(place)
            elif END in place.node and place.repairs:
                found = self._nearby(place)
                known = best.get((found.intent, found.doubtful))
                if known is None or found.cost < known.cost:
                    best[found.intent, found.doubtful] = found
        return sorted(best.values(), key=lambda found: found.cost)

    def compared(self, reading: Reading, words: list[str]) -> Reading:
        """What the single words came to, beside the phrases that are nearly what was said.

        A reading that is none of them is a question if one of them calls another card, and so is one that
        is hardly nearer. What is only without its diacritics, or listed as heard, has rivals of that kind
        alone. Where the single words came to nothing certain, a phrase that stands alone is it.
        """
        found = self(words)
        if len(reading.intents) == 1:
            own = reading.intents[0]
            bar = sum(repair.cost for repair in reading.repairs) + CLEAR
            is_phrase = any(one.intent == own for one in found)
            others = [one for one in found if one.cost < bar or (not is_phrase and one.cost <= RIVAL)]
            if not any(map(self._is_guess, reading.repairs)):
                others = [one for one in found if not one.slips]
            rivals = tuple(one.intent for one in others if _differ(one.intent, own))
            return Reading(near=(own, *rivals)) if rivals else replace(reading, is_phrase=is_phrase)
        if not found or found[0].doubtful or found[0].cost > MOST:
            return reading
        best = found[0]
        if any(one.intent != best.intent and one.cost <= best.cost + CLEAR for one in found):
            return reading
        return Reading((best.intent,), best.repairs, is_phrase=True)

    def _is_guess(self, repair: Repair) -> bool:
        """Was it misspelled, or taken for a word that says nothing, where another may say something?"""
        return self._repairer.is_slip(repair) or repair.taken in self._speller.fillers

    def _nearby(self, place: _Place) -> Nearby:
        cost = place.cost + SECOND * max(0, place.slips - 1)
        intent = self._phrases.meanings[place.node[END]]
        return Nearby(intent, round(cost, 3), place.slips, place.repairs, place.doubtful)

    def _onward(self, place: _Place) -> Iterator[_Place]:
        word, rest = place.rest[0], place.rest[1:]
        left = MOST_SLIPS - place.slips
        if word in place.node:
            yield replace(place, node=place.node[word], rest=rest)
        if word in self._repairer.kept:
            return
        for guess in self._speller.near(word) if word.isalpha() else ():
            if guess.slips <= left and guess.word in place.node:
                yield self._misspelled(place, word, guess, rest)
        if left:
            yield from self._glued(place, word, rest, left)
        if left and rest and word + rest[0] in place.node:
            torn = Repair(f"{word} {rest[0]}", word + rest[0], TORN)
            yield _stepped(place, torn.taken, rest[1:], torn)

    def _misspelled(self, place: _Place, word: str, guess: Guess, rest: tuple[str, ...]) -> _Place:
        cost = guess.cost + (self._repairer.standing(word) if guess.slips else 0.0)
        doubtful = self._is_doubtful(word, guess) or self._was_meant(place, word, guess)
        repair = Repair(word, guess.word, round(cost, 3))
        return _stepped(place, guess.word, rest, repair, guess.slips, doubtful)

    def _glued(self, place: _Place, word: str, rest: tuple[str, ...], left: int) -> Iterator[_Place]:
        """The word as two that were run together, of which one may be misspelled."""
        for at in range(1, len(word)):
            head, tail = word[:at], word[at:]
            if head in place.node:
                glued = Repair(word, f"{head} {tail}", GLUED)
                is_torn = (
                    self._speller.is_suit(head)
                    and word not in self._repairer.known  # "trumfto" is a word of its own
                    and not self._repairer.stands_behind(head, tail)
                )
                yield _stepped(place, head, (tail, *rest), glued, doubtful=is_torn)
            elif left > 1 and at > 1 and len(tail) > 1 and tail in self._repairer.known:
                for guess in self._speller.near(head):
                    if guess.slips < left and guess.word in place.node:
                        apart = replace(place, slips=place.slips + 1, cost=place.cost + GLUED)
                        yield self._misspelled(apart, head, guess, (tail, *rest))

    def _is_doubtful(self, word: str, guess: Guess) -> bool:
        """Does context alone speak for it? Then it is no more than a rival of other readings."""
        if not guess.slips:
            return False
        what = self._speller.members.get(guess.word)
        if self._speller.hides_a_rank(word, guess.word):
            return True
        if word in self._speller.members or self._repairer.hides_a_refusal(word, (guess.word,)):
            return True
        if what is None:
            return False
        short = len(guess.word) <= MIN_WORD
        return short or self._speller.is_common(word) or self._speller.is_torn_between(word, guess)

    def _was_meant(self, place: _Place, word: str, guess: Guess) -> bool:
        """Is it a word in its own right: one of the call language, or a common one among a few others?"""
        is_common = place.words < FEW and self._speller.is_common(word)
        return bool(guess.slips) and (is_common or word in self._repairer.known)


def _stepped(
    place: _Place, word: str, rest: tuple[str, ...], repair: Repair, slips: int = 1, doubtful: bool = False
) -> _Place:
    """One word on, by that repair."""
    return _Place(
        place.node[word], rest, place.words, place.cost + repair.cost, place.slips + slips,
        (*place.repairs, repair), place.doubtful or doubtful,
    )  # fmt: skip


def _differ(a: Intent, b: Intent) -> bool:
    """May they call different cards? "Discard the ten" and "the ten" do not."""
    if a == b or Chatter() in (a, b):
        return False
    return names_other(a, b) or names_other(b, a) or not names_a_card(a)
