"""A file of records, of whatever format, told by its content and not by its name."""

from __future__ import annotations

import re

from callparser.errors import InputError
from callparser.record.board import Board, Records
from callparser.record.lin import lin_boards
from callparser.record.pbn import pbn_boards
from callparser.record.playrecord import play_record_boards
from callparser.record.scan import Damages, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

_JSON: Final = re.compile(r'\s*(\{\s*"|\[\s*\{)')
_LIN: Final = re.compile(r"(?:^|\|)[ \t]*(?:pn|md|vg|qx|st|mb|pc|rh)\|", re.IGNORECASE | re.MULTILINE)
_PBN: Final = re.compile(r'\[[ \t]*\w+[ \t]+"|^%[ \t]*PBN', re.MULTILINE)
#: So much of a file tells its format.
_HEAD: Final = 65_536


def read_records(data: bytes) -> Records:
    """The boards of a file and its damages.

    Raises :class:`InputError` when it is none of the formats, JSON without a board, or too long.
    """
    reading = Reading(data)
    found = tuple(reading)
    return Records(
        reading.format,
        tuple(board for board, _ in found),
        tuple(line for _, line in found),
        reading.damages.all(),
    )


class Reading:
    """A file of records, read board by board: none is kept that was handed over.

    Iterating gives each board with the line it begins on; ``damages`` grow on the way. Raises
    :class:`InputError` as :func:`read_records` does, of JSON without a board at its end.
    """

    def __init__(self, data: bytes) -> None:
        text = text_of(data)
        self.format = format_of(text)
        self.damages = Damages(text)
        self._boards = READERS[self.format](text, self.damages)

    def __iter__(self) -> Iterator[tuple[Board, int]]:
        found = False
        for board, line in self._boards:
            found = True
            yield board, line
        if not found and self.format == "json":
            first = self.damages.all()[0]
            raise InputError(
                f"the file has no board; line {first.line}, column {first.column}: {first.message}"
            )


def format_of(text: str) -> str:
    """``pbn``, ``lin`` or ``json``. Raises :class:`InputError` when it is none of them."""
    head = text[:_HEAD]
    if _JSON.match(head):
        return "json"
    found = {name: pattern.search(head) for name, pattern in (("pbn", _PBN), ("lin", _LIN))}
    places = {name: match.start() for name, match in found.items() if match}
    if not places:
        raise InputError(
            'the file is no record of boards; expected PBN ([Board "1"] ...), LIN (md|3S... |) '
            "or a play record (JSON)"
        )
    return min(places, key=lambda name: places[name])


READERS: Final[dict[str, Callable[[str, Damages], Iterator[tuple[Board, int]]]]] = {
    "pbn": pbn_boards, "lin": lin_boards, "json": play_record_boards,
}  # fmt: skip
