"""What a misspelled word may be, and what each guess costs.

A slip of the pen is priced by its kind (:mod:`callparser.understand.slips`), and so is a spelling that sounds
the same. The costs run from 0 (certain) to 1 (a guess). A word equally near to two members of one class (ten
and nine, hearts and spades, high and low) is neither of them.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from zlib import crc32

from callparser.grammar.normalise import fold
from callparser.grammar.spelling import SOUND, TWO_SLIPS, deletions, sound, spellings
from callparser.understand.slips import FOLDED, NEVER, SWAPPED, Slips
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Final

SOUNDS: Final = 0.25
#: Suits, ranks and levels are what is said most; every other word is less likely by so much.
OTHER_WORD: Final = 0.08
#: So much dearer, a slip is clearly less likely than a plain one (letters swapped, doubled or halved): "fier"
#: is a four and no ten.
PLAIN: Final = 0.15
#: At most so much for a word of that many letters; longer words bear ``MAX_COST``.
MAX_COST: Final = 0.6
BEARS: Final = {2: 0.15, 3: 0.3, 4: 0.5, 5: 0.5}
#: What is left of a shorter word says too little to name a card.
MIN_WORD: Final = 3
MAX_GUESSES: Final = 6
#: Longer "words" are no words.
MAX_WORD: Final = 24


class Guess(Value):
    """A word that another may be a misspelling of: what that costs, and how many slips it takes."""

    word: str
    cost: float
    slips: int


class Speller:
    """The spelling index of one language (see :mod:`callparser.grammar.spelling`)."""

    def __init__(self, index: dict[str, Any]) -> None:
        self._words: list[str] = index["words"]
        self._forms = memoryview(index["forms"]).cast("I")
        self._numbers = memoryview(index["numbers"]).cast("H")
        self._common = memoryview(index["common"]).cast("I")
        self._ranks = frozenset(index["rank_letters"])
        self._foreign = frozenset(index["foreign"])
        #: Words that refuse something, here or in a sister language; and those that are spelled here.
        self.refusals = frozenset(index["refusals"])
        self._spelled_refusals = self.refusals.intersection(index["own_refusals"])
        #: Words that go away without a trace.
        self.fillers = frozenset(index["fillers"])
        self.members: dict[str, str] = index["members"]
        self._plain_members = {fold(word): what for word, what in self.members.items()} | self.members
        #: ``slips(said, meant)``: cost and number of the slips that make the one of the other.
        self.slips = Slips(frozenset(index["near"].split()))
        self._sounds: list[tuple[str, str]] = index["sounds"]
        self.guesses = lru_cache(maxsize=4096)(self._guesses)
        #: Every word that is at most two slips away, in no order.
        self.near = lru_cache(maxsize=4096)(self._near)
        #: Every word that this one may be if only its diacritics were lost.
        self.folded = lru_cache(maxsize=4096)(self._folded)
        #: Is a word one slip from any of some others?
        self.is_near = lru_cache(maxsize=4096)(self._is_near)
        self._sound = lru_cache(maxsize=4096)(lambda word: sound(word, self._sounds))

    def is_common(self, word: str) -> bool:
        """Is it a word of the language, so that it was hardly meant for another?"""
        form = _number(word)
        at = bisect_left(self._common, form)
        return at < len(self._common) and self._common[at] == form

    def _guesses(self, word: str) -> tuple[Guess, ...]:
        """The words that ``word`` may be, cheapest first; never two members of one class."""
        if not word.isalpha() or not MIN_WORD - 1 <= len(word) <= MAX_WORD or self._is_code(word):
            return ()
        found = self._weighed(word, self.near(word))
        found = [guess for guess in found if self._is_borne(word, guess)]
        if self.is_common(word):  # a slip in a rare word makes it rather than two, and fillers say nothing
            found = [guess for guess in found if guess.slips == 1 and guess.word not in self.fillers]
        return tuple(sorted(found, key=lambda guess: (guess.cost, guess.word))[:MAX_GUESSES])

    def _is_near(self, word: str, others: frozenset[str]) -> bool:
        return any(self.slips(word, other)[1] <= 1 for other in others)

    def may_be(self, word: str) -> set[str]:
        """The suits, ranks and levels that one slip makes of the word."""
        near = (guess for guess in self.near(word) if guess.slips <= 1)
        return {self.members[guess.word] for guess in near if guess.word in self.members}

    def _near(self, word: str) -> tuple[Guess, ...]:
        if len(fold(word)) > MAX_WORD:
            return ()
        sounding = self._sound(word)
        priced = (self._priced(word, to, sounding) for to in self._candidates(word))
        found = [guess for guess in priced if guess.slips <= 2]
        plain = [guess for guess in found if guess.slips <= 1 and guess.cost <= SWAPPED]
        return tuple(guess for guess in found if not any(self._is_beaten(guess, by) for by in plain))

    def _is_beaten(self, guess: Guess, by: Guess) -> bool:
        """Are they two of a class with one slip each, the other of which is plain and clearly likelier?"""
        what, other = self.members.get(guess.word, ""), self.members.get(by.word, "")
        rivals = what != other and what.partition(" ")[0] == other.partition(" ")[0]
        return rivals and guess.slips == 1 and round(guess.cost - by.cost, 3) >= PLAIN

    def is_torn_between(self, word: str, guess: Guess) -> bool:
        """May the word as well be another member of the class of that guess?"""
        what = self.members[guess.word]
        name = what.partition(" ")[0] + " "
        return any(
            other.slips <= guess.slips and self.members[other.word] != what
            for other in self.near(word)
            if self.members.get(other.word, "").startswith(name)
        )

    def is_refusal(self, word: str, taken: Sequence[str]) -> bool:
        """Is it what may be a "not", taken for something else?"""
        if not self.refusals.isdisjoint(taken):
            return False
        if word in self.refusals or self.is_near(word, self._spelled_refusals):
            return True
        return any(self._bears(word, one, taken) for one in self._spelled_refusals)

    def _bears(self, word: str, refusal: str, taken: Sequence[str]) -> bool:
        """Is it glued to the end of the word, "kungej", and no ending of what that is taken for?"""
        glued = word.endswith(refusal) and len(word) >= MIN_WORD + len(refusal)
        return glued and not any(one.endswith(refusal) for one in taken)

    def forget(self) -> None:
        """Drop the words looked up so far."""
        for memory in (self.guesses, self.near, self.folded, self.is_near):
            memory.cache_clear()

    def _weighed(self, word: str, found: Iterable[Guess]) -> list[Guess]:
        """Without what another guess speaks against.

        Of two members of a class as near to the word as each other neither stands, and what is no nearer
        than they does not stand either. No filler stands for what may be a word that says something.
        """
        nearest: dict[str, int] = {}
        for guess in found:
            what = self.members.get(guess.word) or ("" if guess.word in self.fillers else "word")
            nearest[what] = min(guess.slips, nearest.get(what, guess.slips))
        doubts = [slips for what, slips in nearest.items() if self._is_unclear(word, what, nearest)]
        unclear = min(doubts, default=NEVER)
        return [guess for guess in found if self._stands(guess, nearest, unclear)]

    def _is_unclear(self, word: str, what: str, nearest: dict[str, int]) -> bool:
        """May it be that member of a class, or as well another?"""
        name = what.partition(" ")[0]
        rivals = (s for other, s in nearest.items() if other != what and other.startswith(name + " "))
        short = len(word) < MIN_WORD and nearest[what] <= 1
        return " " in what and (short or min(rivals, default=NEVER) <= nearest[what])

    def _stands(self, guess: Guess, nearest: dict[str, int], unclear: float) -> bool:
        if guess.word in self.fillers:
            return guess.slips < min((slips for what, slips in nearest.items() if what), default=NEVER)
        return guess.slips < unclear

    def _folded(self, word: str) -> tuple[str, ...]:
        if not word.isalpha():
            return ()
        return tuple(sorted({to for to in self._under(_number(word)) if word in spellings(to)} - {word}))

    def _is_borne(self, said: str, guess: Guess) -> bool:
        """Is the guess cheap enough? What is left of a short word says too little to name a card."""
        short = len(said) < MIN_WORD and guess.word in self.members
        if guess.word in self.fillers and guess.cost - OTHER_WORD > SWAPPED:
            return False  # only what is plainly a filler goes away without a trace
        if guess.cost > SWAPPED and (self.hides_a_rank(said, guess.word) or self.has_more(said, guess)):
            return False
        if short or guess.word in self._foreign or (guess.slips == 2 and len(guess.word) < TWO_SLIPS):
            return False
        if self.leaves_little(guess):
            return False
        return guess.cost - OTHER_WORD <= BEARS.get(len(guess.word), MAX_COST)

    def leaves_little(self, guess: Guess) -> bool:
        """Are two slips too much for the name of a suit, rank or level: "duer" for "ruter"?"""
        most = BEARS.get(len(guess.word), MAX_COST)
        return guess.slips == 2 and guess.word in self.members and guess.cost > most

    def hides_a_rank(self, said: str, meant: str) -> bool:
        """Is what follows the word, or ends it, a rank or what is left of one: "trumfkortetto", "hendeni",
        "kasto"?"""
        if said[:-1] == meant and said[-1] != meant[-1]:
            return any(what.startswith("rank") for what in self.may_be(said[-1]))
        if not self.is_suit(meant) and len(meant) >= len(said):
            return False
        ends = [said[-count:] for count in (2, 3)]
        return any(self.is_rank(end) and not meant.endswith(end) for end in ends)

    def has_more(self, said: str, guess: Guess) -> bool:
        """Two letters or more beside a whole suit are a word of their own: "hjärterse"; one behind it may be
        what is left of a rank. A longer form of the suit has them itself: what is one slip from it, and no
        word, is that form ("trumfkrt")."""
        whole = self.members.get(guess.word, "")
        if not whole.startswith("suit"):
            return False
        is_form = guess.slips == 1 and len(guess.word) >= len(said)
        if self._plain_members.get(said[:-1]) == whole and not is_form and self.hides_a_rank(said, said[:-1]):
            return True
        return any(
            (self._plain_members.get(said[:end]) == whole and not (is_form and self._is_no_word(said[end:])))
            or self._plain_members.get(said[-end:]) == whole
            for end in range(MIN_WORD, len(said) - 1)
        )

    def _is_no_word(self, word: str) -> bool:
        return not self.is_common(word) and word not in self._under(_number(word))

    def _is_code(self, word: str) -> bool:
        """The letter of a rank and a suit in one: "kspade" is no slip for "spade" ("sspade" is)."""
        last = word[-1] in self._ranks and self.is_suit(word[:-1]) and word[-1] != word[-2]
        return last or self.begins_a_code(word)

    def begins_a_code(self, word: str) -> bool:
        """Does the letter of a rank stand before a suit?"""
        return word[0] in self._ranks and self.is_suit(word[1:]) and word[0] != word[1]

    def is_suit(self, word: str) -> bool:
        return self.members.get(word, "").startswith("suit")

    def is_rank(self, word: str) -> bool:
        return self.members.get(word, "").startswith("rank")

    def _candidates(self, word: str) -> Iterable[str]:
        """Words that share a form with this one, each once, always in the same order."""
        plain = fold(word)
        forms = list(deletions(plain, 2 if len(plain) >= TWO_SLIPS - 1 else 1))
        forms.append(SOUND + self._sound(word))
        found = dict.fromkeys(to for form in forms for to in self._under(_number(form)))
        found.pop(word, None)
        return found

    def _under(self, form: int) -> Iterator[str]:
        at = bisect_left(self._forms, form)
        while at < len(self._forms) and self._forms[at] == form:
            yield self._words[self._numbers[at]]
            at += 1

    def _priced(self, said: str, meant: str, sounding: str) -> Guess:
        """``sounding``: how ``said`` sounds."""
        cost, slips = self.slips(said, meant)
        for spelled in self._spelled(meant) if said.isascii() else ():
            without, fewer = self.slips(said, spelled)
            if (fewer, without + FOLDED) < (slips, cost):
                cost, slips = without + FOLDED, fewer
        if cost > SOUNDS and sounding == self._sound(meant):
            cost, slips = SOUNDS, 1
        rare = 0.0 if meant in self.members else OTHER_WORD
        return Guess(meant, round(cost + rare, 3), slips)

    def _spelled(self, meant: str) -> set[str]:
        """How else it may be spelled, without its diacritics; a filler has no digraphs."""
        if meant.isascii():
            return set()
        return ({fold(meant)} if meant in self.fillers else spellings(meant)) - {meant}


@lru_cache(maxsize=16384)
def _number(form: str) -> int:
    """What stands for a spelling in the tables. Any text has one, even one that UTF-8 cannot carry."""
    return crc32(form.encode("utf-8", "surrogatepass"))
