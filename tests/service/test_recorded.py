"""What a table records: whatever a client sends, the time and the kinds are ours, and no secret is in it."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from datetime import datetime

import pytest

from callparser.service.journal import Journal, utc
from callparser.service.limits import TableLimits
from callparser.service.logbook import entries_of, verify
from callparser.service.socket import routes
from tests.service.conftest import serving
from tests.service.player import Player
from tests.service.scene import TABLE

KINDS = {"hello", "text", "command", "situation", "designate", "talk", "speaking", "bye", "unknown"}
SECRET = "a-secret-of-somebodys"
CONSENT = {"log": True}


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    with Journal(tmp_path_factory.mktemp("log") / "log.db") as journal:
        yield journal


@pytest.fixture(scope="module")
def url(log):
    with serving(routes(journal=log, limits=TableLimits(faults_per_min=200))) as address:
        yield address


def kinds(log: Journal, session: str) -> list[str]:
    return [entry.kind for entry in entries_of(log.path, session)]


ODD = [
    None,
    5,
    -1.5,
    True,
    "",
    "x" * 400,
    "2099-01-01T00:00:00.000Z",
    "1970",
    "\ud800",
    "\0",
    "\u202e",
    [],
    [1],
    {},
]


@pytest.mark.parametrize("key", ["at", "type", "kind", "session", "seq", "text", "command", "on", "\ud800"])
def test_whatever_a_frame_has_the_log_is_ours(url, log, key):
    began = utc()
    with Player(url, consent=CONSENT) as one:
        for value in ODD:
            one.socket.send(json.dumps({"type": "text", "text": "x"} | {key: value}))
        one.send("situation", situation=TABLE)
        assert one.text("ruter dam", "played")
    entries = list(entries_of(log.path, one.rows[0]["session"]))
    assert {
        entry.kind.removeprefix("client.") for entry in entries if entry.kind.startswith("client.")
    } <= KINDS
    times = [entry.at for entry in entries]
    assert times == sorted(times)
    assert began <= times[0] <= times[-1] <= utc()
    assert all(datetime.fromisoformat(at) for at in times)
    assert verify(log.path).fault is None


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "hello", "auth": SECRET}, {"type": "hello", "resume": {"token": SECRET, "seq": 1}},
        {"type": "text", "text": "x", "auth": SECRET}, {"type": "text", "text": "x", "token": SECRET},
        {"type": "x", "a": [{"b": {"auth": SECRET}}]}, {"type": "x", "a": {"token": [SECRET]}},
        {"type": "situation", "situation": {"dummy": {"auth": SECRET}}},
    ],
    ids=json.dumps,
)  # fmt: skip
def test_no_secret_is_recorded(url, log, frame):
    with Player(url, consent=CONSENT, auth=SECRET) as one:
        one.socket.send(json.dumps(frame))
        one.until("error", "resolution")
        said = json.dumps([entry.body for entry in entries_of(log.path, one.rows[0]["session"])])
        assert "client." in str(kinds(log, one.rows[0]["session"]))
        assert SECRET not in said
        assert one.rows[0]["token"] not in said


def resumed(url: str, one: Player, **hello: object) -> Player:
    one.close()
    return Player(url, resume={"token": one.rows[0]["token"], "seq": one.rows[-1]["seq"]}, **hello)


@pytest.mark.parametrize("withdrawn", [{"log": False}, {"log": False, "audio": True}, {}, None], ids=repr)
def test_consent_that_is_withdrawn_is_the_last_row(url, log, withdrawn):
    one = Player(url, consent=CONSENT)
    one.send("situation", situation=TABLE)
    one.until("notice")
    with resumed(url, one, consent=withdrawn) as two:
        two.send("situation", situation=TABLE)
        assert two.text("ruter dam", "played")
        entries = list(entries_of(log.path, one.rows[0]["session"]))
        assert (entries[-1].kind, entries[-1].row()["consent"]) == ("client.hello", withdrawn)
        assert [entry.kind for entry in entries].count("server.welcome") == 1
        with resumed(url, two, consent=CONSENT) as three:
            assert three.text("kung")
    assert kinds(log, one.rows[0]["session"])[len(entries) :][:2] == ["client.hello", "server.welcome"]


# --- a log that fails ------------------------------------------------------------------------------------


def failing(log: Journal, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """From now on rows of this kind cannot be written."""
    add = log._add

    def refused(entry, ends):
        if entry.kind == kind:
            raise sqlite3.OperationalError("database is locked")
        add(entry, ends)

    monkeypatch.setattr(log, "_add", refused)


@pytest.mark.parametrize("kind", ["client.text", "server.resolution"])
def test_a_row_that_cannot_be_kept_ends_the_session_of_its_client_only(url, log, monkeypatch, kind):
    with Player(url, consent=CONSENT) as one, Player(url) as other:
        for player in (one, other):
            player.send("situation", situation=TABLE)
            player.until("notice")
        failing(log, monkeypatch, kind)
        error = one.text("ruter dam", "error", "played")
        assert (error["code"], error["fatal"]) == ("not-kept", True)
        assert other.text("ruter dam", "played")


def test_a_frame_that_is_answered_by_nothing_must_be_kept(url, log, monkeypatch):
    with Player(url, consent=CONSENT) as one:
        failing(log, monkeypatch, "client.talk")
        one.send("talk", on=False)
        assert one.until("error")["code"] == "not-kept"


def test_a_log_that_died_is_told_and_nobody_hangs(tmp_path, monkeypatch):
    began_s = time.monotonic()
    with (
        Journal(tmp_path / "log.db") as log,
        serving(routes(journal=log)) as url,
        Player(url, consent=CONSENT) as one,
    ):
        monkeypatch.setattr(log, "_write", None)
        assert one.text("x", "error")["code"] == "not-kept"
        with Player(url, consent=CONSENT) as late:
            assert late.rows[0]["code"] == "not-kept"
    assert time.monotonic() - began_s < 10


def test_one_who_locks_the_log_delays_nothing_else(tmp_path, monkeypatch):
    """Another program holds the file: it is told once it is known, and the others play on."""
    with Journal(tmp_path / "log.db") as log, serving(routes(journal=log)) as url:
        log._base.execute("pragma busy_timeout = 200")
        with (
            Player(url, consent=CONSENT) as one,
            Player(url) as other,
            closing(sqlite3.connect(log.path, isolation_level=None)) as theirs,
        ):
            theirs.execute("begin immediate")
            one.send("talk", on=False)
            other.send("situation", situation=TABLE)
            assert other.text("ruter dam", "played")
            assert one.until("error")["code"] == "not-kept"
