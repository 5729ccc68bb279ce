"""The report as one picture: bars of what came of the calls, and of what is no call. SVG, written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from benchmarks.voice.tally import Cell, Cells

#: Colours that are told apart without red and green; wrong is the darkest.
COLOURS: Final = {
    "right": "#9ecae1", "asked": "#fee391", "again": "#e0e0e0", "wrong": "#7f0000",
    "taken for a call": "#7f0000", "asked whether": "#fee391", "no call": "#9ecae1",
}  # fmt: skip
LANGUAGES: Final = {"sv": "Swedish", "en": "English"}
_WIDE, _LABEL, _BAR, _ROW, _TEXT = 1000, 330, 460, 20, 13


def drawn(tables: dict[str, Cells]) -> str:
    """The whole picture. Bars are shares of all calls of a line; the figures beside them are percent."""
    body: list[str] = []
    y = 30
    for title, cells, kinds in _parts(tables):
        if cells:
            body += [_text(10, y, title, weight="bold"), *_legend(y, kinds)]
            y += _ROW
            for name, cell in cells:
                body += _bar(y, name, _shares(cell, kinds))
                y += _ROW
            y += _ROW
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {y}" width="{_WIDE}" height="{y}" '
        f'font-family="sans-serif" font-size="{_TEXT}" role="img">\n<title>How well it hears</title>\n'
        f'<rect width="{_WIDE}" height="{y}" fill="white"/>\n'
    )
    return head + "\n".join(body) + "\n</svg>\n"


Part = tuple[str, list[tuple[str, Cell]], Sequence[str]]
_CALLS: Final = ("right", "asked", "again", "wrong")
_TALK: Final = ("no call", "asked whether", "taken for a call")


def _parts(tables: dict[str, Cells]) -> Iterator[Part]:
    for lang, name in LANGUAGES.items():
        yield f"Calls in {name}, by condition", _of(tables["conditions"], lang), _CALLS
    for lang, name in LANGUAGES.items():
        yield f"Calls in {name}, clean, by voices", _of(tables["voices"], lang), _CALLS
    for lang, name in LANGUAGES.items():
        yield f"Beside others, {name}", _of(tables["systems"], lang), _CALLS
    for lang, name in LANGUAGES.items():
        yield f"The card is not in dummy, {name}", _of(tables["absent"], lang), _CALLS
    ours = [(f"{kind}, {lang}", cell) for (kind, lang, system), cell in tables["talk"].items()
            if system == "callparser"]  # fmt: skip
    yield "What is no call", ours, _TALK


def _of(cells: Cells, lang: str) -> list[tuple[str, Cell]]:
    return [(": ".join(key[1:]), cell) for key, cell in cells.items() if key[0] == lang]


def _shares(cell: Cell, kinds: Sequence[str]) -> list[tuple[str, float]]:
    if kinds is _CALLS:
        counts = {kind: cell.count(kind) for kind in kinds}
    else:
        taken, asked = cell.count("played"), cell.count("asked")
        counts = {"taken for a call": taken, "asked whether": asked, "no call": cell.n - taken - asked}
    return [(kind, counts[kind] / cell.n) for kind in kinds]


def _bar(y: int, name: str, shares: Sequence[tuple[str, float]]) -> Iterator[str]:
    yield _text(_LABEL - 8, y, name, anchor="end")
    x = float(_LABEL)
    for kind, share in shares:
        width = share * _BAR
        yield (
            f'<rect x="{x:.1f}" y="{y - _TEXT}" width="{width:.1f}" height="{_ROW - 4}" '
            f'fill="{COLOURS[kind]}"><title>{kind}: {100 * share:.1f} %</title></rect>'
        )
        x += width
    first, last = shares[0], shares[-1]
    yield _text(_LABEL + _BAR + 8, y, f"{first[0]} {100 * first[1]:.0f}, {last[0]} {100 * last[1]:.1f}")


def _legend(y: int, kinds: Sequence[str]) -> Iterator[str]:
    for number, kind in enumerate(kinds):
        x = _LABEL + number * 130
        yield f'<rect x="{x}" y="{y - 11}" width="12" height="12" fill="{COLOURS[kind]}"/>'
        yield _text(x + 17, y, kind)


def _text(x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x:.0f}" y="{y}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'
