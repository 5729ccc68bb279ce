"""Rendered traces: what a call gives, through which clauses, and how it is explained.

A change here is a change of rulings or of words: read why before you accept it. To write it anew::

    CALLPARSER_REGENERATE=1 pytest tests/test_golden_traces.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from callparser.cards import Card
from callparser.explainer import LANGUAGES, explain
from callparser.intentform import intent_in
from callparser.resolver import resolve
from tests.scene import codes, said, scene

GOLDEN = Path(__file__).parent / "golden" / "traces.txt"

SECOND = ("S:AQ74 H:K82 C:T2", "W:H7", "S", "")
FOURTH = ("S:6 H:AQ74 D:53", "E:H5 S:H8 W:H9", "NT", "")
VOID = ("S:K2 D:83 C:94", "W:H5", "S", "")
LEAD = ("S:K84 H:A2 D:J6 C:T", "", "NT", "N:SA/S5")
KINGS = ("S:K2 D:K3", "W:H5", "NT", "")
RUFFED = ("S:Q73 H:Q4 D:T2", "", "S", "N:S9/H5")
OVER = ("S:972 D:53", "S:H5 W:S6", "S", "")
ELSEWHERE = ("S:A H:52", "", "NT", "W:CA")
EARLY = ("S:A H:52", "S:H6", "NT", "")

HEARTS_NO_DIAMONDS = {
    "kind": "correction",
    "first": {"kind": "suit", "suit": "H"},
    "second": {"kind": "suit", "suit": "D"},
}
KING_OR_TWO = {"kind": "either", "options": [{"kind": "rank", "rank": "K"}, {"kind": "rank", "rank": "2"}]}

#: intent, situation (dummy, trick, trumps, last trick), edition, and what else ``resolve`` is given.
SITUATIONS = (
    ({"kind": "card", "suit": "H", "rank": "8"}, SECOND, "2017", {}),
    ({"kind": "card", "suit": "H", "rank": "A"}, SECOND, "2017", {}),
    ({"kind": "card", "suit": "S", "rank": "A"}, SECOND, "2017", {}),
    ({"kind": "suit", "suit": "H"}, SECOND, "2017", {}),
    ({"kind": "suit", "suit": "H"}, SECOND, "2017", {"intention": "HK"}),
    ({"kind": "suit", "suit": "S"}, SECOND, "2017", {}),
    ({"kind": "suit", "suit": "D"}, SECOND, "2017", {}),
    ({"kind": "suit", "suit": "H"}, LEAD, "2017", {}),
    ({"kind": "suit", "suit": "trump"}, LEAD, "2017", {}),
    ({"kind": "suit", "suit": "H"}, ELSEWHERE, "2017", {}),
    ({"kind": "suit", "suit": "H"}, EARLY, "2017", {}),
    ({"kind": "low"}, SECOND, "1997", {}),
    ({"kind": "low"}, VOID, "2007", {}),
    ({"kind": "low"}, LEAD, "2017", {}),
    ({"kind": "duck"}, SECOND, "2017", {}),
    ({"kind": "high"}, FOURTH, "1997", {}),
    ({"kind": "high"}, FOURTH, "2017", {}),
    ({"kind": "win"}, FOURTH, "2017", {}),
    ({"kind": "win"}, SECOND, "2017", {}),
    ({"kind": "rank", "rank": "K"}, SECOND, "2017", {}),
    ({"kind": "rank", "rank": "Q"}, SECOND, "2017", {}),
    ({"kind": "rank", "rank": "K"}, KINGS, "2017", {}),
    ({"kind": "rank", "rank": "J"}, LEAD, "2017", {}),
    ({"kind": "rank", "rank": "Q"}, RUFFED, "2007", {}),
    ({"kind": "rank", "rank": "Q"}, RUFFED, "2017", {}),
    ({"kind": "anything"}, VOID, "2017", {}),
    (KING_OR_TWO, SECOND, "2017", {}),
    ({"kind": "cover"}, SECOND, "2017", {}),
    ({"kind": "play"}, SECOND, "2017", {}),
    ({"kind": "continue"}, LEAD, "2017", {}),
    ({"kind": "run", "suit": "D"}, LEAD, "2017", {}),
    ({"kind": "ruff"}, VOID, "2017", {}),
    ({"kind": "ruff"}, OVER, "2017", {}),
    ({"kind": "ruff", "rank": "3"}, VOID, "2017", {}),
    ({"kind": "overruff"}, OVER, "2017", {}),
    ({"kind": "discard"}, VOID, "2017", {}),
    ({"kind": "honour"}, FOURTH, "2017", {}),
    ({"kind": "exclude", "rank": "K"}, SECOND, "2017", {}),
    ({"kind": "deictic"}, SECOND, "2017", {}),
    (HEARTS_NO_DIAMONDS, LEAD, "1997", {}),
    (HEARTS_NO_DIAMONDS, LEAD, "2017", {"correction": "first"}),
    ({"kind": "claim", "tricks": 3}, LEAD, "2017", {}),
    ({"kind": "chatter"}, LEAD, "2017", {}),
)


def rendered() -> str:
    blocks = []
    for row, (dummy, trick, trumps, last), edition, how in SITUATIONS:
        intent = intent_in(row)
        given = dict(how)
        if "intention" in given:
            given["intention"] = Card.parse(given["intention"])
        found = resolve(said(intent), scene(dummy, trick, trumps, last), edition, **given)
        where = f"dummy {dummy} | trick {trick or '-'} | trumps {trumps} | last {last or '-'} | {edition}"
        lines = [f"{json.dumps(row)} {json.dumps(how) if how else ''}".rstrip(), where]
        lines.append(f"-> {found.outcome} {codes(found.candidates)} | {found.clause} | {found.status}")
        lines += [f"   flags {' '.join(found.flags)}"] if found.flags else []
        lines += [f"   {s.clause} {s.verdict} {json.dumps(s.facts)}" for s in found.trace]
        lines += [f"   {lang}: {explain(found, lang)}" for lang in LANGUAGES]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def test_the_traces_are_as_they_were():
    if os.environ.get("CALLPARSER_REGENERATE"):
        GOLDEN.write_text(rendered(), encoding="utf-8")
    assert rendered() == GOLDEN.read_text(encoding="utf-8")
