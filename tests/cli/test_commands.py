"""The commands as a user meets them: output, exit codes, and never a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from callparser.cli.main import COMMANDS, main
from callparser.cli.output import Output

HEAVY = ["spacy", "vosk", "yaml", "rapidfuzz", "msgspec", "numpy", "rich", "asyncio", "dataclasses", "typing"]
DUMMY = ["--dummy", "S:AQ74 H:K82 D:- C:T2", "--trump", "S"]


def run(
    *argv: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "callparser", *argv],
        input=stdin,
        capture_output=True,
        timeout=60,
        env=env,
        check=False,
    )


@pytest.mark.parametrize("argv", [[], ["--help"], ["--version"], *([name, "--help"] for name in COMMANDS)])
def test_help_everywhere(argv: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(argv)
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == (0 if argv else 2)
    assert "callparser" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["resolve", "hjärter åtta", *DUMMY, "--trick", "W:H7"], 0),
        (["resolve", "brumma grönt", *DUMMY], 3),
        (["resolve", "hjärter", *DUMMY, "--trick", "H7"], 2),
        (["resolve", "hjärter", "--dummy", "S:AX"], 2),
        (["resolve", "hjärter"], 2),
        (["resolve", "hjärter", *DUMMY, "--edition", "1950"], 2),
        (["resolve", "hjärter", *DUMMY, "--last", "N"], 2),
        (["parse", "hjärter åtta"], 0),
        (["parse", "brumma grönt"], 3),
        (["parse"], 2),
        (["law", "99"], 2),
        (["dance"], 2),
        (["grammar", "try", "hjärter dam"], 0),
        (["grammar", "sample", "--limit", "5"], 0),
        (["grammar", "lint", "--lang", "sv"], 0),
        (["doctor"], 0),
    ],
)
def test_exit_codes(argv: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == code
    said = capsys.readouterr()
    assert said.out or said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    "options",
    [
        ["--trick", "W:H7"], ["--trick", "W:♥7"], ["--trick", "V ♥7"], ["--trick", "W hjärter sju"],
        ["--trick", "W: 7♥"], ["--trick", "S ♥4, W hjärter sju"], ["--trick", "S:H4 W:H7"],
        ["--trick", "W:H7", "--trump", "spader"], ["--trick", "W:H7", "--dummy", "♠AQ74 ♥K82 ♦- ♣102"],
        ["--trick", "W:H7", "--dummy", "S:ED74 H:K82 R:- K:102", "--played", "♣E ♦10"],
        ["--trick", "W:H7", "--last", "W:♣K/♣3"], ["--trick", "W:H7", "--last", "W klöver kung/klöver tre"],
    ],
)  # fmt: skip
def test_what_people_type_is_read(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "lågt", *DUMMY, *options, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["card"] == "H2"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--dummy", "♠AKQJT98765432 ♥A"], "14 cards"), (["--dummy", "♠AQ ♥K A"], "no holding"),
        (["--dummy", "♠AA"], "SA stands twice"), (["--trick", "W"], "not a card"),
        (["--trick", "W hjärter"], "not a card"), (["--trick", "hjärter sju"], "no play"),
        (["--trick", "W:KD"], "CQ or DK"), (["--last", "N:CK W:C3"], "who won"),
        (["--trump", "blå"], "name of a suit"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["resolve", "lågt", *DUMMY, *options]) == 2
    assert says in capsys.readouterr().err


def test_the_answer_says_card_clause_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    main(["resolve", "hjärter", *DUMMY, "--trick", "W:H7", "--plain"])
    text = capsys.readouterr().out
    assert "46B2" in text
    assert "hjärter två" in text


@pytest.mark.parametrize(
    "argv", [["resolve", "hjärter", *DUMMY], ["parse", "hjärter"], ["law", "46"], ["doctor"]]
)
def test_json_is_one_object(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main([*argv, "--json"])
    assert isinstance(json.loads(capsys.readouterr().out), dict)


@pytest.mark.parametrize("text", ["", "  ", "..."])
def test_silence_is_said_to_be_silence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", text]) == 3
    assert capsys.readouterr().out == "nothing was said\n"


def test_the_law_prints_every_clause_with_its_cases(capsys: pytest.CaptureFixture[str]) -> None:
    main(["law", "46", "--edition", "wbf-2017", "--json"])
    clauses = json.loads(capsys.readouterr().out)["clauses"]
    assert {"46A", "46B1a", "46B1b", "46B1c", "46B2", "46B3a", "46B3b", "46B4", "46B5"} <= {
        c["clause"] for c in clauses
    }
    assert all(c["text"] and c["url"].startswith("http") for c in clauses)
    assert any(c["cases"] for c in clauses)


def test_parse_streams() -> None:
    lines = b"\n".join(
        [
            '{"id": 1, "utterance": "hjärter dam"}'.encode(),
            b'{"id": 2}',
            b"x",
            b'{"id": 3, "utterance": "low", "lang": "en"}',
        ]
    )
    done = run("parse", "--jsonl", stdin=lines)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in rows] == [1, 2, None, 3]
    assert rows[0]["intent"] == {"kind": "card", "suit": "H", "rank": "Q"}
    assert [row.get("outcome") for row in rows[1:3]] == ["error", "error"]
    assert rows[3]["intent"] == {"kind": "low"}
    assert done.returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "utf-8"])
def test_any_code_page_survives(encoding: str) -> None:
    import os

    done = run("resolve", "lågt", *DUMMY, "--trick", "W:H7", env={**os.environ, "PYTHONIOENCODING": encoding})
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert "♥".encode() in done.stdout if encoding == "utf-8" else b"H2" in done.stdout


class _Terminal(io.StringIO):
    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


def test_colour_only_on_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Output(stream=_Terminal()).card("HQ") == "\x1b[31m♥Q\x1b[0m"
    assert Output(stream=_Terminal(), plain=True).card("HQ") == "HQ"
    assert Output(stream=io.StringIO()).card("ST") == "♠10"
    monkeypatch.setenv("NO_COLOR", "1")
    assert Output(stream=_Terminal()).card("HQ") == "♥Q"


def test_a_reader_that_leaves_is_no_fault() -> None:
    argv = [sys.executable, "-m", "callparser", "grammar", "sample", "--limit", "0"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(10)
        child.stdout.close()
        assert b"Traceback" not in child.stderr.read()


def test_a_known_phrase_loads_nothing_heavy() -> None:
    code = (
        "import sys; from callparser.cli.main import main; "
        f"main(['resolve', 'lågt', *{DUMMY!r}, '--trick', 'W:H7']); "
        f"print(sorted(set(sys.modules) & set({HEAVY!r})))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # fills the cache
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert done.stdout.decode().splitlines()[-1] == "[]"
