"""Reading PBN 2.1, import or export format, as kindly as can be (standard: https://www.tistis.nl/pbn/).

A text is a row of pieces: tags, comments of both kinds, ``%`` lines, and the words of sections. An empty line
ends a board. What a board has beyond :class:`~callparser.record.board.Board` is kept in its ``tags``,
``comments`` and ``marks``.
"""

from __future__ import annotations

import re

from callparser.record.board import Board
from callparser.record.pbndraft import Draft
from callparser.record.pbntags import NAMES, SECTIONS
from callparser.record.scan import (
    MAX_BOARD,
    MAX_BOARDS,
    TOO_LONG,
    Damages,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_PIECE: Final = re.compile(
    r"""(?P<space>[^\S\n]+) | (?P<newline>\n(?:[^\S\n]*+\n)*+) | (?P<rest>;[^\n]*) | (?P<brace>\{[^}]*\})
    | \[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]++|\\.)*+)"\s*\]
    | (?P<word>=\d{1,3}= | \$\d{1,3} | [!?]{1,2} | \^[A-Za-z] | [*+] | [A-Za-z0-9]+ | -)""",
    re.VERBOSE,
)
_OPEN_TAG: Final = re.compile(r"\[[ \t]*(\w+)[ \t]+")
_WORD: Final = re.compile(r"[^\s\[{;]+|.")
#: A comment of a section: one that holds a tag at the start of a line lacks its end.
_COMMENT: Final = re.compile(r'\{(?:[^}\n]++|\n(?!\[[ \t]*\w+[ \t]+"))*+\}')
_SECTION_END: Final = re.compile(r"\n(?=\[|[^\S\n]*\n)")
_HEADER: Final = re.compile(r"%\s*(PBN\s+\d+\.\d+|EXPORT|IMPORT)\s*", re.IGNORECASE)
_NEVER_INHERITED: Final = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note")
_MOST_INHERITED: Final = 20
#: A tag that begins a board where the empty line before it was left out.
_FIRST: Final = ("Event", "Board", "Deal")
#: Where the next board may begin, behind one that is too long.
_NEXT_BOARD: Final = re.compile(r"\n(?:[^\S\n]*+\n(?=\[)|(?=\[(?:Event|Board|Deal)[^\S\n]))")
#: A board may be cut by an empty line before these, if it has none yet.
_GOES_ON: Final = ("Auction", "Play", "Note")


def pbn_boards(text: str, damages: Damages) -> Iterator[tuple[Board, int]]:
    """The boards of a text, each with the line it begins on, as they are read."""
    return _Reader(text, damages).boards()


class _Reader:
    """Goes through the pieces of a text and hands each to the board that is being read."""

    def __init__(self, text: str, damages: Damages) -> None:
        self.text = text
        self.damages = damages
        self.count = 0
        self.last: Board | None = None  # the board before this one
        self.ready: tuple[tuple[Board, int], ...] = ()  # closed, and not yet handed over
        self.header: dict[str, str] = {}
        self.board = Draft(self.damages)
        self.empty_line = False
        self.last_brace = text.rfind("}")

    def boards(self) -> Iterator[tuple[Board, int]]:
        at = 0
        size = len(self.text)
        while at < size and self.count < MAX_BOARDS:
            at = self.piece(at)
            if self.board.begun and not self.empty_line and at - self.board.start > MAX_BOARD:
                at = self.leave(at)
            if self.ready:
                yield from self.handed()
        if at < size:
            self.damages.add(at, f"a file may have {MAX_BOARDS} boards; the rest is not read")
        else:
            self.close()
        yield from self.handed()

    def handed(self) -> tuple[tuple[Board, int], ...]:
        ready, self.ready = self.ready, ()
        return ready

    def leave(self, at: int) -> int:
        """Go from a board that is too long to the next one."""
        found = _NEXT_BOARD.search(self.text, at - 1)
        end = found.end() if found else len(self.text)
        if self.text[at:end].strip():
            self.damages.add(at, TOO_LONG)
        self.close()
        return end

    def piece(self, at: int) -> int:
        """Read one piece. Returns the place behind it."""
        column_one = at == 0 or self.text[at - 1] == "\n"
        if column_one and self.text[at] == "%":
            line = self.rest_of_line(at)
            if not _HEADER.fullmatch(line):
                self.open(at)
                self.board.comment(at, line)
            return at + len(line)
        hopeless = self.text[at] == "{" and (at > self.last_brace or self.swallows(at))
        found = None if hopeless else _PIECE.match(self.text, at)
        if found is None:
            return self.unknown(at)
        kind = found.lastgroup
        if kind == "newline":
            self.board.line_ended = True
            self.empty_line |= self.board.begun and (column_one or found[0].count("\n") > 1)
        elif kind in ("rest", "brace"):
            self.open(at)
            self.board.comment(at, found[0])
        elif kind == "value":
            self.tag(at, found["name"], _unescaped(found["value"]))
        elif kind == "word":
            return self.word(at, found[0])
        return found.end()

    def swallows(self, at: int) -> bool:
        """Would the comment that begins here take in a tag, out of a section?"""
        return self.board.section in SECTIONS and not _COMMENT.match(self.text, at)

    def rest_of_line(self, at: int) -> str:
        end = self.text.find("\n", at)
        return self.text[at : end if end >= 0 else len(self.text)]

    def open(self, at: int) -> None:
        """Something of a board stands here: after an empty line, of the next one."""
        if self.empty_line:
            self.close()
        self.board.begin(at)

    def close(self) -> None:
        if self.board.begun:
            self.last = self.board.done(self.header)
            self.ready = (*self.ready, (self.last, self.damages.line(self.board.start)))
            self.count += 1
        self.board = Draft(self.damages)
        self.empty_line = False

    def tag(self, at: int, name: str, value: str) -> None:
        if name in _GOES_ON and self.empty_line and name not in self.board.seen:
            self.empty_line = False
        if self.empty_line or (name in _FIRST and name in self.board.seen):
            self.close()
        self.board.begin(at)
        self.board.tag(at, name, self.inherited(name, value))

    def inherited(self, name: str, value: str) -> str:
        """``#`` takes the value of the board before, ``##text`` gives it to all that follow (4.8)."""
        if name in _NEVER_INHERITED or not value.startswith("#"):
            return value
        if value.startswith("##"):
            if len(self.header) < _MOST_INHERITED:
                self.header[name] = value[2:]
            return value[2:]
        return value if value != "#" else _earlier(name, self.last)

    def word(self, at: int, word: str) -> int:
        """A word of a section; outside the auction and the play the whole line belongs to the tag."""
        self.open(at)
        if self.board.section in SECTIONS:
            self.board.word(at, word)
            return at + len(word)
        line = self.rest_of_line(at)
        self.board.line(at, line)
        return at + len(line)

    def unknown(self, at: int) -> int:
        """A piece that is none: kept as it stands."""
        if self.text[at] == "[":
            return self.open_tag(at)
        self.open(at)
        if self.text[at] == "{":
            return self.open_comment(at)
        if self.board.section not in (*SECTIONS, ""):
            return self.word(at, self.text[at])
        found = _WORD.match(self.text, at)
        word = found[0] if found else self.text[at]
        self.board.unread(at, word)
        return at + len(word)

    def open_comment(self, at: int) -> int:
        """A comment without its end: of a section it may hide any word, so all that follow are kept in it."""
        text, what = self.rest_of_line(at), "its line is"
        if self.board.section in SECTIONS:
            end = _SECTION_END.search(self.text, at)
            text = self.text[at : end.start() if end else len(self.text)]
            what = f"the rest of the {self.board.section.lower()} is not read, and"
        self.damages.add(at, f"this {{ is never closed; {what} kept as a comment")
        self.board.comment(at, text + "}")
        return at + len(text)

    def open_tag(self, at: int) -> int:
        """A tag without its quotes, with quotes inside, or without its end: to the end of the line."""
        found = _OPEN_TAG.match(self.text, at)
        line = self.rest_of_line(at)
        if found is None:
            self.open(at)
            self.board.unread(at, line)
            return at + len(line)
        value = line[len(found[0]) :].strip()
        if not (value.startswith('"') and value.endswith('"]')):
            self.damages.add(at, f'this tag is not closed or quoted; expected [{found[1]} "..."]')
        self.tag(at, found[1], value.removesuffix("]").rstrip().removesuffix('"').removeprefix('"'))
        return at + len(line)


def _unescaped(value: str) -> str:
    """``\\"`` is a quote, two backslashes are one."""
    return "\\".join(part.replace('\\"', '"') for part in value.split("\\\\"))


def _earlier(name: str, board: Board | None) -> str:
    """The value of a tag in the board before."""
    if board is None:
        return ""
    if name == "Board":
        return board.number
    if name in NAMES:
        return board.players[NAMES.index(name)]
    return next((tag.value for tag in board.tags if tag.name == name), "")
