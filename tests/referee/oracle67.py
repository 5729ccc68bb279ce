"""Deals played legally with one or two faults put in, and what Law 67 makes of them, counted by brute force.

Cards are pairs (suit 0-3, rank 2-14), seats 0-3. Shares no code with ``callparser.referee``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

Card = tuple[int, int]
SEATS = "NESW"
SUITS = "CDHS"
RANKS = "23456789TJQKA"


@dataclass
class Fault:
    """One fault as it was put in. ``cards`` is empty for an omission; the first of several was faced."""

    trick: int
    seat: int
    cards: tuple[Card, ...]


@dataclass
class Play:
    """A deal as it went. ``rows`` are (seat, cards) in order; ``winners`` of the complete tricks."""

    declarer: int
    trump: int | None
    dealt: list[set[Card]]
    rows: list[list[tuple[int, tuple[Card, ...]]]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def left(self, seat: int) -> set[Card]:
        return self.dealt[seat] - {c for row in self.rows for s, cards in row for c in cards if s == seat}

    def incident(self) -> dict[str, Any]:
        deal = {SEATS[seat]: _hand(cards) for seat, cards in enumerate(self.dealt)}
        rows = [
            [{"seat": SEATS[s], "cards": [code(c) for c in cards]} for s, cards in row] for row in self.rows
        ]
        trump = "NT" if self.trump is None else SUITS[self.trump]
        return {"play": {"declarer": SEATS[self.declarer], "trump": trump, "deal": deal, "tricks": rows}}


def code(card: Card) -> str:
    return SUITS[card[0]] + RANKS[card[1] - 2]


def _hand(cards: set[Card]) -> str:
    suits = [
        "".join(RANKS[r - 2] for s, r in sorted(cards, reverse=True) if s == suit) for suit in (3, 2, 1, 0)
    ]
    return ".".join(suits)


def play(seed: int) -> Play:
    """A deal from its number: one fault or two, discovered a trick to the end of play later."""
    rng = Random(seed)
    pack = [(suit, rank) for suit in range(4) for rank in range(2, 15)]
    rng.shuffle(pack)
    game = Play(
        rng.randrange(4), rng.choice([None, 0, 1, 2, 3]), [set(pack[i * 13 : i * 13 + 13]) for i in range(4)]
    )
    tricks = rng.randint(2, 13)
    at = set(rng.sample(range(1, tricks), min(rng.choice([1, 1, 2]), tricks - 1)))
    leader = (game.declarer + 1) % 4
    hands = [set(cards) for cards in game.dealt]
    cut = rng.choice([4, 4, 4, 1, 2, 3])  # how many lay to the last trick
    for number in range(1, tricks + 1):
        fault = (rng.randrange(1, 4) if rng.random() < 0.5 else -1) if number in at else None
        if any(not hand for hand in hands):
            break
        row, leader = _trick(game, hands, leader, number, fault, rng, cut if number == tricks else 4)
        game.rows.append(row)
        if len(row) == 4:
            game.winners.append(leader)
    return game


def _trick(
    game: Play, hands: list[set[Card]], leader: int, number: int, fault: int | None, rng: Random, count: int
) -> tuple[list[tuple[int, tuple[Card, ...]]], int]:
    """``fault``: the place of the player who omits, -1 for one who lays two, ``None`` for none."""
    doubled = rng.randrange(4) if fault == -1 else None
    row: list[tuple[int, tuple[Card, ...]]] = []
    faced: list[tuple[int, Card]] = []
    for step in range(count):
        seat = (leader + step) % 4
        if fault is not None and step == fault:
            row.append((seat, ()))
            game.faults.append(Fault(number, seat, ()))
            continue
        card = rng.choice(sorted(_legal(hands[seat], faced[0][1][0] if faced else None)))
        hands[seat].discard(card)
        cards: tuple[Card, ...] = (card,)
        if step == doubled and hands[seat]:
            other = rng.choice(sorted(hands[seat]))
            hands[seat].discard(other)
            cards = (card, other)
            game.faults.append(Fault(number, seat, cards))
        row.append((seat, cards))
        faced.append((seat, card))
    return row, _winner(faced, game.trump)


def _legal(hand: set[Card], led: int | None) -> set[Card]:
    return {card for card in hand if card[0] == led} or hand


def _winner(faced: list[tuple[int, Card]], trump: int | None) -> int:
    led = faced[0][1][0]
    return max(faced, key=lambda p: (p[1][0] == trump, p[1][0] == led, p[1][1]))[0]


# --- what the Laws make of it ---------------------------------------------------------------------------


def both_sides(game: Play, trick: int) -> bool:
    after = game.rows[trick] if trick < len(game.rows) else []
    return {seat % 2 for seat, cards in after if cards} == {0, 1}


def to_supply(game: Play, fault: Fault) -> set[Card]:
    return _legal(game.left(fault.seat), game.rows[fault.trick - 1][0][1][0][0])


def stays(game: Play, fault: Fault, known: bool) -> Card | None:
    """The card that stays in the trick; ``None`` where two of one rank are equally high."""
    if known:
        return fault.cards[0]
    gone = {c for row in game.rows[: fault.trick - 1] for s, cards in row for c in cards if s == fault.seat}
    led = game.rows[fault.trick - 1][0][1][0][0]
    legal = [c for c in fault.cards if c in _legal(game.dealt[fault.seat] - gone, led)]
    top = [c for c in legal if c[1] == max(card[1] for card in legal)]
    return top[0] if len(top) == 1 else None


def transferred(game: Play, fault: Fault, kept: Card | None, year: str) -> int | None:
    """The tricks that go over; ``None`` while later tricks may still decide it."""
    if fault.seat == (game.declarer + 2) % 4:
        return 0
    return _for_two(game, fault, kept, year) if fault.cards else _for_none(game, fault, year)


def _won(game: Play, seat: int, first: int) -> list[int]:
    return [n for n, by in enumerate(game.winners, 1) if n >= first and by % 2 == seat % 2]


def _over(game: Play) -> bool:
    return len(game.winners) == 13


def _for_none(game: Play, fault: Fault, year: str) -> int | None:
    led = game.rows[fault.trick - 1][0][1][0][0]
    if fault.trick == 12 or (year == "1997" and any(c[0] == led for c in game.left(fault.seat))):
        return 0
    if _won(game, fault.seat, fault.trick):
        return 1
    return 0 if _over(game) else None


def _for_two(game: Play, fault: Fault, kept: Card | None, year: str) -> int | None:
    back = {card for card in fault.cards if card != kept}
    for number in range(fault.trick + 1, len(game.rows) + 1):
        row = dict(game.rows[number - 1])
        led = game.rows[number - 1][0][1][0][0]
        laid = row.get(fault.seat, ())
        if laid and all(card[0] != led for card in laid) and any(card[0] == led for card in back):
            if not _true_to_suit(game, fault.seat, number, led):
                continue
            return _revoke(game, fault, number, back, year)
    return 0


def _true_to_suit(game: Play, seat: int, number: int, led: int) -> bool:
    """Without the restored card he could not have followed: the revoke is new. Play was legal."""
    before = {c for row in game.rows[:number] for s, cards in row for c in cards if s == seat}
    return not any(card[0] == led for card in game.dealt[seat] - before)


def _revoke(game: Play, fault: Fault, number: int, back: set[Card], year: str) -> int | None:
    seat = fault.seat
    after = game.rows[number] if number < len(game.rows) else []
    if number == 12 or not any(cards and s % 2 == seat % 2 for s, cards in after):
        return 0
    led = game.rows[number - 1][0][1][0][0]
    later = _won(game, seat, number + 1)
    if game.winners[number - 1] == seat:
        return 2 if later else 1 if _over(game) else None
    if not _won(game, seat, number):
        return 0 if _over(game) else None
    if year != "1997":
        return 1
    held = {
        c for n, row in enumerate(game.rows, 1) if n > number for s, cards in row for c in cards if s == seat
    }
    held |= game.left(seat) | back
    with_it = [
        n
        for n in later
        if game.winners[n - 1] == seat
        and any(c[0] == led and c in held for s, cards in game.rows[n - 1] if s == seat for c in cards)
    ]
    if with_it and len(_won(game, seat, number)) > 1:
        return 2
    return 1 if _over(game) else None
