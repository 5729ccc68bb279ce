"""A live conversation through a microphone that is none: heard, resolved, said back, taken back.

The loudspeaker of the room says a call, whatever it is given to say, with an echo: a program that heard
itself would play it.
"""

from __future__ import annotations

import json
import sys
import threading
from array import array

import pytest

from callparser.session.dialog import Dialog, Hung, Key, Noticed, Typed
from callparser.session.state import Session
from callparser.voice.attention import JOIN_S
from callparser.voice.ear import Ear
from callparser.voice.endpoint import Utterance
from callparser.voice.engine import Alternative, Heard
from callparser.voice.engines.vosk import VoskEngine
from callparser.voice.hearing import Hearing
from callparser.voice.microphone import Microphone
from callparser.voice.mouth import Mouth
from callparser.wire import situation
from tests.voice.room import RATE, Loudspeaker, Room, clip

pytest.importorskip("vosk")
pytest.importorskip("soxr")

TABLE = {
    "utterance": "",
    "trump": "NT",
    "dummy": "AQ4.K82..T732",
    "last_trick": {"won_by": "N", "won_with": "CK"},
}
THREE, SEVEN = "01_sv_espeak.wav", "03_sv_espeak.wav"  # klöver trea, klöver sjua
ECHO_S = 0.5  # the room gives back for so long


@pytest.fixture(scope="module")
def hearing():
    with VoskEngine() as engine:
        made = Hearing(engine, "sv")
        made.warm()
        yield made


class Table:
    """Everything around one dialog."""

    def __init__(self, monkeypatch, hearing, mode: str, deaf: bool = True) -> None:
        self.room = Room()
        monkeypatch.setitem(sys.modules, "sounddevice", self.room)
        self.rows: list[dict] = []
        self.speaker = Loudspeaker(self.room, clip(SEVEN))
        self.mouth = Mouth(self.speaker, "sv", echo_tail_s=ECHO_S, clock=self.room.clock)
        self.dialog = Dialog(Session("sv", situation(TABLE)), self.mouth, self.rows.append, hearing=hearing,
                             mode=mode, clock=self.room.clock)  # fmt: skip
        mic = Microphone(notify=lambda code: self.dialog.post(Noticed(code)), clock=self.room.clock,
                         wall=self.room.wall)  # fmt: skip
        self.ear = Ear(mic, self.dialog.post)
        self.dialog.listen(self.ear)
        if not deaf:
            self.mouth.ear = None
        self.thread = threading.Thread(target=self.dialog.run, daemon=True)
        self.thread.start()
        self.room.wait(0.5)

    def answers(self, by: str = "voice") -> list[dict]:
        return [row for row in self.rows if row.get("by") == by]

    def notices(self) -> list[str]:
        return [row["notice"] for row in self.rows if row.get("event") == "notice"]

    def type(self, line: str) -> None:
        """A line, and wait until something is shown of it, if anything is."""
        before = len(self.rows)
        self.dialog.post(Typed(line))
        self.until(lambda: len(self.rows) > before, 6.0)

    def until(self, true, seconds: float = 40.0) -> bool:
        end_s = self.room.clock() + seconds
        while not true() and self.room.clock() < end_s:
            self.room.wait(0.1)
        return true()

    def until_said(self, count: int) -> None:
        self.until(lambda: len(self.speaker.said) >= count)
        assert len(self.speaker.said) == count, self.rows
        self.room.wait(ECHO_S + 0.3)

    def close(self) -> None:
        self.dialog.post(Hung())
        self.thread.join(30)
        self.ear.close()
        self.room.close()
        assert not self.thread.is_alive()
        json.dumps(self.rows)


@pytest.fixture
def table(monkeypatch, hearing):
    made: list[Table] = []

    def make(mode: str = "hands-free", **more) -> Table:
        made.append(Table(monkeypatch, hearing, mode, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_heard_resolved_said_back_and_taken_back(table):
    t = table()
    t.room.play(clip(THREE))
    t.until_said(1)
    (row,) = t.answers()
    assert (row["outcome"], row["card"], row["state"]) == ("played", "C3", "standing")
    text, start_s, _ = t.speaker.said[0]
    assert text == "Klöver tre." == row["spoken"]
    assert start_s - t.dialog._zero_s >= row["end_s"] + JOIN_S - 0.1
    t.type("ångra")
    t.until_said(2)
    (row,) = t.answers("text")
    assert (row["event"], row["outcome"], row["clause"]) == ("undone", "ask", "45C4b")
    assert "klöver tre" in t.speaker.said[1][0]
    assert len(t.answers()) == 1, "it heard itself"
    assert not {"cut", "lost", "long"} & set(t.notices())
    t.room.play(clip(SEVEN))  # a person says what the loudspeaker said: that is heard
    t.until_said(3)
    assert t.answers()[1]["card"] == "C7"


def test_without_deafness_it_would_hear_itself(table):
    t = table(deaf=False)
    t.room.play(clip(THREE))
    t.room.wait(5)
    assert len(t.answers()) > 1


def test_the_key_opens_the_ear_and_speech_before_it_counts(table):
    t = table("push")
    t.room.play(clip(THREE))
    t.room.wait(1.0)
    assert not t.answers()  # nobody pressed
    end_s = t.room.play(clip(THREE), wait=False)
    t.room.wait(0.2)
    t.dialog.post(Key("talk", t.room.clock()))  # a little late
    t.until_said(1)
    (row,) = t.answers()
    assert row["card"] == "C3"
    assert row["end_s"] + t.dialog._zero_s == pytest.approx(end_s, abs=0.1)


def test_a_key_pressed_in_the_middle_of_a_call_is_no_call(table):
    t = table("push")
    t.room.play(array("h", [*clip(THREE), *clip(SEVEN)]), wait=False)
    t.room.wait(0.75)
    t.dialog.post(Key("talk", t.room.clock()))
    t.until_said(1)
    assert not t.answers()
    assert "cut" in t.notices()


def test_a_key_released_ends_it_and_silence_is_told(table):
    t = table("push")
    t.dialog.post(Key("talk", t.room.clock()))
    t.room.play(clip(THREE))
    t.dialog.post(Key("release", t.room.clock()))
    t.until_said(1)
    assert t.answers()[0]["card"] == "C3"
    t.dialog.post(Key("talk", t.room.clock()))
    t.room.wait(0.3)
    t.dialog.post(Key("release", t.room.clock()))
    t.until_said(2)
    assert t.notices()[-1] == "silence"


def test_a_call_with_a_pause_in_it_is_one_call(table):
    """ "klöver", a third of a second, "sjua": the second answer replaces the first, and one is said."""
    t = table()
    whole = clip(SEVEN)
    gap = int(0.36 * RATE)  # of the clip: between its two words
    t.room.play(array("h", [*whole[:gap], *bytes(RATE * 35 // 100), *whole[gap:]]))
    t.until_said(1)
    last = t.answers()[-1]
    assert last["card"] == "C7"
    if len(t.answers()) > 1:
        assert last["replaces"] == last["n"] - 1
    assert t.speaker.said[0][0] == last["spoken"]


def test_lost_sound_drops_the_call_and_says_so(table):
    t = table()
    end_s = t.room.play(clip(THREE), wait=False)
    t.room.wait(0.3)
    t.room.overflow = True
    t.room.wait(end_s - t.room.clock())
    t.until_said(1)
    assert not t.answers()
    assert t.notices() == ["lost"]


def test_unplugged_and_plugged_in_while_typing_goes_on(table):
    t = table()
    t.room.plugged = False
    assert t.until(lambda: "microphone-lost" in t.notices())
    t.type("klöver tio")
    assert t.answers("text")[0]["card"] == "CT"
    t.until_said(2)
    t.room.plugged = True
    assert t.until(lambda: "microphone-back" in t.notices())
    t.until_said(3)
    t.room.play(clip(THREE))
    assert t.until(lambda: t.answers() != [])
    assert t.answers()[0]["heard"] == "klöver trea"


def test_stop_and_toggle(table):
    t = table("toggle")
    t.room.play(clip(THREE))
    t.room.wait(0.8)
    assert not t.answers()
    t.dialog.post(Key("talk", t.room.clock()))
    t.until_said(1)
    t.room.play(clip(THREE))
    t.until_said(2)
    assert len(t.answers()) == 1
    t.type("paus")
    t.room.wait(2.0)
    said = len(t.answers())
    t.room.play(clip(THREE))
    t.room.wait(1.0)
    assert len(t.answers()) == said
    assert not t.ear.listening


def test_lines_of_json_and_what_is_wrong_with_them(table):
    t = table()
    for line in ('{"utterance": "klöver tio"}', '{"command": "undo"}', '{"situation": {"dummy": 3}}', "{",
                 '{"situation": null}', "/nonsense", '{"utterance": 3}', "\0",
                 '{"situation": []}', "{}", '{"utterance": null}'):  # fmt: skip
        t.type(line)
    assert [row["card"] for row in t.answers("text")[:2]] == ["CT", None]
    errors = [row["error"]["code"] for row in t.rows if row.get("event") == "error"]
    assert errors == ["bad-table", "bad-input", "bad-input", "bad-table", "bad-input", "bad-input"]
    assert "help" in t.notices()


class Said:
    """A recogniser that hears these texts, one after the other."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def hear(self, samples: object, rate_hz: int) -> Heard:
        text = self.texts.pop(0)
        return Heard(text, 1.0, (), (Alternative(text, 1.0),), True)


@pytest.mark.parametrize(
    ("between", "first", "replaces", "state"),
    [
        (None, "klöver", 1, "standing"),
        ("/undo", "klöver", None, "confirm"),
        ("tack", "klöver", None, "choose"),
        ("/repeat", "klöver", 1, "standing"),
        (None, "[unk]", None, "standing"),
    ],
)
def test_speech_that_goes_on_replaces_the_call_it_goes_on_with(between, first, replaces, state):
    """In the rows, too: not what was typed since, and not the call before a noise."""
    rows: list[dict] = []
    mouth = Mouth(None, "sv", clock=lambda: 0.0)
    dialog = Dialog(Session("sv", situation(TABLE)), mouth, rows.append, mode="hands-free",
                    hearing=Said(first, "klöver tio"), clock=lambda: 0.0)  # fmt: skip
    dialog._handle(Utterance(array("h"), 0.0, 1.0, 1.2))
    if between:
        dialog._handle(Typed(between))
    dialog._handle(Utterance(array("h"), 0.0, 2.0, 2.2, continues=True))
    assert (rows[-1].get("replaces"), rows[-1]["state"]) == (replaces, state)
