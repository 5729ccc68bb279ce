"""Lists of cards, however they are joined: each card that was said is read, and no other."""

from __future__ import annotations

from random import Random

import pytest

from callparser.claims.line import Kind
from callparser.claims.words import understood
from tests.claims.test_words import TABLE

RANKS = {
    "sv": {"A": "ess", "K": "kung", "Q": "dam", "J": "knekt"},
    "en": {"A": "ace", "K": "king", "Q": "queen", "J": "jack"},
}
SUITS = {
    "sv": {"S": "spader", "H": "hjärter", "D": "ruter", "C": "klöver"},
    "en": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
}
OF = {"sv": " i ", "en": " of "}
AND = {"sv": " och ", "en": " and "}


def group(random: Random, lang: str, suit: str, ranks: list[str], style: str) -> str:
    """ "ess, kung och dam i spader", "spader ess kung dam" """
    names = [RANKS[lang][rank] for rank in ranks]
    join, last = random.choice([(", ", AND[lang]), (", ", ", "), (" ", " "), (" ", AND[lang])])
    listed = join.join(names[:-1]) + last + names[-1] if len(names) > 1 else names[0]
    if style == "suit first":
        return f"{SUITS[lang][suit]} {listed}"
    return f"{listed}{OF[lang]}{SUITS[lang][suit]}"


def said_in(random: Random, lang: str, style: str) -> tuple[str, list[str]]:
    suits = random.sample("SHDC", random.choice((1, 2, 2, 3)))
    held = [(suit, random.sample("AKQJ", random.randrange(1, 4))) for suit in suits]
    parts = [group(random, lang, suit, ranks, style) for suit, ranks in held]
    codes = [suit + rank for suit, ranks in held for rank in ranks]
    return random.choice([", ", AND[lang], " "]).join(parts), codes


def cards_of(words: str, lang: str) -> tuple[list[str], bool]:
    said = understood(words, lang, TABLE)
    return [step.card.code for step in said.steps if step.card is not None], bool(said.unread)


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("style", ["suit first", "rank first"])
def test_the_cards_of_a_list_are_those_that_were_said(lang: str, style: str) -> None:
    random = Random(f"{lang} {style}")
    for _ in range(300):
        words, codes = said_in(random, lang, style)
        assert cards_of(words, lang) == (codes, False), words


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_of_a_mixed_list_no_card_is_read_that_may_be_another(lang: str) -> None:
    """What may belong to the suit before or to that after is not read; a suit is not taken for a step."""
    random = Random(f"{lang} mixed")
    read = 0
    for _ in range(300):
        parts = [said_in(random, lang, style) for style in random.sample(["suit first", "rank first"], 2)]
        words = random.choice([", ", " "]).join(part for part, _ in parts)
        codes = [code for _, found in parts for code in found]
        said = understood(words, lang, TABLE)
        found, unread = cards_of(words, lang)
        if len(set(codes)) == len(codes) and not unread:
            read += 1
            assert found == codes, words
            assert all(step.kind is Kind.CARD for step in said.steps), words
    assert read
