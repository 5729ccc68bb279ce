"""Pictures on the pages of a PDF."""

from __future__ import annotations

from callparser.report.drawing import FAINT, Box, Label, Line
from callparser.report.paper import FONT, GAP, LINE_TONE, MARGIN, TONES, Paper
from callparser.report.signs import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from callparser.report.drawing import Drawing

_FELT: Final = (242, 242, 242)
#: For the title above a picture, and between two of them.
_TITLE, _BETWEEN = 24.0, 12.0


def figures(on: Paper, drawings: Sequence[Drawing]) -> None:
    """From left to right as long as there is room, then below."""
    x, below = MARGIN, 0.0
    for one in drawings:
        if x > MARGIN and x + one.width > MARGIN + on.width:
            x, on.y, below = MARGIN, on.y + below, 0.0
        if x == MARGIN:
            on.need(one.height + _TITLE)
        elif one.height + _TITLE > on.left:
            on.page()
            x, below = MARGIN, 0.0
        _drawing(on, one, x, on.y)
        x, below = x + one.width + _BETWEEN, max(below, one.height + _TITLE)
    on.y += below + GAP


def _drawing(on: Paper, drawing: Drawing, x: float, y: float) -> None:
    on.line(list(pieces(on.drawable(drawing.title))), x, y, 10, "B")
    for part in drawing.parts:
        _part(on, part, x, y + 18)


def _part(on: Paper, part: Label | Line | Box, x: float, y: float) -> None:
    pdf = on.pdf
    if isinstance(part, Label):
        text, style = on.drawable(part.text), "B" if part.strong else ""
        pdf.set_font(FONT, style, part.size)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[part.anchor] * pdf.get_string_width(text)
        left, top = x + part.x - shift, y + part.y - part.size
        on.line(list(pieces(text)), left, top, part.size, style, part.tone)
        return
    pdf.set_line_width(0.7)
    pdf.set_draw_color(*(LINE_TONE if part.tone == FAINT else TONES[part.tone]))
    if isinstance(part, Line):
        pdf.set_dash_pattern()
        pdf.line(x + part.x1, y + part.y1, x + part.x2, y + part.y2)
        return
    pdf.set_fill_color(*_FELT)
    pdf.set_dash_pattern(dash=3, gap=2) if part.dashed else pdf.set_dash_pattern()
    pdf.rect(x + part.x, y + part.y, part.width, part.height, style="DF" if part.filled else "D")
