"""One question of the referee, and what is typed in answer to it."""

from __future__ import annotations

from callparser.errors import InputError
from callparser.referee.facts import BY_NAME
from callparser.referee.kinds import FactValue, read_fact
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

    from callparser.referee.facts import Fact

#: Where declarer's words may be typed instead of what they came to.
CALLS: Final = ("call.first", "call.differs", "call.named")
#: Where words may be typed instead of an answer.
TYPED: Final = ("said.kind", *CALLS)
#: What may be typed for yes and no beside the numbers.
_YES_NO: Final = {
    "yes": True, "y": True, "ja": True, "j": True, "no": False, "n": False, "nej": False,
}  # fmt: skip


class Question(Value):
    """One question. ``choices`` are words and their texts, numbered from 1; none where a number is asked.

    ``judged``: an answer is the director's judgement, or some answers are.
    """

    fact: str
    text: str
    why: str
    choices: tuple[tuple[str, str], ...] = ()
    judged: bool = False


def value_of(fact: Fact, text: str, choices: Sequence[str], labels: Mapping[str, str]) -> FactValue:
    """The fact alone that a text gives. Raises :class:`InputError`, in the words of ``labels``."""
    if fact.kind in ("trick", "number"):
        try:
            return read_fact(fact, int(text) if _is_number(text) else text)
        except InputError as err:
            told = labels["expected_number"].format(text=text[:20], number=labels[fact.kind])
            raise InputError(told) from err
    if fact.kind == "yes" and text in _YES_NO:
        return _YES_NO[text]
    words = {word.casefold(): word for word in choices}
    if text.casefold() not in words:
        raise InputError(labels["bad_answer"])
    return read_fact(fact, words[text.casefold()])


def numbered(question: Question, text: str) -> str:
    """The word of a choice by its number; any other text as it is."""
    if _is_number(text) and 1 <= int(text) <= len(question.choices):
        return question.choices[int(text) - 1][0]
    return text


def is_choice(question: Question, text: str) -> bool:
    """Is it an answer from the list, and no words that were said?"""
    words = (*BY_NAME[question.fact].words, *(word for word, _ in question.choices))
    return _is_number(text.strip()) or text.strip() in words


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= 3
