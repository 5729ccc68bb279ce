"""From a WAV file to a card, by the command that a user types."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from callparser.cli.main import main
from callparser.voice import models
from callparser.voice.engine import Alternative, Heard
from callparser.voice.hearing import Hearing
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


# --- lines -----------------------------------------------------------------------------------------------

CLIP = EXAMPLES / "sv-klover-tia.wav"
TABLE = json.loads((EXAMPLES / "sv-klover-tia.json").read_text("utf-8"))


def transcribed(
    lines: list[object], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *options: str
) -> list[dict[str, object]]:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["transcribe", "--jsonl", *options]) == 0
    streams = capsys.readouterr()
    assert streams.err == ""
    return [json.loads(line) for line in streams.out.splitlines()]


def test_lines_are_answered_in_their_order_and_a_bad_one_alone_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(CLIP)
    lines: list[object] = [
        {"id": "a", "file": file},
        {"id": 2, "file": str(EXAMPLES / "en-queen-of-hearts.wav"), "lang": "en"},
        {"id": "c", "file": file, "situation": TABLE},
        {"id": "d", "file": "nowhere.wav"}, {"id": "e"}, {"id": "f", "file": 3},
        {"id": "g", "file": file, "lang": "fr"}, {"id": "h", "file": file, "lang": "auto"},
        {"id": "i", "file": file, "situation": []}, {"id": "j", "file": file, "situation": {"dummy": "S:A"}},
        {"id": "k", "file": "\0"}, {"id": "l", "file": "\ud800"}, {"id": "m", "file": ""}, None,
        "{", "", "[]", "x" * 70_000,
        {"id": "n", "file": file, "lang": 3},
        {"id": "z", "file": file, "situation": None},
    ]  # fmt: skip
    rows = transcribed(lines, capsys, monkeypatch)
    good = [row for row in rows if "error" not in row]
    assert [row["id"] for row in rows] == [*"a", 2, *"cdefghijklm", None, None, None, None, None, "n", "z"]
    assert [row["id"] for row in good] == ["a", 2, "c", "z"]
    cards = [(row["intent"]["suit"], row["intent"]["rank"]) for row in good]
    assert cards == [("C", "T"), ("H", "Q"), ("C", "T"), ("C", "T")]
    assert good[0] == {**good[3], "id": "a"}
    assert {"text", "intent", "alternatives", "confidence", "words", "heard"} <= good[0].keys()
    assert "resolution" not in good[0]
    assert good[2]["resolution"]["card"] == "CT"
    said = {row["id"]: row["error"]["message"] for row in rows if "error" in row}  # type: ignore[index]
    assert "file is an empty text" in said["m"]
    assert not any("utterance" in text for text in said.values())
    codes = {row["error"]["code"] for row in rows if "error" in row}
    assert codes == {"bad-input", "bad-table"}


def test_the_options_are_what_a_line_does_not_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(EXAMPLES / "en-queen-of-hearts.wav")
    table = EXAMPLES / "en-queen-of-hearts.json"
    (row,) = transcribed([{"file": file}], capsys, monkeypatch, "--situation", str(table))
    assert row["resolution"]["card"] == "HQ"
    (row,) = transcribed([{"file": file}], capsys, monkeypatch, "--lang", "en")
    assert row["intent"] == {"kind": "card", "suit": "H", "rank": "Q"}


def test_files_are_looked_for_beside_the_file_of_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "calls").mkdir()
    (tmp_path / "calls" / "call.wav").write_bytes(CLIP.read_bytes())
    (tmp_path / "calls" / "lines.jsonl").write_text('{"id": 1, "file": "call.wav"}\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["transcribe", "--from", "calls/lines.jsonl"]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == "klöver tia"
    monkeypatch.chdir(tmp_path / "calls")
    (row,) = transcribed([{"file": "call.wav"}], capsys, monkeypatch, "--from", "-")
    assert row["text"] == "klöver tia"


@pytest.mark.parametrize(
    "arguments",
    [[], [str(CLIP), "--from", "x.jsonl"], ["--from", "nowhere.jsonl"], ["--from", str(EXAMPLES)],
     ["--jsonl", "--model", "nowhere"]],
)  # fmt: skip
def test_what_cannot_begin_says_why(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["transcribe", *arguments]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith("callparser transcribe: ")


@pytest.mark.skipif(os.name == "nt", reason="signals and terminals of POSIX")
def test_on_a_terminal_a_bar_and_an_interrupt_that_keeps_what_was_done(tmp_path: Path) -> None:
    import pty

    many = tmp_path / "lines.jsonl"
    many.write_text("".join(json.dumps({"id": n, "file": str(CLIP)}) + "\n" for n in range(5000)), "utf-8")
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "callparser", "transcribe", "--from", str(many)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, start_new_session=True,
                          preexec_fn=heeds_interrupts) as running:  # fmt: skip
        os.close(slave)
        answers = [running.stdout.readline() for _ in range(3)]
        os.killpg(running.pid, signal.SIGINT)  # as the terminal does: to the recogniser, too
        answers += running.stdout.read().splitlines(keepends=True)
        assert running.wait() == 130
    shown = b""
    while chunk := _read(master):
        shown += chunk
    os.close(master)
    assert [json.loads(line)["id"] for line in answers] == list(range(len(answers)))
    assert all(line.endswith(b"\n") for line in answers)
    assert not any(b"error" in line for line in answers)
    assert b" of 5000 calls" in shown
    assert shown.endswith(b"\n")
    assert b"Traceback" not in shown


def heeds_interrupts() -> None:
    """Whoever starts the tests in the background has them, and what they start, ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # its other end is closed
        return b""


# --- for people ------------------------------------------------------------------------------------------


class Hears(Hearing):
    """Whatever the recording, these."""

    answers: list[tuple[str, float]] = []

    def hear(self, *_: object, **__: object) -> Heard:
        text, share = self.answers[0]
        return Heard(text, share, (), tuple(Alternative(*one) for one in self.answers), text != "[unk]")


TWO = {"kind": "card", "suit": "H", "rank": "2"}, {"kind": "card", "suit": "H", "rank": "6"}


@pytest.mark.parametrize(
    ("heard", "code", "alternatives", "says"),
    [
        ([("hjärter två", 0.9)], 0, (), ["hört: hjärter två   (0.90)", "  card: suit H, rank 2"]),
        ([("hjärter två", 0.5), ("hjärter sex", 0.5)], 0, TWO,
         ["hört: hjärter två", "en av dessa; säg vilken", "  card: suit H, rank 2",
          "  card: suit H, rank 6"]),
        ([("hjärter två", 0.19), ("hjärter sex", 0.19), ("[unk]", 0.62)], 3, TWO,
         ["hört: hjärter två", "inget av det hörda är en begäran som går att lita på; säg om",
          "  närmast: card: suit H, rank 2", "  närmast: card: suit H, rank 6"]),
        ([("[unk]", 1.0)], 3, (),
         ["hört: ingenting", "inget av det hörda är en begäran som går att lita på; säg om"]),
    ],
    ids=["one", "tied", "tied and too little", "nothing"],
)  # fmt: skip
def test_what_came_of_it_is_said_plainly(
    heard: list[tuple[str, float]], code: int, alternatives: tuple[object, ...], says: list[str],
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("callparser.cli.transcribe.Hearing", Hears)
    monkeypatch.setattr(Hears, "answers", heard)
    assert main(["transcribe", str(CLIP)]) == code
    assert capsys.readouterr().out.splitlines() == says
    assert main(["transcribe", str(CLIP), "--json"]) == code
    assert json.loads(capsys.readouterr().out)["alternatives"] == [*alternatives]


@pytest.mark.parametrize(
    ("share", "headline"), [(1.0, "spelas ♣10"), (0.9, "skulle spelas ♣10"), (0.5, "skulle spelas ♣10")]
)
def test_a_card_is_played_or_proposed_and_never_both(
    share: float, headline: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("callparser.cli.transcribe.Hearing", Hears)
    monkeypatch.setattr(Hears, "answers", [("klöver tio", share)])
    table = str(EXAMPLES / "sv-klover-tia.json")
    assert main(["transcribe", str(CLIP), "--situation", table]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].startswith(headline)
    assert ("först efter ett ja" in out) is (share < 1)


# --- the second opinion ----------------------------------------------------------------------------------

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


def test_lines_choose_their_language_before_the_second_opinion_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pocketsphinx")
    file = str(EXAMPLES / "en-queen-of-hearts.wav")
    lines: list[object] = [{"id": 1, "file": file, "lang": "en"}, {"id": 2, "file": file, "lang": "sv"}]
    english, swedish = transcribed(lines, capsys, monkeypatch, "--second-opinion", "pocketsphinx-en-us")
    assert english["intent"] == {"kind": "card", "suit": "H", "rank": "Q"}
    assert "does not hear sv" in swedish["error"]["message"]  # type: ignore[index]


@pytest.mark.parametrize("arguments", [[str(DOUBTFUL)], ["--jsonl"]])
def test_nothing_is_its_own_second_opinion(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pocketsphinx")
    name = "pocketsphinx-en-us"
    options = ["--lang", "en", "--model", name, "--second-opinion", name]
    assert main(["transcribe", *arguments, *options]) == 2
    assert "listens already" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["no", "da"])
def test_a_language_without_a_model_says_what_works(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for options in ([], ["--model", "dummycall-sv-en"]):
        assert main(["transcribe", str(CLIP), "--lang", lang, *options]) == 2
        assert "typed calls work" in capsys.readouterr().err
    (row,) = transcribed([{"file": str(CLIP), "lang": lang}], capsys, monkeypatch)
    assert row["error"]["code"] == "model-missing"  # type: ignore[index]


def test_another_engine_that_nobody_chose_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pocketsphinx")
    monkeypatch.setattr(models.util, "find_spec", lambda name: None if name == "vosk" else find_spec(name))
    file = str(EXAMPLES / "en-queen-of-hearts.wav")
    main(["transcribe", file, file, "--lang", "en", "--jsonl"])
    assert capsys.readouterr().err.count("listening with pocketsphinx-en-us") == 1


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
