"""Lines to and from a table manager over TCP: bounded, and in time, or an error says what happened."""

from __future__ import annotations

import select
import socket
from time import monotonic

from callparser.errors import EngineFailed, InputError
from callparser.play.managing import MAX_LINE, Message, Refused, read_message, strange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CONNECT_S: Final = 10.0


class Connection:
    """One connection. A context manager; nothing of it is encrypted, as the protocol has it."""

    def __init__(self, host: str, port: int, timeout_s: float) -> None:
        """Raises :class:`InputError` where nobody answers."""
        self._timeout_s = timeout_s
        try:
            self._socket = socket.create_connection((host, port), min(CONNECT_S, timeout_s))
        except (OSError, UnicodeError) as err:
            why = getattr(err, "strerror", None) or str(err)
            raise InputError(
                f"no table manager answers at {host[:100]}:{port} ({why}); give its --host and --port"
            ) from None
        self._socket.settimeout(timeout_s)
        self._rest = b""
        self._since_s = monotonic()  # when one of the two said something last

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, line: str) -> None:
        """Raises :class:`EngineFailed` when the connection is lost."""
        try:
            self._socket.sendall(line.encode("ascii", "replace") + b"\r\n")
        except OSError as err:
            raise _lost(err) from None
        self._since_s = monotonic()

    def waits(self, seconds: float) -> bool:
        """Does a whole message come within that time? A part of one is kept.

        Raises :class:`EngineFailed` as :meth:`receive` does, and for silence only when the time for an answer
        is over, which begins anew with every line sent or received.
        """
        if not self._has_line() and select.select([self._socket], [], [], seconds)[0]:
            self._read()
        if self._has_line():
            return True
        if monotonic() - self._since_s >= self._timeout_s:
            raise EngineFailed(
                f"the table manager said nothing for {self._timeout_s:g} s; try again, or give a longer "
                "--timeout"
            )
        return False

    def receive(self) -> Message:
        """The next message; blank lines are none.

        Raises :class:`EngineFailed` for a line that is too long or no message, when nothing comes in time,
        when the connection is lost, and when the manager says that something was wrong.
        """
        while not self.waits(max(0.0, self._since_s + self._timeout_s - monotonic())):
            pass
        line, _, self._rest = self._rest.partition(b"\n")
        self._since_s = monotonic()
        message = read_message(_printable(line))
        if isinstance(message, Refused):
            raise EngineFailed(f"the table manager said {message.text[:100]!r}, and play ended there")
        return message

    def _has_line(self) -> bool:
        """Is there a whole line? Blank ones are dropped. Raises :class:`EngineFailed` for one too long."""
        while True:
            line, end, rest = self._rest.partition(b"\n")
            if len(line) > MAX_LINE:
                raise strange(line[:40].decode("latin-1"), f"lines of at most {MAX_LINE} characters")
            if not end or _printable(line):
                return bool(end)
            self._rest = rest

    def _read(self) -> None:
        """What has come, be it a part of a line. Raises :class:`EngineFailed` when the connection is lost."""
        try:
            data = self._socket.recv(4096)
        except OSError as err:
            raise _lost(err) from None
        if not data:
            raise EngineFailed("the table manager closed the connection before the end of the session")
        self._rest += data


def _printable(line: bytes) -> str:
    return "".join(char if char.isprintable() else " " for char in line.decode("latin-1")).strip()


def _lost(err: OSError) -> EngineFailed:
    return EngineFailed(f"the connection to the table manager was lost ({err.strerror}); connect again")
