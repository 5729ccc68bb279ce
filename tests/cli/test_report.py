"""``--report``: of a ruling, an audit and a log; where it may not be written, and what is then said."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from callparser.cli.main import main
from tests.cli.test_rule import DUMMY, Stdin
from tests.report.scenes import DATE, EXAMPLES, write_log

INCIDENT = str(EXAMPLES / "referee-record.json")
REVOKE = str(EXAMPLES / "revoke.pbn")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write_log(tmp_path / "log.db", "t1")


def commands(log: Path) -> list[list[str]]:
    return [
        ["rule", "--incident", INCIDENT, "--json"], ["audit", REVOKE, "--json"], ["log", "show", str(log)],
        ["log", "export", str(log)],
    ]  # fmt: skip


def test_every_command_writes_its_report(
    tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, command in enumerate(commands(log)):
        assert main(command) == 0
        without = capsys.readouterr().out
        printed = []
        for lang in ("sv", "en"):
            file = tmp_path / f"{number}-{lang}.html"
            assert main([*command, "--lang", lang, "--report", str(file), "--date", DATE]) == 0
            text = file.read_text("utf-8")
            assert f'<html lang="{lang}">' in text
            assert f'<time datetime="{DATE}">' in text
            printed.append(capsys.readouterr().out)
        assert printed[0] == without
    assert not [
        name
        for name in os.listdir(tmp_path)
        if name.rpartition(".")[2] not in ("html", "db", "db-wal", "db-shm")
    ]


def test_no_report_takes_the_place_of_what_it_tells_of(
    tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (command, option) in enumerate(
        [
            (["rule"], "--incident"), (["rule", "67"], "--record"), (["rule"], "--save"), (["audit"], ""),
            (["log", "show"], ""), (["log", "export"], ""), (["rule"], "--log"),
        ]
    ):  # fmt: skip
        file = tmp_path / f"{number}.html"
        file.write_text("{}")
        link = tmp_path / f"link-{number}.html"
        link.symlink_to(file)
        for report in (file, link):
            given = [*command, *([option] if option else []), str(file)]
            assert main([*given, "--report", str(report), "--force"]) == 2, given
            assert "is read from" in capsys.readouterr().err
            assert file.read_text() == "{}"


def test_what_was_asked_at_the_terminal_is_in_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Stdin("".join(f"{line}\n" for line in DUMMY)))
    file = tmp_path / "a.html"
    assert main(["rule", "--lang", "en", "--report", str(file)]) == 0
    text = file.read_text("utf-8")
    assert (
        '<th scope="row">7</th><td>Has he now a card of the suit led to that trick?</td><td>yes</td>' in text
    )
    assert "67B1a-dummy [67B1a, 64B3, 64C]" in text


def test_the_hash_of_a_log_is_that_of_its_export(
    tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.html"
    assert main(["log", "export", str(log), "--session", "t1", "--report", str(file)]) == 0
    digest = sha256(capsys.readouterr().out.encode()).hexdigest()
    assert digest in file.read_text("utf-8").replace("<wbr>", "")


def test_a_pdf(tmp_path: Path) -> None:
    pytest.importorskip("fpdf", reason="the tests of PDF need fpdf2: pip install '.[dev]'")
    files = [tmp_path / name for name in ("one.pdf", "two.PDF")]
    for file in files:
        assert main(["audit", REVOKE, "--report", str(file), "--date", DATE]) == 0
    assert files[0].read_bytes()[:5] == b"%PDF-"
    assert files[0].read_bytes() == files[1].read_bytes()


def test_without_a_date_it_is_today(tmp_path: Path) -> None:
    file = tmp_path / "a.html"
    days = {date.today().isoformat()}
    assert main(["audit", REVOKE, "--report", str(file)]) == 0
    days.add(date.today().isoformat())
    assert any(f'datetime="{day}"' in file.read_text("utf-8") for day in days)


def test_a_file_that_is_there_is_written_over_only_when_told(
    tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.html"
    file.write_text("mine")
    for command in commands(log):
        assert main([*command, "--report", str(file)]) == 2
        assert "is there already" in "".join(capsys.readouterr())
        assert file.read_text() == "mine"
    assert main(["audit", REVOKE, "--report", str(file), "--force"]) == 0
    assert file.read_text("utf-8") != "mine"


@pytest.mark.parametrize(
    ("options", "complaint", "code"),
    [
        (["--report", "a.doc"], "written as .html or .pdf", 2),
        (["--report", "a"], "written as .html or .pdf", 2),
        (["--report", "no/such/folder/a.html"], "cannot be written", 1),
        (["--report", "a.html", "--date", "yesterday"], "expected a date such as", 2),
    ],
)
def test_what_cannot_be_is_said(
    options: list[str], complaint: str, code: int, tmp_path: Path, log: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for command in commands(log):
        assert main([*command, *options]) == code
        assert complaint in "".join(capsys.readouterr())
    assert [name for name in os.listdir() if not name.startswith("log.db")] == []


def test_the_missing_extra_is_named_before_any_question(
    tmp_path: Path, log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("callparser.report.pdf.find_spec", lambda name: None)
    for command in [["rule", "67"], *commands(log)]:
        assert main([*command, "--report", str(tmp_path / "a.pdf")]) == 2
        assert "callparser[report]" in "".join(capsys.readouterr())


def test_an_audit_in_a_language_without_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", REVOKE, "--lang", "da", "--report", str(tmp_path / "a.html")]) == 2
    assert "its languages are sv, en" in capsys.readouterr().err


def test_a_report_is_of_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", REVOKE, REVOKE, "--report", str(tmp_path / "a.html")]) == 2
    assert "give one file" in capsys.readouterr().err


def test_a_report_is_of_one_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, file = str(write_log(tmp_path / "two.db", "t1", "t2")), str(tmp_path / "a.html")
    assert main(["log", "show", log, "--report", file]) == 2
    assert "several sessions ('t1', 't2' ...)" in capsys.readouterr().err
    assert main(["log", "show", log, "--report", file, "--session", "no"]) == 2
    assert "no such session" in capsys.readouterr().err
    assert main(["log", "show", log, "--report", file, "--session", "t2"]) == 0
    assert "Session t2" in Path(file).read_text("utf-8")


def test_an_empty_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(write_log(tmp_path / "none.db"))
    assert main(["log", "show", log, "--report", str(tmp_path / "a.html")]) == 2
    assert "no session" in capsys.readouterr().err


def test_a_log_that_was_changed_says_so_in_its_first_line(tmp_path: Path, log: Path) -> None:
    with closing(sqlite3.connect(log)) as base:
        base.execute("update event set body = replace(body, 'hjärter', 'spader') where kind = 'server.heard'")
        base.commit()
    file = tmp_path / "a.html"
    assert main(["log", "show", str(log), "--lang", "en", "--report", str(file)]) == 0
    text = file.read_text("utf-8")
    assert "NOT WHOLE. Session t1, event 4: its content was changed" in text
    assert text.index("NOT WHOLE") < text.index("spader")
