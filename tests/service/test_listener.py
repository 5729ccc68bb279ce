"""Sound and the table: what the key holds back, and to which table something was said. No recogniser runs."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path

import pytest

pytest.importorskip("soxr")

from callparser.errors import InputError
from callparser.service.limits import TableLimits
from callparser.service.sitting import Sent, Sitting
from callparser.service.terms import terms
from callparser.voice.engine import Alternative, Heard
from tests.service.player import clip
from tests.service.scene import TABLE

CALL = Path(__file__).parents[2] / "examples" / "sv-klover-tia.wav"
FRAME = 2 * 320


class Pool:
    """Its turns hear when they are told to."""

    def __init__(self) -> None:
        self.hearings: list[Future[Heard]] = []

    def why_not(self, lang: str) -> str:
        return ""

    def admit(self, address: str = "") -> bool:
        return True

    def dismiss(self, address: str = "") -> None: ...

    def turn(self, lang: str, lost: object) -> Pool:
        return self

    idle = False

    def end(self) -> None: ...

    def hear(self, samples: object) -> Future[Heard]:
        self.hearings.append(Future())
        return self.hearings[-1]


class Scene:
    """A table whose clock runs with the sound."""

    def __init__(self, **hello: object) -> None:
        self.now_s, self.pool, self.rows = 100.0, Pool(), []
        asked = terms({"type": "hello", "lang": "sv"} | hello)
        self.sitting = Sitting(asked, TableLimits(), self.pool, clock=lambda: self.now_s)
        self.sitting.attach(self._read, leave=lambda: None)
        self.sitting.receive({"type": "situation", "situation": TABLE})

    def _read(self, sent: Sent) -> None:
        self.rows.append(sent.row)

    def send(self, kind: str, **keys: object) -> None:
        self.sitting.receive({"type": kind} | keys)

    def say(self, sound: bytes) -> None:
        for at in range(0, len(sound), FRAME):
            self.now_s += 0.02
            self.sitting.listener.hear(sound[at : at + FRAME])

    async def wait(self, duration_s: float) -> None:
        """No sound comes."""
        self.now_s += duration_s
        await asyncio.sleep(0.01)
        self.sitting.listener._look()

    async def recognised(self, text: str) -> None:
        (hearing,) = self.pool.hearings
        hearing.set_result(Heard(text, 1.0, (), (Alternative(text, 1.0),), True))
        await asyncio.sleep(0.02)
        self.now_s += 5
        self.sitting.flush()

    def told(self, kind: str) -> list[dict]:
        return [row for row in self.rows if row["type"] == kind]


@pytest.mark.parametrize("hello", [{}, {"confirm": "timer", "timer_s": 2}, {"tempo_s": 1}], ids=str)
@pytest.mark.parametrize("first", ["call", "key"])
@pytest.mark.parametrize("sound_s", [0, 0.5])
def test_no_card_is_played_while_the_key_is_down_though_no_sound_comes(hello, first, sound_s):
    async def scene() -> None:
        at = Scene(**hello)
        steps = [("text", {"text": "ruter dam"}), ("talk", {"on": True})]
        for kind, keys in steps if first == "call" else reversed(steps):
            at.send(kind, **keys)
        at.say(bytes(int(sound_s * 50) * FRAME))
        played = len(at.told("played"))
        assert played == (1 if first == "call" and not hello else 0)
        for _ in range(5):
            await at.wait(3)
            assert len(at.told("played")) == played
        at.send("talk", on=False)
        await asyncio.sleep(0.4)
        at.now_s += 1
        at.sitting.flush()
        assert [row["reason"] for row in at.told("not_understood")] == ["silence"]

    asyncio.run(scene())


@pytest.mark.parametrize("mode", ["push", "hands-free"])
@pytest.mark.parametrize("when", ["under way", "being recognised", "before"])
@pytest.mark.parametrize("table", [TABLE, None])
def test_what_was_said_to_another_table_is_dropped(mode, when, table):
    async def scene() -> None:
        at = Scene(mode=mode)
        sound = clip(CALL, tail_s=1.0)
        half = 50 * FRAME if when == "under way" else len(sound)  # a second of it
        if mode == "push":
            at.send("talk", on=True)
        if when == "before":
            at.say(sound[: 10 * FRAME])
            at.send("situation", situation=TABLE)
            at.say(sound[10 * FRAME :])
        else:
            at.say(sound[:half])
            at.send("situation", situation=table)
            at.say(sound[half:])
        if mode == "push":
            at.send("talk", on=False)
        await at.recognised("klöver tio")
        if when == "before":
            assert [row["card"] for row in at.told("played")] == ["CT"]
        else:
            assert not at.told("heard") + at.told("played") + at.told("resolution")
            (row,) = at.told("not_understood")
            assert (row["reason"], bool(row["say"])) == ("cut", True)

    asyncio.run(scene())


@pytest.mark.parametrize("mode", ["push", "hands-free"])
@pytest.mark.parametrize(
    ("hello", "asked"), [({}, "resten är mina"), ({}, "hjrter kung"), ({"confirm": "always"}, "ruter dam")]
)
@pytest.mark.parametrize("when", ["before", "under way"])
def test_a_yes_that_began_before_the_question_is_none(mode, hello, asked, when):
    """The sound runs; the question is typed before it begins, or 0.15 s later."""

    async def scene() -> None:
        at = Scene(mode=mode, **hello)
        sound = clip(CALL, tail_s=1.0)
        if mode == "push":
            at.send("talk", on=True)
        half = 10 * FRAME
        if when == "under way":
            while not at.sitting.listener._attention.speaking:
                at.say(sound[: 5 * FRAME])
                sound = sound[5 * FRAME :]
            half = int(0.15 * 50) * FRAME
        at.say(sound[:half])
        at.send("text", text=asked)
        at.say(sound[half:])
        if mode == "push":
            at.send("talk", on=False)
        await at.recognised("ja")
        done = [row for row in at.told("played") + at.told("claimed") if row.get("by") != "call"]
        assert len(done) == (when == "before")
        assert len(at.told("prompt")) == (1 if when == "before" else 2)

    asyncio.run(scene())


def test_no_card_of_a_defender_is_played_while_the_key_is_down():
    async def scene() -> None:
        at = Scene()
        at.send("text", text="vad som helst")
        at.send("talk", on=True)
        with pytest.raises(InputError, match="the key is down"):
            at.send("designate", card="H5", by="E")
        assert not at.told("played")
        at.send("talk", on=False)
        await asyncio.sleep(0.4)
        at.send("designate", card="H5", by="E")
        assert [row["by"] for row in at.told("played")] == ["defender"]

    asyncio.run(scene())


def test_what_is_recognised_after_the_seat_is_gone_holds_nothing_back():
    """The connection broke in between, and who came back has no seat any more: he types."""

    async def scene() -> None:
        at = Scene()
        at.send("talk", on=True)
        at.say(clip(CALL, tail_s=1.0))
        at.send("talk", on=False)
        at.sitting.detach()
        at.pool.admit = lambda address="": False
        at.sitting.attach(at._read, at.sitting.seq, leave=lambda: None)
        await at.recognised("blabla")
        at.send("text", text="ruter dam")
        assert [row["card"] for row in at.told("played")] == ["DQ"]

    asyncio.run(scene())
