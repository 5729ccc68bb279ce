"""The audit log, read: is it whole, and what is in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from callparser.errors import InputError
from callparser.service.chain import Body, Days, digest_of, open_log, start
from callparser.service.journal import AUDIO, EXPIRED, utc

#: What may be wrong with an event.
FAULTS: Final = {
    "missing": "event {seq} is missing",
    "broken_chain": "its hash does not follow from the one before",
    "gone": "its content is gone, and no deletion was noted that its policy allows",
    "changed": "its content was changed",
}


#: Times are written to the millisecond.
_ROUNDED: Final = timedelta(milliseconds=1)


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
    """What :func:`verify` found. ``ends``: the last hash of every session; ``gone``: the events of a session
    whose content was deleted by policy."""

    events: int = 0
    gone: dict[str, list[int]] = field(default_factory=dict)
    ends: dict[str, str] = field(default_factory=dict)
    fault: Fault | None = None

    @property
    def deleted(self) -> int:
        """How many events have lost their content."""
        return sum(map(len, self.gone.values()))


def verify(path: Path, session: str | None = None) -> Report:
    """Follow every chain, or that of one session, to the first row that does not fit.

    Raises :class:`InputError`."""
    report, policies = Report(), _policies(path)
    for name, entries in groupby(entries_of(path, session), key=lambda entry: entry.session):
        report.fault = _follow(name, list(entries), policies.get(name, (None, None)), report)
        if report.fault is not None:
            return report
    begun = policies if session is None else {session} & policies.keys()
    for name in begun:
        if name not in report.ends:  # it was begun with its first event, and has none
            report.fault = Fault(name, 1, "missing")
            break
    return report


def spans(numbers: list[int]) -> str:
    """``[3, 4, 5, 9]`` -> ``"3-5, 9"``."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _follow(session: str, entries: list[Entry], days: Days, report: Report) -> Fault | None:
    end = start(session, days)
    for place, entry in enumerate(entries):
        expected = end.next(session, entry.at, entry.kind, entry.digest)
        report.events += 1
        if entry.seq != expected.seq:
            return Fault(session, expected.seq, "missing")
        if entry.hash != expected.hash:
            return Fault(session, entry.seq, "broken_chain")
        if entry.body is None:
            if not _may_be_gone(entry, entries[place + 1 :], days):
                return Fault(session, entry.seq, "gone")
            report.gone.setdefault(session, []).append(entry.seq)
        elif not isinstance(entry.body, (str, bytes)) or _digest(entry) != entry.digest:
            return Fault(session, entry.seq, "changed")
        end = expected
    report.ends[session] = end.hash.hex()
    return None


def _digest(entry: Entry) -> bytes:
    return digest_of(entry.salt or b"", entry.body or b"")


def _may_be_gone(entry: Entry, later: list[Entry], days: Days) -> bool:
    """Does the chain say that this was deleted by the policy with which it began?"""
    allowed = {"content": days[0]} | ({AUDIO: days[1]} if entry.kind == AUDIO else {})
    return entry.kind != EXPIRED and any(
        entry.at < _expired_before(note, allowed) for note in later if note.kind == EXPIRED
    )


def _expired_before(note: Entry, allowed: dict[str, float | None]) -> str:
    """Until when a note says that content was deleted, as far as it is to be believed: it lies not in the
    future, and reaches back as many days as the policy says. Else ``""``, which nothing is older than."""
    row = note.row()
    days, before = allowed.get(str(row.get("what"))), str(row.get("before"))
    try:
        at = datetime.fromisoformat(note.at)
        latest = "" if days is None or at > datetime.now(UTC) else utc(at - timedelta(days=days) + _ROUNDED)
    except (ValueError, OverflowError, TypeError):  # no time, or none with a zone
        return ""
    return before if before <= latest else ""


def _policies(path: Path) -> dict[str, Days]:
    """After how many days what is deleted, by session. Raises :class:`InputError`."""
    with _reading(path), closing(open_log(path)) as base:
        rows = base.execute("select session, content_days, audio_days from chain")
        return {session: (content, audio) for session, content, audio in rows}


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
