"""One line while something is made that takes long, once: a grammar, the search for claims."""

from __future__ import annotations

import sys

from callparser import store
from callparser.languages import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final

#: As :mod:`callparser.claims.search` calls it; its module is heavier than this one.
_SEARCH: Final = "search for claims"

#: Tricks left; more than the second are not searched (:mod:`callparser.claims.search`).
_LONG_SEARCH: Final = 8
_MOST_TRICKS: Final = 10
_GRAMMAR_S: Final = "10 to 25"
_SEARCH_S: Final = "25 to 60"
_COMPILING: Final = "compiling {what}; this takes {seconds} seconds, once"
#: So long nobody wonders.
_PATIENCE_S: Final = 1.0
#: So long the search may load that was compiled before.
_LOADS_S: Final = 5.0


def explain_waiting() -> None:
    """From now on; only where somebody looks at standard error."""
    if sys.stderr is not None and sys.stderr.isatty():
        store.watch = Waiting()


def explain_waiting_in(lang: str) -> None:
    """The same in the language of those who talk; until then, and to who installs it, in English."""
    if isinstance(store.watch, Waiting):
        from callparser.explainer.messages import load_messages

        store.watch.words = load_messages(lang).listening


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
        self.words: Mapping[str, str] = {}  # of a language; none: English

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
        if what not in self._told:
            self._told.add(what)
            text = self.words.get("compiling_search" if name == _SEARCH else "compiling", _COMPILING)
            seconds = _SEARCH_S if name == _SEARCH else _GRAMMAR_S
            seconds = seconds.replace(" to ", "–") if self.words else seconds
            sys.stderr.write(f"callparser: {text.format(what=what, seconds=seconds)}\n")
            sys.stderr.flush()
