"""What words are under Law 68: the phrases of the collection, and what must never be concluded from words."""

from __future__ import annotations

import pytest

from callparser.referee.statement import Statement, understood
from tests.corpus import CASES

CLASSES = {"claim_with_line": "claim", "current_trick_only": "current_trick"}
DECIDED = {"claim", "concession", "current_trick", "objection"}
PHRASES = [
    tuple(line.split("\t")[:3]) for line in (CASES / "claim_phrases.tsv").read_text("utf-8").splitlines()[1:]
]


def _class(said: Statement | None) -> str:
    kind = said.kind if said else "asked"
    return "claim" if kind == "stop" else kind


def _right(label: str, lang: str, phrase: str) -> bool:
    got = _class(understood(phrase, lang))
    return got not in DECIDED if label == "not_a_claim" else got == CLASSES.get(label, label)


def test_the_class_of_a_claim_phrase() -> None:
    wrong = [phrase for phrase in PHRASES if not _right(*phrase)]
    assert len(PHRASES) == 207
    assert len(wrong) <= 0.02 * len(PHRASES), wrong


@pytest.mark.parametrize("label", ["claim_with_line"])
def test_a_line_is_heard_as_one(label: str) -> None:
    heard = [understood(phrase, lang) for kind, lang, phrase in PHRASES if kind == label]
    assert sum(bool(one and one.line) for one in heard) >= 0.9 * len(heard)


@pytest.mark.parametrize(
    ("words", "lang", "kind"),
    [
        ("we make the last three", "en", "claim"),
        ("you only get a spade", "en", "claim"),
        ("ni får bara en trumf", "sv", "claim"),
        ("jag får de fyra sista", "sv", "claim"),
        ("ska vi spara tid?", "sv", "stop"),
        ("you won't win any more tricks", "en", "claim"),
        ("nothing more for you", "en", "claim"),
        ("inget mer till er", "sv", "claim"),
        ("take your king", "en", "concession"),
        ("ni har kungen", "sv", "concession"),
        ("de två sista är era", "sv", "concession"),
        ("the queen is still out", "en", "objection"),
        ("du har glömt en trumf", "sv", "objection"),
        ("min kung tar det", "sv", "current_trick"),
        ("jag funderade på att claima", "sv", "nothing"),
        ("ja, det stämmer", "sv", "agreement"),
    ],
)
def test_words_outside_the_collection(words: str, lang: str, kind: str) -> None:
    said = understood(words, lang)
    assert said is not None
    assert said.kind == kind


@pytest.mark.parametrize("words", ["what a hand", "how many trumps", "kaffe", "xyzzy", "", "?" * 1000])
def test_that_it_is_no_claim_is_asked_and_never_concluded(words: str) -> None:
    assert understood(words, "en") is None


def test_fewer_than_all_are_claimed() -> None:
    said = understood("I don't think you will win more than your ace", "en")
    assert said is not None
    assert said.all_but
