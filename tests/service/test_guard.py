"""Who may ask: hosts, origins, tokens, rates."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from callparser.errors import InputError
from callparser.service.guard import Guard
from callparser.service.metrics import Metrics
from callparser.service.rates import ADDRESSES, Rates
from callparser.service.settings import Limits, Settings, checked, host_of, is_loopback
from tests.service.running import SITUATION, running

TOKENS = ("first-token-0123456789", "second-token-0123456789")
PAGE = "https://bridge.example"


@pytest.fixture(scope="module")
def local() -> Iterator[httpx.Client]:
    """On loopback without a token; one page may ask."""
    with running(origins=(PAGE,)) as site:
        yield site.client


@pytest.fixture(scope="module")
def closed() -> Iterator[httpx.Client]:
    """With tokens, and few calls a second."""
    with running(Limits(rate=0.5, burst=5), tokens=TOKENS) as site:
        yield site.client


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 200, ""),
        ({"origin": PAGE}, 200, ""),
        ({"origin": "http://localhost:1", "host": "localhost:1"}, 200, ""),
        ({"origin": "http://localhost:2", "host": "localhost:1"}, 403, "foreign-origin"),
        ({"origin": "https://evil.example"}, 403, "foreign-origin"),
        ({"origin": "https://bridge.example.evil.example"}, 403, "foreign-origin"),
        ({"origin": "null"}, 403, "foreign-origin"),
        ({"origin": ""}, 403, "foreign-origin"),
        ({"origin": "http://evil.example", "host": "evil.example"}, 403, "foreign-host"),  # DNS rebinding
        ({"origin": "https://localhost:1", "host": "localhost:1"}, 200, ""),
        *(
            ({"origin": f"{scheme}://localhost:1", "host": "localhost:1"}, 403, "foreign-origin")
            for scheme in ("chrome-extension", "moz-extension", "file", "ws", "HTTP", "")
        ),
        ({"host": ""}, 403, "foreign-host"),
        ({"host": "bridge.example"}, 200, ""),
        ({"host": "[::1]:8646"}, 200, ""),
        ({"host": "LOCALHOST"}, 200, ""),
        ({"host": "localhost.evil.example"}, 403, "foreign-host"),
    ],
    ids=repr,
)
def test_hosts_and_origins(local: httpx.Client, headers: dict[str, str], status: int, code: str) -> None:
    got = local.post("/v1/resolve", json=SITUATION, headers=headers)
    assert got.status_code == status
    assert status == 200 or got.json()["code"] == code
    shared = got.headers.get("access-control-allow-origin")
    assert shared == (PAGE if headers.get("origin") == PAGE else None)


@pytest.mark.parametrize(("origin", "status"), [(PAGE, 204), ("https://evil.example", 403)])
def test_preflight(local: httpx.Client, origin: str, status: int) -> None:
    headers = {"origin": origin, "access-control-request-method": "POST"}
    got = local.options("/v1/resolve", headers=headers)
    assert got.status_code == status
    assert ("access-control-allow-methods" in got.headers) == (status == 204)
    assert got.headers.get("access-control-allow-origin") == (PAGE if status == 204 else None)


@pytest.mark.parametrize(
    ("path", "token", "status"),
    [
        ("/v1/law/46", None, 401), ("/v1/law/46", "x", 401), ("/v1/law/46", TOKENS[0][:-1], 401),
        ("/v1/law/46", "å" * 30, 401), ("/v1/law/46", TOKENS[0], 200), ("/v1/law/46", TOKENS[1], 200),
        ("/v1/law/46?token=" + TOKENS[0], None, 401), ("/metrics", None, 401), ("/metrics", TOKENS[0], 200),
        ("/v1/health", None, 200), ("/openapi.json", None, 200), ("/v1/nothing", None, 401),
    ],
)  # fmt: skip
def test_tokens(closed: httpx.Client, path: str, token: str | None, status: int) -> None:
    headers = [] if token is None else [(b"authorization", b"Bearer " + token.encode())]
    got = closed.get(path, headers=headers)
    assert got.status_code == status
    assert ("www-authenticate" in got.headers) == (status == 401)


def test_a_token_opens_what_no_host_or_origin_does(closed: httpx.Client) -> None:
    token = {"authorization": f"bearer {TOKENS[0]}"}
    assert closed.get("/v1/law/46", headers=token | {"host": "any.example"}).status_code == 200
    assert closed.get("/v1/law/46", headers=token | {"origin": "http://x.example"}).status_code == 403


def test_a_client_that_asks_too_much_is_told_when_to_come_back(closed: httpx.Client) -> None:
    for address in ("203.0.113.1", "2001:db8::1"):
        headers = {"x-forwarded-for": address}
        statuses = [closed.get("/v1/health", headers=headers).status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        assert closed.get("/v1/health", headers=headers).headers["retry-after"] == "2"
    assert closed.get("/v1/health", headers={"x-forwarded-for": "203.0.113.2"}).status_code == 200
    assert {closed.get("/v1/health").status_code for _ in range(20)} == {200}


def test_each_call_of_a_list_counts(closed: httpx.Client) -> None:
    headers = {"x-forwarded-for": "203.0.113.3", "authorization": f"Bearer {TOKENS[0]}"}
    assert closed.post("/v1/resolve", json=[SITUATION] * 30, headers=headers).status_code == 200
    got = closed.get("/v1/health", headers=headers)
    assert (got.status_code, got.headers["retry-after"]) == (429, "52")


def test_a_bucket_fills_again_and_the_table_of_them_does_not_grow() -> None:
    now = [0.0]
    rates = Rates(Limits(rate=2, burst=3), lambda: now[0])
    assert [rates.admit("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] = 0.5
    assert [rates.admit("a") for _ in range(2)] == [0, 0.5]
    assert rates.charge("a", 7) == 4.0
    now[0] = 100.0
    assert [rates.admit("a") for _ in range(4)] == [0, 0, 0, 0.5]
    for n in range(2 * ADDRESSES):
        rates.admit(f"host{n}")
    assert len(rates._buckets) <= ADDRESSES
    assert len(rates._local) <= ADDRESSES + 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"host": "0.0.0.0"}, "--token-file"), ({"host": "::"}, "--token-file"),
        ({"host": "table.example"}, "--token-file"), ({"host": "192.168.1.2"}, "--token-file"),
        ({"tokens": ("short",)}, "5 characters"), ({"tokens": ("sixteen or more chars",)}, "spaces"),
        ({"origins": ("bridge.example",)}, "scheme"), ({"origins": ("https://a.example/x",)}, "scheme"),
        ({"origins": ("*",)}, "scheme"), ({"port": 70_000}, "port"), ({"workers": 0}, "workers"),
        ({"deals": -1}, "deals"), ({"solvers": 0}, "solvers"),
    ],
    ids=repr,
)  # fmt: skip
def test_settings_that_would_be_unsafe_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        checked(Settings(**changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"host": "::1"},
        {"host": "localhost"},
        {"host": "127.0.0.9"},
        {"host": "0.0.0.0", "tokens": TOKENS},
    ],
    ids=repr,
)
def test_settings_that_are_safe(changes: dict[str, object]) -> None:
    checked(Settings(**changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("origin", "passes"),
    [(None, True), (PAGE.encode(), True), (b"http://localhost:1", True), (b"https://evil.example", False)],
)
def test_a_websocket_is_opened_only_to_a_page_that_may_ask(origin: bytes | None, passes: bool) -> None:
    sent: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    headers = [(b"host", b"localhost:1"), *([] if origin is None else [(b"origin", origin)])]
    guard = Guard(inner, Settings(origins=(PAGE,)), Rates(Limits()), Metrics())
    asyncio.run(guard({"type": "websocket", "headers": headers, "path": "/v1/table"}, receive, send))
    assert sent == ["websocket.accept" if passes else "websocket.close"]


@pytest.mark.parametrize(
    ("netloc", "host"),
    [
        ("localhost:8646", "localhost"),
        ("[::1]:8646", "[::1]"),
        ("[::1]", "[::1]"),
        ("A.example", "a.example"),
    ],
)
def test_the_host_of_a_header(netloc: str, host: str) -> None:
    assert host_of(netloc) == host


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "[::1]", "localhost", "127.3.2.1"])
def test_this_machine(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback(host + ".example")
