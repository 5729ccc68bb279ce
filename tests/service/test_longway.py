"""Calls that take long to read: nobody else waits for them, and one request has only so many."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from callparser.grammar.normalise import MAX_CHARS
from callparser.service import app
from callparser.service.longway import LongWay
from callparser.service.settings import Limits
from callparser.understand import parse
from tests.service.running import SITUATION, running

ODD = "hjrter åttax {}"


def call(utterance: object, **more: object) -> dict[str, object]:
    return SITUATION | {"utterance": utterance} | more


@pytest.mark.parametrize("form", ["object", "list", "stream"])
@pytest.mark.parametrize("utterance", ["hjrtr trett", ["hjärter", "hjrtr trttt"]], ids=["one", "several"])
@pytest.mark.parametrize("more", [{}, {"lang": "auto"}, {"alphabet": "sv"}, {"fallback": False}], ids=str)
def test_others_are_answered_while_one_is_read(monkeypatch, form, utterance, more):
    begun, answered = Event(), Event()

    def slow(asked):
        begun.set()
        assert answered.wait(20), "nobody else was answered"
        return resolved(asked)

    resolved = app.resolved
    monkeypatch.setattr(app, "resolved", slow)
    asked = json.dumps(call(utterance, **more))
    kind = "application/x-ndjson" if form == "stream" else "application/json"
    body = f"[{asked}]" if form == "list" else asked
    for lang in ("sv", "en", "no", "da"):
        app.parsed({"utterance": "hjärter", "lang": lang})
    with running() as site, ThreadPoolExecutor(1) as other:
        _forget()
        answer = other.submit(site.client.post, "/v1/resolve", content=body, headers={"content-type": kind})
        assert begun.wait(20)
        assert site.client.get("/v1/health").status_code == 200
        answered.set()
        assert answer.result(20).status_code == 200


def _forget() -> None:
    from callparser.understand.parse import parser

    for lang in ("sv", "en", "no", "da"):
        parser(lang).forget()


def test_a_list_has_only_so_much_of_it():
    with running(Limits(long_chars=200)) as site:
        _forget()
        few = [call(ODD.format(n)) for n in range(10)]
        refused = site.client.post("/v1/resolve", json=few + [call(ODD.format(f"x{n}")) for n in range(10)])
        assert (refused.status_code, refused.json()["code"]) == (413, "too-large")
        assert "200 characters" in refused.json()["detail"]
        assert site.client.post("/v1/resolve", json=few).status_code == 200
        known = [call("hjärter"), call("lågt", lang="sv"), call(3), call(None), call("x", lang="xx")]
        assert site.client.post("/v1/resolve", json=known * 100).status_code == 200
        lines = "\n".join(json.dumps(call(ODD.format(f"y{n}"))) for n in range(40))
        streamed = site.client.post(
            "/v1/resolve", content=lines, headers={"content-type": "application/x-ndjson"}
        )
        assert len(streamed.text.splitlines()) == 40


@pytest.mark.parametrize(
    ("row", "chars"),
    [
        ({"utterance": "hjärter"}, 0), ({"utterance": "hjrtr xyz"}, 9), ({}, 0), ({"utterance": 3}, 0),
        ({"utterance": ["hjrtr xyz", 3, "hjärter", None]}, 9), ({"utterance": "hjrtr", "lang": "xx"}, 0),
        ({"utterance": "hjrtr", "lang": []}, 0), ({"utterance": "x" * 9000}, MAX_CHARS),
        ({"utterance": ["hjrtr xyz"] * 5000}, 9 * 20), ({"utterance": "hjrtr xyz", "fallback": "no"}, 9),
        ({"utterance": "hjrtr xyz", "alphabet": []}, 9), ({"utterance": "\ud800 \0"}, 3),
    ],
)  # fmt: skip
def test_what_goes_the_long_way_is_counted(row, chars):
    _forget()
    assert LongWay(guess=False).chars(row) == chars


def test_what_was_read_is_known():
    _forget()
    row = {"utterance": "hjrtr xyz", "fallback": False}
    way = LongWay(guess=False)
    assert way.chars(row)
    parse(row["utterance"], "sv", fallback=False)
    assert not way.chars(row)
    assert way.chars(row | {"alphabet": "en"})  # with an alphabet nothing is remembered
