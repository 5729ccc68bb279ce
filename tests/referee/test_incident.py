"""The schema of an incident: what is read, what is refused and how, and its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.errors import InputError
from callparser.referee.evidence import with_evidence
from callparser.referee.facts import BY_NAME, FACTS
from callparser.referee.incident import incident_row, read_incident
from callparser.referee.kinds import KINDS
from callparser.referee.rule import answer
from callparser.table import Seat
from tests.referee.casebook import rows
from tests.referee.oracle67 import play
from tests.referee.page import table

DEAL = {"N": "AKQJ.AKQ.AKQ.AKQ", "E": "T987.JT9.JT9.JT9", "S": "6543.876.876.876", "W": "2.5432.5432.5432"}


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ([], "the incident is a list; expected an object"),
        ({"defekt": {}}, "no group 'defekt'; it has incident, play, board"),
        ({"defect": 3}, "defect is a number; expected an object of facts"),
        ({"defect": {"trik": 3}}, "no fact 'defect.trik'; defect has"),
        ({"defect": {"trick": 14}}, "defect.trick is a number; expected the number of a trick, 1 to 13"),
        ({"defect": {"trick": 0}}, "defect.trick is a number; expected the number of a trick, 1 to 13"),
        ({"defect": {"trick": True}}, "defect.trick is true or false; expected the number of a trick"),
        ({"said": {"wins": 14}}, "said.wins is a number; expected a whole number, 0 to 13"),
        ({"defect": {"role": "W"}}, "defect.role is 'W'; expected one of declarer, dummy, defender"),
        ({"defect": {"cards": ["H8", 3]}}, "defect.cards is a number; expected a text"),
        ({"defect": {"faced": "X9"}}, "defect.faced: 'X' is not a suit"),
        ({"defect": {"led": "NT"}}, "defect.led is 'NT'; expected one of S, H, D, C"),
        ({"board": {"card_seen": "yes"}}, "board.card_seen is 'yes'; expected true or false"),
        ({"board": {"counts": {"N": {"hand": 13}}}}, "board.counts is an object; expected an object such as"),
        ({"board": {"counts": {"N": {"hand": 1, "played": None}}}}, "hand and played are both needed"),
        ({"board": {"counts": {"N": {"hand": 99, "played": 1}}}}, "0 to 53"),
        ({"play": {"deal": {"N": "A..."}}}, "play.deal has 1 hands; expected the four"),
        ({"play": {"tricks": [[{"seat": "W", "cards": []}]]}}, "the leader of a trick has no card"),
        ({"play": {"tricks": [[{"seat": "W", "cards": ["H2"]}] * 2]}}, "a seat stands twice"),
        ({"play": {"tricks": [[]] * 14}}, "14 entries; at most 13"),
        ({"play": {"piles": {"N": []}}}, "play.piles has 1 piles; expected four"),
        ({"said": {"words": "x" * 2001}}, "a text of at most 2000 characters"),
        ({"law": "46"}, "law is '46'; expected one of 13, 67"),
    ],
)
def test_what_is_wrong_is_named(row: Any, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read_incident(row)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (
            {"play": {"deal": DEAL, "tricks": [[{"seat": "W", "cards": ["SA"]}]]}},
            "W lays SA to trick 1, but the deal does not give it to him",
        ),
        (
            {"play": {"deal": DEAL, "tricks": [[{"seat": "N", "cards": ["SA", "SA"]}]]}},
            "SA is laid twice",
        ),
        ({"play": {"deal": DEAL, "tricks": [[], []]}}, "trick 1 is empty"),
        (
            {"play": {"declarer": "N"}, "defect": {"offender": "S", "role": "defender"}},
            "defect.role is stated as 'defender', but the record gives 'dummy'",
        ),
        (
            {
                "play": {"deal": DEAL, "tricks": [[{"seat": "N", "cards": ["SA", "SK"]}]]},
                "defect": {"trick": 2},
            },
            "they show N in trick 1",
        ),
        ({"board": {"stage": "play", "wrong_hand_called": False}}, "the record gives yes"),
        ({"board": {"stage": "after_play", "wrong_hand_called": False}}, "the record gives yes"),
        ({"board": {"stage": "before_calls", "wrong_hand_called": True}}, "the record gives no"),
        (
            {
                "board": {"hands": "only_short", "missing_card": "among_played"},
                "defect": {"played": "too_few"},
            },
            "the record gives 'too_many'",  # 14B1
        ),
        ({"play": {"trump": "NT"}, "claim": {"trump_out": True}}, "the record gives no"),
        ({"play": {"completed": 13, "over": False}}, "the record gives yes"),
        ({"defect": {"trick": 13, "both_sides_played": True}}, "no trick comes after the thirteenth"),
        ({"play": {"completed": 3}, "defect": {"trick": 5}}, "play.completed is 3: trick 5 had not begun"),
        ({"play": {"completed": 3}, "revoke": {"trick": 9}}, "play.completed is 3: trick 9 had not begun"),
        ({"play": {"completed": 3}, "call": {"trick": 9}}, "play.completed is 3: trick 9 had not begun"),
        (
            {"play": {"piles": {"N": ["SQ"], "E": ["+SQ"], "S": [], "W": []}}},
            "play.piles: SQ lies there twice",
        ),
        ({"play": {"piles": {"N": ["SQ", "-SQ"], "E": [], "S": [], "W": []}}}, "SQ lies there twice"),
        (
            {"play": {"deal": DEAL, "piles": {"N": [], "E": ["SA"], "S": [], "W": []}}},
            "SA lies in the pile of E, but the deal does not give it to him",
        ),
    ],
)
def test_facts_that_contradict_each_other_are_refused(row: dict[str, Any], complaint: str) -> None:
    got = answer({"id": "x", "incident": row | {"law": "67"}})
    assert got["outcome"] == "error"
    assert complaint in got["error"]["message"]


@pytest.mark.parametrize(
    ("counts", "hands"),
    [
        ([(13, 0, 0)] * 4, "right"),
        ([(14, 0, 0), (12, 0, 0), (13, 0, 0), (13, 0, 0)], "long_and_short"),
        ([(14, 0, 0), (13, 0, 0), (13, 0, 0), (13, 0, 0)], "surplus"),
        ([(12, 0, 0), (13, 0, 0), (13, 0, 0), (13, 0, 0)], "only_short"),
        ([(5, 8, 9), (4, 9, 9), (4, 9, 9), (4, 9, 9)], "wrong_piles"),
        ([(5, 9, 9), (3, 9, 9), (4, 9, 9), (4, 9, 9)], "long_and_short"),
    ],
)
def test_counting_all_four_says_which_law(counts: list[tuple[int, int, int]], hands: str) -> None:
    stated = {s: {"hand": h, "played": p, "due": d} for s, (h, p, d) in zip("NESW", counts, strict=True)}
    other = "wrong_piles" if hands != "wrong_piles" else "right"
    incident = {"law": "13", "board": {"counts": stated}}
    assert answer({"incident": incident})["outcome"] != "error"
    got = answer({"incident": incident | {"board": {"counts": stated, "hands": other}}})
    assert f"the record gives {hands!r}" in got["error"]["message"]


@pytest.mark.parametrize(
    ("change", "hands"),
    [
        ({}, "right"),
        ({"N": "AKQJ.AKQ.AKQ.AK", "W": "2.5432.5432.5432"}, "only_short"),
        ({"N": "AKQJ.AKQ.AKQ.AK", "W": "2.5432.5432.Q5432"}, "long_and_short"),
        ({"W": "A2.5432.5432.5432"}, "surplus"),
        ({"W": "2.5432.5432.543A"}, "surplus"),
    ],
)
def test_the_deal_says_which_law(change: dict[str, str], hands: str) -> None:
    play = {"deal": DEAL | change, "tricks": []}
    other = "right" if hands != "right" else "surplus"
    got = answer({"incident": {"law": "67", "play": play, "board": {"hands": other}}})
    assert f"the record gives {hands!r}" in got["error"]["message"]


@pytest.mark.parametrize(
    ("counts", "offender", "played"),
    [
        ([(5, 8, 9), (4, 9, 9), (4, 9, 9), (4, 9, 9)], "N", "too_few"),
        ([(4, 9, 9), (4, 9, 9), (3, 10, 9), (4, 9, 9)], "S", "too_many"),
        ([(4, 9, 9), (3, 10, 9), (5, 8, 9), (4, 9, 9)], None, None),  # two: which is asked
    ],
)
def test_counts_say_who_and_how(
    counts: list[tuple[int, int, int]], offender: str | None, played: str | None
) -> None:
    stated = {s: {"hand": h, "played": p, "due": d} for s, (h, p, d) in zip("NESW", counts, strict=True)}
    facts = with_evidence(read_incident({"board": {"counts": stated}})).facts
    assert facts["board.hands"] == "wrong_piles"
    assert facts.get("defect.offender") == (None if offender is None else Seat.parse(offender))
    assert facts.get("defect.played") == played


def test_counts_that_contradict_the_deal_are_refused() -> None:
    counts = {s: {"hand": h, "played": 0, "due": 0} for s, h in zip("NESW", (14, 12, 13, 13), strict=True)}
    got = answer({"incident": {"play": {"deal": DEAL, "tricks": []}, "board": {"counts": counts}}})
    assert (
        "board.hands is stated as 'right', but the record gives 'long_and_short'" in got["error"]["message"]
    )


def test_a_faced_card_is_one_of_those_laid() -> None:
    row = {"law": "67", "board": {"hands": "wrong_piles"}, "defect": {"cards": ["D8", "D3"], "faced": "DK"}}
    assert "not among the cards laid to the trick (D8, D3)" in answer({"incident": row})["error"]["message"]


def test_incidents_go_round() -> None:
    incidents = [case["incident"] for case in rows("*")] + [play(seed).incident() for seed in range(20)]
    incidents.append({"play": {"piles": {"N": ["+SA"], "E": ["-S2"], "S": ["S3"], "W": []}}})
    for row in incidents:
        read = read_incident(row)
        assert read_incident(json.loads(json.dumps(incident_row(read)))) == read


def test_every_fact_has_a_kind_and_its_words() -> None:
    for fact in FACTS:
        assert fact.kind in KINDS
        assert bool(fact.words) == (fact.kind in ("word", "yes"))


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_VALUES = st.recursive(
    _SCALARS | st.sampled_from(["W", "H8", "S", "NT", "declarer", "none", "too_few", "right", "wrong_piles"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("NESW"), inner, max_size=4),
    max_leaves=12,
)
_INCIDENTS = st.dictionaries(st.sampled_from(sorted(BY_NAME)), _VALUES, max_size=12)


@given(
    _INCIDENTS,
    st.sampled_from(["1997", "2007", "2017", None, 5]),
    st.sampled_from(["", "13", "67", "68", "70"]),
)
def test_nothing_that_is_sent_raises(facts: dict[str, Any], edition: Any, law: str) -> None:
    row: dict[str, Any] = {"law": law}
    for name, value in facts.items():
        group, key = name.split(".")
        row.setdefault(group, {})[key] = value
    assert answer({"id": 1, "edition": edition, "incident": row})["id"] == 1


def _likely(name: str) -> st.SearchStrategy[Any]:
    fact = BY_NAME[name]
    if fact.kind == "yes":
        return st.booleans()
    if fact.kind == "word":
        return st.sampled_from(fact.words)
    cards = st.sampled_from(["H8", "D3", "DQ", "SA", "C2"])
    return {
        "number": st.integers(0, 13), "trick": st.integers(1, 13),
        "seat": st.sampled_from("NESW"), "suit": st.sampled_from("SHDC"),
        "trump": st.sampled_from(["S", "NT"]), "card": cards,
        "cards": st.lists(cards, max_size=3, unique=True),
        "text": st.sampled_from(["resten är mina", "en bet", "draw trumps", "?"]),
    }.get(fact.kind, st.none())  # fmt: skip


@given(
    st.fixed_dictionaries({}, optional={name: _likely(name) for name in BY_NAME}),
    st.sampled_from(["1997", "2007", "2017"]),
)
def test_every_ruling_says_where_it_stands(facts: dict[str, Any], edition: str) -> None:
    """A ruling has a branch of its edition, or asks; what it asks is not known."""
    row: dict[str, Any] = {}
    for name, value in facts.items():
        group, key = name.split(".")
        row.setdefault(group, {})[key] = value
    got = answer({"edition": edition, "incident": row})
    if got["outcome"] == "error":
        return
    assert got["branch"] or got["ask"]
    assert all(facts.get(name) is None for name in got["ask"])
    assert got["tricks_transferred"] in (None, *range(14))


PAGE = (Path(__file__).parents[2] / "docs" / "incident.md").read_text("utf-8")


def test_the_page_is_what_the_table_of_facts_gives() -> None:
    assert table() in PAGE


@pytest.mark.parametrize("example", [part.split("```")[0] for part in PAGE.split("```text\n{")[1:]])
def test_an_incident_on_the_page_is_read_and_ruled_on(example: str) -> None:
    got = answer({"incident": json.loads("{" + example)})
    assert got["outcome"] != "error", got
    assert got["branch"] or got["ask"]


def test_cards_stated_in_another_order_are_the_same_cards() -> None:
    game = next(game for game in map(play, range(50)) if not game.faults[0].cards and len(game.winners) < 10)
    row = game.incident() | {"law": "67"}
    faults = answer({"incident": row})["trace"][0]["facts"]["faults"]
    left = sorted(
        f"{'CDHS'[suit]}{'23456789TJQKA'[rank - 2]}" for suit, rank in game.left(game.faults[0].seat)
    )
    assert len(faults) == len(game.faults)
    for cards in (left, left[::-1]):
        got = answer({"incident": row | {"defect": {"hand": cards}}})
        assert got["outcome"] != "error", got
    got = answer({"incident": row | {"defect": {"hand": left[:-1]}}})
    assert "defect.hand is stated as" in got["error"]["message"]
