"""Disputed calls: the time line, what it tells, what it never tells."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callparser.law.branch import branches, referee_rules
from callparser.law.edition import EDITIONS, load_edition
from callparser.referee.facts import BY_NAME
from callparser.referee.rule import answer
from tests.referee.casebook import rows

CASES = list(rows("calls"))
#: Each rests on what declarer meant, or whether he stopped to think: the facts that must be stated for it.
VERDICTS = {
    "45C4b": [{"call.change"}],
    "45C4b-names": [{"call.change"}],
    "45C4b-mind": [{"call.change"}],
    "45C4b-pause": [{"call.change", "call.pause"}],
    "45C4a-whole": [{"call.one_call"}],
    "46B0": [{"call.other_meant"}, {"call.intention"}],
}
TABLE = {"declarer": "S", "trump": "NT"}
DUMMY = "9.AK6.A53.7"


def _answered(call: dict[str, Any], edition: str = "2017", **play: Any) -> dict[str, Any]:
    return answer({"edition": edition, "incident": {"law": "call", "play": TABLE | play, "call": call}})


# --- the casebook ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cards_outcome_and_questions_are_as_expected(case: dict[str, Any]) -> None:
    want = case["expected"]
    for edition in case["edition"]:
        got = answer({"edition": edition, "incident": case["incident"]})
        assert got["branch"] == want["branch"], (edition, got)
        assert got["outcome"] == want.get("outcome", got["outcome"])
        assert not got["ask"] or want["branch"] is None
        assert got["ask"] == (want.get("ask") or got["ask"])
        for name, cards in want.get("facts", {}).items():
            assert list(got["facts"][name]) == cards, (edition, name)


def test_every_branch_is_in_a_case() -> None:
    walked = {
        step["branch"]
        for case in CASES
        for edition in case["edition"]
        for step in answer({"edition": edition, "incident": case["incident"]})["trace"]
    }
    own = {
        name
        for name in branches()
        if name.startswith(("45C", "45D", "46", "55-", "85-", "44C-", "R-call", "16-w", "68-call"))
    }
    assert own <= walked


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_window_is_that_of_the_edition(edition: str) -> None:
    params = referee_rules(edition).params
    window = load_edition(edition).rules.change_window
    assert params["change_window"] == window
    assert (params["change_without_pause"] == "true") == (window != "until_declarer_next_plays")


# --- the time line ---------------------------------------------------------------------------------------

EVENTS = [
    {"seat": "W", "card": "H4", "t": "23:59:58.0"},
    {"said": "kungen", "t": "23:59:59.1", "until": "23:59:59.6"},
    {"card": "HK"},
    {"seat": "E", "card": "C2", "t": "00:00:00.5"},
    {"seat": "N", "said": "vilket?"},
    {"said": "nej, esset", "t": "00:00:01.1", "heard": ["nej ess"]},
]


def test_the_words_with_their_clock_and_the_table_at_each_moment() -> None:
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": EVENTS})
    lines = got["timeline"]
    assert [one["t"] for one in lines] == [
        "23:59:58.000", "23:59:59.100", None, "00:00:00.500", None, "00:00:01.100",
    ]  # fmt: skip
    assert [one["gap_s"] for one in lines] == [None, 1.1, None, 0.9, None, 0.6]
    assert [len(one["trick"]) for one in lines] == [0, 1, 1, 2, 3, 3]
    assert [one["turn"] for one in lines] == [None, "N", "N", "E", "S", "S"]
    assert [one["marks"] for one in lines] == [[], [], ["takes_lead"], ["shows_out"], [], []]
    assert [call["card"] for one in lines for call in one.get("calls", ())] == ["HK", "HA"]
    assert "calls" not in lines[4]  # dummy's words call nothing
    assert lines[5]["dummy"] == "S:9 H:A6 D:A53 C:7"
    assert lines[5]["heard"] == ["nej ess"]
    assert got["facts"]["gap_s"] == "1.5"
    assert list(got["facts"]["between"]) == ["N HK", "E C2"]
    assert list(got["facts"]["new"]) == ["E C2 shows_out"]


@pytest.mark.parametrize(
    ("between", "branch"),
    [
        ([], {"1997": "45C4b", "2007": "45C4b", "2017": "45C4b"}),
        (["E H9"], {"1997": "45C4b", "2007": "45C4b", "2017": "45C4b"}),
        (["E H9", "S H2"], {"1997": "45C4b", "2007": "45C4b-late-07", "2017": "45C4b-late"}),
    ],
)
def test_what_each_edition_s_window_says(between: list[str], branch: dict[str, str]) -> None:
    laid = [dict(zip(("seat", "card"), one.split(), strict=True)) for one in between]
    events = [{"seat": "W", "card": "H4"}, {"said": "kungen"}, {"card": "HK"}, *laid, {"said": "nej, esset"}]
    call = {"lang": "sv", "dummy": DUMMY, "events": events, "change": "slip", "pause": False}
    for edition, name in branch.items():
        assert _answered(call, edition)["branch"] == name


def test_fourth_hand_and_the_next_lead_part_the_editions() -> None:
    """Dummy wins in fourth hand and has led on: 2017 closes, 2007 waits for declarer's own hand."""
    events = [
        {"seat": "E", "card": "H4"}, {"seat": "S", "card": "H2"}, {"seat": "W", "card": "H5"},
        {"said": "kungen"}, {"card": "HK"}, {"said": "ruter"}, {"card": "D3"},
        {"said": "nej, hjärter ess menade jag"},
    ]  # fmt: skip
    call = {"lang": "sv", "dummy": DUMMY, "events": events, "change": "slip", "pause": False}
    assert _answered(call, "2017")["branch"] == "45C4b-late"
    assert _answered(call, "2007")["branch"] == "45C4b"


def test_a_call_for_the_next_trick_is_no_change() -> None:
    events = [
        {"seat": "E", "card": "H4"}, {"seat": "S", "card": "H2"}, {"seat": "W", "card": "H5"},
        {"said": "kungen"}, {"card": "HK"}, {"said": "ruter"}, {"card": "D3"},
    ]  # fmt: skip
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": events, "other_meant": False})
    assert got["branch"] == "46B3b"
    assert list(got["facts"]["called"]) == ["HK"]


def test_what_is_not_listed_is_asked_about_unless_the_events_are_complete() -> None:
    call = {"lang": "sv", "dummy": DUMMY, "events": [{"said": "hjärter ess"}, {"said": "nej, hjärter kung"}]}
    assert _answered(call)["ask"][0] == "call.declarer_played"
    assert _answered(call | {"complete": True})["ask"][0] == "call.change"
    call["events"].insert(0, {"seat": "W", "card": "H4"})
    assert _answered(call)["ask"][0] == "call.change"
    assert _answered(call | {"complete": False})["ask"][0] == "call.declarer_played"


def test_words_that_nobody_understood_are_no_silence() -> None:
    call = {"lang": "sv", "dummy": DUMMY, "events": [{"seat": "W", "card": "H4"}, {"said": "xyzzy blorp"}]}
    got = _answered(call | {"about": "meaning"})
    assert got["branch"] is None
    assert got["ask"][0] == "call.named"


@pytest.mark.parametrize(
    ("events", "rewind"),
    [
        ("W H4|said hjärter ess|N HK|E H9|S H2", ["S H2 if_rho", "E H9 may", "N HK must"]),
        ("W H4|said hjärter ess|N HK", ["N HK must"]),
        (
            "W H4|said hjärter ess|N HK|E H9|S H2|N D3",
            ["N D3 silent", "S H2 if_rho", "E H9 may", "N HK must"],
        ),
    ],
)
def test_the_cards_to_take_up_last_first(events: str, rewind: list[str]) -> None:
    parts = [one.split(" ", 1) for one in events.split("|")]
    made = [{"said": text} if who == "said" else {"seat": who, "card": text} for who, text in parts]
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": made})
    assert got["branch"] == "45D1"
    assert list(got["facts"]["rewind"]) == rewind


def test_words_after_the_trick_are_no_change_of_a_call_in_it() -> None:
    """Declarer has won and speaks of his own lead."""
    events = [
        {"seat": "W", "card": "H4"}, {"said": "lågt"}, {"card": "H6"}, {"seat": "E", "card": "H7"},
        {"seat": "S", "card": "H9"}, {"said": "ruter"},
    ]  # fmt: skip
    for play in ({}, {"trump": None}):
        got = _answered({"lang": "sv", "dummy": DUMMY, "events": events, "other_meant": False}, **play)
        assert got["branch"] in ("46B1c", None), play
        assert "45C4" not in [step["branch"] for step in got["trace"]]


def test_the_next_call_closes_the_window_before_its_card_lies_there() -> None:
    events = [
        {"seat": "E", "card": "H4"}, {"seat": "S", "card": "H2"}, {"seat": "W", "card": "H5"},
        {"said": "kungen"}, {"card": "HK"}, {"said": "ruter"}, {"said": "nej, hjärter ess menade jag"},
    ]  # fmt: skip
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": events, "change": "slip"})
    assert got["branch"] == "45C4b-late"


def test_a_card_that_a_disputed_reading_calls_is_not_taken_back() -> None:
    last = {"won_by": "N", "won_with": "HA"}
    call = {"lang": "sv", "dummy": "84.Q3.K62.Q4", "last_trick": last}
    for card, branch in (("S4", "46B-unclear"), ("H3", "46B-unclear")):
        got = _answered(call | {"events": [{"said": "lågt"}, {"card": card}]})
        assert got["branch"] == branch
        assert "rewind" not in got["facts"]


@pytest.mark.parametrize(
    ("said", "branch", "called"),
    [
        (["hjärter dam", "hjärter knekt"], "46B4", None),
        (["hjärter dam", "hjärter knekt", "hjärter kung"], "46B4-again", ["HK"]),
        (["hjärter dam", "hjärter kung", "nej, hjärter ess"], "45C4b-mind", ["HK"]),
    ],
)
def test_void_calls_give_way_however_many(said: list[str], branch: str, called: list[str] | None) -> None:
    events = [{"seat": "W", "card": "H4"}, *({"said": words} for words in said)]
    findings = {"change": "reconsidered", "other_meant": False}
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": events} | findings)
    assert got["branch"] == branch
    assert called is None or list(got["facts"]["called"]) == called


def test_talk_before_the_call_is_for_no_turn() -> None:
    """Dummy is on lead to the next trick: a remark made in the trick before does not decide which it is."""
    events = [
        {"seat": "E", "card": "H4"}, {"seat": "S", "card": "H2"}, {"seat": "W", "card": "H5"},
        {"said": "tack"}, {"card": "HK"}, {"said": "ruter"},
    ]  # fmt: skip
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": events, "other_meant": False})
    assert got["branch"] == "46B2"
    assert list(got["facts"]["called"]) == ["D3"]


def test_two_halves_that_the_director_puts_together() -> None:
    events = [{"seat": "W", "card": "H4"}, {"said": "hjärter"}, {"said": "kungen"}]
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": events, "one_call": True})
    assert got["branch"] == "45C4a-whole"
    assert list(got["facts"]["called"]) == ["HK"]
    assert "call.one_call" in got["judgement"]


def test_what_directors_dispute_is_laid_before_them() -> None:
    last = {"won_by": "N", "won_with": "HA"}
    events = [{"said": "lågt"}]
    got = _answered({"lang": "sv", "dummy": "84.Q3.K62.Q4", "last_trick": last, "events": events})
    assert got["branch"] == "46B-unclear"
    assert got["outcome"] == "director"
    assert got["facts"]["readings"][0] == "46B1c H3"


def test_a_card_taken_back_no_longer_lies_there() -> None:
    events = [
        {"seat": "W", "card": "H4"},
        {"said": "hjärter ess"},
        {"card": "HK"},
        {"back": "HK"},
        {"card": "HA"},
    ]
    got = _answered({"lang": "sv", "dummy": DUMMY, "events": events})
    assert got["branch"] == "46A"


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        ({"events": [{"seat": "N", "card": "S2"}]}, "N lays S2, which dummy does not hold"),
        ({"events": [{"seat": "W", "card": "HK"}]}, "W lays HK, which dummy holds"),
        ({"events": [{"seat": "W", "card": "H4"}, {"seat": "E", "card": "H4"}]}, "H4 is laid twice"),
        ({"events": [{"seat": "W", "back": "H4"}]}, "W takes back H4, which he has not laid"),
        (
            {"events": [{"said": "kungen"}], "intention": "HQ"},
            "call.intention is HQ, which dummy does not hold",
        ),
        ({"events": [{"said": "spader"}], "named": "high"}, "call.named is stated as 'high', but the record"),
        ({"events": 3}, "call.events is a number; expected a list"),
        ({"events": [3]}, "entry 1 is a number; expected an object"),
        ({"events": [{}]}, "entry 1 has 0 of said, card, shows, back; expected one"),
        ({"events": [{"said": "x", "card": "H2"}]}, "entry 1 has 2 of"),
        ({"events": [{"said": "x", "where": 1}]}, "unknown key 'where'"),
        ({"events": [{"said": "x", "t": "25:00:00"}]}, "t is '25:00:00'; expected seconds, or a clock"),
        ({"events": [{"said": "x", "t": 3}, {"said": "y", "t": 2}]}, "entry 2 is earlier"),
        ({"events": [{"said": "x", "t": 3, "until": 2}]}, "'until' that is not after its 't'"),
        ({"events": [{"said": "x" * 501}]}, "at most 500 characters"),
        ({"events": [{"said": "x"}] * 61}, "61 entries; at most 60"),
        ({"events": [{"card": "X9"}]}, "call.events"),
    ],
)
def test_what_is_wrong_is_named(call: dict[str, Any], complaint: str) -> None:
    got = _answered({"lang": "sv", "dummy": DUMMY} | call)
    assert got["outcome"] == "error", got
    assert complaint in got["error"]["message"]


# --- properties ------------------------------------------------------------------------------------------

_WORDS = st.sampled_from([
    "kungen", "hjärter", "nej, esset", "lågt", "spader två", "vänta", "ja", "resten är mina", "xyzzy",
    "ruter",
    "hjärter kung", "spela vad som helst", "jag menade ruter", "högt", "",
])  # fmt: skip
_CARDS = st.sampled_from(["H4", "HK", "HA", "H6", "S9", "D3", "C7", "C2", "H9", "S2"])
_SEATS = st.sampled_from(["N", "E", "S", "W", None])
_EVENT = st.one_of(
    st.fixed_dictionaries({"said": _WORDS, "seat": _SEATS}, optional={"t": st.integers(0, 9)}),
    st.fixed_dictionaries({"card": _CARDS, "seat": _SEATS}),
    st.fixed_dictionaries({"shows": _CARDS, "seat": _SEATS}),
    st.fixed_dictionaries({"back": _CARDS, "seat": _SEATS}),
)
_CALL = st.fixed_dictionaries(
    {},
    optional={
        "events": st.lists(_EVENT, max_size=7), "dummy": st.just(DUMMY), "complete": st.booleans(),
        **{name.split(".")[1]: st.sampled_from(fact.words if fact.kind == "word" else (True, False))
           for name, fact in BY_NAME.items()
           if name.startswith("call.") and fact.words and name not in ("call.lang", "call.complete")},
    },
)  # fmt: skip


@settings(max_examples=300)
@given(_CALL, st.sampled_from(["1997", "2007", "2017"]), st.booleans())
def test_nothing_but_a_stated_fact_gives_a_verdict_on_intention(call: Any, edition: str, table: bool) -> None:
    got = answer(
        {"edition": edition, "incident": {"law": "call", "play": TABLE if table else {}, "call": call}}
    )
    if got["outcome"] == "error":
        return
    for step in got["trace"]:
        if step["branch"] in VERDICTS:
            stated = {f"call.{key}" for key in call}
            assert any(facts <= stated for facts in VERDICTS[step["branch"]]), (step, call)
    assert set(got["judgement"]) <= {f"call.{key}" for key in call}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_without_the_director_s_findings_there_is_no_verdict(case: dict[str, Any], edition: str) -> None:
    incident = json.loads(json.dumps(case["incident"]))
    for name, fact in BY_NAME.items():
        if fact.judged and name.startswith("call."):
            incident["call"].pop(name.split(".")[1], None)
    got = answer({"edition": edition, "incident": incident})
    assert not VERDICTS.keys() & {step["branch"] for step in got["trace"]}
    assert got["judgement"] == []


def _deal(rng: random.Random) -> dict[str, Any]:
    """Everybody sees dummy and the two cards on the table; who holds the rest is dealt anew."""
    told = {"N": "S9 HA HK H6 DA D5 D3 C7 S2 S3 S4 D2 C3", "E": "H9", "S": "", "W": "H4"}
    shown = {seat: cards.split() for seat, cards in told.items()}
    pack = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    rest = [card for card in pack if not any(card in cards for cards in shown.values())]
    rng.shuffle(rest)
    hands = {}
    for seat in "NESW":
        cards = shown[seat] + [rest.pop() for _ in range(13 - len(shown[seat]))]
        hands[seat] = ".".join("".join(card[1] for card in cards if card[0] == suit) for suit in "SHDC")
    return hands


def test_hidden_cards_change_nothing() -> None:
    rng = random.Random(46)
    tricks = [[{"seat": "W", "cards": ["H4"]}]]
    events = [
        {"seat": "W", "card": "H4"}, {"said": "högt", "t": 1}, {"card": "HK"}, {"seat": "E", "card": "H9"},
        {"said": "nej, lågt", "t": 3},
    ]  # fmt: skip
    call = {"lang": "sv", "trick": 1, "events": events}
    answers = [_answered(call, "2017", deal=_deal(rng), tricks=tricks) for _ in range(20)]
    assert answers[0]["outcome"] == "director"
    assert answers[0]["timeline"]
    assert all(one == answers[0] for one in answers)


def test_the_record_gives_dummy_and_the_trick() -> None:
    deal = _deal(random.Random(1))
    tricks = [[{"seat": "W", "cards": ["H4"]}, {"seat": "N", "cards": ["HK"]}]]
    got = _answered({"lang": "sv", "trick": 1, "events": [{"said": "hjärter"}]}, deal=deal, tricks=tricks)
    assert list(got["facts"]["called"]) == ["H6"]
    assert [one.get("card") for one in got["timeline"]] == ["H4", None]
    got = _answered({"trick": 3, "events": []}, deal=deal, tricks=tricks)
    assert "call.trick is 3, but play.tricks has only 1" in got["error"]["message"]
    got = _answered({"trick": 1, "dummy": DUMMY}, deal=deal, tricks=tricks)
    assert "call.dummy is stated as" in got["error"]["message"]
    got = _answered({"trick": 1, "events": [{"seat": "E", "card": "S9"}]}, deal=deal, tricks=tricks)
    assert "the deal does not give it to him" in got["error"]["message"]
