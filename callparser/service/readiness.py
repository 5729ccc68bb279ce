"""What is loaded before the first call, so that no call waits for it."""

from __future__ import annotations

import gc

from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS, load_edition
from callparser.lawbook import casebook
from callparser.understand import fallback, parse
from callparser.wire import answer

#: Means the same in no language, so that it goes the long way to the end: repairs and the fallback.
_LONG_WAY = "brummelibrum xyzzyx fnordbar"


def make_ready(guess: bool) -> None:
    """Grammars, repair tables, messages, editions, the casebook; with ``guess`` the fallback if installed.

    Half a minute when nothing has been compiled yet, else a second or two.
    """
    for edition in EDITIONS:
        load_edition(edition)
    for lang in LANGUAGES:
        parse(_LONG_WAY, lang, fallback=guess)
        answer({"utterance": "7", "dummy": {"S": "A72"}, "trump": "NT", "lang": lang, "fallback": False})
    casebook()
    gc.collect()
    gc.freeze()  # what is loaded stays: no collection has to walk through it while somebody waits


def has_fallback() -> bool:
    """Is the statistical fallback installed, and can it be read?"""
    return fallback.load() is not None
