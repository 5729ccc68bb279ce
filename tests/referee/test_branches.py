"""Every branch of the law is there, is reached, has words and a link."""

from __future__ import annotations

from typing import Any

import pytest

from callparser.law.branch import BRANCH_OUTCOMES, branches, parts, referee_rules
from callparser.law.edition import EDITIONS, LANGUAGES
from callparser.referee.rule import answer
from callparser.referee.words import referee_words
from tests.referee.casebook import FOLDER, rows, verdicts

IDS = [
    name
    for line in (FOLDER / "branches.txt").read_text().splitlines()
    if line[0] != "#"
    for name in line.split()
]
SENTENCES = list(rows("sentences"))

#: Reached by arithmetic, not as steps: who wins a trick.
COMPUTED = {"44E", "44F"}


def _walked(row: dict[str, Any], edition: str) -> set[str]:
    got = answer({"edition": edition, "incident": row["incident"]})
    assert got["outcome"] != "error", got
    return {step["branch"] for step in got["trace"]}


def test_the_law_and_the_program_have_the_same_branches() -> None:
    assert sorted(IDS) == sorted(branches())


def test_every_branch_that_leaves_no_judgement_is_reached() -> None:
    reached = {step["branch"] for one in verdicts() for step in one.answer["trace"]}
    for row in SENTENCES:
        for edition in row["edition"]:
            reached |= _walked(row, edition)
    ruled = {name for name, branch in branches().items() if branch.by == "rule"}
    assert ruled - reached == COMPUTED


@pytest.mark.parametrize("row", SENTENCES, ids=lambda row: row["id"])
def test_every_sentence_leads_to_its_branches(row: dict[str, Any]) -> None:
    for edition in row["edition"]:
        assert set(row["reaches"]) <= _walked(row, edition), edition


@pytest.mark.parametrize("name", IDS)
def test_a_branch_has_a_citation_words_and_a_link(name: str) -> None:
    branch = branches()[name]
    assert branch.cites
    assert branch.outcome in BRANCH_OUTCOMES
    assert set(branch.text) == set(LANGUAGES)
    for edition, cite in branch.cites.items():
        assert referee_rules(edition).url(cite).startswith("https://")


def test_every_leaf_of_an_edition_is_a_branch_of_it() -> None:
    for edition in EDITIONS:
        for name in referee_rules(edition).leaves.values():
            assert edition in branches()[name].cites, (edition, name)


@pytest.mark.parametrize(
    ("edition", "citation", "verified"),
    [
        ("sbf-1997", "67B1a", True),
        ("sbf-1997", "67B2, 50", False),
        ("sbf-1997", "6D1", False),
        ("sbf-1997", "69A", False),
        ("wbf-2007", "67A2, 45E", False),
        ("wbf-2007", "50B", True),
        ("wbf-2007", "50E", False),
        ("wbf-2017", "13A2, 12C1b", False),
        ("wbf-2017", "12C2", True),
        ("wbf-2017", "62A", False),
    ],
)
def test_what_was_not_read_on_a_page_says_so(edition: str, citation: str, verified: bool) -> None:
    assert referee_rules(edition).is_verified(citation) is verified


def test_every_outcome_has_words_in_both_languages() -> None:
    for lang in LANGUAGES:
        assert set(referee_words(lang).outcomes) == {*BRANCH_OUTCOMES, "ask"}


def test_a_citation_names_laws() -> None:
    for branch in branches().values():
        for cite in branch.cites.values():
            assert all(part[:1].isdigit() for part in parts(cite)), cite


@pytest.mark.parametrize(
    ("incident", "needs"),
    [
        (
            {"law": "71", "claim": {"in_correction_period": True, "already_won": False}},
            "claim.no_normal_play_loses",
        ),
        (
            {"law": "13", "board": {"hands": "long_and_short", "stage": "play", "wrong_hand_called": True}},
            "board.correctable",
        ),
    ],
)
def test_where_a_judgement_is_needed_next_the_director_decides(incident: dict[str, Any], needs: str) -> None:
    got = answer({"incident": incident})
    assert got["outcome"] == "director"
    assert got["ask"][0] == needs


@pytest.mark.parametrize(
    ("edition", "ends"), [("1997", "68D-void-97"), ("2007", "68D-evid-07"), ("2017", "68D2b-17")]
)
@pytest.mark.parametrize("reply", [None, "none", "agreed", "doubted"])
def test_where_all_four_agreed_to_play_on_there_is_no_claim_any_more(
    edition: str, ends: str, reply: str | None
) -> None:
    """68D2b, 2017 alone: nothing is asked and nothing contested after it."""
    said = {
        "speaker": "declarer", "kind": "claim", "tricks_left": 5, "wins": 5, "line": "stated", "reply": reply,
        "played_on": "all_four_agreed",
    }  # fmt: skip
    got = answer({"edition": edition, "incident": {"law": "68", "said": said}})
    walked = [step["branch"] for step in got["trace"]]
    assert ends in walked
    assert (got["branch"] == "68D2b-17") == (edition == "2017")
    if edition == "2017":
        assert (walked[-1], got["ask"]) == ("68D2b-17", [])


@pytest.mark.parametrize("law", ["69", "70"])
def test_a_claim_that_is_void_is_not_contested_under_another_law(law: str) -> None:
    incident = {"law": law, "claim": {"objected_in_time": True}, "said": {"played_on": "all_four_agreed"}}
    for edition, branch in (("2007", "70D3"), ("2017", "68D2b-17")):
        assert answer({"edition": edition, "incident": incident})["branch"] == branch, edition


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("incident", "not_asked"),
    [
        ({"law": "13", "board": {"stage": "before_calls"}}, "board.wrong_hand_called"),
        ({"law": "13", "board": {"stage": "play"}}, "board.wrong_hand_called"),
        ({"law": "70", "claim": {"words_known": True}, "play": {"trump": "NT"}}, "claim.trump_out"),
        (
            {"law": "67", "board": {"hands": "only_short", "missing_card": "among_played"},
             "defect": {"role": "declarer"}},
            "defect.played",
        ),
    ],
)  # fmt: skip
def test_what_follows_from_other_facts_is_not_asked(
    incident: dict[str, Any], not_asked: str, edition: str
) -> None:
    """13: whoever plays has called; 70C: no trump is out at notrump; 14B1 is two cards in one trick."""
    row = {"board": {"hands": "long_and_short"}} | incident
    row["board"] = {"hands": "long_and_short"} | row["board"]
    ask = answer({"edition": edition, "incident": row})["ask"]
    assert ask
    assert not_asked not in ask


@pytest.mark.parametrize("one", list(verdicts()), ids=lambda one: f"{one.case['id']}-{one.edition}")
def test_no_judgement_is_made_by_the_program(one: Any) -> None:
    """Every judged fact that a ruling rests on is one that the incident states."""
    stated = {
        f"{group}.{key}" for group, facts in one.case["incident"].items() if group != "law" for key in facts
    }
    assert set(one.answer["judgement"]) <= stated
