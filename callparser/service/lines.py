"""Bytes as they come, in chunks of any size -> lines. Never more than one line is kept."""

from __future__ import annotations

from collections.abc import Iterator

from callparser.jsonline import MAX_LINE


class Lines:
    """Of a line longer than ``MAX_LINE`` the beginning is kept, one byte more than may be: it is refused."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that end in this chunk, without their ends. To be read to the end before the next."""
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            self._keep(chunk[start:end])
            yield self._taken()
            start = end + 1
        self._keep(chunk[start:])

    def rest(self) -> Iterator[bytes]:
        """The last line, if nothing ended it."""
        if self._begun:
            yield self._taken()

    def _keep(self, part: bytes) -> None:
        self._begun += part[: MAX_LINE + 1 - len(self._begun)]

    def _taken(self) -> bytes:
        line = bytes(self._begun).removesuffix(b"\r")
        self._begun.clear()
        return line
