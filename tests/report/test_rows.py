"""A report as JSON says what the report says, and nothing that steers a screen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from callparser.report.content import Cell, Figures, Prose, Section, Table, pairs
from callparser.report.drawing import Drawing
from callparser.report.rows import section_row
from callparser.report.words import report_words
from tests.report.scenes import SCENES
from tests.report.test_content import texts

Row = dict[str, Any]


def told(row: Row) -> list[str]:
    """Everything in it, in order; a picture in words has its cards by name."""
    found = []
    for block in row["blocks"]:
        if block["kind"] == "prose":
            found.append(block["text"])
        elif block["kind"] == "steps":
            found += [cell["text"] for step in block["steps"] for cell in step]
        elif block["kind"] == "table":
            cells = [cell["text"] for one in block["rows"] for cell in one]
            found += [block["caption"], *block["head"], *cells]
        else:
            found += [text for one in block["figures"] for text in (one["title"], one["text"])]
    return found + [text for part in row["parts"] for text in told(part)]


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("kind", SCENES)
def test_nothing_is_lost(kind: str, lang: str) -> None:
    words = report_words(lang)
    signs = str.maketrans("", "", "♠♥♦♣")
    for section in SCENES[kind](lang).sections:
        row = section_row(section, words)
        assert json.loads(json.dumps(row)) == row
        ours, theirs = texts(section), told(row)
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert one == other or one.translate(signs) != one


def test_a_text_of_a_stranger_is_made_harmless() -> None:
    bad = "a\u202eb\x1b[2J"
    drawing = Drawing(bad, bad, 1, 1, ())
    table = Table(bad, ((Cell(bad), Cell(bad)),), (bad, bad))
    row = section_row(Section("x", bad, (Prose(bad), table, Figures((drawing,)))), report_words("en"))
    assert {*told(row), row["title"]} == {"a\\u202eb\\x1b[2J"}


def test_a_cell_tells_only_what_it_has() -> None:
    table = pairs("", (("a", Cell("b", "https://x.example")),))
    row = section_row(Section("x", "X", (table,)), report_words("en"))
    assert row["blocks"][0]["rows"] == [[{"text": "a"}, {"text": "b", "url": "https://x.example"}]]
