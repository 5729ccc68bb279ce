"""What everybody can see: turn, suit led, winner, legal cards (Law 44)."""

from __future__ import annotations

import pytest

from callparser.cards import Card, Hand, Suit
from callparser.errors import InvalidTable
from callparser.table import LastTrick, Play, Seat, TableState, Trick, beats, problems
from tests.scene import codes, scene


def test_seats_go_clockwise():
    assert [Seat.NORTH.after(n).letter for n in range(5)] == ["N", "E", "S", "W", "N"]
    assert Seat.EAST.partner is Seat.WEST


@pytest.mark.parametrize("text", ["", "X", "NE"])
def test_what_is_no_seat_is_refused(text: str):
    with pytest.raises(InvalidTable, match="N, E, S, W"):
        Seat.parse(text)


@pytest.mark.parametrize(
    ("challenger", "holder", "trumps", "wins"),
    [
        ("HQ", "HJ", None, True),  # 44F: the highest card of the suit led
        ("HJ", "HQ", None, False),
        ("SA", "H2", None, False),  # 44D, 44F: a discard does not win
        ("S2", "HA", "S", True),  # 44E: a trump does
        ("S3", "S4", "S", False),
        ("DA", "S2", "S", False),
    ],
)
def test_44e_44f_which_card_wins(challenger: str, holder: str, trumps: str | None, wins: bool):
    suit = Suit.parse(trumps) if trumps else None
    assert beats(Card.parse(challenger), Card.parse(holder), suit) is wins


def test_44_the_best_card_of_a_trick():
    assert scene("S:A", "E:H2 S:HK W:S2").trick.best(None).card.code == "HK"
    assert scene("S:A", "E:H2 S:HK W:S2").trick.best(Suit.SPADES).card.code == "S2"
    assert Trick().best(None) is None
    assert len(scene("S:A", "E:H2 S:HK").trick) == 2


def test_44c_dummy_follows_suit_if_he_can():
    assert codes(scene("S:A H:K2", "W:H7").legal) == "HK H2"
    assert codes(scene("S:A H:K2", "W:D7").legal) == "SA HK H2"  # 44D: else any card
    assert codes(scene("S:A H:K2").legal) == "SA HK H2"


def test_whose_turn_it_is():
    assert scene("S:A", "W:H7").next_seat is Seat.NORTH
    assert scene("S:A", "", last="W:CK").next_seat is Seat.WEST
    assert scene("S:A").next_seat is None
    assert scene("S:A", "N:H2 E:H3 S:H4 W:H5").next_seat is None
    assert scene("S:A", "W:H7").led_suit is Suit.HEARTS
    assert scene("S:A", "E:H2 S:H3 W:H4").fourth_hand


def test_seen_is_dummy_the_trick_the_last_trick_and_the_cards_gone():
    table = scene("S:A", "W:H7", last="N:CK/C3", played="D2")
    assert codes(table.seen) == "SA H7 D2 CK C3"
    assert codes(scene("S:A", last="N:CK").seen) == "SA CK"


@pytest.mark.parametrize(
    ("table", "winners"),
    [
        (scene("H:AQ3", "W:HJ"), "HA"),  # the king is out
        (scene("H:AQ3", "W:HJ", played="HK"), "HA HQ"),
        (scene("H:AQ3", "E:H2 S:H4 W:HJ"), "HA HQ"),  # fourth hand: everything is known
        (scene("H:AQ3", "E:H2 S:H4 W:S2", trumps="S"), ""),
        (scene("S:A", ""), ""),
    ],
)
def test_46b1b_cards_known_to_win_on_what_everybody_sees(table: TableState, winners: str):
    assert codes(table.known_winners()) == winners


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (scene("S:A", "W:H7"), []),
        (scene("S:A"), []),
        (TableState(Hand()), ["no-cards"]),
        (scene("S:AKQJT98765432 H:2", "W:H7"), ["too-many-cards"]),
        (scene("S:A", "E:H2 S:H3 W:H4 N:H5 E:H6"), ["trick-too-long", "dummy-has-played"]),
        (scene("S:A", "E:H2 W:H4"), ["wrong-order", "not-next"]),
        (scene("S:A", "E:H2 S:H2 W:H4"), ["card-twice"]),
        (scene("S:A H:2", "W:H2"), ["card-twice"]),
        (scene("S:A", "W:H2", played="H2"), ["card-twice"]),
        (scene("S:A", played="SA"), ["card-twice"]),
        (scene("S:A", last="W:H3"), ["not-next"]),
        (scene("S:A", "S:H3"), ["not-next"]),
    ],
)
def test_irregular_tables_are_reported_not_refused(table: TableState, found: list[str]):
    assert problems(table) == found


def test_a_table_from_any_seat():
    table = TableState(
        Hand.of([Card.parse("SA")]),
        dummy_seat=Seat.WEST,
        trick=Trick((Play(Seat.SOUTH, Card.parse("S2")),)),
        last_trick=LastTrick(Seat.SOUTH, Card.parse("C2")),
    )
    assert problems(table) == []
    assert [play.seat for play in table.trick] == [Seat.SOUTH]
