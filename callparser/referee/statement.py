"""Law 68 on words: a claim, a concession, this trick only, an objection, or none of them.

The patterns of ``referee.yaml`` know what words are when they are said about the rest of the play and not to
dummy; what they do not know is as the grammar of calls understands it. "Run the clubs" is a line here. What
denies, asks, wonders, takes back in the same breath or quotes another is not ruled on: the director says what
it was.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from callparser.designation import Claim, Designation, SuitRef
from callparser.grammar.normalise import key
from callparser.referee.words import referee_words
from callparser.understand import parse
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

#: Below this the words are not relied on, and the director is asked.
SURE: Final = 0.6

#: What may be put as a question and says something all the same.
_RHETORICAL: Final = ("stop", "objection", "nothing")
_QUOTES: Final = '"“”„»«'

#: What an intent of the grammar is as a statement about the play.
_AS_STATEMENT: Final = {
    "claim": "claim", "concession": "concession", "current_trick": "current_trick", "objection": "objection",
    "director": "objection", "overruff": "current_trick", "run": "line",
    "finesse": "line", "ruff": "line", "discard": "line",
}  # fmt: skip


class Statement(Value):
    """What was said. ``kind`` is a word of the fact ``said.kind``; ``line``: a line of play was stated.

    ``wins`` and ``loses`` are numbers of tricks that were named; ``all_but``: fewer than all are claimed;
    ``uncounted``: a number was named, and the words do not tell of which tricks.
    """

    kind: str
    wins: int | None = None
    loses: int | None = None
    line: bool = False
    all_but: bool = False
    uncounted: bool = False


@lru_cache(maxsize=256)
def understood(words: str, lang: str = "sv") -> Statement | None:
    """The statement in these words; ``None`` when they are not understood well enough to rule on.

    That words are *no* claim is never concluded from not knowing them: only a plain denial is ``nothing``.
    """
    words = words.strip()
    found = None if _quotes(words) else _read(_without_fillers(words, lang), lang)
    return None if found and words.endswith("?") and found.kind not in _RHETORICAL else found


def _quotes(words: str) -> bool:
    """Is it told what somebody said? Quotation marks around all of it are only how it was written down."""
    return any(mark in words.strip(_QUOTES) for mark in _QUOTES)


def _without_fillers(words: str, lang: str) -> str:
    """Without what is said at the end and is no line of play: "the rest are mine, I think"."""
    for pattern in _patterns(lang)["filler"]:
        words = pattern.sub("", words)
    return words


def _read(words: str, lang: str) -> Statement | None:
    said = parse(words, lang, fallback=False)
    found = _by_pattern(key(words), lang)
    intent: Any = said.intent if isinstance(said, Designation) else None
    tricks = getattr(intent, "tricks", None)
    if found in ("unclear", "question"):
        return None
    if found == "all_but":
        return Statement("claim", all_but=True)
    if found in ("line", "claim"):
        line = _matches("line", key(words), lang) or (isinstance(intent, Claim) and intent.line)
        return _claim(words, lang, tricks if isinstance(intent, Claim) else None, line=line)
    if found is not None:
        return Statement(found, loses=tricks if found == "concession" else None)
    if not isinstance(said, Designation) or said.confidence < SURE:
        return None
    return _by_intent(intent, tricks, words, lang)


def asks(words: str, lang: str) -> bool:
    """Are they a question? It claims nothing."""
    return words.rstrip().endswith("?") or _matches("question", key(words), lang)


def _claim(words: str, lang: str, tricks: int | None, *, line: bool) -> Statement:
    """A claim; where a number was named and not understood, what goes with it is no line."""
    uncounted = tricks is None and _matches("number", key(words), lang)
    return Statement("claim", tricks, line=line and not uncounted, uncounted=uncounted)


def _by_intent(intent: Any, tricks: int | None, words: str, lang: str) -> Statement | None:
    kind = _AS_STATEMENT.get(intent.kind)
    if intent.kind == "acknowledge":
        kind = "agreement" if intent.yes else "objection"
    if intent.kind == "suit" and intent.suit is SuitRef.TRUMP:
        kind = "line"  # "draw trumps"
    if kind == "line":
        return Statement("claim", line=True)
    if kind == "claim":
        return _claim(words, lang, tricks, line=bool(intent.line))
    return None if kind is None else Statement(kind, loses=tricks if kind == "concession" else None)


@cache
def _patterns(lang: str) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    return {
        kind: tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
        for kind, patterns in referee_words(lang).statements.items()
    }


def _by_pattern(said: str, lang: str) -> str | None:
    kinds = (kind for kind in _patterns(lang) if kind not in ("filler", "number"))
    return next((kind for kind in kinds if _matches(kind, said, lang)), None)


def _matches(kind: str, said: str, lang: str) -> bool:
    return any(pattern.search(said) for pattern in _patterns(lang)[kind])
