"""LIN as Bridge Base and viewers write it, in files of our own."""

from __future__ import annotations

import pytest

from callparser.record.board import Board
from callparser.record.linwrite import write_lin
from callparser.table import SEATS, Seat
from tests.reading import read_lin

MD = "md|1SKQJ4HA64DK73CQJ4,S92HQJT8DA954CT86,SAT75HK93DQJ8CK53,|"
CALLS = "mb|1N|mb|p|mb|2C!|an|asks for a major|mb|p|mb|2S|mb|p|mb|4S|mb|p|mb|p|mb|p|pg||"
TRICK = "pc|HQ|pc|H3|pc|H5|pc|HA|pg||"


def boards(text: str) -> list[Board]:
    found, lines, damages = read_lin(text)
    assert damages.all() == ()
    assert len(lines) == len(found)
    assert read_lin(write_lin(found))[0] == found
    return found


def board(text: str) -> Board:
    (found,) = boards(text)
    return found


def tricks(text: str) -> list[str]:
    return [
        " ".join(one.seat.letter + one.cards[0].code for one in trick.laid if one.cards)
        for trick in board(text).tricks
    ]


def test_one_board_a_line() -> None:
    found = board(f"pn|Syd,Vest,Nord,Ost|st||{MD}rh||ah|Board 7|sv|b|{CALLS}{TRICK}mc|10|")
    assert found.players == ("Nord", "Ost", "Syd", "Vest")
    assert (found.number, found.dealer, found.vulnerable) == ("7", Seat.SOUTH, "All")
    assert [len(hand or ()) for hand in found.hands] == [13] * 4
    assert [(call.seat.letter, call.text) for call in found.auction[:3]] == [
        ("S", "1NT"), ("W", "Pass"), ("N", "2C"),
    ]  # fmt: skip
    assert found.auction[2].marks == ("!", "an|asks for a major")
    assert found.claim is not None
    assert (found.claim.tricks, found.claim.played) == (10, 4)
    assert len(boards(f"{MD}{CALLS}\n{MD}{CALLS}\npn|a,b,c,d|{MD}\n")) == 3


def test_a_viewer_file() -> None:
    found = boards(
        "vg|Final,Segment 2,I,1,2,A,0,B,0|\nrs|4SS=,3NN+1|\npn|a,b,c,d,e,f,g,h|pg||\n"
        f"qx|o1|{MD}sv|0|{CALLS}nt|A fine lead, this.|pc|HQ|pg||nt|What now?|pc|H3|pc|H5|pc|HA|pg||\n"
        f"qx|c1|st||{MD}{CALLS}\n"
    )
    assert [one.number for one in found] == ["o1", "c1"]
    assert len(found[0].tricks) == 1
    assert [one.seat for one in found[0].tricks[0].laid] == [Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH]
    written = write_lin(found)
    for text in (
        "vg|Final",
        "rs|4SS",
        "a,b,c,d,e,f,g,h",
        "nt|A fine lead, this.|",
        "What now?",
        "qx|c1|",
        "sv|0|",
    ):
        assert text in written


@pytest.mark.parametrize(
    ("deal", "sizes"),
    [
        ("3SAK,HAK,DAK,", [2, 46, 2, 2]),
        ("3SAK,HAK,DAK", [2, 46, 2, 2]),
        ("1SAKQJT98765432HA,,,", [None, None, 14, None]),
        ("0,,,SHDC", [None, 0, None, None]),
        ("2,,SAHAHA,", [3, None, None, None]),
    ],
)
def test_hidden_irregular_and_left_out_hands(deal: str, sizes: list[int | None]) -> None:
    assert [None if hand is None else len(hand) for hand in board(f"md|{deal}|").hands] == sizes


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("pc|HQ|pc|H3|pc|H5|pc|HA|pg||pc|SK|", ["WHQ NH3 EH5 SHA", "SSK"]),
        ("pc|HQH3H5HA|pg||", ["WHQ NH3 EH5 SHA"]),
        ("pc|HQ|pc|H3|pc|H5|pc|HA|pc|SK|pc|S2|", ["WHQ NH3 EH5 SHA", "SSK WS2"]),
        # east plays no card; the page ends the trick
        ("pc|HQ|pc|H3|pc|HA|pg||pc|SK|pc|S2|pc|S5|pc|S3|pg||", ["WHQ NH3 SHA", "SSK WS2 NS5 ES3"]),
        # a page turned in the middle of a trick
        ("pc|HQ|pc|H3|pg||pc|H5|pc|HA|pg||pc|SK|pg||", ["WHQ NH3 EH5 SHA", "SSK"]),
        # a fifth card on the page of the trick
        ("pc|HQ|pc|H3|pc|H5|pc|HA|pc|H2|pg||pc|SK|pc|S2|pg||", ["WHQ NH3 EH5 SHA EH2", "SSK WS2"]),
        # two cards from one hand before the others
        ("pc|HQ|pc|HJ|pc|H3|pc|H5|pc|HA|pg||pc|SK|pg||", ["WHQ WHJ NH3 EH5 SHA", "SSK"]),
        # the wrong hand leads
        ("pc|HQ|pc|H3|pc|H5|pc|HA|pg||pc|ST|pc|S3|pc|SK|pc|S2|pg||", ["WHQ NH3 EH5 SHA", "NST ES3 SSK WS2"]),
    ],
)  # fmt: skip
def test_tricks(play: str, expected: list[str]) -> None:
    assert tricks(f"{MD}{CALLS}{play}") == expected


def test_seats_go_round_where_the_deal_is_hidden() -> None:
    assert tricks(f"md|1,,,|{CALLS}{TRICK}pc|SK|pc|S2|pc|S5|pc|S3|pg||") == [
        "WHQ NH3 EH5 SHA",
        "SSK WS2 NS5 ES3",
    ]


def test_cards_after_a_claim_stay_behind_it() -> None:
    found = board(f"{MD}{CALLS}{TRICK}mc|9|pc|SK|pc|S2|pg||")
    assert found.claim is not None
    assert found.claim.played == 4
    assert len(found.tricks) == 2


@pytest.mark.parametrize(
    ("text", "column", "complaint"),
    [
        ("md|7SAK|", 1, "no dealer"), ("md|3XYZ|", 1, "cannot be read"),
        ("md|3SA,HA,DA,CA,SK|", 1, "cannot be read"),
        ("mb|8S|", 1, "'8S' is no call"), ("st||mb|1SX9|", 5, "no call"), ("pc|Z9|", 1, "no card"),
        ("pc|SA9|", 1, "no card"), ("mc|14|", 1, "0 to 13 tricks"), ("mc|x|", 1, "0 to 13 tricks"),
        ("st||zzz|1|", 5, "no LIN command"),
    ],
)  # fmt: skip
def test_a_damage_has_its_place_and_the_rest_is_read(text: str, column: int, complaint: str) -> None:
    found, _, damages = read_lin(f"\n{text}\nqx|o2|md|3,,,|ah|Board 2|")
    assert [(one.line, one.column) for one in damages.all()] == [(2, column)]
    assert complaint in damages.all()[0].message
    assert found[-1].number == "o2"
    assert read_lin(write_lin(found))[0] == found


def test_a_file_that_was_cut_off() -> None:
    found, _, damages = read_lin(f"{MD}{CALLS}pc|HQ|pc")
    assert "ends inside 'pc'" in damages.all()[0].message
    assert [one.seat for one in found[0].tricks[0].laid] == [SEATS[Seat.WEST]]
    assert write_lin(found).rstrip().endswith("pc|HQ|pc")


@pytest.mark.parametrize(
    ("pairs", "number"),
    [
        ("qx|o1|", "o1"), ("qx|C12,x|", "c12"), ("qx|7|", "7"), ("qx|x7|", "7"), ("qx|o2|ah|Board 2|", "o2"),
        ("qx|c2|ah|Board 3|", "3"), ("qx|12|ah|Board 2|", "2"), ("ah|Board c4|", "c4"),
    ],
)  # fmt: skip
def test_the_number_of_a_board_has_its_room(pairs: str, number: str) -> None:
    """In a match each board is played twice."""
    (found,), _, _ = read_lin(f"{pairs}md|3,,,|")
    assert found.number == number
    assert read_lin(write_lin([found]))[0] == [found]
