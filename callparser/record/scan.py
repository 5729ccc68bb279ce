"""What all readers of records share: bytes to text, places in it, and the list of damages."""

from __future__ import annotations

import re

from callparser.errors import InputError
from callparser.record.board import Damage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: A file of records may have so many bytes and boards, a board so many characters, and calls, cards or
#: leftovers of a kind, one of them so many marks.
MAX_BYTES: Final = 4 * 1024 * 1024
MAX_BOARD: Final = 128 * 1024  # characters
MAX_BOARDS: Final = 10_000
MAX_ITEMS: Final = 1_000
MAX_MARKS: Final = 100
MAX_DAMAGES: Final = 200

_BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe\x00\x00", "utf-32-le"), (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"),
)  # fmt: skip


def text_of(data: bytes) -> str:
    """The text of a file, its lines ended by ``\\n``. UTF-8, UTF-16, UTF-32 or Latin-1, with or without BOM.

    Zero bytes that pad a text are left out; one inside it is a character like any other that means nothing,
    and is not swallowed: it becomes U+FFFD. Raises :class:`InputError` for too many bytes.
    """
    if len(data) > MAX_BYTES:
        raise InputError(f"the file has more than {MAX_BYTES // 2**20} MiB; split it into smaller ones")
    text = _decoded(data).rstrip("\x00")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")


def _decoded(data: bytes) -> str:
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for zeros, name in ((data[1:200:2], "utf-16-le"), (data[:200:2], "utf-16-be")):
        if len(zeros) > 1 and not any(zeros):
            return data.decode(name, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


#: Said where a board goes on behind ``MAX_BOARD``.
TOO_LONG: Final = f"a board may have {MAX_BOARD // 1024} Ki characters; the rest is not read: shorten it"


class Damages:
    """What could not be read in one text, by place; at most ``MAX_DAMAGES`` of them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last = (0, 1)  # a place and its line: those asked for lie close together
        self._found: list[Damage] = []
        self._more = 0

    def line(self, offset: int) -> int:
        at, line = self._last
        if offset >= at:
            line += self._text.count("\n", at, offset)
        else:
            line -= self._text.count("\n", offset, at)
        self._last = (offset, line)
        return line

    def add(self, offset: int, message: str) -> None:
        if len(self._found) >= MAX_DAMAGES:
            self._more += 1
            return
        self._found.append(Damage(self.line(offset), offset - self._text.rfind("\n", 0, offset), message))

    def since(self, count: int) -> tuple[Damage, ...]:
        """Those behind the first ``count``, as they were found."""
        return tuple(self._found[count:])

    def uncounted(self) -> tuple[Damage, ...]:
        """One in place of all that had no room."""
        if not self._more:
            return ()
        last = max(self._found, key=_place)
        return (Damage(last.line, last.column, f"and {self._more} more places after these"),)

    def all(self) -> tuple[Damage, ...]:
        return (*sorted(self._found, key=_place), *self.uncounted())


def _place(one: Damage) -> tuple[int, int]:
    return one.line, one.column


_SEAT: Final = re.compile(r"\b[NESW]:")
#: A card, and a hand by suits, with the letters of ess, dam and knekt.
_SWEDISH_CARD: Final = re.compile(r"[SHRKDC]?(?:E|D|KN)")
_SWEDISH_HAND: Final = re.compile(r".*[.,].*(?:E|KN)|.*(?:E|KN).*[.,]|(?:[AKQJT2-9]*\.)*[AKQJT2-9]*D.*\.")


def ranks_hint(text: str) -> str:
    """What to add where cards cannot be read and look as if they were Swedish."""
    words = _SEAT.sub("", text[:200].upper()).split()
    swedish = any(_SWEDISH_CARD.fullmatch(one) or _SWEDISH_HAND.match(one) for one in words)
    return "; the ranks here are A K Q J T, not E K D Kn 10" if swedish else ""


def shown(text: str) -> str:
    """Text of a file in a message: short, on one line."""
    return repr(text if len(text) <= 20 else text[:20] + "…")
