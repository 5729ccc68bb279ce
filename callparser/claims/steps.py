"""One phrase of a line of play, with its verb, as steps."""

from __future__ import annotations

from itertools import pairwise

from callparser.cards import Card, Rank, Suit, card
from callparser.claims.doubt import SEATS, between_suits
from callparser.claims.line import Kind, Step
from callparser.claims.phrases import Phrase
from callparser.claims.position import ClaimPosition
from callparser.claims.vocabulary import SILENT, Token
from callparser.table import Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from typing import Final


class Objects(Value):
    """What a phrase names: ``cards``; ``suits``, each with the number before it, else 0; ``loose``: ranks
    without a suit, and trumps where there are none."""

    cards: tuple[Card, ...]
    suits: tuple[tuple[Suit, int], ...]
    loose: tuple[str, ...] = ()


class Found(Value):
    """``loses``: tricks given up; ``uncounted``: perhaps more. ``unread``: not understood, or not as a whole;
    then no step is made. ``few``: rounds of trumps that may leave one out."""

    steps: tuple[Step, ...] = ()
    discards: tuple[Suit, ...] = ()
    loses: int = 0
    unread: bool = False
    uncounted: bool = False
    few: bool = False


_UNREAD: Final = Found(unread=True)


def steps_of(phrase: Phrase, verb: str, position: ClaimPosition) -> Found:
    """What the phrase tells him to play. ``verb``: its own, or that of the phrase which it continues."""
    return _Maker(phrase, position).made(verb)


def number_of(tokens: Sequence[Token]) -> int | None:
    """The number in a phrase; "a", "one": 1."""
    for token in tokens:
        if token.kind in ("number", "digit"):
            return int(token.value.split()[-1])
        if token.kind == "one":
            return 1
    return None


class _Maker:
    def __init__(self, phrase: Phrase, position: ClaimPosition) -> None:
        self.phrase = phrase
        self.position = position
        self.number = number_of(phrase.tokens)
        self.named = objects(phrase.tokens, position.trumps)

    def made(self, verb: str) -> Found:
        seats = self._seats()
        if verb == "lose":
            return self._lost()
        if self.named.loose or self.phrase.is_astride or not seats <= {*self.position.controls}:
            return _UNREAD
        if len(seats) > 1:
            return _UNREAD
        seat = next(iter(seats), None)
        match verb:
            case "crossruff":
                return Found((Step(Kind.CROSSRUFF, high=self.phrase.has("high")),))
            case "draw":
                return self._drawn()
            case "finesse":
                return self._finessed()
            case "ruff":
                return self._ruffed(seat)
            case "discard":
                return self._discarded()
            case "cross":
                return self._crossed(seat)
        return self._cashed(verb)

    def _seats(self) -> set[Seat]:
        """The hands that it names."""
        found = {seat for name, seat in SEATS.items() if self.phrase.has(name)}
        found |= {self.position.declarer.partner} if self.phrase.has("dummy") else set()
        return found | ({self.position.declarer} if self.phrase.has("hand") else set())

    def _lost(self) -> Found:
        """Tricks given up; of a suit that was named they are a step, too."""
        suits = [(suit, count or 1) for suit, count in self.named.suits]
        suits += [(one.suit, 1) for one in self.named.cards]
        trumpless = self.phrase.is_trump and self.position.trumps is None
        if trumpless or self.phrase.is_astride or (self.phrase.has("good") and suits):
            return _UNREAD
        ranks = sum(token.kind == "rank" for token in self.phrase.tokens)
        given = sum(count for _, count in suits) or self.number or ranks or int(self.phrase.has("last"))
        steps = tuple(Step(Kind.LOSE, suit, count) for suit, count in suits)
        return Found(steps, loses=given, uncounted=self._is_uncounted())

    def _is_uncounted(self) -> bool:
        """Is a suit given up without a number? Of one trump that is out it is that one."""
        last = self.phrase.has("last") or len(self.position.trumps_out) == 1
        return any(
            not count and not (suit == self.position.trumps and last) and not self.phrase.has("last", "one")
            for suit, count in self.named.suits
        )

    def _drawn(self) -> Found:
        trumps = self.position.trumps
        if self.named.cards and {*self.named.cards} <= {*self.position.trumps_out}:
            return self._rounds(len(self.named.cards))  # "the last trump", by name
        if trumps is None or any(suit != trumps for suit, _ in self.named.suits) or self.named.cards:
            return self._cashed("cash")
        return self._rounds(1 if self.phrase.has("last") else self.number or 0)

    def _rounds(self, count: int) -> Found:
        """Rounds of trumps. A number that may leave one out is a belief, and no plan for that case."""
        leaves = bool(count) and len(self.position.trumps_out) > count
        return Found((Step(Kind.DRAW, count=count),), few=leaves)

    def _cashed(self, verb: str) -> Found:
        if self.phrase.has("rounds") and any(suit == self.position.trumps for suit, _ in self.named.suits):
            return self._rounds(self.number or 1)
        steps = [Step(Kind.CARD, card=one) for one in self.named.cards]
        for suit, count in self.named.suits:
            if self.phrase.has("rounds") and len(self.named.suits) == 1:
                count = count or self.number or 0  # "hearts three times"
            through = verb == "run" and not count
            steps.append(Step(Kind.CASH, suit, 1 if self.phrase.has("last") else count, through=through))
        return Found(tuple(steps))

    def _finessed(self) -> Found:
        suits = [suit for suit, _ in self.named.suits] or [one.suit for one in self.named.cards]
        if not suits or (self.number or 1) > 1:
            return _UNREAD
        return Found(tuple(Step(Kind.FINESSE, suit) for suit in suits))

    def _ruffed(self, seat: Seat | None) -> Found:
        if not self.named.suits or self.named.cards:
            return _UNREAD
        high = self.phrase.has("high")
        return Found(
            tuple(Step(Kind.RUFF, suit, count or 1, seat, high=high) for suit, count in self.named.suits)
        )

    def _discarded(self) -> Found:
        """What is thrown stands before "on", what it is thrown on after it."""
        tokens = self.phrase.tokens
        on = next((at for at, token in enumerate(tokens) if token.kind == "on"), len(tokens))
        thrown = objects(tokens[:on], self.position.trumps)
        base = objects(tokens[on:], self.position.trumps)
        discards = (*(suit for suit, _ in thrown.suits), *(one.suit for one in thrown.cards))
        if not discards:
            return _UNREAD
        steps = [Step(Kind.CARD, card=one) for one in base.cards]
        steps += [Step(Kind.CASH, suit, count) for suit, count in base.suits]
        return Found(tuple(steps), discards)

    def _crossed(self, seat: Seat | None) -> Found:
        if self.named.cards:
            return Found(tuple(Step(Kind.CARD, card=one) for one in self.named.cards))
        if (self.number or 1) > 1 or len(self.named.suits) > 1:
            return _UNREAD
        suit = self.named.suits[0][0] if self.named.suits else None
        return Found((Step(Kind.CROSS, suit, seat=seat),))


def objects(tokens: Sequence[Token], trumps: Suit | None) -> Objects:
    """The cards and the suits among these words."""
    cards: list[Card] = []
    suits: list[tuple[Suit, int]] = []
    ranks: list[Rank] = []
    loose: list[str] = []
    number = 0
    row = [token for token in tokens if token.kind not in ("of", *SILENT, "trick", "last", "high", "good")]
    pairs = list(pairwise(tokens))
    joined = {id(b) for a, b in pairs if a.kind == "suit"}
    joined -= {key for key, what in between_suits(tokens).items() if what == "number"}
    beside = joined | {id(a) for a, b in pairs if b.kind == "of"}
    beside -= {id(a) for a, b in pairs if b.kind == "rounds"}  # "hearts three times"
    suit: Suit | None = None
    opened = False  # may the ranks that follow be of that suit?
    for at, token in enumerate(row):
        if token.kind == "suit":
            suit = trumps if token.value == "trump" else Suit.parse(token.value)
            if suit is None:
                loose.append(token.text)
                continue
            opened = not ranks
            if ranks:
                cards += [card(suit, rank) for rank in ranks]
                ranks = []
            elif not (at + 1 < len(row) and _is_rank(row[at + 1], beside)):
                suits.append((suit, number))
            number = 0
        elif _is_rank(token, beside):
            rank = Rank.parse(token.value.split()[0])
            owner = _owner(tokens, token, opened=opened)
            if owner == "either" and suit is not None:
                loose.append(token.text)
            elif owner == "before" and suit is not None:
                cards.append(card(suit, rank))
            else:
                ranks.append(rank)
        elif token.kind in ("number", "digit"):
            number = int(token.value.split()[-1])
        elif token.kind == "one":
            number = 1
    if ranks:
        loose += [token.text for token in row if token.kind == "rank"]
    return Objects(tuple(cards), tuple(suits), tuple(loose))


def _owner(tokens: Sequence[Token], rank: Token, *, opened: bool) -> str:
    """Does this rank, in a list, belong to the suit ``before`` it or ``after`` it? ``either``: nobody knows.

    "Hearts ace king, spades queen" names suits first, "ace of hearts, king and queen of spades" ranks first;
    in "hearts ace, king spades" and "hearts ace, king, queen of spades" the king may be of both. ``opened``:
    may the suit before it have ranks that follow it?
    """
    at = next(at for at, token in enumerate(tokens) if token is rank)
    later = next((later for later in range(at, len(tokens)) if tokens[later].kind == "suit"), None)
    if later is None:
        return "before"
    ranks_first = tokens[later - 1].kind == "of"  # of the suit that follows
    suit_first = not ranks_first and any(token.kind == "rank" for token in tokens[later + 1 : later + 2])
    if not opened:
        return "either" if suit_first else "after"
    joined, last = tokens[at - 1].kind == "suit", at + 2 == later and ranks_first
    if joined or last:
        return "either" if joined and last else "before" if joined else "after"
    return "before" if suit_first else "either"


def _is_rank(token: Token, beside: Container[int]) -> bool:
    """A rank; of a word that may be a number, only beside its suit: "hearts two", "two of hearts"."""
    return token.kind == "rank" or (token.kind == "digit" and id(token) in beside)
