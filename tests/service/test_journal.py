"""The audit log: what is kept is on disk, changes show, deletion leaves the chain whole."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from array import array
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callparser.cli.main import main
from callparser.errors import InputError, NotKept
from callparser.service.chain import digest_of
from callparser.service.journal import AUDIO, Journal, Policy, utc
from callparser.service.logbook import entries_of, verify
from callparser.voice.flac import flac

NOW = datetime.now(UTC)
DAY = timedelta(days=1)


def ago(days: float) -> str:
    return utc(NOW - days * DAY)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.db"


@pytest.fixture
def log(path):
    return written(path, None, None)


def written(path, keep_days, keep_audio_days):
    """Two sessions, one of them with sound, some of it old, which goes when the log is opened anew."""
    with Journal(path, Policy(keep_days, keep_audio_days)) as journal:
        for days, session, kind, body in (
            (9, "a", "client.text", {"text": "hjärter två"}), (9, "b", "client.text", {"text": "lågt"}),
            (9, "a", AUDIO, lambda: b"fLaC sound"), (9, "a", "server.heard", {"n": 1}),
            (1, "a", AUDIO, lambda: b"fLaC more"), (1, "a", "server.played", {"n": 1, "card": "H2"}),
        ):  # fmt: skip
            journal.keep(session, kind, body, ago(days)).result(5)
    return path


def change(path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute(statement, values)
        base.commit()


def test_a_log_is_whole_as_it_was_written(log):
    report = verify(log)
    assert (report.events, report.deleted, report.fault) == (6, 0, None)
    assert list(report.ends) == ["a", "b"]
    rows = [(entry.session, entry.seq, entry.kind) for entry in entries_of(log)]
    assert rows == [("a", 1, "client.text"), ("a", 2, "audio"), ("a", 3, "server.heard"), ("a", 4, "audio"),
                    ("a", 5, "server.played"), ("b", 1, "client.text")]  # fmt: skip
    assert next(iter(entries_of(log, "a"))).row() == {"text": "hjärter två"}


def test_it_goes_on_where_it_stopped(log):
    with Journal(log, Policy(None, None)) as journal:
        journal.keep("a", "client.text", {"text": "mer"}).result(5)
    assert verify(log).fault is None
    assert [entry.seq for entry in entries_of(log, "a")] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("statement", "seq", "found"),
    [
        ("update event set body = '{}' where session = 'a' and seq = 3", 3, "content was changed"),
        ("update event set salt = x'00' where session = 'a' and seq = 3", 3, "content was changed"),
        ("update event set body = x'00' where session = 'a' and seq = 2", 2, "content was changed"),
        ("update event set body = null where session = 'a' and seq = 3", 3, "no deletion was noted"),
        ("update event set body = cast(body as blob) where session = 'a' and seq = 3", 3,
         "content was changed"),
        ("update event set body = cast(body as text) where session = 'a' and seq = 2", 2,
         "content was changed"),
        ("update event set salt = null, body = cast(salt || body as blob) where session = 'a' and seq = 2", 2,
         "content was changed"),
        ("update event set salt = cast(salt || substr(body, 1, 5) as blob), body = substr(body, 6) where "
         "session = 'a' and seq = 2", 2, "content was changed"),
        ("update event set salt = cast(salt || body as blob), body = '' where session = 'a' and seq = 3", 3,
         "content was changed"),
        ("update event set body = 5 where session = 'a' and seq = 3", 3, "content was changed"),
        ("update event set body = 0.5 where session = 'a' and seq = 2", 2, "content was changed"),
        ("update event set at = '2020' where session = 'a' and seq = 3", 3, "does not follow"),
        ("update event set kind = 'server.x' where session = 'a' and seq = 3", 3, "does not follow"),
        ("update event set digest = x'00' where session = 'a' and seq = 3", 3, "does not follow"),
        ("update event set hash = x'00' where session = 'a' and seq = 3", 3, "does not follow"),
        ("delete from event where session = 'a' and seq = 1", 1, "event 1 is missing"),
        ("delete from event where session = 'a' and seq = 3", 3, "event 3 is missing"),
        ("update event set seq = 9 where session = 'a' and seq = 5", 5, "event 5 is missing"),
        ("update event set session = 'a', seq = 6 where session = 'b'", 6, "does not follow"),
        ("insert into event select 'a', 6, at, kind, body, salt, digest, hash from event where seq = 5", 6,
         "does not follow"),
    ],
)  # fmt: skip
def test_the_first_bad_row_is_named(log, statement, seq, found):
    change(log, statement)
    fault = verify(log).fault
    assert (fault.session, fault.seq) == ("a", seq)
    assert found in fault.found


@pytest.mark.parametrize("session", [None, "b"])
def test_a_session_whose_events_are_all_gone_is_missed(log, session, capsys):
    change(log, "delete from event where session = 'b'")
    fault = verify(log, session).fault
    assert (fault.session, fault.found) == ("b", "event 1 is missing")
    assert verify(log, "a").fault is None
    assert main(["log", "verify", str(log)]) == 2
    assert "not whole: session b, event 1" in capsys.readouterr().out


def test_a_first_event_that_cannot_be_written_leaves_no_session(path):
    """So that one without events was tampered with."""
    with Journal(path, Policy(None, None)) as journal:
        with suppress(Exception):
            journal.keep("a", "client.text", {"text": object()}).result(5)
        with suppress(Exception):
            journal.keep("b", None, {"text": "nio"}).result(5)
        journal.keep("c", "client.text", {"text": "nio"}).result(5)
    assert (verify(path).fault, list(verify(path).ends)) == (None, ["c"])


@settings(max_examples=300, deadline=None)
@given(st.tuples(st.binary(), st.binary() | st.text()), st.data())
def test_no_two_contents_have_one_digest(content, data):
    """Also those of which one is the other, cut elsewhere."""
    salt, body = content
    whole = salt + (body.encode() if isinstance(body, str) else body)
    cut = data.draw(st.integers(0, len(whole)))
    for other in ((whole[:cut], whole[cut:]), (whole[:cut], whole[cut:].decode(errors="ignore"))):
        same = other[0] == salt and type(other[1]) is type(body) and other[1] == body
        assert (digest_of(*other) == digest_of(salt, body)) == same


def test_what_a_chain_cannot_show_its_last_hash_does(log):
    """A cut end, and a session that is gone with its policy: whole, but not with the ends noted before."""
    noted = verify(log).ends
    change(log, "delete from event where session = 'b'")
    change(log, "delete from chain where session = 'b'")
    change(log, "delete from event where session = 'a' and seq = 5")
    report = verify(log)
    assert report.fault is None
    assert list(report.ends) == ["a"]
    assert report.ends["a"] != noted["a"]


def test_a_log_of_another_version_is_told(log):
    change(log, "pragma user_version = 1")
    with pytest.raises(InputError, match="a log of version 1 and not 3"):
        verify(log)
    with pytest.raises(NotKept, match="a log of version 1 and not 3"):
        Journal(log)


def expired(path):
    with Journal(path) as journal:
        journal.expire(NOW)
    return verify(path)


@pytest.mark.parametrize(
    ("policy", "gone"),
    [
        ((None, None), []), ((None, 5), [("a", 2)]), ((None, 0.5), [("a", 2), ("a", 4)]),
        ((5, None), [("a", 1), ("a", 2), ("a", 3), ("b", 1)]), ((30, 30), []),
        ((0.5, 0.5), [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("a", 5), ("b", 1)]),
    ],
)  # fmt: skip
def test_what_is_too_old_is_deleted_and_the_chain_is_whole(path, policy, gone):
    log = written(path, *policy)
    report = expired(log)
    assert report.fault is None
    assert [(session, seq) for session, seqs in report.gone.items() for seq in seqs] == gone
    assert [(one.session, one.seq) for one in entries_of(log) if one.body is None] == gone
    assert report.deleted == len(gone)
    assert all(one.salt is None for one in entries_of(log) if one.body is None)
    assert expired(log).events == report.events  # a second time changes nothing


def test_deleted_content_is_nowhere_in_the_files(path):
    log = written(path, 0.5, 0.5)
    expired(log)
    for file in log.parent.iterdir():
        content = file.read_bytes()
        assert b"fLaC" not in content
        assert "hjärter två".encode() not in content


def test_a_deletion_note_excuses_only_what_is_older_and_of_its_kind(path):
    log = written(path, None, 5)
    expired(log)
    for seq in (3, 4):  # content, though only sound was deleted; sound from after
        kept = next(entry for entry in entries_of(log, "a") if entry.seq == seq)
        change(log, "update event set body = null where session = 'a' and seq = ?", seq)
        assert verify(log).fault.seq == seq
        change(log, "update event set body = ? where session = 'a' and seq = ?", kept.body, seq)
    assert verify(log).fault is None


#: What somebody who can write the file notes as deleted, and the policy of the session.
NOTES = [
    ((None, None), {"what": "content", "before": "9"}, 0),
    ((None, None), {"what": "content", "before": ago(0)}, 0),
    ((20, 20), {"what": "content", "before": "9"}, 0),
    ((20, 20), {"what": "content", "before": ago(0)}, 0),
    ((20, 20), {"what": "content", "before": ago(19.9)}, 0),
    ((20, 20), {"what": "content", "before": ago(0)}, -30),  # noted as of a day that is to come
    ((None, 5), {"what": "content", "before": ago(5)}, 0),
    ((20, 20), {"what": ["content"], "before": ago(20)}, 0),
    ((20, 20), {"what": "content"}, 0),
    ((20, 20), {}, 0),
]


@pytest.mark.parametrize(("policy", "note", "days"), NOTES, ids=str)
@pytest.mark.parametrize("seq", [3, 5])
def test_a_note_of_a_deletion_that_the_policy_did_not_make_excuses_nothing(path, policy, note, days, seq):
    log = written(path, *policy)
    with Journal(log, Policy(0, 0)) as journal:
        journal.keep("a", "expired", note, ago(days)).result(5)
    change(log, "update event set body = null, salt = null where session = 'a' and seq = ?", seq)
    fault = verify(log).fault
    assert (fault.session, fault.seq, fault.code) == ("a", seq, "gone")


@pytest.mark.parametrize("statement", ["update chain set content_days = 1", "delete from chain"])
def test_a_policy_cannot_be_put_in_the_place_of_another(path, statement):
    log = written(path, 30, 30)
    change(log, statement)
    assert (verify(log).fault.seq, verify(log).fault.code) == (1, "broken_chain")


def test_a_new_policy_is_one_for_new_sessions(path):
    log = written(path, None, 30)
    with Journal(log, Policy(0.5, 0.5)) as journal:
        journal.keep("c", "client.text", {"text": "nio"}, ago(1)).result(5)
        journal.expire(NOW)
    report = verify(log)
    assert (report.gone, report.fault) == ({"c": [1]}, None)


def test_verify_names_what_was_deleted(path, capsys):
    log = written(path, 5, 5)
    expired(log)
    assert main(["log", "verify", str(log)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "a: deleted by policy: 1-3" in lines
    assert "b: deleted by policy: 1" in lines
    main(["log", "verify", str(log), "--json"])
    assert json.loads(capsys.readouterr().out)["gone"] == {"a": [1, 2, 3], "b": [1]}


def test_many_sessions_at_once_share_commits(path):
    with Journal(path) as journal:

        def write(session: str) -> None:
            for n in range(50):
                journal.keep(session, "client.text", {"n": n}).result(20)

        threads = [threading.Thread(target=write, args=(f"s{n}",)) for n in range(40)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    report = verify(path)
    assert (report.events, len(report.ends), report.fault) == (2000, 40, None)


def test_a_disk_that_is_full_is_told_and_nothing_half_written(path):
    with Journal(path) as journal:
        journal.keep("a", "client.text", {"n": 1}).result(5)
        journal._base.execute("pragma max_page_count = 8")
        with pytest.raises(NotKept, match="cannot be written"):
            journal.keep("a", AUDIO, lambda: bytes(1_000_000)).result(5)
        journal._base.execute("pragma max_page_count = 100000")
        journal.keep("a", "client.text", {"n": 2}).result(5)
    assert [(one.seq, one.kind) for one in entries_of(path)] == [(1, "client.text"), (2, "client.text")]
    assert verify(path).fault is None


@pytest.mark.parametrize(
    ("session", "kind", "body", "at"),
    [
        ("a", "client.text", {"n": 1}, 5), ("a", "client.\ud800", {"n": 1}, ""), ("a", 5, {"n": 1}, ""),
        ("\ud800", "client.text", {"n": 1}, ""), ("a", "client.text", {"n": {1}}, ""),
        ("a", AUDIO, lambda: 1 / 0, ""), ("a", AUDIO, lambda: None, ""), ("a", AUDIO, lambda: "\ud800", ""),
    ],
)  # fmt: skip
def test_an_entry_that_cannot_be_written_fails_alone(path, session, kind, body, at):
    with Journal(path) as journal:
        before = journal.keep("a", "client.text", {"n": 1})
        with pytest.raises(NotKept):
            journal.keep(session, kind, body, at).result(5)
        after = journal.keep("a", "client.text", {"n": 2})
        assert before.result(5) is after.result(5) is None
    assert [entry.row() for entry in entries_of(path)] == [{"n": 1}, {"n": 2}]
    assert verify(path).fault is None


@pytest.mark.parametrize("when", ["before", "while", "closed"])
def test_nobody_waits_for_a_thread_that_is_gone(path, monkeypatch, when):
    with Journal(path) as journal:
        if when == "closed":
            journal.close()
        else:
            monkeypatch.setattr(journal, "_write", lambda entries: 1 / 0)
        if when == "before":
            journal.keep("a", "client.text", {"n": 1}).exception(5)
            journal._thread.join(5)
        for _ in range(3):
            with pytest.raises(NotKept):
                journal.keep("a", "client.text", {"n": 2}).result(5)
        with pytest.raises(NotKept):
            journal.expire()


def test_what_waits_for_the_disk_cannot_be_cancelled(path):
    with Journal(path) as journal:
        assert not journal.keep("a", "client.text", {"n": 1}).cancel()
        journal.keep("a", "client.text", {"n": 2}).result(5)
    assert verify(path).events == 2


def test_only_its_owner_may_read_it(log):
    assert stat.S_IMODE(os.stat(log).st_mode) == 0o600


def test_sound_is_packed_without_loss():
    soundfile = pytest.importorskip("soundfile")
    samples = array("h", [n % 300 * (-1) ** n for n in range(16_000)])
    back, rate_hz = soundfile.read(io.BytesIO(flac(samples, 16_000)), dtype="int16")
    assert (array("h", back.tolist()), rate_hz) == (samples, 16_000)


@pytest.mark.parametrize(
    "content",
    [None, b"", b"no database", b"SQLite format 3\0" + bytes(5000)],
    ids=["none", "empty", "text", "torn"],
)
def test_what_is_no_log(tmp_path, content, capsys):
    path = tmp_path / "x.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"expected a log|no log of callparser|damaged"):
        verify(path)
    assert main(["log", "verify", str(path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_database_of_others_is_left_alone(tmp_path):
    path = tmp_path / "x.db"
    change(path, "create table theirs (x)")
    with pytest.raises(NotKept, match="no log of callparser"):
        Journal(path)
    with pytest.raises(InputError, match="no log of callparser"):
        verify(path)


def test_a_damaged_page_is_told(log):
    with Journal(log) as journal:
        for n in range(200):
            kept = journal.keep("c", "client.text", {"text": "x" * 500, "n": n})
        kept.result(5)
    data = bytearray(log.read_bytes())
    middle = len(data) // 8192 * 4096
    data[middle : middle + 4096] = b"\xff" * 4096
    log.write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        verify(log)


# --- on the command line ---------------------------------------------------------------------------------


def test_verify_show_and_export(log, capsys):
    assert main(["log", "verify", str(log)]) == 0
    assert capsys.readouterr().out.startswith("whole: 2 sessions, 6 events, 0 of them deleted")
    assert main(["log", "show", str(log), "--session", "a"]) == 0
    shown = capsys.readouterr().out
    assert "text: hjärter två" in shown
    assert "card: H2" in shown
    assert "lågt" not in shown
    assert main(["log", "export", str(log)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["body"] == {"text": "hjärter två"}
    assert rows[1]["flac"] is None
    assert main(["log", "export", str(log), "--audio"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[1])["flac"]
    change(log, "update event set body = '{}' where session = 'a' and seq = 3")
    assert main(["log", "verify", str(log), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["fault"]["seq"] == 3


@pytest.mark.parametrize("char", "\0\a\t\n\r\x1b\x7f\x9b\u2028\u202e\u2066\u200f\ufeff\ud800", ids=ascii)
def test_what_a_client_wrote_cannot_write_on_the_terminal(path, capsys, char):
    rows = [
        {"text": f"a{char}[2Jb"}, {"reason": {"x": char}}, {"card": [char], "n": char},
        {"answer": {"outcome": char, "clause": f"{char}c"}},
    ]  # fmt: skip
    with Journal(path) as journal:
        for row in rows:
            journal.keep("a", "client.text", row).result(5)
    assert main(["log", "show", str(path)]) == 0
    shown = capsys.readouterr().out.split("\n")
    assert len(shown) == 1 + len(rows) + 1
    assert all(map(str.isprintable, shown))


def test_names_that_somebody_else_wrote_are_escaped_too(path, capsys):
    with Journal(path) as journal:
        journal.keep("a\nsession b", "client.text\x1b[2J", {"text": "x"}).result(5)
    assert main(["log", "show", str(path)]) == 0
    assert main(["log", "verify", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "\nsession b" not in shown


# --- killed ----------------------------------------------------------------------------------------------

WRITER = """
import sys
from callparser.service.journal import Journal
journal = Journal(sys.argv[1])
print("ready", flush=True)
n = 0
while True:
    kept = [journal.keep(f"s{m}", "client.text", {"n": n, "text": "x" * 300}) for m in range(5)]
    for one in kept:
        one.result()
    print(n, flush=True)
    n += 1
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("turns", [1, 7, 40])
def test_killed_at_any_instant_it_has_what_it_said_it_kept(path, turns):
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    said = 0
    for _ in range(turns + 1):
        said = int(line) if (line := process.stdout.readline().strip()) != "ready" else 0
    os.kill(process.pid, signal.SIGKILL)
    rest = [int(line) for line in process.stdout.read().split() if line.isdigit()]
    process.wait()
    process.stdout.close()
    kept = max([said, *rest])
    report = verify(path)
    assert report.fault is None
    for session in range(5):
        numbers = [entry.row()["n"] for entry in entries_of(path, f"s{session}")]
        assert numbers[: kept + 1] == list(range(kept + 1))
