"""The one trick of 67B1 and the tricks of Law 64 as tables: every exclusion, every edition."""

from __future__ import annotations

from typing import Any

import pytest

from callparser.referee.rule import answer

EDITIONS = ("1997", "2007", "2017")


def _omitted(role: str = "defender", trick: int = 4, **facts: Any) -> dict[str, Any]:
    """Both sides have played on; he holds none of the suit led, so that every edition deems it a revoke."""
    defect = {
        "role": role, "played": "too_few", "both_sides_played": True, "still_to_play": False, "trick": trick,
        "holds_suit_led": False, "side_won": True,
    } | facts  # fmt: skip
    return {"law": "67", "board": {"hands": "wrong_piles"}, "defect": defect}


def _tricks(incident: dict[str, Any], exception: str, **revoke: Any) -> tuple[int | None, ...]:
    row = incident | {"revoke": {"exception": exception} | revoke}
    return tuple(answer({"edition": edition, "incident": row})["tricks_transferred"] for edition in EDITIONS)


@pytest.mark.parametrize(
    ("incident", "exception", "tricks"),
    [
        (_omitted(), "none", (1, 1, 1)),
        (_omitted(holds_suit_led=True), "none", (0, 1, 1)),
        (_omitted("declarer"), "none", (1, 1, 1)),
        (_omitted("dummy"), "none", (0, 0, 0)),  # 64B3
        (_omitted(side_won=False), "none", (0, 0, 0)),  # the "if" of 64A2
        (_omitted(trick=12), "none", (0, 0, 0)),  # 64B6
        (_omitted(trick=13), "none", (1, 1, 1)),
        (_omitted(), "late", (0, 0, 0)),  # 64B4, 64B5
        (_omitted(), "same_suit", (0, 0, 0)),  # 64B2
        (_omitted(), "both_sides", (1, 0, 1)),  # 64B7: 2007 revoked, 2017 established
        (_omitted(), "both_established", (1, 0, 0)),
        (_omitted(), "corrected", (1, 1, 0)),  # 64B8
    ],
)
def test_the_one_trick_of_67b1(
    incident: dict[str, Any], exception: str, tricks: tuple[int | None, ...]
) -> None:
    assert _tricks(incident, exception) == tricks


def _doubled(role: str = "declarer") -> dict[str, Any]:
    defect = {
        "role": role, "played": "too_many", "both_sides_played": True, "face_known": True,
        "exposed": False, "makes_revoke": True,
    }  # fmt: skip
    return {"law": "67", "board": {"hands": "wrong_piles"}, "defect": defect}


OWN = {"established": True, "revoker_won": True, "side_won": True}
PARTNER = {"established": True, "revoker_won": False, "side_won": True}
LOST = {"established": True, "revoker_won": False, "side_won": False}


@pytest.mark.parametrize(
    ("role", "exception", "revoke", "tricks"),
    [
        ("declarer", "none", OWN | {"side_won_later": True}, (2, 2, 2)),
        ("declarer", "none", OWN | {"side_won_later": False}, (1, 1, 1)),
        ("defender", "none", PARTNER | {"card_won_later": False}, (1, 1, 1)),
        ("defender", "none", PARTNER | {"card_won_later": True}, (2, 1, 1)),  # the extra trick of 1997
        ("defender", "none", LOST | {"side_won_later": True, "card_won_later": True}, (2, 1, 1)),
        ("defender", "none", LOST | {"side_won_later": False}, (0, 0, 0)),
        ("dummy", "none", {}, (0, 0, 0)),
        ("dummy", "none", OWN | {"side_won_later": True}, (0, 0, 0)),
        ("declarer", "none", {"established": False}, (0, 0, 0)),
        ("declarer", "none", {"trick": 12}, (0, 0, 0)),
        ("declarer", "late", OWN | {"side_won_later": True}, (0, 0, 0)),
        ("declarer", "same_suit", OWN | {"side_won_later": True}, (0, 0, 0)),
        ("declarer", "both_established", OWN | {"side_won_later": True}, (2, 0, 0)),
        ("declarer", "none", {}, (None, None, None)),  # established or not: asked
        ("declarer", "none", OWN, (None, None, None)),
    ],
)
def test_a_revoke_that_a_restored_card_makes(
    role: str, exception: str, revoke: dict[str, Any], tricks: tuple[int | None, ...]
) -> None:
    assert _tricks(_doubled(role), exception, **revoke) == tricks


@pytest.mark.parametrize(
    ("cards", "kind"),
    [(["H9"], "minor"), (["HT"], "major"), (["H9", "C2"], "major")],
)
def test_which_penalty_card(cards: list[str], kind: str) -> None:
    incident = {
        "law": "67", "board": {"hands": "wrong_piles"},
        "defect": {"role": "defender", "played": "too_many", "both_sides_played": False, "how": "separate",
                   "deemed_lead": False, "cards": cards},
    }  # fmt: skip
    facts = answer({"incident": incident})["facts"]
    assert (list(facts["penalty_cards"]), facts["penalty_kind"]) == (cards, kind)


def test_a_card_deemed_a_lead_is_no_penalty_card() -> None:
    incident = {
        "law": "67", "board": {"hands": "wrong_piles"},
        "defect": {"role": "defender", "played": "too_many", "both_sides_played": False, "how": "separate",
                   "deemed_lead": True, "cards": ["HK"]},
    }  # fmt: skip
    got = answer({"incident": incident})
    assert got["branch"] == "67A2-45E"
    assert "penalty_cards" not in got["facts"]
    assert got["judgement"] == ["defect.deemed_lead"]


def test_cards_of_two_suits_restored_at_once_are_left_to_the_director() -> None:
    """East lays three cards to trick 1; restored, he has failed to follow in two suits."""
    deal = {
        "N": "AKQJT98765432...", "E": ".2.2.AKQJT985432", "S": ".AKQJT98765.AKQ.", "W": ".43.JT9876543.76",
    }  # fmt: skip
    rows = [
        [("W", "C6"), ("N", "S2"), ("E", "C2 H2 D2"), ("S", "H5")],
        [("W", "C7"), ("N", "S3"), ("E", "C3"), ("S", "H6")],
        [("W", "D3"), ("N", "S4"), ("E", "C4"), ("S", "DA")],
        [("S", "H7"), ("W", "H3"), ("N", "S5"), ("E", "C5")],
        [("S", "H8"), ("W", "H4"), ("N", "S6"), ("E", "C8")],
    ]
    tricks = [[{"seat": seat, "cards": cards.split()} for seat, cards in row] for row in rows]
    incident = {
        "law": "67",
        "play": {"declarer": "S", "trump": "NT", "deal": deal, "tricks": tricks},
        "defect": {"faced": "C2", "exposed": False},
    }
    got = answer({"incident": incident})
    assert got["branch"] == "67B2b-rev"
    assert list(got["facts"]["revokes"]) == ["3", "4", "5"]
    assert got["tricks_transferred"] is None
    assert got["ask"]
