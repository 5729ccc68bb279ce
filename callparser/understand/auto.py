"""``lang="auto"``: every language listens, and what they agree on was said.

One meaning is that meaning, two are a question. A language that takes the words for talk has no say while
another knows a call in them word for word. A call that mixes languages ("ess of spades", "hjärter queen")
is read with every suit and rank in one of them, in each in turn.
"""

from __future__ import annotations

from callparser.designation import Ambiguous, Chatter, Designation, Understood
from callparser.grammar.normalise import MAX_CHARS, key
from callparser.grammar.tables import table
from callparser.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

    Read = Callable[[str, str], Understood]

#: Of two repaired readings, so much the surer one must be.
MARGIN: Final = 0.2


def understand(text: str, read: Read) -> Understood:
    """What the languages agree on. ``read`` takes a text and a language."""
    answers = [read(text, lang) for lang in LANGUAGES]
    found = _agreed(answers)
    readings = _readings(found)
    if readings and not any(one.repairs or isinstance(one.intent, Chatter) for one in readings):
        return found
    mixed = [read(words, lang) for words, lang in _in_one_language(text)]
    whole = [answer for answer in mixed if isinstance(answer, Designation) and not answer.repairs]
    return _agreed(whole, key(text)) if whole else found


def _agreed(answers: Iterable[Understood], said: str | None = None) -> Understood:
    answers = list(answers)
    readings = [one for answer in answers for one in _readings(answer)]
    calls = [one for one in readings if not isinstance(one.intent, Chatter)]
    talk = [one for one in readings if isinstance(one.intent, Chatter)]
    surest = max((one.confidence for one in calls), default=0.0)
    if talk and surest < max(one.confidence for one in talk):
        calls, surest = talk, 0.0
    if not calls:
        return answers[0]
    bar = surest if surest == 1.0 else surest - MARGIN
    best = {one.intent: one for one in reversed(calls) if one.confidence >= bar}
    if len(best) > 1:
        return Ambiguous(tuple(best.values()), said or calls[0].understood)
    (one,) = best.values()
    return one if said is None else Designation(one.intent, said, one.confidence, one.repairs)


def _readings(answer: Understood) -> tuple[Designation, ...]:
    if isinstance(answer, Designation):
        return (answer,)
    return answer.readings if isinstance(answer, Ambiguous) else ()


def _in_one_language(text: str) -> Iterator[tuple[str, str]]:
    """The text with the suits, ranks and levels of other languages put into one language, for each that is
    changed by it: "ess of spades" -> "ace of spades", en."""
    words = key(text[:MAX_CHARS]).split()
    for lang in LANGUAGES:
        own = table(lang)["vocabulary"]
        changed = [word if word in own else _put_into(lang, word) for word in words]
        if changed != words:
            yield " ".join(changed), lang


def _put_into(lang: str, word: str) -> str:
    """The word's usual name in that language, if the others agree on what it means."""
    tables = [table(other)["spelling"]["members"] for other in LANGUAGES if other != lang]
    meanings = {members[word] for members in tables if word in members}
    if len(meanings) != 1:
        return word
    meant = meanings.pop()
    return next((own for own, value in table(lang)["spelling"]["members"].items() if value == meant), word)
