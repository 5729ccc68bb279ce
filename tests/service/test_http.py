"""What is asked over HTTP and what comes back: a table, over a real socket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from callparser.jsonline import MAX_LINE
from callparser.lawbook import lawbook
from callparser.service.problem import PROBLEM_JSON
from callparser.service.reply import SECURITY
from callparser.service.settings import Limits
from callparser.wire import answer
from tests.service.running import SITUATION, running

JSON = {"content-type": "application/json"}
LINES = {"content-type": "application/x-ndjson"}
LIMITS = Limits(body_bytes=300_000, batch=50)


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with running(LIMITS) as site:
        yield site.client


def body(**changes: Any) -> bytes:
    return json.dumps(SITUATION | changes).encode()


def test_one_call_gets_the_answer_of_the_contract(client: httpx.Client) -> None:
    got = client.post("/v1/resolve", json=SITUATION)
    assert got.status_code == 200
    assert got.json() == answer(SITUATION)


def test_parse_sees_no_card(client: httpx.Client) -> None:
    got = client.post("/v1/parse", json={"id": 7, "utterance": "D", "alphabet": "sv"}).json()
    assert (got["id"], got["intent"]) == (7, {"kind": "rank", "rank": "Q"})
    assert client.post("/v1/parse", json={"utterance": "D"}).json()["intent"] is None


def test_a_list_is_answered_in_order_with_error_rows(client: httpx.Client) -> None:
    asked: list[Any] = [SITUATION, 7, SITUATION | {"id": 2, "dummy": "S:AX"}, [], SITUATION | {"id": 3}]
    got = client.post("/v1/resolve", json=asked).json()
    assert [row["id"] for row in got] == ["x1", None, 2, None, 3]
    assert [row["outcome"] for row in got] == ["played", "error", "error", "error", "played"]
    assert got[2]["error"]["code"] == "bad-table"
    assert client.post("/v1/resolve", json=[]).json() == []


def test_a_stream_is_answered_line_by_line(client: httpx.Client) -> None:
    lines = [body(id=n) for n in range(40)]
    lines[3:3] = [b"", b"{", b"\xff", b'"' + b"x" * MAX_LINE + b'"', b"[" * 60_000, body(id="b", trump="X")]
    for end in (b"\n", b"\r\n"):
        got = client.post("/v1/resolve", content=end.join(lines), headers=LINES)
        rows = [json.loads(line) for line in got.text.splitlines()]
        assert [row["id"] for row in rows] == [0, 1, 2, *[None] * 5, "b", *range(3, 40)]
        assert [row["outcome"] for row in rows].count("error") == 6
        assert rows[6]["error"]["message"].startswith("the line has more than")


def test_a_stream_is_answered_before_it_ends(client: httpx.Client) -> None:
    """Each line is sent when the answer to the one before has come."""
    answered: list[int] = []

    def asked() -> Iterator[bytes]:
        for n in range(5):
            assert len(answered) == n
            yield body(id=n) + b"\n"
            answered.append(n)

    with client.stream("POST", "/v1/resolve", content=asked(), headers=LINES) as got:
        assert [json.loads(line)["id"] for line in got.iter_lines()] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("headers", "content", "status", "code", "says"),
    [
        (JSON, b"", 400, "bad-input", "empty"),
        (JSON, b"{", 400, "bad-input", "not JSON"),
        (JSON, b"7", 400, "bad-input", "found a number"),
        (JSON, b"\xff\xfe", 400, "bad-input", "UTF-8"),
        (JSON, b"[1, 2", 400, "bad-input", "not a list"),
        (JSON, b"[" * 200_000, 400, "bad-input", "list"),
        (JSON, b'{"a":' * 10_000, 400, "bad-input", "too deeply"),
        (JSON, b'{"a": "' + b"x" * MAX_LINE + b'"}', 413, "too-large", "65536 bytes"),
        (JSON, b"[" + b" " * 400_000 + b"]", 413, "too-large", "300000 bytes"),
        (JSON, b"[" + b"1," * 50 + b"1]", 413, "too-large", "at most 50"),
        (JSON, b"{}", 422, "bad-input", "utterance is missing"),
        (JSON, body(dummy="S:AX"), 422, "bad-table", "not a rank"),
        (JSON, body(edition="1950"), 422, "bad-edition", "1997"),
        (JSON, body(fallback="x"), 422, "bad-input", "true or false"),
        ({}, body(), 415, "wrong-type", "missing"),
        ({"content-type": "text/plain"}, body(), 415, "wrong-type", "text/plain"),
        ({"content-type": "application/json; charset=latin-1"}, body(), 415, "wrong-type", "UTF-8"),
        (JSON | {"content-encoding": "gzip"}, body(), 415, "wrong-type", "gzip"),
        (JSON | {"accept": "text/html"}, body(), 406, "not-acceptable", "application/json"),
        (JSON | {"accept": "application/json;q=0, */*"}, body(), 406, "not-acceptable", "application/json"),
        (LINES | {"accept": "application/json"}, body(), 406, "not-acceptable", "ndjson"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_refused_is_a_problem_document(
    client: httpx.Client, headers: dict[str, str], content: bytes, status: int, code: str, says: str
) -> None:
    got = client.post("/v1/resolve", content=content, headers=headers)
    problem = got.json()
    assert got.headers["content-type"].encode() == PROBLEM_JSON
    assert (got.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert says in problem["detail"]


@pytest.mark.parametrize(
    "headers",
    [
        {"accept": "*/*"}, {"accept": "application/*"}, {"accept": "text/html, */*;q=0.1"}, {"accept": ""},
        {"accept": "application/json;q=x"}, {"content-type": "Application/JSON; charset=\"UTF-8\""},
    ],
    ids=repr,
)  # fmt: skip
def test_forms_of_headers(client: httpx.Client, headers: dict[str, str]) -> None:
    wanted = 406 if headers.get("accept") == "" else 200
    assert client.post("/v1/resolve", content=body(), headers=JSON | headers).status_code == wanted


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/resolve", 405), ("PUT", "/v1/parse", 405), ("DELETE", "/v1/health", 405),
        ("POST", "/openapi.json", 405), ("TRACE", "/v1/resolve", 405), ("GET", "/v1/nothing", 404),
        ("POST", "/v1/resolve/", 404), ("GET", "/v1/law/46/../../x", 404), ("GET", "/%2e%2e/setup.py", 404),
        ("GET", "/main.js/", 404), ("GET", "/main.js/x", 404), ("GET", "/none.js", 404),
        ("POST", "/main.js", 405), ("POST", "/", 405), ("GET", "/%2e%2e%2fapp.py", 404),
        ("GET", "/v1/law/99", 404), ("GET", "/v1/law/%FF", 404), ("OPTIONS", "/v1/nothing", 404),
    ],
)  # fmt: skip
def test_paths_and_methods_that_are_not_there(
    client: httpx.Client, method: str, path: str, status: int
) -> None:
    got = client.request(method, path)
    assert got.status_code == status
    assert got.json()["code"] == {404: "not-found", 405: "wrong-method"}[status]
    assert ("allow" in got.headers) == (status == 405)


@pytest.mark.parametrize("value", ["bytes=5-1", "bytes=9999999-", "bytes=x", "bytes=", "lines=1-2"])
def test_a_part_that_is_not_there_is_a_problem(client: httpx.Client, value: str) -> None:
    got = client.get("/main.js", headers={"range": value.encode()})
    assert got.status_code in (400, 416)
    assert got.headers["content-type"] == "application/problem+json"
    assert got.json()["code"] == "bad-range"
    assert client.get("/main.js", headers={"range": "bytes=0-9"}).status_code == 206


@pytest.mark.parametrize(
    ("path", "allowed"), [("/v1/resolve", "OPTIONS, POST"), ("/v1/health", "GET, HEAD, OPTIONS")]
)
def test_options_says_what_a_path_takes(client: httpx.Client, path: str, allowed: str) -> None:
    got = client.options(path)
    assert (got.status_code, got.headers["allow"], got.content) == (204, allowed, b"")


@pytest.mark.parametrize("path", ["/v1/health", "/v1/law/46A", "/openapi.json", "/metrics"])
def test_head_is_get_without_the_body(client: httpx.Client, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (got.status_code, head.status_code, head.content) == (200, 200, b"")
    assert got.headers["content-type"] == head.headers["content-type"]
    assert path == "/metrics" or got.headers["content-length"] == head.headers["content-length"]


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("46", lawbook()),
        ("46?edition=1997&lang=en", lawbook("46", "1997", "en")),
        ("46B3a?edition=wbf-2007&cases=2", lawbook("46B3a", "2007", most=2)),
        ("§ 46 B 2?cases=0", lawbook("46B2", most=0)),
    ],
)
def test_the_law_is_what_the_command_prints(client: httpx.Client, query: str, wanted: Any) -> None:
    assert client.get(f"/v1/law/{query}").json() == wanted


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("edition=1950", "bad-edition"), ("lang=da", "bad-input"), ("cases=-1", "bad-input"),
        ("cases=x", "bad-input"), ("cases=99999", "bad-input"), ("cases=٣", "bad-input"),
        ("file=/etc/passwd", "bad-input"), ("lang=%FF", "bad-input"), ("&".join("abcdefghijkl"), "bad-input"),
    ],
)  # fmt: skip
def test_a_query_that_cannot_be_read(client: httpx.Client, query: str, code: str) -> None:
    got = client.get(f"/v1/law/46?{query}")
    assert (got.status_code, got.json()["code"]) == (422, code)


@pytest.mark.parametrize("path", ["/v1/health", "/v1/nothing", "/v1/resolve", "/openapi.json"])
def test_every_answer_has_the_security_headers(client: httpx.Client, path: str) -> None:
    got = client.get(path)
    for name, value in SECURITY:
        assert got.headers[name.decode()] == value.decode()
    assert "server" not in got.headers


def test_metrics_count_by_route_and_hold_nothing_that_was_said(client: httpx.Client) -> None:
    client.post("/v1/resolve", json=SITUATION | {"utterance": "brummelibrum"})
    client.get("/v1/law/brummelibrum")
    client.get("/brummelibrum")
    page = client.get("/metrics").text
    assert 'callparser_requests_total{route="/v1/law",status="404"}' in page
    assert 'callparser_answers_total{outcome="not_understood"}' in page
    assert "brummelibrum" not in page
