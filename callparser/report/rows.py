"""The sections of a report as JSON, for a page that shows them with its own means.

A text may hold cards as ``♥Q``, or a suit sign alone, as everywhere in a report.
"""

from __future__ import annotations

from callparser.report.content import Block, Cell, Prose, Section, Steps, Table
from callparser.report.signs import pieces, visible
from callparser.report.words import ReportWords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from callparser.jsonline import Row


def section_row(section: Section, words: ReportWords) -> Row:
    return {
        "name": section.name,
        "title": visible(section.title),
        "blocks": [_block(one, words) for one in section.blocks],
        "parts": [section_row(one, words) for one in section.parts],
    }


def _block(block: Block, words: ReportWords) -> Row:
    if isinstance(block, Prose):
        return {"kind": "prose", "style": block.kind, "text": visible(block.text), "lang": block.lang}
    if isinstance(block, Steps):
        return {"kind": "steps", "steps": [[_cell(a), _cell(b)] for a, b in block.steps]}
    if isinstance(block, Table):
        rows = [[_cell(one) for one in row] for row in block.rows]
        return {
            "kind": "table",
            "caption": visible(block.caption),
            "head": [*map(visible, block.head)],
            "rows": rows,
        }
    drawings = [{"title": visible(one.title), "text": _told(one.text, words)} for one in block.drawings]
    return {"kind": "figures", "figures": drawings}


def _cell(cell: Cell) -> dict[str, Any]:
    """What a cell does not have is left out."""
    more = {"url": cell.url, "lang": cell.lang, "strong": cell.strong}
    return {"text": visible(cell.text)} | {name: value for name, value in more.items() if value}


def _told(text: str, words: ReportWords) -> str:
    """A picture in words, its cards by their names."""
    return visible("".join(words.sign(code) if code else piece for piece, code in pieces(text)))
