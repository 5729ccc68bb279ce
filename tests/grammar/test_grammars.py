"""The grammars that ship: they lint clean, and every sampled sentence means what its template says."""

from __future__ import annotations

import pytest

from callparser.cards import PACK
from callparser.designation import Ambiguous, Correction, Designation, NamedCard
from callparser.grammar.lint import lint, required
from callparser.grammar.load import load
from callparser.grammar.sample import sentences
from callparser.intentform import intent_out
from callparser.understand import LANGUAGES, parse
from callparser.understand.phrases import phrases


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lint_finds_nothing(lang: str) -> None:
    assert lint(load(lang), lambda text: parse(text, lang, fallback=False)) == []


def test_every_intent_is_declared() -> None:
    assert set(required().values()) == {"required", "optional", "composed"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sampled_sentence_yields_its_intent(lang: str) -> None:
    """By the long way, with a courtesy that keeps it out of the dictionary: filler changes nothing."""
    courtesy = {"sv": "tack", "en": "please", "no": "takk", "da": "tak"}[lang]
    meanings: dict[str, set[str]] = {}
    for text, intent in sentences(load(lang)):
        meanings.setdefault(text, set()).add(str(intent_out(intent)))
    texts = sorted(meanings)
    for text in texts[:: max(1, len(texts) // 3000)]:
        plain, polite = parse(text, lang), parse(f"{text}, {courtesy}", lang)
        if isinstance(plain, Ambiguous):
            continue  # two readings are a question, whichever template was sampled
        assert isinstance(plain, Designation), text
        assert str(intent_out(plain.intent)) in meanings[text], text
        if text == "stor":
            continue  # "stor takk" is thanks
        if plain.intent.kind not in ("acknowledge", "chatter") and plain.intent != Correction():  # "er"
            assert isinstance(polite, Designation), text
            assert polite.intent == plain.intent, text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_52_cards_can_be_named(lang: str) -> None:
    known = phrases(lang)
    meant = {known.get(phrase) for phrase in known}
    assert {NamedCard(card.suit, card.rank) for card in PACK} <= meant
