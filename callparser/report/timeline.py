"""What happened when: words, answers and cards with their clock, as a table and as pictures.

For anything with times: a session of the log, or the events of an incident.
"""

from __future__ import annotations

from math import isnan, nan

from callparser.report.content import Block, Cell, Figures, Table
from callparser.report.drawing import FAINT, INK, WIDE, Box, Drawing, Label, Line, shortened
from callparser.report.words import ReportWords
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

#: What lies above what in a picture.
LANES: Final = ("words", "answers", "cards")
#: A longer silence, or so many events, and another picture begins.
_SILENCE_S: Final = 15.0
_MOST: Final = 12

_WIDTH, _LEFT, _RIGHT = 480.0, 62.0, 8.0
_ROW, _BAR, _SIZE = 24.0, 6.0, 8.5
_TEXT_WIDTH: Final = 150.0
#: Between marks on the axis, in seconds; so many at most.
_STEPS_S: Final = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 300)
_MARKS: Final = 10


class Timed(Value):
    """One event. ``at_s`` is when it began and ``until_s`` when it ended, from any start; NaN: nobody knows.

    ``lane`` is one of :data:`LANES`; ``what`` says what it is; ``lang`` is the language of ``text``.
    ``clock`` is the time of day, if it is known.
    """

    at_s: float
    until_s: float
    lane: str
    what: str
    text: str
    lang: str = ""
    clock: str = ""


def time_line(events: Sequence[Timed], words: ReportWords) -> tuple[Block, ...]:
    """Pictures of what has a time, and a table of all."""
    timed = [(number, one) for number, one in enumerate(events, 1) if not isnan(one.at_s)]
    figures = (_figures(timed, words),) if timed else ()
    return (*figures, _table(events, words)) if events else ()


def _table(events: Sequence[Timed], words: ReportWords) -> Table:
    """All events in order, with the seconds since the last that has a time."""
    labels = words.labels
    rows = []
    last_s = nan
    for number, one in enumerate(events, 1):
        gap = "–" if isnan(one.at_s - last_s) else seconds(one.at_s - last_s, words)
        clock = one.clock or ("–" if isnan(one.at_s) else seconds(one.at_s, words))
        last_s = last_s if isnan(one.until_s) else one.until_s
        told = Cell(one.text, lang=one.lang)
        rows.append((Cell(str(number)), Cell(clock), Cell(gap), Cell(one.what), told))
    head = (labels["number"], labels["clock"], labels["gap"], labels["event"], labels["content"])
    return Table(labels["time_table"], tuple(rows), head, (1, 3, 2, 4, 9))


def _figures(events: Iterable[tuple[int, Timed]], words: ReportWords) -> Figures:
    """A picture for each stretch without a long silence. The numbers are those of the table."""
    stretches: list[list[tuple[int, Timed]]] = []
    for number, one in events:
        last = stretches[-1] if stretches else []
        if not last or len(last) == _MOST or abs(one.at_s - last[-1][1].until_s) > _SILENCE_S:
            stretches.append([])
        stretches[-1].append((number, one))
    return Figures(tuple(_drawing(stretch, words) for stretch in stretches))


def seconds(value: float, words: ReportWords) -> str:
    """``1.25 s``, with the language's own point."""
    return f"{value:.2f}".replace(".", words.labels["point"]) + " s"


def _drawing(stretch: Sequence[tuple[int, Timed]], words: ReportWords) -> Drawing:
    start_s = min(one.at_s for _, one in stretch)
    end_s = max(max(one.until_s for _, one in stretch), start_s + 0.5)
    scale = (_WIDTH - _LEFT - _RIGHT) / (end_s - start_s)
    parts: list[Label | Line | Box] = []
    top = 0.0
    for lane in LANES:
        placed = _rows([(number, one) for number, one in stretch if one.lane == lane], start_s, scale)
        parts.append(Label(0, top + 15, words.labels[f"lane_{lane}"], 9, strong=True))
        for row, number, one in placed:
            parts.extend(_event(number, one, _x(one.at_s, start_s, scale), top + row * _ROW, scale))
        top += _ROW * max([row + 1 for row, _, _ in placed], default=1)
        parts.append(Line(_LEFT, top, _WIDTH, top))
    parts.extend(_axis(start_s, end_s, scale, top, words))
    first, last = stretch[0], stretch[-1]
    title = words.labels["time_line"].format(first=first[0], last=last[0], clock=first[1].clock).rstrip(" ,")
    told = "; ".join(
        f"{number}: {seconds(one.at_s - start_s, words)}, {one.what} {one.text}" for number, one in stretch
    )
    return Drawing(title, told + ".", _WIDTH, top + 22, tuple(parts))


def _x(at_s: float, start_s: float, scale: float) -> float:
    return _LEFT + (at_s - start_s) * scale


def _rows(events: Sequence[tuple[int, Timed]], start_s: float, scale: float) -> list[tuple[int, int, Timed]]:
    """Each event in the first row of its lane where it covers no other."""
    ends: list[float] = []
    placed = []
    for number, one in events:
        x, text_x = _x(one.at_s, start_s, scale), _text_x(number, one, _x(one.at_s, start_s, scale))
        row = next((row for row, end in enumerate(ends) if end <= min(x, text_x)), len(ends))
        ends[row : row + 1] = [max(_x(one.until_s, start_s, scale), text_x + _text_width(number, one)) + 6]
        placed.append((row, number, one))
    return placed


def _label(number: int, one: Timed) -> str:
    return shortened(f"{number}  {one.text}", _TEXT_WIDTH, _SIZE)


def _text_width(number: int, one: Timed) -> float:
    return len(_label(number, one)) * WIDE * _SIZE


def _text_x(number: int, one: Timed, x: float) -> float:
    """Where the text begins: with the event, or so far left of it that it ends inside."""
    return max(_LEFT, min(x, _WIDTH - _text_width(number, one)))


def _event(number: int, one: Timed, x: float, top: float, scale: float) -> list[Label | Line | Box]:
    width = max((one.until_s - one.at_s) * scale, 2.0)
    return [
        Box(x, top + 14, width, _BAR, INK, filled=True),
        Label(_text_x(number, one, x), top + 11, _label(number, one), _SIZE),
    ]


def _axis(start_s: float, end_s: float, scale: float, top: float, words: ReportWords) -> list[Label | Line]:
    step = next((step for step in _STEPS_S if (end_s - start_s) / step <= _MARKS), _STEPS_S[-1])
    parts: list[Label | Line] = []
    for mark in range(int((end_s - start_s) / step) + 1):
        x = _LEFT + mark * step * scale
        parts.append(Line(x, top, x, top + 4, INK))
        text = f"{mark * step:g}".replace(".", words.labels["point"]) + (" s" if mark == 0 else "")
        parts.append(Label(x, top + 15, text, 8, "start" if mark == 0 else "middle", tone=FAINT))
    return parts
