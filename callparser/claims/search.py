"""The search that answers: compiled where numba is installed (extra ``claims``), else plain. Same answers."""

from __future__ import annotations

import subprocess
import sys
from importlib import util

from callparser import store
from callparser.claims.ending import Ending
from callparser.claims.line import ANY_LEGAL, Line
from callparser.claims.plain import OutOfBudget, Search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.claims.fast import FastSearch

__all__ = ["MOST_TRICKS", "OutOfBudget", "search"]

#: With more tricks left only what needs no search is answered.
MOST_TRICKS: Final = 10
#: Positions that one question may look at, if nobody says otherwise: some seconds.
FAST_BUDGET: Final = 5_000_000
PLAIN_BUDGET: Final = 200_000
#: What :data:`callparser.store.watch` is told.
COMPILED: Final = "search for claims"
#: To load what is compiled costs more than to search so few tricks plainly.
_FEW: Final = 2


def search(
    ending: Ending,
    line: Line = ANY_LEGAL,
    *,
    helped: bool = False,
    budget: int | None = None,
    horizon: int = 0,
) -> Search | FastSearch:
    """A search of this ending along this line.

    ``budget``: positions that each of its questions may look at.
    """
    fast = _fast() if ending.tricks > _FEW else None
    most = budget if budget is not None else FAST_BUDGET if fast else PLAIN_BUDGET
    return (fast or Search)(ending, line, helped=helped, budget=most, horizon=horizon)


def _fast() -> type[FastSearch] | None:
    """Its first use on a machine compiles it and keeps that on disk; who waits is told."""
    made = store.watch(COMPILED)
    try:
        from callparser.claims.fast import FastSearch
    except (ImportError, RuntimeError):  # numba raises the latter where it can keep nothing on disk
        return None
    finally:
        made()
    return FastSearch


def compile_ahead() -> subprocess.Popen[bytes] | None:
    """Begin to compile it in a process of its own, so that nobody waits for it later; ``None`` where there is
    nothing to compile with. Whoever starts it ends it."""
    if util.find_spec("numba") is None:
        return None
    code = "import callparser.claims.fast"
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
