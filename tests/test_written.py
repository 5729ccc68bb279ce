"""Cards, suits and hands as people type them: every form, and nothing that may be two things."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.cards import PACK, Card, Hand, Suit
from callparser.errors import InvalidTable
from callparser.table import Seat
from callparser.written import hand, one_card, seat, trumps

HAND = "S:AQ74 H:K82 D:- C:T2"


@pytest.mark.parametrize(
    "text",
    [
        HAND, "AQ74.K82..T2", "♠AQ74 ♥K82 ♦- ♣T2", "♠AQ74♥K82♣102", "♠ A Q 7 4 ♥ K 8 2 ♦ – ♣ 10 2",
        "♠️AQ74 ♥️K82 ♣️T2", "♠:AQ74, ♥:K82, ♦:-, ♣:T2", "S:ED74 H:K82 R:- K:102", "s:aq74 h:k82 k:t2",
        "spader AQ74 hjärter K82 ruter - klöver T2", "Spades: AQ74 Hearts: K82 Diamonds: void Clubs: 10 2",
        "spar:ED74 hjerter:K82 ruder:- klør:T2", "ED74.K82..102", "S: A Q 7 4 H: 8 K 2 C: T 2",
    ],
)  # fmt: skip
def test_every_form_of_a_hand(text: str) -> None:
    assert str(hand(text)) == HAND


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("S:A S:K", "each suit once"), ("♠A ♠K", "each suit once"), ("S:A ♠K", "each suit once"),
        ("K:A C:K", "each suit once"), ("S AQ74", "no holding"), ("AQ74 K82", "no holding"),
        ("S:A H:K D C:T2", "no holding"), ("♠AQ ♥K D 5", "no holding"), ("♠ AQ 74", "no holding"),
        ("X:AQ", "no holding"), ("S:AXQ", "'X' is not a rank"), ("S:1", "not a rank"),
        ("S:AA", "SA stands twice"), ("♠A10T", "ST stands twice"), ("S:DQ", "SQ stands twice"),
    ],
)  # fmt: skip
def test_what_is_no_hand_says_what_was_found(text: str, says: str) -> None:
    with pytest.raises(InvalidTable, match=says):
        hand(text)


@given(st.text("SHDCRK♠♥♦♣AEQDJBNT1098765432:-., ", max_size=40) | st.text(max_size=40))
def test_any_text_is_a_hand_or_refused(text: str) -> None:
    with suppress(InvalidTable):
        assert isinstance(hand(text), Hand)


@given(st.sets(st.sampled_from(PACK)))
def test_a_hand_by_its_symbols_is_that_hand(cards: set[Card]) -> None:
    held = Hand.of(cards)
    assert hand(str(held)) == held
    symbols = zip("♠♥♦♣", held.holdings().values(), strict=True)
    assert hand(" ".join(suit + (ranks.replace("T", "10") or "-") for suit, ranks in symbols)) == held


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("H7", "H7"), ("h7", "H7"), ("♥7", "H7"), ("7♥", "H7"), ("♥️10", "HT"), ("10♥", "HT"),
        ("hjärter 7", "H7"),
        ("Hearts K", "HK"), ("K hearts", "HK"), ("ruter-kn", "DJ"), ("RK", "DK"), ("RD", "DQ"), ("KE", "CA"),
        ("KK", "CK"), ("DK", "DK"), ("QH", "HQ"), ("hjärterd", "HQ"), ("♣b", "CJ"),
        ("klør E", "CA"),
    ],
)  # fmt: skip
def test_every_form_of_a_card(text: str, code: str) -> None:
    assert one_card(text).code == code


@pytest.mark.parametrize("text", ["", "7", "H", "♥", "hearts", "H1", "HX", "♥♥7", "hjärter sju", "7" * 500])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(InvalidTable, match="not a"):
        one_card(text)


@pytest.mark.parametrize("text", ["KD"])
def test_what_may_be_two_cards_is_refused(text: str) -> None:
    """Klöver dam, and the king of diamonds."""
    with pytest.raises(InvalidTable, match="CQ or DK"):
        one_card(text)


@pytest.mark.parametrize("one", PACK, ids=str)
def test_a_code_is_always_that_card(one: Card) -> None:
    assert one_card(one.code) == one_card(one.code.lower()) == one


@pytest.mark.parametrize(
    ("text", "suit"),
    [("S", Suit.SPADES), ("♠", Suit.SPADES), ("spader", Suit.SPADES), ("spades", Suit.SPADES),
     ("D", Suit.DIAMONDS), ("ruter", Suit.DIAMONDS), ("Diamonds", Suit.DIAMONDS), ("♦", Suit.DIAMONDS),
     ("ruder", Suit.DIAMONDS), ("hjärter", Suit.HEARTS), ("klöver", Suit.CLUBS), ("klør", Suit.CLUBS),
     ("K", Suit.CLUBS),
     ("NT", None), ("nt", None), ("N", None), ("sang", None), ("No Trumps", None), ("sans", None)],
)  # fmt: skip
def test_trumps_by_any_name(text: str, suit: Suit | None) -> None:
    assert trumps(text) == suit


@pytest.mark.parametrize("text", ["", "X", "trump", "HD", "ess"])
def test_what_is_no_trump_suit(text: str) -> None:
    with pytest.raises(InvalidTable, match="NT"):
        trumps(text)


def test_seats_in_two_languages() -> None:
    assert [seat(letter) for letter in "NÖSVEW"] == [
        Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.EAST, Seat.WEST,
    ]  # fmt: skip
    with pytest.raises(InvalidTable, match="not a seat"):
        seat("X")
