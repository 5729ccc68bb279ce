"""``callparser audit``: what it prints, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from callparser.cli.main import main
from tests.deals import in_columns, random_board

ROOT = Path(__file__).parents[2]
REVOKE = str(ROOT / "examples" / "revoke.pbn")
OMITTED = str(ROOT / "examples" / "omitted.lin")


def test_a_clean_record_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from callparser.record.pbnwrite import write_pbn

    file = tmp_path / "clean"
    file.write_text(write_pbn(in_columns(random_board(seed)) for seed in range(3)))
    assert main(["audit", str(file), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "boards: 3; nothing irregular\n"


def test_several_files_with_a_damaged_and_a_missing_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.pbn"
    file.write_text('[Board "1"]\n[Dealer "Q"]\n')
    assert main(["audit", REVOKE, str(file), "nowhere", "--lang", "en", "--plain"]) == 2
    done = capsys.readouterr()
    first = "board 7, trick 5, east   [61A, wbf-2017] (clause unverified)"
    assert done.out.startswith(f"{REVOKE}\n{first}\nEast plays")
    assert f"{file}:2:1: cannot be read: Dealer is 'Q'; expected one of N, E, S, W\n" in done.out
    assert done.out.endswith("boards: 1; nothing irregular in what could be read\n")
    assert done.err.startswith("callparser audit: nowhere: nowhere is no file; give the path of a PBN")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", OMITTED, "--json", "--edition", "1997", "--lang", "en"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["edition"] == "sbf-1997"
    (file,) = row["files"]
    assert (file["format"], file["damages"]) == ("lin", [])
    (board,) = file["boards"]
    assert (board["index"], board["board"], board["line"]) == (1, "7", 1)
    assert [(one["code"], one["trick"], one["seat"], one["clause"]) for one in board["findings"]] == [
        ("too-few-cards", 3, "E", "67B1"),
        ("claim", None, None, "68A"),
    ]
    assert board["findings"][0]["facts"] == {
        "sign": -1, "both_sides_played": True, "led": "S", "may_supply": ["S8"],
    }  # fmt: skip


def test_json_lines_and_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stdin:
        buffer = io.BytesIO(b'[Board "1"]\n\n[Board "2"]\n[Dealer "Q"]\n')

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert main(["audit", "-", "nowhere", "--jsonl"]) == 2
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row.get("board") for row in rows] == ["1", "2", None, None]
    assert rows[2]["damage"]["line"] == 4
    assert rows[3]["error"]["code"] == "bad-input"


@pytest.mark.parametrize("option", [["--edition", "1950"], ["--lang", "xx"]])
def test_an_option_that_is_wrong(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["audit", REVOKE, *option])
    except SystemExit as end:  # argparse
        code = end.code
    assert code == 2
    assert option[1] in capsys.readouterr().err


def test_boards_are_told_as_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each before the next is read; and how many there were, on a terminal, where it takes long."""
    out, err = io.StringIO(), io.StringIO()
    err.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr("callparser.cli.progress._PATIENCE_S", -1.0)
    seen = []

    def audited(board, edition):
        seen.append(out.getvalue())
        return ()

    monkeypatch.setattr("callparser.cli.audit.audit", audited)
    file = tmp_path / "bad.pbn"
    file.write_text('[Board "1"]\n[Dealer "Q"]\n\n[Board "2"]\n')
    assert main(["audit", str(file), "--lang", "en"]) == 0
    assert [f"{file}:2:1" in told for told in seen] == [False, True]
    assert "1 boards" in err.getvalue()


@pytest.mark.parametrize(
    ("claim", "text"), [("", "A claim."), (', "played": 0', "A claim, with 0 cards played.")]
)
def test_a_claim_says_how_many_cards_only_if_it_is_told(
    claim: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "claim"
    file.write_text('{"format": "callparser-play-record", "claim": {"seat": "S"' + claim + "}}")
    assert main(["audit", str(file), "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[-2] == text
