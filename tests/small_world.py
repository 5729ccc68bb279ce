"""A bridge table so small that every position of it can be tried, and a bridge to the engine.

Hearts are led in every trick. Dummy holds one to three of seven cards; trumps, dummy's place in the
trick, what the others have played, the last trick and the cards gone vary.
"""

from __future__ import annotations

from itertools import combinations

from callparser.cards import Card, Hand, Suit
from callparser.designation import Designation, Intent
from callparser.intentform import intent_in
from callparser.resolver import resolve
from callparser.table import LastTrick, Play, Seat, TableState, Trick

EDITIONS = ("sbf-1997", "wbf-2007", "wbf-2017")
LISTED = ("choose", "void", "defender_designates")

PACK = ("SQ", "S7", "S4", "HA", "HQ", "H5", "D5")
TRUMPS = ("NT", "S", "H")

#: Last tricks, for a lead; dummy is north. Won following, with a ruff, unknown, and won elsewhere.
LAST_TRICKS = (
    None,
    {"won_by": "N", "won_with": "HK", "led": "H8"},
    {"won_by": "N", "won_with": "S9", "led": "D4"},
    {"won_by": "N", "won_with": "DK"},
    {"won_by": "W", "won_with": "SA", "led": "S2"},
)

#: (trick, cards gone in earlier tricks, last trick). Second, third and fourth hand; then premature.
FOLLOWING = (
    ("W:H6", "", None),
    ("W:HJ", "HK", LAST_TRICKS[4]),
    ("S:H6 W:HJ", "HK", LAST_TRICKS[3]),
    ("S:HK W:H2", "", None),
    ("S:H6 W:S6", "HA HK", LAST_TRICKS[2]),
    ("S:H6 W:S2", "", None),
    ("E:H2 S:H3 W:H4", "", LAST_TRICKS[1]),
    ("E:HJ S:H6 W:HT", "", None),
    ("E:HK S:S5 W:H2", "", LAST_TRICKS[2]),
    ("E:H2 S:H3 W:S5", "", None),
    ("E:H2 S:S8 W:SA", "", LAST_TRICKS[1]),
    ("E:H2 S:D2 W:D9", "", LAST_TRICKS[3]),
    ("S:H2", "HK", LAST_TRICKS[2]),
    ("E:HK S:H2", "", None),
)


def situations():
    """Every situation of the world, in a fixed order."""
    scenes = [("", "", last) for last in LAST_TRICKS] + list(FOLLOWING)
    for size in (1, 2, 3):
        for held in combinations(PACK, size):
            dummy = {suit: "".join(c[1] for c in held if c[0] == suit) for suit in "SHDC"}
            for trump in TRUMPS:
                for trick, gone, last in scenes:
                    yield {
                        "dummy": dummy,
                        "dummy_seat": "N",
                        "trump": trump,
                        "trick": [{"seat": play[0], "card": play[2:]} for play in trick.split()],
                        "last_trick": last,
                        "played": [c for c in gone.split() if c not in held],
                    }


def _intent(text: str) -> dict[str, object]:
    """``"ruff level=high"`` -> the wire form; ``(...)`` holds intents inside an intent."""
    text, _, inner = text.partition(" (")
    kind, *slots = text.split()
    row: dict[str, object] = {"kind": kind}
    for slot in slots:
        name, value = slot.split("=")
        row[name] = True if value == "yes" else int(value) if name == "number" else value
    if inner:
        inside = [_intent(one) for one in inner.rstrip(")").split(" | ")]
        row["base" if kind == "exclude" else "options"] = inside[0] if kind == "exclude" else inside
    return row


INTENTS = tuple(
    _intent(line.strip())
    for line in """
    card suit=H rank=Q
    card suit=S rank=7
    card suit=C rank=5
    card suit=trump rank=Q
    card suit=last rank=5
    suit suit=H
    suit suit=S
    suit suit=C
    suit suit=trump
    suit suit=last
    rank rank=Q
    rank rank=5
    rank rank=K
    high
    high highest=yes
    high suit=H
    high suit=H highest=yes
    high suit=trump
    high suit=last
    low
    low suit=S
    win
    win rank=Q
    win rank=J
    cover
    duck
    ruff
    ruff level=low
    ruff level=high
    ruff rank=7
    ruff suit=S
    ruff suit=S rank=7
    ruff suit=trump level=high
    overruff
    discard
    discard suit=S
    discard suit=H level=high
    discard suit=D rank=5
    discard rank=5
    discard level=low
    discard level=high
    anything
    anything suit=S
    anything rank=Q
    play
    continue
    continue level=high
    continue suit=last
    continue suit=H level=high
    run
    run suit=H
    run suit=trump
    honour
    honour suit=S
    spot
    spot suit=S
    middle
    middle suit=H
    ordinal number=1
    ordinal number=2
    ordinal number=2 from_low=yes suit=S
    ordinal number=0
    ordinal suit=H
    exclude suit=S
    exclude rank=Q
    exclude suit=H rank=A
    exclude level=high
    exclude suit=trump
    exclude rank=A (high)
    exclude suit=H rank=5 (low)
    exclude suit=S (anything)
    finesse
    either
    either (rank rank=Q | rank rank=5)
    either (card suit=H rank=A | low suit=S)
    deictic
    conditional
    """.strip().splitlines()
)


def state_of(situation: dict) -> TableState:
    """The engine's own table for a situation."""
    last = situation["last_trick"]
    return TableState(
        dummy=Hand.parse(situation["dummy"]),
        trumps=None if situation["trump"] == "NT" else Suit.parse(situation["trump"]),
        dummy_seat=Seat.parse(situation["dummy_seat"]),
        trick=Trick(tuple(Play(Seat.parse(p["seat"]), Card.parse(p["card"])) for p in situation["trick"])),
        last_trick=last
        and LastTrick(
            Seat.parse(last["won_by"]),
            Card.parse(last["won_with"]),
            Card.parse(last["led"]) if last.get("led") else None,
        ),
        played=Hand.of(Card.parse(code) for code in situation["played"]),
    )


def engine_answer(intent: Intent, state: TableState, edition: str):
    """What the engine says, in the oracle's words."""
    found = resolve(Designation(intent, ""), state, edition)
    listed = found.outcome in LISTED
    return (
        found.outcome,
        found.card.code if found.outcome == "played" else None,
        tuple(sorted(c.code for c in found.candidates)) if listed else (),
    )


def said(intent: dict) -> Intent:
    return intent_in(intent)
