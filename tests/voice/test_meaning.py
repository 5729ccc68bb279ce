"""A hearing can lower the trust in a card; it never plays one of two that are nearly as likely."""

from __future__ import annotations

import pytest

from callparser.designation import Ambiguous, Designation, NotUnderstood, Understood
from callparser.understand import parse
from callparser.voice.engine import Alternative, Heard
from callparser.voice.meaning import meaning


def heard(*hearings: tuple[str, float], in_language: bool = True) -> Heard:
    first = hearings[0]
    return Heard(first[0], first[1], (), tuple(Alternative(*one) for one in hearings), in_language)


def swedish(text: str) -> Understood:
    return parse(text, "sv")


@pytest.mark.parametrize(
    ("hearings", "cls"),
    [
        ([("ruter ess", 0.9), ("ruter sex", 0.1)], Designation),
        ([("ruter ess", 0.6), ("ruter sex", 0.3)], Ambiguous),
        ([("ruter tio", 0.4), ("ruter tian", 0.4), ("ruter nio", 0.15)], Designation),  # one meaning twice
        ([("ruter nio", 0.3), ("ruter tio", 0.2), ("ruter tian", 0.2)], Ambiguous),
        ([("ruter ess", 0.5), ("ess kung dam", 0.5)], Designation),  # not a sentence: it has no say
        ([("ruter ess", 0.5), ("rutr ess", 0.5)], Designation),  # repaired: it was not said
        ([("ruter ess", 0.5), ("", 0.5)], Designation),
    ],
)
def test_close_meanings_are_a_question(hearings: list[tuple[str, float]], cls: type) -> None:
    assert type(meaning(heard(*hearings), swedish)) is cls


def test_what_is_no_sentence_is_not_understood() -> None:
    assert meaning(heard(("ess ess", 0.9), in_language=False), swedish) == NotUnderstood("ess ess")
