"""The audit log, written: an event counts as kept when it is on disk.

One thread writes. It takes all events that wait into one commit, so that two hundred sessions wait for the
disk together and not for each other. What was kept survives the end of the process at any instant.
"""

from __future__ import annotations

import itertools
import logging
import queue
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from callparser.errors import NotKept
from callparser.jsonline import encode
from callparser.service.chain import Body, Days, Link, create, digest_of, start

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_log = logging.getLogger("callparser.service")

AUDIO: Final = "audio"
EXPIRED: Final = "expired"
#: So many events at most go into one commit.
_BATCH: Final = 500
#: How often it is looked for what is too old.
_LOOK_S: Final = 3600.0
_SALT: Final = 16


def utc(at: datetime | None = None) -> str:
    """A time as in the log and on the wire: UTC, milliseconds."""
    return (at or datetime.now(UTC)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Policy:
    """After how many days content, and sound, is deleted; ``None``: never. It holds for the sessions that
    begin under it, to their end."""

    keep_days: float | None = None
    keep_audio_days: float | None = 30.0


@dataclass(frozen=True, slots=True)
class _Entry:
    session: str
    at: str
    kind: str
    body: Callable[[], Body]
    done: Future[None]


@dataclass(frozen=True, slots=True)
class _Job:
    """Something else to be done by the thread that writes."""

    run: Callable[[], None]
    done: Future[None]


class Journal:
    """One log. A context manager; safe to use from several threads."""

    def __init__(self, path: str | Path, policy: Policy | None = None) -> None:
        self.path = Path(path)
        self._policy = policy or Policy()
        self._base = create(self.path)
        self._waiting: queue.SimpleQueue[_Entry | _Job | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def keep(self, session: str, kind: str, body: Row | Callable[[], Body], at: str = "") -> Future[None]:
        """The future is done when the event is on disk, and raises :class:`NotKept` if it never will be.

        ``body`` may be a function, which is called in the thread that writes."""
        made = body if callable(body) else _text(body)
        return self._put(_Entry(session, at or utc(), kind, made, Future()))

    def expire(self, now: datetime | None = None) -> None:
        """Delete what the policy of its session no longer keeps; returns when it is gone. It also happens by
        itself, once an hour."""
        self._put(_Job(lambda: self._expire(now or datetime.now(UTC)), Future())).result()

    def close(self) -> None:
        """Write what waits, and close the file."""
        self._waiting.put(None)
        self._thread.join()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, one: _Entry | _Job) -> Future[None]:
        one.done.set_running_or_notify_cancel()  # from here on it can be done or fail, but not be cancelled
        self._waiting.put(one)
        if self._ended.is_set():
            self._refuse(self._others())
        return one.done

    # --- the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        batch: list[_Entry | _Job | None] = []
        try:
            self._work(batch)
        except Exception:
            _log.exception("the log %s is no longer written", self.path)
        finally:
            self._base.close()
            self._ended.set()
            self._refuse([*batch, *self._others()])

    def _refuse(self, rest: Iterable[_Entry | _Job | None]) -> None:
        """Nobody writes any more: what waits fails at once."""
        for one in rest:
            if one is not None and not one.done.done():
                one.done.set_exception(NotKept(f"{self.path}: the log is closed; start the service again"))

    def _work(self, batch: list[_Entry | _Job | None]) -> None:
        """Until it is closed. ``batch`` is what is being done."""
        self._try(lambda: self._expire(datetime.now(UTC)), Future())
        going = True
        while going:
            try:
                batch[:] = [self._waiting.get(timeout=_LOOK_S)]
                batch.extend(itertools.islice(self._others(), _BATCH))
            except queue.Empty:
                self._try(lambda: self._expire(datetime.now(UTC)), Future())
                continue
            entries = [one for one in batch if isinstance(one, _Entry)]
            if entries:
                self._write(entries)
            for job in (one for one in batch if isinstance(one, _Job)):
                self._try(job.run, job.done)
            going = None not in batch

    def _others(self) -> Iterator[_Entry | _Job | None]:
        """What else waits."""
        with suppress(queue.Empty):
            while True:
                yield self._waiting.get_nowait()

    def _try(self, run: Callable[[], None], done: Future[None]) -> None:
        try:
            run()
        except Exception as err:
            done.set_exception(NotKept(f"{self.path}: the log cannot be changed ({err})"))
        else:
            done.set_result(None)

    def _write(self, entries: list[_Entry]) -> None:
        """All in one commit. What fails for another reason than the disk is one entry's fault: then each has
        its own."""
        try:
            with self._commit() as ends:
                for entry in entries:
                    self._add(entry, ends)
        except Exception as err:
            if len(entries) > 1 and not isinstance(err, (sqlite3.OperationalError, OSError)):
                for entry in entries:
                    self._write([entry])
                return
            failure = NotKept(
                f"{self.path}: the log cannot be written ({err}); make room, or look at the disk"
            )
            for entry in entries:
                entry.done.set_exception(failure)
        else:
            for entry in entries:
                entry.done.set_result(None)

    @contextmanager
    def _commit(self) -> Iterator[dict[str, Link]]:
        """A transaction, and where the chains that it has touched end."""
        self._base.execute("begin immediate")
        try:
            yield {}
            self._base.execute("commit")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("rollback")
            raise

    def _add(self, entry: _Entry, ends: dict[str, Link]) -> None:
        body, salt = entry.body(), secrets.token_bytes(_SALT)
        digest = digest_of(salt, body)
        end = ends.get(entry.session) or self._end(entry.session)
        end = end.next(entry.session, entry.at, entry.kind, digest)
        self._base.execute(
            "insert into event values (?, ?, ?, ?, ?, ?, ?, ?)",
            (entry.session, end.seq, entry.at, entry.kind, body, salt, digest, end.hash),
        )
        ends[entry.session] = end

    def _end(self, session: str) -> Link:
        """Where a chain ends on disk; a new one begins with the policy."""
        row = self._base.execute(
            "select seq, hash from event where session = ? order by seq desc limit 1", (session,)
        ).fetchone()
        if row:
            return Link(*row)
        days: Days = (self._policy.keep_days, self._policy.keep_audio_days)
        self._base.execute("insert or replace into chain values (?, ?, ?)", (session, *days))
        return start(session, days)

    # --- what is too old -----------------------------------------------------------------------------------

    def _expire(self, now: datetime) -> None:
        for what, column in (("content", "content_days"), (AUDIO, "audio_days")):
            policies = f"select distinct {column} from chain where {column} is not null"
            for (days,) in self._base.execute(policies).fetchall():
                self._delete(what, f"select session from chain where {column} = ?", days, now)

    def _delete(self, what: str, sessions: str, days: float, now: datetime) -> None:
        """Bodies and salts of these sessions from before; in every chain that loses some, it is said."""
        before = utc(now - timedelta(days=days))
        kinds = "= 'audio'" if what == AUDIO else "<> 'expired'"
        old = f"body is not null and at < ? and kind {kinds} and session in ({sessions})"
        found = self._base.execute(
            f"select distinct session from event where {old}", (before, days)
        ).fetchall()
        if not found:
            return
        with self._commit() as ends:
            for (session,) in found:
                said: Row = {"what": what, "before": before}
                self._add(_Entry(session, utc(), EXPIRED, _text(said), Future()), ends)
            self._base.execute(f"update event set body = null, salt = null where {old}", (before, days))
        self._base.execute("pragma wal_checkpoint(truncate)")


def _text(row: Row) -> Callable[[], Body]:
    return lambda: encode(row)
