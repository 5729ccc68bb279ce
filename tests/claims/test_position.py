"""The JSON of a claim position: what docs/claims.md shows is read, and what cannot be is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from callparser.claims import read_position
from callparser.claims.position import ClaimPosition, position_row
from callparser.errors import CallparserError
from callparser.table import SEATS
from tests.claims.endings import position

DOC = (Path(__file__).parents[2] / "docs" / "claims.md").read_text("utf-8")
GOOD: dict[str, Any] = {
    "trump": "S", "dummy": ".432..", "declarer": "7..AK.", "leader": "S",
    "defenders": {"W": "...JT9", "E": "9...AK"},
}  # fmt: skip


def test_the_position_of_the_documentation_is_read() -> None:
    block = re.search(r"```text\n(\{.*?\})\n```", DOC, re.DOTALL)
    assert block is not None
    row = json.loads(block.group(1))
    found = read_position(row)
    assert position_row(found).keys() == row.keys()
    for name in row:
        assert f"`{name}`" in DOC


def test_a_position_goes_out_and_comes_back() -> None:
    random = Random(2)
    for _ in range(50):
        at = position(random, random.randrange(1, 6), claimer=random.choice(SEATS))
        assert read_position(json.loads(json.dumps(position_row(at)))) == at


def test_a_situation_with_more_cards_is_a_position() -> None:
    situation = {
        "utterance": "the rest", "lang": "en", "trump": "S", "dummy": ".432..", "dummy_seat": "N",
        "trick": [], "last_trick": {"won_by": "S", "won_with": "SA"}, "played": [],
    }  # fmt: skip
    found = read_position(situation | {"declarer": "7..AK.", "defenders": GOOD["defenders"]})
    assert isinstance(found, ClaimPosition)
    assert found.leader.letter == "S"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"trump": None}, "trump is missing"),
        ({"trump": "X"}, "expected one of S, H, D, C, NT"),
        ({"leader": None}, "leader is missing"),
        ({"leader": 3}, "expected a text"),
        ({"dummy": None}, "give the hands that the claimer sees"),
        ({"defenders": {"W": "...JT9"}}, "both others or neither"),
        ({"defenders": {"N": "...JT9"}}, "expected the other two seats"),
        ({"defenders": []}, "expected hands"),
        ({"declarer": "7..A."}, "check hands and trick"),
        ({"declarer": "7..AA."}, "twice"),
        ({"declarer": 7}, "expected a hand"),
        ({"declarer": "9..AK."}, "two places"),
        ({"played": ["S7"]}, "two places"),
        ({"played": "S7"}, "expected a list"),
        ({"trick": [{"seat": "S", "card": "S2"}] * 4}, "at most 3"),
        ({"trick": [{"seat": "W", "card": "C2"}]}, "follow each other from the leader"),
        ({"trick": ["S2"]}, "expected plays"),
        ({"voids": {"W": "C"}}, "still holds C"),
        ({"voids": "W"}, "expected suits by seat"),
        ({"won": {"declarer": 14}}, "at most 13"),
        ({"won": {"declarer": 13}}, "won says 13 tricks"),
        ({"won": {"declarer": 6, "defence": 6}}, "expected 13 or fewer"),
        ({"won": 5}, "expected"),
        ({"forgotten": ["HA"]}, "not among the cards"),
        ({"defenders": None}, "list every card gone in 'played'"),
        ({"claimer": "Q"}, "is not a seat"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(CallparserError, match=re.escape(complaint)):
        read_position(GOOD | change)


@pytest.mark.parametrize("row", [None, [], "x", 7])
def test_what_is_no_object_is_refused(row: Any) -> None:
    with pytest.raises(CallparserError, match="expected an object"):
        read_position(row)


def test_no_cards_is_no_claim() -> None:
    empty = {
        "trump": "S",
        "dummy": "...",
        "declarer": "...",
        "defenders": {"W": "...", "E": "..."},
        "leader": "S",
    }
    with pytest.raises(CallparserError, match="no cards are left"):
        read_position(empty)
