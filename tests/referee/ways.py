"""Ways through the questions, answered by a script: every one of a law, or some at random.

``python -m tests.referee.ways`` prints how many questions they take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

from callparser.errors import InputError
from callparser.law.edition import EDITIONS
from callparser.referee.dialogue import Dialogue, Question, resumed

#: The laws that may be asked about; without one it is asked first what it is about.
LAWS = ("", "13", "67", "68", "69", "70", "71", "revoke", "call")
#: Where a number is asked: of tricks the ordinary one and those with rules of their own.
_NUMBERS = ("5", "12", "13")
#: Declarer's words, typed where it may be.
_TYPED = {
    "said.kind": ("the rest are mine", "I get three more tricks", "making ten", "you get the last two"),
    "call.first": ("king of hearts", "high"),
    "call.differs": ("no, the ace of hearts",),
    "call.named": ("low heart",),
}
_UNKNOWN = None


def every_way(law: str, edition: str) -> Iterator[Dialogue]:
    """Each way that leads to an end, no answer unknown and nothing typed."""
    open_ways = [Dialogue(_incident(law), edition, "en")]
    while open_ways:
        here = open_ways.pop()
        question = here.question()
        if question is None:
            yield here
            continue
        for text in _listed(question):
            further = resumed(here.saved(), "en")
            if _answered(further, question, text):
                open_ways.append(further)


def random_way(law: str, edition: str, rng: Random, row: dict[str, Any] | None = None) -> Dialogue:
    """One way: any answer that does not contradict those before it, one in eight unknown."""
    dialogue = resumed({"incident": {}} | (row or {}), "en", edition, law)
    while (question := dialogue.question()) is not None:
        texts: list[str | None] = [*_listed(question), *_TYPED.get(question.fact, ())]
        rng.shuffle(texts)
        texts.append(_UNKNOWN)
        if rng.random() < 1 / 8:
            texts = [_UNKNOWN]
        assert any(_answered(dialogue, question, text) for text in texts)
    return dialogue


def _incident(law: str) -> Any:
    return resumed({"incident": {}}, law=law).incident


def _listed(question: Question) -> list[str]:
    return [str(n) for n, _ in enumerate(question.choices, 1)] or list(_NUMBERS)


def _answered(dialogue: Dialogue, question: Question, text: str | None) -> bool:
    """Was the answer taken?"""
    if text is None:
        dialogue.pass_over(question)
        return True
    try:
        dialogue.answer(question, text)
    except InputError:
        return False
    return True


if __name__ == "__main__":
    for law in LAWS:
        for edition in EDITIONS:
            taken = Counter(len(way.asked) for way in every_way(law, edition))
            most = max(taken)
            print(
                f"{law or 'none':6} {edition}: {taken.total()} ways, median {median(taken.elements()):g}, "
                f"most {most} ({taken[most]} ways)"
            )
