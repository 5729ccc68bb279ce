"""Suit, rank, card, hand. Text in and out in PBN letters (``SHDC``, ``AKQJT98765432``).

A hand may hold any number of cards; whether that is in order is a report
(:func:`callparser.table.problems`), never a constructor error.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from callparser.errors import InvalidTable
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Final

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "CDHS"


class Suit(IntEnum):
    """The four suits, in the order of the auction (Law 18E). Notrump is no suit: ``None``."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return SUIT_LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """``"S"`` -> spades. Raises :class:`InvalidTable`."""
        index = SUIT_LETTERS.find(text.upper()) if len(text) == 1 else -1
        if index < 0:
            raise InvalidTable(f"{text[:20]!r} is not a suit; expected one of S, H, D, C")
        return SUITS[index]


class Rank(IntEnum):
    """2 to 14; the ace is high (Law 1)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return RANK_LETTERS[self - 2]

    @property
    def is_honour(self) -> bool:
        """Ace, king, queen, jack or ten (Definitions: Honour)."""
        return self >= 10

    @classmethod
    def parse(cls, text: str) -> Rank:
        """``"T"`` or ``"10"`` -> ten. Raises :class:`InvalidTable`."""
        letter = "T" if text == "10" else text.upper()
        index = RANK_LETTERS.find(letter) if len(letter) == 1 else -1
        if index < 0:
            raise InvalidTable(f"{text[:20]!r} is not a rank; expected one of A K Q J T 9 8 7 6 5 4 3 2")
        return RANKS[index]


SUITS: Final[tuple[Suit, ...]] = tuple(Suit)
RANKS: Final[tuple[Rank, ...]] = tuple(Rank)


class Card(Value):
    """One card. There is no ``<``: cards of two suits do not compare without trumps."""

    suit: Suit
    rank: Rank

    @property
    def code(self) -> str:
        """``"HQ"``: suit letter, rank letter."""
        return _CODES[self.suit][self.rank - 2]

    @property
    def bit(self) -> int:
        return _BITS[self.suit][self.rank - 2]

    @classmethod
    def parse(cls, text: str) -> Card:
        """``"H8"``, ``"hq"``, ``"S10"`` -> the card. Raises :class:`InvalidTable`."""
        if not 2 <= len(text) <= 3:
            raise InvalidTable(f"{text[:20]!r} is not a card; expected suit and rank, such as H8 or ST")
        return card(Suit.parse(text[0]), Rank.parse(text[1:]))

    def __str__(self) -> str:
        return self.code

    # Cards are compared and looked up more than anything else; these are quick.

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(other) is Card and self.rank == other.rank and self.suit == other.suit

    def __hash__(self) -> int:
        return self.suit * 13 + self.rank


#: By suit and rank; arithmetic on members of an enumeration is slower than two look-ups.
_CODES: Final = tuple(tuple(suit + rank for rank in RANK_LETTERS) for suit in SUIT_LETTERS)
_BITS: Final = tuple(tuple(1 << 13 * suit + rank for rank in range(13)) for suit in range(4))


def codes(cards: Iterable[Card]) -> list[str]:
    """``["HQ", ...]``, in the same order."""
    return [_CODES[one.suit][one.rank - 2] for one in cards]


#: All 52, by bit number (clubs 2 = 0 … spade ace = 51).
PACK: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
#: Every card by its code, and its bit.
BY_CODE: Final = {one.code: one for one in PACK}
BITS: Final = {code: 1 << at for at, code in enumerate(BY_CODE)}
_SUIT_MASKS: Final = tuple(0x1FFF << (13 * suit) for suit in SUITS)
_RANK_MASKS: Final = {rank: sum(1 << (13 * suit + rank - 2) for suit in SUITS) for rank in RANKS}
FULL: Final = (1 << 52) - 1


def card(suit: Suit, rank: Rank) -> Card:
    """The one object for that card."""
    return PACK[suit * 13 + rank - 2]


class Hand(Value):
    """A set of cards, kept as 52 bits. Iterates spades first, high to low, as a hand is laid out."""

    bits: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        bits = 0
        for one in cards:
            bits |= one.bit
        return cls(bits)

    @classmethod
    def parse(cls, holdings: Mapping[str, str]) -> Hand:
        """``{"S": "AQ74", "H": "K82", "D": "", "C": "T2"}`` -> the hand.

        Raises :class:`InvalidTable` for an unknown suit, an unknown rank or a card twice.
        """
        bits = seen = 0
        for name, ranks in holdings.items():
            place = _PLACES[name] if name in _PLACES else Suit.parse(name) * 13
            if seen >> place & 1:
                raise InvalidTable(f"the suit {name.upper()} stands twice in one hand; give each suit once")
            seen |= 1 << place
            try:
                bits |= (_ranks(ranks) if len(ranks) < _LONG else _ranks.__wrapped__(ranks)) << place
            except _Twice as rank:
                raise InvalidTable(
                    f"{name.upper()}{rank} stands twice in one hand; each card exists once"
                ) from None
        return cls(bits)

    def holdings(self) -> dict[str, str]:
        """Back to ``{"S": "AQ74", ...}``, high to low, all four suits present."""
        rows = dict.fromkeys(reversed(SUIT_LETTERS), "")
        for one in self:
            rows[one.suit.letter] += one.rank.letter
        return rows

    def in_suit(self, suit: Suit) -> Hand:
        return Hand(self.bits & _SUIT_MASKS[suit])

    def of_rank(self, rank: Rank) -> Hand:
        return Hand(self.bits & _RANK_MASKS[rank])

    @property
    def highest(self) -> Card:
        """The top card of a one-suit hand. Raises :class:`ValueError` when empty."""
        return PACK[self.bits.bit_length() - 1] if self.bits else _no_card()

    @property
    def lowest(self) -> Card:
        """The bottom card of a one-suit hand. Raises :class:`ValueError` when empty."""
        return PACK[(self.bits & -self.bits).bit_length() - 1] if self.bits else _no_card()

    def __contains__(self, one: Card) -> bool:
        return bool(self.bits & one.bit)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        while bits:
            index = bits.bit_length() - 1
            yield PACK[index]
            bits ^= 1 << index

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.bits | other.bits)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.bits & other.bits)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.bits & ~other.bits)

    def __str__(self) -> str:
        return " ".join(f"{suit}:{ranks or '-'}" for suit, ranks in self.holdings().items())


#: Where the cards of a suit begin in a hand.
_PLACES: Final = {letter: suit * 13 for suit in SUITS for letter in (suit.letter, suit.letter.lower())}
#: A holding that is longer is not remembered.
_LONG: Final = 16


class _Twice(Exception):
    """A rank that a holding names twice."""


@lru_cache(maxsize=1 << 13)
def _ranks(text: str) -> int:
    """``"AQ74"`` -> 13 bits; as many are kept as there are holdings. Raises :class:`InvalidTable`."""
    held = 0
    letters = text.upper().replace("10", "T")
    for letter in "" if letters == "-" else letters:
        bit = 1 << Rank.parse(letter) - 2
        if held & bit:
            raise _Twice(letter)
        held |= bit
    return held


#: The empty hand.
NO_CARDS: Final = Hand()


def _no_card() -> Card:
    raise ValueError("no card in an empty hand")
