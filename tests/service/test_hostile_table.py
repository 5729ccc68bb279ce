"""Clients that mean no good: an error that says what was found, no crash, and the others play on."""

from __future__ import annotations

import contextlib
import json
import os
import random
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed

from callparser.service.limits import TableLimits
from callparser.service.socket import routes
from tests.service.conftest import serving
from tests.service.player import Player
from tests.service.scene import TABLE

LIMITS = TableLimits(
    frame_bytes=8192, frames_per_s=50, faults_per_min=10, unread_events=50, unread_s=1.0, hello_s=0.5
)
DEEP = '{"type": "text", "text": ' + "[" * 3000 + "]" * 3000 + "}"


@pytest.fixture(scope="module")
def url():
    with serving(routes(limits=LIMITS)) as address:
        yield address


@pytest.fixture
def honest(url):
    """Somebody else plays on, before and after."""
    with Player(url) as one:
        one.send("situation", situation=TABLE)
        assert one.text("ruter dam", "played")["card"] == "DQ"
        one.send("command", command="undo")
        yield one
        assert one.text("ruter dam", "resolution")["answer"]["card"] == "DQ"


FRAMES = {
    "no JSON": ("{", "not JSON"),
    "a list": ("[]", "found a list"),
    "a text": ('"x"', "found a text"),
    "null": ("null", "found null"),
    "nothing": ("", "the line is empty"),
    "no type": ("{}", "type is 'None'"),
    "type is a list": ('{"type": []}', "type is"),
    "text is a number": ('{"type": "text", "text": 3}', "text is 3"),
    "text is empty": ('{"type": "text", "text": "  "}', "expected a text"),
    "a long text": (json.dumps({"type": "text", "text": "x" * 600}), "600 characters"),
    "many bytes": (json.dumps({"type": "text", "text": "x" * 9000}), "expected at most 8192"),
    "deep": (DEEP[:4000] + "]" * 0, "not JSON|nested"),
    "very deep": ('{"type": ' + "[" * 3900, "nested|not JSON"),
    "nine levels": ('{"type": "text", "text": [[[[[[[[[1]]]]]]]]]}', "nested more than 8"),
    "a bomb of numbers": ('{"type": "text", "text": ' + "9" * 8000 + "}", "not JSON|expected a text"),
    "no text": ('{"type": "text"}', "text is missing"),
    "a second hello": ('{"type": "hello"}', "type is 'hello'"),
    "talk is a text": ('{"type": "talk", "on": "yes"}', "talk.on is a text"),
    "a command": ('{"type": "command", "command": "quit"}', "expected one of undo"),
    "a seat": ('{"type": "designate", "card": "H2", "by": "Q"}', "is not a seat"),
    "no defender": ('{"type": "designate", "card": "H2", "by": "E"}', "no defender is asked"),
    "a lone surrogate": ('{"type": "\\ud800"}', "type is"),
    "a NUL": ('{"type": "\\u0000"}', "type is"),
}


@pytest.mark.parametrize(("frame", "found"), FRAMES.values(), ids=FRAMES)
def test_a_bad_frame_is_told_and_the_session_lives(url, honest, frame, found):
    with Player(url) as one:
        one.socket.send(frame)
        error = one.until("error")
        assert error["code"] == "bad-message"
        assert any(part in error["message"] for part in found.split("|")), error
        assert len(error["message"]) < 300
        one.send("situation", situation=TABLE)
        assert one.text("ruter dam", "played")["card"] == "DQ"


@pytest.mark.parametrize(
    "text", ["\0" * 400, "\u202e" * 300, "\ud800", "🂡" * 200, "a\u0300" * 200, "[]", '"abc"', "%s{}"]
)
def test_texts_from_anywhere_are_answered(url, honest, text):
    with Player(url) as one:
        one.send("situation", situation=TABLE)
        one.until("notice")
        one.send("text", text=text)
        assert one.until("resolution", "notice", "error")["type"]


def end_of(one: Player) -> int | None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            one.next()
    return one.socket.close_code


def test_who_goes_on_is_closed(url, honest):
    with Player(url) as one:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(40):
                one.socket.send("{")
        assert end_of(one) == 1008
        errors = [row for row in one.rows if row["type"] == "error"]
        assert len(errors) <= LIMITS.faults_per_min + 2
        assert (errors[-1]["code"], errors[-1]["fatal"]) == ("too-fast", True)


def test_a_flood_of_frames_is_closed(url, honest):
    with Player(url) as one:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                one.send("command", command="repeat")
        assert end_of(one) == 1008  # as too fast, or as one who does not read


def test_sound_that_was_not_declared(url, honest):
    with Player(url) as one:
        one.socket.send(bytes(640))
        assert "hello declared none" in one.until("error")["message"]


@pytest.mark.parametrize("frame", [b"\xff\xfe", b'{"type": "\xc3('])
def test_bad_utf8_ends_only_this_connection(url, honest, frame):
    with Player(url) as one:
        one.socket.send(frame, text=True)
        assert end_of(one) == 1007


def test_a_frame_beyond_what_the_server_takes(url, honest):
    with Player(url) as one:
        with contextlib.suppress(ConnectionClosed):
            one.socket.send("x" * 40_000_000)
        assert end_of(one) in (1009, 1006, None)


class Mute:
    """A client without a library, which reads nothing."""

    def __init__(self, url: str) -> None:
        host, _, port = url.removeprefix("ws://").split("/")[0].partition(":")
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((host, int(port)))
        self.socket.sendall(
            f"GET /v1/table HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

        self.socket.recv(1, socket.MSG_PEEK)  # no frame before the server has agreed

    def send(self, kind: str, **keys: object) -> None:
        data = json.dumps({"type": kind} | keys).encode()
        self.socket.sendall(b"\x81\xfe" + len(data).to_bytes(2, "big") + bytes(4) + data)

    def rest(self) -> bytes:
        """All that comes until the server has closed."""
        found = b""
        self.socket.settimeout(10)
        with self.socket, contextlib.suppress(ConnectionError):
            while data := self.socket.recv(65536):
                found += data
        return found


UNREAD = [{"unread_events": 50, "unread_s": 60.0}, {"unread_events": 9999, "unread_s": 0.5}]


@pytest.mark.parametrize("limits", UNREAD, ids=["how much", "how long"])
def test_one_who_does_not_read_is_closed(limits):
    made = routes(limits=TableLimits(frames_per_s=1e6, **limits))
    with serving(made, send_bytes=4096) as url, Player(url) as other:
        one = Mute(url)
        one.send("hello", rate_hz=0)
        one.send("situation", situation=TABLE)
        with contextlib.suppress(OSError):
            for text in ["kung", *["vad har bordet"] * 800]:
                one.send("text", text=text)
        time.sleep(3.5)  # more than it takes to give up on one who does not read
        other.send("situation", situation=TABLE)
        assert other.text("ruter dam", "played")
        assert 0 < one.rest().count(b'"code": "dummy"') < 800


@pytest.mark.parametrize("seed", range(8))
def test_random_frames(url, honest, seed):
    chance = random.Random(seed)
    with Player(url) as one:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(30):
                kind = chance.choice(
                    ["text", "command", "situation", "designate", "play", "talk", "speaking", "hello", "x"]
                )
                keys = ["text", "command", "situation", "card", "by", "on", "deal", "seq"]
                values = [None, 1, -1, True, "", "x", "E", "H2", "undo", [], {}, {"dummy": {}}, [[1]], 1e308]
                row = {key: chance.choice(values) for key in chance.sample(keys, 3)} | {"type": kind}
                one.socket.send(json.dumps(row))
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            while one.next(0.3):
                pass
        refused = ("bad-message", "bad-situation", "bad-deal", "no-play", "too-fast")
        assert all(row["type"] != "error" or row["code"] in refused for row in one.rows)


def test_slow_openings_hold_nobody_up(url, honest):
    """Half a handshake, half a frame, and nothing more."""
    host, port = url.removeprefix("ws://").split("/")[0].split(":")
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            raw = stack.enter_context(socket.create_connection((host, int(port))))
            raw.send(b"GET /v1/table HTTP/1.1\r\nHost: x\r\n")
        half = [stack.enter_context(Player(url, greet=False)) for _ in range(20)]
        for one in half:
            one.socket.socket.send(b"\x81\xfe\x7f")
        start_s = time.monotonic()
        with Player(url) as other:
            other.send("situation", situation=TABLE)
            assert other.text("ruter dam", "played")
        assert time.monotonic() - start_s < 2
        for one in half:
            assert one.until("error")["code"] == "hello-expected"


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_memory_is_flat_under_abuse(url, honest):
    def resident_mib() -> float:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def abuse(rounds: int) -> None:
        for _ in range(rounds):
            with Player(url) as one, contextlib.suppress(ConnectionClosed):
                for frame in (DEEP[:4000], "x" * 8000, '{"type": "text", "text": "' + "é" * 400 + '"}'):
                    for _ in range(6):
                        one.socket.send(frame)
                end_of(one)

    abuse(15)
    before = resident_mib()
    abuse(60)
    assert resident_mib() - before < 20
