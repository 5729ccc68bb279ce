"""The cases of ``tests/cases/referee/`` (``law*``, ``revokes``, ``calls``), answered and compared.

``python -m tests.referee.casebook`` prints what differs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from callparser.referee.rule import answer
from tests.corpus import CASES

FOLDER = CASES / "referee"
#: The files of cases; what else lies there is no case.
FILES = ("law*", "revokes", "calls")


@dataclass(frozen=True)
class Verdict:
    """One case under one edition: what was expected and what came."""

    case: dict[str, Any]
    edition: str
    answer: dict[str, Any]

    @property
    def right(self) -> bool:
        """The branch, or the one that follows it where the facts go on; and the tricks, if given."""
        want, got = self.case["expected"], self.answer
        walked = [step["branch"] for step in got.get("trace", ())]
        branch = got.get("branch") == want["branch"]
        branch = branch or (got.get("branch") == want.get("then") and want["branch"] in walked)
        tricks = want["tricks_transferred"]
        return branch and tricks in (None, got["tricks_transferred"])


def rows(name: str) -> Iterator[dict[str, Any]]:
    """The lines of the files of that name."""
    for path in sorted(FOLDER.glob(f"{name}.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


def cases() -> Iterator[dict[str, Any]]:
    """All cases."""
    for name in FILES:
        yield from rows(name)


def verdicts() -> Iterator[Verdict]:
    """Every case under every edition that it lists."""
    for case in cases():
        for edition in case["edition"]:
            request = {"id": case["id"], "edition": edition, "incident": case["incident"]}
            yield Verdict(case, edition, answer(request))


if __name__ == "__main__":
    count: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for one in verdicts():
        count[one.case["confidence"]] += 1
        right[one.case["confidence"]] += one.right
        if not one.right:
            want, got = one.case["expected"], one.answer
            print(one.case["id"], one.edition, want, got["branch"], got["tricks_transferred"], got["ask"])
    for level in count:
        print(f"{level}: {right[level]} of {count[level]}")
