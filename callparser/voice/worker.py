"""A helper process on two pipes, with a watchdog.

The recogniser is native code that can abort, hang or be killed; here that costs one answer and no more.
The child ends when its input closes, so it cannot outlive us, whichever way we end.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from signal import Signals
from typing import IO, BinaryIO, Final, cast

import callparser
from callparser.errors import EngineFailed
from callparser.voice.framing import BrokenFrame, frame, json_frame, read_json

_GRACE_S: Final = 1.0
_REASON_BYTES: Final = 2000


def command(module: str) -> tuple[str, ...]:
    """How to start a worker whose ``main`` is in ``module``: with our Python and our package, and nothing
    from the working directory."""
    root = Path(callparser.__file__).resolve().parent.parent
    boot = f"import sys; sys.path.append(sys.argv.pop(1)); from {module} import main; sys.exit(main())"
    return (sys.executable, "-P", "-c", boot, str(root))


class Worker:
    """Asks one question at a time; safe to use from several threads."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr: IO[bytes] | None = None
        self._stop: weakref.finalize[..., Worker] | None = None

    def ask(self, question: Mapping[str, object], payload: bytes, timeout_s: float) -> dict[str, object]:
        """Send a question and what goes with it, return the answer.

        Raises :class:`EngineFailed` when the process cannot be started, dies, answers garbage or takes
        longer than ``timeout_s`` (start included). It is then gone, and the next question starts another.
        A question that is too long is refused before the process sees it.
        """
        try:
            message = json_frame(question) + frame(payload)
        except ValueError as err:
            raise EngineFailed(f"the recogniser cannot be asked: {err}; give it less at a time") from err
        with self._lock:
            process = self._running()
            late = threading.Event()
            watchdog = threading.Timer(min(timeout_s, threading.TIMEOUT_MAX), _kill, (process, late))
            watchdog.daemon = True
            watchdog.start()
            try:
                answer = _exchange(process, message)
            except (OSError, ValueError, BrokenFrame) as err:
                watchdog.cancel()  # or its kill would be taken for the reason
                found = f"no answer within {timeout_s:g} s" if late.is_set() else self._reason(process, err)
                self._end()
                raise EngineFailed(f"the recogniser failed: {found}; try again") from err
            except BaseException:
                self._end()  # interrupted: the answer to this question must not meet the next one
                raise
            finally:
                watchdog.cancel()
            return answer

    @property
    def pid(self) -> int | None:
        """The process, if one is running."""
        process = self._process  # another thread may end it meanwhile
        return process.pid if process and process.poll() is None else None

    def close(self) -> None:
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed in _end
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as err:
            self._end()
            raise EngineFailed(f"the recogniser cannot be started: {err.strerror}") from err
        self._stop = weakref.finalize(self, _stop, self._process, self._stderr)
        return self._process

    def _end(self) -> None:
        if self._stop is not None:
            self._stop()
        elif self._stderr is not None:
            self._stderr.close()
        self._process = self._stderr = self._stop = None

    def _reason(self, process: subprocess.Popen[bytes], err: Exception) -> str:
        """How it ended, and the last thing it complained about."""
        try:
            code = process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            return str(err)
        how = f"it was killed by {_signal(-code)}" if code < 0 else f"it ended with status {code}"
        said = _tail(self._stderr)
        return f"{how}, saying: {said}" if said else how


def _kill(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _exchange(process: subprocess.Popen[bytes], message: bytes) -> dict[str, object]:
    to_child, from_child = cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout)
    to_child.write(message)
    to_child.flush()
    answer = read_json(from_child)
    if answer is None:
        raise BrokenFrame("it closed without an answer")
    return answer


def _stop(process: subprocess.Popen[bytes], stderr: IO[bytes]) -> None:
    """Close its input, give it a moment, then kill it."""
    for pipe in (process.stdin, process.stdout, stderr):
        with contextlib.suppress(OSError, ValueError):
            if pipe is not None:
                pipe.close()
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _tail(stderr: IO[bytes] | None) -> str:
    if stderr is None:
        return ""
    stderr.seek(max(0, stderr.seek(0, 2) - _REASON_BYTES))
    lines = [line.strip() for line in stderr.read().decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def _signal(number: int) -> str:
    with contextlib.suppress(ValueError):
        return Signals(number).name
    return f"signal {number}"
