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
    return {"law": "67", "play": {"over": True}, "board": {"hands": "wrong_piles"}, "defect": defect}


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
    return {"law": "67", "play": {"over": True}, "board": {"hands": "wrong_piles"}, "defect": defect}


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


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("incident", "revoke"),
    [
        (_omitted(side_won=False), {}),
        (_omitted("declarer", side_won=False), {}),
        (_doubled(), OWN | {"side_won_later": False}),
        (_doubled("defender"), LOST | {"side_won_later": False}),
    ],
)
def test_what_was_not_won_yet_is_open_until_play_is_over(
    incident: dict[str, Any], revoke: dict[str, Any], edition: str
) -> None:
    """64A1, 64A2: a trick won later counts; while play goes on "no" is no answer for good."""
    row = incident | {"revoke": {"exception": "none"} | revoke}
    without = answer({"edition": edition, "incident": row | {"play": {}}})
    assert (without["tricks_transferred"], without["ask"]) == (None, ["play.over"])
    going_on = answer({"edition": edition, "incident": row | {"play": {"over": False}}})
    assert (going_on["tricks_transferred"], going_on["ask"]) == (None, [])
    assert "64A-open" in [step["branch"] for step in going_on["trace"]]
    over = answer({"edition": edition, "incident": row})
    assert over["tricks_transferred"] is not None


def test_the_additional_trick_of_1997_is_open_until_play_is_over() -> None:
    row = _doubled("defender") | {"revoke": {"exception": "none", "card_won_later": False} | PARTNER}
    for edition, tricks in zip(EDITIONS, (None, 1, 1), strict=True):
        got = answer({"edition": edition, "incident": row | {"play": {"over": False}}})
        assert got["tricks_transferred"] == tricks, edition


@pytest.mark.parametrize(
    "told",
    [{"board": {"stage": "after_play", "hands": "wrong_piles"}}, {"play": {"completed": 13}}],
)
def test_play_that_is_over_is_not_asked_about(told: dict[str, Any]) -> None:
    got = answer({"incident": _omitted(side_won=False) | {"play": {}} | told})
    assert (got["tricks_transferred"], got["ask"]) == (0, [])


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


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("role", "lead", "last"),
    [
        ("defender", False, ["67A2-45E", "45E1", "50B", "50D1", "50D2"]),
        ("declarer", False, ["67A2-45E", "45E2"]),
        ("dummy", False, ["67A2-45E", "45E2"]),
        ("defender", True, ["67A2-45E", "45E1-lead"]),  # 53, 56
        ("declarer", True, ["67A2-45E", "45E2-lead"]),  # 53, 55
        ("dummy", True, ["67A2-45E", "45E2-lead"]),
    ],
)
def test_a_fifth_card(role: str, lead: bool, last: list[str], edition: str) -> None:
    incident = {
        "law": "67", "board": {"hands": "wrong_piles"},
        "defect": {"role": role, "played": "too_many", "both_sides_played": False, "how": "separate",
                   "deemed_lead": lead, "cards": ["HK"]},
    }  # fmt: skip
    got = answer({"edition": edition, "incident": incident})
    assert [step["branch"] for step in got["trace"]][3:] == last
    assert ("penalty_cards" in got["facts"]) == ("50B" in last)
    assert got["branch"] == (last[1] if lead else "67A2-45E")
    assert got["judgement"] == ["defect.deemed_lead"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "named", "penalty"),
    [
        (["H8", "HQ"], None, None),  # he has still to say which he plays
        (["H8", "HQ"], "H8", (["HQ"], "major")),
        (["H8", "HQ"], "HQ", (["H8"], "minor")),
        (["HQ", "H8"], "HQ", (["H8"], "minor")),
        (["H8", "HQ", "H2"], "H8", None),  # whose faces were visible is not told
    ],
)
def test_of_two_visible_cards_the_one_that_he_does_not_name_is_a_penalty_card(
    cards: list[str], named: str | None, penalty: tuple[list[str], str] | None, edition: str
) -> None:
    """58B2, 50B."""
    defect = {"role": "defender", "played": "too_many", "both_sides_played": False, "how": "together",
              "faces": "several", "cards": cards, "named": named}  # fmt: skip
    incident = {"law": "67", "board": {"hands": "wrong_piles"}, "defect": defect}
    got = answer({"edition": edition, "incident": incident})
    facts = got["facts"]
    if penalty is None:
        assert "penalty_cards" not in facts
        assert not {"50B", "50D1"} & {step["branch"] for step in got["trace"]}
    else:
        assert (list(facts["penalty_cards"]), facts["penalty_kind"]) == penalty


def test_the_card_named_is_one_that_came() -> None:
    defect = {"cards": ["H8", "HQ"], "named": "H2"}
    got = answer({"incident": {"law": "67", "board": {"hands": "wrong_piles"}, "defect": defect}})
    assert "defect.named is H2, which is not among the cards that came (H8, HQ)" in got["error"]["message"]


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
    incident: dict[str, Any] = {
        "law": "67",
        "play": {"declarer": "S", "trump": "NT", "deal": deal, "tricks": tricks},
        "defect": {"faced": "C2", "exposed": False},
    }
    got = answer({"incident": incident})
    assert (got["branch"], got["outcome"]) == ("67B2b-several", "director")
    assert list(got["facts"]["revokes"]) == ["3", "4", "5"]
    one = {"established": True, "exception": "none", "revoker_won": True, "side_won_later": True}
    for revoke in ({}, one):  # what is stated of one revoke is not the cost of all
        got = answer({"incident": incident | {"revoke": revoke}})
        assert (got["tricks_transferred"], got["ask"]) == (None, [])
    dummy = incident | {"play": incident["play"] | {"declarer": "W"}}
    assert answer({"incident": dummy})["tricks_transferred"] == 0  # 64B3
