"""One JSON object a line in, one a line out: the same order, and never stopped by a bad line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from callparser.errors import CallparserError
from callparser.jsonline import MAX_LINE, decode, encode, error_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_CHUNK: Final = 65_536


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their end. Of a line longer than ``MAX_LINE`` only the first part is kept in memory."""
    while True:
        line = source.readline(MAX_LINE + 2)
        if not line:
            return
        if len(line) > MAX_LINE + 1 and not line.endswith(b"\n"):
            while (rest := source.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
        yield line.rstrip(b"\r\n")


def answer_lines(
    answer: Callable[[Row], Row],
    source: BinaryIO | None = None,
    sink: Any = None,
    answered: Callable[[int], None] = lambda count: None,
) -> int:
    """Answer every line of ``source`` (standard input) on ``sink`` (standard output). Returns 0.

    ``answered`` is told after each line how many there have been.
    """
    source = source or sys.stdin.buffer
    write = (sink or sys.stdout.buffer).write
    flush = (sink or sys.stdout.buffer).flush
    for count, line in enumerate(lines(source), 1):
        try:
            row = answer(decode(line))
        except CallparserError as err:
            row = {"id": None} | error_row(err)
        write(encode(row).encode("utf-8") + b"\n")
        flush()
        answered(count)
    return 0
