"""The phrases of the call language that are nearly what was said: a second look, at the whole phrase.

Repair word by word (``repair``) knows no context: "wit" is a word of its own, yet in "ruff this wit any
club" no other phrase is as near as the one with "with". Here the dictionary of phrases is walked along the
words, with two slips at most, and every meaning on the way is kept: one that stands alone may be taken,
and one that stands beside what the words came to one by one makes that a question.
"""

from __future__ import annotations

from callparser.designation import Chatter, Continue, High, Middle, Ordinal, Repair, Run, is_play
from callparser.grammar.spelling import TWO_SLIPS
from callparser.understand.phrases import END
from callparser.understand.repair import CROSSED, TIE, Reading, crossed, names_a_card, names_other
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
FEWEST: Final = 5
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
#: The same where there are so many letters that two slips leave nearly all of them.
MOST_LONG: Final = 0.9
LONG: Final = 12
#: What a word may cost for which only the rest of the phrase speaks.
MOST_ALONE: Final = 0.55
#: What a phrase may cost that makes another reading a question.
RIVAL: Final = 0.9
#: So much nearer still must one be that names no rank, if another does: something is left of it ("trumfo").
LEFT: Final = 0.15
#: In a phrase of fewer words, a word that is one in its own right is not taken for another.
FEW: Final = 4
#: So many steps are taken along the phrases.
MAX_STEPS: Final = 3000
#: Why a phrase is no more than a rival of other readings. ``ALONE``: only the rest of the phrase speaks for
#: the word; it is taken if it is long and there is no other meaning. ``NEVER``: a card may hide in the word.
ALONE: Final = 1
NEVER: Final = 2

#: What chooses a card of a suit in a way of its own.
_CHOOSE: Final = (Continue, Middle, Ordinal, Run)


class Nearby(Value):
    """A phrase that may have been meant, and why it may not."""

    intent: Intent
    cost: float
    slips: int
    repairs: tuple[Repair, ...]
    doubt: int


class _Place(Value):
    """So far along the words and the phrases. ``words``: how many there are in all."""

    node: Any
    rest: tuple[str, ...]
    words: int
    cost: float = 0.0
    slips: int = 0
    repairs: tuple[Repair, ...] = ()
    doubt: int = 0


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
        best: dict[tuple[Intent, int], Nearby] = {}
        todo = [_Place(self._phrases, tuple(words), len(words))]
        for _ in range(MAX_STEPS):
            if not todo:
                break
            place = todo.pop()
            if place.rest:
                todo += self._onward(place)
            elif END in place.node and place.repairs:
                found = self._nearby(place)
                known = best.get((found.intent, found.doubt))
                if known is None or found.cost < known.cost:
                    best[found.intent, found.doubt] = found
        return sorted(best.values(), key=lambda found: found.cost)

    def compared(self, reading: Reading, words: list[str]) -> Reading:
        """What the single words came to, beside the phrases that are nearly what was said.

        A reading that is none of them is a question if one of them calls another card, and so is one that
        is hardly nearer. What is only without its diacritics, or listed as heard, has rivals of that kind
        alone. Where the single words came to nothing certain, a phrase that stands alone is it.
        """
        found = self(words)
        if len(reading.intents) > 1 and all(map(is_play, reading.intents)):
            reading = _as_one(reading, found)
        if len(reading.intents) == 1:
            return self._beside(reading, found)
        best = next((one for one in found if one.doubt != NEVER), None)
        if best is None or not self._stands_alone(best, found, words):
            return reading
        cost = sum(repair.cost for repair in reading.repairs)
        if reading.intents and cost <= GLUED and best.cost > cost + TIE:
            return reading  # two meanings of the words as they stand, but for a space
        return Reading((best.intent,), best.repairs, is_phrase=not best.doubt)

    def _beside(self, reading: Reading, found: list[Nearby]) -> Reading:
        """What the single words came to, a question if a phrase of another meaning is hardly less near. A
        phrase that calls the same card goes before words that are none: "ast en tre" is "kast en tre"."""
        own = reading.intents[0]
        cost = sum(repair.cost for repair in reading.repairs)
        alike = (_cost_in_words(one) for one in found if one.intent == own)
        bar = max(cost, min(alike, default=cost)) + CLEAR
        is_phrase = any(one.intent == own for one in found)
        others = [
            one
            for one in found
            if one.cost < bar + _left(one.intent, own) or (not is_phrase and one.cost <= RIVAL)
        ]
        if not any(map(self._is_guess, reading.repairs)):
            others = [one for one in found if not one.slips]
        rivals = tuple(one.intent for one in others if _differ(one.intent, own))
        if rivals:
            return Reading(near=(own, *rivals))
        same = [one for one in others if is_play(one.intent) and is_play(own) and not one.doubt]
        if same and not is_phrase:
            return Reading((same[0].intent,), same[0].repairs, is_phrase=True)
        return replace(reading, is_phrase=is_phrase)

    @staticmethod
    def _stands_alone(best: Nearby, found: list[Nearby], said: list[str]) -> bool:
        """Is that phrase clearly nearer than any of another meaning? Where only the rest of it speaks for a
        word, it must be long, and nearer still."""
        words = len(said)
        most = MOST_LONG if sum(map(len, said)) >= LONG else MOST
        if best.doubt and (words < FEW or best.cost > MOST_ALONE):
            return False
        others = [one for one in found if one.intent != best.intent]
        if best.cost > most or (best.doubt and any(one.slips < 2 for one in others)):
            return False
        return all(one.cost > best.cost + CLEAR + _left(one.intent, best.intent) for one in others)

    def _is_guess(self, repair: Repair) -> bool:
        """Was it misspelled, or taken for a word that says nothing, where another may say something?"""
        return self._repairer.is_slip(repair) or repair.taken in self._speller.fillers

    def _nearby(self, place: _Place) -> Nearby:
        cost = place.cost + SECOND * max(0, place.slips - 1)
        intent = self._phrases.meanings[place.node[END]]
        return Nearby(intent, round(cost, 3), place.slips, place.repairs, place.doubt)

    def _onward(self, place: _Place) -> Iterator[_Place]:
        word, rest = place.rest[0], place.rest[1:]
        left = MOST_SLIPS - place.slips
        if word in place.node:
            yield replace(place, node=place.node[word], rest=rest)
        if word in self._repairer.kept:
            return
        for guess in self._speller.near(word) if word.isalpha() else ():
            if guess.slips > left or guess.word not in place.node or not _is_left(guess):
                continue
            if not self._repairer.turns_round(word, guess.word):
                yield self._misspelled(place, word, guess, rest)
        if left:
            yield from self._glued(place, word, rest, left)
            yield from self._solid(place, word, rest)
        if left and rest and word + rest[0] in place.node:
            torn = Repair(f"{word} {rest[0]}", word + rest[0], TORN)
            yield _stepped(place, torn.taken, rest[1:], torn)

    def _misspelled(self, place: _Place, word: str, guess: Guess, rest: tuple[str, ...]) -> _Place:
        cost = guess.cost + (self._repairer.standing(word) if guess.slips else 0.0)
        repair = Repair(word, guess.word, round(cost, 3))
        return _stepped(place, guess.word, rest, repair, guess.slips, self._doubt(place, word, guess))

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
                yield _stepped(place, head, (tail, *rest), glued, doubt=NEVER * is_torn)
            elif left > 1 and at > 1 and len(tail) > 1 and tail in self._repairer.known:
                for guess in self._speller.near(head):
                    if guess.slips < left and guess.word in place.node:
                        apart = replace(place, slips=place.slips + 1, cost=place.cost + GLUED)
                        yield self._misspelled(apart, head, guess, (tail, *rest))
        for head, tail in crossed(word) if left > 1 else ():
            if head in place.node and tail in place.node[head]:
                repair = Repair(word, f"{head} {tail}", CROSSED)
                found = _stepped(place, head, rest, repair, slips=2)
                yield replace(found, node=found.node[tail])

    def _solid(self, place: _Place, word: str, rest: tuple[str, ...]) -> Iterator[_Place]:
        """The word as a suit and a rank in one with a slip in it: "klønri". If it may be two cards it speaks
        only against others."""
        doubt = NEVER * (self._repairer.may_be_cards(word) > 1)
        for suit, rank, cost in self._repairer.solids(word):
            if suit in place.node and rank in place.node[suit]:
                found = _stepped(place, suit, rest, Repair(word, f"{suit} {rank}", cost), doubt=doubt)
                yield replace(found, node=found.node[rank])

    def _doubt(self, place: _Place, word: str, guess: Guess) -> int:
        """Why that guess may not be what was meant, if it has a slip in it."""
        if not guess.slips:
            return 0
        if self._may_hide_another(word, guess):
            return NEVER
        return ALONE * self._was_meant(place, word, guess)

    def _may_hide_another(self, word: str, guess: Guess) -> bool:
        """May the word as well be another card, or refuse one? Of a short name too little is left."""
        if self._speller.hides_a_rank(word, guess.word) or self._speller.begins_a_code(word):
            return True
        if self._speller.leaves_little(guess) or (guess.slips == 2 and self._speller.has_more(word, guess)):
            return True
        if word in self._speller.members or self._repairer.hides_a_refusal(word, (guess.word,)):
            return True
        short = len(guess.word) <= MIN_WORD + (guess.slips > 1)
        return guess.word in self._speller.members and (short or self._speller.is_torn_between(word, guess))

    def _was_meant(self, place: _Place, word: str, guess: Guess) -> bool:
        """Is it a word in its own right: one of the call language, or a common one where a card is named or
        others are few?"""
        matters = place.words < FEW or guess.word in self._speller.members
        return word in self._repairer.known or (matters and self._speller.is_common(word))


def _is_left(guess: Guess) -> bool:
    """Is anything left of the word? Of a short one two slips leave nothing."""
    return guess.slips < 2 or len(guess.word) >= TWO_SLIPS


def _stepped(
    place: _Place, word: str, rest: tuple[str, ...], repair: Repair, slips: int = 1, doubt: int = 0
) -> _Place:
    """One word on, by that repair."""
    return _Place(
        place.node[word], rest, place.words, place.cost + repair.cost, place.slips + slips,
        (*place.repairs, repair), max(place.doubt, doubt),
    )  # fmt: skip


def _cost_in_words(found: Nearby) -> float:
    """What it costs by the measure of phrases, where two slips in a word are dearer; none for words that were
    run together, which both measures price alike."""
    return 0.0 if any(" " in repair.taken for repair in found.repairs) else found.cost


def _as_one(reading: Reading, found: list[Nearby]) -> Reading:
    """Two meanings that call one card are no question: a phrase goes first."""
    if any(_differ(a, b) for a in reading.intents for b in reading.intents):
        return reading
    nearby = [one.intent for one in found if one.intent in reading.intents]
    return replace(reading, intents=(*nearby, *reading.intents)[:1])


def _left(intent: Intent, of: Intent) -> float:
    """``LEFT`` if it says which rank, be it the opponent's, and the other does not."""
    ranks = [any(getattr(one, name, None) for name in ("rank", "over")) for one in (intent, of)]
    return LEFT if ranks == [True, False] else 0.0


def _differ(a: Intent, b: Intent) -> bool:
    """May they call different cards? "Discard the ten" and "the ten" do not."""
    if a == b or Chatter() in (a, b):
        return False
    if type(a) is not type(b) and (isinstance(a, _CHOOSE) or isinstance(b, _CHOOSE)):
        return True
    if isinstance(a, High) and isinstance(b, High) and a.highest != b.highest:
        return True  # in fourth hand a "high" may be the lowest winner, the "highest" is not (46B1a)
    return names_other(a, b) or names_other(b, a) or not names_a_card(a)
