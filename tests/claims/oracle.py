"""The worst of normal play by brute force: every line, card by card, from the text of docs/claims.md alone.

Shares no code with the search: cards, not masks; no memory, no bounds.
"""

from __future__ import annotations

from callparser.cards import Card, Suit
from callparser.claims.position import ClaimPosition

Hands = tuple[tuple[Card, ...], ...]


class Table:
    """The play of one position. ``free``: the claimer may play any legal card, too."""

    def __init__(self, at: ClaimPosition, *, conceded: int = 0, free: bool = False) -> None:
        self.trumps = at.trumps
        self.side = at.claimer % 2
        self.mine = [int(seat) for seat in at.controls]
        self.forgotten = set(at.forgotten)
        self.conceded = conceded
        self.free = free
        self.start: Hands = tuple(tuple(held or ()) for held in at.hands)
        self.leader = int(at.leader)
        self.trick = tuple(play.card for play in at.trick)

    def worst(self) -> int:
        return self._worst(self.start, self.leader, self.trick, self.conceded)

    def _worst(self, hands: Hands, leader: int, trick: tuple[Card, ...], spare: int) -> int:
        if not any(hands) and not trick:
            return 0
        seat = (leader + len(trick)) % 4
        results = []
        for card in self._cards(hands, seat, leader, trick, spare):
            after = tuple(
                tuple(one for one in held if one != card) if at == seat else held
                for at, held in enumerate(hands)
            )
            whole = (*trick, card)
            if len(whole) < 4:
                results.append(self._worst(after, leader, whole, spare))
                continue
            winner = (leader + whole.index(self._best(whole))) % 4
            won = int(winner % 2 == self.side)
            results.append(won + self._worst(after, winner, (), spare if won else max(0, spare - 1)))
        return min(results)

    def _cards(self, hands: Hands, seat: int, leader: int, trick: tuple[Card, ...], spare: int) -> list[Card]:
        held = hands[seat]
        if trick:
            held = tuple(one for one in held if one.suit == trick[0].suit) or held
        if self.free or seat not in self.mine:
            return list(held)
        out = [
            one for at, cards in enumerate(hands) if at not in self.mine for one in cards
            if one not in self.forgotten
        ]  # fmt: skip
        if not trick:
            return self._leads(hands, seat, out, spare)
        return self._follows(hands, seat, leader, trick, list(held), out, spare)

    def _leads(self, hands: Hands, seat: int, out: list[Card], spare: int) -> list[Card]:
        held = hands[seat]
        if spare:
            return list(held)
        there = hands[(seat + 2) % 4] if (seat + 2) % 4 in self.mine else ()
        towards = {one.suit for one in there if self._winner(one, out)}
        ruffs: set[Suit] = set()
        if any(one.suit == self.trumps for one in there):
            ruffs = {one.suit for one in held if one.suit != self.trumps} - {one.suit for one in there}
        good = [one for one in held if self._winner(one, out) or one.suit in towards | ruffs]
        return good or list(held)

    def _follows(
        self, hands: Hands, seat: int, leader: int, trick: tuple[Card, ...], held: list[Card], out:
        list[Card], spare: int,
    ) -> list[Card]:  # fmt: skip
        best = self._best(trick)
        ours = (leader + trick.index(best)) % 2 == self.side
        to_come = [(leader + steps) % 4 for steps in range(len(trick) + 1, 4)]
        danger = any(one not in self.mine for one in to_come)
        winning = [one for one in held if self._best((best, one)) == one]
        idle = held
        if held[0].suit != trick[0].suit and any(one.suit != self.trumps for one in held):
            idle = [one for one in held if one.suit != self.trumps]
        follows = held[0].suit == trick[0].suit
        spared = [one for one in held if follows or one.suit != self.trumps]
        losers = [one for one in spared if not self._winner(one, out)]
        if ours and (not danger or self._winner(best, out)):
            return losers or idle
        sure = [one for one in winning if not danger or self._winner(one, out)]
        if sure:
            there = hands[(seat + 2) % 4] if (seat + 2) % 4 in self.mine and len(to_come) == 2 else ()
            there = tuple(one for one in there if one.suit == trick[0].suit) or there
            more = spare or any(self._best((best, one)) == one for one in there)
            return list({*sure, *(losers if more else ())})
        return list({*winning, *losers}) or held

    def _winner(self, card: Card, out: list[Card]) -> bool:
        """Nothing that he believes to be out beats it."""
        if any(one.suit == card.suit and one.rank > card.rank for one in out):
            return False
        return card.suit == self.trumps or all(one.suit != self.trumps for one in out)

    def _best(self, cards: tuple[Card, ...]) -> Card:
        best = cards[0]
        for one in cards[1:]:
            higher = one.suit == best.suit and one.rank > best.rank
            if higher or (one.suit == self.trumps and best.suit != self.trumps):
                best = one
        return best
