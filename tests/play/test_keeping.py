"""The record: both readers read it, and what was said stands beside its card."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from callparser.cards import Card
from callparser.play.deal import lessons
from callparser.play.defence import RandomDefence
from callparser.play.hosted import HostedGame
from callparser.play.keeping import as_pbn
from callparser.record.read import read_records
from callparser.session.state import Session
from callparser.table import Seat
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


REFUSED = ["resten är mina (anspråket ej prövat, spelet fortsätter)", "resten är mina (inget anspråk)"]


@pytest.mark.parametrize(("answers", "kept"), [(["ja"], REFUSED[0]), (["nej"], REFUSED[1])])
@pytest.mark.parametrize("named", [True, False])
def test_a_claim_that_came_to_nothing_is_kept(answers: list[str], kept: str, named: bool) -> None:
    """With the next card that is named; after the last one, in a tag of its own."""
    game, _ = a_lesson()
    for text in ("hjärter två", "resten är mina", *answers):
        game.typed(text)
    if named:
        game.typed("lägst")
    game.typed("sluta")
    board = read_back(as_pbn(game))
    tags = {tag.name: tag.value for tag in board.tags}
    assert tags["SaidLast"] == (f"{kept} / lägst" if named else kept)
    game.go_on()
    board = read_back(as_pbn(game))
    assert [note.text for note in board.notes][1:] == ([f"{kept} / lägst"] if named else [])


def test_so_it_is_at_a_table_that_answers_by_itself() -> None:
    deal = lessons()["trumps"]
    game = HostedGame(deal, deal.contract, Seat.SOUTH, RandomDefence(Random(1)), lambda row: None, lang="sv")
    game.begin()
    game.ask_claim("resten är mina", None)
    session = Session("sv")
    session.typed("resten är mina")
    game.claim(session.typed("ja"), "resten är mina")
    game.defend()
    assert "SaidLast" in as_pbn(game)
    card = next(iter(game.at.legal))
    game.lay(card, ["lägst"])
    assert game.said[card] == f"{REFUSED[0]} / lägst"


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
