"""Reads files that somebody else makes up, and watches its time and memory.

Each is read board by board and audited. None may crash, take a second of processor time to its next board, or
bring the process beyond 200 MB; what was read is written and read again.
"""

from __future__ import annotations

import json
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from callparser.audit import audit
from callparser.audit.words import finding_row
from callparser.errors import InputError
from callparser.law.edition import EDITIONS
from callparser.record.board import Board
from callparser.record.linwrite import write_lin
from callparser.record.pbnwrite import write_pbn
from callparser.record.playwrite import write_play_records
from callparser.record.read import Reading
from callparser.record.scan import MAX_BOARDS, MAX_DAMAGES
from tests.reading import read

MOST_S = 1.0
MOST_MB = 200
_WRITTEN = 20_000  # bytes; a longer file is not written again
_AUDITED = 20  # boards of one file

WRITERS: dict[str, Callable[[list[Board]], str]] = {
    "pbn": write_pbn, "lin": write_lin, "json": write_play_records,
}  # fmt: skip


class TooSlow(Exception):
    """A step took a second."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises :class:`TooSlow` when what is inside takes more processor time; POSIX only."""

    def stop(*_: object) -> None:
        raise TooSlow(f"more than {seconds} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def check(name: str, data: bytes, most_s: float = MOST_S) -> None:
    """One file: every step in time, every damage in its place."""
    with suppress(InputError):
        with at_most(most_s):
            reading = Reading(data)
            boards = iter(reading)
        first: list[Board] = []
        for index in range(MAX_BOARDS + 1):
            with at_most(most_s):
                found = next(boards, None)
            if found is None:
                break
            board, line = found
            assert line >= 1
            first += [board] if len(data) <= _WRITTEN else []
            if index < _AUDITED:
                with at_most(most_s):
                    rows = [finding_row(one, "en") for one in audit(board, EDITIONS[index % 3])]
                assert all(row["text"] for row in rows)
        damages = reading.damages.all()
        assert len(damages) <= MAX_DAMAGES + 1
        assert all(one.line >= 1 and one.column >= 1 and one.message for one in damages)
        if first and reading.format == name:
            again = read(name, WRITERS[name](first))[0]
            assert again == first


def most_mb() -> float:
    """The most memory that this process has had."""
    import resource  # POSIX

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (2**20 if sys.platform == "darwin" else 2**10)


def main(name: str) -> None:
    """Files from standard input, each behind its length; an answer a line."""
    while head := sys.stdin.buffer.read(4):
        data = sys.stdin.buffer.read(int.from_bytes(head, "big"))
        error = ""
        try:
            check(name, data)
        except Exception:
            error = traceback.format_exc()[-2000:]
        print(json.dumps({"error": error, "memory_mb": most_mb()}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
