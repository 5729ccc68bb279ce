"""What ``docs/report.md`` shows can be done."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from callparser.cli.main import main
from tests.report.scenes import EXAMPLES, write_log

PAGE = (EXAMPLES.parent / "docs" / "report.md").read_text("utf-8")


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fpdf", reason="the tests of PDF need fpdf2: pip install '.[dev]'")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    write_log(tmp_path / "log.db", "ID")
    monkeypatch.setattr("sys.stdin", None)
    for line in PAGE.split("```sh\n")[1].split("```")[0].splitlines():
        _, *argv = shlex.split(line, comments=True)
        assert main(argv) == 0
        assert (tmp_path / argv[-1]).stat().st_size > 5_000
