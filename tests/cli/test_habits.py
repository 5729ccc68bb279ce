"""``callparser habits``, and when ``listen`` learns."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from callparser.cards import Suit
from callparser.cli import listen
from callparser.cli.main import main
from callparser.designation import SuitOnly
from callparser.session import habitfile
from callparser.voice import settings
from callparser.voice.microphone import Device, devices
from tests.voice.room import Room

ROOT = Path(__file__).parents[2]
COUNTS = {"rank 9": {"rank 9": 1, "rank T": 5}, "suit D": {"suit D": 6}}


@pytest.fixture(autouse=True)
def _own_files(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLPARSER_CONFIG", str(tmp_path / "conf"))
    monkeypatch.setenv("CALLPARSER_DATA", str(tmp_path / "data"))


def test_they_are_shown_and_forgotten(capsys):
    habitfile.save("sv", COUNTS)
    assert main(["habits", "show", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == {"lang": "sv", "heard": "rank 9", "meant": "rank T", "count": 5}
    assert len(rows) == 3
    assert main(["habits", "show"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("sv  heard nio, meant tio: 5\n")
    assert habitfile.path() in shown
    assert main(["habits", "forget"]) == 0
    assert habitfile.load() == {}
    assert main(["habits", "show", "--json"]) == 0
    assert main(["habits", "forget", "--json"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == '{"forgotten": false}'


def test_what_cannot_be_read_can_be_forgotten(capsys):
    habitfile.save("sv", COUNTS)
    Path(habitfile.path()).write_text("{", "utf-8")
    assert main(["habits", "show"]) == 2
    assert "habits forget" in capsys.readouterr().err
    assert main(["habits", "forget"]) == 0
    assert main(["habits", "show"]) == 0


def test_switching_keeps_the_other_settings():
    kept = settings.Settings(Device("USB Mic", "ALSA"), 0.4)
    settings.save(kept)
    assert main(["habits", "on"]) == 0
    assert settings.load() == settings.Settings(kept.device, 0.4, learn=True)
    assert main(["habits", "off"]) == 0
    assert settings.load() == kept


@pytest.mark.parametrize(
    ("remembered", "options", "notice"),
    [
        (False, [], None),
        (False, ["--learn"], "learning"),
        (True, [], "learning"),
        (True, ["--no-learn"], None),
    ],
)
def test_listen_learns_only_when_it_was_told_to(remembered, options, notice, capsys, monkeypatch):
    settings.save(settings.Settings(learn=remembered))
    assert _notices(options, capsys, monkeypatch) & {"learning", "not-learning"} == {notice} - {None}
    assert not Path(habitfile.path()).exists()  # a typed call teaches nothing


def test_listen_says_that_it_cannot_learn(capsys, monkeypatch):
    habitfile.save("sv", COUNTS)
    Path(habitfile.path()).write_text("{", "utf-8")
    assert "not-learning" in _notices(["--learn"], capsys, monkeypatch)
    assert Path(habitfile.path()).read_text("utf-8") == "{"


@pytest.mark.parametrize("action", ["on", "off"])
def test_what_cannot_be_kept_is_no_success(action, capsys, monkeypatch):
    monkeypatch.setenv("CALLPARSER_CONFIG", os.path.join(os.devnull, "conf"))
    assert main(["habits", action]) == 1
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "cannot be written" in streams.err
    assert main(["habits", action, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "not-kept"


def test_listen_goes_on_with_a_microphone_that_cannot_be_remembered(capsys, monkeypatch):
    room = Room()
    monkeypatch.setitem(sys.modules, "sounddevice", room)
    monkeypatch.setenv("CALLPARSER_CONFIG", os.path.join(os.devnull, "conf"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("klöver tia\nsluta\n"))
    name = next(iter(devices(room))).name
    table = str(ROOT / "examples/sv-klover-tia.json")
    code = main(["listen", "--situation", table, "--speak", "none", "--jsonl", "--device", name])
    room.close()
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0
    assert [row.get("notice") for row in rows].count("not-kept") == 1
    assert [row["card"] for row in rows if row["event"] == "answer"] == ["CT"]


def test_listen_says_once_that_nothing_is_kept(monkeypatch):
    shown: list[dict] = []
    habits = listen._habits("sv", shown.append)
    monkeypatch.setenv("CALLPARSER_DATA", os.path.join(os.devnull, "data"))
    for _ in range(3):
        habits.learn(SuitOnly(Suit.HEARTS), SuitOnly(Suit.HEARTS))
    assert [row["notice"] for row in shown] == ["learning", "not-kept"]


def _notices(options, capsys, monkeypatch) -> set[str]:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("klöver tia\nnej\nklöver två\n"))
    table = str(ROOT / "examples/sv-klover-tia.json")
    assert main(["listen", "--situation", table, "--speak", "none", "--jsonl", *options]) == 0
    return {json.loads(line).get("notice") for line in capsys.readouterr().out.splitlines()}
