"""``callparser play`` as a user starts it: scripts, recordings, files, bad options."""

from __future__ import annotations

import io
import json
import os
import unicodedata
from pathlib import Path

import pytest

from callparser.cli.main import main
from callparser.errors import EngineFailed
from callparser.play.defence import RandomDefence
from callparser.record.read import read_records
from tests.play.scene import needs_endplay
from tests.play.test_keeping import by_endplay, said_by_card

HERE = Path(__file__).parent
TYPED = HERE / "scripts/trumps-sv.txt"
HEARD = HERE / "awb"


def shown(capsys, *options: str, code: int = 0) -> str:
    assert main(["play", *options]) == code
    return capsys.readouterr().out


def by_chance(*options: str) -> list[str]:
    return ["--defence", "random", *options]


def test_a_script_is_deterministic(tmp_path, capsys) -> None:
    script = tmp_path / "calls.txt"
    script.write_text("# a comment\n\nlågt\nmin hand\nhögst\nvad som helst\nresten är mina\nja\n", "utf-8")
    options = by_chance("--seed", "1", "--contract", "3NT", "--script", str(script))
    saved = [tmp_path / "a.pbn", tmp_path / "b.pbn"]
    first, second = (shown(capsys, *options, "--save", str(path)) for path in saved)
    assert first.replace("a.pbn", "b.pbn") == second
    assert saved[0].read_bytes() == saved[1].read_bytes()
    assert first.endswith(f"Sparat i {saved[0]}.\n")


class Fails(RandomDefence):
    """It stops answering after the opening lead."""

    def play(self, at):
        if at.trick.plays:
            raise EngineFailed("the double dummy solver stopped")
        return super().play(at)


def test_what_was_typed_last_is_echoed_and_kept_when_the_defence_fails(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr("callparser.cli.play.RandomDefence", Fails)
    script, saved = tmp_path / "calls.txt", tmp_path / "out.pbn"
    script.write_text("lågt\nmin hand\n", "utf-8")
    options = by_chance("--lesson", "trumps", "--script", str(script), "--save", str(saved))
    out = shown(capsys, *options, code=2)
    assert "> min hand" in out
    assert out.endswith(f"Sparat i {saved}.\n")
    (board,) = read_records(saved.read_bytes()).boards
    assert ("Unanswered", "min hand") in [(tag.name, tag.value) for tag in board.tags]


def test_a_record_is_kept_and_told_however_play_ends(tmp_path, capsys, monkeypatch) -> None:
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("callparser.cli.play.follow", interrupted)
    saved = tmp_path / "out.pbn"
    out = shown(capsys, *by_chance("--lesson", "trumps", "--script", "x", "--save", str(saved)), code=130)
    assert out.endswith(f"Sparat i {saved}.\n")


#: What a terminal obeys: escape, bell, the one-character forms of C1, delete.
CONTROLS = ["\x1b[31m", "\x1b]0;title\x07", "\x9b31m", "\x7f", "\b"]


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("options", [[], ["--plain"], ["--json"]])
def test_what_a_terminal_obeys_never_comes_out_of_a_record(control, options, tmp_path, capsys) -> None:
    record, script = tmp_path / "deal.pbn", tmp_path / "calls.txt"
    record.write_text(A_DEAL.replace("1", f"1{control}", 1).replace('"N"', f'"N{control}"', 1), "utf-8")
    script.write_text("min hand\n", "utf-8")
    arguments = by_chance("--deal", str(record), "--contract", "3NT", "--script", str(script), *options)
    assert main(["play", *arguments]) == 0
    captured = capsys.readouterr()
    assert not any(
        char != "\n" and unicodedata.category(char) == "Cc" for char in captured.out + captured.err
    )


A_DEAL = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AK2.AK2.AK2.AK32 QJT.QJT.QJT.QJT9 987.987.987.8765 6543.6543.6543.4"]
"""


@pytest.mark.parametrize(("tag", "line"), [('Dealer "Q"', 2), ('Vulnerable "Some"', 3)])
def test_what_of_a_record_is_not_known_is_told(tag: str, line: int, tmp_path, capsys) -> None:
    record, script = tmp_path / "deal.pbn", tmp_path / "calls.txt"
    known = next(one for one in A_DEAL.splitlines() if one[1:4] == tag[:3])
    record.write_text(A_DEAL.replace(known, f"[{tag}]"), "utf-8")
    script.write_text("min hand\n", "utf-8")
    options = by_chance("--deal", str(record), "--contract", "3NT", "--script", str(script))
    assert main(["play", *options]) == 0
    name, value = tag.replace('"', "").split()
    told = capsys.readouterr().err
    assert f"line {line}: {name} is" in told
    assert value in told


@needs_endplay
def test_double_dummy_is_deterministic_too(capsys) -> None:
    runs = {shown(capsys, "--seed", "1", "--script", str(TYPED)) for _ in range(2)}
    assert len(runs) == 1


def whole(path: Path, capsys, *options: str) -> tuple[str, object]:
    text = shown(capsys, "--lesson", "trumps", "--save", str(path), *options)
    (board,) = read_records(path.read_bytes()).boards
    assert sum(len(one.cards or ()) for trick in board.tricks for one in trick.laid) == 52
    assert by_endplay(path.read_text("utf-8")) == ["52", str(board.result), "S"]
    return text, board


@needs_endplay
def test_a_typed_deal(tmp_path, capsys) -> None:
    text, board = whole(tmp_path / "typed.pbn", capsys, "--script", str(TYPED))
    assert "Slut. 4 spader, 10 stick: hemma. 420 poäng till er." in text
    assert board.result == 10
    said = said_by_card(board)
    assert len(said) == 26
    assert said["H2"] == "lågt"


@needs_endplay
def test_a_deal_by_recordings_only(tmp_path, capsys) -> None:
    pytest.importorskip("vosk")
    text, board = whole(tmp_path / "heard.pbn", capsys, "--wav", str(HEARD), "--lang", "en")
    assert "The end. 4 spades, 10 tricks: made. 420 points to you." in text
    calls = [line for line in (HEARD / "calls.txt").read_text("utf-8").splitlines() if line != "last trick"]
    assert list(said_by_card(board).values()) != []
    notes = {note.index: note.text for note in board.notes}
    assert [notes[str(number)] for number in range(1, 27)] == calls


def test_json_is_one_object_a_line(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("lågt\nsluta\n".encode())))
    rows = [
        json.loads(line) for line in shown(capsys, *by_chance("--contract", "1NT", "--json")).splitlines()
    ]
    assert [row["event"] for row in rows[:5]] == ["deal", "contract", "hand", "card", "dummy"]
    call = next(row for row in rows if row.get("heard") == "lågt")
    assert (call["n"], call["by"]) == (1, "text")
    assert rows[-1]["notice"] == "stopped"


def test_a_record_is_kept_of_what_was_played(tmp_path, capsys) -> None:
    script, out = tmp_path / "s.txt", tmp_path / "o.pbn"
    script.write_text("", "utf-8")
    text = shown(capsys, *by_chance("--lesson", "finesse", "--script", str(script), "--save", str(out)))
    assert "inte färdigspelad: 0 stick" in text
    (board,) = read_records(out.read_bytes()).boards
    assert board.result is None


def test_the_lessons_are_listed(capsys) -> None:
    rows = shown(capsys, "--lessons", "--lang", "en").splitlines()
    assert 6 <= len(rows) <= 10
    assert rows[0] == "finesse: A finesse: lead towards the tenace."


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--contract", "9S"], "is no contract to play"),
        (["--contract", "4S", "--declarer", "Q"], "is not a seat"),
        (["--lesson", "nothing"], "there is no lesson 'nothing'"),
        (["--lesson", "finesse", "--deal", "x.pbn"], "--deal and --lesson were given"),
        (["--deal", "no-such.pbn"], "no-such.pbn cannot be read"),
        (["--seed", "2"], "the deal has no contract; give one"),
        (["--contract", "4S", "--script", "no-such.txt"], "no-such.txt cannot be read"),
        (["--contract", "4S", "--wav", "no-such"], "no-such cannot be read"),
        (["--contract", "4S", "--wav", str(HERE)], "has 0 recordings"),
        (["--contract", "4S", "--wav", "a", "--voice"], "--voice and --wav were given"),
        (["--contract", "4S", "--wait", "-1"], "--wait is -1"),
        (["--contract", "4S", "--edition", "1850"], "1850"),
    ],
)
def test_bad_options(options: list[str], says: str, capsys) -> None:
    assert main(["play", *by_chance(*options)]) == 2
    assert says in capsys.readouterr().err


def test_without_endplay_it_says_what_to_install(capsys, monkeypatch) -> None:
    monkeypatch.setattr("callparser.doubledummy.solver.util.find_spec", lambda name: None)
    assert main(["play"]) == 2
    assert "pip install 'callparser[claims]'" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_told_before_play(capsys, tmp_path) -> None:
    there = tmp_path / "there.pbn"
    there.write_text("kept")
    options = by_chance("--lesson", "finesse", "--script", os.devnull)
    for path, says in ((tmp_path / "no" / "o.pbn", "cannot be written"), (tmp_path, "cannot be written"),
                       (there, "--force")):  # fmt: skip
        assert main(["play", *options, "--save", str(path)]) == 2
        told = capsys.readouterr()
        assert says in told.err
        assert not told.out
    assert there.read_text() == "kept"
    assert main(["play", *options, "--save", str(there), "--force"]) == 0
    assert there.read_text() != "kept"


def test_too_long_a_script(capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("callparser.cli.atable.MAX_BYTES", 10)
    script = tmp_path / "s.txt"
    script.write_text("lågt\n" * 10, "utf-8")
    assert main(["play", *by_chance("--lesson", "finesse", "--script", str(script))]) == 2
    assert "more than 10 bytes" in capsys.readouterr().err
