"""The record: both readers read it, and what was said stands beside its card."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from callparser.cards import Card
from callparser.play.keeping import as_pbn
from callparser.record.read import read_records
from tests.play.scene import a_game, a_lesson, needs_endplay, play_out

READ = """
import sys, warnings
warnings.simplefilter("ignore")
from endplay.parsers import pbn
(board,) = pbn.load(sys.stdin)
print(len(board.play), board.contract.result + board.contract.level + 6, board.contract.declarer.abbr)
"""


def by_endplay(text: str) -> list[str]:
    """Cards played, declarer's tricks and declarer as endplay reads the record."""
    done = subprocess.run(
        [sys.executable, "-c", READ], input=text, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout.split()


def read_back(text: str):
    records = read_records(text.encode())
    assert records.damages == ()
    (board,) = records.boards
    return board


def said_by_card(board) -> dict[str, str]:
    texts = {note.index: note.text for note in board.notes}
    laid = [one for trick in board.tricks for one in trick.laid]
    return {one.cards[0].code: texts[mark.strip("=")] for one in laid for mark in one.marks if mark[0] == "="}


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("declarer", "NE")
def test_a_whole_deal_comes_back(seed: int, declarer: str) -> None:
    game, told = a_game(seed, declarer=declarer)
    play_out(game, Random(seed))
    board = read_back(as_pbn(game))
    assert [one.cards[0].code for trick in board.tricks for one in trick.laid if one.cards].__len__() == 52
    assert board.result == game.tricks
    assert (board.contract, board.declarer) == (game.contract, game.at.declarer)
    assert said_by_card(board) == {card.code: text for card, text in game.said.items()}
    assert len(board.notes) == 26
    played = {row["card"] for row in told.of("card") if row["by"] == "declarer"}
    assert set(said_by_card(board)) == played


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["hjärter två"], "hjärter två"),
        (["hjärter två", "ångra", "hjärter sex"], "hjärter två (tillbakataget) / hjärter sex"),
        (["hjärter åtta", "LÅGT!"], "hjärter åtta / LÅGT!"),
        (['"lågt"'], "'lågt'"),
        (["hjärter \\ [två] {x} ; %"], None),
        (["lågt \t"], "lågt"),
    ],
)
def test_the_note_says_what_was_said(lines: list[str], said: str | None) -> None:
    game, _ = a_lesson()
    for line in lines:
        game.typed(line)
    game.go_on()
    board = read_back(as_pbn(game))
    assert board.result is None
    assert board.play_end == "*"
    if said is not None:
        assert list(said_by_card(board).values()) == [said]


def test_a_claim_is_kept() -> None:
    game, _ = a_lesson()
    game.typed("jag ger bort resten")
    game.typed("ja")
    board = read_back(as_pbn(game))
    assert board.result == 0
    tags = {tag.name: tag.value for tag in board.tags}
    assert tags["ClaimSaid"] == "jag ger bort resten"
    assert tags["ClaimRuled"] == "0 of 13 claimed, 0 made (70A, 70D1, wbf-2017)"


@needs_endplay
@pytest.mark.parametrize("finished", [True, False])
def test_endplay_reads_it(finished: bool) -> None:
    game, _ = a_game(5, contract="2SX", declarer="W")
    if finished:
        play_out(game, Random(5))
    else:
        game.typed("lågt")
        game.typed('hjärter \\ "två"')
        game.go_on()
    text = as_pbn(game)
    cards, tricks, declarer = by_endplay(text)
    assert declarer == "W"
    if finished:
        assert (cards, tricks) == ("52", str(game.tricks))
    assert Card.parse("S2")
