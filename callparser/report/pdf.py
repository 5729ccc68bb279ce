"""A report as PDF: its text can be taken out in the order in which it is read, and its parts are bookmarks.

fpdf2 places what :mod:`callparser.report.content` says; the font is embedded. The same report gives the same
bytes.
"""

from __future__ import annotations

from importlib.util import find_spec

from callparser.errors import InputError
from callparser.report.content import CODE, QUOTE, STRONG, Figures, Prose, Steps, Table
from callparser.report.drawing import FAINT
from callparser.report.paper import FONT, GAP, LEADING, MARGIN, SIZE, Paper
from callparser.report.pdfdrawing import figures
from callparser.report.pdftable import Grid
from callparser.report.signs import visible
from callparser.report.words import report_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.report.content import Block, Report, Section


def to_pdf(report: Report) -> bytes:
    """The whole file. Raises :class:`InputError` where fpdf2 is not installed."""
    require()
    on = Paper(report)
    on.page()
    on.pdf.start_section(report.title)
    on.lines(on.wrapped(report.title, on.width, 18, "B"), MARGIN, 18, "B")
    on.lines(on.wrapped(f"{report.subtitle}, {report.date}", on.width, 10), MARGIN, 10)
    for section in report.sections:
        _section(on, section, 1)
    _footers(on, report)
    return bytes(on.pdf.output())


def require() -> None:
    """Raises :class:`InputError` where fpdf2 is not installed."""
    if find_spec("fpdf") is None:
        raise InputError(
            'a PDF needs fpdf2, which is not installed; pip install "callparser[report]", or give a name '
            "that ends with .html"
        )


def _footers(on: Paper, report: Report) -> None:
    """On every page, now that their number is known."""
    label, pages = report_words(report.lang).labels["page"], on.pdf.pages_count
    for page in range(1, pages + 1):
        on.pdf.page = page
        on.pdf.set_font(FONT, "B", 1)  # a font that is set already is not set again on another page
        text = f"{report.title}, {report.date}. {label.format(page=page, pages=pages)}"
        on.line([(text, "")], MARGIN, on.pdf.h - 38, 8, tone=FAINT)


# --- blocks ---


def _section(on: Paper, section: Section, level: int) -> None:
    size = 13.0 if level == 1 else 11.0
    on.y += 14 if level == 1 else 8
    on.need(50 + _least(section))
    on.pdf.start_section(visible(section.title), level)
    on.lines(on.wrapped(section.title, on.width, size, "B"), MARGIN, size, "B")
    on.y += 4
    for block in section.blocks:
        _block(on, block)
    for part in section.parts:
        _section(on, part, level + 1)


def _block(on: Paper, block: Block) -> None:
    if isinstance(block, Prose):
        _prose(on, block)
    elif isinstance(block, Steps):
        for number, (heading, text) in enumerate(block.steps, 1):
            head = on.wrapped(f"{number}. {heading.text}", on.width, SIZE, "B")
            on.need((len(head) + 2) * SIZE * LEADING)
            on.lines(head, MARGIN, SIZE, "B")
            on.lines(on.wrapped(text.text, on.width - 16, SIZE), MARGIN + 16, SIZE)
            on.y += 2
    elif isinstance(block, Table):
        Grid(on, block).draw()
    elif isinstance(block, Figures):
        figures(on, block.drawings)


def _prose(on: Paper, prose: Prose) -> None:
    style, size, indent = "", SIZE, 0.0
    if prose.kind == STRONG:
        style, size = "B", 12.0
    elif prose.kind == QUOTE:
        size, indent = 11.0, 14.0
    elif prose.kind == CODE:
        size = 7.5
    lines = on.wrapped(prose.text, on.width - indent, size, style)
    on.lines(lines, MARGIN + indent, size, style)
    on.y += GAP


def _least(section: Section) -> float:
    """How high what must stand below the title of a section is: the first picture, or some lines."""
    first = next(iter(section.blocks), None)
    return first.drawings[0].height if isinstance(first, Figures) and first.drawings else 40.0
