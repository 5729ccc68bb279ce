"""The tags of PBN: their order, and those that are facts of a board.

Each reader of a fact sets its field, and says whether the value can be read.
"""

from __future__ import annotations

import re

from callparser.record.board import VULNERABLE, Board, Contract, Tag, contract_text
from callparser.record.pbndeal import deal_hands
from callparser.table import SEAT_LETTERS, Seat
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    Fields = dict[str, Any]

#: The tags that every board has in export format, in their order (3.4).
MANDATORY: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal",
    "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
#: What has words of its own, in the order of the export format.
SECTIONS: Final = ("Auction", "Play")
NAMES: Final = ("North", "East", "South", "West")


def place_of(tag: Tag) -> int:
    """Where the export format has a tag: the mandatory ones in their order, others, a second auction or play,
    those with a section."""
    if tag.name in MANDATORY:
        return MANDATORY.index(tag.name)
    if tag.name in SECTIONS:
        return len(MANDATORY) + 1 + SECTIONS.index(tag.name)
    return len(MANDATORY) + (1 + len(SECTIONS)) * is_section(tag)


def is_section(tag: Tag) -> bool:
    """Does it stand behind the play? A note that belongs to nothing stays before the auction, or it would
    belong to that."""
    return bool(tag.lines) and tag.name != "Note"


def _number(fields: Fields, value: str) -> bool:
    fields["number"] = "" if value == "?" else value
    return True


def _seat(field: str) -> Callable[[Fields, str], bool]:
    def read(fields: Fields, value: str) -> bool:
        letter = value.strip().upper()
        known = len(letter) == 1 and letter in SEAT_LETTERS
        if known:
            fields[field] = Seat.parse(letter)
        return known or letter in ("", "?")

    return read


def _declarer(fields: Fields, value: str) -> bool:
    swapped = value.strip().startswith("^")
    if not _seat("declarer")(fields, value.strip().removeprefix("^")):
        return False
    fields["swapped"] = swapped
    return True


def _vulnerable(fields: Fields, value: str) -> bool:
    said = {"love": "None", "-": "None", "both": "All"}.get(value.lower(), value)
    known = {one.lower(): one for one in VULNERABLE}.get(said.lower())
    if known:
        fields["vulnerable"] = known
    return known is not None or value in ("", "?")


def _contract(fields: Fields, value: str) -> bool:
    found: Contract | None = contract_text(value)
    if found:
        fields["contract"] = found
    return found is not None or value in ("", "?")


def _deal(fields: Fields, value: str) -> bool:
    if value in ("", "?"):
        return True
    hands = deal_hands(value)
    if hands:
        fields["hands"] = hands
    return hands is not None


def _player(name: str) -> Callable[[Fields, str], bool]:
    def read(fields: Fields, value: str) -> bool:
        fields[name] = "" if value == "?" else value
        return True

    return read


_RESULT: Final = re.compile(r"(\^?)\s*(?:(NS|EW)\s+)?(\d\d?)(?:\s+(?:NS|EW)\s+\d\d?)?", re.IGNORECASE)


def _result(fields: Fields, value: str) -> bool:
    if value in ("", "?"):
        return True
    found = _RESULT.fullmatch(value.strip())
    if found is None or int(found[3]) > 13:
        return False
    fields["result"] = value
    return True


def with_result(board: Board, value: str | None) -> Board:
    """The board with declarer's tricks; by a side only when declarer is known."""
    found = _RESULT.fullmatch(value.strip()) if value else None
    if found is None:
        return board
    tricks = int(found[3])
    if found[2]:
        if board.declarer is None:
            return board
        own = (board.declarer % 2 == 0) == (found[2].upper() == "NS")
        tricks = tricks if own else 13 - tricks
    return replace(board, result=tricks, result_differs=bool(found[1]))


FACTS: Final[dict[str, Callable[[Fields, str], bool]]] = {
    "Board": _number, "Dealer": _seat("dealer"), "Vulnerable": _vulnerable, "Deal": _deal,
    "Declarer": _declarer, "Contract": _contract, "Result": _result, "Auction": _seat("opening"),
    "Play": _seat("leader"), **{name: _player(name) for name in NAMES},
}  # fmt: skip
EXPECTED: Final = {
    **dict.fromkeys(("Dealer", "Declarer", "Auction", "Play"), "one of N, E, S, W"),
    "Vulnerable": "None, NS, EW or All",
    "Deal": "hands such as N:AK2.Q93.T84.J765 ... - -",
    "Contract": "such as 4S, 3NTX or Pass",
    "Result": "declarer's tricks, 0 to 13",
}
