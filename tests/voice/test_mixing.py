"""The rule by which two opinions become one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.voice import mixing
from callparser.voice.mixing import AGREED, CLEAR, MISSING, THRESHOLD, WEIGHT, mixed, ruling

SURE = THRESHOLD + 5


def same(text: str) -> str:
    """Forms of one call count as one."""
    return {"tian": "tio", "tia": "tio"}.get(text, text)


def test_both_name_the_same_call() -> None:
    found = ruling({"tio": -0.5, "nio": -1.0}, {"tian": SURE, "nio": SURE - 1}, same)
    assert (found.kind, found.ranked) == ("agreed", (("tio", AGREED),))


def test_a_clear_winner_of_the_mixture() -> None:
    found = ruling({"tio": -0.1, "nio": -0.3}, {"nio": SURE, "tio": SURE - CLEAR - 2}, same)
    assert found.kind == "mixed"
    assert found.ranked[0][0] == "nio"
    assert 0.5 < found.ranked[0][1] <= AGREED


def test_no_clear_winner_is_a_question_about_both() -> None:
    found = ruling({"tio": -0.1, "nio": -2.0}, {"nio": SURE, "tio": SURE - 2}, same)
    assert found.kind == "asked"
    assert {text for text, _ in found.ranked} == {"tio", "nio"}
    assert sum(share for _, share in found.ranked) == pytest.approx(1)


def test_nothing_that_fits_is_no_call() -> None:
    low = THRESHOLD - 0.1
    for first, second in (({"tio": 0.0}, {"tio": low}), ({}, {"tio": SURE}), ({"tio": 0.0}, {})):
        assert ruling(first, second, same) == mixing.Ruling("no call")


def test_what_one_of_them_did_not_list_is_worse_than_its_last() -> None:
    found = mixed({"a": -1.0, "b": -3.0}, {"b": 6.0, "c": 9.0})
    assert found == pytest.approx({
        "a": 6.0 - MISSING - WEIGHT * 1.0, "b": 6.0 - WEIGHT * 3.0, "c": 9.0 - WEIGHT * (3.0 + MISSING),
    })  # fmt: skip


SCORES = st.dictionaries(
    st.sampled_from(["tio", "tia", "tian", "nio", "ess"]), st.floats(-50, 50), max_size=5
)


@given(SCORES, SCORES)
def test_any_scores_have_one_ruling(first: dict[str, float], second: dict[str, float]) -> None:
    found = ruling(first, second, same)
    texts = [text for text, _ in found.ranked]
    assert found == ruling(dict(reversed(first.items())), dict(reversed(second.items())), same)
    assert set(texts) <= {*first, *second}
    assert len({same(text) for text in texts}) == len(texts)
    assert all(0 < share <= 1 for _, share in found.ranked)
    assert len(texts) == {"agreed": 1, "mixed": 1, "no call": 0}.get(found.kind, len(texts))
    if found.kind == "asked":
        best = {same(max(sorted(opinion), key=lambda t: opinion[t])) for opinion in (first, second)}
        assert best <= {same(text) for text in texts} or len(texts) >= 2
