"""``lang="auto"``: every language listens, and what they agree on was said.

One meaning is that meaning, two are a question; so is a call in one language that is talk in another. A
language that must repair a word which is a card or a "not" in another has no say. A call that mixes
languages ("ess of spades", "hjärter queen") is read with every suit and rank in one of them, in each in
turn, unless some language knows the words as they are, or they refuse something.
"""

from __future__ import annotations

import re
from functools import cache, partial

from callparser.designation import Ambiguous, Chatter, Designation, NotUnderstood, Understood
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.grammar.tables import table
from callparser.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Final

    Read = Callable[[str, str, bool], Understood]

_WORD: Final = re.compile(r"[^\W\d_]+")
#: Of two repaired readings, so much the surer one must be.
MARGIN: Final = 0.2


def understand(text: str, read: Read, fallback: bool) -> Understood:
    """What the languages agree on. ``read`` takes a text, a language, and whether it may guess."""
    answers = [read(text, lang, False) for lang in LANGUAGES]
    if any(not one.repairs for answer in answers for one in _readings(answer)):
        return _agreed(answers)
    words = key(text[:MAX_CHARS]).split()
    if not any(word in _refusals() for word in words):
        mixed = [read(said, lang, False) for said, lang in _in_one_language(text)]
        whole = [answer for answer in mixed if any(not one.repairs for one in _readings(answer))]
        if whole:
            return _agreed(whole, " ".join(words))
    answers = [answer for answer in answers if not any(_is_foreign(one) for one in _readings(answer))] or [
        NotUnderstood(" ".join(words))
    ]
    found = _agreed(answers)
    if _readings(found) or not fallback:
        return found
    return _agreed([read(text, lang, True) for lang in LANGUAGES])


def _agreed(answers: Sequence[Understood], said: str | None = None) -> Understood:
    readings = [one for answer in answers for one in _readings(answer)]
    calls = [one for one in readings if not isinstance(one.intent, Chatter)]
    if calls:  # silence and what is only perhaps talk have no say beside them
        readings = [one for one in readings if one in calls or (one.confidence == 1.0 and one.understood)]
    if not readings:
        return answers[0]
    surest = max(one.confidence for one in readings)
    bar = surest if surest == 1.0 else surest - MARGIN
    best = {one.intent: one for one in reversed(readings) if one.confidence >= bar}
    if len(best) > 1 and all(isinstance(intent, Chatter) for intent in best):
        best = dict([best.popitem()])  # talk is talk, of whatever kind
    if len(best) > 1:
        return Ambiguous(tuple(best.values()), said or readings[0].understood)
    (one,) = best.values()
    return one if said is None else Designation(one.intent, said, one.confidence, one.repairs, one.guessed)


def _readings(answer: Understood) -> tuple[Designation, ...]:
    if isinstance(answer, Designation):
        return (answer,)
    return answer.readings if isinstance(answer, Ambiguous) else ()


def _is_foreign(one: Designation) -> bool:
    """Was a word repaired that is the name of a card, or a refusal, in some language as it stands?"""
    words = [word for repair in one.repairs for word in repair.said.split()]
    return any(word in _refusals() or any(word in _names(lang) for lang in LANGUAGES) for word in words)


def _in_one_language(text: str) -> Iterator[tuple[str, str]]:
    """The text with the suits, ranks and levels of other languages put into one language, for each that is
    changed by it: "ess of spades" -> "ace of spades", en. Everything beside the words stays as it is."""
    text = text[:MAX_CHARS]
    for lang in LANGUAGES:
        changed = _WORD.sub(partial(_put_into, lang), text)
        if changed != text:
            yield changed, lang


def _put_into(lang: str, found: re.Match[str]) -> str:
    """The word's usual name in that language, if the others agree on what it means."""
    written = found[0]
    word = key(written)
    if word in table(lang)["vocabulary"]:
        return written
    meanings = {members[word] for other in LANGUAGES if word in (members := _names(other)) and other != lang}
    if len(meanings) != 1:
        return written
    meant = meanings.pop()
    return next((name for name, value in _names(lang).items() if value == meant), written)


@cache
def _names(lang: str) -> dict[str, str]:
    """The names of suits, ranks and levels; no word that answers a question."""
    members: dict[str, str] = table(lang)["spelling"]["members"]
    return {word: value for word, value in members.items() if not value.startswith("answer")}


@cache
def _refusals() -> frozenset[str]:
    return frozenset(word for lang in LANGUAGES for word in table(lang)["spelling"]["refusals"])
