"""Random endings, and random lines of play in them."""

from __future__ import annotations

from random import Random

from callparser.cards import PACK, SUITS, Hand
from callparser.claims.line import Kind, Line, Step
from callparser.claims.position import ClaimPosition
from callparser.table import SEATS, Play, Seat, Trick

COUNTED = (Kind.DRAW, Kind.CASH, Kind.RUFF, Kind.LOSE)


def position(random: Random, tricks: int, *, claimer: Seat = Seat.SOUTH, high: bool = False) -> ClaimPosition:
    """``high``: only the top cards of the suits are left, so that the suits are long."""
    cards = [one for one in PACK if not high or one.rank > 14 - tricks]
    dealt = random.sample(cards, 4 * tricks)
    hands = [Hand.of(dealt[at * tricks : (at + 1) * tricks]) for at in range(4)]
    leader = random.choice(SEATS)
    plays = []
    if random.random() < 0.3:
        for steps in range(random.randrange(1, 4)):
            held = hands[leader.after(steps)]
            led = held.in_suit(plays[0].card.suit) if plays else held
            card = random.choice(list(led or held))
            plays.append(Play(leader.after(steps), card))
            hands[leader.after(steps)] -= Hand.of([card])
    return ClaimPosition(
        tuple(hands), random.choice([None, *SUITS]), Seat.SOUTH, claimer, leader, Trick(tuple(plays))
    )


def line(random: Random, at: ClaimPosition) -> Line:
    """Any steps, discards and forgotten cards."""
    steps = tuple(_step(random, at) for _ in range(random.choice((0, 0, 1, 2, 3))))
    return Line(
        steps if len(at.controls) == 2 else (),
        tuple(random.sample(SUITS, random.choice((0, 0, 1)))),
        Hand.of(one for one in at.pool if random.random() < 0.15),
        random.choice((0, 0, 1)),
        random.random() < 0.3,
    )


def _step(random: Random, at: ClaimPosition) -> Step:
    kind = random.choice(list(Kind))
    suit = None if kind in (Kind.DRAW, Kind.CROSSRUFF, Kind.CARD) else random.choice(SUITS)
    if kind is Kind.CROSS and random.random() < 0.5:
        suit = None
    held = [one for seat in at.controls for one in at.hands[seat] or ()]
    return Step(
        kind,
        suit,
        count=random.randrange(3) if kind in COUNTED else 0,
        seat=random.choice((None, *at.controls)) if kind in (Kind.RUFF, Kind.CROSS) else None,
        card=random.choice(held) if kind is Kind.CARD and held else None,
        high=random.random() < 0.3,
        through=random.random() < 0.3,
    )
