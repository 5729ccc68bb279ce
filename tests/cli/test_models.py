"""``callparser models`` as a user meets it."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from callparser.cli.main import main
from callparser.cli.progress import Progress, megabytes
from callparser.voice import install, models

OURS = models.find().path


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run one command line; returns exit code, what it printed, and what it complained of."""
    monkeypatch.setenv("CALLPARSER_MODELS", str(tmp_path / "shelf"))

    def ran(*argv: str) -> tuple[int, str, str]:
        code = main(["models", *argv])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return code, said.out, said.err

    return ran


def listed(run) -> dict[str, str]:
    return {row["name"]: row["state"] for row in json.loads(run("list", "--json")[1])["models"]}


def test_from_installing_to_removing(run, tmp_path):
    assert listed(run)["dummycall-sv-en"] == "built in"
    assert set(listed(run).values()) == {"built in", "available"}
    code, out, _ = run("install", "mine", "--from", str(OURS))
    assert code == 0
    assert out.startswith("installed mine, 8 files, 1.7 MB, in ")
    assert listed(run)["mine"] == "installed"
    assert run("path", "mine")[1].strip() == str(tmp_path / "shelf" / "mine")
    assert run("path")[1].strip() == str(tmp_path / "shelf")
    code, out, _ = run("verify")
    assert code == 0
    ours = [f"ok    {model.name}  " for model in models.available()]
    assert all(line.startswith(mark) for line, mark in zip(out.splitlines(), ours, strict=False))
    assert out.splitlines()[len(ours) :] == ["ok    mine  8 files, 1.7 MB"]
    assert run("remove", "mine", "--yes")[:2] == (0, "removed mine, 1.7 MB\n")
    assert "mine" not in listed(run)


def test_transcribe_with_an_installed_model(run, capsys):
    pytest.importorskip("vosk")
    run("install", "mine", "--from", str(OURS))
    clip = Path(__file__).parents[2] / "examples" / "en-queen-of-hearts.wav"
    assert main(["transcribe", str(clip), "--lang", "en", "--model", "mine", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["intent"] == {"kind": "card", "suit": "H", "rank": "Q"}


def test_a_damaged_model_is_named(run, tmp_path):
    run("install", "mine", "--from", str(OURS))
    (tmp_path / "shelf/mine/am/final.mdl").write_bytes(b"x")
    code, out, _ = run("verify", "mine")
    assert code == 2
    assert out.startswith("FAIL  mine")
    assert "am/final.mdl has 1 bytes, expected 1248575; callparser models install mine" in out
    assert listed(run)["mine"] == "damaged"


def test_a_static_graph_is_named(run, tmp_path):
    folder = shutil.copytree(OURS, tmp_path / "big")
    (folder / "graph" / "HCLG.fst").write_bytes(b"x")
    code, out, _ = run("install", "--from", str(folder))
    assert code == 0
    assert "of no use for calls: it has a static graph" in out
    assert listed(run)["big"] == "static graph"
    code, out, _ = run("verify", "big")
    assert code == 0
    assert "static graph" in out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["install"], "give the name"),
        (["install", "nix"], "no model 'nix' to install"),
        (["install", "dummycall-sv-en"], "comes with callparser"),
        (["install", "--from", "nowhere.zip"], "no such file"),
        (["verify", "nix"], "no model 'nix' is here"),
        (["verify", "kb-whisper-tiny"], "models install kb-whisper-tiny fetches it"),
        (["path", "nix"], "no model 'nix' is here"),
        (["remove", "nix"], "installed: none"),
        (["remove", "dummycall-sv-en", "--yes"], "comes with callparser"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_mistakes_are_named(run, argv, says, as_json):
    code, out, err = run(*argv, *["--json"] * as_json)
    assert code == 2
    assert says in (json.loads(out)["error"]["message"] if as_json else err)


@pytest.mark.parametrize("argv", [["list"], ["verify"], ["path"], ["install", "--from", str(OURS)]])
def test_json_is_one_object(run, argv):
    assert isinstance(json.loads(run(*argv, "--json")[1]), dict)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("answer", "gone"), [("y\n", True), ("Ja\n", True), ("n\n", False), ("", False)])
def test_removing_asks(run, monkeypatch, answer, gone):
    run("install", "mine", "--from", str(OURS))
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    code, _, err = run("remove", "mine")
    assert code == 0
    assert "Remove mine, 1.7 MB, from " in err
    assert ("mine" not in listed(run)) is gone


def test_removing_does_not_ask_a_pipe(run, monkeypatch):
    run("install", "mine", "--from", str(OURS))
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert "give --yes" in run("remove", "mine")[2]
    assert "mine" in listed(run)


def test_ctrl_c_says_how_to_go_on(run, tmp_path, monkeypatch):
    name = "vosk-model-small-en-us-0.15"

    def stopped(*args):
        partial = tmp_path / "shelf" / ".work" / "partial" / name
        partial.mkdir(parents=True)
        (partial / f"{name}.zip").write_bytes(bytes(2_000_000))
        raise KeyboardInterrupt

    monkeypatch.setattr(install, "install", stopped)
    code, out, err = run("install", name)
    assert (code, out) == (130, "")
    assert "2.0 MB are kept, the same command goes on from there" in err
    assert "2.0 MB of it fetched" in run("list")[1]


def test_help_names_every_action(run, capsys):
    with pytest.raises(SystemExit):
        main(["models", "--help"])
    text = capsys.readouterr().out
    assert all(action in text for action in ("list", "install", "verify", "remove", "path", "--from"))


def test_progress_on_a_terminal():
    out = Terminal()
    show = Progress(stream=out)
    show("a", 5_000_000, 20_000_000)
    show("a", 20_000_000, 20_000_000)
    assert out.getvalue().split("\r")[1] == "a  [######..................]  25 %  5.0 MB of 20 MB"
    assert out.getvalue().rstrip().endswith("100 %  20 MB of 20 MB")
    assert out.getvalue().endswith("\n")


def test_progress_for_screen_readers_and_pipes():
    out, pipe = Terminal(), io.StringIO()
    for have in range(0, 101, 5):
        Progress(stream=pipe)("a", have, 100)
    show = Progress(plain=True, stream=out)
    for have in range(0, 101, 5):
        show("a", have * 1_000_000, 100_000_000)
    assert pipe.getvalue() == ""
    assert [line.split(": ")[1] for line in out.getvalue().splitlines()] == [
        f"{text} of 100 MB" for text in ("0.0 MB", "25 MB", "50 MB", "75 MB", "100 MB")
    ]


@pytest.mark.parametrize(("count", "text"), [(None, "?"), (0, "0.0 MB"), (41_205_931, "41 MB")])
def test_megabytes(count, text):
    assert megabytes(count) == text
