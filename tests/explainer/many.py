"""Many situations and many calls: enough to reach every answer that the law code can give."""

from __future__ import annotations

from collections.abc import Iterator

from callparser.cards import Card, Rank, Suit
from callparser.designation import (
    INTENTS,
    Acknowledge,
    Ambiguous,
    Chatter,
    Continue,
    Correction,
    Cover,
    Designation,
    Discard,
    Duck,
    Either,
    Exclude,
    Intent,
    Level,
    NamedCard,
    NotUnderstood,
    Ordinal,
    Query,
    RankOnly,
    Ruff,
    Run,
    SuitOnly,
    SuitRef,
    Understood,
    Win,
)
from callparser.law.edition import EDITIONS
from callparser.outcome import Resolution
from callparser.resolver import resolve
from callparser.table import TableState
from tests.scene import said, scene

DUMMIES = (
    "S:K2 H:AQ74",
    "S:K2 D:83",
    "S:K2 D:Q8 C:Q4",
    "S:K2",
    "H:4",
    "S:K7 H:82 D:8",
    "H:KQ3 S:Q8",
    "D:AQ8",
)
TRICKS = (
    ("", ""),
    ("", "N:SA/S5"),
    ("", "N:S9/H5"),
    ("", "N:CA/C5"),
    ("", "W:CA/C5"),
    ("W:H6", ""),
    ("S:H6 W:S6", ""),
    ("E:H6 S:H5 W:H9", ""),
    ("E:H6 S:H5 W:S5", ""),
    ("S:D6 W:DJ", ""),
    ("S:H6", ""),
)


def tables() -> Iterator[TableState]:
    for dummy in DUMMIES:
        for trick, last in TRICKS:
            for trumps in ("NT", "S", "H"):
                yield scene(dummy, trick, trumps, last)


def _intents() -> Iterator[Intent]:
    suits = (None, Suit.HEARTS, Suit.DIAMONDS, SuitRef.TRUMP, SuitRef.LAST)
    for kind, cls in INTENTS.items():
        if kind == "card":
            yield from (NamedCard(suit, Rank.QUEEN) for suit in suits if suit is not None)
        elif kind == "rank":
            yield from (RankOnly(rank) for rank in (Rank.QUEEN, Rank.EIGHT, Rank.TEN))
        elif kind == "suit":
            yield from (SuitOnly(suit) for suit in suits if suit is not None)
        elif kind != "correction":
            yield cls()
            if "suit" in cls.__match_args__:
                yield from (cls(suit=suit) for suit in suits[1:])
    yield from (Ruff(level) for level in Level)
    yield from (cls(over=rank) for cls in (Win, Cover, Duck, Ruff) for rank in (Rank.QUEEN, Rank.EIGHT))
    yield from (Ruff(rank=rank) for rank in (Rank.KING, Rank.QUEEN))
    yield from (Discard(level=level) for level in Level)
    yield from (Continue(level=level) for level in Level)
    yield from (Ordinal(1), Ordinal(2, from_low=True))
    queen = RankOnly(Rank.QUEEN)
    yield from (Either((queen, RankOnly(Rank.EIGHT))), Either((RankOnly(Rank.TEN),)), Either((queen, queen)))
    yield from (Exclude(rank=Rank.QUEEN), Exclude(level=Level.LOW), Acknowledge(request=True))


def _sequences() -> Iterator[tuple[Understood, ...]]:
    heart, queen = SuitOnly(Suit.HEARTS), RankOnly(Rank.QUEEN)
    for first in (heart, queen, SuitOnly(Suit.DIAMONDS)):
        for second in (heart, queen, NamedCard(Suit.HEARTS, Rank.QUEEN)):
            yield said(first), said(second)
            yield (Ambiguous((said(first), said(second), said(Chatter())), ""),)
            yield (said(Correction(first, second)),)
        yield (said(Correction(None, first)),)
        yield (said(Correction(first)),)
    yield (said(Correction()),)
    yield (Designation(queen, "", 0.9, guessed=True),)
    yield (NotUnderstood(""),)
    yield ()
    yield said(Run()), said(Query("stop"))


def many_resolutions() -> Iterator[Resolution]:
    calls: list[tuple[Understood, ...]] = [(said(one),) for one in _intents()]
    calls += list(_sequences())
    for table in tables():
        for edition in EDITIONS:
            for call in calls:
                yield resolve(call[0] if len(call) == 1 else call, table, edition)
    yield resolve(Designation(SuitOnly(Suit.HEARTS), ""), scene("H:KQ3"), intention=Card.parse("HQ"))
