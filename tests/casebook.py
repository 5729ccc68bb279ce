"""The casebook: every line of ``tests/cases/law46_cases_*.jsonl``, answered and compared.

``python -m tests.casebook sv`` prints what differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from callparser.wire import answer
from tests.corpus import CASES

#: Outcomes by which an answer says "no card was called"; the cases know only ``not_a_call``.
NO_CALL = {"not_a_call", "director", "query", "acknowledge", "current_trick", "objection"}


@dataclass(frozen=True)
class Verdict:
    """One case under one edition: what was expected and what came."""

    case: dict[str, Any]
    edition: str
    answer: dict[str, Any]

    @property
    def right(self) -> bool:
        return right(self.case, self.answer)

    @property
    def wrong_card(self) -> bool:
        return self.answer["outcome"] == "played" and self.answer["card"] != self.case["expected"]["card"]

    def __str__(self) -> str:
        want, got = self.case["expected"], self.answer
        readings = [r["card"] or r["outcome"] for r in got.get("readings", ())]
        return (
            f"{self.case['id']} {self.case['confidence']} {self.edition} {self.case['utterance']!r}: "
            f"expected {want['outcome']} {want['card'] or ''} {want['clause']}, "
            f"got {got['outcome']} {got.get('card') or ''} {got.get('clause')} {readings or ''}"
        )


def cases(lang: str) -> Iterator[dict[str, Any]]:
    with open(CASES / f"law46_cases_{lang}.jsonl", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def verdicts(lang: str) -> Iterator[Verdict]:
    """Every case under every edition that it lists."""
    for case in cases(lang):
        for edition in case["edition"]:
            yield Verdict(case, edition, answer(case | {"edition": edition}))


def right(case: dict[str, Any], got: dict[str, Any]) -> bool:
    """Outcome and card as expected; of two designations it is enough that the card is among the readings."""
    want = case["expected"]
    same = got["outcome"] == want["outcome"] or (
        want["outcome"] == "not_a_call" and got["outcome"] in NO_CALL
    )
    if same and got["card"] == want["card"]:
        return True
    two = isinstance(case["utterance"], list) or "correction" in got.get("flags", ())
    return two and want["card"] is not None and want["card"] in [r["card"] for r in got.get("readings", ())]


if __name__ == "__main__":
    import sys

    for lang in sys.argv[1:] or ["sv", "en"]:
        table: dict[str, list[int]] = {}
        for verdict in verdicts(lang):
            row = table.setdefault(verdict.case["confidence"], [0, 0, 0])
            row[0] += 1
            row[1] += verdict.right
            row[2] += verdict.wrong_card
            if not verdict.right:
                print(("WRONG CARD " if verdict.wrong_card else "") + str(verdict))
        for name, (n, ok, bad) in table.items():
            print(f"{lang} {name}: {ok} of {n} right ({ok / n:.1%}), {bad} wrong cards")
