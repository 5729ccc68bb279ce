"""What many hearings come to: counts by voice, language and condition, as tables and as data.

A hearing is a row: system, condition, lang (of the listener), family, voice, kind, text, heard, verdict,
sure, cpu_s; of a call also sentence and intent: whether its words and its meaning were heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.voice.calls import interval

Row = dict[str, Any]

OURS: Final = "callparser"
CALL: Final = "call"
CLEAN: Final = "clean"
ABSENT: Final = "card not in dummy"
#: What may come of a call; of anything else: played, asked or nothing.
VERDICTS: Final = ("right", "wrong", "asked", "again")


@dataclass(frozen=True, slots=True)
class Cell:
    """The hearings behind one line of a table."""

    rows: tuple[Row, ...]

    @property
    def n(self) -> int:
        return len(self.rows)

    def count(self, *verdicts: str, sure: bool | None = None) -> int:
        return sum(row["verdict"] in verdicts and sure in (None, row["sure"]) for row in self.rows)

    def having(self, what: str) -> int:
        return sum(bool(row.get(what)) for row in self.rows)

    def counts(self) -> dict[str, int]:
        """As data. ``silent``: wrong cards that wait for no "yes"; ``proposed``: cards that wait for one."""
        return {
            "n": self.n, "sentence": self.having("sentence"), "intent": self.having("intent"),
            **{verdict: self.count(verdict) for verdict in VERDICTS},
            "silent": self.count("wrong", sure=True), "proposed": self.count("right", "wrong", sure=False),
        }  # fmt: skip

    def talk_counts(self) -> dict[str, int]:
        return {"n": self.n, "silent": self.count("played", sure=True),
                "proposed": self.count("played", sure=False), "asked": self.count("asked")}  # fmt: skip


Cells = dict[tuple[str, ...], Cell]


def grouped(rows: Iterable[Row], *keys: str) -> Cells:
    """Cells by the values of some keys, in the order in which they were first met."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(str(row[key]) for key in keys), []).append(row)
    return {name: Cell(tuple(some)) for name, some in found.items()}


def tables(rows: Sequence[Row]) -> dict[str, Cells]:
    """Every table of the report by its name."""
    spoken = [row for row in rows if row["kind"] == CALL and row["condition"] != ABSENT]
    ours = [row for row in spoken if row["system"] == OURS]
    clean = [row for row in ours if row["condition"] == CLEAN]
    other = [row for row in rows if row["kind"] != CALL]
    return {
        "language": grouped(clean, "lang"),
        "voices": grouped(clean, "lang", "family"),
        "conditions": grouped(ours, "lang", "condition"),
        "conditions and voices": grouped(ours, "lang", "condition", "family"),
        "systems": grouped(by_condition(shared(spoken)), "lang", "condition", "system"),
        "absent": grouped((row for row in rows if row["condition"] == ABSENT), "lang", "system"),
        "talk": grouped(other, "kind", "lang", "system"),
    }


def shared(rows: Sequence[Row]) -> list[Row]:
    """Hearings of the recordings that all systems have heard, where there are several for a condition."""
    heard: dict[tuple[str, str], dict[str, set[tuple[str, str, str]]]] = {}
    for row in rows:
        systems = heard.setdefault((row["lang"], row["condition"]), {})
        systems.setdefault(row["system"], set()).add(_clip(row))
    found = []
    for row in rows:
        systems = heard[row["lang"], row["condition"]]
        if len(systems) > 1 and all(_clip(row) in clips for clips in systems.values()):
            found.append(row)
    return found


def by_condition(rows: Sequence[Row]) -> list[Row]:
    """Systems beside one another: the conditions in the order in which they were first met."""
    order = list(dict.fromkeys((row["lang"], row["condition"]) for row in rows))
    return sorted(rows, key=lambda row: order.index((row["lang"], row["condition"])))


def _clip(row: Row) -> tuple[str, str, str]:
    return row["family"], row["voice"], row["text"]


def data(rows: Sequence[Row], costs: Sequence[Any], about: dict[str, Any]) -> dict[str, Any]:
    """The report as JSON."""
    return {
        "about": about,
        "tables": {
            name: [
                {"of": list(key), **(cell.talk_counts() if name == "talk" else cell.counts())}
                for key, cell in cells.items()
            ]
            for name, cells in tables(rows).items()
        },
        "cost": [cost._asdict() for cost in costs],
    }


def share(count: int, n: int) -> str:
    return f"{100 * count / n:.1f} %"


def ranged(count: int, n: int) -> str:
    return f"{share(count, n)} ({interval(count, n)})"


def call_table(cells: Cells, *names: str) -> str:
    head = (*names, "n", "right card", "wrong card", "wrong, unasked", "asked", "again", "\"yes\" wanted",
            "sentence", "intent")  # fmt: skip
    return markdown(head, [(*key, *_call_line(cell.counts())) for key, cell in cells.items()])


def _call_line(found: dict[str, int]) -> tuple[str, ...]:
    n = found["n"]
    plain = (share(found[what], n) for what in ("asked", "again", "proposed", "sentence", "intent"))
    return str(n), ranged(found["right"], n), ranged(found["wrong"], n), str(found["silent"]), *plain


def talk_table(cells: Cells) -> str:
    head = ("what", "listening for", "system", "n", "taken for a call", 'of these without "yes"', "asked")
    lines = []
    for key, cell in cells.items():
        found = cell.talk_counts()
        taken = found["silent"] + found["proposed"]
        lines.append((*key, str(found["n"]), ranged(taken, found["n"]), str(found["silent"]),
                      share(found["asked"], found["n"])))  # fmt: skip
    return markdown(head, lines)


def markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in (head, ["---"] * len(head), *lines))


def report(rows: Sequence[Row], costs: Sequence[Any], about: str) -> str:
    found = tables(rows)
    parts = {
        "Calls, clean": call_table(found["language"], "language"),
        "Calls by family of voices, clean": call_table(found["voices"], "language", "voices"),
        "Calls by condition, all voices": call_table(found["conditions"], "language", "condition"),
        "Beside others, on the same recordings": call_table(
            found["systems"], "language", "condition", "system"
        ),
        "Calls for a card that is not in dummy": call_table(found["absent"], "language", "system"),
        "What is no call": talk_table(found["talk"]),
    }
    if costs:
        parts["Cost"] = markdown(("", "measured", "wanted"), [cost.line() for cost in costs])
    text = "".join(f"\n## {title}\n\n{table}" for title, table in parts.items() if table.count("\n") > 2)
    return f"# How well it hears\n\n{about}\n{text}"


def mistakes(rows: Iterable[Row]) -> str:
    """Wrong cards, and what was taken for a call, as tab-separated lines under a head."""
    keys = ("system", "condition", "kind", "lang", "family", "text", "heard", "confidence", "sure")
    wrong = (row for row in rows if row["verdict"] in ("wrong", "played"))
    return "".join("\t".join(line) + "\n" for line in (keys, *([str(row[k]) for k in keys] for row in wrong)))
