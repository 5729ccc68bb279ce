"""What a report is: a tree of plain values that every writer can show, with no word of a language in it.

A text may hold cards as ``♥Q``, or a suit sign alone: writers give them colour, and a screen reader their
names.
Any text may come from strangers (names, words that were heard); a writer makes it harmless.
"""

from __future__ import annotations

from callparser.report.drawing import Drawing
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: How a paragraph is shown. ``code`` is text for programs, unbroken and of equal width where that can be.
PLAIN: Final = "plain"
STRONG: Final = "strong"
QUOTE: Final = "quote"
CODE: Final = "code"


class Cell(Value):
    """A text, perhaps with a link. ``lang`` where it is not in the language of the report."""

    text: str
    url: str = ""
    lang: str = ""
    strong: bool = False


class Prose(Value):
    """A paragraph. ``kind`` is one of the words above."""

    text: str
    kind: str = PLAIN
    lang: str = ""


class Steps(Value):
    """A numbered list; each step is a heading, which may link, and a text."""

    steps: tuple[tuple[Cell, Cell], ...]


class Table(Value):
    """Rows of cells, all as long as ``head`` if there is one. The first cell of a row is its heading.

    ``caption`` is empty where the title of the section says it. ``widths``: of each column, relative to the
    others.
    """

    caption: str
    rows: tuple[tuple[Cell, ...], ...]
    head: tuple[str, ...] = ()
    widths: tuple[int, ...] = (2, 3)


class Figures(Value):
    """Pictures that stand side by side where there is room."""

    drawings: tuple[Drawing, ...]


Block = Prose | Steps | Table | Figures


class Section(Value):
    """``name`` is the same in every language, and unlike every other in the report."""

    name: str
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()


class Report(Value):
    """``date`` is when it was made, an ISO date. ``producer`` is the program and its version."""

    lang: str
    title: str
    subtitle: str
    date: str
    producer: str
    sections: tuple[Section, ...]


def pairs(caption: str, rows: tuple[tuple[str, str | Cell], ...]) -> Table:
    """A table of two columns: what it is, and which."""
    cells = tuple((Cell(name), value if isinstance(value, Cell) else Cell(value)) for name, value in rows)
    return Table(caption, cells)


def joined(*sections: Section | None) -> tuple[Section, ...]:
    """Those that say something."""
    return tuple(one for one in sections if one is not None and (one.blocks or one.parts))
