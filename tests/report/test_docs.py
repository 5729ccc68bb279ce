"""What ``docs/report.md`` shows can be done."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from callparser.cli.main import main
from tests.report.scenes import EXAMPLES, write_log

PAGE = (EXAMPLES.parent / "docs" / "report.md").read_text("utf-8")


def block(language: str) -> str:
    return PAGE.split(f"```{language}\n")[1].split("```")[0]


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fpdf", reason="the tests of PDF need fpdf2: pip install '.[dev]'")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    write_log(tmp_path / "log.db", "ID")
    monkeypatch.setattr("sys.stdin", None)
    for line in block("sh").splitlines():
        _, *argv = shlex.split(line, comments=True)
        assert main(argv) == 0
        assert (tmp_path / argv[-1]).stat().st_size > 5_000


def test_the_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block("python"), {})
    assert "Director's ruling" in Path("ruling.html").read_text("utf-8").replace("&#x27;", "'")


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (EXAMPLES.parent / "docs" / target).exists(), target
