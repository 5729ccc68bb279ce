"""The deal as a compass, and one trick as it lay on the table."""

from __future__ import annotations

from callparser.cards import Card
from callparser.report.content import Figures
from callparser.report.drawing import FAINT, INK, Box, Drawing, Label
from callparser.report.signs import SIGNS, SUIT_ORDER, holding, shown
from callparser.report.words import ReportWords
from callparser.table import SEATS, Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final

    Hand = Sequence[Card] | None

_HAND_WIDTH, _HAND_HEIGHT, _LINE, _SIDE = 104, 82, 14, 60
#: Where the hand of a seat begins.
_HANDS: Final = {Seat.NORTH: (104, 0), Seat.WEST: (0, 86), Seat.EAST: (208, 86), Seat.SOUTH: (104, 172)}
_LETTERS: Final = {Seat.NORTH: (30, 13), Seat.WEST: (8, 34), Seat.EAST: (52, 34), Seat.SOUTH: (30, 55)}

_CARD_WIDTH, _CARD_HEIGHT, _MOST_WIDTH = 30, 26, 64
#: The middle of what a seat laid to a trick.
_LAID: Final = {Seat.NORTH: (85, 32), Seat.WEST: (36, 82), Seat.EAST: (134, 82), Seat.SOUTH: (85, 132)}


class Deal(Value):
    """Four hands, ``None`` for one that is not known. ``roles`` are said beside the seats."""

    title: str
    hands: tuple[Hand, ...]
    roles: Mapping[Seat, str] = {}


class Laid(Value):
    """What a seat laid to a trick: several cards, none, or ``None`` where that is not told."""

    seat: Seat
    cards: tuple[Card, ...] | None


class TrickShown(Value):
    """A trick in the order of play. ``whole``: a seat that does not stand in it laid nothing."""

    title: str
    laid: tuple[Laid, ...]
    winner: Seat | None = None
    whole: bool = False


# --- the deal ------------------------------------------------------------------------------------------


def deal_drawing(deal: Deal, words: ReportWords) -> Drawing:
    """The hands around a table; a deal of which only some are known shows the others as unknown."""
    parts: list[Label | Box] = []
    left, top = _HANDS[Seat.NORTH][0], _HANDS[Seat.WEST][1] + 4
    parts.append(Box(left, top, _SIDE, _SIDE, filled=True))
    for seat, (x, y) in _LETTERS.items():
        parts.append(Label(left + x, top + y, words.letter(seat), 9, "middle", True))
    for seat in (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH):
        parts.extend(_hand(deal, seat, words))
    told = "; ".join(f"{_named(deal, seat, words)}: {_in_words(deal.hands[seat], words)}" for seat in SEATS)
    return Drawing(deal.title, told + ".", 208 + _HAND_WIDTH, 172 + _HAND_HEIGHT, tuple(parts))


def _hand(deal: Deal, seat: Seat, words: ReportWords) -> Iterator[Label]:
    """Seat, role, and a line a suit."""
    x, y = _HANDS[seat]
    hand = deal.hands[seat]
    yield Label(x, y + 10, words.seat(seat), 10, strong=True)
    y += 10
    if seat in deal.roles:
        y += 10
        yield Label(x, y, deal.roles[seat], 8.5)
    if hand is None:
        yield Label(x, y + _LINE, words.labels["unknown_hand"], 9, tone=FAINT)
        return
    for line, suit in enumerate(SUIT_ORDER, 1):
        yield Label(x, y + line * _LINE, SIGNS[suit.letter], 11, tone=suit.letter)
        yield Label(x + 14, y + line * _LINE, holding(hand, suit), 11)


def _named(deal: Deal, seat: Seat, words: ReportWords) -> str:
    role = deal.roles.get(seat)
    return f"{words.seat(seat)} ({role})" if role else words.seat(seat)


def _in_words(hand: Hand, words: ReportWords) -> str:
    if hand is None:
        return words.labels["unknown_hand"]
    return ", ".join(f"{SIGNS[suit.letter]} {holding(hand, suit)}" for suit in SUIT_ORDER)


def figures(deal: Drawing | None, tricks: Sequence[Drawing]) -> list[Figures]:
    """One trick stands beside the deal, several below it."""
    first = [] if deal is None else [deal]
    rows = [[*first, *tricks]] if len(tricks) < 2 else [first, [*tricks]]
    return [Figures(tuple(row)) for row in rows if row]


# --- a trick -------------------------------------------------------------------------------------------


def trick_drawing(trick: TrickShown, words: ReportWords) -> Drawing:
    """The cards where the seats are, numbered in the order of play."""
    parts: list[Label | Box] = []
    order = list(dict.fromkeys(one.seat for one in trick.laid))
    for number, seat in enumerate(order, 1):
        parts.extend(_place(trick, seat, f"{number}. {words.seat(seat)}", words))
    for seat in SEATS:
        if seat not in order and trick.whole:
            parts.extend(_place(trick, seat, words.seat(seat), words))
        elif seat not in order:
            parts.append(Label(*_LAID[seat], words.seat(seat), 8.5, "middle", tone=FAINT))
    return Drawing(trick.title, trick_in_words(trick, words), 170, 152, tuple(parts))


def _place(trick: TrickShown, seat: Seat, name: str, words: ReportWords) -> Iterator[Label | Box]:
    x, y = _LAID[seat]
    cards = laid_by(trick, seat)
    step = min(_CARD_WIDTH, _MOST_WIDTH / max(1, len(cards or ())))
    first = x - (step * (len(cards or (0,)) - 1) + _CARD_WIDTH) / 2
    if seat == trick.winner:
        name += f" – {words.labels['wins']}"
    yield Label(x, y - 17, name, 8.5, "middle", True)
    if not cards:
        yield Box(first, y - 13, _CARD_WIDTH, _CARD_HEIGHT, INK, dashed=True)
        yield Label(x, y + 4, "?" if cards is None else "–", 11, "middle")
    for place, card in enumerate(cards or ()):
        left = first + place * step
        yield Box(left, y - 13, _CARD_WIDTH - 2, _CARD_HEIGHT, INK, filled=True)
        yield Label(left + _CARD_WIDTH / 2 - 1, y + 4, shown(card), 11, "middle")


def laid_by(trick: TrickShown, seat: Seat) -> tuple[Card, ...] | None:
    """Every card that a seat laid; ``None`` where the record does not tell."""
    found: list[Card] = []
    for one in trick.laid:
        if one.seat == seat:
            if one.cards is None:
                return None
            found.extend(one.cards)
    return tuple(found)


def trick_in_words(trick: TrickShown, words: ReportWords) -> str:
    told = [f"{words.seat(one.seat)}: {_cards(one.cards, words)}" for one in trick.laid]
    seats = {one.seat for one in trick.laid}
    if trick.whole:
        told += [f"{words.seat(seat)}: {words.labels['no_card']}" for seat in SEATS if seat not in seats]
    if trick.winner is not None:
        told.append(words.labels["won_by"].format(seat=words.seat(trick.winner)))
    return "; ".join(told) + "."


def _cards(cards: tuple[Card, ...] | None, words: ReportWords) -> str:
    if cards is None:
        return words.labels["untold"]
    return " ".join(map(shown, cards)) or words.labels["no_card"]
