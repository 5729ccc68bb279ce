"""A file of records, of whatever format, told by its content and not by its name."""

from __future__ import annotations

import re

from callparser.errors import InputError
from callparser.record.board import Records
from callparser.record.lin import read_lin
from callparser.record.pbn import read_pbn
from callparser.record.playrecord import read_play_records
from callparser.record.scan import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    text = text_of(data)
    name = format_of(text)
    boards, lines, damages = _READERS[name](text)
    if name == "json" and not boards:
        first = damages.all()[0]
        raise InputError(f"the file has no board; line {first.line}, column {first.column}: {first.message}")
    return Records(name, tuple(boards), tuple(lines), damages.all())


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


_READERS: Final = {"pbn": read_pbn, "lin": read_lin, "json": read_play_records}
