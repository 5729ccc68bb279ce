"""A picture as numbers: what both writers draw. Lengths are in points, from the top left corner.

A tone is a suit letter (``S H D C``), ``ink`` or ``faint``; each writer has a colour for it. Nothing is told
by a tone alone.
"""

from __future__ import annotations

from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

INK: Final = "ink"
FAINT: Final = "faint"
#: How wide a character of size 1 is at most, on average, in the fonts that are used.
WIDE: Final = 0.62


class Label(Value):
    """A line of text on its baseline. ``anchor``: ``start``, ``middle`` or ``end`` stands at ``x``."""

    x: float
    y: float
    text: str
    size: float = 10
    anchor: str = "start"
    strong: bool = False
    tone: str = INK


class Line(Value):
    x1: float
    y1: float
    x2: float
    y2: float
    tone: str = FAINT


class Box(Value):
    """A frame. ``dashed`` where something is missing; ``filled`` on a ground of its own."""

    x: float
    y: float
    width: float
    height: float
    tone: str = FAINT
    dashed: bool = False
    filled: bool = False


class Drawing(Value):
    """A picture. ``title`` says what it is, ``text`` all that is in it, in words."""

    title: str
    text: str
    width: float
    height: float
    parts: tuple[Label | Line | Box, ...]


def shortened(text: str, width: float, size: float) -> str:
    """As much of a text as goes into a width."""
    most = max(1, int(width / (WIDE * size)))
    return text if len(text) <= most else text[: most - 1] + "…"
