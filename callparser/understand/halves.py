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
    """Is something refused in it, and nothing designated?"""
    if len(text) > MAX_CHARS or _refusals(lang).isdisjoint(key(text).split()):
        return False
    said = parse(text, lang, fallback=False)
    return not (isinstance(said, Designation) and is_play(said.intent))


@cache
def _refusals(lang: str) -> frozenset[str]:
    languages = (lang,) if lang in LANGUAGES else LANGUAGES
    return frozenset().union(*(table(one)["spelling"]["refusals"] for one in languages))
