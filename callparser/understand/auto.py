"""``lang="auto"``: every language listens, and what they agree on was said.

One meaning is that meaning, two are a question; so is a call in one language that is talk in another. A
language that must repair a word which another knows as it stands, or which may be a "not" there, has no say;
nor has one that passes over a word by which another says no ("no" is also "now" in Norwegian). Talk that is
surer than every call is talk. A call that mixes
languages ("ess of spades", "hjärter queen") is read with every suit and rank in one of them, in each in
turn, unless some language knows the words as they are, or they refuse something.
"""

from __future__ import annotations

import re
from functools import cache, partial

from callparser.designation import (
    Ambiguous,
    Chatter,
    Claim,
    Concession,
    Designation,
    NotUnderstood,
    Understood,
)
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.grammar.tables import table
from callparser.languages import LANGUAGES
from callparser.understand.slips import FOLDED
from callparser.understand.spelling import Speller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Final

    from callparser.designation import Repair
    from callparser.understand.match import Node

    Read = Callable[[str, str, bool], Understood]

_WORD: Final = re.compile(r"[^\W\d_]+")
#: Of two repaired readings, so much the surer one must be.
MARGIN: Final = 0.2


def understand(text: str, read: Read, fallback: bool) -> Understood:
    """What the languages agree on. ``read`` takes a text, a language, and whether it may guess."""
    words = key(text[:MAX_CHARS]).split()
    languages = [lang for lang in LANGUAGES if _passed_over(lang).isdisjoint(words)]
    answers = [read(text, lang, False) for lang in languages]
    if any(not one.repairs for answer in answers for one in _readings(answer)):
        return _agreed(answers)
    if not any(word in _refusals() for word in words):
        mixed = [read(said, lang, False) for said, lang in _in_one_language(text) if lang in languages]
        whole = [answer for answer in mixed if any(map(_is_whole_call, _readings(answer)))]
        if whole:
            return _agreed(whole, " ".join(words))
    found = _agreed(_own(answers, languages) or [NotUnderstood(" ".join(words))])
    if _readings(found) or not fallback:
        return found
    guesses = _own([read(text, lang, True) for lang in languages], languages)
    return _agreed(guesses) if any(map(_readings, guesses)) else found


def _own(answers: Sequence[Understood], languages: Sequence[str]) -> list[Understood]:
    """The answers of those languages, in their order, without those that have no say."""
    return [
        answer
        for lang, answer in zip(languages, answers, strict=True)
        if not any(_is_foreign(repair, lang) for one in _readings(answer) for repair in one.repairs)
    ]


def _agreed(answers: Sequence[Understood], said: str | None = None) -> Understood:
    readings = [one for answer in answers for one in _readings(answer)]
    calls = [one for one in readings if not isinstance(one.intent, Chatter)]
    if calls:  # silence and what is only perhaps talk have no say beside them
        surest = max(one.confidence for one in calls)
        readings = [one for one in readings if one in calls or (one.confidence >= surest and one.understood)]
    if not readings:
        return answers[0]
    surest = max(one.confidence for one in readings)
    if surest < 1.0 and any(isinstance(o.intent, Chatter) and o.confidence == surest for o in readings):
        readings = [one for one in readings if isinstance(one.intent, Chatter)]
    bar = surest if surest == 1.0 else surest - MARGIN
    best = {one.intent: one for one in reversed(readings) if one.confidence >= bar}
    if len(best) > 1 and all(isinstance(intent, Chatter) for intent in best):
        best = dict([best.popitem()])  # talk is talk, of whatever kind
    if len(best) > 1:
        return Ambiguous(tuple(best.values()), said or readings[0].understood)
    (one,) = best.values()
    return one if said is None else Designation(one.intent, said, one.confidence, one.repairs, one.guessed)


def _is_whole_call(one: Designation) -> bool:
    """Does it name a card without a repair? A rank put into another language may be a number of tricks."""
    return not one.repairs and not isinstance(one.intent, (Claim, Concession))


def _readings(answer: Understood) -> tuple[Designation, ...]:
    if isinstance(answer, Designation):
        return (answer,)
    return answer.readings if isinstance(answer, Ambiguous) else ()


def _is_foreign(repair: Repair, lang: str) -> bool:
    """Was a word repaired that some language knows as it stands, or that may be a "not"?

    The name of a card is one in every language; any other word, in every language but the one that repairs
    it. What only lost its diacritics is as likely a word of that language.
    """
    others = [other for other in LANGUAGES if other != lang] if repair.cost > FOLDED else []
    return any(
        word in _refusals()
        or any(word in _names(one) for one in LANGUAGES)
        or any(_speller(one).is_refusal(word, repair.taken.split()) for one in others)
        or any(word in table(one)["vocabulary"] or _speller(one).is_common(word) for one in others)
        for word in repair.said.split()
    )


@cache
def _speller(lang: str) -> Speller:
    return Speller(table(lang)["spelling"])


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
def _passed_over(lang: str) -> frozenset[str]:
    """The words that say nothing there and by which another language says no."""
    fillers = _alone(*table(lang)["fillers"].values())
    return (fillers & frozenset().union(*map(_denials, LANGUAGES))) - _denials(lang)


@cache
def _denials(lang: str) -> frozenset[str]:
    """The words of a language that refuse what follows, or what went before."""
    markers = table(lang)["markers"]
    return _alone(markers["not"], markers["slip"]).union(table(lang)["spelling"]["refusals"])


def _alone(*tries: Node) -> frozenset[str]:
    """The words that are phrases by themselves."""
    return frozenset(word for trie in tries for word, node in trie.items() if "" in node)


@cache
def _refusals() -> frozenset[str]:
    return frozenset(word for lang in LANGUAGES for word in table(lang)["spelling"]["refusals"])
