"""A hearing can lower the trust in a card; it never plays one of two that are nearly as likely."""

from __future__ import annotations

import random

import pytest

from callparser.cards import Card
from callparser.designation import Ambiguous, Designation, NotUnderstood, Understood
from callparser.outcome import Played, Resolution, effect
from callparser.understand import parse
from callparser.voice.engine import Alternative, Heard
from callparser.voice.meaning import RIVAL, meaning
from callparser.wire import Situation, resolve_said, situation

Hearings = list[tuple[str, float]]


def heard(*hearings: tuple[str, float], in_language: bool = True) -> Heard:
    first = hearings[0]
    return Heard(first[0], first[1], (), tuple(Alternative(*one) for one in hearings), in_language)


def swedish(text: str) -> Understood:
    return parse(text, "sv", fallback=False)


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
        ([("ruter ess", 0.28), ("ess kung dam", 0.7), ("[unk]", 0.02)], Designation),
        ([("ruter ess", 0.08), ("ess kung dam", 0.92)], NotUnderstood),
        ([("ruter ess", 0.28), ("[unk]", 0.72)], NotUnderstood),
        ([("ja", 0.5), ("jag", 0.5)], Designation),  # talk is no rival of an answer
        ([("ruter ess", 0.5), ("jag", 0.5)], Ambiguous),  # but it is of a card
    ],
)
def test_close_meanings_are_a_question(hearings: Hearings, cls: type) -> None:
    assert type(meaning(heard(*hearings), swedish)) is cls


def test_what_is_tied_and_too_little_is_all_of_it_nearest() -> None:
    hearings = [
        (text, 0.19) for text in ("ruter ess", "ruter sex", "hjärter fem", "klöver två", "spader tio")
    ]
    found = meaning(heard(*hearings), swedish)
    assert isinstance(found, NotUnderstood)
    assert found.near == tuple(swedish(text).intent for text, _ in hearings)


def test_what_is_no_sentence_is_not_understood() -> None:
    assert meaning(heard(("ess ess", 0.9), in_language=False), swedish) == NotUnderstood("ess ess")


# --- at a table ----------------------------------------------------------------------------------------


def at(dummy: str, trick: str = "") -> Situation:
    plays = [{"seat": "W", "card": trick}] if trick else []
    return situation({"utterance": "", "trump": "S", "dummy": dummy, "trick": plays})


def voted(hearings: Hearings, table: Situation) -> tuple[Understood, Resolution]:
    said = meaning(heard(*hearings), swedish, lambda one: effect(resolve_said([one], table), one.intent))
    return said, resolve_said([said], table)


DUMMY = "AQ4.K82.T9.T2"


@pytest.mark.parametrize(
    ("hearings", "outcome", "cards"),
    [
        ([("hjärter", 0.5), ("hjärter två", 0.5)], "played", ["H2"]),  # one card in two ways
        ([("lågt", 0.4), ("hjärter tvåan", 0.3), ("hjärter", 0.3)], "played", ["H2"]),
        ([("hjärter", 0.5), ("hjärter åtta", 0.5)], "ask", ["H8", "H2"]),
        ([("hjärter åtta", 0.5), ("hjärter kung", 0.5)], "ask", ["HK", "H8"]),  # in the order of the hand
        (
            [("hjärter kung", 0.7), ("hjärter", 0.1), ("hjärter två", 0.1)],
            "ask",
            ["HK", "H2"],
        ),  # rivals add up
        ([("hjärter kung", 0.7), ("hjärter", 0.1)], "played", ["HK"]),
        ([("hjärter sju", 0.9), ("hjärter två", 0.1)], "void", ["HK", "H8", "H2"]),  # not corrected
        ([("hjärter sju", 0.7), ("hjärter två", 0.3)], "ask", ["H2"]),
        ([("hjärter sju", 0.5), ("hjärter sex", 0.5)], "void", ["HK", "H8", "H2"]),  # void either way
        ([("resten", 0.5), ("hjärter två", 0.5)], "ask", ["H2"]),
        ([("en till", 0.01), ("hjärter två", 0.01)], "not_understood", []),
    ],
)
def test_votes_are_for_what_comes_of_a_hearing(hearings: Hearings, outcome: str, cards: list[str]) -> None:
    _, found = voted(hearings, at(DUMMY, "H7"))
    assert (found.outcome, [card.code for card in found.candidates]) == (outcome, cards)


@pytest.mark.parametrize(
    ("hearings", "confidence"),
    [([("hjärter", 0.5), ("hjärter två", 0.4)], 0.9), ([("hjärter sju", 0.5), ("hjärter sex", 0.4)], 0.9)],
)
def test_the_share_of_an_outcome_is_the_confidence(hearings: Hearings, confidence: float) -> None:
    said, _ = voted(hearings, at(DUMMY, "H7"))
    assert isinstance(said, Designation)
    assert said.confidence == confidence
    assert said.understood == hearings[0][0]


def _drawn(chance: random.Random) -> tuple[Hearings, Situation]:
    words = [
        "hjärter",
        "ruter",
        "lågt",
        "högt",
        "hjärter lågt",
        "vinn",
        "ja",
        "resten",
        "kung",
        "tio",
        "tack",
    ]
    words += [f"{suit} {rank}" for suit in ("hjärter", "ruter") for rank in ("kung", "tio", "nio", "två")]
    texts = chance.sample(words, chance.randint(1, 6))
    weights = sorted((chance.random() ** 3 for _ in texts), reverse=True)
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    cards = chance.sample(pack, 9)
    dummy = {suit: "".join(card[1] for card in cards[1:] if card[0] == suit) for suit in "SHDC"}
    table = situation(
        {"utterance": "", "trump": chance.choice(["S", "NT"]), "dummy": dummy,
         "trick": chance.choice([[], [{"seat": "W", "card": cards[0]}]])}
    )  # fmt: skip
    total = sum(weights)
    return [(text, weight / total) for text, weight in zip(texts, weights, strict=True)], table


def _card(text: str, table: Situation) -> Card | None:
    found = resolve_said([swedish(text)], table)
    return found.card if isinstance(found, Played) else None


@pytest.mark.parametrize("seed", range(300))
def test_cards_decide_only_whether_to_ask(seed: int) -> None:
    """Whatever dummy holds: the likeliest sentence is what was said, and no rival comes near its card."""
    hearings, table = _drawn(random.Random(seed))
    said, found = voted(hearings, table)
    assert not isinstance(said, Designation) or said.intent == swedish(hearings[0][0]).intent
    if isinstance(found, Played):
        assert _card(hearings[0][0], table) == found.card
        own = sum(share for text, share in hearings if _card(text, table) == found.card)
        others: dict[Card, float] = {}
        for text, share in hearings:
            card = _card(text, table)
            if card not in (None, found.card):
                others[card] = others.get(card, 0.0) + share
        assert all(share < RIVAL * own for share in others.values())


@pytest.mark.parametrize("seed", range(100))
def test_a_card_that_is_not_there_is_never_made_one_that_is(seed: int) -> None:
    """Take the card that would be played away from dummy: what was called is then void, or a question."""
    hearings, table = _drawn(random.Random(seed))
    named = [
        ("hjärter kung", 0.9),
        *((text, share / 10) for text, share in hearings if text != "hjärter kung"),
    ]
    without = [card for card in table.table.dummy if card.code != "HK"]
    holdings = {suit: "".join(card.code[1] for card in without if card.code[0] == suit) for suit in "SHDC"}
    _, found = voted(named, at(".".join(holdings[suit] for suit in "SHDC")))
    assert found.outcome in ("void", "ask")
