"""Noise into words, never one card into another.

A word the language does not know is replaced by words that it knows: what it is often heard for, what it
is a misspelling of (see ``spelling``), or the words that were run together in it. A word that was torn in
two is joined. A word the language knows is replaced only by what it is listed as heard for, by what it
would be with diacritics, or by a word one slip away ("queen if hearts"); the name of a card never is. If the
cheapest readings differ in meaning, nothing is understood: a tie between two meanings is a question.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from callparser.designation import Exclude, High, Intent, Low, Repair
from callparser.understand.slips import FOLDED
from callparser.understand.spelling import MIN_WORD, Speller
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Final

    #: Reads words with breaks between some of them.
    Read = Callable[[Sequence[str], set[int]], list[Intent]]

#: Costs run from 0 (certain) to 1 (a guess); a sentence may cost at most ``LIMIT``.
HEARD: Final = 0.25
GLUED: Final = 0.1
TORN: Final = 0.15
#: Run together, and the letters at the seam swapped.
CROSSED: Final = 0.25
#: Words this short are rather misspelled than run together.
SHORT_GLUED: Final = 5
#: A word that the language knows is hardly a misspelling of another.
KNOWN: Final = 0.15
REMARK: Final = 0.1
LIMIT: Final = 0.9
#: What it may cost to take one word for another: beyond this, hardly anything is left of it.
MOST: Final = 0.62
#: What it may cost to take a common word of the language for another.
COMMON_LIMIT: Final = 0.44
#: The same with all slips beside it.
COMMON_SUM: Final = 0.6
LIMITS: Final = ((6, 0.35), (9, 0.5), (12, 0.7))
#: Two repairs this close in cost are equally likely: if they differ in meaning, nothing is understood.
TIE: Final = 0.03
#: So much dearer may one be that names a card, or bars one, where the cheapest does not: a question, too.
MARGIN: Final = 0.1
#: So many choices of words are looked at, and so many ways to cut one word up.
MAX_CHOICES: Final = 120
MAX_GLUED: Final = 4


class Option(Value):
    """What may stand in a word's place, and what that costs. ``cost`` 0: the word itself."""

    words: tuple[str, ...]
    cost: float = 0.0


class Reading(Value):
    """What some words come to, as they stand or repaired.

    ``near``: what they may have been, to be asked. ``is_phrase``: that is a phrase of the dictionary.
    ``is_open``: only a template with ``*`` takes them, which knows some of the words and not the others.
    ``is_half``: more was to come, or it is asked whether that is right.
    """

    intents: tuple[Intent, ...] = ()
    repairs: tuple[Repair, ...] = ()
    near: tuple[Intent, ...] = ()
    cost: float = 0.0
    is_phrase: bool = False
    is_open: bool = False
    is_half: bool = False


class Repairer:
    """The repair tables of one language."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.known: frozenset[str] = table["vocabulary"]
        self._remarks: frozenset[str] = table["remarks"]
        self._stems = frozenset(head for head, _ in table["splits"].values())
        self._splits: dict[str, tuple[str, str]] = table["splits"]
        self._heard: dict[str, list[str]] = table["heard"]
        self.speller = Speller(table["spelling"])
        self._suits = {suit for suit, _ in self._splits.values() if self.speller.is_suit(suit)}
        #: What may stand glued to another word: no card code, no short filler, a letter only if it is a word.
        faint = {word for word in self.speller.fillers if len(word) <= MIN_WORD}
        words = (word for word in table["spelling"]["words"] if word not in faint)
        self._words = dict.fromkeys((*words, *table["spelling"]["letters"]))  # half the size of a set
        #: Words that are themselves and never another without its diacritics: "tack" is thanks, not "täck".
        self._own = frozenset(table["spelling"]["own"])
        #: Words that bar what follows them, or say that another was meant.
        self._turns = frozenset(
            word
            for name in ("except", "but")
            for word, node in table["markers"].get(name, {}).items()
            if "" in node and len(word) > MIN_WORD
        )
        #: Words that take a call back, or refuse what follows.
        self._reversing = frozenset(
            word
            for name in ("slip", "change", "not", "but", "except", "denied")
            for word, node in table["markers"].get(name, {}).items()
            if "" in node
        )
        #: The suits and ranks in one that a word is one slip from, and the cost of the slip.
        self.solids = lru_cache(maxsize=1024)(self._solids)
        #: Words that turn a call about ("not", "or", "except", "no") are what they are.
        self.kept = frozenset(
            word for trie in table["markers"].values() for word, node in trie.items() if "" in node
        )

    def reading(self, words: Sequence[str], breaks: set[int], read: Read) -> Reading:
        """The intents of the cheapest repair that can be read, and the repair.

        Whether the words are taken one by one or two of them as one word that was torn, the cheapest counts.
        """
        plain = all(word.isascii() for word in words)
        options = [self._options(word, plain, len(words) > 1) for word in words]
        found = [
            self._cheapest(said, some, breaks, read) for said, some in self._whole_and_torn(words, options)
        ]
        near = tuple(dict.fromkeys(intent for one in found for intent in one.near))
        found = sorted((one for one in found if one.intents), key=lambda one: one.cost)
        if not found or any(one.near for one in found if one.cost <= found[0].cost + TIE):
            return Reading(near=near)
        first = found[0].intents[0]
        intents = dict.fromkeys(
            intent
            for one in found
            for intent in one.intents
            if one.cost <= found[0].cost + TIE
            or (one.cost <= found[0].cost + MARGIN and names_other(intent, first))
        )
        return Reading(tuple(intents), found[0].repairs)

    def _whole_and_torn(
        self, words: Sequence[str], options: list[list[Option]]
    ) -> Iterator[tuple[Sequence[str], list[list[Option]]]]:
        yield words, options
        for at in range(len(words) - 1):
            joined = words[at] + words[at + 1]
            if joined in self._words and not self._stand(words[at : at + 2]):
                said = [*words[:at], f"{words[at]} {words[at + 1]}", *words[at + 2 :]]
                yield said, [*options[:at], [Option((joined,), TORN)], *options[at + 2 :]]

    def _stand(self, words: Sequence[str]) -> bool:
        """Are they words, all of them? A letter is half a word as well."""
        return all(word in self.known and (len(word) > 1 or word in self._words) for word in words)

    def _cheapest(
        self, words: Sequence[str], options: list[list[Option]], breaks: set[int], read: Read
    ) -> Reading:
        """Choices of options in order of cost, until one can be read and every other is dearer."""
        best: dict[Intent, tuple[Repair, ...]] = {}
        bound = limit = _limit(words)
        cheapest = LIMIT
        near: list[Intent] = []
        doubted: list[Intent] = []
        for cost, choice in _choices(options):
            if cost > bound:
                break
            chosen = [some[i] for some, i in zip(options, choice, strict=True)]
            repairs = _repairs(words, chosen)
            if not repairs or self._hides_something(words, chosen, breaks, read):
                continue
            if any(repair.cost > MOST for repair in repairs):
                continue
            slips = [r.cost for r in repairs if self.is_slip(r)]
            common = [r.cost for r in repairs if self._is_doubtful(r)]
            for intent in read(*_laid_out(words, chosen, breaks)):
                if common and (max(common) > COMMON_LIMIT or sum(slips) > COMMON_SUM):
                    doubted.append(intent)  # a common word is rather what it says
                    continue
                if not best:
                    cheapest, bound = cost, min(limit, cost + MARGIN)
                if cost <= cheapest + TIE or names_other(intent, next(iter(best))):
                    best.setdefault(intent, repairs)
                    if common and not (names_a_card(intent) or getattr(intent, "over", None)):
                        near.append(intent)
        if not best:
            return Reading(near=tuple(doubted))
        return Reading(tuple(best), next(iter(best.values())), tuple(near), cheapest)

    def _hides_something(
        self, words: Sequence[str], chosen: list[Option], breaks: set[int], read: Read
    ) -> bool:
        """Is what may be a "not" taken for something else, or does a bare letter stand beside a repair?"""
        letters = [w for option in chosen for w in option.words if len(w) == 1 and w not in self._words]
        refused = any(
            self.speller.is_refusal(word, chosen[at].words) or self._may_turn(words, at, chosen, breaks, read)
            for at, word in enumerate(words)
            if word not in self.known
        )
        return refused or any(letter.isalpha() for letter in letters)

    def _may_turn(
        self, words: Sequence[str], at: int, chosen: list[Option], breaks: set[int], read: Read
    ) -> bool:
        """Would it be a call with a "without" in that place, which is taken for something else? "I uden" is
        none, so "i uder" is a suit; at the beginning it bars, whether or not that is a call."""
        if not self._turns.isdisjoint(chosen[at].words):
            return False
        turned = (turn for turn in self._turns if self.speller.slips(words[at], turn)[1] <= 1)
        if not at:
            return any(turned)
        others = ([*chosen[:at], Option((turn,)), *chosen[at + 1 :]] for turn in turned)
        return any(read(*_laid_out(words, other, breaks)) for other in others)

    def hides_a_refusal(self, word: str, taken: Sequence[str]) -> bool:
        """Is what may be a "not" or a "without" taken for something else: "uta kungen" for "ta kungen"?"""
        is_turned = self._turns.isdisjoint(taken) and self.speller.is_near(word, self._turns)
        return is_turned or self.speller.is_refusal(word, taken)

    def is_slip(self, repair: Repair) -> bool:
        """Was it misspelled? What only lost its diacritics, or is listed as heard for another, was not."""
        return repair.cost > FOLDED and repair.taken not in self._heard.get(repair.said, ())

    def _is_doubtful(self, repair: Repair) -> bool:
        """Was it rather what it says, a common word?"""
        return self.is_slip(repair) and self.speller.is_common(repair.said)

    # --- what may stand for one word ------------------------------------------------------------------

    def _options(self, word: str, plain: bool, is_beside: bool) -> list[Option]:
        """Cheapest first. ``plain``: nobody used a diacritic; ``is_beside``: there are other words."""
        found = [
            Option(tuple(to.split()), HEARD) for to in self._heard.get(word, ()) if self._is_heard(word, to)
        ]
        if plain and word not in self._own:
            found += [
                Option((to,), FOLDED) for to in self.speller.folded(word) if not self.turns_round(word, to)
            ]
        if word in self.known:
            found.append(Option((word,)))
            if is_beside and word not in self.kept and word not in self.speller.members:
                found += self._misplaced(word)
        elif not found and word.replace("'", "").isalpha():
            found += [Option((guess.word,), guess.cost) for guess in self.speller.guesses(word)]
            found += self._glued(word, MAX_GLUED)
            found += [Option(two, CROSSED) for two in crossed(word) if self._words.keys() >= set(two)]
            found += self._solid(word)
        cheapest: dict[tuple[str, ...], Option] = {}
        for option in sorted(found, key=lambda option: option.cost):
            cheapest.setdefault(option.words, option)
        return list(cheapest.values())

    def turns_round(self, word: str, to: str) -> bool:
        """Would a common word turn a call about that says nothing of the kind: "andra" for "ändra"?"""
        return to in self._reversing and self.speller.is_common(word)

    def _is_heard(self, word: str, to: str) -> bool:
        """A compound that is listed as heard is not if its end is as near to another rank: "spartte"."""
        head, _, tail = to.partition(" ")
        if not tail or not word.startswith(head) or tail not in self.speller.members:
            return True
        return self.speller.may_be(word[len(head) :]) <= {self.speller.members[tail]}

    def _misplaced(self, word: str) -> list[Option]:
        """A word that the language knows, and that says nothing of a card, for another one."""
        return [
            Option((guess.word,), guess.cost + self.standing(word))
            for guess in self.speller.guesses(word)
            if guess.slips == 1
        ]

    def standing(self, word: str) -> float:
        """What it costs to take the word for another because the grammar knows it: less if it is one of which
        only talk is made ("kat")."""
        if word not in self.known:
            return 0.0
        return REMARK if word in self._remarks else KNOWN

    def _glued(self, word: str, most: int) -> list[Option]:
        """Up to ``most`` words run together, of which one may be misspelled; the fewest words that do.

        A filler beside what is misspelled may as well be a part of it ("rudefrem").
        """
        fillers = self.speller.fillers
        found: list[Option] = []
        for at in range(1, len(word)):
            head, tail = word[:at], word[at:]
            if len(word) == 2 or (self.speller.is_suit(head) and not self.stands_behind(head, tail)):
                continue
            if head in self._words:
                found += [
                    Option((head, *rest.words), rest.cost + GLUED)
                    for rest in self._rest(head, tail, most - 1)
                ]
            elif tail in self._words and tail not in fillers and at > 1 and most == MAX_GLUED:
                guesses = [
                    guess
                    for guess in self.speller.guesses(head)
                    if len(guess.word) > MIN_WORD
                    and (len(tail) >= MIN_WORD or not self.speller.is_suit(guess.word))
                ]
                found += [Option((guess.word, tail), guess.cost + 1.5 * GLUED) for guess in guesses]
        if len(word) <= SHORT_GLUED:
            found = [Option(option.words, option.cost + GLUED) for option in found]
        found.sort(key=lambda option: (option.cost, len(option.words)))
        return found[:MAX_GLUED]

    def forget(self) -> None:
        """Drop the words looked up so far."""
        self.solids.cache_clear()
        self.speller.forget()

    def may_be_cards(self, word: str) -> int:
        """How many cards it may be as a suit and a rank in one. A longer form of the suit in it is one more:
        "spates" is "sparens" as well as "spares", "hjerterneier" has "hjerterne"."""
        members = self.speller.members
        found = self.solids(word)
        cards = {(members[suit], members[rank]) for suit, rank, _ in found}
        bare = {suit for suit, _, _ in found}
        forms = [*(g.word for g in self.speller.near(word)), *(word[:end] for end in range(len(word)))]
        is_form = any(self.speller.is_suit(form) and form not in bare for form in forms)
        return len(cards) + (bool(cards) and is_form)

    def _solid(self, word: str) -> list[Option]:
        """The word as a suit and a rank in one with a slip in it, if it may be one card only."""
        if self.may_be_cards(word) != 1:
            return []
        return [Option((suit, rank), cost) for suit, rank, cost in self.solids(word)]

    def _solids(self, word: str) -> tuple[tuple[str, str, float], ...]:
        if word in self.known:
            return ()
        heads = {suit for suit in self._suits if self._begins(word, suit)}
        found = []
        for solid, (suit, rank) in self._splits.items() if heads else ():
            if suit in heads and abs(len(solid) - len(word)) <= 1 and self.speller.is_rank(rank):
                cost, slips = self.speller.slips(word, solid)
                if slips == 1 and not self.speller.is_refusal(word, (solid,)):
                    found.append((suit, rank, cost))
        return tuple(found)

    def _begins(self, word: str, suit: str) -> bool:
        """Does the word begin as the suit does, with one slip at most?"""
        ends = range(len(suit) - 1, len(suit) + 2)
        return any(self.speller.slips(word[:end], suit)[1] <= 1 for end in ends)

    def stands_behind(self, suit: str, tail: str) -> bool:
        """What follows a suit is a rank, whole or in pieces; "spaderntia" may also be a nine."""
        endings = [suit[len(stem) :] for stem in self._stems if suit.startswith(stem) and suit != stem]
        said = {self.speller.members.get(tail, "")}
        if len(tail) < MIN_WORD and not (endings and self.speller.is_rank(tail)):
            return False
        return all(self.speller.may_be(end + tail) <= said for end in endings)

    def _rest(self, head: str, tail: str, most: int) -> list[Option]:
        if tail in self._words:
            return [Option((tail,))]
        if len(head) == 1 or self.speller.is_common(tail):
            return []
        is_first = most == MAX_GLUED - 1 and head not in self.speller.fillers
        guesses = self.speller.guesses(tail) if is_first else ()
        spelled = [
            Option((g.word,), g.cost + GLUED / 2)
            for g in guesses
            if len(g.word) > 2 and (not self.speller.is_suit(head) or g.word in self.speller.members)
        ]
        return spelled + (self._glued(tail, most) if most > 1 else [])


def crossed(word: str) -> Iterator[tuple[str, str]]:
    """The word as two that were run together and have changed letters at the seam: "sparfarvetnieren"."""
    for at in range(1, len(word) - 2):
        yield word[:at] + word[at + 1], word[at] + word[at + 2 :]


def _limit(words: Sequence[str]) -> float:
    """What the repairs of a sentence may cost: few letters say too little for more than one slip."""
    letters = sum(map(len, words))
    return next((cost for fewer, cost in LIMITS if letters < fewer), LIMIT)


def _repairs(said: Sequence[str], chosen: Sequence[Option]) -> tuple[Repair, ...]:
    return tuple(
        Repair(word, " ".join(option.words), round(option.cost, 3))
        for word, option in zip(said, chosen, strict=True)
        if option.cost
    )


def _choices(options: list[list[Option]]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Choices of one option for each word (by their indexes), cheapest first; at most ``MAX_CHOICES``."""
    if not all(options):
        return
    first = (0,) * len(options)
    todo = [(sum(some[0].cost for some in options), first)]
    seen = {first}
    for _ in range(MAX_CHOICES):
        if not todo:
            return
        cost, choice = heappop(todo)
        yield cost, choice
        for at, i in enumerate(choice):
            dearer = (*choice[:at], i + 1, *choice[at + 1 :])
            if i + 1 < len(options[at]) and dearer not in seen:
                seen.add(dearer)
                more = cost - options[at][i].cost + options[at][i + 1].cost
                if more <= LIMIT:
                    heappush(todo, (more, dearer))


def _laid_out(said: Sequence[str], chosen: Sequence[Option], breaks: set[int]) -> tuple[list[str], set[int]]:
    """The words of a choice, and where the breaks stand among them."""
    words: list[str] = []
    moved = set()
    at = 0
    for word, option in zip(said, chosen, strict=True):
        if at in breaks:
            moved.add(len(words))
        words += option.words
        at += len(word.split())
    return words, moved


def names_other(intent: Intent, than: Intent) -> bool:
    """Does it name a suit, rank or level that the other does not, or bar what the other calls?"""
    said = [tuple(getattr(one, name, None) for name in ("suit", "rank", "level")) for one in (intent, than)]
    named = any(a is not None and a != b for a, b in zip(*said, strict=True))
    return named or isinstance(intent, Exclude) != isinstance(than, Exclude)


def names_a_card(intent: Intent) -> bool:
    """Does it say which card, by suit, rank or level?"""
    return isinstance(intent, (Low, High)) or any(
        getattr(intent, name, None) is not None for name in ("suit", "rank", "level")
    )
