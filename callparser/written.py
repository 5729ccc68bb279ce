"""Cards, suits, seats and hands as people type them: ``♥7``, ``RK``, ``hearts``, ``♠AQ74 ♥K82 ♦- ♣102``.

The codes of :mod:`callparser.cards` come first. What they do not know may be a suit symbol, or a name or a
letter of Swedish, Norwegian, Danish or English. What may be two cards is refused.
"""

from __future__ import annotations

from callparser.cards import BY_CODE, RANK_LETTERS, SUITS, Card, Hand, Rank, Suit, card
from callparser.errors import InvalidTable
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_SYMBOLS: Final = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "❤": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
_NAMES: Final = {
    "S": "spader spar spade spades",
    "H": "hjärter hjarter hjerter heart hearts",
    "D": "ruter ruder diamond diamonds",
    "C": "klöver klover kløver klør club clubs",
}
_SUITS: Final = {
    **_SYMBOLS, **{name: letter for letter, names in _NAMES.items() for name in names.split()},
    "s": "S", "h": "H", "d": "D", "c": "C", "r": "D", "k": "C",
}  # fmt: skip
_NOTRUMP: Final = frozenset(("n", "nt", "sa", "sang", "sans", "notrump", "notrumps", "no-trump", "no trumps"))
_RANKS: Final = {letter.lower(): letter for letter in RANK_LETTERS} | {
    "e": "A", "d": "Q", "kn": "J", "b": "J", "10": "T",
}  # fmt: skip
#: The codes themselves, which need no reading.
_TRUMP_CODES: Final = {**{suit.letter: suit for suit in SUITS}, "NT": None}
_SEAT_CODES: Final = {seat.letter: seat for seat in SEATS}
_SEATS: Final = {"ö": "E", "ø": "E", "v": "W"}
_VOID: Final = frozenset(("-", "–", "—", "renons", "void"))
#: Asks for the symbol as a picture, and is none.
_PICTURE: Final = "\ufe0f"
_HOLDINGS: Final = "expected each suit once, such as S:AQ74 H:K82 D:- C:T2 or ♠AQ74 ♥K82 ♦- ♣T2"


def trumps(text: str) -> Suit | None:
    """``"S"``, ``"♠"``, ``"spader"`` -> spades; ``"NT"``, ``"sang"`` -> ``None``.

    Raises :class:`InvalidTable`.
    """
    if text in _TRUMP_CODES:
        return _TRUMP_CODES[text]
    said = _key(text)
    if said in _NOTRUMP:
        return None
    if said not in _SUITS:
        raise InvalidTable(f"trump is {text[:20]!r}; expected one of S, H, D, C, NT, or the name of a suit")
    return Suit.parse(_SUITS[said])


def seat(text: str) -> Seat:
    """``"W"`` or ``"V"`` -> west. Raises :class:`InvalidTable`."""
    known = _SEAT_CODES.get(text)
    return Seat.parse(_SEATS.get(text.casefold(), text)) if known is None else known


def one_card(text: str) -> Card:
    """``"H7"``, ``"♥7"``, ``"hjärter 7"``, ``"RK"``, ``"10S"`` -> the card. Raises :class:`InvalidTable`."""
    known = BY_CODE.get(text)
    if known is not None:
        return known
    try:
        return Card.parse(text)
    except InvalidTable:
        found = set(_readings(_key(text).replace(" ", "").replace("-", "")))
        if not found:
            raise
    if len(found) > 1:
        names = " or ".join(sorted(one.code for one in found))
        raise InvalidTable(f"{text[:20]!r} may be {names}; give suit and rank by their symbols or codes")
    return found.pop()


def _readings(said: str) -> Iterator[Card]:
    """As suit and rank, and as rank and suit."""
    for at in range(1, min(len(said), 12)):
        for suit, rank in ((said[:at], said[at:]), (said[at:], said[:at])):
            if suit in _SUITS and rank in _RANKS:
                yield card(Suit.parse(_SUITS[suit]), Rank.parse(_RANKS[rank]))


def hand(text: str) -> Hand:
    """``"S:AQ74 H:K82 D:- C:T2"``, ``"♠AQ74 ♥K82 ♣102"``, ``"AQ74.K82..T2"`` -> the hand.

    Any number of cards. Raises :class:`InvalidTable`.
    """
    if ":" not in text and text.count(".") == 3:
        return Hand.parse({suit: _ranks(ranks) for suit, ranks in zip("SHDC", text.split("."), strict=True)})
    holdings: dict[str, list[str]] = {}
    now: list[str] | None = None  # the holding whose ranks stand apart from its suit
    for part in _parts(text):
        suit, ranks = _marked(part)
        if suit and suit not in holdings:
            holdings[suit] = [] if ranks is None else [ranks]
            now = holdings[suit] if ranks is None else None
        elif suit or now is None or ranks is None or (now and max(map(len, [*now, ranks])) > 1):
            raise InvalidTable(f"{part[:20]!r} is no holding; {_HOLDINGS}")
        else:
            now.append(ranks)
    return Hand.parse({suit: "".join(found) for suit, found in holdings.items()})


def _parts(text: str) -> list[str]:
    """The words; a suit symbol begins one."""
    spaced = "".join(f" {char}" if char in _SYMBOLS else char for char in text.replace(_PICTURE, ""))
    return spaced.replace(",", " ").replace(";", " ").split()


def _marked(part: str) -> tuple[str, str | None]:
    """The suit that begins here, if any, and the ranks in the word; ``None``: no word of theirs."""
    if part[0] in _SYMBOLS:
        part = f"{part[0]}:{part[1:].removeprefix(':')}"
    head, colon, rest = part.partition(":")
    suit = _SUITS.get(head.casefold(), "") if colon or len(head) > 2 else ""
    if colon and not suit:
        return "", None
    if suit:
        return suit, _ranks(rest) if rest else None
    return "", _ranks(part)


def _ranks(text: str) -> str:
    """``"ED10"`` -> ``"AQT"``; what is no rank is left for the reader of codes to refuse."""
    said, found = text.casefold(), ""
    if said in _VOID:
        return ""
    while said:
        size = 2 if said[:2] in _RANKS else 1
        found += _RANKS.get(said[:size], said[:size])
        said = said[size:]
    return found


def _key(text: str) -> str:
    return " ".join(text.casefold().replace(_PICTURE, "").split())
