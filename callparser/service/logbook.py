"""The audit log, read: is it whole, and what is in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from callparser.errors import InputError
from callparser.service.chain import Body, Link, digest_of, open_log
from callparser.service.journal import AUDIO, EXPIRED

#: What may be wrong with an event.
FAULTS: Final = {
    "missing": "event {seq} is missing",
    "broken_chain": "its hash does not follow from the one before",
    "gone": "its content is gone, and no deletion was noted",
    "changed": "its content was changed",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log. ``body`` is ``None`` when it was deleted."""

    session: str
    seq: int
    at: str
    kind: str
    body: Body | None
    salt: bytes | None
    digest: bytes
    hash: bytes

    def row(self) -> dict[str, Any]:
        """Its JSON; ``None`` for sound and for what was deleted."""
        if not isinstance(self.body, str):
            return {}
        try:
            row = json.loads(self.body)
        except ValueError:
            return {}
        return row if isinstance(row, dict) else {}


@dataclass(frozen=True, slots=True)
class Fault:
    """The first row of a log that is not as it was written. ``code`` is one of :data:`FAULTS`."""

    session: str
    seq: int
    code: str

    @property
    def found(self) -> str:
        """What is wrong, in words."""
        return FAULTS[self.code].format(seq=self.seq)


@dataclass(slots=True)
class Report:
    """What :func:`verify` found. ``ends``: the last hash of every session."""

    events: int = 0
    deleted: int = 0
    ends: dict[str, str] = field(default_factory=dict)
    fault: Fault | None = None


def verify(path: Path, session: str | None = None) -> Report:
    """Follow every chain, or that of one session, to the first row that does not fit.

    Raises :class:`InputError`."""
    report = Report()
    for name, entries in groupby(entries_of(path, session), key=lambda entry: entry.session):
        report.fault = _follow(name, list(entries), report)
        if report.fault is not None:
            break
    return report


def _follow(session: str, entries: list[Entry], report: Report) -> Fault | None:
    end = Link()
    for place, entry in enumerate(entries):
        expected = end.next(session, entry.at, entry.kind, entry.digest)
        report.events += 1
        if entry.seq != expected.seq:
            return Fault(session, expected.seq, "missing")
        if entry.hash != expected.hash:
            return Fault(session, entry.seq, "broken_chain")
        if entry.body is None:
            report.deleted += 1
            if not _may_be_gone(entry, entries[place + 1 :]):
                return Fault(session, entry.seq, "gone")
        elif not isinstance(entry.body, (str, bytes)) or _digest(entry) != entry.digest:
            return Fault(session, entry.seq, "changed")
        end = expected
    report.ends[session] = end.hash.hex()
    return None


def _digest(entry: Entry) -> bytes:
    return digest_of(entry.salt or b"", entry.body or b"")


def _may_be_gone(entry: Entry, later: list[Entry]) -> bool:
    """Does the chain say that this was deleted by policy?"""
    notes = [one.row() for one in later if one.kind == EXPIRED]
    allowed = ("content", AUDIO) if entry.kind == AUDIO else ("content",)
    return entry.kind != EXPIRED and any(
        note.get("what") in allowed and entry.at < str(note.get("before")) for note in notes
    )


def entries_of(path: Path, session: str | None = None) -> Iterator[Entry]:
    """All rows, session by session in the order of their beginning. Raises :class:`InputError`."""
    which, values = ("where session = ?", (session,)) if session is not None else ("", ())
    with _reading(path), closing(open_log(path)) as base:
        rows = base.execute(
            "select session, seq, at, kind, body, salt, digest, hash from event "
            f"join (select session, min(rowid) as first from event group by session) using (session) {which} "
            "order by first, seq",
            values,
        )
        for row in rows:
            yield Entry(*row)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, TypeError, AttributeError) as err:
        raise InputError(f"{path}: the file is damaged ({err}); restore a copy") from err
