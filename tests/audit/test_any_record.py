"""Whatever a reader makes of a file, the audit answers: findings that can be said and sent."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.audit import audit
from callparser.audit.words import finding_row
from callparser.cards import PACK, Suit
from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS
from callparser.record.board import Board, Call, Claim, Contract, Laid, Trick
from callparser.table import SEATS
from tests.reading import read
from tests.record.fuzz import FORMATS, damaged, mixed
from tests.record.test_fuzz import clean


def said(board: Board) -> None:
    for place, edition in enumerate(EDITIONS):
        for found in audit(board, edition):
            row = finding_row(found, LANGUAGES[place])
            assert json.loads(json.dumps(row)) == row
            assert "{" not in row["text"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_file(name: str) -> None:
    parts, texts = FORMATS[name]

    @given(mixed(parts) | damaged(texts))
    def check(text: str) -> None:
        for board in read(name, clean(text))[0]:
            said(board)

    check()


SEAT = st.sampled_from(SEATS)
CARDS = st.lists(st.sampled_from(PACK[:12]), max_size=3).map(tuple)
MARKS = st.sampled_from([(), ("^R",), ("^L",), ("+",)])
TRICKS = st.lists(
    st.builds(
        Trick,
        st.lists(st.builds(Laid, SEAT, st.none() | CARDS, before=MARKS), max_size=6).map(tuple),
        st.booleans(),
    ),
    max_size=6,
).map(tuple)
CALLS = st.lists(
    st.builds(Call, SEAT, st.sampled_from(["Pass", "X", "XX", "1C", "7NT", "^S", "-", "?"])), max_size=8
).map(tuple)
BOARDS = st.builds(
    Board,
    dealer=st.none() | SEAT,
    hands=st.tuples(*[st.none() | CARDS] * 4),
    auction=CALLS,
    contract=st.none()
    | st.builds(Contract, st.sampled_from([None, 0, 1, 7]), st.sampled_from([None, Suit.CLUBS, Suit.SPADES])),
    declarer=st.none() | SEAT,
    leader=st.none() | SEAT,
    tricks=TRICKS,
    claim=st.none()
    | st.builds(Claim, st.none() | SEAT, st.none() | st.integers(0, 13), played=st.integers(0, 9)),
    result=st.none() | st.integers(0, 13),
    piles=st.tuples(*[st.none() | CARDS] * 4),
)


@given(BOARDS)
def test_a_board_without_rhyme_or_reason(board: Board) -> None:
    said(board)
