"""One line while something is made that takes long, once: a grammar, the search for claims."""

from __future__ import annotations

import sys

from callparser import store
from callparser.languages import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

#: As :mod:`callparser.claims.search` calls it; its module is heavier than this one.
_SEARCH: Final = "search for claims"

#: Tricks left; more than the second are not searched (:mod:`callparser.claims.search`).
_LONG_SEARCH: Final = 8
_MOST_TRICKS: Final = 10
#: So long nobody wonders.
_PATIENCE_S: Final = 1.0
#: So long the search may load that was compiled before.
_LOADS_S: Final = 5.0


def explain_waiting() -> None:
    """From now on; only where somebody looks at standard error."""
    if sys.stderr is not None and sys.stderr.isatty():
        store.watch = Waiting()


def explain_search(tricks: int) -> None:
    """Many tricks are searched for long, and nothing can be told while that goes on."""
    if _LONG_SEARCH <= tricks <= _MOST_TRICKS and sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"callparser: searching {tricks} tricks; this can take half a minute\n")
        sys.stderr.flush()


class Waiting:
    """See :data:`callparser.store.watch`. What is made on the way to another table is not told again."""

    def __init__(self, patience_s: float | None = None) -> None:
        self._patience_s = patience_s
        self._told: set[str] = set()

    def __call__(self, name: str) -> Callable[[], None]:
        import threading  # only where there is something to make

        patience_s = self._patience_s
        if patience_s is None:
            patience_s = _LOADS_S if name == _SEARCH else _PATIENCE_S
        timer = threading.Timer(patience_s, self._tell, (name,))
        timer.daemon = True
        timer.start()
        return timer.cancel

    def _tell(self, name: str) -> None:
        lang = name.rpartition("-")[2]
        what = f"the {NAMES[lang]} grammar" if lang in NAMES else f"the {name}" if name == _SEARCH else name
        how_long = "25 to 60" if name == _SEARCH else "10 to 25"
        if what not in self._told:
            self._told.add(what)
            sys.stderr.write(f"callparser: compiling {what}; this takes {how_long} seconds, once\n")
            sys.stderr.flush()
