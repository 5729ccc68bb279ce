"""Situations in one line, for tests: ``scene("S:AQ74 H:K82 C:T2", "W:H7", trumps="S")``. Dummy is north."""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.designation import Designation, Intent
from callparser.table import LastTrick, Play, Seat, TableState, Trick


def scene(dummy: str, trick: str = "", trumps: str = "NT", last: str = "", played: str = "") -> TableState:
    """``trick`` "E:H2 S:H3"; ``last`` "N:CK" or "N:CK/C3" (won by, with, led); ``played`` "HA HK"."""
    return TableState(
        dummy=Hand.parse(dict(holding.split(":") for holding in dummy.split())),
        trumps=None if trumps == "NT" else Suit.parse(trumps),
        trick=Trick(tuple(Play(Seat.parse(p[0]), Card.parse(p[2:])) for p in trick.split())),
        last_trick=_last(last) if last else None,
        played=Hand.of(Card.parse(code) for code in played.split()),
    )


def _last(text: str) -> LastTrick:
    won_with, _, led = text[2:].partition("/")
    return LastTrick(Seat.parse(text[0]), Card.parse(won_with), Card.parse(led) if led else None)


def said(intent: Intent) -> Designation:
    return Designation(intent, "")


def codes(cards: object) -> str:
    return " ".join(card.code for card in cards)  # type: ignore[attr-defined]
