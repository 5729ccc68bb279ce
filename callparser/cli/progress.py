"""How far something has come: a bar on a terminal, a few lines for screen readers, nothing in a pipe."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

_WIDTH: Final = 24
_EVERY_S: Final = 0.1
#: So long nobody wonders.
_PATIENCE_S: Final = 1.0


def megabytes(count: int | None) -> str:
    """``304 MB``, ``0.5 MB``; ``?`` when unknown."""
    if count is None:
        return "?"
    return f"{count / 1e6:.1f} MB" if count < 10_000_000 else f"{count / 1e6:.0f} MB"


def calls(count: int | None) -> str:
    """``12 calls``; ``?`` when unknown."""
    return "?" if count is None else f"{count} calls"


def boards(count: int | None) -> str:
    """``12 boards``; ``?`` when unknown."""
    return "?" if count is None else f"{count} boards"


class Progress:
    """Called with a name, how much is there, and how much is expected (None = unknown).

    ``amount`` puts a number into words; where the whole is unknown, the plain form has a line for a ``step``.
    """

    def __init__(
        self,
        *,
        plain: bool = False,
        stream: Any = None,
        amount: Callable[[int | None], str] = megabytes,
        step: int = 50_000_000,
    ) -> None:
        self.amount = amount
        self.step = step
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

    def away(self) -> None:
        """Take the bar off its line, for something else to stand there."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
            self.width = 0

    def end(self) -> None:
        """Leave the line of the bar."""
        if self.width:
            self.stream.write("\n")
            self.width = 0

    def _line(self, what: str, have: int, total: int | None) -> None:
        quarter = 4 * have // total if total else have // self.step
        if self.quarters != (quarter, what):
            self.quarters = (quarter, what)
            self.stream.write(f"{what}: {self.amount(have)} of {self.amount(total)}\n")

    def _bar(self, have: int, total: int | None) -> str:
        if not total:
            return self.amount(have)
        done = min(_WIDTH, _WIDTH * have // total)
        return (
            f"[{'#' * done}{'.' * (_WIDTH - done)}] {100 * have // total:3} %  "
            f"{self.amount(have)} of {self.amount(total)}"
        )


class BoardsRead:
    """Called with how many boards of a file are read: shown once it takes long."""

    def __init__(self, name: str, *, plain: bool) -> None:
        self.name = name
        self.progress = Progress(plain=plain, amount=boards, step=1_000)
        self.began_s = time.monotonic()

    def __call__(self, count: int) -> None:
        if time.monotonic() - self.began_s > _PATIENCE_S:
            self.progress(self.name, count, None)

    def away(self) -> None:
        self.progress.away()
