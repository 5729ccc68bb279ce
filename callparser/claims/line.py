"""A line of play as the search follows it: ordered steps, and what holds where they are silent."""

from __future__ import annotations

from enum import IntEnum

from callparser.cards import NO_CARDS, Card, Hand, Suit
from callparser.table import Seat
from callparser.value import Value


class Kind(IntEnum):
    """What a step tells the claimer to do when it is his turn to lead."""

    DRAW = 0  # lead trumps: ``count`` rounds, or until none is out
    CASH = (
        1  # lead the suit from the top: ``count`` rounds, or while it has winners (``through``: to its end)
    )
    CARD = 2  # play that card
    RUFF = 3  # have the suit ruffed in the other hand
    CROSSRUFF = 4
    FINESSE = 5  # lead the suit towards its top card, and play the cheapest other card that may win
    CROSS = 6  # go to the other hand, in a suit if one is named
    LOSE = 7  # lead the suit to lose ``count`` tricks in it


class Step(Value):
    """``suit`` ``None``: not said. ``seat``: the hand that ruffs or is crossed to. ``high``: ruff high."""

    kind: Kind
    suit: Suit | None = None
    count: int = 0
    seat: Seat | None = None
    card: Card | None = None
    high: bool = False
    through: bool = False


class Line(Value):
    """What binds the claimer. Where no step speaks, he plays any *normal* card, and the worst of them counts.

    Normal is what one who counts his winners but plans nothing may play (``docs/claims.md``).
    ``forgotten``: cards that he takes for gone. ``discards``: suits that he said he would throw.
    ``conceded``: tricks he gives up, when he likes. ``top_down``: a suit that he leads, he leads from the
    top (Law 70E2). ``free``: any legal card.
    """

    steps: tuple[Step, ...] = ()
    discards: tuple[Suit, ...] = ()
    forgotten: Hand = NO_CARDS
    conceded: int = 0
    top_down: bool = False
    free: bool = False


#: Every legal card of all four players: the line behind ``floor``.
ANY_LEGAL = Line(free=True)
