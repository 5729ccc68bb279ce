"""Reports as they were looked at and found right (``tests/golden/report-*``)."""

from __future__ import annotations

import pytest

pytest.importorskip("fpdf", reason="the tests of PDF need fpdf2: pip install '.[dev]'")
pytest.importorskip("pypdf", reason="the tests of PDF need pypdf: pip install '.[dev]'")

from tests.report.golden import FOLDER, NAMES, made


@pytest.mark.parametrize(("kind", "lang"), NAMES)
def test_a_report_is_as_it_was_looked_at(kind: str, lang: str) -> None:
    for name, text in made(kind, lang).items():
        assert text == (FOLDER / name).read_text("utf-8"), (
            f"{name}: look at it, then python -m tests.report.golden"
        )
