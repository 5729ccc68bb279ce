"""Clients that mean no good, on real sockets: told so or cut off; others are served, memory stays flat."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from callparser.service.protocol import MAX_HEAD, MAX_PIPELINE
from callparser.service.settings import Limits
from tests.service.running import Site, running

PATIENCE_S = 0.5
LIMITS = Limits(patience_s=PATIENCE_S, connections=30)
#: Nobody waits longer for what should come at once.
SOON_S = 20.0
POST = b"POST /v1/resolve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running(LIMITS) as found:
        yield found


@contextlib.contextmanager
def connection(site: Site) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", site.port), SOON_S) as wire:
        yield wire


def rest(wire: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while chunk := wire.recv(65_536):
            found += chunk
    return found


def send_for_ever(wire: socket.socket, data: bytes) -> None:
    while True:
        wire.sendall(data)


def said(site: Site, *parts: bytes) -> bytes:
    with connection(site) as wire:
        with contextlib.suppress(ConnectionError):
            for part in parts:
                wire.sendall(part)
        return rest(wire)


@pytest.mark.parametrize(
    "begun",
    [
        b"", b"\r\n", b"GET /v1/he", b"GET /v1/health HTTP/1.1\r\nhost: local", POST,
        POST + b"content-length: 100\r\n\r\n{", POST + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
        POST + b"content-length: 2\r\nexpect: 100-continue\r\n\r\n",
        b"GET /v1/health HTTP/1.1\r\nhost: localhost\r\n\r\nGET /v1/hea",
        POST.replace(b"json", b"x-ndjson") + b"content-length: 100\r\n\r\n{",
    ],
    ids=repr,
)  # fmt: skip
def test_who_does_not_finish_is_told_and_cut_off(site: Site, begun: bytes) -> None:
    answer = said(site, begun)
    assert answer.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 200 ", b"HTTP/1.1 100 ")), answer
    assert b"too-slow" in answer or b"200 OK" in answer


@pytest.mark.parametrize("head", [b"GET /v1/health HTTP/1.1\r\nx: ", POST + b"content-length: 9999\r\n\r\n"])
def test_a_byte_now_and_then_is_not_enough(site: Site, head: bytes) -> None:
    with connection(site) as wire:
        wire.sendall(head)
        wire.settimeout(PATIENCE_S / 10)
        began = time.monotonic()
        while time.monotonic() - began < SOON_S:
            try:
                wire.sendall(b"a")
                if not wire.recv(65_536):
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
        pytest.fail("it was never cut off")


def test_who_does_not_take_the_answers_is_cut_off(site: Site) -> None:
    """Lines without end, and nobody reads what comes back: the server stops reading, then closes."""
    with connection(site) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.sendall(POST.replace(b"json", b"x-ndjson") + b"content-length: 99999999\r\n\r\n")
        with pytest.raises(ConnectionError):
            send_for_ever(wire, b"{}\n" * 300)


def test_a_client_that_is_only_slow_is_served(site: Site) -> None:
    lines = POST.replace(b"json", b"x-ndjson") + b"transfer-encoding: chunked\r\n\r\n"
    with connection(site) as wire:
        wire.sendall(lines)
        for _ in range(5):
            wire.sendall(b"3\r\n{}\n\r\n")
            time.sleep(PATIENCE_S / 2)
        wire.sendall(b"0\r\n\r\n")
        assert rest(wire).count(b'"bad-input"') == 5


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x00\x01\x02\xff" * 50 + b"\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),  # TLS to a port that has none
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"FETCH / HTTP/1.1\r\n\r\n", 400),
        (b"GET /v1/health HTTP/1.1\r\nno colon here\r\n\r\n", 400),
        (POST + b"content-length: x\r\n\r\n", 400),
        (POST + b"content-length: -1\r\n\r\n", 400),
        (POST + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}", 400),
        (POST + b"content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}", 400),
        (POST + b"transfer-encoding: chunked\r\n\r\nzz\r\n", 400),
        (POST + b"content-length: 999999999999\r\n\r\n", 413),
        (POST + b"content-length: 99999999999999999999\r\n\r\n", 400),
        (b"GET /v1/health HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 500_000 + b"\r\n\r\n", 431),
        (b"GET /v1/health HTTP/1.1\r\n" + b"x: y\r\n" * 100_000 + b"\r\n", 431),
        (b"GET /" + b"a" * 500_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n", 431),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_rubbish_is_refused(site: Site, sent: bytes, status: int) -> None:
    """What is still on its way when the server closes may cost the answer: then it is just gone."""
    answer = said(site, sent)
    assert answer.startswith(b"HTTP/1.1 %d " % status) or (answer == b"" and len(sent) > MAX_HEAD)
    assert answer == b"" or b"application/problem+json" in answer
    assert answer == b"" or b"nosniff" in answer


def test_pipelined_requests_are_answered_in_order_up_to_a_bound(site: Site) -> None:
    get = b"GET /v1/law/%d HTTP/1.1\r\nhost: localhost\r\n\r\n"
    answer = said(site, get % 46 + get % 99 + get % 44 + b"rubbish\r\n\r\n")
    assert b"HTTP/1.1" in answer
    with connection(site) as wire:
        wire.sendall(get % 46 + get % 99 + get % 44)
        answer = rest(wire)
    places = [answer.find(text) for text in (b'"46A"', b"'99' is no clause", b'"clause":"44C"')]
    assert -1 not in places
    assert places == sorted(places)
    assert said(site, (get % 46) * (MAX_PIPELINE * 20)).count(b"HTTP/1.1 200") <= MAX_PIPELINE + 1


def test_a_full_server_says_so_at_once_and_serves_again(site: Site) -> None:
    with contextlib.ExitStack() as held:
        wires = [held.enter_context(connection(site)) for _ in range(LIMITS.connections + 5)]
        late = rest(wires[-1])
        assert late.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 1" in late
    until = time.monotonic() + SOON_S
    while site.client.get("/v1/health").status_code != 200:
        assert time.monotonic() < until


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


def test_a_websocket_keeps_its_own_time() -> None:
    with running(LIMITS, [WebSocketRoute("/echo", echo)]) as site:
        with connect(f"ws://127.0.0.1:{site.port}/echo") as wire:
            time.sleep(3 * PATIENCE_S)
            wire.send("hej")
            assert wire.recv(SOON_S) == "hej"
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://127.0.0.1:{site.port}/echo", additional_headers={"origin": "http://evil.example"})


def resident_kib() -> int:
    """What this process, the server within, holds in memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "attack",
    [
        POST + b"content-length: 1000000\r\n\r\n" + b"[" * 1_000_000,
        POST + b"content-length: 1048575\r\n\r\n[" + b"[]," * 349_524 + b"1]",
        POST + b"content-length: 60000\r\n\r\n" + b'{"a":' * 12_000,
        POST + b"content-length: 900004\r\n\r\n[" + b'"%s"' % (b"\\ud800" * 150_000) + b"]",
        POST + b"transfer-encoding: chunked\r\n\r\n" + b"10000\r\n%s\r\n" % (b" " * 65_536) * 150,
        POST.replace(b"json", b"x-ndjson") + b"content-length: 9000000\r\n\r\n" + b"x" * 9_000_000,
        POST.replace(b"json", b"x-ndjson") + b"content-length: 20000\r\n\r\n" + b"\n" * 20_000,
        b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n" * 50_000,
        b"GET / HTTP/1.1\r\n" + b"x" * 3_000_000,
        b"\r\n" * 1_000_000,
    ],
    ids=lambda value: repr(value[90:130]),
)
def test_memory_is_flat(site: Site, attack: bytes) -> None:
    """The first time may fill pools that stay; after that ten more times add next to nothing."""

    def once() -> None:
        with connection(site) as wire:
            wire.settimeout(0.2)
            with contextlib.suppress(OSError):
                wire.sendall(attack)
                while wire.recv(65_536):
                    pass

    for _ in range(3):
        once()
    before = resident_kib()
    for _ in range(10):
        once()
    assert resident_kib() - before < 16 * 1024
    assert site.client.get("/v1/health").status_code == 200
