"""The pages of a PDF: text in lines, from the top of a page to its end, and on the next."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from callparser.files import PACKAGE
from callparser.report.signs import pieces, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Final

    from callparser.report.content import Report

    Piece = tuple[str, str]
    Lines = list[list[Piece]]

FONT: Final = "DejaVu"
_FILES: Final = {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf"}
#: Points. The page is A4.
MARGIN, BOTTOM, SIZE, LEADING, GAP = 48.0, 56.0, 9.5, 1.4, 6.0
#: A suit letter, or a tone of a drawing, as red, green and blue.
TONES: Final = {
    "S": (0, 0, 0), "H": (176, 0, 32), "D": (156, 68, 0), "C": (27, 107, 47), "ink": (0, 0, 0),
    "faint": (85, 85, 85),
}  # fmt: skip
LINE_TONE: Final = (110, 110, 110)


def _blank(report: Report) -> Any:
    """A PDF with its fonts and its language, and no page."""
    from fpdf import FPDF

    paper = FPDF(unit="pt", format="A4")
    for style, name in _FILES.items():
        paper.add_font(FONT, style, os.path.join(PACKAGE, "report", "fonts", name))
    paper.set_auto_page_break(False)
    paper.set_title(f"{report.title}, {visible(report.subtitle)}")
    paper.set_lang(report.lang)
    paper.set_creator(report.producer)
    paper.set_producer(report.producer)
    paper.set_creation_date(datetime.fromisoformat(report.date).replace(tzinfo=UTC))
    return paper


class Paper:
    """``pdf`` is what fpdf2 has of it; ``y`` is how far down the page is filled."""

    def __init__(self, report: Report) -> None:
        self.pdf = _blank(report)
        self.width: float = self.pdf.w - 2 * MARGIN
        self.y = 0.0
        self._known = [set(self.pdf.fonts[key].cmap) for key in self.pdf.fonts]

    def page(self) -> None:
        self.pdf.add_page()
        self.y = MARGIN

    @property
    def left(self) -> float:
        """How much of the page is left."""
        left: float = self.pdf.h - BOTTOM - self.y
        return left

    def need(self, height: float) -> None:
        """A new page, unless so much is left."""
        if height > self.left:
            self.page()

    # --- text ---

    def wrapped(self, text: str, width: float, size: float, style: str = "") -> Lines:
        """The text in lines, each in pieces of one colour. A word that is wider than a line is broken."""
        self.pdf.set_font(FONT, style, size)
        lines: Lines = [[]]
        room = width
        for word in _words(self.drawable(text)):
            wide = self.pdf.get_string_width(word.rstrip())
            if wide > room and lines[-1]:
                lines.append([])
                room = width
            while wide > room:
                cut = self._fitting(word, room)
                lines[-1].append((word[:cut], ""))
                lines.append([])
                word, room = word[cut:], width
                wide = self.pdf.get_string_width(word.rstrip())
            lines[-1].extend(pieces(word))
            room -= self.pdf.get_string_width(word)
        return lines

    def _fitting(self, word: str, room: float) -> int:
        """How many characters of a word fit; at least one."""
        low, high = 1, len(word)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.pdf.get_string_width(word[:middle]) <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        return low

    def drawable(self, text: str) -> str:
        """Characters that the font does not have are told by their number."""
        return "".join(
            char if all(ord(char) in known for known in self._known) else ascii(char)[1:-1]
            for char in visible(text)
        )

    def lines(self, lines: Lines, x: float, size: float, style: str = "") -> None:
        """Down the page, and on the next where it is full."""
        for line in lines:
            self.need(size * LEADING)
            self.line(line, x, self.y, size, style)
            self.y += size * LEADING

    def line(
        self, line: Sequence[Piece], x: float, top: float, size: float, style: str = "", tone: str = "ink"
    ) -> None:
        """One line with its top there. Neighbours of one colour are one text."""
        self.pdf.set_font(FONT, style, size)
        for text, colour in _merged(line, tone):
            self.pdf.set_text_color(*TONES[colour])
            self.pdf.text(x, top + size, text)
            x += self.pdf.get_string_width(text)

    def rule(self, y: float) -> None:
        self.pdf.set_dash_pattern()
        self.pdf.set_draw_color(*LINE_TONE)
        self.pdf.set_line_width(0.5)
        self.pdf.line(MARGIN, y, MARGIN + self.width, y)


def _words(text: str) -> Iterator[str]:
    """Words with the space behind them."""
    start = 0
    for at, char in enumerate(text):
        if char == " " and text[at + 1 : at + 2] != " ":
            yield text[start : at + 1]
            start = at + 1
    if start < len(text):
        yield text[start:]


def _merged(line: Sequence[Piece], tone: str) -> Iterator[tuple[str, str]]:
    """The texts of a line and the tone of each."""
    text, current = "", tone
    for piece, code in line:
        wanted = code[0] if code else tone
        if text and wanted != current:
            yield text, current
            text = ""
        text, current = text + piece, wanted
    if text:
        yield text, current
