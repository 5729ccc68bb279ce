"""A deal in play: everybody follows suit, the right hand wins, 13 tricks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.cards import Card, Hand
from callparser.errors import InputError
from callparser.play.deal import random_deal
from callparser.play.inplay import InPlay
from callparser.table import SEATS


@given(st.integers(0, 10_000), st.sampled_from([None, 0, 1, 2, 3]), st.sampled_from(SEATS))
def test_a_whole_deal(seed, trumps, declarer) -> None:
    from callparser.cards import SUITS

    chance = Random(seed)
    hands = random_deal(seed).hands
    at = InPlay.begin(hands, None if trumps is None else SUITS[trumps], declarer)
    assert at.turn == declarer.after()
    while not at.over:
        before = at
        held, led = at.hands[at.turn], at.trick.led_suit
        at = at.play(chance.choice(list(at.legal)))
        (card,) = held - at.hands[before.turn]
        assert led is None or card.suit == led or not held.in_suit(led)
        if not at.trick.plays:
            last = at.tricks[-1]
            assert at.turn == at.winner(last).seat == at.last.won_by
            assert len(at.gone) == 4 * len(at.tricks)
    assert not any(at.hands)
    assert Hand.of(play.card for trick in at.tricks for play in trick) == Hand((1 << 52) - 1)
    ours = sum(at.winner(trick).seat % 2 == declarer % 2 for trick in at.tricks)
    assert at.won == ours


def test_a_card_that_may_not_be_played() -> None:
    at = InPlay.begin(random_deal(1).hands, None, SEATS[2])
    at = at.play(next(iter(at.legal)))
    for card in (*(at.hands[at.turn] - at.legal), *at.hands[at.turn.after()]):
        with pytest.raises(InputError, match="may not play"):
            at.play(Card(card.suit, card.rank))


def test_declarer_sees_both_hands_and_dummy_is_called_by_the_law() -> None:
    at = InPlay.begin(random_deal(1).hands, None, SEATS[2])
    at = at.play(next(iter(at.legal)))
    dummys = at.for_caller()
    assert dummys.dummy == at.hands[0]
    assert not dummys.seen & at.hands[2]
    for _ in range(2):
        at = at.play(next(iter(at.legal)))
    own = at.for_caller()
    assert own.dummy == at.hands[2]
    assert own.last_trick is None
    assert at.hands[0] - own.seen == Hand()
