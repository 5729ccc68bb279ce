"""Cards and suits in running text, and characters that nobody should have to see."""

from __future__ import annotations

import re

from callparser.cards import Card, Suit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

#: Spades first, as a hand is laid out.
SUIT_ORDER: Final = tuple(reversed(Suit))
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_LONG: Final = 8
_SUITS: Final = {sign: letter for letter, sign in SIGNS.items()}
_CARD: Final = re.compile(r"([♠♥♦♣])(10|[AKQJ2-9])?")


def shown(card: Card) -> str:
    """``♥Q``, ``♠10``."""
    return shown_code(card.code)


def shown_code(code: str) -> str:
    """``"ST"`` -> ``♠10``."""
    return SIGNS[code[0]] + code[1:].replace("T", "10")


def shown_all(cards: Iterable[Card]) -> str:
    return " ".join(map(shown, cards))


def holding(cards: Iterable[Card], suit: Suit) -> str:
    """The ranks of one suit, high to low, ``–`` for none. A card may stand there twice.

    A long suit has no spaces, so that it fits where a hand does.
    """
    ranks = sorted((card.rank for card in cards if card.suit == suit), reverse=True)
    space = " " if len(ranks) < _LONG else ""
    return space.join(rank.letter.replace("T", "10") for rank in ranks) or "–"


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with the code of the card that it is, a suit letter, or ``""``."""
    end = 0
    for found in _CARD.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], ""
        rank = found[2] or ""
        yield found[0], _SUITS[found[1]] + rank.replace("10", "T")
        end = found.end()
    if end < len(text):
        yield text[end:], ""


def visible(text: str) -> str:
    """On one line, and nothing in it steers a printer or turns the direction of writing."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
