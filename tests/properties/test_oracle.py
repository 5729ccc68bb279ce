"""The perft of Law 46: every call in every position of a small world, against the oracle."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests import oracle
from tests.small_world import EDITIONS, INTENTS, engine_answer, said, situations, state_of

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "law46_counts.txt"
COLUMNS = {"played": 8, "pips": 8, "choose": 8, "void": 8, "defender_designates": 21, "ask": 8, "listed": 8}
HEADER = """\
# The perft of Law 46. Every call of tests/small_world.py in every position of its small world:
# {situations} situations x {intents} calls x {editions} editions. Each line counts the outcomes of one
# kind of call under one edition; pips is what the cards played add up to (ace 14), listed how many
# cards the answers choose, void and defender_designates offer together.
# A change here is a change of rulings: read why before you accept it.
# Written by the oracle (tests/oracle.py) and held against the engine. To write it anew:
#     CALLPARSER_REGENERATE=1 pytest tests/properties/test_oracle.py
"""


def count(counts: Counter, kind: str, edition: str, answer) -> None:
    outcome, card, listed = answer
    counts[kind, edition, outcome] += 1
    counts[kind, edition, "listed"] += len(listed)
    if card:
        counts[kind, edition, "pips"] += oracle.RANKS.index(card[1]) + 2


@pytest.fixture(scope="module")
def census():
    """Counts of both sides, every disagreement, and the calls that the editions answer differently."""
    ours: Counter = Counter()
    theirs: Counter = Counter()
    wrong = []
    divided = []
    calls = [(intent, said(intent)) for intent in INTENTS]
    total = 0
    for situation in situations():
        total += 1
        state = state_of(situation)
        for intent, call in calls:
            answers = []
            for edition in EDITIONS:
                want = oracle.answer(intent, situation, edition)
                got = engine_answer(call, state, edition)
                count(ours, intent["kind"], edition, want)
                count(theirs, intent["kind"], edition, got)
                answers.append(got)
                if want != got:
                    wrong.append((intent, edition, situation, want, got))
            if len(set(answers)) > 1:
                divided.append((intent, situation, answers))
    return total, ours, theirs, wrong, divided


def table(total: int, counts: Counter) -> str:
    rows = [HEADER.format(situations=total, intents=len(INTENTS), editions=len(EDITIONS))]
    rows.append(
        f"{'kind':<12}{'edition':<10}" + "".join(f"{name:>{width}}" for name, width in COLUMNS.items()) + "\n"
    )
    for kind in dict.fromkeys(intent["kind"] for intent in INTENTS):
        for edition in EDITIONS:
            cells = "".join(f"{counts[kind, edition, name]:>{width}}" for name, width in COLUMNS.items())
            rows.append(f"{kind:<12}{edition:<10}{cells}\n")
    return "".join(rows)


def test_every_position_agrees_with_the_oracle(census):
    _, _, _, wrong, _ = census
    shown = "\n".join(
        f"{intent} {edition} {situation}\n    oracle {want}\n    engine {got}"
        for intent, edition, situation, want, got in wrong[:5]
    )
    assert not wrong, f"{len(wrong)} disagreements, by kind {Counter(w[0]['kind'] for w in wrong)}\n{shown}"


def test_the_counts_are_pinned(census):
    total, ours, theirs, _, _ = census
    if os.environ.get("CALLPARSER_REGENERATE"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(table(total, ours), encoding="utf-8")
    assert table(total, theirs) == GOLDEN.read_text(encoding="utf-8")


def test_only_the_1997_proviso_divides_the_editions(census):
    """``law46.md`` 2: what changes the card in this world is "high" in fourth hand, in the suit led."""
    *_, divided = census
    assert divided
    for intent, situation, (answer_1997, answer_2007, answer_2017) in divided:
        assert "high" in str(intent)
        assert len(situation["trick"]) == 3
        assert answer_2007 == answer_2017 != answer_1997


def test_every_kind_of_call_is_tried():
    assert {intent["kind"] for intent in INTENTS} == set(oracle.READERS)
