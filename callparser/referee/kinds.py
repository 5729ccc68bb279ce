"""The kinds of fact: what each is as a value, how it is read from JSON, and how it is written again."""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.errors import InputError, InvalidTable
from callparser.jsonline import type_name
from callparser.referee.facts import Fact
from callparser.referee.happening import Happening, read_happenings, written_happenings
from callparser.table import LastTrick, Seat
from callparser.value import Value
from callparser.written import hand, one_card, seat, trumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from callparser.jsonline import Row

MAX_TEXT: Final = 2_000


class Laid(Value):
    """What one seat laid to a trick: no card, one, or several together."""

    seat: Seat
    cards: tuple[Card, ...] = ()


class Count(Value):
    """Of one seat: cards in hand, cards played, and how many it ought to have played if that is known."""

    hand: int
    played: int
    due: int | None = None


class Quitted(Value):
    """One card of a pile. ``won`` tells how it was pointed; ``None`` where nobody knows."""

    card: Card
    won: bool | None = None


TrickRow = tuple[Laid, ...]
Hands = tuple[Hand, Hand, Hand, Hand]
Piles = tuple[tuple[Quitted, ...], ...]
FactValue = (
    bool | int | str | Seat | Suit | Card | tuple[Card, ...] | Hands | tuple[TrickRow, ...] | Piles
    | tuple[Count | None, ...] | tuple[Happening, ...] | Hand | LastTrick
)  # fmt: skip


# --- in ---------------------------------------------------------------------------------------------


def read_fact(fact: Fact, value: object) -> FactValue:
    """One value as it stands in JSON. Raises :class:`InputError` naming the fact."""
    try:
        return KINDS[fact.kind][0](fact, value)
    except InvalidTable as err:
        raise InputError(f"{fact.name}: {err}") from None


def _wrong(fact: Fact, value: object, expected: str) -> InputError:
    shown = repr(value[:20]) if isinstance(value, str) else type_name(value)
    return InputError(f"{fact.name} is {shown}; expected {expected}")


def _yes(fact: Fact, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(fact, value, "true or false")
    return value


def _number(fact: Fact, value: object) -> int:
    if type(value) is not int or not 0 <= value <= 13:
        raise _wrong(fact, value, "a whole number, 0 to 13")
    return value


def _trick(fact: Fact, value: object) -> int:
    if type(value) is not int or not 1 <= value <= 13:
        raise _wrong(fact, value, "the number of a trick, 1 to 13")
    return value


def _word(fact: Fact, value: object) -> str:
    if not isinstance(value, str) or value not in fact.words:
        raise _wrong(fact, value, f"one of {', '.join(fact.words)}")
    return value


def _text(fact: Fact, value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise _wrong(fact, value, f"a text of at most {MAX_TEXT} characters")
    return value


def _string(fact: Fact, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(fact, value, "a text")
    return value


def _list(fact: Fact, value: object, most: int, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(fact, value, f"a list of {of}")
    if len(value) > most:
        raise InputError(f"{fact.name} has {len(value)} entries; at most {most}")
    return value


def _cards(fact: Fact, value: object) -> tuple[Card, ...]:
    return tuple(one_card(_string(fact, one)) for one in _list(fact, value, 52, "cards"))


def _by_seat(fact: Fact, value: object) -> dict[Seat, Any]:
    if not isinstance(value, dict) or len(value) > 4:
        raise _wrong(fact, value, 'an object by seat, such as {"N": ..., "E": ...}')
    return {seat(_string(fact, key)): entry for key, entry in value.items()}


def _hands(fact: Fact, value: object) -> Hands:
    found = _by_seat(fact, value)
    if len(found) != 4:
        raise InputError(f"{fact.name} has {len(found)} hands; expected the four that were dealt")
    north, east, south, west = (hand(_string(fact, found[one])) for one in Seat)
    return north, east, south, west


def _rows(fact: Fact, value: object) -> tuple[TrickRow, ...]:
    return tuple(_row(fact, row) for row in _list(fact, value, 13, "tricks"))


def _row(fact: Fact, value: object) -> TrickRow:
    laid = []
    for one in _list(fact, value, 8, "what the seats laid"):
        if not isinstance(one, dict):
            raise _wrong(fact, one, 'an object such as {"seat": "W", "cards": ["H7"]}')
        laid.append(Laid(seat(_string(fact, one.get("seat"))), _cards(fact, one.get("cards"))))
    if len({one.seat for one in laid}) < len(laid):
        raise InputError(f"{fact.name}: a seat stands twice in one trick; list its cards together")
    if laid and not laid[0].cards:
        raise InputError(f"{fact.name}: the leader of a trick has no card; begin with the card that was led")
    return tuple(laid)


def _counts(fact: Fact, value: object) -> tuple[Count | None, ...]:
    found = _by_seat(fact, value)
    return tuple(_count(fact, found[one]) if one in found else None for one in Seat)


def _count(fact: Fact, value: object) -> Count:
    if not isinstance(value, dict) or not {"hand", "played"} <= value.keys() <= {"hand", "played", "due"}:
        raise _wrong(fact, value, 'an object such as {"hand": 4, "played": 9, "due": 9}')
    numbers = [value["hand"], value["played"], value.get("due")]
    for number in numbers:
        if number is not None and (type(number) is not int or not 0 <= number <= 53):
            raise _wrong(fact, number, "whole numbers of cards, 0 to 53")
    if numbers[0] is None or numbers[1] is None:
        raise InputError(
            f"{fact.name}: hand and played are both needed; leave a seat out if it was not counted"
        )
    return Count(*numbers)


def _piles(fact: Fact, value: object) -> Piles:
    found = _by_seat(fact, value)
    if len(found) != 4:
        raise InputError(f"{fact.name} has {len(found)} piles; expected four, in the order played")
    return tuple(_pile(fact, found[one]) for one in Seat)


def _pile(fact: Fact, value: object) -> tuple[Quitted, ...]:
    """Cards such as ``"H7"``; ``"+H7"`` is pointed as won, ``"-H7"`` as lost."""
    cards = []
    for one in _list(fact, value, 14, "cards in the order played"):
        text = _string(fact, one)
        won = {"+": True, "-": False}.get(text[:1])
        cards.append(Quitted(one_card(text[1:] if won is not None else text), won))
    return tuple(cards)


def _last_trick(fact: Fact, value: object) -> LastTrick:
    if not isinstance(value, dict) or not {"won_by", "won_with"} <= value.keys() <= {
        "won_by",
        "won_with",
        "led",
    }:
        raise _wrong(fact, value, 'an object such as {"won_by": "N", "won_with": "CK", "led": "C3"}')
    won_by, won_with = seat(_string(fact, value["won_by"])), one_card(_string(fact, value["won_with"]))
    led = value.get("led")
    return LastTrick(won_by, won_with, None if led is None else one_card(_string(fact, led)))


# --- out --------------------------------------------------------------------------------------------


def written_fact(fact: Fact, value: Any) -> Any:
    """One value as it stands in JSON."""
    return KINDS[fact.kind][1](value)


def _same(value: Any) -> Any:
    return value


def _codes(cards: Any) -> list[str]:
    return [card.code for card in cards]


def _rows_out(rows: tuple[TrickRow, ...]) -> list[Any]:
    return [[{"seat": one.seat.letter, "cards": _codes(one.cards)} for one in row] for row in rows]


def _counts_out(counts: tuple[Count | None, ...]) -> Row:
    rows = {}
    for one, count in zip(Seat, counts, strict=True):
        if count is not None:
            due = {} if count.due is None else {"due": count.due}
            rows[one.letter] = {"hand": count.hand, "played": count.played, **due}
    return rows


def _piles_out(piles: Piles) -> Row:
    sign = {None: "", True: "+", False: "-"}
    return {
        one.letter: [sign[quitted.won] + quitted.card.code for quitted in pile]
        for one, pile in zip(Seat, piles, strict=True)
    }


def _last_trick_out(last: LastTrick) -> Row:
    row = {"won_by": last.won_by.letter, "won_with": last.won_with.code}
    return row if last.led is None else row | {"led": last.led.code}


#: How a value of each kind is read, and written again.
KINDS: Final[dict[str, tuple[Callable[[Fact, object], FactValue], Callable[[Any], Any]]]] = {
    "yes": (_yes, _same),
    "number": (_number, _same),
    "trick": (_trick, _same),
    "word": (_word, _same),
    "text": (_text, _same),
    "seat": (lambda fact, value: seat(_string(fact, value)), lambda one: one.letter),
    "suit": (lambda fact, value: _suit(fact, value), lambda suit: suit.letter),
    "trump": (lambda fact, value: _trump(fact, value), _same),
    "card": (lambda fact, value: one_card(_string(fact, value)), lambda card: card.code),
    "cards": (_cards, _codes),
    "hands": (_hands, lambda hands: {one.letter: str(h) for one, h in zip(Seat, hands, strict=True)}),
    "rows": (_rows, _rows_out),
    "counts": (_counts, _counts_out),
    "piles": (_piles, _piles_out),
    "happenings": (lambda fact, value: read_happenings(fact.name, value), written_happenings),
    "hand": (lambda fact, value: hand(_string(fact, value)), str),
    "last_trick": (_last_trick, _last_trick_out),
}


def _suit(fact: Fact, value: object) -> Suit:
    found = trumps(_string(fact, value))
    if found is None:
        raise _wrong(fact, value, "one of S, H, D, C")
    return found


def _trump(fact: Fact, value: object) -> str:
    """A letter, or ``"NT"``: notrump is known, not unknown."""
    found = trumps(_string(fact, value))
    return found.letter if found is not None else "NT"
