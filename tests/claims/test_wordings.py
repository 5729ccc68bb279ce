"""Claims as people word and type them (``wordings.tsv``, ours), and what each must be understood as.

Six tricks are left and five are won. ``claimed``: how many of the six; ``-``: the words do not say, or
contradict themselves, and it is asked. ``unread``: a part that is no step; the claim is never good by it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from callparser.claims.words import understood
from tests.claims.steps import steps_of
from tests.claims.test_words import TABLE

ROWS = [
    tuple(row.split("\t"))
    for row in Path(__file__).with_name("wordings.tsv").read_text("utf-8").splitlines()[1:]
]


def read(lang: str, words: str) -> tuple[str, str, str, str]:
    """What the program makes of it, in the columns of the table."""
    said = understood(words, lang, TABLE)
    if not said.is_claim:
        return "no claim", "", "", ""
    claimed = said.claimed(6, 5)
    return (
        "-" if claimed is None else str(claimed),
        ", ".join(steps_of(said)),
        said.trumps,
        "unread" if said.unread else "",
    )


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_the_wording(row: tuple[str, ...]) -> None:
    lang, words, *meant = row
    assert read(lang, words) == tuple(meant)


def test_there_are_enough_of_them() -> None:
    for lang in ("sv", "en"):
        assert sum(row[0] == lang for row in ROWS) >= 60
