"""The casebook (``tests/cases``): real and constructed calls with the outcome that the Laws give.

High confidence must hold in all but the argued exceptions; a wrong card is worse than any other fault.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.casebook import verdicts
from tests.corpus import CASES

ENOUGH = {"high": 0.98, "medium": 0.93}
WRONG_CARDS = {"high": 0.0, "medium": 0.01}


def argued() -> set[str]:
    """The case ids that ``exceptions.md`` argues, from the first column of its tables."""
    return set(re.findall(r"^\| (\S+) \|", (CASES / "exceptions.md").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_the_casebook_holds(lang: str) -> None:
    count: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong_card: Counter[str] = Counter()
    for verdict in verdicts(lang):
        confidence = verdict.case["confidence"]
        count[confidence] += 1
        right[confidence] += verdict.right
        wrong_card[confidence] += verdict.wrong_card
    for confidence, share in ENOUGH.items():
        assert right[confidence] >= share * count[confidence]
        assert wrong_card[confidence] <= WRONG_CARDS[confidence] * count[confidence]


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_every_exception_is_argued(lang: str) -> None:
    exceptions = {v.case["id"] for v in verdicts(lang) if not v.right}
    assert exceptions == argued() & {v.case["id"] for v in verdicts(lang)}
