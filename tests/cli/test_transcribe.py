"""From a WAV file to a card, by the command that a user types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from callparser.cli.main import main

pytest.importorskip("vosk")

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(("clip", "card"), [("sv-klover-tia", "CT"), ("en-queen-of-hearts", "HQ")])
def test_a_spoken_call_becomes_a_card(clip: str, card: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["transcribe", f"{EXAMPLES / clip}.wav", "--situation", f"{EXAMPLES / clip}.json", "--json"])
    row = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (row["outcome"], row["card"]) == ("played", card)
    assert [word["word"] for word in row["words"]] == row["text"].split()
    assert all(0 <= word["start_s"] <= word["end_s"] for word in row["words"])


def test_a_bad_file_is_named_and_the_others_are_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.wav"
    bad.write_bytes(b"RIFF")
    good = EXAMPLES / "sv-klover-tia.wav"
    assert main(["transcribe", str(bad), str(good), str(tmp_path / "none.wav"), "--jsonl"]) == 2
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["file"] for row in rows] == [str(bad), str(good), str(tmp_path / "none.wav")]
    assert [row.get("outcome") for row in rows] == ["error", None, "error"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--situation", "nowhere.json"], "no file"),
        (["--model", "nowhere"], "nowhere"),
    ],
)
def test_what_is_missing_is_named(options: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["transcribe", str(EXAMPLES / "sv-klover-tia.wav"), *options]) == 2
    assert says in capsys.readouterr().err
