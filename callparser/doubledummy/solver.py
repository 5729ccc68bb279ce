"""endplay's DDS in a process of its own, in a directory of its own: it writes a file where it stands when
hands do not fit, and a library that fails must not take the table with it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import util
from threading import Timer
from typing import Any

from callparser.cards import BY_CODE, Card, Hand, Suit
from callparser.errors import EngineFailed, InputError
from callparser.table import Seat, Trick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    Hands = tuple[Hand, ...]

_WORKER: Final = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
_STOP_S: Final = 2.0
#: DDS takes ten seconds for the worst of whole deals; a table of one takes twenty such searches.
TIMEOUT_S: Final = 60.0


class DoubleDummy:
    """What can be asked; who answers is a matter of :meth:`_ask`, which raises :class:`EngineFailed`."""

    def _ask(self, row: dict[str, Any]) -> Any:
        raise NotImplementedError

    def cards(self, hands: Hands, trumps: Suit | None, leader: Seat, trick: Trick) -> dict[Card, int]:
        """The tricks that the side to play makes from now, this trick among them, by the card played next.

        ``hands`` are what is left, north first; ``trick`` was led by ``leader``, and is in no hand.
        """
        lying = [play.card.code for play in trick]
        asked = {"hands": _row(hands), "trumps": _denomination(trumps), "first": int(leader), "trick": lying}
        return {BY_CODE[code]: tricks for code, tricks in self._ask(asked).items()}

    def table(self, hands: Hands) -> dict[tuple[Suit | None, Seat], int]:
        """Declarer's tricks, by trumps and declarer."""
        rows = self._ask({"hands": _row(hands), "table": True})
        trumps = (*reversed(Suit), None)
        return {(suit, seat): rows[row][seat] for row, suit in enumerate(trumps) for seat in Seat}


class Solver(DoubleDummy):
    """One process. A context manager. Raises :class:`InputError` where endplay is not installed.

    ``patience_s``: what takes longer is given up, and the process ended.
    """

    def __init__(self, patience_s: float = TIMEOUT_S) -> None:
        if not is_there():
            raise InputError(
                "double dummy needs endplay; pip install 'callparser[claims]', or --defence random with a "
                "--contract"
            )
        self._patience_s = patience_s
        self._folder = tempfile.TemporaryDirectory(prefix="callparser-")
        # -P: what stands beside the worker is not to be imported under the names of others.
        self._process = subprocess.Popen(
            [sys.executable, "-P", _WORKER], cwd=self._folder.name, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def stop(self) -> None:
        """End the process; whoever asks it now fails."""
        if self.is_alive:
            self._process.kill()

    def close(self) -> None:
        """End the process. May be called twice."""
        self.stop()
        self._process.wait(_STOP_S)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not sent cannot be
                    pipe.close()
        self._folder.cleanup()

    def _ask(self, row: dict[str, Any]) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        watchdog = Timer(self._patience_s, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            stdin.write(json.dumps(row) + "\n")
            stdin.flush()
            return json.loads(stdout.readline())
        except (OSError, ValueError):
            raise EngineFailed(
                "the double dummy solver stopped; try again, or play with --defence random"
            ) from None
        finally:
            watchdog.cancel()


def is_there() -> bool:
    """Is the library installed?"""
    return util.find_spec("endplay") is not None


def _row(hands: Hands) -> str:
    return "N:" + " ".join(".".join(hand.holdings().values()) for hand in hands)


def _denomination(trumps: Suit | None) -> int:
    """As DDS counts: spades 0, hearts 1, diamonds 2, clubs 3, notrump 4."""
    return 4 if trumps is None else 3 - trumps
