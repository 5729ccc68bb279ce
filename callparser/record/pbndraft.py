"""A board of PBN while it is read: tags, comments and notes, calls and cards; then the board of them."""

from __future__ import annotations

from callparser.cards import Card
from callparser.errors import InvalidTable
from callparser.record.board import PASS, SKIPPED, Board, Call, Comment, Laid, Note, Tag, Trick, call_text
from callparser.record.pbnrows import loss
from callparser.record.pbntags import EXPECTED, FACTS, MANDATORY, NAMES, SECTIONS, place_of, with_result
from callparser.record.scan import MAX_ITEMS, MAX_MARKS, Damages, ranks_hint, shown
from callparser.table import Seat
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Draft:
    """Takes the pieces of a board one by one. ``begun``: something of it stood there, from ``start`` on."""

    def __init__(self, damages: Damages) -> None:
        self.damages = damages
        self.begun = False
        self.start = 0
        self.section = ""  # the tag whose words come now; "" before the first
        self.notes_of = ""  # the section that a note belongs to
        self.fields: dict[str, Any] = {}
        self.seen: dict[str, str] = {}
        self.tags: list[Tag] = []
        self.table: list[str] = []  # the lines of the last of them
        self.comments: list[Comment] = []
        self.notes: list[Note] = []
        self.calls: list[Call] = []
        self.laid: list[Laid] = []
        self.places: list[int] = []  # where each card stands
        self.rows: list[int] = []  # how many cards stand on each line
        self.line_ended = True
        self.before: list[str] = []
        self.full = False

    def begin(self, at: int) -> None:
        if not self.begun:
            self.begun, self.start = True, at

    def room(self, at: int, items: list[Any], most: int = MAX_ITEMS) -> bool:
        """May there be one more of these? Said once a board."""
        if len(items) < most:
            return True
        if not self.full:
            self.damages.add(at, f"a board may have {MAX_ITEMS} calls, cards or tags; the rest is left out")
            self.full = True
        return False

    # --- tags

    def tag(self, at: int, name: str, value: str) -> None:
        self.end_table()
        self.section = name
        if name == "Note":
            self.note(at, value)
            return
        if name in self.seen and name in FACTS:
            self.damages.add(at, f"the tag {name} stands twice in one board; the first counts")
            self.keep(at, name, value)
        elif name not in FACTS or not FACTS[name](self.fields, value):
            if name in FACTS:
                hint = ranks_hint(value) if name == "Deal" else ""
                self.damages.add(at, f"{name} is {shown(value)}; expected {EXPECTED[name]}{hint}")
            self.keep(at, name, value)
        if name in SECTIONS:
            self.notes_of = name
        if len(self.seen) < MAX_ITEMS:
            self.seen.setdefault(name, value)

    def keep(self, at: int, name: str, value: str) -> None:
        if not (name in MANDATORY and name not in FACTS and value == "?") and self.room(at, self.tags):
            self.tags.append(Tag(name, value))

    def end_table(self) -> None:
        if self.table:
            self.tags[-1] = replace(self.tags[-1], lines=tuple(self.table))
            self.table = []

    def note(self, at: int, value: str) -> None:
        index, colon, text = value.partition(":")
        if not self.notes_of or not colon or not index.strip().isdigit():
            self.damages.add(at, f'the note {shown(value)} is none of a section; expected [Note "1:text"]')
            self.keep(at, "Note", value)
        elif self.room(at, self.notes):
            self.notes.append(Note(self.notes_of, index.strip(), text))
        self.section = f"{self.notes_of}.Note" if self.notes_of else "Note"

    def line(self, at: int, line: str) -> None:
        """A line that belongs to the tag before it: a row of a table, or something that strayed here."""
        if line.startswith("%"):  # in the first column it would be for another program
            self.unread(at, line)
            return
        own = self.tags and self.tags[-1].name == self.section
        if own and self.section not in FACTS and len(self.table) < MAX_ITEMS:
            self.table.append(line.rstrip())
            return
        self.damages.add(at, f"{shown(line)} stands outside the auction, the play and tables; it is kept")
        self.comment(at, line.rstrip())

    def comment(self, at: int, text: str) -> None:
        """A comment, by the tag, call or card before it."""
        items: list[Any] = self.calls if self.section == "Auction" else self.laid
        if self.section in SECTIONS and items and not self.before:
            if len(items[-1].marks) < MAX_MARKS:
                items[-1] = replace(items[-1], marks=(*items[-1].marks, text))
        elif self.room(at, self.comments):
            self.comments.append(Comment(self.section, text))

    def unread(self, at: int, word: str) -> None:
        self.damages.add(at, f"{shown(word)} cannot be read here; it is kept")
        self.comment(at, "{" + word.replace("}", ")") + "}")

    # --- the words of the auction and of the play

    def word(self, at: int, word: str) -> None:
        items: list[Any] = self.calls if self.section == "Auction" else self.laid
        if word[0] in "=$!?" and items:
            if len(items[-1].marks) < MAX_MARKS:
                items[-1] = replace(items[-1], marks=(*items[-1].marks, word))
        elif word[0] in "=$!?":
            self.unread(at, word)
        elif self.room(at, items):
            (self.call if self.section == "Auction" else self.card)(at, word)

    def call(self, at: int, word: str) -> None:
        if word in "*+":
            self.fields["auction_end"] = word
            return
        if word[0] == "^" and word.upper() != SKIPPED:
            self.sign(at, word)
            return
        if word.upper() == "AP":
            self.all_pass()
            return
        turn: Seat | None = self.fields.get("opening")
        if turn is None:
            turn = self.fields["opening"] = self.fields.get("dealer", Seat.NORTH)
        if word == "-" and not self.calls:
            self.fields["opening"] = turn.after()
            return
        text = word.upper() if word.upper() in (SKIPPED, "-") else call_text(word)
        if text is None:
            self.damages.add(at, f"{shown(word)} is no call; expected such as 1S, 3NT, Pass, X, XX, AP")
            text = word
        seat = self.calls[-1].seat.after() if self.calls else turn
        self.calls.append(Call(seat, text, before=self.taken()))

    def all_pass(self) -> None:
        passes = 0
        for call in reversed(self.calls):
            if call.text != PASS:
                break
            passes += 1
        bid = any(call.text[:1].isdigit() for call in self.calls)
        for _ in range(max(1, (3 if bid else 4) - passes)):
            self.call(0, PASS)

    def card(self, at: int, word: str) -> None:
        if word == "*":
            self.fields["play_end"] = "*"
            return
        if word[0] == "^":
            self.sign(at, word)
            return
        first = self.fields.get("leader", Seat.NORTH)
        seat = first.after(len(self.laid) % 4)
        cards, unread = (None, "") if word in "-+" else _card(word)
        if unread:
            hint = ranks_hint(word)
            self.damages.add(at, f"{shown(word)} is no card; expected suit and rank, such as H8, or -{hint}")
        if word == "+":
            self.before.append(word)
        self.laid.append(Laid(seat, cards, before=self.taken(), unread=unread))
        self.places.append(at)
        if self.line_ended:
            self.rows.append(0)
        self.rows[-1] += 1
        self.line_ended = False

    def sign(self, at: int, word: str) -> None:
        """Before a call or a card; so many of them mean nothing."""
        if self.room(at, self.before, MAX_MARKS):
            self.before.append(word.upper())

    def taken(self) -> tuple[str, ...]:
        before, self.before = tuple(self.before), []
        return before

    # --- the board

    def done(self, header: dict[str, str]) -> Board:
        """The board. Tags of the file's header are filled in."""
        self.end_table()
        for name, value in header.items():
            if name not in self.seen:
                self.tag(self.start, name, value)
        players = [self.fields.pop(name, "") for name in NAMES]
        result = self.fields.pop("result", None)
        board = Board(
            players=(players[0], players[1], players[2], players[3]),
            auction=tuple(self.calls),
            tricks=self.tricks(),
            notes=tuple(sorted(self.notes, key=lambda note: note.section)),
            **self.fields,
        )
        board = with_result(board, result)
        if result is not None and board.result is None:
            self.tags.insert(0, Tag("Result", result))  # it stood before any other that was kept
        for mark in self.before:
            if self.room(self.start, self.comments):
                self.comments.append(Comment(self.section, "{" + mark + "}"))
        return replace(
            board,
            tags=tuple(sorted(self.tags, key=place_of)),
            comments=tuple(sorted(self.comments, key=lambda one: one.after)),
        )

    def tricks(self) -> tuple[Trick, ...]:
        """Fours of columns, in the order of the table; the last is filled up."""
        self.lose()
        while len(self.laid) % 4:
            self.laid.append(Laid(self.laid[-1].seat.after(), None))
        return tuple(
            Trick(tuple(self.laid[at : at + 4]), ordered=False) for at in range(0, len(self.laid), 4)
        )

    def lose(self) -> None:
        """Cards of which it is not known whose they are become a comment."""
        hands = self.fields.get("hands", (None,) * 4)
        found = loss(self.laid, self.rows, hands, led="leader" in self.fields)
        if found is None:
            return
        self.damages.add(
            self.places[found.at], f"{found.why}; the play is not read from here on, and kept as a comment"
        )
        words = [word for one in self.laid[found.at :] for word in _words(one)]
        text = "{" + " ".join(words).replace("{", "(").replace("}", ")") + "}"
        del self.laid[found.at :]
        if not self.laid:
            self.comments.append(Comment("Play", text))
        elif len(self.laid[-1].marks) < MAX_MARKS:
            self.laid[-1] = replace(self.laid[-1], marks=(*self.laid[-1].marks, text))


def _words(one: Laid) -> tuple[str, ...]:
    """A card as it stood, with its signs."""
    word = one.cards[0].code if one.cards else one.unread or "-"
    return (*(sign for sign in one.before if sign != "+"), word, *one.marks)


def _card(word: str) -> tuple[tuple[Card, ...] | None, str]:
    try:
        return (Card.parse(word),), ""
    except InvalidTable:
        return None, word
