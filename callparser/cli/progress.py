"""How far a download has come: a bar on a terminal, four lines for screen readers, nothing in a pipe."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_WIDTH: Final = 24
_EVERY_S: Final = 0.1


def megabytes(count: int | None) -> str:
    """``304 MB``, ``0.5 MB``; ``?`` when unknown."""
    if count is None:
        return "?"
    return f"{count / 1e6:.1f} MB" if count < 10_000_000 else f"{count / 1e6:.0f} MB"


class Progress:
    """Called with a name, the bytes that are there, and the bytes expected (None = unknown)."""

    def __init__(self, *, plain: bool = False, stream: Any = None) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.shown = self.stream is not None and self.stream.isatty()
        self.plain = plain
        self.last = 0.0
        self.width = 0
        self.quarters = (-1, "")

    def __call__(self, what: str, have: int, total: int | None) -> None:
        if not self.shown:
            return
        if self.plain:
            self._line(what, have, total)
        elif have == total or time.monotonic() - self.last >= _EVERY_S:
            self.last = time.monotonic()
            text = f"{what}  {self._bar(have, total)}"
            self.stream.write("\r" + text.ljust(self.width))
            self.stream.flush()
            self.width = len(text)
        if have == total:
            self.end()

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.width:
            self.stream.write("\n")
            self.width = 0

    def _line(self, what: str, have: int, total: int | None) -> None:
        quarter = 4 * have // total if total else have // 50_000_000
        if self.quarters != (quarter, what):
            self.quarters = (quarter, what)
            self.stream.write(f"{what}: {megabytes(have)} of {megabytes(total)}\n")

    def _bar(self, have: int, total: int | None) -> str:
        if not total:
            return megabytes(have)
        done = min(_WIDTH, _WIDTH * have // total)
        return (
            f"[{'#' * done}{'.' * (_WIDTH - done)}] {100 * have // total:3} %  "
            f"{megabytes(have)} of {megabytes(total)}"
        )
