"""Calls that are not known word for word: reading one may take a second, so another thread does it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from callparser.grammar.normalise import MAX_CHARS
from callparser.languages import LANGUAGES
from callparser.understand.parse import parser
from callparser.wire import MAX_UTTERANCES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

T = TypeVar("T")


class LongWay:
    """One thread: what several clients ask for is done in the order in which it comes. ``guess``: may the
    statistical fallback be asked?"""

    #: What :meth:`chars` counts the characters of.
    counted = "of calls that are not known word for word"

    def __init__(self, guess: bool) -> None:
        self._guess = guess
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="long-way")

    def chars(self, row: Row) -> int:
        """How many characters of a call must go this way. Of a call that will be refused: any number."""
        lang = row.get("lang", "sv")
        languages = LANGUAGES if lang == "auto" else (lang,) if lang in LANGUAGES else ()
        guess = self._guess and lang != "auto" and row.get("fallback", True) is True
        alphabet = row.get("alphabet")
        said = row.get("utterance")
        found = 0
        texts: Sequence[Any] = said[:MAX_UTTERANCES] if isinstance(said, list) else (said,)
        for text in texts:
            for one in languages if isinstance(text, str) else ():
                if not parser(one).knows(text, alphabet, guess):
                    found += min(len(text), MAX_CHARS)
                    break
        return found

    def thread(self, row: Row) -> ThreadPoolExecutor:
        """The one that answers this."""
        return self._thread

    async def run(self, job: Callable[[Row], T], row: Row) -> T:
        """What the job returns or raises for this. The event loop goes on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self.thread(row), job, row)

    def close(self) -> None:
        """What has begun is done, what waits is not."""
        self._thread.shutdown(wait=True, cancel_futures=True)
