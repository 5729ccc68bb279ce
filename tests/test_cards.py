"""Suits, ranks, cards, hands: Law 1 (the pack) and PBN text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.cards import FULL, PACK, Card, Hand, Rank, Suit, card
from callparser.errors import InvalidTable

hands = st.integers(0, FULL).map(Hand)


def test_law_1_a_pack_has_52_different_cards_in_four_suits():
    assert len({(one.suit, one.rank) for one in PACK}) == 52
    assert {len(Hand(FULL).in_suit(suit)) for suit in Suit} == {13}
    assert {len(Hand(FULL).of_rank(rank)) for rank in Rank} == {4}


def test_law_1_the_ace_is_high():
    spades = Hand(FULL).in_suit(Suit.SPADES)
    assert (str(spades.highest), str(spades.lowest)) == ("SA", "S2")


def test_definitions_an_honour_is_a_ten_or_better():
    assert "".join(rank.letter for rank in Rank if rank.is_honour) == "TJQKA"


@given(st.sampled_from(PACK))
def test_a_card_reads_back_from_its_code(one: Card):
    assert Card.parse(one.code) is one
    assert Card.parse(str(one).lower()) is card(one.suit, one.rank)


def test_a_ten_may_be_written_with_two_digits():
    assert Card.parse("S10") == Card.parse("ST")


@pytest.mark.parametrize("text", ["", "H", "XQ", "H1", "H11", "HQQQ", "QH", "♥Q"])
def test_what_is_no_card_is_refused(text: str):
    with pytest.raises(InvalidTable, match="expected"):
        Card.parse(text)


@given(hands)
def test_a_hand_reads_back_from_its_holdings(hand: Hand):
    assert Hand.parse(hand.holdings()) == hand
    assert Hand.of(hand) == hand
    assert len(list(hand)) == len(hand)


@given(hands, hands)
def test_hands_are_sets(one: Hand, two: Hand):
    assert set(one | two) == set(one) | set(two)
    assert set(one & two) == set(one) & set(two)
    assert set(one - two) == set(one) - set(two)


@given(hands)
def test_a_hand_is_laid_out_spades_first_high_to_low(hand: Hand):
    cards = list(hand)
    assert cards == sorted(cards, key=lambda one: (one.suit, one.rank), reverse=True)
    assert all(one in hand for one in cards)


def test_a_hand_in_text():
    hand = Hand.parse({"S": "10 2".replace(" ", ""), "H": "-"})
    assert str(hand) == "S:T2 H:- D:- C:-"
    assert hand
    assert not Hand()


@pytest.mark.parametrize("holdings", [{"S": "AA"}, {"X": "2"}, {"S": "1"}])
def test_a_hand_that_cannot_be_read_is_refused(holdings: dict[str, str]):
    with pytest.raises(InvalidTable):
        Hand.parse(holdings)


def test_an_empty_hand_has_no_highest_card():
    with pytest.raises(ValueError, match="empty hand"):
        _ = Hand().highest
    with pytest.raises(ValueError, match="empty hand"):
        _ = Hand().lowest
