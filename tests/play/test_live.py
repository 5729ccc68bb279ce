"""A deal in a live conversation: the defenders wait a little, then play without being asked."""

from __future__ import annotations

import io
import os
import threading
import time

import pytest

from callparser.cli.keyboard import Keyboard
from callparser.cli.main import main
from callparser.session.dialog import Dialog, Hung, Typed
from callparser.voice.mouth import Mouth
from tests.play.scene import a_lesson


@pytest.fixture(autouse=True)
def _own_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("CALLPARSER_CONFIG", str(tmp_path))


class Conversation:
    """A dialog in a thread, and the rows that it has shown."""

    def __init__(self, *, quiet_s: float) -> None:
        self.rows: list[dict] = []
        self.game, self.told = a_lesson(patient=True)
        self.dialog = Dialog(
            self.game, Mouth(None, "sv"), self.rows.append, after=self.game.go_on, quiet_s=quiet_s
        )
        self._thread = threading.Thread(target=self.dialog.run, daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        self.dialog.post(Typed(line))

    def until(self, seen) -> None:
        """Wait for something to be shown or told; a test that hangs fails."""
        end_s = time.monotonic() + 20
        while not seen():
            assert time.monotonic() < end_s, self.rows
            time.sleep(0.01)

    def leave(self) -> None:
        self.dialog.post(Hung())
        self._thread.join(20)
        assert not self._thread.is_alive()


def test_the_defenders_follow_by_themselves() -> None:
    talk = Conversation(quiet_s=0.0)
    talk.say("hjärter två")
    talk.until(lambda: len(talk.told.of("card")) == 3)
    talk.say("ångra")
    talk.until(lambda: any("För sent" in row.get("spoken", "") for row in talk.rows))
    talk.say("ställningen")
    talk.until(lambda: any("Vi har 0" in row.get("spoken", "") for row in talk.rows))
    talk.leave()
    assert [row["seat"] for row in talk.told.of("card")] == ["W", "N", "E"]


def test_while_they_wait_it_may_be_taken_back() -> None:
    talk = Conversation(quiet_s=60.0)
    talk.say("hjärter två")
    talk.say("ångra")
    talk.say("hjärter sex")
    talk.say("läs bordet")
    talk.until(lambda: any("hjärter ess, två" in row.get("spoken", "") for row in talk.rows))
    talk.say("nästa stick")
    talk.until(lambda: len(talk.told.of("card")) == 3)
    talk.say('{"situation": null}')
    talk.until(lambda: any(row["event"] == "error" for row in talk.rows))
    talk.leave()
    assert talk.told.of("card")[1]["card"] == "H6"


def test_without_a_microphone_one_types(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("ställningen\nlågt\nsluta\n"))
    options = [
        "--lesson",
        "trumps",
        "--defence",
        "random",
        "--voice",
        "--device",
        "none such",
        "--speak",
        "none",
    ]
    assert main(["play", *options, "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "Vi har 0 stick, de 0. Kontraktet är 4 spader." in shown
    assert "Hjärter två." in shown
    assert shown.rstrip().endswith("stick spelade.")


@pytest.mark.skipif(os.name == "nt", reason="there is no such terminal")
def test_lines_that_were_typed_before_the_start_are_kept() -> None:
    """While a deal is made and the search is compiled somebody types on."""
    import pty
    import select

    ours, theirs = pty.openpty()
    heard: list[object] = []
    with os.fdopen(theirs, "r+b", buffering=0) as terminal:
        os.write(ours, "hjärter två\nhjärter kung\n".encode())
        assert select.select([terminal], [], [], 20)[0]  # it has arrived
        with Keyboard(heard.append, stream=terminal, echo=_Terminal()) as keyboard:
            assert keyboard.keys
            end_s = time.monotonic() + 20
            while len(heard) < 2 and time.monotonic() < end_s:
                time.sleep(0.01)
            assert heard == [Typed("hjärter två"), Typed("hjärter kung")]
        os.write(ours, b"\x04")
    os.close(ours)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True
