"""The corpus of real and constructed utterances; what is rejected is listed with its reason."""

from __future__ import annotations

import re
from functools import cache

import pytest

from callparser.designation import Ambiguous, Designation, NotUnderstood, Understood, is_play
from callparser.understand import LANGUAGES, parse
from tests.corpus import CASES, by_phrase, describe, fits, shares


def rejected(lang: str) -> set[str]:
    """The phrases in the first table of ``tests/cases/rejected_<lang>.md``."""
    text = (CASES / f"rejected_{lang}.md").read_text("utf-8").partition("Marked noisy")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


@cache
def answers(lang: str) -> dict[str, Understood]:
    """What each phrase is understood as, without the fallback."""
    return {phrase: parse(phrase, lang, fallback=False) for phrase in by_phrase(lang)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_shares_in_the_exceptions_are_what_is_measured(lang: str) -> None:
    row = shares(lang, answers(lang))
    assert row in (CASES / "exceptions.md").read_text("utf-8").splitlines(), row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phrase_that_is_not_noisy_comes_out_right(lang: str) -> None:
    wrong = {}
    for phrase, labels in by_phrase(lang).items():
        said = answers(lang)[phrase]
        if not all(line.noisy for line in labels) and not any(fits(line, said) for line in labels):
            wrong[phrase] = describe(said)
    assert set(wrong) == rejected(lang) & set(by_phrase(lang)), wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_noisy_phrase_never_becomes_another_card(lang: str) -> None:
    """Noise may be lost; it may not turn one suit or rank into another."""
    for phrase, labels in by_phrase(lang).items():
        said = parse(phrase, lang)
        wanted = [line.slots for line in labels if line.noisy]
        if not isinstance(said, Designation) or not wanted:
            continue
        for slot in ("suit", "rank"):
            got = getattr(said.intent, slot, None)
            values = {slots[slot] for slots in wanted if slot in slots}
            if got is not None and values and hasattr(got, "letter"):
                assert got.letter in values, (phrase, describe(said))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_talk_that_is_no_call_designates_nothing(lang: str) -> None:
    lines = (CASES / f"negatives_{lang}.txt").read_text("utf-8").splitlines()
    talk = [line for line in lines if line and not line.startswith("#")]
    assert len(talk) >= 200
    accepted = {
        line: describe(said)
        for line in talk
        if isinstance(said := parse(line, lang, fallback=False), Designation) and is_play(said.intent)
    }
    assert accepted == {}


@pytest.mark.parametrize(
    ("text", "readings"),
    [("K", 2), ("D", 2), ("S", 2), ("DK", 2), ("KD", 2)],
)
def test_a_letter_with_two_readings_is_a_question(text: str, readings: int) -> None:
    said = parse(text, "sv")
    assert isinstance(said, Ambiguous)
    assert len(said.readings) == readings


@pytest.mark.parametrize(
    ("text", "alphabet", "kind", "suit", "rank"),
    [
        ("DK", "sv", "card", "C", "Q"),
        ("DK", "en", "card", "D", "K"),
        ("D", "sv", "rank", None, "Q"),
        ("D", "en", "suit", "D", None),
        ("K", "en", "rank", None, "K"),
        ("hj D", "sv", "card", "H", "Q"),
        ("S", "sv", "suit", "S", None),
    ],
)
def test_the_alphabet_decides(
    text: str, alphabet: str, kind: str, suit: str | None, rank: str | None
) -> None:
    said = parse(text, "sv", alphabet=alphabet)
    assert isinstance(said, Designation)
    intent = said.intent
    found = (intent.kind, *(getattr(getattr(intent, n, None), "letter", None) for n in ("suit", "rank")))
    assert found == (kind, suit, rank)


def test_an_overlong_text_is_not_understood() -> None:
    assert isinstance(parse("hjärter " * 5000, "sv"), NotUnderstood)
