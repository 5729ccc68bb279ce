"""What is read is written again, and read again it is the same: PBN, LIN and the play record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.errors import InputError
from callparser.record.board import Board, Call, Event, Laid, Records, Trick
from callparser.record.linwrite import write_lin
from callparser.record.pbnwrite import write_pbn
from callparser.record.playwrite import write_play_records
from callparser.record.read import read_records
from callparser.table import SEATS, Seat
from callparser.value import replace
from tests.deals import claimed, for_lin, in_columns, random_board

WRITERS = {"pbn": write_pbn, "lin": write_lin, "json": write_play_records}
SEEDS = st.integers(0, 2**32)


def read(text: str) -> Records:
    return read_records(text.encode("utf-8"))


def board_of(text: str) -> Board:
    found = read(text)
    assert not found.damages
    assert len(found.boards) == 1
    return found.boards[0]


@given(SEEDS)
def test_a_board_in_pbn(seed: int) -> None:
    board = in_columns(random_board(seed))
    assert board_of(write_pbn([board])) == board


@given(SEEDS)
def test_a_board_in_lin(seed: int) -> None:
    board = for_lin(random_board(seed))
    assert board_of(write_lin([board])) == board


@given(SEEDS)
def test_a_board_in_a_play_record(seed: int) -> None:
    for board in (random_board(seed), in_columns(random_board(seed))):
        assert board_of(write_play_records([board])) == board


@given(SEEDS, st.integers(0, 51), st.integers(0, 13))
def test_a_claim(seed: int, played: int, tricks: int) -> None:
    board = claimed(random_board(seed), played, tricks)
    assert board_of(write_lin([for_lin(board)])) == for_lin(board)
    assert board_of(write_play_records([board])) == board


@given(SEEDS, st.sets(st.sampled_from(SEATS)))
def test_hidden_hands(seed: int, hidden: set[Seat]) -> None:
    board = random_board(seed)
    hands = tuple(None if seat in hidden else cards for seat, cards in enumerate(board.hands))
    board = replace(board, hands=hands)
    assert board_of(write_pbn([in_columns(board)])) == in_columns(board)
    assert board_of(write_play_records([board])) == board
    if hands[Seat.EAST] is not None or None in hands[:1] + hands[2:]:  # else LIN has the rest of the pack
        assert board_of(write_lin([for_lin(board)])) == for_lin(board)


@pytest.mark.parametrize("name", WRITERS)
def test_many_boards_in_one_file(name: str) -> None:
    shape = {"pbn": in_columns, "lin": for_lin, "json": lambda board: board}[name]
    boards = tuple(shape(random_board(seed)) for seed in range(30))
    found = read(WRITERS[name](boards))
    assert (found.format, found.damages, found.boards) == (name, (), boards)
    assert len(found.lines) == 30
    assert list(found.lines) == sorted(found.lines)


def test_whole_tricks_in_all_formats_are_the_same_facts() -> None:
    board = random_board(1)
    texts = {name: WRITERS[name]([in_columns(board) if name == "pbn" else board]) for name in WRITERS}
    told = [
        [{seat: trick.by(seat) for seat in SEATS} for trick in board_of(text).tricks]
        for text in texts.values()
    ]
    assert told[0] == told[1] == told[2]


WHOLE = Board(
    number="3",
    auction=(Call(Seat.NORTH, "1S", 3.5, marks=("!",)), Call(Seat.EAST, "Pass", 0.0)),
    tricks=(
        Trick((
            Laid(Seat.EAST, random_board(2).hands[1][:2], 1.5, True, False),
            Laid(Seat.SOUTH, ()),
            Laid(Seat.WEST, None, unread="Z9", extras='{"why": "smudged"}'),
            Laid(Seat.EAST, random_board(2).hands[1][2:3], 2.0),
        )),
    ),
    piles=(random_board(2).hands[0][:2], None, (), None),
    events=(
        Event("say", Seat.SOUTH, 1.0, "low"),
        Event("show", Seat.EAST, cards=random_board(2).hands[1][:1], to=(Seat.WEST,)),
        Event("hand_away", Seat.EAST),
        Event("cough", extras='{"loud": [1, 2]}'),
    ),
    extras='{"club": {"name": "Fyra"}}',
)  # fmt: skip


def test_a_play_record_keeps_what_only_it_can_say() -> None:
    assert board_of(write_play_records([WHOLE])) == WHOLE


@pytest.mark.parametrize("write", [write_pbn, write_lin])
def test_other_formats_refuse_what_they_cannot_say(write) -> None:
    with pytest.raises(InputError, match=r"board 3 has .*; .* cannot hold that, write a play record"):
        write([WHOLE])
