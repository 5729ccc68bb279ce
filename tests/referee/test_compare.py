"""The same incident under two editions: what differs and why."""

from __future__ import annotations

from typing import Any

import pytest

from callparser.referee.compare import compare
from callparser.referee.incident import read_incident
from callparser.referee.rule import answer
from tests.referee.casebook import cases

OMITTED = {
    "law": "67", "board": {"hands": "wrong_piles"}, "revoke": {"exception": "none"},
    "defect": {"role": "defender", "played": "too_few", "both_sides_played": True, "still_to_play": False,
               "trick": 4, "holds_suit_led": True, "side_won": True},
}  # fmt: skip
SEEN = {"law": "13", "board": {"hands": "long_and_short", "stage": "auction", "wrong_hand_called": False,
                               "card_seen": True, "serious": True, "all_four_agree": True}}  # fmt: skip


@pytest.mark.parametrize(
    ("row", "editions", "fields", "reason"),
    [
        (OMITTED, ("1997", "2017"), {"tricks_transferred"}, "following_card_is_revoke"),
        (OMITTED, ("2007", "2017"), set(), None),
        (SEEN, ("2007", "2017"), {"branch", "outcome", "clause"}, "seen_card"),
        ({"law": "68", "said": {"kind": "concession", "speaker": "defender", "partner_objects": "at_once"}},
         ("2007", "2017"), {"clause"}, "withdrawn"),
    ],
)  # fmt: skip
def test_what_differs_and_why(
    row: Any, editions: tuple[str, str], fields: set[str], reason: str | None
) -> None:
    (found,) = compare(read_incident(row), editions)
    assert set(found.fields) == fields
    assert (reason in found.reasons) if reason else found.reasons == ()


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case["id"])
def test_no_difference_without_a_reason(case: dict[str, Any]) -> None:
    for found in compare(read_incident(case["incident"]), ("2017", "2007", "1997")):
        assert bool(found.fields) == bool(found.reasons)


def test_an_answer_names_its_edition() -> None:
    assert answer({"edition": 1997, "incident": OMITTED})["edition"] == "sbf-1997"
    assert answer({"edition": "1950", "incident": OMITTED})["outcome"] == "error"
    assert answer({"edition": [], "incident": OMITTED})["outcome"] == "error"
