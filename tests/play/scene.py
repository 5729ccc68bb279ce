"""A deal that needs no solver: the same cards, defended by chance."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random

import pytest

from callparser.play.contract import read_contract
from callparser.play.deal import Deal, lessons, random_deal
from callparser.play.defence import RandomDefence
from callparser.play.game import Game
from callparser.table import Seat

needs_endplay = pytest.mark.skipif(find_spec("endplay") is None, reason="endplay is not installed")
CODES = ["SA", "HK", "DQ", "CJ"]


class Told(list):
    """The rows that were told, and what is in them."""

    def of(self, event: str) -> list[dict]:
        return [row for row in self if row["event"] == event]


def a_game(
    seed: int = 1, *, deal: Deal | None = None, contract: str = "3NT", declarer: str = "S", **options
) -> tuple[Game, Told]:
    told = Told()
    game = Game(
        deal or random_deal(seed), read_contract(contract), Seat.parse(declarer), RandomDefence(Random(seed)),
        told.append, **options,
    )  # fmt: skip
    game.begin()
    return game, told


def a_lesson(name: str = "trumps", **options) -> tuple[Game, Told]:
    deal = lessons()[name]
    return a_game(deal=deal, contract=deal.contract.text, **options)


def name(game: Game, card) -> str:
    return game.messages.card(card.code)


def play_out(game: Game, chance: Random) -> None:
    """Name one legal card after the other."""
    while not game.over:
        game.typed(name(game, chance.choice(list(game.at.legal))))
        game.go_on()
