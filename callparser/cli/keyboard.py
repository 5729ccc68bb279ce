"""The keyboard of a conversation: single keys on a terminal, lines from anything else.

On a terminal the space bar at the start of a line is the key for speaking, Escape asks for silence, and
everything else is a line that is sent with Enter. There is no letter for leaving: Q is the queen.
"""

from __future__ import annotations

import codecs
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from callparser.session.dialog import Event, Hung, Key, Typed

MAX_LINE: Final = 65_536
_END: Final = "\x04"


class Keyboard:
    """Posts what is typed, from a thread of its own. A context manager: it puts the terminal back."""

    def __init__(
        self, post: Callable[[Event], None], *, prompt: str = "", stream: Any = None, echo: Any = None
    ) -> None:
        self._post = post
        self._prompt = prompt
        self._drawing = threading.RLock()  # the line, or what is shown above it
        self._stream = stream if stream is not None else sys.stdin
        self._echo = echo if echo is not None else sys.stdout
        self._line = ""
        self._saved: Any = None
        self.keys = bool(self._stream is not None and self._stream.isatty() and self._echo.isatty())

    def __enter__(self) -> Keyboard:
        run = self._lines
        if self.keys:
            run = self._windows if os.name == "nt" else self._terminal
            if os.name != "nt":
                import termios
                import tty

                self._saved = termios.tcgetattr(self._stream)
                tty.setcbreak(self._stream, termios.TCSADRAIN)  # what was typed before is kept
            self._show(self._prompt)
        threading.Thread(target=run, name="keyboard", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.above():
            self._prompt = self._line = ""
        if self._saved is not None:
            import termios

            termios.tcsetattr(self._stream, termios.TCSADRAIN, self._saved)

    @contextmanager
    def above(self) -> Iterator[None]:
        """What is shown meanwhile stands above the line that is being typed."""
        with self._drawing:
            typed = self._prompt + self._line if self.keys and self._prompt else ""
            self._show(typed and f"\r{' ' * len(typed)}\r")
            yield
            self._show(typed and self._prompt + self._line)

    def _lines(self) -> None:
        while self._stream is not None:
            try:
                line = self._stream.readline(MAX_LINE)
            except (OSError, ValueError):
                break
            if not line:
                break
            if line.strip():
                self._post(Typed(line))
        self._post(Hung(quit=False))

    def _terminal(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            try:
                data = os.read(self._stream.fileno(), 1024)
            except (OSError, ValueError):
                data = b""
            text = decoder.decode(data)
            if not data or not self.take(text):
                self._post(Hung())
                return

    def _windows(self) -> None:
        import msvcrt

        read: Callable[[], str] = getattr(msvcrt, "getwch")  # noqa: B009 - absent for mypy elsewhere
        while True:
            char = read()
            if char in ("\0", "\xe0"):
                read()  # an arrow or a function key
            elif not self.take({"\r": "\n", "\x1a": _END}.get(char, char)):
                self._post(Hung())
                return

    def take(self, text: str) -> bool:
        """What came from the terminal at once. ``False`` when it was the end."""
        with self._drawing:
            return self._take(text)

    def _take(self, text: str) -> bool:
        if text.startswith("\x1b"):  # Escape alone, or an arrow key
            if text == "\x1b":
                self._post(Key("hush", time.monotonic()))
            return True
        for char in text:
            if char == _END and not self._line:
                return False
            self._one(char)
        return True

    def _one(self, char: str) -> None:
        if char in "\r\n":
            line, self._line = self._line, ""
            self._show("\n" + self._prompt)
            if line.strip():
                self._post(Typed(line))
        elif char in "\x7f\b":
            if self._line:
                self._line = self._line[:-1]
                self._show("\b \b")
        elif char == " " and not self._line:
            self._post(Key("talk", time.monotonic()))
        elif char.isprintable() and len(self._line) < MAX_LINE:
            self._line += char
            self._show(char)

    def _show(self, text: str) -> None:
        self._echo.write(text)
        self._echo.flush()
