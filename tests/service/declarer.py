"""A client that declares: it knows its hand, dummy, and what lies on the table, from what it is told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from callparser.explainer.messages import load_messages
from callparser.play.defence import RandomDefence
from callparser.play.hosted import HostedGame
from callparser.service.deals import DealAsked, Deals
from callparser.service.terms import Terms
from tests.service.player import Player, Row

PATIENCE_S = 120.0


class ByChance(Deals):
    """Defenders who need no solver. ``fail`` is called before each of their cards."""

    def __init__(self, most: int, fail: Callable[[], None] = lambda: None) -> None:
        super().__init__(most)
        self.why_not, self.fail = "", fail

    def game(self, asked: DealAsked, terms: Terms, tell: Callable[[Row], None]) -> HostedGame:
        game = super().game(asked, terms, tell)
        defence = RandomDefence(Random(asked.seed))
        chosen = defence.play
        defence.play = lambda at: (self.fail(), chosen(at))[1]  # type: ignore[method-assign]
        game._defence = defence
        return game


class Declarer(Player):
    """Types the name of a card, the lowest that follows suit, else the lowest."""

    def __init__(self, url: str, deal: Row | None = None, **hello: Any) -> None:
        self.hands: dict[str, list[str]] = {}
        self.trick: list[str] = []
        super().__init__(url, **hello)
        if deal is not None:
            self.send("play", deal=deal)

    def next(self, timeout_s: float = PATIENCE_S) -> Row:
        row = super().next(timeout_s)
        if row["type"] == "deal":
            self.hands[row["declarer"]] = cards(row["hand"])
        elif row["type"] == "dummy":
            self.hands[row["seat"]] = cards(row["hand"])
        elif row["type"] == "played":
            self.trick.append(row["card"])
            held = self.hands.get(row.get("seat", ""), [])
            if row["card"] in held:
                held.remove(row["card"])
        elif row["type"] == "taken_back" and row["card"]:
            self.trick.remove(row["card"])
        elif row["type"] == "trick":
            self.trick = []
        return row

    def until(self, *kinds: str, timeout_s: float = PATIENCE_S, where: Callable[[Row], bool] = bool) -> Row:
        return super().until(*kinds, timeout_s=timeout_s, where=where)

    def choice(self, seat: str) -> str:
        held = self.hands[seat]
        following = [card for card in held if self.trick and card[0] == self.trick[0][0]]
        return (following or held)[-1]

    def call(self, card: str, lang: str = "sv") -> Row:
        self.send("text", text=load_messages(lang).card(card))
        return self.until("played")

    def play_on(self) -> Row:
        """To the score, from a turn."""
        seat = self.rows[-1]["seat"]
        while True:
            self.call(self.choice(seat))
            row = self.until("turn", "score")
            if row["type"] == "score":
                return row
            seat = row["seat"]

    def of(self, kind: str) -> list[Row]:
        return [row for row in self.rows if row["type"] == kind]


def cards(hand: dict[str, str]) -> list[str]:
    """``{"S": "AK", ...}`` -> codes, suit by suit, high to low."""
    return [suit + rank for suit, ranks in hand.items() for rank in ranks]
