"""What goes to the terminal: suit symbols and colour where they can be shown, words always.

``--plain``, ``NO_COLOR``, a pipe, ``TERM=dumb`` and code pages without suit symbols are honoured.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser

from callparser.jsonline import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final

    from callparser.explainer.messages import Messages

_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RED: Final = "HD"
#: What a terminal obeys. Only :class:`Output` may write that; a record or another program may not.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_OURS: Final = re.compile(r"(\x1b\[(?:0|1|31)m)")


def add_output_options(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--plain", action="store_true", help="words only, no symbols, no colour: for screen readers"
    )


class Output:
    """Where answers are printed."""

    def __init__(self, *, plain: bool = False, stream: Any = None) -> None:
        self.stream = stream or sys.stdout
        self.plain = plain
        self.encoding = getattr(self.stream, "encoding", None) or "utf-8"
        self.symbols = not plain and self._can("♠♥♦♣")
        terminal = hasattr(self.stream, "isatty") and self.stream.isatty()
        self.colour = (
            terminal and not plain and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )

    def _can(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def line(self, text: str = "") -> None:
        """One line; characters that the terminal cannot show are replaced by what it can, and those that it
        would obey by U+FFFD, but for our own colours where there are any."""
        parts = _OURS.split(text) if self.colour else [text]
        text = "".join(one if at % 2 else printable(one) for at, one in enumerate(parts))
        if not self._can(text):
            from callparser.grammar.normalise import fold

            text = fold(text).encode(self.encoding, "backslashreplace").decode(self.encoding)
        self.stream.write(text + "\n")

    def json(self, row: dict[str, Any]) -> None:
        text = _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", encode(row))
        self.stream.write((text if self._can(text) else encode(row, ascii_only=True)) + "\n")

    def card(self, code: str, messages: Messages | None = None) -> str:
        """``"HQ"`` -> ``♥Q``, or ``♥D`` in a language with other letters, red on a colour terminal; ``HQ``
        where there are no symbols."""
        if not self.symbols:
            return code
        rank = code[1:].replace("T", "10")
        shown = _SYMBOLS[code[0]] + (messages.page.get(f"letter_{rank}", rank) if messages else rank)
        return f"\x1b[31m{shown}\x1b[0m" if self.colour and code[0] in _RED else shown

    def cards(self, codes: Iterable[str], messages: Messages | None = None) -> str:
        return " ".join(self.card(code, messages) for code in codes)

    def strong(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text


def printable(text: str) -> str:
    """Without what a terminal obeys instead of showing it; lines and tabs stay."""
    return _CONTROLS.sub("\ufffd", text)


def in_words(intent: dict[str, Any]) -> str:
    """An intent for people: ``card: suit H, rank Q``."""
    slots = ", ".join(
        f"{name} {in_words(value) if isinstance(value, dict) else value}"
        for name, value in intent.items()
        if name != "kind" and value is not None
    )
    return f"{intent['kind']}: {slots}" if slots else str(intent["kind"])
