"""From the words of a claim to its parts: how many tricks, and which steps in which order.

Whether it is a claim at all is for :mod:`callparser.referee.statement`. What is not understood is kept
(``Stated.unread``) and nothing is put in its place.
"""

from __future__ import annotations

from callparser.cards import Suit
from callparser.claims.doubt import hides_number, is_aside
from callparser.claims.line import Kind, Step
from callparser.claims.phrases import Phrase, in_order, phrases
from callparser.claims.position import ClaimPosition
from callparser.claims.stated import CLAIMS, Stated
from callparser.claims.steps import Found, number_of, steps_of
from callparser.claims.vocabulary import LINE_LANGUAGES, SILENT, Token, numbers, spelled, tokens
from callparser.designation import Claim, Concession, Designation
from callparser.referee.statement import asks
from callparser.referee.statement import understood as statement
from callparser.understand import parse
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from typing import Final

#: Verbs that go on past an "and": "ruff a spade and a heart"; the first past a pause as well.
_LASTING: Final = ("cash", "run", "ruff", "discard", "finesse", "lose")
_LEVEL: Final = 6  # tricks of the book: "making four" is ten
_MOST_STEPS: Final = 13


def understood(words: str, lang: str, position: ClaimPosition) -> Stated:
    """What was said, at this table. Raises :class:`InputError` for an unknown language."""
    if lang not in LINE_LANGUAGES:
        return _without_line(words, lang)
    words, repaired = spelled(words, lang)
    found = statement(words, lang)
    kind = found.kind if found is not None else ""
    if kind not in ("", *CLAIMS) or (not kind and asks(words, lang)):
        return Stated(kind)
    reader = _Reader(position)
    reader.read(tokens(words, lang))
    if (
        found is not None
        and (found.all_but or kind == "concession")
        and reader.loses is None
        and not (reader.unread or reader.yields)
    ):
        reader.loses = reader.named_alone
    return replace(reader.stated(kind), repaired=repaired)


def number_in(words: str, lang: str) -> int | None:
    """The number in an answer to "how many?"; ``None`` when that is not all that it says."""
    said = tokens(words, lang)
    known = all(token.kind in ("number", "digit", "one", "trick", "left", "more", *SILENT) for token in said)
    return number_of(said) if known else None


def _without_line(words: str, lang: str) -> Stated:
    """In a language whose lines are not read: the kind and the number; all words of a line are unread."""
    said = parse(words, lang)
    intent = said.intent if isinstance(said, Designation) else None
    if isinstance(intent, (Claim, Concession)) and numbers(words, lang) > (intent.tricks is not None):
        return Stated(intent.kind, unread=(words,))  # "resten minus en"
    if isinstance(intent, Claim):
        return Stated(
            "claim", wins=intent.tricks, rest=intent.tricks is None, unread=(words,) if intent.line else ()
        )
    if isinstance(intent, Concession):
        return Stated("concession", loses=intent.tricks)
    known = ("current_trick", "objection")
    return Stated(intent.kind) if intent is not None and intent.kind in known else Stated("")


class _Reader:
    """Reads a statement phrase by phrase."""

    def __init__(self, position: ClaimPosition) -> None:
        self.position = position
        self.line: list[tuple[Phrase, Found]] = []  # as said
        self.unread: list[str] = []
        self.trumps = ""
        self.known = True  # every word
        self.verb = ""  # of the phrase before
        self.recited = False  # a step without a verb
        self.told = False  # a step with one
        self.ordered = False  # a word of order was said
        self.orderly = True  # and what it stands before is understood
        self.remarked = False  # it was said of a suit that it is good
        self.only = False  # "only the hearts": not the rest
        self.planned = False  # the rest, on something that is no step
        # how many
        self.rest = False
        self.whole = False  # "all", "my hand is good": what "except" may follow
        self.count: int | None = None
        self.more = False  # the number is of tricks to come
        self.makes = False  # ... or perhaps of the contract: "I make four"
        self.level: int | None = None
        self.loses: int | None = None
        self.listed_losers: int | None = None  # "two tricks, a heart and a spade"
        self.named_alone: int | None = None  # one, if one card was named and nothing more
        self.yields = False  # the rest are theirs
        self.keeps = False  # they get nothing
        self.rounds = False  # "trumps twice": these tricks, or is it how the rest are won?
        self.few = False  # rounds of trumps that may leave one out
        self.gives = False  # they get something that is not read
        self.ranks = False  # ranks were listed, perhaps without their suit
        self.bare = False  # nothing but "I concede"
        self.unclear = False  # a number was said, and it is not known of what

    def read(self, said: Sequence[Token]) -> None:
        self.unread += [token.text for token in said if token.kind in ("?", "plan")]
        if sum(token.kind in ("rank", "suit") for token in said) == 1:
            self.named_alone = 1
        self.ranks = sum(token.kind == "rank" for token in said) > 1
        self.known = not any(token.kind == "?" for token in said)
        self.bare = all(token.kind in ("lose", "pause", *SILENT) for token in said)
        self.only = any(token.kind == "only" for token in said)
        for phrase in phrases(said):
            self.ordered = self.ordered or phrase.is_ordered
            self._phrase(phrase)
        self.steps, self.discards = self._in_order()
        listed = self._counted() if self.recited and not self.told else None
        if self.listed_losers not in (None, self.loses):
            self.unclear = True
        if listed and self.count not in (None, listed):
            self.unclear = True  # "three tricks and a heart"
        if listed and self.ordered and not self.rest and listed != self.position.tricks_left:
            self.unclear = True  # "a heart, then a spade": these tricks, or is it how the rest are won?

    def stated(self, kind: str) -> Stated:
        """What the phrases make together; ``kind`` as the words are known as a whole."""
        kind = kind or self._kind()
        if self.keeps and kind == "concession":
            kind = "claim"
        wins = self.count
        if self.level is not None:
            wins = self.level + _LEVEL if self.level <= 13 - _LEVEL else self.level
        elif wins is None and self.loses is None and (self.yields or not self.rest):
            wins = self._counted() if self.yields or (self.recited and not self.told) else None
            if self._is_uncounted(kind, wins) or (
                self.rounds and wins not in (None, self.position.tricks_left)
            ):
                wins, self.unclear = None, True
        silent = wins is None and not self.unclear
        rest = self.rest or (kind == "claim" and silent and bool(self.steps or not self.unread))
        gives = kind == "concession" and not self.rest and (self.yields or self.bare)
        return Stated(
            kind,
            wins=None if self.unclear else wins,
            loses=None if self.unclear else self.loses,
            total=self.level is not None,
            more=self.more or self.count is None,
            makes=self.makes,
            rest=rest and not self.unclear and not self.yields,
            nothing=gives and self.loses is None and not self.steps and not self.unclear,
            steps=self.steps,
            discards=self.discards,
            listed=self._listed(),
            recited=self.recited,
            few=self.few,
            trumps=self.trumps,
            unread=tuple(dict.fromkeys(self.unread)) if kind else (),
        )

    def _is_uncounted(self, kind: str, wins: int | None) -> bool:
        """Do the words not say how many, as something of them is not understood or not numbered?"""
        if self.yields:
            return self.rest or (wins is None and bool(self.steps or self.remarked or self.unread))
        return kind == "claim" and bool(self.steps) and bool(self.unread or (self.only and wins is None))

    def _kind(self) -> str:
        """What it is where the words as a whole are not known."""
        if self._plays() or self.discards or self.count is not None or self.level is not None or self.planned:
            return "claim"
        if self.gives and not self.rest:
            return "concession"
        if self.unread and not ((self.rest or self.ranks) and self.known):
            return ""
        if self.ranks:
            return "claim"
        return "claim" if self.rest else "concession" if self.loses is not None or self.yields else ""

    def _plays(self) -> bool:
        return any(step.kind is not Kind.LOSE for _, found in self.line for step in found.steps)

    def _listed(self) -> bool:
        """Do steps stand beside each other without a word of order, or are they a list of tricks?"""
        return bool(self.steps) and not self.ordered and (len(self.steps) > 1 or self.recited)

    def _counted(self) -> int | None:
        """The tricks of a list, if every item has a number, or is a card."""
        sizes = [1 if step.kind is Kind.CARD else step.count for step in self.steps]
        return sum(sizes) if sizes and all(sizes) and not self.remarked else None

    def _in_order(self) -> tuple[tuple[Step, ...], tuple[Suit, ...]]:
        """The steps in the order in which they are to be played: none where that is not clear."""
        order = in_order([phrase for phrase, _ in self.line]) if self.orderly else None
        if order is None:
            self.unread.append(", ".join(phrase.text() for phrase, _ in self.line))
            return (), ()
        steps = [step for at in order for step in self.line[at][1].steps]
        while steps and steps[-1].kind is Kind.LOSE:
            steps.pop()  # lost when he likes
        unnamed = [
            at for at, one in enumerate(order) if not (self.line[one][1].steps or self.line[one][1].discards)
        ]
        if len(steps) > _MOST_STEPS or (
            self.ordered and steps and any(at + 1 < len(order) for at in unnamed)
        ):
            self.unread.append(", ".join(phrase.text() for phrase, _ in self.line))
            return (), ()
        bare = {id(step) for phrase, found in self.line if not phrase.verb for step in found.steps}
        if self._is_twice(steps) or _comes_back(steps, bare, self.position.trumps):
            self.unread.append(", ".join(phrase.text() for phrase, _ in self.line))
            return (), ()
        return tuple(steps), tuple(suit for at in order for suit in self.line[at][1].discards)

    def _is_twice(self, steps: Sequence[Step]) -> bool:
        """Is a card played twice, or does one item stand twice in a list?"""
        kinds = (Kind.CARD,) if self.ordered else (Kind.CARD, Kind.CASH)
        once = [step for step in steps if step.kind in kinds]
        return len(set(once)) < len(once)

    # --- one phrase ----------------------------------------------------------------------------------------

    def _phrase(self, phrase: Phrase) -> None:
        before, self.verb = self.verb, ""
        steps = len(self.line)
        if phrase.has("?", "if", "plan"):
            self._not_read(phrase)
        elif hides_number(phrase, before, self.position.controls):
            self._refuse(phrase, number=True)
        elif is_aside(phrase):
            self._refuse(phrase)
        elif phrase.has("none"):
            self._denied(phrase)
        elif phrase.is_theirs and phrase.verb not in ("lose", "hold"):
            self._about_them(phrase)
        elif phrase.has("lose") and phrase.has("ruff"):
            self._refuse(phrase, number=True)  # "you get a ruff": when, and does it cost one?
            self.gives = True
        elif not (self._about_numbers(phrase) or self._about_trumps(phrase)):
            self._about_play(phrase, before)
        if phrase.join in ("before", "after") and len(self.line) == steps:
            self._refuse(phrase)  # "trumps after everything"
            self.orderly = False

    def _not_read(self, phrase: Phrase) -> None:
        """A phrase that is not understood as a whole is no step; what it says of a number is not known."""
        if phrase.has("if"):
            self.unread.append(phrase.text())
        hedged = phrase.has("if", "plan")
        self.planned = self.planned or (phrase.has("rest") and hedged)
        self.rest = self.rest or self.planned
        counts = not hedged and phrase.has("number", "digit") and phrase.verb in ("", "cash", "run")
        given = phrase.has("lose", "hold", "theirs", "this", "down") or phrase.join in ("except", "minus")
        self.unclear = self.unclear or counts or given

    def _denied(self, phrase: Phrase) -> None:
        """ "No": trumps are gone, or nothing is lost. Whatever else it denies is not read."""
        if phrase.is_trump and not phrase.verb and (phrase.has("out", "gone") or not phrase.has("of")):
            self.trumps = "gone"
        elif phrase.verb in ("lose", "hold") or phrase.has("theirs"):
            if phrase.has("suit", "rank", "rest"):
                self._refuse(phrase, number=True)
            self.keeps = self.rest = True
        else:
            self._refuse(phrase)

    def _about_them(self, phrase: Phrase) -> None:
        """What the opponents do: the rest is theirs, or it is not known how many tricks they win."""
        if phrase.has("rest") and not phrase.verb:
            self.yields = True
        elif phrase.verb or phrase.has("suit", "rank", "number", "digit", "one", "last"):
            self._refuse(phrase, number=True)

    def _refuse(self, phrase: Phrase, *, number: bool = False) -> None:
        self.unread.append(phrase.text())
        self.unclear = self.unclear or number

    def _about_numbers(self, phrase: Phrase) -> bool:
        """A phrase that only says how many."""
        number, verb = number_of(phrase.tokens), phrase.verb
        if phrase.has("down") or (phrase.has("making") and number is None):
            self.unclear = True  # of the contract
        elif phrase.has("this") and not phrase.has("hand", "dummy"):
            self._refuse(phrase, number=True)  # this trick
        elif phrase.has("rest") and (verb in ("lose", "hold") or phrase.has("theirs")):
            self.yields = True
        elif phrase.has("making"):
            self.level = number
        else:
            if phrase.has("rest") and not (phrase.has("suit", "crossruff") or verb == "draw"):
                self.rest = True
            if (
                phrase.has("dummy", "hand")
                and phrase.has("good", "high")
                and not (phrase.has("suit", "rank") or verb)
            ):
                self.rest = True  # "my hand is high"
            alone = phrase.has("run", "good", "high") and not phrase.has("suit")
            tricks = phrase.has("rest") and verb in ("", "cash", "run", "crossruff")
            self.whole = self.whole or alone or tricks
            return False
        return True

    def _about_trumps(self, phrase: Phrase) -> bool:
        """Were the outstanding trumps spoken of? Is that all that the phrase says?"""
        if not self._is_about_trumps(phrase):
            return False
        if phrase.has("out") and phrase.verb in ("", "hold"):
            if phrase.has("one", "number", "digit") and not phrase.has("last", "rest"):
                self.trumps = self.trumps or "drawn"  # "a trump is out"; "trumps are out" may say either
            return True
        if phrase.has("gone") and phrase.verb in ("", "hold"):
            if phrase.join in ("before", "after"):
                self.trumps = "drawn"
                self.line.append((phrase, Found((Step(Kind.DRAW),))))
            else:
                self.trumps = "gone"
            return True
        if phrase.verb == "hold" or (phrase.verb == "lose" and phrase.has("out", "gone")):
            self._refuse(phrase, number=True)  # do they win a trick with it?
            return True
        if phrase.has("gone"):
            self._refuse(phrase)  # "I draw no more trumps"
            return True
        if phrase.verb == "draw" or phrase.has("draw", "rounds"):
            self.trumps = "drawn"
        return False

    def _is_about_trumps(self, phrase: Phrase) -> bool:
        suits = [token.value for token in phrase.tokens if token.kind == "suit"]
        trumps = self.position.trumps
        named = "trump" in suits or (trumps is not None and trumps.letter in suits)
        return named or (phrase.verb == "draw" and not suits and not phrase.has("rank"))

    def _about_play(self, phrase: Phrase, before: str) -> None:
        verb = self._verb(phrase, before)
        if not phrase.has("suit", "rank") and phrase.numbers > 1:
            self._refuse(phrase, number=True)  # "three for me two for you"
            return
        if (
            verb in ("", "cash", "run", "cross")
            and not phrase.has("suit", "rank")
            and self._counts(phrase, verb)
        ):
            return
        if not verb and phrase.is_remark:
            self._remark(phrase)
        elif verb == "?" or (verb == "" and not phrase.has("suit", "rank")):
            if verb:
                self._refuse(phrase, number=True)
        else:
            self._play(phrase, verb, before)

    def _verb(self, phrase: Phrase, before: str) -> str:
        """The verb it has, or goes on with; ``"?"`` where what was given up is not clear."""
        verb = phrase.verb
        gives = phrase.join == "except" or (phrase.join == "but" and self.whole and not verb)
        if gives or (phrase.join == "minus" and self.whole):
            return "lose" if self.whole and verb in ("", "lose", "hold") else "?"
        if phrase.join == "minus" or (
            phrase.join == "but" and _begins_with_number(phrase) and not phrase.when
        ):
            return "?" if verb in ("", "ruff", "finesse") else verb  # "all but one trump", "all but a ruff"
        if phrase.join == "but" and not (verb or phrase.when or phrase.has("rest", "good", "high", "theirs")):
            return "?"  # "draw all but the trumps"
        if phrase.has("theirs"):
            return "lose" if verb in ("", "lose", "hold") else "?"
        if verb == "hold":
            return "lose"
        if verb or phrase.has("rest", "good"):
            return verb
        lasting = _LASTING if phrase.join == "and" else ("cash",) if phrase.join == "pause" else ()
        return before if before in lasting else ""

    def _counts(self, phrase: Phrase, verb: str) -> bool:
        """Does it say how many tricks are his?"""
        number = number_of(phrase.tokens)
        if number is None:
            return verb != "cross"
        if self.count not in (None, number):
            self.unclear = True
        self.count = number
        self.more = self.more or phrase.has("left", "more", "last", "rest", "run")
        self.makes = phrase.has("makes") and not phrase.has("trick")
        return True

    def _remark(self, phrase: Phrase) -> None:
        """A suit is good; so are those that stand before it: "spades and hearts are good"."""
        self.remarked = True
        while phrase.join == "and" and self.line and not self.line[-1][0].verb:
            earlier, _ = self.line[-1]
            if earlier.has("rank", "number", "digit") or not earlier.has("suit"):
                return
            phrase, _ = self.line.pop()

    def _play(self, phrase: Phrase, verb: str, before: str) -> None:
        loosely = not verb and before in ("lose", "ruff", "discard", "finesse") and phrase.join == "pause"
        if (loosely and _begins_with_number(phrase)) or (phrase.continues and self.listed_losers is not None):
            self._more_of(phrase, before)
            return
        if not verb and phrase.has("out", "gone"):
            self._refuse(phrase)  # "the ace of clubs is out"
            return
        found = steps_of(phrase, verb, self.position)
        self.verb = verb
        if found.unread:
            self._refuse(phrase, number=verb == "lose")
        self.few = self.few or found.few
        self.rounds = self.rounds or (not verb and phrase.has("rounds"))
        if found.uncounted:
            self.unclear = True  # "you get the diamonds"
        if verb == "lose" and not (found.loses or found.unread):
            self.yields = True  # "and concede"
        if found.loses:
            self.loses = (self.loses or 0) + found.loses
        if verb == "lose" and (phrase.join in ("except", "but", "minus") or phrase.when == "later"):
            return  # when he likes
        self.recited = self.recited or (not verb and bool(found.steps))
        self.told = self.told or (verb != "lose" and bool(verb) and bool(found.steps))
        if found.steps or found.discards or found.loses:
            self.line.append((phrase, found))

    def _more_of(self, phrase: Phrase, before: str) -> None:
        """ "I lose two tricks, *a heart*": are these they? "I ruff a club, *a heart*": is that one, too?"""
        found = steps_of(phrase, "lose", self.position)
        self.verb = before
        unnamed = self.line and not self.line[-1][1].steps
        if before != "lose" or found.unread or not (unnamed or self.listed_losers is not None):
            self._refuse(phrase, number=before == "lose")
            return
        self.listed_losers = (self.listed_losers or 0) + found.loses


def _comes_back(steps: Sequence[Step], bare: Container[int], trumps: Suit | None) -> bool:
    """Is a suit that was only named, without a verb (``bare``, by ``id`` of its step), played on later? Then
    the first time was not all of it: it is not known how much. "The spades, then lose a spade" is clear."""
    suits = [
        step.card.suit if step.card else trumps if step.kind is Kind.DRAW else step.suit for step in steps
    ]
    return any(
        step.kind is Kind.CASH and not step.count and id(step) in bare and suit is suits[at]
        for at, step in enumerate(steps)
        for suit, later in zip(suits[at + 1 :], steps[at + 1 :], strict=True)
        if later.kind is not Kind.LOSE
    )


def _begins_with_number(phrase: Phrase) -> bool:
    first = next((token.kind for token in phrase.tokens if token.kind not in SILENT), "")
    return first in ("number", "digit", "one")
