"""From a WAV file to a card, by the command that a user types."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from callparser.cli.main import main
from tests.voice.tiny_whisper import write

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


DOUBTFUL = Path(__file__).parents[1] / "voice" / "wavs" / "15_sv_kokoro.wav"


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Random numbers: it answers, but nothing that makes sense."""
    monkeypatch.setattr("callparser.voice.whisper.opinion.compiled", lambda name, sources, build: build())
    return write(tmp_path / "net")


def test_a_second_opinion_is_asked_in_doubt(network: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sure = EXAMPLES / "sv-klover-tia.wav"
    main(["transcribe", str(sure), str(DOUBTFUL), "--second-opinion", str(network), "--jsonl"])
    streams = capsys.readouterr()
    rows = [json.loads(line) for line in streams.out.splitlines()]
    assert rows[0]["second_opinion"] is None
    assert rows[1]["second_opinion"] in ("agreed", "mixed", "asked", "no call")
    assert streams.err == ""


def test_a_second_opinion_that_fails_is_a_notice(network: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["transcribe", str(DOUBTFUL), "--jsonl"])
    alone = json.loads(capsys.readouterr().out)
    names = network / "tokenizer.json"
    names.write_text(names.read_text("utf-8").replace("<|sv|>", "<|xx|>"), "utf-8")
    main(["transcribe", str(DOUBTFUL), "--second-opinion", str(network), "--jsonl"])
    streams = capsys.readouterr()
    assert json.loads(streams.out) == alone | {"second_opinion": "failed"}
    assert "no second opinion" in streams.err
    assert "does not know the language 'sv'" in streams.err


@pytest.mark.parametrize(
    ("which", "says"),
    [
        ("nowhere", "found no model"),
        ("no/where", "no such directory"),
        (str(EXAMPLES), "expected one for whisper"),
        ("dummycall-sv-en", "expected one for whisper"),
    ],
)
def test_a_second_opinion_that_is_not_there(
    which: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["transcribe", str(DOUBTFUL), "--second-opinion", which]) == 2
    assert says in capsys.readouterr().err


def test_another_engine_is_named_by_its_model(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pocketsphinx")
    clip = DOUBTFUL.with_name("19_en_espeak.wav")
    assert main(["transcribe", str(clip), "--lang", "en", "--model", "pocketsphinx-en-us", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["intent"] == {"kind": "card", "suit": "H", "rank": "3"}


def test_another_engine_as_a_second_opinion(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pocketsphinx")
    clips = [str(path) for path in sorted(DOUBTFUL.parent.glob("*_en_*.wav"))]
    main(["transcribe", *clips, "--lang", "en", "--second-opinion", "pocketsphinx-en-us", "--jsonl"])
    streams = capsys.readouterr()
    kinds = {json.loads(line)["second_opinion"] for line in streams.out.splitlines()}
    assert kinds <= {None, "agreed", "mixed", "asked", "no call"}
    assert streams.err == ""
    assert main(["transcribe", *clips, "--second-opinion", "pocketsphinx-en-us"]) == 2
    assert "does not hear sv" in capsys.readouterr().err
