"""A report as one HTML file: no script, nothing fetched, readable aloud, printable, light or dark."""

from __future__ import annotations

import os
import re
from functools import cache
from html import escape

from callparser.files import PACKAGE
from callparser.report.content import CODE, QUOTE, STRONG, Figures, Prose, Steps, Table
from callparser.report.drawing import Box, Label, Line
from callparser.report.signs import pieces, visible
from callparser.report.words import ReportWords, report_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from callparser.report.content import Block, Cell, Report, Section
    from callparser.report.drawing import Drawing

#: So many columns fit a narrow screen.
_COLUMNS: Final = 3
#: So much of a word that goes on.
_LONG: Final = re.compile(r"\S{10}(?=\S{6})")
_STYLE: Final = os.path.join(PACKAGE, "report", "style.css")


def to_html(report: Report) -> str:
    """The whole file."""
    words = report_words(report.lang)
    return "".join(_Page(report, words).lines())


@cache
def _style() -> str:
    with open(_STYLE, encoding="utf-8") as file:
        return file.read()


class _Page:
    """One report while it is written; the pictures are numbered."""

    def __init__(self, report: Report, words: ReportWords) -> None:
        self.report = report
        self.words = words
        self.figures = 0

    def lines(self) -> Iterator[str]:
        report, title = self.report, f"{self.report.title}, {self.report.subtitle}"
        yield f'<!DOCTYPE html>\n<html lang="{report.lang}">\n<head>\n<meta charset="utf-8">\n'
        yield '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        yield "style-src 'unsafe-inline'\">\n"
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield f'<meta name="generator" content="{report.producer}">\n'
        yield f"<title>{_plain(title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        yield f"<header>\n<h1>{_plain(report.title)}</h1>\n"
        yield f'<p class="subtitle">{self._text(report.subtitle)}, '
        yield f'<time datetime="{report.date}">{report.date}</time></p>\n</header>\n'
        yield self._contents()
        yield "<main>\n"
        for section in report.sections:
            yield from self._section(section, 2)
        yield "</main>\n</body>\n</html>\n"

    def _contents(self) -> str:
        name = _plain(self.words.labels["contents"])
        links = "".join(
            f'<li><a href="#{one.name}">{_plain(one.title)}</a></li>\n' for one in self.report.sections
        )
        return f'<nav aria-label="{name}">\n<ul>\n{links}</ul>\n</nav>\n'

    def _section(self, section: Section, level: int) -> Iterator[str]:
        name = f"{section.name}-title"
        yield f'<section id="{section.name}" aria-labelledby="{name}">\n'
        yield f'<h{level} id="{name}">{self._text(section.title)}</h{level}>\n'
        for block in section.blocks:
            yield from self._block(block, name)
        for part in section.parts:
            yield from self._section(part, level + 1)
        yield "</section>\n"

    def _block(self, block: Block, heading: str) -> Iterator[str]:
        if isinstance(block, Prose):
            yield self._prose(block)
        elif isinstance(block, Steps):
            steps = (f"<li><b>{self._cell(a)}</b> {self._cell(b)}</li>\n" for a, b in block.steps)
            yield f"<ol>\n{''.join(steps)}</ol>\n"
        elif isinstance(block, Table):
            yield from self._table(block, heading)
        elif isinstance(block, Figures):
            drawings = "".join(map(self._figure, block.drawings))
            yield f'<div class="figures">\n{drawings}</div>\n'

    def _prose(self, prose: Prose) -> str:
        text, lang = self._text(prose.text), self._lang(prose.lang)
        if prose.kind == QUOTE:
            return f"<blockquote{lang}>{text}</blockquote>\n"
        if prose.kind == CODE:
            return f"<code>{_plain(prose.text)}</code>\n"
        return f'<p class="strong"{lang}>{text}</p>\n' if prose.kind == STRONG else f"<p{lang}>{text}</p>\n"

    def _table(self, table: Table, heading: str) -> Iterator[str]:
        """Its caption, or the heading of the section, is its name. One of many columns can be scrolled."""
        wide = len(table.widths) > _COLUMNS
        if wide:
            yield f'<div class="wide" role="group" tabindex="0" aria-labelledby="{heading}">\n'
        if table.caption:
            yield f"<table>\n<caption>{self._text(table.caption)}</caption>\n<colgroup>"
        else:
            yield f'<table aria-labelledby="{heading}">\n<colgroup>'
        for width in table.widths:
            yield f'<col style="width: {100 * width / sum(table.widths):.4g}%">'
        yield "</colgroup>\n"
        if table.head:
            head = "".join(f'<th scope="col">{self._text(name)}</th>' for name in table.head)
            yield f"<thead>\n<tr>{head}</tr>\n</thead>\n"
        yield "<tbody>\n"
        for first, *others in table.rows:
            cells = "".join(f"<td{self._marks(one)}>{self._cell(one)}</td>" for one in others)
            yield f'<tr><th scope="row"{self._marks(first)}>{self._cell(first)}</th>{cells}</tr>\n'
        yield "</tbody>\n</table>\n" + "</div>\n" * wide

    def _marks(self, cell: Cell) -> str:
        return (' class="strong"' if cell.strong else "") + self._lang(cell.lang)

    def _cell(self, cell: Cell) -> str:
        text = self._text(cell.text)
        return f'<a href="{escape(cell.url)}">{text}</a>' if cell.url else text

    def _lang(self, lang: str) -> str:
        return f' lang="{escape(lang)}"' if lang and lang != self.report.lang else ""

    def _text(self, text: str) -> str:
        """Cards in their colours, with their names for who listens. A long word may be broken."""
        return "".join(
            f'<span class="{code[0]}" role="img" aria-label="{_plain(self.words.sign(code))}">{piece}</span>'
            if code
            else _breakable(piece)
            for piece, code in pieces(text)
        )

    # --- pictures ---

    def _figure(self, drawing: Drawing) -> str:
        self.figures += 1
        name = f"figure-{self.figures}"
        parts = "".join(map(_part, drawing.parts))
        told = "".join(self.words.sign(code) if code else piece for piece, code in pieces(drawing.text))
        return (
            f"<figure>\n<figcaption>{self._text(drawing.title)}</figcaption>\n"
            f'<svg role="img" aria-labelledby="{name}-title {name}-text" width="{drawing.width * 4 / 3:g}" '
            f'height="{drawing.height * 4 / 3:g}" viewBox="0 0 {drawing.width:g} {drawing.height:g}">'
            f'<title id="{name}-title">{_plain(drawing.title)}</title>'
            f'<desc id="{name}-text">{_plain(told)}</desc>\n{parts}</svg>\n</figure>\n'
        )


def _part(part: Label | Line | Box) -> str:
    if isinstance(part, Line):
        return (
            f'<line class="{part.tone}" x1="{part.x1:.4g}" y1="{part.y1:.4g}" x2="{part.x2:.4g}" '
            f'y2="{part.y2:.4g}"/>\n'
        )
    if isinstance(part, Box):
        dashes = ' stroke-dasharray="3 2"' if part.dashed else ""
        filled = " filled" if part.filled else ""
        return (
            f'<rect class="{part.tone}{filled}" x="{part.x:.4g}" y="{part.y:.4g}" width="{part.width:.4g}" '
            f'height="{part.height:.4g}" rx="2"{dashes}/>\n'
        )
    weight = ' font-weight="700"' if part.strong else ""
    text = "".join(
        f'<tspan class="{code[0]}">{piece}</tspan>' if code else _plain(piece)
        for piece, code in pieces(part.text)
    )
    return (
        f'<text class="{part.tone}" x="{part.x:.4g}" y="{part.y:.4g}" font-size="{part.size:g}" '
        f'text-anchor="{part.anchor}"{weight}>{text}</text>\n'
    )


def _breakable(text: str) -> str:
    """As plain text, with places where a long word (a hash, an address) may go on in the next line."""
    parts = (_plain(part) for part in _LONG.sub(r"\g<0>\n", visible(text)).split("\n"))
    return "<wbr>".join(parts)


def _plain(text: str) -> str:
    return escape(visible(text))
