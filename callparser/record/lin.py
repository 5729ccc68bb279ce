"""Reading LIN, the format of Bridge Base Online: one board a line, or many in a viewer file.

LIN has no official text. It is a row of ``command|value|``: ``pn`` players (south first), ``md`` the deal,
``sv`` vulnerable, ``ah`` the board, ``mb`` calls, ``pc`` cards, ``pg`` a new page, ``mc`` a claim. All else,
alerts too, is kept beside what it followed. Hands may be hidden; a fourth hand that is left out is the rest
of the pack.
"""

from __future__ import annotations

import re

from callparser.cards import PACK, RANK_LETTERS, SUIT_LETTERS, Card, Rank, Suit, card
from callparser.record.board import (
    VULNERABLE,
    Board,
    Call,
    Claim,
    Comment,
    Holding,
    Laid,
    call_text,
    holding,
)  # fmt: skip
from callparser.record.linplay import PAGE, in_tricks, without_page
from callparser.record.scan import (
    MAX_BOARD,
    MAX_BOARDS,
    MAX_ITEMS,
    MAX_MARKS,
    TOO_LONG,
    Damages,
    ranks_hint,
    shown,
)
from callparser.table import Seat
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

_COMMAND: Final = re.compile(r"[a-z0-9]{2}", re.IGNORECASE)
_CALL: Final = re.compile(r"(xx|[pdrx]|[1-7](?:nt|[nshdc]))(!*)", re.IGNORECASE)
_CARD: Final = re.compile(r"[SHDC](?:10|[AKQJT2-9])", re.IGNORECASE)
#: What the four languages call a board.
_BOARD: Final = re.compile(r"(?:Board|Bricka|Spill?|Kort)\s+(\S+)", re.IGNORECASE)
#: Dealer as LIN counts: south is 1.
DEALERS: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
VULNERABLE_LETTERS: Final = dict(zip("oneb", VULNERABLE, strict=True))
_MOST_CARDS: Final = 60  # in one hand: more is a mistake
#: Where a board begins, to find the next one behind one that is too long.
_BEGINNING: Final = re.compile(r"(?<=\|)\s*+(?:qx|pn|md)(?=\s*+\|)", re.IGNORECASE)


def lin_boards(text: str, damages: Damages) -> Iterator[tuple[Board, int]]:
    """The boards of a text, each with the line it begins on, as they are read."""
    draft = _Draft(damages, 0)
    count = 1
    at = 0
    while (bar := text.find("|", at)) >= 0 and (end := text.find("|", bar + 1)) >= 0:
        before, value = text[at:bar], text[bar + 1 : end]
        command = before.strip()
        start = at + len(before) - len(before.lstrip())
        at = end + 1
        if draft.ends_before(command.lower()):
            if count >= MAX_BOARDS:
                damages.add(start, f"a file may have {MAX_BOARDS} boards; the rest is not read")
                at = len(text)
                break
            yield draft.done(), damages.line(draft.start)
            count += 1
            draft = _Draft(damages, start)
        if at - draft.start > MAX_BOARD:
            damages.add(start, TOO_LONG)
            draft.whole = True
            found = _BEGINNING.search(text, at - 1)
            at = found.start() if found else len(text)
        else:
            draft.command(start, command, value)
    draft.tail(at, text[at:])
    yield draft.done(), damages.line(draft.start)


class _Draft:
    """A board while it is read."""

    def __init__(self, damages: Damages, start: int) -> None:
        self.damages = damages
        self.start = start
        self.fields: dict[str, Any] = {}
        self.calls: list[Call] = []
        self.laid: list[Laid] = []
        self.comments: list[Comment] = []
        self.seen: set[str] = set()
        self.last = ""  # the fact before the place that is read; "" before the first
        self.full = False
        self.whole = False  # no more of it is read

    def ends_before(self, command: str) -> bool:
        """Does this command begin the next board?"""
        if self.whole:
            return True
        if command == "qx":
            return bool(self.seen & {"md", "qx"})
        if command == "pn" and "players" in self.fields:
            return True
        return command in ("pn", "md") and "md" in self.seen

    def command(self, at: int, command: str, value: str) -> None:
        name = command.lower()
        if not _COMMAND.fullmatch(command):
            self.damages.add(at, f"{shown(command)} is no LIN command; expected two letters before the |")
        read = getattr(self, f"_{name}", None) if name in _READ else None
        if name in _ONCE and (name in self.seen or not (read and read(at, value))):
            self.keep_fact(at, name, f"{command}|{value}")
        elif read is None or (name not in _ONCE and not read(at, value)):
            self.keep(at, f"{command}|{value}")
        self.seen.add(name)

    def keep(self, at: int, pair: str) -> None:
        """What is not understood, beside the call, the card or the fact before it."""
        items: Any = {"mb": self.calls, "pc": self.laid}.get(self.last)
        if items and pair == PAGE and items[-1].marks[-1:] != (PAGE,):
            items[-1] = replace(items[-1], marks=(*items[-1].marks, pair))  # it ends a trick: never left out
        elif len(items[-1].marks) >= MAX_MARKS if items else len(self.comments) >= MAX_ITEMS:
            self.overfull(at)
        elif items:
            items[-1] = replace(items[-1], marks=(*items[-1].marks, pair))
        else:
            self.comments.append(Comment(self.last, pair))

    def keep_fact(self, at: int, name: str, pair: str) -> None:
        """What could have been a fact: kept behind that fact, or where the board begins."""
        if name == "md":
            self.last = name
        if len(self.comments) < MAX_ITEMS:
            self.comments.append(Comment("" if name in _BEGIN else name, pair))
        else:
            self.overfull(at)

    def overfull(self, at: int) -> None:
        if not self.full:
            self.damages.add(at, f"a board may have {MAX_ITEMS} calls or cards; the rest is left out")
        self.full = True

    def tail(self, at: int, text: str) -> None:
        """What stands behind the last pair: nothing, if the file is whole."""
        if text.strip():
            at += len(text) - len(text.lstrip())
            self.damages.add(at, f"the file ends inside {shown(text.strip())}; expected command|value|")
            self.comments.append(Comment("end", text.strip()))

    # --- one method a command; each says whether the value was understood

    def _qx(self, at: int, value: str) -> bool:
        """The board of a match, which stands twice: ``o7`` of the open room, ``c7`` of the closed one."""
        found = re.fullmatch(r"([a-z]?)(\d+).*", value.strip(), re.IGNORECASE)
        if found and "number" not in self.fields:
            room = found[1].lower()
            self.fields["number"] = (room if room in ("o", "c") else "") + found[2]
        return False

    def _ah(self, at: int, value: str) -> bool:
        found = _BOARD.fullmatch(value.strip())
        if found:
            if self.fields.get("number") not in (f"o{found[1]}", f"c{found[1]}"):
                self.fields["number"] = found[1]
            self.last = "ah"
        return found is not None

    def _pn(self, at: int, value: str) -> bool:
        names = value.split(",")
        if len(names) != 4:
            return False
        south, west, north, east = names
        self.fields["players"] = (north, east, south, west)
        self.last = "pn"
        return True

    def _sv(self, at: int, value: str) -> bool:
        known = VULNERABLE_LETTERS.get(value.strip().lower())
        if known is None:
            return False
        self.fields["vulnerable"] = known
        self.last = "sv"
        return True

    def _md(self, at: int, value: str) -> bool:
        dealer, hands = value.strip()[:1], value.strip()[1:]
        if dealer not in ("0", "1", "2", "3", "4"):
            self.damages.add(at, f"the deal {shown(value)} has no dealer; expected 1 to 4 first (south is 1)")
            return False
        found = _hands(hands)
        if found is None:
            hint = ranks_hint(hands)
            self.damages.add(at, f"the deal {shown(value)} cannot be read; expected 3SAK2HQ93..., ...{hint}")
            return False
        self.fields["hands"] = found
        if dealer != "0":
            self.fields["dealer"] = DEALERS[int(dealer) - 1]
        self.last = "md"
        return True

    def _mb(self, at: int, value: str) -> bool:
        said = value.strip()
        found = list(_CALL.finditer(said))
        if "".join(one[0] for one in found) != said or not said:
            self.damages.add(at, f"{shown(value)} is no call; expected such as 1S, 3N, p, d, r")
            self.call(at, said, ())
            return True
        for one in found:
            self.call(at, call_text(one[1]) or one[1], (one[2],) if one[2] else ())
        return True

    def call(self, at: int, text: str, marks: tuple[str, ...]) -> None:
        if len(self.calls) >= MAX_ITEMS:
            self.overfull(at)
            return
        self.calls.append(Call(Seat.SOUTH, text, marks=marks))
        self.last = "mb"

    def _pc(self, at: int, value: str) -> bool:
        said = value.strip()
        found = [one[0] for one in _CARD.finditer(said)]
        if "".join(found) != said or not said:
            hint = ranks_hint(said)
            self.damages.add(at, f"{shown(value)} is no card; expected suit and rank, such as H8{hint}")
            found = []
            self.lay(at, Laid(Seat.NORTH, None, unread=said or " "))
        for code in found:
            self.lay(at, Laid(Seat.NORTH, (Card.parse(code),)))
        return True

    def lay(self, at: int, one: Laid) -> None:
        if len(self.laid) >= MAX_ITEMS:
            self.overfull(at)
            return
        self.laid.append(one)
        self.last = "pc"

    def _mc(self, at: int, value: str) -> bool:
        said = value.strip()
        tricks = int(said) if said.isdecimal() and said.isascii() and int(said[:3]) <= 13 else None
        if tricks is None:
            self.damages.add(at, f"the claim {shown(value)} cannot be read; expected 0 to 13 tricks")
            return False
        self.fields["claim"] = Claim(tricks=tricks, played=len(self.laid))
        self.last = "mc"
        return True

    # --- the board

    def done(self) -> Board:
        if self.calls:
            self.calls[-1] = replace(self.calls[-1], marks=without_page(self.calls[-1].marks))
        first = self.fields.get("dealer", Seat.SOUTH)
        board = Board(
            auction=tuple(replace(call, seat=first.after(place)) for place, call in enumerate(self.calls)),
            comments=tuple(sorted(self.comments, key=lambda one: one.after)),
            **self.fields,
        )
        return replace(board, tricks=in_tricks(self.laid, board))


_READ: Final = ("qx", "ah", "pn", "sv", "md", "mb", "pc", "mc")
#: Facts that a board has once, and commands that begin one.
_ONCE: Final = ("ah", "pn", "sv", "md", "mc", "qx")
_BEGIN: Final = ("pn", "qx")


def _hands(text: str) -> tuple[Holding | None, ...] | None:
    """South, west, north, east as they stand, north first in what is given back; ``None``: no deal."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 5 or (len(parts) == 5 and parts[4]):
        return None
    found: list[Holding | None] = []
    for part in parts[:4]:
        cards = _hand(part.upper().replace("10", "T")) if part else None
        if part and cards is None:
            return None
        found.append(cards)
    found += [None] * (4 - len(found))
    if found[3] is None and None not in found[:3]:
        dealt = {one for hand in found[:3] for one in hand or ()}
        found[3] = holding(one for one in PACK if one not in dealt)
    south, west, north, east = found
    return north, east, south, west


def _hand(text: str) -> Holding | None:
    cards: list[Card] = []
    suit: Suit | None = None
    if len(text) > _MOST_CARDS + 4:
        return None
    for letter in text:
        if letter in SUIT_LETTERS:
            suit = Suit.parse(letter)
        elif letter in RANK_LETTERS and suit is not None:
            cards.append(card(suit, Rank.parse(letter)))
        else:
            return None
    return holding(cards)
