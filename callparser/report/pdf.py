"""A report as PDF: its text can be taken out in the order in which it is read, and its parts are bookmarks.

fpdf2 places what :mod:`callparser.report.content` says; the font is embedded. The same report gives the same
bytes.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from importlib.util import find_spec

from callparser.errors import InputError
from callparser.files import PACKAGE
from callparser.report.content import CODE, QUOTE, STRONG, Cell, Figures, Prose, Steps, Table
from callparser.report.drawing import FAINT, Box, Label, Line
from callparser.report.signs import pieces, visible
from callparser.report.words import report_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Final

    from callparser.report.content import Block, Report, Section
    from callparser.report.drawing import Drawing

    Piece = tuple[str, str]
    Lines = list[list[Piece]]

_FONT: Final = "DejaVu"
_FILES: Final = {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf"}
#: Points. The page is A4.
_MARGIN, _BOTTOM, _SIZE, _LEADING = 48.0, 56.0, 9.5, 1.4
_GAP: Final = 6.0
_TONES: Final = {
    "S": (0, 0, 0), "H": (176, 0, 32), "D": (156, 68, 0), "C": (27, 107, 47), "ink": (0, 0, 0),
    "faint": (85, 85, 85),
}  # fmt: skip
_LINE_TONE: Final = (110, 110, 110)
_FELT: Final = (242, 242, 242)


def to_pdf(report: Report) -> bytes:
    """The whole file. Raises :class:`InputError` where fpdf2 is not installed."""
    require()
    return _Paper(report).bytes()


def require() -> None:
    """Raises :class:`InputError` where fpdf2 is not installed."""
    if find_spec("fpdf") is None:
        raise InputError(
            'a PDF needs fpdf2, which is not installed; pip install "callparser[report]", or give a name '
            "that ends with .html"
        )


def _blank(report: Report) -> Any:
    """A PDF with its fonts and its language, and no page."""
    from fpdf import FPDF

    paper = FPDF(unit="pt", format="A4")
    for style, name in _FILES.items():
        paper.add_font(_FONT, style, os.path.join(PACKAGE, "report", "fonts", name))
    paper.set_auto_page_break(False)
    paper.set_title(f"{report.title}, {visible(report.subtitle)}")
    paper.set_lang(report.lang)
    paper.set_creator(report.producer)
    paper.set_producer(report.producer)
    paper.set_creation_date(datetime.fromisoformat(report.date).replace(tzinfo=UTC))
    return paper


class _Paper:
    """One report while it is written. ``y`` is how far down the page is filled."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.paper = _blank(report)
        self.width: float = self.paper.w - 2 * _MARGIN
        self.y = 0.0
        self._known = [set(self.paper.fonts[key].cmap) for key in self.paper.fonts]

    def bytes(self) -> bytes:
        report = self.report
        self._page()
        self.paper.start_section(report.title)
        self._lines(self._wrapped(report.title, self.width, 18, "B"), _MARGIN, 18, "B")
        self._lines(self._wrapped(f"{report.subtitle}, {report.date}", self.width, 10), _MARGIN, 10)
        for section in report.sections:
            self._section(section, 1)
        self._footers()
        return bytes(self.paper.output())

    def _footers(self) -> None:
        """On every page, now that their number is known."""
        label, pages = report_words(self.report.lang).labels["page"], self.paper.pages_count
        for page in range(1, pages + 1):
            self.paper.page = page
            self.paper.set_font(_FONT, "B", 1)  # a font that is set already is not set again on another page
            text = f"{self.report.title}, {self.report.date}. {label.format(page=page, pages=pages)}"
            self._line([(text, "")], _MARGIN, self.paper.h - 38, 8, tone=FAINT)

    def _page(self) -> None:
        self.paper.add_page()
        self.y = _MARGIN

    @property
    def _left(self) -> float:
        """How much of the page is left."""
        left: float = self.paper.h - _BOTTOM - self.y
        return left

    def _need(self, height: float) -> None:
        """A new page, unless so much is left."""
        if height > self._left:
            self._page()

    # --- blocks ---

    def _section(self, section: Section, level: int) -> None:
        size = 13.0 if level == 1 else 11.0
        self.y += 14 if level == 1 else 8
        self._need(50 + _least(section))
        self.paper.start_section(visible(section.title), level)
        self._lines(self._wrapped(section.title, self.width, size, "B"), _MARGIN, size, "B")
        self.y += 4
        for block in section.blocks:
            self._block(block)
        for part in section.parts:
            self._section(part, level + 1)

    def _block(self, block: Block) -> None:
        if isinstance(block, Prose):
            self._prose(block)
        elif isinstance(block, Steps):
            for number, (heading, text) in enumerate(block.steps, 1):
                head = self._wrapped(f"{number}. {heading.text}", self.width, _SIZE, "B")
                self._need((len(head) + 2) * _SIZE * _LEADING)
                self._lines(head, _MARGIN, _SIZE, "B")
                self._lines(self._wrapped(text.text, self.width - 16, _SIZE), _MARGIN + 16, _SIZE)
                self.y += 2
        elif isinstance(block, Table):
            _Grid(self, block).draw()
        elif isinstance(block, Figures):
            self._figures(block.drawings)

    def _prose(self, prose: Prose) -> None:
        style, size, indent = "", _SIZE, 0.0
        if prose.kind == STRONG:
            style, size = "B", 12.0
        elif prose.kind == QUOTE:
            size, indent = 11.0, 14.0
        elif prose.kind == CODE:
            size = 7.5
        lines = self._wrapped(prose.text, self.width - indent, size, style)
        self._lines(lines, _MARGIN + indent, size, style)
        self.y += _GAP

    # --- text ---

    def _wrapped(self, text: str, width: float, size: float, style: str = "") -> Lines:
        """The text in lines, each in pieces of one colour. A word that is wider than a line is broken."""
        self.paper.set_font(_FONT, style, size)
        lines: Lines = [[]]
        room = width
        for word in _words(self._drawable(text)):
            wide = self.paper.get_string_width(word.rstrip())
            if wide > room and lines[-1]:
                lines.append([])
                room = width
            while wide > room:
                cut = self._fitting(word, room)
                lines[-1].append((word[:cut], ""))
                lines.append([])
                word, room = word[cut:], width
                wide = self.paper.get_string_width(word.rstrip())
            lines[-1].extend(pieces(word))
            room -= self.paper.get_string_width(word)
        return lines

    def _fitting(self, word: str, room: float) -> int:
        """How many characters of a word fit; at least one."""
        low, high = 1, len(word)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self.paper.get_string_width(word[:middle]) <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        return low

    def _drawable(self, text: str) -> str:
        """Characters that the font does not have are told by their number."""
        return "".join(
            char if all(ord(char) in known for known in self._known) else ascii(char)[1:-1]
            for char in visible(text)
        )

    def _lines(self, lines: Lines, x: float, size: float, style: str = "") -> None:
        """Down the page, and on the next where it is full."""
        for line in lines:
            self._need(size * _LEADING)
            self._line(line, x, self.y, size, style)
            self.y += size * _LEADING

    def _line(
        self, line: Sequence[Piece], x: float, top: float, size: float, style: str = "", tone: str = "ink"
    ) -> None:
        """One line with its top there. Neighbours of one colour are one text."""
        self.paper.set_font(_FONT, style, size)
        for text, colour in _merged(line, tone):
            self.paper.set_text_color(*_TONES[colour])
            self.paper.text(x, top + size, text)
            x += self.paper.get_string_width(text)

    def _rule(self, y: float) -> None:
        self.paper.set_dash_pattern()
        self.paper.set_draw_color(*_LINE_TONE)
        self.paper.set_line_width(0.5)
        self.paper.line(_MARGIN, y, _MARGIN + self.width, y)

    # --- pictures ---

    def _figures(self, drawings: Sequence[Drawing]) -> None:
        """From left to right as long as there is room, then below."""
        x, below = _MARGIN, 0.0
        for one in drawings:
            if x > _MARGIN and x + one.width > _MARGIN + self.width:
                x, self.y, below = _MARGIN, self.y + below, 0.0
            if x == _MARGIN:
                self._need(one.height + 24)
            elif one.height + 24 > self._left:
                self._page()
                x, below = _MARGIN, 0.0
            self._drawing(one, x, self.y)
            x, below = x + one.width + 12, max(below, one.height + 24)
        self.y += below + _GAP

    def _drawing(self, drawing: Drawing, x: float, y: float) -> None:
        self._line(list(pieces(self._drawable(drawing.title))), x, y, 10, "B")
        for part in drawing.parts:
            self._part(part, x, y + 18)

    def _part(self, part: Label | Line | Box, x: float, y: float) -> None:
        paper = self.paper
        if isinstance(part, Label):
            text, style = self._drawable(part.text), "B" if part.strong else ""
            paper.set_font(_FONT, style, part.size)
            shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[part.anchor] * paper.get_string_width(text)
            left, top = x + part.x - shift, y + part.y - part.size
            self._line(list(pieces(text)), left, top, part.size, style, part.tone)
            return
        paper.set_line_width(0.7)
        paper.set_draw_color(*(_LINE_TONE if part.tone == FAINT else _TONES[part.tone]))
        if isinstance(part, Line):
            paper.set_dash_pattern()
            paper.line(x + part.x1, y + part.y1, x + part.x2, y + part.y2)
            return
        paper.set_fill_color(*_FELT)
        paper.set_dash_pattern(dash=3, gap=2) if part.dashed else paper.set_dash_pattern()
        paper.rect(x + part.x, y + part.y, part.width, part.height, style="DF" if part.filled else "D")


class _Grid:
    """A table while it is drawn: its head again on each page, a row in one piece where that can be."""

    def __init__(self, on: _Paper, table: Table) -> None:
        self.on = on
        self.table = table
        columns = len(table.rows[0]) if table.rows else len(table.head)
        widths = table.widths[:columns]
        self.widths = [on.width * width / sum(widths) for width in widths]

    def draw(self) -> None:
        on = self.on
        on._need(70)
        if self.table.caption:
            on._lines(on._wrapped(self.table.caption, on.width, 8.5), _MARGIN, 8.5)
        self._head()
        for row in self.table.rows:
            self._row(row)
        on._rule(on.y)
        on.y += _GAP + 2

    def _head(self) -> None:
        if self.table.head:
            self._cells([self._wrap(Cell(name, strong=True), at) for at, name in enumerate(self.table.head)],
                        tuple(Cell(name, strong=True) for name in self.table.head))  # fmt: skip

    def _row(self, row: tuple[Cell, ...]) -> None:
        on = self.on
        wrapped = [self._wrap(cell, at) for at, cell in enumerate(row)]
        while any(wrapped):
            height = max(map(len, wrapped)) * _SIZE * _LEADING + 4
            page = on.paper.h - _BOTTOM - _MARGIN - 60
            if height > on._left and (height <= page or on._left < 60):
                on._rule(on.y)
                on._page()
                self._head()
            fits = max(1, int((on._left - 4) / (_SIZE * _LEADING)))
            self._cells([lines[:fits] for lines in wrapped], row)
            wrapped = [lines[fits:] for lines in wrapped]

    def _wrap(self, cell: Cell, column: int) -> Lines:
        return self.on._wrapped(cell.text, self.widths[column] - 6, _SIZE, "B" if cell.strong else "")

    def _cells(self, wrapped: list[Lines], row: tuple[Cell, ...]) -> None:
        on = self.on
        on._rule(on.y)
        x = _MARGIN
        for lines, cell, width in zip(wrapped, row, self.widths, strict=True):
            for number, line in enumerate(lines):
                on._line(line, x, on.y + 1 + number * _SIZE * _LEADING, _SIZE, "B" if cell.strong else "")
            if cell.url and lines:
                on.paper.link(x, on.y, width - 6, len(lines) * _SIZE * _LEADING, cell.url)
            x += width
        on.y += max(map(len, wrapped)) * _SIZE * _LEADING + 4


def _least(section: Section) -> float:
    """How high what must stand below the title of a section is: the first picture, or some lines."""
    first = next(iter(section.blocks), None)
    return first.drawings[0].height if isinstance(first, Figures) and first.drawings else 40.0


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
