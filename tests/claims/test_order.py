"""The order in which a line was told, in the words of a table of ours: it is read so, and followed so.

Every connective in both languages; then endings in which declarer's hand does all the work, and a reader of
the words who knows nothing of the program plays them out, card by card.
"""

from __future__ import annotations

import os
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest

from callparser.cards import Card, Hand, Suit
from callparser.claims import check
from callparser.claims.line import Kind, Step
from callparser.claims.position import ClaimPosition
from callparser.claims.words import understood
from callparser.table import Seat
from tests.claims.test_words import TABLE

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"


class Part(NamedTuple):
    """A step and its words: as a sentence, with the verb first (Swedish after an adverb), as what comes
    after a preposition."""

    step: Step
    said: str
    turned: str
    noun: str


H, D, ACE = Suit.HEARTS, Suit.DIAMONDS, Card.parse("HA")
PARTS = {
    "en": (
        Part(Step(Kind.DRAW), "I draw trumps", "draw trumps", "drawing trumps"),
        Part(Step(Kind.DRAW, count=1), "I draw one round", "draw one round", "one round of trumps"),
        Part(Step(Kind.CASH, H), "I cash the hearts", "hearts", "cashing the hearts"),
        Part(Step(Kind.CASH, D), "I take my diamonds", "the diamonds", "the diamonds"),
        Part(Step(Kind.CARD, card=ACE), "I play the ace of hearts", "ace of hearts", "the ace of hearts"),
        Part(Step(Kind.CASH, D, through=True), "I run the diamonds", "run diamonds", "running the diamonds"),
    ),
    "sv": (
        Part(Step(Kind.DRAW), "jag drar trumf", "drar jag trumf", "jag drar trumf"),
        Part(Step(Kind.DRAW, count=1), "jag drar en rond", "drar jag en rond", "en rond trumf"),
        Part(Step(Kind.CASH, H), "jag tar hjärter", "tar jag hjärter", "hjärter"),
        Part(Step(Kind.CASH, D), "jag spelar ruter", "spelar jag ruter", "jag tar ruter"),
        Part(Step(Kind.CARD, card=ACE), "hjärter ess", "spelar jag hjärter ess", "hjärter ess"),
        Part(Step(Kind.CASH, D, through=True), "jag kör ruter", "kör jag ruter", "jag kör ruter"),
    ),
}  # fmt: skip
#: ``a`` is played before ``b``.
TWO = {
    "en": (
        "{a.said}, then {b.said}", "{a.said} and then {b.turned}", "{a.turned} then {b.turned}",
        "first {a.turned}, then {b.said}", "{a.turned} first, then {b.turned}", "{a.said} before {b.noun}",
        "before {b.noun} {a.said}", "before {b.noun}, {a.said}", "{b.said} after {a.noun}",
        "after {a.noun} {b.said}", "after {a.noun}, {b.turned}", "{b.turned} later, {a.turned} first",
        "{b.turned} last, {a.turned} first", "{a.turned}, {b.turned} last", "{a.said}, after that {b.said}",
        "{a.said}, finally {b.turned}", "{a.turned} followed by {b.noun}", "{b.said}, but {a.turned} first",
        "{b.said}, before that {a.noun}", "{b.turned} at the end, {a.turned} first",
        "{a.said}, next {b.noun}", "{a.turned} first, {b.turned} after",
        "{b.turned} afterwards, {a.turned} first", "I first {a.turned}, then {b.noun}",
        "the rest are mine: {a.turned}, then {b.turned}", "{a.said}, then {b.said}, the rest are mine",
    ),
    "sv": (
        "{a.said}, sedan {b.turned}", "{a.said} sen {b.turned}", "först {a.turned}, sedan {b.turned}",
        "först {a.turned} sen {b.turned}", "{a.said} och därefter {b.turned}", "{a.said} innan {b.said}",
        "innan {b.noun} {a.turned}", "innan {b.noun}, {a.turned}", "{b.said} efter {a.noun}",
        "efter {a.noun} {b.turned}", "{b.said} först efter {a.noun}",
        "{b.said} sist, {a.said} först", "{b.said} sen, {a.said} först",
        "{a.said}, efter det {b.turned}", "{a.said}, till sist {b.turned}", "{b.said}, men först {a.turned}",
        "{b.said}, innan dess {a.turned}", "{a.said} först, {b.said} efteråt",
        "{b.said} senare, {a.said} först", "{b.said} på slutet, {a.said} först",
        "resten är mina, först {a.turned}, sedan {b.turned}", "{a.said}, sen {b.turned}, resten är höga",
    ),
}  # fmt: skip
THREE = {
    "en": (
        "{a.said}, then {b.said}, then {c.said}", "first {a.turned}, then {b.turned}, finally {c.turned}",
        "{a.turned}, then {b.turned}, {c.turned} last", "{b.said}, then {c.said}, {a.turned} first",
        "after {a.noun} {b.said}, then {c.said}", "{a.said}, and then {b.said} before {c.noun}",
    ),
    "sv": (
        "{a.said}, sedan {b.turned}, sedan {c.turned}",
        "först {a.turned}, därefter {b.turned}, sist {c.turned}",
        "{a.said}, sen {b.turned}, {c.said} sist", "efter {a.noun} {b.turned}, sedan {c.turned}",
    ),
}  # fmt: skip


def _pairs() -> list[tuple[str, str, tuple[Step, ...]]]:
    """Language, words, the steps in the order in which they are to be played."""
    found = []
    for lang, parts in PARTS.items():
        for pattern in TWO[lang]:
            for a, b in permutations(parts, 2):
                found.append((lang, pattern.format(a=a, b=b), (a.step, b.step)))
        for pattern in THREE[lang]:
            for a, b, c in permutations(parts, 3):
                found.append((lang, pattern.format(a=a, b=b, c=c), (a.step, b.step, c.step)))
    return found


SAID = _pairs()


def test_the_steps_are_read_in_the_order_told() -> None:
    """Or it is said that they are not understood; of two steps they are."""
    wrong, unread = [], []
    for lang, words, steps in SAID:
        said = understood(words, lang, TABLE)
        if said.unread:
            unread.append((words, said.unread))
        elif said.steps != steps or said.listed or not said.is_claim:
            wrong.append((words, said.steps))
    assert not wrong, wrong[:20]
    assert len(unread) <= 0.1 * len(SAID)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "I draw trumps later"), ("en", "I draw the trump last"), ("en", "then I draw trumps"),
        ("en", "I draw trumps first cash the hearts"), ("en", "hearts and trumps after diamonds"),
        ("en", "I draw trumps and cash hearts first"), ("en", "before drawing trumps"),
        ("en", "hearts, after trumps, diamonds"), ("en", "before hearts I draw trumps, then diamonds"),
        ("en", "first hearts, first trumps"), ("en", "hearts first last"),
        ("en", "I draw trumps first after the hearts"), ("en", "trumps later before hearts"),
        ("sv", "jag drar trumf först, efter hjärter"),
        ("en", "the rest, trumps after hearts and clubs"),
        ("en", "I give you a trick, then draw trumps"), ("en", "I draw trumps at the end"),
        ("en", "the rest, then trumps"), ("en", "I draw trumps after the rest"),
        ("sv", "jag drar trumf på slutet"),
        ("sv", "jag drar trumf sist"), ("sv", "sedan drar jag trumf"), ("sv", "hjärter drar jag trumf"),
        ("sv", "jag drar trumf och tar hjärter först"), ("sv", "innan jag drar trumf"),
        ("sv", "efter trumf hjärter"), ("sv", "ni får ett stick, sedan drar jag trumf"),
    ],
)  # fmt: skip
def test_where_the_order_is_not_clear_no_line_is_read(lang: str, words: str) -> None:
    said = understood(words, lang, TABLE)
    assert said.unread or not said.is_claim
    assert not said.steps


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (lang, pattern.format(part))
        for lang, parts, patterns in (
            ("en", ("draw {}trumps", "draw {}of the trumps"), ()),
            ("en", ("trumps",), (
                "I draw no {}", "no drawing {}", "without drawing {}", "I don't draw {}", "I do not draw {}",
                "never drawing {}", "not {}", "I am not drawing {}", "nothing in {}", "I refuse to draw {}")),
            ("sv", ("trumf",), (
                "jag drar inga {}", "jag drar inte {}", "utan att dra {}", "drar aldrig {}", "inte {}",
                "jag drar ej {}", "dra inte {}")),
        )
        for part in parts
        for pattern in patterns
    ],
)  # fmt: skip
@pytest.mark.parametrize("more", ["", ", {rest}", "{then} {hearts}", "{rest}, {me}"])
def test_what_is_denied_is_no_plan(lang: str, words: str, more: str) -> None:
    slots = {
        "en": {
            "rest": "the rest are mine",
            "then": ", then",
            "hearts": "I cash the hearts",
            "me": "all good",
        },
        "sv": {
            "rest": "resten är mina",
            "then": ", sedan",
            "hearts": "tar jag hjärter",
            "me": "allt är högt",
        },
    }[lang]
    said = understood(words + more.format(**slots), lang, TABLE)
    assert not any(step.kind is Kind.DRAW for step in said.steps)
    assert said.trumps != "drawn"
    assert said.unread or not said.is_claim


# --- the words played out ----------------------------------------------------------------------------------


class Literal:
    """One hand that plays what was said, to the letter: the top card of the suit named, until that is done.
    Where nothing was said it plays its best, and so it is no worse than any reading of the words.

    Dummy follows with cards that never matter.
    """

    def __init__(self, at: ClaimPosition, steps: tuple[Step, ...]) -> None:
        self.trumps = at.trumps
        self.steps = steps
        self.hands = tuple(tuple(held or ()) for held in at.hands)

    def tricks(self) -> int:
        return self._made(self.hands, Seat.SOUTH, 0, 0)

    def _made(self, hands: tuple[tuple[Card, ...], ...], leader: int, step: int, rounds: int) -> int:
        if not hands[Seat.SOUTH]:
            return 0
        while step < len(self.steps) and self._done(self.steps[step], hands, rounds):
            step, rounds = step + 1, 0
        told: list[Card] = []
        if leader == Seat.SOUTH and step < len(self.steps):
            told = [self._told(self.steps[step], hands[Seat.SOUTH])]
        return self._trick(hands, leader, (), told, step, rounds + bool(told))

    def _trick(
        self, hands: tuple[tuple[Card, ...], ...], leader: int, trick: tuple[Card, ...], told: list[Card],
        step: int, rounds: int,
    ) -> int:  # fmt: skip
        if len(trick) == 4:
            winner = (leader + trick.index(self._best(trick))) % 4
            return (winner % 2 == 0) + self._made(hands, winner if winner != 0 else 2, step, rounds)
        seat = (leader + len(trick)) % 4
        held = hands[seat]
        cards = [one for one in held if trick and one.suit == trick[0].suit] or list(held)
        if seat == Seat.SOUTH and told:
            cards = told
        if seat == Seat.NORTH:
            cards = cards[:1]
        made = [
            self._trick(
                tuple(tuple(c for c in h if c != one) if at == seat else h for at, h in enumerate(hands)),
                leader, (*trick, one), told, step, rounds,
            )
            for one in cards
        ]  # fmt: skip
        return max(made) if seat % 2 == 0 else min(made)

    def _out(self, hands: tuple[tuple[Card, ...], ...], suit: Suit | None) -> list[Card]:
        return [one for at in (Seat.EAST, Seat.WEST) for one in hands[at] if one.suit == suit]

    def _done(self, step: Step, hands: tuple[tuple[Card, ...], ...], rounds: int) -> bool:
        held = hands[Seat.SOUTH]
        if step.kind is Kind.CARD:
            return step.card not in held
        suit = self.trumps if step.kind is Kind.DRAW else step.suit
        mine, out = [one for one in held if one.suit == suit], self._out(hands, suit)
        if not mine or (step.count and rounds >= step.count):
            return True
        if step.kind is Kind.DRAW:
            return not out
        best = max(one.rank for one in mine)
        return rounds > 0 and not step.through and any(one.rank > best for one in out)

    def _told(self, step: Step, held: tuple[Card, ...]) -> Card:
        if step.kind is Kind.CARD:
            assert step.card is not None
            return step.card
        suit = self.trumps if step.kind is Kind.DRAW else step.suit
        return max((one for one in held if one.suit == suit), key=lambda one: one.rank)

    def _best(self, cards: tuple[Card, ...]) -> Card:
        best = cards[0]
        for one in cards[1:]:
            if (one.suit == best.suit and one.rank > best.rank) or (
                one.suit == self.trumps and best.suit != self.trumps
            ):
                best = one
        return best


def _ending(random: Random, tricks: int) -> ClaimPosition:
    """Declarer has the best cards of spades, trumps, of hearts and of diamonds; a trump or two are out."""
    pack = [Card.parse(suit + rank) for suit in "SHD" for rank in "AKQJT9"]
    best = sorted(pack, key=lambda one: one.rank + random.random() * 5, reverse=True)[:tricks]
    left = [one for one in pack if one not in best]
    random.shuffle(left)
    dummy = [Card.parse("C" + rank) for rank in "5432"[:tricks]]
    hands = (dummy, left[:tricks], best, left[tricks : 2 * tricks])
    return ClaimPosition(tuple(map(Hand.of, hands)), Suit.SPADES, Seat.SOUTH, Seat.SOUTH, Seat.SOUTH)


@pytest.mark.parametrize("aware", [None, True])
def test_no_claim_is_good_whose_words_played_out_lose(aware: bool | None) -> None:
    random, words_seen = Random(46), {"GOOD": 0, "loses": 0}
    for _ in range(4000 if LONG else 250):
        at = _ending(random, random.choice((2, 3, 3, 4)))
        lang, words, steps = random.choice(SAID)
        found = check(at, words, lang=lang, aware=aware)
        made = Literal(at, steps).tricks()
        words_seen["GOOD"] += found.word in ("GOOD", "CERTAIN")
        words_seen["loses"] += made < at.tricks_left
        if made < (found.claimed or 0):
            assert found.word not in ("GOOD", "CERTAIN"), (words, at)
    assert min(words_seen.values()) > 20


def test_the_hand_of_the_report() -> None:
    """West ruffs a heart that is led before trumps; declarer then makes three of four."""
    hands = ("..65.32", ".JT9.4.", "A.AKQ..", "2..AKQ.")
    at = ClaimPosition(tuple(map(_hand, hands)), Suit.SPADES, Seat.SOUTH, Seat.SOUTH, Seat.SOUTH)
    trumps, hearts = PARTS["en"][0], PARTS["en"][2]
    for pattern in TWO["en"]:
        good = check(at, pattern.format(a=trumps, b=hearts), lang="en")
        bad = check(at, pattern.format(a=hearts, b=trumps), lang="en")
        assert (good.word, bad.word, bad.stated) == ("GOOD", "DOUBTFUL", 3), pattern


def _hand(text: str) -> Hand:
    return Hand.parse(dict(zip("SHDC", text.split("."), strict=True)))
