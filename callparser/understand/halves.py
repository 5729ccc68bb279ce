"""What was said in halves: a refusal that does not say what it refuses reaches over the pause."""

from __future__ import annotations

from functools import cache

from callparser.designation import Designation, is_play
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.grammar.tables import table
from callparser.languages import LANGUAGES
from callparser.understand.parse import parse
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.designation import Understood


def after(before: str, said: Understood, lang: str) -> Understood:
    """``said``, when ``before`` was said just before it.

    After "not", "do not play" or "inte" alone, a card is perhaps the one that is refused: what it may mean is
    asked about and never played. "No" alone refuses what went before, and is none of these.
    """
    if isinstance(said, Designation) and is_play(said.intent) and _is_open(before, lang):
        return replace(said, guessed=True)
    return said


def _is_open(text: str, lang: str) -> bool:
    """Does it end in a refusal that says not what, no suit and no rank, and is nothing designated in it?"""
    words = key(text).split() if len(text) <= MAX_CHARS else []
    refused = next((at for at, word in enumerate(words) if word in _refusals(lang)), None)
    if refused is None or not _cards(lang).isdisjoint(words[refused:]):
        return False
    said = parse(text, lang, fallback=False)
    return not (isinstance(said, Designation) and is_play(said.intent))


@cache
def _refusals(lang: str) -> frozenset[str]:
    return frozenset().union(*(table(one)["spelling"]["refusals"] for one in _languages(lang)))


@cache
def _cards(lang: str) -> frozenset[str]:
    """The words for suits, ranks and levels; one or two letters may be something else."""
    members = (table(one)["spelling"]["members"].items() for one in _languages(lang))
    named = (word for one in members for word, what in one if not what.startswith("answer"))
    return frozenset(word for word in named if len(word) > 2)


def _languages(lang: str) -> tuple[str, ...]:
    return (lang,) if lang in LANGUAGES else LANGUAGES
