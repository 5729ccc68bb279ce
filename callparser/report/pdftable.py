"""A table on the pages of a PDF."""

from __future__ import annotations

from callparser.report.content import Cell, Table
from callparser.report.paper import BOTTOM, GAP, LEADING, MARGIN, SIZE, Paper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.report.paper import Lines


class Grid:
    """A table while it is drawn: its head again on each page, a row in one piece where that can be."""

    def __init__(self, on: Paper, table: Table) -> None:
        self.on = on
        self.table = table
        columns = len(table.rows[0]) if table.rows else len(table.head)
        widths = table.widths[:columns]
        self.widths = [on.width * width / sum(widths) for width in widths]

    def draw(self) -> None:
        on = self.on
        on.need(70)
        if self.table.caption:
            on.lines(on.wrapped(self.table.caption, on.width, 8.5), MARGIN, 8.5)
        self._head()
        for row in self.table.rows:
            self._row(row)
        on.rule(on.y)
        on.y += GAP + 2

    def _head(self) -> None:
        if self.table.head:
            self._cells([self._wrap(Cell(name, strong=True), at) for at, name in enumerate(self.table.head)],
                        tuple(Cell(name, strong=True) for name in self.table.head))  # fmt: skip

    def _row(self, row: tuple[Cell, ...]) -> None:
        on = self.on
        wrapped = [self._wrap(cell, at) for at, cell in enumerate(row)]
        while any(wrapped):
            height = max(map(len, wrapped)) * SIZE * LEADING + 4
            page = on.pdf.h - BOTTOM - MARGIN - 60
            if height > on.left and (height <= page or on.left < 60):
                on.rule(on.y)
                on.page()
                self._head()
            fits = max(1, int((on.left - 4) / (SIZE * LEADING)))
            self._cells([lines[:fits] for lines in wrapped], row)
            wrapped = [lines[fits:] for lines in wrapped]

    def _wrap(self, cell: Cell, column: int) -> Lines:
        return self.on.wrapped(cell.text, self.widths[column] - 6, SIZE, "B" if cell.strong else "")

    def _cells(self, wrapped: list[Lines], row: tuple[Cell, ...]) -> None:
        on = self.on
        on.rule(on.y)
        x = MARGIN
        for lines, cell, width in zip(wrapped, row, self.widths, strict=True):
            for number, line in enumerate(lines):
                on.line(line, x, on.y + 1 + number * SIZE * LEADING, SIZE, "B" if cell.strong else "")
            if cell.url and lines:
                on.pdf.link(x, on.y, width - 6, len(lines) * SIZE * LEADING, cell.url)
            x += width
        on.y += max(map(len, wrapped)) * SIZE * LEADING + 4
