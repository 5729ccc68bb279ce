"""One board as a record tells it: the deal, the auction, and the cards as they lay on the table.

Anything may be unknown, and anything may be irregular: a hand of fourteen cards, a card in two hands, no
card or several from one seat in a trick. What is wrong is a report (:mod:`callparser.audit`), never an error.

What a format has and these types do not know stays beside the item it followed, in the words of the file
(``marks``, ``tags``, ``comments``, ``extras``), and is written again.
"""

from __future__ import annotations

from callparser.cards import Card, Suit
from callparser.table import SEATS, Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

#: The cards of one hand or pile. Not a :class:`~callparser.cards.Hand`: a card may stand in it twice.
Holding = tuple[Card, ...]

VULNERABLE: Final = ("None", "NS", "EW", "All")
PASS: Final = "Pass"
DOUBLE: Final = "X"
REDOUBLE: Final = "XX"
#: In place of the call of a player who was passed over (PBN 2.1, 3.9).
SKIPPED: Final = "^S"


class Contract(Value):
    """``level`` 1 to 7; 0: all passed; ``None``: only the trumps are known. ``trumps`` None: notrump."""

    level: int | None
    trumps: Suit | None = None
    doubled: int = 0

    @property
    def text(self) -> str:
        """``"4SX"``, ``"3NT"``, ``"Pass"``; an ending has only ``"S"``."""
        if self.level == 0:
            return PASS
        suit = "NT" if self.trumps is None else self.trumps.letter
        return f"{'' if self.level is None else self.level}{suit}{'X' * self.doubled}"


class Call(Value):
    """One call. ``text``: ``"1S"``, ``"3NT"``, ``"Pass"``, ``"X"``, ``"XX"``, ``"^S"``, or what stood there.

    ``before`` and ``marks`` are what stood around it in the file: irregularity signs, alerts, comments.
    """

    seat: Seat
    text: str
    at_s: float | None = None
    before: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    extras: str = ""


class Laid(Value):
    """What one seat laid to a trick at one moment.

    ``cards``: two or more lay there together; empty: certainly none; ``None``: the record does not tell.
    ``faced`` and ``turned``: was the face seen, was the card turned down afterwards? ``unread`` is text that
    stands in the place of a card and is none.
    """

    seat: Seat
    cards: tuple[Card, ...] | None
    at_s: float | None = None
    faced: bool | None = None
    turned: bool | None = None
    before: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    unread: str = ""
    extras: str = ""


class Trick(Value):
    """The cards of one trick. A seat may stand in it several times, or not at all.

    ``ordered``: they stand in the order of play; else in the columns of a table.
    """

    laid: tuple[Laid, ...]
    ordered: bool = True
    extras: str = ""

    def by(self, seat: Seat) -> tuple[Card, ...]:
        """All cards that seat laid."""
        return tuple(card for one in self.laid if one.seat == seat for card in one.cards or ())

    def untold(self, seat: Seat) -> bool:
        """Does the record leave open what that seat played?"""
        return any(one.cards is None for one in self.laid if one.seat == seat)


class Claim(Value):
    """A claim. ``tricks``: declarer's tricks in all, by the claim; ``played``: the cards played before it."""

    seat: Seat | None = None
    tricks: int | None = None
    text: str = ""
    at_s: float | None = None
    played: int | None = None
    extras: str = ""


class Event(Value):
    """Something at the table that is no call and no play: ``say``, ``show``, ``hand_away``."""

    kind: str
    seat: Seat | None = None
    at_s: float | None = None
    text: str = ""
    cards: tuple[Card, ...] = ()
    to: tuple[Seat, ...] = ()
    extras: str = ""


class Tag(Value):
    """A PBN tag that is kept as it stood; ``lines`` are the lines of its section."""

    name: str
    value: str
    lines: tuple[str, ...] = ()


class Comment(Value):
    """Text of the file that is none of the facts, with its signs; ``after`` is what it followed."""

    after: str
    text: str


class Note(Value):
    """The text of a note reference, in the section (``Auction``, ``Play``) it belongs to."""

    section: str
    index: str
    text: str


class Board(Value):
    """One board. Tuples of four are by seat, north first. ``result``: declarer's tricks as recorded."""

    number: str = ""
    dealer: Seat | None = None
    vulnerable: str = ""
    players: tuple[str, str, str, str] = ("", "", "", "")
    hands: tuple[Holding | None, ...] = (None, None, None, None)
    opening: Seat | None = None
    auction: tuple[Call, ...] = ()
    auction_end: str = ""
    contract: Contract | None = None
    declarer: Seat | None = None
    swapped: bool = False
    leader: Seat | None = None
    tricks: tuple[Trick, ...] = ()
    play_end: str = ""
    claim: Claim | None = None
    result: int | None = None
    result_differs: bool = False
    piles: tuple[Holding | None, ...] = (None, None, None, None)
    events: tuple[Event, ...] = ()
    notes: tuple[Note, ...] = ()
    tags: tuple[Tag, ...] = ()
    comments: tuple[Comment, ...] = ()
    extras: str = ""


class Damage(Value):
    """A place in a file that cannot be read. Lines and columns count from 1."""

    line: int
    column: int
    message: str


class Records(Value):
    """A file as it was read: format (``pbn``, ``lin``, ``json``), boards, and the line each begins on."""

    format: str
    boards: tuple[Board, ...]
    lines: tuple[int, ...]
    damages: tuple[Damage, ...]


def holding(cards: Iterable[Card]) -> Holding:
    """The cards as a hand is laid out: spades first, high to low."""
    return tuple(sorted(cards, key=lambda card: -card.bit))


def contract_text(text: str) -> Contract | None:
    """``"4SX"``, ``"3nt"``, ``"Pass"``, ``"S"`` -> the contract; ``None`` when it is none."""
    said = text.strip().upper()
    if said in ("PASS", "P", "AP"):
        return Contract(0)
    rest = said.rstrip("X*")
    doubled = said[len(rest) :].replace("*", "X")
    level = int(rest[0]) if rest[:1] in tuple("1234567") else None
    suit = rest[1:] if level is not None else rest
    if suit not in _TRUMPS or len(doubled) > 2 or (level is None and doubled):
        return None
    return Contract(level, _TRUMPS[suit], len(doubled))


_TRUMPS: Final[dict[str, Suit | None]] = {
    **{suit.letter: suit for suit in Suit}, "N": None, "NT": None,
}  # fmt: skip


def call_text(text: str) -> str | None:
    """``"1s"``, ``"p"``, ``"dbl"`` -> ``"1S"``, ``"Pass"``, ``"X"``; ``None`` when it is no call."""
    said = text.upper()
    if said in _CALLS:
        return _CALLS[said]
    bid = contract_text(said)
    return bid.text if bid and bid.level and not bid.doubled else None


_CALLS: Final = {
    "PASS": PASS, "P": PASS, "X": DOUBLE, "D": DOUBLE, "DBL": DOUBLE, "XX": REDOUBLE, "R": REDOUBLE,
    "RDBL": REDOUBLE,
}  # fmt: skip


def contract_of(auction: tuple[Call, ...]) -> tuple[Contract, Seat | None] | None:
    """The contract that these calls make, and declarer (Law 22, Definitions); ``None`` before the last pass.

    Declarer is who of the side first named the denomination.
    """
    bid: Contract | None = None
    bidder = Seat.NORTH
    doubled = passes = 0
    first: dict[tuple[int, Suit | None], Seat] = {}
    for call in auction:
        made = contract_text(call.text) if call.text[:1].isdigit() else None
        if made is not None:
            bid, bidder, doubled, passes = made, call.seat, 0, 0
            first.setdefault((call.seat % 2, made.trumps), call.seat)
        elif call.text in (DOUBLE, REDOUBLE):
            doubled, passes = len(call.text), 0
        elif call.text == PASS:
            passes += 1
    if bid is None:
        return (Contract(0), None) if passes >= 4 else None
    if passes < 3:
        return None
    return Contract(bid.level, bid.trumps, doubled), first[bidder % 2, bid.trumps]


def settled(board: Board) -> tuple[Contract | None, Seat | None]:
    """Contract and declarer as recorded, else as the auction makes them."""
    made = contract_of(board.auction)
    contract = board.contract or (made[0] if made else None)
    declarer = board.declarer if board.declarer is not None else made[1] if made else None
    return contract, declarer


def rotation(first: Seat) -> tuple[Seat, ...]:
    """The four seats, clockwise from one of them."""
    return tuple(first.after(steps) for steps in range(len(SEATS)))
