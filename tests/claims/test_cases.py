"""Real claims: the table of published ones, and cases of the casebook for which cards are told.

``tests/cases/claims.jsonl``; ``filled_in`` says which cards are ours, put in so that the facts hold.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import Any

import pytest

from callparser.claims import check, read_position
from callparser.claims.words import understood
from tests.corpus import CASES

ROWS = [json.loads(row) for row in (CASES / "claims.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", ROWS, ids=[row["id"] for row in ROWS])
def test_the_claim(case: dict[str, Any]) -> None:
    if case.get("compiled") and find_spec("numba") is None:
        pytest.skip("needs the extra claims")
    answers = {name: case.get(name) for name in ("aware", "order")}
    found = check(
        read_position(case["position"]), case["statement"], lang=case["lang"], edition=case["edition"],
        top_down=case.get("top_down", False), **answers,
    )  # fmt: skip
    got = {
        "verdict": found.word, "claimed": found.claimed, "floor": found.floor, "normal": found.normal,
        "ceiling": found.ceiling, "branch": found.branch, "award": found.award, "stated": found.stated,
        "checks": list(found.checks), "questions": list(found.questions),
    }  # fmt: skip
    assert {name: got[name] for name in case["expected"]} == case["expected"]


#: Of the casebook the lines of high confidence that only say how many: the tricks left, and those claimed.
COUNTS = [
    ("68-013", "I get two tricks.", "en", 5, 2),
    ("68-103", "Resten är mina.", "sv", 4, 4),
    ("68-109", "I have three more.", "en", 5, 3),
    ("68-114", "Fine, ten tricks.", "en", 5, None),
    ("68-118", "Ni får ett stick på trumf.", "sv", 5, 4),
    ("68-010", "I don't think that you will win more than your ace.", "en", 5, None),
    ("68-120", "Behöver vi spela färdigt?", "sv", 5, None),
    ("68-022", "I concede one trick and claim the rest.", "en", 5, 4),
]


@pytest.mark.parametrize(("case", "words", "lang", "left", "claimed"), COUNTS, ids=[row[0] for row in COUNTS])
def test_how_many_are_claimed(case: str, words: str, lang: str, left: int, claimed: int | None) -> None:
    table = read_position(ROWS[0]["position"])
    assert understood(words, lang, table).claimed(left, None) == claimed


def test_a_list_of_tricks_is_no_order() -> None:
    """70-030: whether what he recited is an order is asked, and until then it must stand either way."""
    row = {
        "trump": "S", "dummy": ".432..", "declarer": "7..AK.", "leader": "S",
        "defenders": {"W": "...JT9", "E": "9...AK"},
    }  # fmt: skip
    at = read_position(row)
    words = "Two diamonds and the last trump"
    asked = check(at, words, lang="en", tricks=2)
    assert asked.said.recited
    assert (asked.word, asked.questions) == ("DOUBTFUL", ("order",))
    assert check(at, words, lang="en", tricks=2, order=True, aware=True).word == "GOOD"
    assert check(at, words, lang="en", tricks=2, order=False, aware=False).word == "DOUBTFUL"


def test_a_claim_of_a_defender_may_not_rest_on_his_partner() -> None:
    """68-018: the partner is on lead, and some of his leads lose a trick."""
    row = {
        "trump": "S", "dummy_seat": "N", "leader": "W", "claimer": "E", "declarer": ".Q.AQ.",
        "dummy": "K.K.K.", "defenders": {"W": "Q...AK", "E": "A.A..Q"},
    }  # fmt: skip
    for edition, named in (("1997", False), ("2007", True), ("2017", True)):
        found = check(read_position(row), "everything", lang="en", aware=True, edition=edition)
        assert found.word == "DOUBTFUL"
        assert ("70D2" in found.checks) is named
