"""The table of facts in ``docs/incident.md``: ``python -m tests.referee.page`` writes it anew."""

from __future__ import annotations

import re
from pathlib import Path

from callparser.referee.facts import FACTS, Fact
from callparser.referee.words import referee_words

PAGE = Path(__file__).parents[2] / "docs" / "incident.md"


def table() -> str:
    """All facts, a line each, in the order of the schema."""
    lines = ["| fact | value | what |", "|---|---|---|", *(_line(fact) for fact in FACTS)]
    return "\n".join(lines) + "\n"


def _line(fact: Fact) -> str:
    value = fact.kind
    if fact.kind == "word":
        value = ", ".join(f"`{word}`" for word in fact.words)
    what = fact.about or referee_words("en").questions[fact.name]
    mark = " *(judged)*" if fact.judged else " *(told)*" if fact.told else ""
    return f"| `{fact.name}` | {value} | {what}{mark} |"


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    PAGE.write_text(re.sub(r"\| fact \|(.*\n)+?\n", lambda _: table() + "\n", text), "utf-8")
