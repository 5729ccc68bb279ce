"""From the words of a claim to its parts: how many tricks, and which steps in which order.

Whether it is a claim at all is for :mod:`callparser.referee.statement`. What is not understood is kept
(``Stated.unread``) and nothing is put in its place.
"""

from __future__ import annotations

from callparser.cards import Card, Rank, Suit, card
from callparser.claims.line import Kind, Step
from callparser.claims.position import ClaimPosition
from callparser.claims.stated import CLAIMS, Stated
from callparser.claims.vocabulary import LINE_LANGUAGES, Token, spelled, tokens
from callparser.designation import Claim, Concession, Designation
from callparser.referee.statement import asks
from callparser.referee.statement import understood as statement
from callparser.table import Seat
from callparser.understand import parse
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

_PARTS: Final = ("then", "and", "pause", "except")
_VERBS: Final = ("crossruff", "finesse", "ruff", "draw", "discard", "lose", "cross", "run", "cash")
#: What may follow from one part to the next: "ruff a spade and a heart".
_LASTING: Final = ("ruff", "cash", "run", "discard", "finesse", "lose")
_LEVEL: Final = 6  # tricks of the book: "making four" is ten


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
    wins, loses = (found.wins, found.loses) if found is not None else (None, None)
    if found is not None and found.all_but and reader.loses is None:
        wins, loses = None, reader.left_to_them
    return replace(reader.stated(kind, wins, loses), repaired=repaired)


def number_in(words: str, lang: str) -> int | None:
    """The number in an answer to "how many?"; ``None`` when that is not all that it says."""
    said = _Part(tuple(tokens(words, lang)))
    known = all(token.kind in ("number", "digit", "one", "idle") for token in said.tokens)
    return _number(said) if known else None


def _without_line(words: str, lang: str) -> Stated:
    """In a language whose lines are not read: the kind and the number; all words are unread."""
    said = parse(words, lang)
    intent = said.intent if isinstance(said, Designation) else None
    if isinstance(intent, Claim):
        return Stated(
            "claim", wins=intent.tricks, rest=intent.tricks is None, unread=(words,) if intent.line else ()
        )
    if isinstance(intent, Concession):
        return Stated("concession", loses=intent.tricks)
    known = ("current_trick", "objection")
    return Stated(intent.kind) if intent is not None and intent.kind in known else Stated("")


class _Part(Value):
    """The words between two connectives. ``after_except``: of what is not claimed."""

    tokens: tuple[Token, ...]
    after_except: bool = False

    def has(self, *kinds: str) -> bool:
        return any(token.kind in kinds for token in self.tokens)

    @property
    def is_remark(self) -> bool:
        """Does it say of a suit that it is good? That is no line."""
        kinds = [token.kind for token in self.tokens]
        after = kinds[max((at for at, kind in enumerate(kinds) if kind == "suit"), default=len(kinds)) :]
        return "good" in after or "high" in after

    def text(self) -> str:
        return " ".join(token.text for token in self.tokens)


class _Reader:
    """Reads a statement part by part."""

    def __init__(self, position: ClaimPosition) -> None:
        self.position = position
        self.steps: list[Step] = []
        self.discards: list[Suit] = []
        self.unread: list[str] = []
        self.trumps = ""
        self.rest = False
        self.loses: int | None = None
        self.level: int | None = None
        self.recited = False  # a step without a verb
        self.ordered = False  # a word of order was said
        self.verb = ""
        self.count: int | None = None  # a number that stands alone
        self.wins: int | None = None  # the same, beside what is lost
        self.left_to_them: int | None = None  # one, if one card was named and nothing more
        self.relative = False  # a number of over- or undertricks, or a contract made: not of tricks left
        self.yields = False  # the rest are theirs
        self.none = False
        self.remarked = False  # it was said of a suit that it is good
        self.planned = False  # the rest, on something that is no step
        self.bare = False  # nothing but "I concede"

    def read(self, said: Sequence[Token]) -> None:
        self.ordered = any(token.kind == "then" for token in said)
        self.unread += [token.text for token in said if token.kind in ("?", "plan")]
        if sum(token.kind in ("rank", "suit") for token in said) == 1:
            self.left_to_them = 1
        self.bare = all(token.kind in ("lose", "idle", "pause") for token in said)
        for part in _parts(said):
            self._part(part)
        if self.count is not None and self.loses is not None:
            self.wins = self.count  # "four tricks, you get two"

    def stated(self, kind: str, wins: int | None, loses: int | None) -> Stated:
        """What the parts make together. ``wins``, ``loses``: as the grammar of calls has them."""
        steps = tuple(self.steps)
        kind = kind or self._kind()
        if self.loses is not None or self.unread or self.relative:
            wins, loses = self.wins, self.loses
        if self.level is not None:
            wins = self.level + _LEVEL if self.level <= 13 - _LEVEL else self.level
        elif wins is None and loses is None and not self.unread and not self.relative and not self.rest:
            wins = self._counted() if self.recited or self.yields else self.count
        numbered = wins is not None or loses is not None
        if kind == "concession" and not numbered and self.left_to_them and not steps:
            loses = self.left_to_them
        rest = self.rest or (kind != "concession" and not self.relative and bool(steps or not self.unread))
        given = kind == "concession" and (self.rest or self.yields or self.none or self.bare)
        return Stated(
            kind, wins=None if self.rest and self.level is None else wins, loses=loses,
            total=self.level is not None, rest=self.rest if kind == "stop" else rest and kind == "claim",
            nothing=given and loses is None and not steps, steps=steps, discards=tuple(self.discards),
            listed=self._listed(), recited=self.recited, trumps=self.trumps,
            unread=tuple(dict.fromkeys(self.unread)) if kind and not (kind == "concession" and loses) else (),
        )  # fmt: skip

    def _kind(self) -> str:
        """What it is where the words as a whole are not known."""
        if self.steps or self.discards or self.wins is not None or self.planned:
            return "claim"
        if self.unread:
            return ""
        return "claim" if self.rest else "concession" if self.loses is not None else ""

    def _listed(self) -> bool:
        """Do steps stand beside each other without a word of order, or are they a list of tricks?"""
        return bool(self.steps) and not self.ordered and (len(self.steps) > 1 or self.recited)

    def _counted(self) -> int | None:
        """The tricks of a list, if every item has a number."""
        sizes = [1 if step.kind is Kind.CARD else step.count for step in self.steps]
        return sum(sizes) if sizes and all(sizes) and not self.remarked else None

    # --- one part ----------------------------------------------------------------------------------------

    def _part(self, part: _Part) -> None:
        if part.has("down") or (part.has("making") and _number(part) is None):
            self.relative = True
        if part.has("if", "?", "plan"):
            self.unread += [part.text()] if part.has("if") else []
            self.planned = self.planned or (part.has("rest") and part.has("if", "plan"))
            self.rest = self.rest or self.planned
            return  # a part that is not understood as a whole is no step
        if self._about_numbers(part) or self._about_trumps(part):
            return
        verb = next((name for name in _VERBS if part.has(name)), "")
        if part.after_except:
            verb = "lose"
        if verb in ("", "cash", "run") and not part.has("suit", "rank"):
            self.count = _number(part) if self.count is None else self.count
            return
        if not verb and part.is_remark:
            self.remarked = True
            return
        cards, suits = self._named(part)
        lasting = verb or (self.verb if self.verb in _LASTING and not part.has("rest", "good") else "")
        if not lasting:
            self.recited = self.recited or bool(cards or suits)
        self.verb = lasting
        self._do(lasting, part, cards, suits)

    def _about_numbers(self, part: _Part) -> bool:
        """A part that only says how many."""
        if part.has("none") and not part.has("suit"):
            self.none = True
            self.rest = self.rest or part.has("lose", "theirs")  # "you get nothing more"
            return True
        if part.has("lose", "theirs") and part.has("rest"):
            self.yields = True
            return True
        if part.has("theirs") and not part.has("suit", "rank", "lose"):
            self.loses = (self.loses or 0) + (_number(part) or 1)
            return True
        if part.has("making"):
            self.level = _number(part)
            return True
        if part.has("rest") and not part.has("suit", "draw", "crossruff"):
            self.rest = True
        if part.has("dummy", "hand") and part.has("good", "high") and not part.has("suit", "rank", *_VERBS):
            self.rest = True  # "my hand is high"
        return part.has("down")

    def _about_trumps(self, part: _Part) -> bool:
        """Were the outstanding trumps spoken of? Then that is all that the part says."""
        if not any(token.kind == "suit" and token.value == "trump" for token in part.tokens):
            if part.has("draw"):
                self.trumps = "drawn"
            return False
        if part.has("gone") or (part.has("none") and not part.has("draw")):
            self.trumps = "gone"
            return True
        if part.has("draw", "rounds"):
            self.trumps = "drawn"
        if part.has("out") and not part.has("draw"):
            self.trumps = "drawn"
            return True
        return False

    def _do(self, verb: str, part: _Part, cards: Sequence[Card], suits: Sequence[tuple[Suit, int]]) -> None:
        seat = self._seat(part)
        match verb:
            case "crossruff":
                self._step(Step(Kind.CROSSRUFF, high=part.has("high")))
            case "draw":
                self._draw(part, suits)
            case "finesse":
                for suit, _ in suits or [(one.suit, 0) for one in cards]:
                    self._step(Step(Kind.FINESSE, suit))
                if not suits and not cards:
                    self.unread.append(part.text())
            case "ruff":
                for suit, count in suits:
                    self._step(Step(Kind.RUFF, suit, count or 1, seat, high=part.has("high")))
                if not suits:
                    self.unread.append(part.text())
            case "discard":
                self._discard(part, cards, suits)
            case "cross":
                self._cross(seat, cards, suits)
            case "lose":
                ranks = sum(token.kind == "rank" for token in part.tokens)
                given = _number(part) or max(ranks, len(cards) + len(suits), int(part.has("last")))
                self.loses = (self.loses or 0) + given if given else self.loses
            case _:
                self._cash(verb, part, cards, suits)

    def _draw(self, part: _Part, suits: Sequence[tuple[Suit, int]]) -> None:
        others = [(suit, count) for suit, count in suits if suit != self.position.trumps]
        if others or self.position.trumps is None:
            self._cash("cash", part, (), others)
            return
        count = _number(part) or 0 if part.has("rounds") else 0
        self._rounds(part, 1 if part.has("last") else count)

    def _rounds(self, part: _Part, count: int) -> None:
        """Rounds of trumps. A number that may leave one out is a belief, and no plan for that case."""
        self._step(Step(Kind.DRAW, count=count))
        if count and len(self.position.trumps_out) > count:
            self.unread.append(part.text())

    def _cash(self, verb: str, part: _Part, cards: Sequence[Card], suits: Sequence[tuple[Suit, int]]) -> None:
        if part.has("rounds") and any(suit == self.position.trumps for suit, _ in suits):
            self._rounds(part, _number(part) or 1)
            return
        for one in cards:
            self._step(Step(Kind.CARD, card=one))
        for suit, count in suits:
            through = verb == "run" and not count
            self._step(Step(Kind.CASH, suit, 1 if part.has("last") else count, through=through))

    def _discard(self, part: _Part, cards: Sequence[Card], suits: Sequence[tuple[Suit, int]]) -> None:
        """What is thrown stands before "on", what it is thrown on after it."""
        on = next((at for at, token in enumerate(part.tokens) if token.kind == "on"), len(part.tokens))
        thrown = self._named(_Part(part.tokens[:on]))
        base = self._named(_Part(part.tokens[on:]))
        self.discards += [suit for suit, _ in thrown[1]] + [one.suit for one in thrown[0]]
        for one in base[0]:
            self._step(Step(Kind.CARD, card=one))
        for suit, count in base[1]:
            self._step(Step(Kind.CASH, suit, count))
        if not (cards or suits):
            self.unread.append(part.text())

    def _cross(self, seat: Seat | None, cards: Sequence[Card], suits: Sequence[tuple[Suit, int]]) -> None:
        for one in cards:
            self._step(Step(Kind.CARD, card=one))
        if not cards:
            self._step(Step(Kind.CROSS, suits[0][0] if suits else None, seat=seat))

    def _step(self, step: Step) -> None:
        self.steps.append(step)

    # --- cards, suits, seats -----------------------------------------------------------------------------

    def _seat(self, part: _Part) -> Seat | None:
        if part.has("dummy"):
            return self.position.declarer.partner
        return self.position.declarer if part.has("hand") else None

    def _named(self, part: _Part) -> tuple[list[Card], list[tuple[Suit, int]]]:
        """The cards and the suits of a part; a suit with the number that stands before it, else 0."""
        cards: list[Card] = []
        suits: list[tuple[Suit, int]] = []
        ranks: list[Rank] = []
        number = 0
        row = [token for token in part.tokens if token.kind not in ("of", "idle", "last", "high", "good")]
        joined = {id(b) for a, b in zip(part.tokens, part.tokens[1:], strict=False) if a.kind == "suit"}
        before_of = {id(a) for a, b in zip(part.tokens, part.tokens[1:], strict=False) if b.kind == "of"}
        suit: Suit | None = None
        for at, token in enumerate(row):
            if token.kind == "suit":
                suit = self._suit(token)
                if suit is None:
                    continue
                if ranks:
                    cards += [card(suit, rank) for rank in ranks]
                    ranks = []
                elif not (at + 1 < len(row) and _is_rank(row[at + 1], joined, before_of)):
                    suits.append((suit, number))
                number = 0
            elif _is_rank(token, joined, before_of):
                rank = Rank.parse(token.value.split()[0])
                after = any(later.kind == "suit" for later in row[at + 1 :])
                if suit is not None and (id(token) in joined or not after):
                    cards.append(card(suit, rank))
                else:
                    ranks.append(rank)
            elif token.kind in ("number", "digit"):
                number = int(token.value.split()[-1])
            elif token.kind == "one":
                number = 1
        if ranks and not (part.has("lose") or part.after_except):
            self.unread += [token.text for token in row if token.kind == "rank"]
        return cards, suits

    def _suit(self, token: Token) -> Suit | None:
        if token.value != "trump":
            return Suit.parse(token.value)
        if self.position.trumps is None:
            self.unread.append(token.text)
        return self.position.trumps


def _is_rank(token: Token, joined: Iterable[int], before_of: Iterable[int]) -> bool:
    """A rank; of a word that may be a number, only beside its suit: "hearts two", "two of hearts"."""
    return token.kind == "rank" or (token.kind == "digit" and (id(token) in joined or id(token) in before_of))


def _number(part: _Part) -> int | None:
    """The number in a part; "a", "one": 1."""
    for token in part.tokens:
        if token.kind in ("number", "digit"):
            return int(token.value.split()[-1])
        if token.kind == "one":
            return 1
    return None


def _parts(said: Sequence[Token]) -> list[_Part]:
    """The statement cut at its connectives; "ace and king of hearts" stays together."""
    parts = [_Part(())]
    for at, token in enumerate(said):
        if token.kind == "down" and parts[-1].has("rest"):
            parts.append(_Part((), after_except=True))  # "the rest minus one" is not one down
        elif token.kind not in _PARTS:
            parts[-1] = replace(parts[-1], tokens=(*parts[-1].tokens, token))
        elif not (token.kind == "and" and _between_ranks(said, at)):
            parts.append(_Part((), after_except=token.kind == "except"))
    return [part for part in parts if part.tokens]


def _between_ranks(said: Sequence[Token], at: int) -> bool:
    near = [said[one].kind for one in (at - 1, at + 1) if 0 <= one < len(said)]
    return near == ["rank", "rank"]
