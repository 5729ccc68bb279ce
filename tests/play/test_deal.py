"""Where deals come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from callparser.doubledummy import Solver
from callparser.errors import InputError
from callparser.play.deal import deal_from, lessons, random_deal
from callparser.play.words import PLAY_LANGUAGES, play_words
from tests.play.scene import needs_endplay

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
WHOLE = "N:AKQ2.AKQ.AKQ.AKQ 543.543.5432.543 JT98.JT9.JT9.JT9 76.8762.876.8762"


def points(*hands) -> int:
    return sum(POINTS.get(card.rank.letter, 0) for hand in hands for card in hand)


@pytest.mark.parametrize("seed", [*range(1, 40), -3, 10**12])
def test_a_seed_is_a_deal(seed: int) -> None:
    deal = random_deal(seed)
    assert deal == random_deal(seed)
    assert [len(hand) for hand in deal.hands] == [13] * 4
    assert len({card for hand in deal.hands for card in hand}) == 52
    assert points(*deal.hands[::2]) >= 20
    assert random_deal(seed + 1).hands != deal.hands


def test_dealer_and_vulnerable_go_by_the_number_of_the_board() -> None:
    seen = [(deal.dealer.letter, deal.vulnerable) for deal in map(random_deal, range(1, 17))]
    assert "".join(dealer for dealer, _ in seen) == "NESW" * 4
    assert [vulnerable for _, vulnerable in seen] == [
        "None", "NS", "EW", "All", "NS", "EW", "All", "None", "EW", "All", "None", "NS", "All", "None", "NS",
        "EW",
    ]  # fmt: skip


def test_a_board_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(
        f'[Board "7"]\n[Deal "{WHOLE}"]\n\n[Board "8"]\n[Dealer "E"]\n[Vulnerable "All"]\n[Deal "{WHOLE}"]\n'
        '[Declarer "N"]\n[Contract "7NT"]\n',
        "utf-8",
    )
    assert deal_from(str(path)).number == "7"
    assert deal_from(str(path)).contract is None
    deal = deal_from(str(path), "8")
    assert (deal.dealer.letter, deal.vulnerable, deal.contract.text, deal.declarer.letter) == (
        "E", "All", "7NT", "N",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "number", "says"),
    [
        ("nonsense", None, "no record of boards"),
        (f'[Board "7"]\n[Deal "{WHOLE}"]', "9", "has no board 9; its boards are 7"),
        ('[Board "7"]\n[Deal "N:AKQ2.AKQ.AKQ.AKQ - - -"]', None, "hands of N 13, E 0, S 0, W 0 cards"),
        (f'[Board "7"]\n[Deal "{WHOLE.replace("543.543", "K43.543")}"]', None, "expected 13 each"),
    ],
)
def test_files_that_are_no_deal(tmp_path: Path, text: str, number: str | None, says: str) -> None:
    path = tmp_path / "bad.pbn"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=says):
        deal_from(str(path), number)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        deal_from(str(tmp_path / "none.pbn"))


def test_every_lesson_has_a_contract_and_its_words() -> None:
    there = lessons()
    assert 6 <= len(there) <= 10
    for lang in PLAY_LANGUAGES:
        assert set(play_words(lang).lessons) == set(there)
    assert all(deal.contract and deal.declarer is not None for deal in there.values())


@needs_endplay
def test_every_lesson_can_be_made() -> None:
    with Solver() as solver:
        for deal in lessons().values():
            made = solver.table(deal.hands)[deal.contract.trumps, deal.declarer]
            assert made >= deal.contract.level + 6, deal.lesson
