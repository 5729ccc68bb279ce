"""The lines of the table manager protocol, version 18 of 1 August 2005, as one of the four seats uses them.

The protocol of the world computer bridge championships: http://www.bluechipbridge.co.uk/protocol.htm. Plain
ASCII over TCP, a line a message. Whoever is to hear of something says first that he is ready for it. Reading
is tolerant of case, spaces and stops, in which the managers differ; writing is as the document has it.
"""

from __future__ import annotations

import re

from callparser.cards import Card, Hand, Rank, Suit, card
from callparser.errors import EngineFailed
from callparser.record.board import DOUBLE, PASS, REDOUBLE, call_text
from callparser.table import Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

VERSION: Final = 18
#: More characters are no message of this protocol.
MAX_LINE: Final = 1024
_SEATS: Final = "NORTH|EAST|SOUTH|WEST"
_DONE: Final = {"passes": PASS, "doubles": DOUBLE, "redoubles": REDOUBLE}
_VULNERABLE: Final = {"neither": "None", "n/s": "NS", "e/w": "EW", "both": "All"}


class Seated(Value):
    """The manager has given this seat."""

    seat: Seat


class Teams(Value):
    ns: str
    ew: str


class StartOfBoard(Value):
    pass


class BoardInfo(Value):
    number: str
    dealer: Seat
    vulnerable: str


class Cards(Value):
    """A hand; ``seat`` is ``None`` for dummy's."""

    seat: Seat | None
    hand: Hand


class Bid(Value):
    """``call`` as :class:`callparser.record.board.Call` has it; ``alert`` is what was said of it."""

    seat: Seat
    call: str
    alert: str = ""


class Played(Value):
    seat: Seat
    card: Card


class ToLead(Value):
    """``seat`` is ``None`` for dummy."""

    seat: Seat | None


class Timing(Value):
    text: str


class EndOfSession(Value):
    pass


class Refused(Value):
    """The manager says that something was wrong, in words of his own."""

    text: str


Message = (
    Seated
    | Teams
    | StartOfBoard
    | BoardInfo
    | Cards
    | Bid
    | Played
    | ToLead
    | Timing
    | EndOfSession
    | Refused
)


def read_message(line: str) -> Message:
    """One line without its end. Raises :class:`EngineFailed` for what is no message of the protocol."""
    text = " ".join(line.split())
    for pattern, made in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            return made(found)
    raise strange(line, "a message of the table manager protocol")


def strange(found: object, expected: str) -> EngineFailed:
    """The error for what another program sent."""
    return EngineFailed(f"the table manager sent {str(found)[:60]!r}; expected {expected}")


def _seat(name: str) -> Seat:
    return Seat.parse(name[0])


def _cards(found: re.Match[str]) -> Cards:
    held: list[Card] = []
    for suit, ranks in zip("SHDC", found.groups()[1:], strict=True):
        for rank in ranks.replace("-", " ").replace("10", "T").split():
            if not re.fullmatch("[AKQJT2-9]+", rank, re.IGNORECASE):
                raise strange(rank, "ranks such as A K 10 2")
            held += [card(Suit.parse(suit), Rank.parse(one)) for one in rank]
    hand = Hand.of(held)
    if len(hand) != len(held) or len(hand) != 13:
        raise strange(found[0], "13 different cards")
    who = found[1].upper()
    return Cards(None if who == "DUMMY" else _seat(who), hand)


def _bid(found: re.Match[str]) -> Bid:
    done = found[2].lower()
    call = _DONE.get(done) or call_text(done.removeprefix("bids").replace(" ", ""))
    if call is None:
        raise strange(found[0], "a bid such as 1NT")
    return Bid(_seat(found[1]), call, (found[3] or "").strip())


def _played(found: re.Match[str]) -> Played:
    """A card is rank and suit (``5H``); some send suit and rank."""
    text = found[2].upper().replace("10", "T")
    suit, rank = (text[1], text[0]) if text[1] in "SHDC" else (text[0], text[1])
    return Played(_seat(found[1]), card(Suit.parse(suit), Rank.parse(rank)))


def _lead(found: re.Match[str]) -> ToLead:
    return ToLead(None if found[1].upper() == "DUMMY" else _seat(found[1]))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("SEAT", _SEATS).replace(" ", r"\s*"), re.IGNORECASE)


_HAND: Final = r" : S ([^.]*)\. H ([^.]*)\. D ([^.]*)\. C ([^.]*)\.?"
_PATTERNS: Final = (
    (_pattern(r"(SEAT) .* seated"), lambda found: Seated(_seat(found[1]))),
    (_pattern(r'Teams ?: N/S : "(.*)" [.,]? E/W : "(.*)" \.?'), lambda found: Teams(found[1], found[2])),
    (_pattern(r"Start of board \.?"), lambda found: StartOfBoard()),
    (
        _pattern(r"Board number (\w+) \. Dealer (SEAT) \. (Neither|N/S|E/W|Both) vulnerable \.?"),
        lambda found: BoardInfo(found[1], _seat(found[2]), _VULNERABLE[found[3].lower()]),
    ),
    (_pattern(rf"(SEAT|DUMMY)'s cards{_HAND}"), _cards),
    (
        _pattern(r"(SEAT) (passes|doubles|redoubles|bids [1-7] (?:NT|[CDHS])) (?:\.? Alert ?\.?(.*))? \.?"),
        _bid,
    ),
    (_pattern(r"(SEAT) plays ((?:10|[AKQJT2-9])[SHDC]|[SHDC](?:10|[AKQJT2-9])) \.?"), _played),
    (_pattern(r"(SEAT|DUMMY) to lead \.?"), _lead),
    (re.compile(r"Timing\b(.*)", re.IGNORECASE), lambda found: Timing(found[1].strip(" -"))),
    (_pattern(r"End of session \.?"), lambda found: EndOfSession()),
    (re.compile(r"(illegal .*|.*error.*|.*not expected.*)", re.IGNORECASE), lambda found: Refused(found[1])),
)


# --- out -------------------------------------------------------------------------------------------------


def connecting(team: str, seat: Seat) -> str:
    return f'Connecting "{team}" as {seat.name} using protocol version {VERSION}'


def ready(seat: Seat, what: str) -> str:
    """``what``: ``for teams``, ``to start``, ``for deal``, ``for cards``, ``for dummy``."""
    return f"{seat.name} ready {what}"


def ready_for_bid(seat: Seat, bidder: Seat) -> str:
    return f"{seat.name} ready for {bidder.name}'s bid"


def ready_for_card(seat: Seat, player: Seat, dummy: Seat, trick: int) -> str:
    who = "dummy" if player == dummy else player.name
    return f"{seat.name} ready for {who}'s card to trick {trick}"


def bidding(seat: Seat, call: str) -> str:
    done = next((word for word, text in _DONE.items() if text == call), f"bids {call}")
    return f"{seat.name} {done}"


def playing(seat: Seat, played: Card) -> str:
    return f"{seat.name} plays {played.rank.letter}{played.suit.letter}"
