"""The table as ``callparser serve`` has it: tokens, pages, what is kept, and what it says at its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import httpx
import pytest

pytest.importorskip("websockets")
from websockets.sync.client import connect

from callparser.cli.main import main
from tests.service.test_serve import TOKEN, process

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
TABLE = {"trump": "S", "dummy": "AQ74.K82..T2", "trick": [{"seat": "W", "card": "H7"}]}


def told(url: str, *frames: dict[str, object], until: str = "welcome") -> list[dict[str, object]]:
    """What the table tells who sends these frames, up to an event of that type."""
    found = []
    with connect(url.replace("http", "ws") + "/v1/table", subprotocols=["callparser.v1"]) as socket:
        for frame in frames:
            socket.send(json.dumps(frame))
        while not found or found[-1]["type"] != until:
            found.append(json.loads(socket.recv(timeout=20)))
    return found


def hello(**more: object) -> dict[str, object]:
    return {"type": "hello", "lang": "sv", "rate_hz": 0, **more}


def test_a_call_is_played_and_kept(tmp_path):
    log = tmp_path / "log.sqlite"
    with process("--recognisers", "0", "--log", str(log)) as (_, line, url):
        assert "tables: typed calls only, logged where a player consents" in line
        events = told(
            url,
            hello(consent={"log": True}),
            {"type": "situation", "situation": TABLE},
            {"type": "text", "text": "lågt"},
            until="played",
        )
        assert events[-1]["card"] == "H2"
    assert main(["log", "verify", str(log)]) == 0
    shown = subprocess.run(
        [sys.executable, "-m", "callparser", "log", "export", str(log)], capture_output=True, text=True
    )
    kinds = [json.loads(row)["kind"] for row in shown.stdout.splitlines()]
    assert kinds[-1] == "server.played"


def test_the_table_wants_the_token_and_the_page_does_not(tmp_path):
    log = tmp_path / "log.sqlite"
    with process("--recognisers", "0", "--log", str(log), CALLPARSER_TOKEN=TOKEN) as (_, _line, url):
        for auth in ({}, {"auth": ""}, {"auth": TOKEN + "x"}, {"auth": [TOKEN]}, {"auth": None}):
            (error,) = told(url, hello(**auth), until="error")
            assert (error["code"], error["fatal"]) == ("unauthorised", True)
        (welcome,) = told(url, hello(auth=TOKEN, consent={"log": True}))
        assert welcome["type"] == "welcome"
        assert httpx.get(f"{url}/").status_code == 200
        assert httpx.get(f"{url}/v1/messages/sv").json()["language"] == "sv"
        assert httpx.get(f"{url}/v1/messages/../law/46").status_code in (401, 404)
        assert httpx.get(f"{url}/v1/law/46").status_code == 401
    assert TOKEN.encode() not in log.read_bytes()


def test_several_workers_have_no_table():
    with process("--workers", "2") as (_, line, url):
        assert "no tables" in line
        with pytest.raises(Exception, match=r"HTTP 40[34]"):
            told(url, hello())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--recognisers", "-1"], "recognisers is -1; expected 0 to 64"),
        (["--talkers", "0"], "talkers is 0; expected 1"),
        (["--keep-days", "-2"], "keep-days is -2; expected 0"),
        (["--workers", "2", "--log", "x.sqlite"], "the tables need one worker"),
    ],
)
def test_what_cannot_be_meant_is_refused(options, says, capsys):
    assert main(["serve", "--port", "0", "--no-fallback", *options]) == 2
    assert says in capsys.readouterr().err


def test_a_log_that_cannot_be_written_is_told_before_anybody_comes(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    log = str(tmp_path / "file" / "log.sqlite")
    assert main(["serve", "--port", "0", "--no-fallback", "--recognisers", "0", "--log", log]) == 1
    assert f"{log}: the log cannot be written" in capsys.readouterr().err
