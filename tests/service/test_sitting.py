"""A session that nobody hears, and frames that are refused: when its timer stops. No server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from callparser.errors import CallparserError
from callparser.service.limits import TableLimits
from callparser.service.sitting import Sent, Sitting
from callparser.service.terms import terms
from tests.service.scene import TABLE

TIMER = {"confirm": "timer", "timer_s": 2}


class Seatless:
    """A pool that has no room."""

    def why_not(self, lang: str) -> str:
        return ""

    def admit(self, address: str = "") -> bool:
        return False


class Scene:
    """A table without an ear; the clock is ours."""

    def __init__(self, pool: object = None, **hello: object) -> None:
        self.now_s, self.rows = 100.0, []
        self.sitting = Sitting(
            terms({"type": "hello", "lang": "sv"} | hello), TableLimits(), pool, clock=lambda: self.now_s
        )
        self.sitting.attach(self._read, leave=lambda: None)
        self.send("situation", situation=TABLE)

    def _read(self, sent: Sent) -> None:
        self.rows.append(sent.row)

    def send(self, kind: str, **keys: object) -> None:
        self.sitting.receive({"type": kind} | keys)

    def wait(self, duration_s: float) -> None:
        self.now_s += duration_s
        self.sitting.flush()

    def told(self, kind: str) -> list[dict]:
        return [row for row in self.rows if row["type"] == kind]


def run(scene: Callable[[], None]) -> None:
    """In an event loop, which the timers of a sitting need."""

    async def running() -> None:
        scene()

    asyncio.run(running())


@pytest.mark.parametrize(
    "deaf", [{"rate_hz": 0}, {}, {"pool": Seatless()}], ids=["no sound", "no pool", "full"]
)
@pytest.mark.parametrize("hello", [TIMER, {"tempo_s": 1}, {}], ids=str)
@pytest.mark.parametrize("first", ["call", "key"])
def test_no_card_is_played_while_the_key_is_down_though_nobody_hears(deaf, hello, first):
    def scene() -> None:
        at = Scene(**deaf, **hello)
        steps = [("text", {"text": "ruter dam"}), ("talk", {"on": True})]
        for kind, keys in steps if first == "call" else reversed(steps):
            at.send(kind, **keys)
        played = len(at.told("played"))
        assert played == (1 if first == "call" and not hello else 0)
        at.wait(9)
        assert len(at.told("played")) == played
        assert [row["code"] for row in at.told("notice")] == ["situation", "typed-only"]
        at.send("talk", on=False)
        if first == "call" and hello == TIMER:  # what was said may have been a "no"
            at.wait(9)
            assert at.told("prompt")[-1]["plays_in_s"] is None
            at.send("command", command="yes")
        at.wait(9)
        assert [row["card"] for row in at.told("played")] == ["DQ"]

    run(scene)


def test_hands_free_the_key_holds_nothing_back():
    def scene() -> None:
        at = Scene(rate_hz=0, mode="hands-free")
        at.send("talk", on=True)
        at.send("text", text="ruter dam")
        assert at.told("played")

    run(scene)


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "situation"}, {"type": "situation", "situation": {"trump": "X"}},
        {"type": "situation", "situation": []}, {"type": "situation", "situation": TABLE | {"dummy": "x"}},
        {"type": "situation", "situation": TABLE | {"trick": [1]}}, {"type": "command", "command": "never"},
        {"type": "text", "text": 3}, {"type": "text", "text": "x" * 9999}, {"type": "nej"}, {},
        {"type": "designate", "card": "H5", "by": "E"}, {"type": "talk", "on": "yes"},
    ],
    ids=lambda frame: str(frame)[:60],
)  # fmt: skip
def test_after_a_frame_that_was_refused_the_card_waits(frame):
    """The client may believe that it has laid another table, or said no."""

    def scene() -> None:
        at = Scene(**TIMER)
        at.send("text", text="ruter dam")
        assert at.told("prompt")[-1]["plays_in_s"] == 2
        with pytest.raises(CallparserError):
            at.sitting.receive(frame)
        at.wait(9)
        assert not at.told("played")
        assert at.told("prompt")[-1]["plays_in_s"] is None
        at.send("command", command="yes")
        assert [row["card"] for row in at.told("played")] == ["DQ"]

    run(scene)


@pytest.mark.parametrize("beyond", [1, 1000, 2**52])
def test_who_has_read_more_than_was_sent_is_told(beyond):
    """It goes on from the last event, with the question that waits."""

    def scene() -> None:
        at = Scene(confirm="always")
        at.send("text", text="ruter dam")
        last, at.rows = at.rows[-1]["seq"], []
        at.sitting.attach(at._read, last + beyond, leave=lambda: None)
        assert [(row["type"], row["seq"]) for row in at.rows] == [
            ("welcome", last), ("error", last + 1), ("prompt", last + 2)
        ]  # fmt: skip
        assert f"resume.seq is {last + beyond}; expected at most {last}" in at.rows[1]["message"]
        at.send("command", command="yes")
        assert at.told("played")

    run(scene)
