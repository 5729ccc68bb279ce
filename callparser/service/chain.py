"""The audit log on disk: one table of events, in a chain of hashes for each session.

::

    chain(session, content_days, audio_days)
    event(session, seq, at, kind, body, salt, digest, hash)

``seq`` counts 1, 2, 3 ... within a session, ``at`` is UTC, ``kind`` says who and what ("client.text",
"server.played", "audio", "expired"), ``body`` is JSON as text, or FLAC. ``digest`` is the SHA-256 of salt,
what the body is ("text" or "blob") and body, ``hash`` that of the hash before it, session, seq, at, kind and
digest. Each part has its length before it (four bytes, highest first), so that it cannot be cut elsewhere.
A chain begins with the policy that held when its session did: after how many days content, and sound, is
deleted. Its first hash follows that, so that no later policy can be put in its place.

What is deleted by policy loses body and salt and keeps its digest: the chain holds, and without the salt
nobody can find out by trying what the body was. An "expired" event in the same chain says what was deleted.

The chain shows that something was changed, put in, left out or deleted too early within a session. It cannot
show by itself that the end of a session was cut off, that a whole session is gone, or that somebody who can
write the file has made all of it anew: where that matters, note the last hashes elsewhere ("log verify"
prints them).
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from callparser.errors import InputError, NotKept

Body = str | bytes

#: After how many days content, and sound, of a session is deleted; ``None``: never.
Days = tuple[float | None, float | None]

#: What the start of every chain follows.
START: Final = bytes(32)
#: Written into the file: that it is ours ("cplg"), and the version of the table.
_APPLICATION, _VERSION = 0x63706C67, 3
_BUSY_S: Final = 10.0
_TABLES: Final = """
create table if not exists chain (
  session text primary key not null, content_days real, audio_days real
) strict;
create table if not exists event (
  session text not null, seq integer not null, at text not null, kind text not null,
  body any, salt blob, digest blob not null, hash blob not null,
  primary key (session, seq)
) strict;
"""


@dataclass(frozen=True, slots=True)
class Link:
    """The end of a chain: how many events it has, and the hash of the last."""

    seq: int = 0
    hash: bytes = START

    def next(self, session: str, at: str, kind: str, digest: bytes) -> Link:
        """The end after one more event."""
        seq = self.seq + 1
        hash_ = _hash(self.hash, session.encode(), str(seq).encode(), at.encode(), kind.encode(), digest)
        return Link(seq, hash_)


def start(session: str, days: Days) -> Link:
    """Where the chain of a session begins: what follows is bound to its policy."""
    told = (b"" if one is None else repr(float(one)).encode() for one in days)
    return Link(0, _hash(START, session.encode(), *told))


def digest_of(salt: bytes, body: Body) -> bytes:
    """What stands in the chain for a body."""
    if isinstance(body, str):
        return _hash(salt, b"text", body.encode())
    return _hash(salt, b"blob", body)


def _hash(*parts: bytes) -> bytes:
    """The SHA-256 of all of these, each with its length."""
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def create(path: Path) -> sqlite3.Connection:
    """Open a log to write in, made if it is not there; only its owner may read it.

    Every commit is on disk before it returns (write-ahead log, ``synchronous=FULL``), and what is deleted is
    overwritten. Raises :class:`NotKept` when that cannot be, or the file is something else.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        base = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        if _mark(base) != (_APPLICATION, _VERSION):
            if base.execute("select count(*) from sqlite_master").fetchone()[0]:
                raise NotKept(f"{path} is {_other(_mark(base))}; give another file")
            base.execute(f"pragma application_id = {_APPLICATION}")
            base.execute(f"pragma user_version = {_VERSION}")
        base.execute("pragma journal_mode = wal")
        base.execute("pragma synchronous = full")
        base.execute("pragma secure_delete = on")
        base.executescript(_TABLES)
    except (OSError, sqlite3.Error) as err:
        raise NotKept(f"{path}: the log cannot be written ({err}); give another file") from err
    return base


def open_log(path: Path) -> sqlite3.Connection:
    """Open a log to read. Raises :class:`InputError` when it is none."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such file; expected a log of callparser")
    try:
        base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_S)
        base.execute("pragma query_only = on")
        mark = _mark(base)
    except sqlite3.Error as err:
        raise InputError(f"{path}: cannot be read ({err}); expected a log of callparser") from err
    if mark != (_APPLICATION, _VERSION):
        raise InputError(f"{path} is {_other(mark)}; expected a log of this version")
    return base


def _other(mark: tuple[int, int]) -> str:
    """What a file is that is not one of ours as they are now."""
    application, version = mark
    if application == _APPLICATION:
        return f"a log of version {version} and not {_VERSION}, which another version of callparser reads"
    return "a database, but no log of callparser"


def _mark(base: sqlite3.Connection) -> tuple[int, int]:
    application, version = (base.execute(f"pragma {name}").fetchone()[0]
                            for name in ("application_id", "user_version"))  # fmt: skip
    return application, version
