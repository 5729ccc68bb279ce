"""The list that is always weighed: every card, suit and rank, and nothing that the language does not know."""

from __future__ import annotations

import pytest

from callparser.cards import Rank, Suit
from callparser.designation import Designation, Duck, High, Low, NamedCard, RankOnly, Ruff, SuitOnly, Win
from callparser.understand import LANGUAGES, parse
from callparser.voice.corelist import core


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_of_a_language(lang: str) -> None:
    listed = core(lang)
    assert 200 < len(listed) == len(set(listed)) < 600
    found = {sentence: parse(sentence, lang, fallback=False) for sentence in listed}
    unknown = [s for s, said in found.items() if not isinstance(said, Designation) or said.repairs]
    assert not unknown
    intents = {said.intent for said in found.values() if isinstance(said, Designation)}
    assert {i for i in intents if isinstance(i, NamedCard)} == {NamedCard(s, r) for s in Suit for r in Rank}
    assert {SuitOnly(suit) for suit in Suit} | {RankOnly(rank) for rank in Rank} <= intents
    assert {Low, High, Win, Ruff, Duck} <= {type(intent) for intent in intents}
    assert {Low(suit) for suit in Suit} <= intents


def test_a_language_without_a_list() -> None:
    assert core("fi") == []
