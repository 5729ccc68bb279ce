"""Law 77: made, doubled, defeated."""

from __future__ import annotations

import pytest

from callparser.errors import InputError
from callparser.play.contract import is_vulnerable, read_contract
from callparser.play.scoring import score
from callparser.record.board import Contract
from callparser.table import Seat

#: Contract, tricks, points not vulnerable, points vulnerable.
TABLE = [
    ("1C", 7, 70, 70),
    ("1D", 9, 110, 110),
    ("1NT", 7, 90, 90),
    ("2H", 8, 110, 110),
    ("2S", 10, 170, 170),
    ("3NT", 9, 400, 600),
    ("3NT", 11, 460, 660),
    ("4S", 10, 420, 620),
    ("5D", 11, 400, 600),
    ("6C", 12, 920, 1370),
    ("6H", 12, 980, 1430),
    ("6NT", 13, 1020, 1470),
    ("7S", 13, 1510, 2210),
    ("7NT", 13, 1520, 2220),
    ("1CX", 7, 140, 140),
    ("1CX", 8, 240, 340),
    ("2CX", 8, 180, 180),
    ("2DX", 9, 280, 380),
    ("2HX", 8, 470, 670),
    ("1NTX", 7, 180, 180),
    ("1NTXX", 7, 560, 760),
    ("1SXX", 9, 920, 1520),
    ("4SX", 11, 690, 990),
    ("3NTXX", 9, 800, 1000),
    ("7NTXX", 13, 2280, 2980),
    ("4H", 9, -50, -100),
    ("7NT", 0, -650, -1300),
    ("4HX", 9, -100, -200),
    ("4HX", 8, -300, -500),
    ("4HX", 7, -500, -800),
    ("4HX", 6, -800, -1100),
    ("4HX", 5, -1100, -1400),
    ("4HXX", 9, -200, -400),
    ("4HXX", 6, -1600, -2200),
    ("7NTX", 0, -3500, -3800),
]


@pytest.mark.parametrize(("contract", "tricks", "plain", "vulnerable"), TABLE)
def test_the_table(contract: str, tricks: int, plain: int, vulnerable: int) -> None:
    asked = read_contract(contract)
    assert (score(asked, tricks, False), score(asked, tricks, True)) == (plain, vulnerable)


@pytest.mark.parametrize("doubled", range(3))
@pytest.mark.parametrize("level", range(1, 8))
def test_a_trick_more_is_never_worth_less(level: int, doubled: int) -> None:
    for vulnerable in (False, True):
        points = [score(Contract(level, None, doubled), tricks, vulnerable) for tricks in range(14)]
        assert points == sorted(points)
        assert len(set(points)) == 14


def test_passed_out_is_nothing() -> None:
    assert score(Contract(0), 0, True) == 0


@pytest.mark.parametrize(("contract", "tricks"), [(Contract(None), 9), (Contract(1), 14), (Contract(1), -1)])
def test_what_has_no_score(contract: Contract, tricks: int) -> None:
    with pytest.raises(InputError, match="expected a level"):
        score(contract, tricks, False)


@pytest.mark.parametrize("text", ["", "8S", "S", "Pass", "4SXXX", "4 spader", "0NT"])
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(InputError, match="expected such as 4S"):
        read_contract(text)


@pytest.mark.parametrize(
    ("vulnerable", "seats"), [("None", ""), ("NS", "NS"), ("EW", "EW"), ("All", "NESW"), ("", "")]
)
def test_who_is_vulnerable(vulnerable: str, seats: str) -> None:
    assert {seat for seat in Seat if is_vulnerable(vulnerable, seat)} == {Seat.parse(one) for one in seats}
