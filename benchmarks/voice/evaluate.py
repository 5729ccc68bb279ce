"""How well the whole path hears: held-out voices, noises, rooms and lines; other talk; peers; what it costs.

    python -m benchmarks.voice.evaluate SHARDS --talk FOLDER --out DIR [--most 20] [--quick] [--model NAME]

``SHARDS`` holds recordings of calls (see :mod:`benchmarks.voice.calls`), ``FOLDER`` those that
``python -m benchmarks.voice.talk`` makes. ``DIR`` gets

* ``report.md``, ``report.json``, ``report.svg``: tables, the same as data, and a picture;
* ``mistakes.tsv``: every wrong card, and everything that was taken for a call;
* ``hearings.jsonl``: a line for each hearing. The same command goes on where it was stopped, unless the
  model or callparser has changed in the meantime: then it begins anew.

All chance is seeded, and no answer depends on how busy the machine is (but the costs do). Peers that are
not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.voice import picture, tally
from benchmarks.voice.calls import said
from benchmarks.voice.cost import Cost, measured
from benchmarks.voice.ears import Ear, Plain, Restricted, Sphinx, Whole
from benchmarks.voice.notes import Notes, state
from benchmarks.voice.sounds import CLEAN, CONDITIONS
from benchmarks.voice.tally import ABSENT, Row
from benchmarks.voice.tasks import Call, Task, absent_tasks, call_tasks, chosen, other_tasks
from callparser.designation import Ambiguous, Designation, Understood, is_play
from callparser.errors import CallparserError
from callparser.outcome import Played, Resolution
from callparser.session.reply import SURE_HEARD
from callparser.wire import Situation, resolve_said

NOISY: Final = "white noise, 10 dB"
SOME: Final = (CLEAN.name, NOISY, "babble, 10 dB", "living room, 0.5 s, +0 dB", "telephone")
#: Under which conditions each hears calls. pocketsphinx takes seconds for one.
HEARD: Final[dict[type[Any], tuple[str, ...]]] = {
    Whole: tuple(condition.name for condition in CONDITIONS),
    Plain: SOME,
    Restricted: (CLEAN.name,),
    Sphinx: (CLEAN.name, NOISY),
}
QUICK_MOST: Final = 5
QUICK_TALK: Final = 10
LEGEND: Final = f"""\
Each call is given to a table at which its words play a card. *Right*, *wrong*: the card that would be played.
*Wrong, unasked*: so sure (at least {SURE_HEARD}) that it would stand without a "yes". *Asked*: a question
between cards or meanings. *Again*: no call was heard, or none that plays. *"Yes" wanted*: right and wrong
cards that are proposed and wait for a "yes". *Sentence*, *intent*: the very words, or their meaning, were
heard. Brackets: 95 % intervals (Wilson). Where the card called is not in dummy, right is to say so (46B4),
and any card is wrong. What is no call counts as taken for one when a card, a suit or a way to play was
heard, at whatever table. All voices are synthetic and none was trained on; nothing here says how people are
heard."""


def hear(ear: Ear, task: Task) -> Row:
    """One hearing as a row of :mod:`benchmarks.voice.tally`. A recogniser that fails has heard nothing."""
    before = ear.cpu_s()
    meant: Understood | None = None
    try:
        meant, heard = ear.hear(task.sound, task.lang, task.at)
    except CallparserError as err:
        heard = f"failed: {err}"
    confidence = meant.confidence if isinstance(meant, Designation) else 0.0
    row = blank(ear.name, task) | {
        "heard": heard, "confidence": confidence, "sure": confidence >= SURE_HEARD,
        "cpu_s": round(ear.cpu_s() - before, 3), "sound_s": round(task.sound.duration_s, 3),
    }  # fmt: skip
    if task.at is None or task.wanted is None:
        return row | {"verdict": talk_verdict(meant)}
    words = said(task.clip.text, task.clip.lang)
    return row | {
        "verdict": verdict(meant, task.wanted, task.at), "sentence": heard == task.clip.text,
        "intent": getattr(meant, "intent", None) == getattr(words, "intent", ""),
    }  # fmt: skip


def blank(system: str, task: Task) -> Row:
    clip = task.clip
    return {"system": system, "condition": task.condition, "lang": task.lang, "kind": clip.kind,
            "family": clip.family, "voice": clip.voice, "text": clip.text}  # fmt: skip


def verdict(meant: Understood | None, wanted: Resolution, at: Situation) -> str:
    """What came of a call: right, wrong, asked or again."""
    if meant is None:
        return "again"
    found = resolve_said([meant], at)
    if isinstance(found, Played):
        return "right" if isinstance(wanted, Played) and found.card == wanted.card else "wrong"
    if found.outcome in ("ask", "choose"):
        return "asked"
    return "right" if found.outcome == wanted.outcome else "again"


def talk_verdict(meant: Understood | None) -> str:
    """What came of what is no call: played, asked or nothing."""
    if isinstance(meant, Designation) and is_play(meant.intent):
        return "played"
    return "asked" if isinstance(meant, Ambiguous) else "nothing"


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("shards", type=Path, help="recordings of calls")
    args.add_argument("--talk", type=Path, help="recordings of what is no call")
    args.add_argument("--out", type=Path, required=True, help="where the report goes")
    args.add_argument("--most", type=int, default=20, help="calls of each family and language (default 20)")
    args.add_argument("--quick", action="store_true", help="few of everything, and without pocketsphinx")
    args.add_argument("--model", help="name or directory")
    opts = args.parse_args()
    calls = chosen(opts.shards, QUICK_MOST if opts.quick else opts.most)
    if not calls:
        args.error(f"{opts.shards}: found no calls, expected <name>.npy with <name>.jsonl beside it")
    opts.out.mkdir(parents=True, exist_ok=True)
    listening = state(opts.model)
    notes = Notes(opts.out / "hearings.jsonl", listening)
    for ear in ears(opts.model, opts.quick):
        for name, tasks in work(ear, calls, opts.talk, opts.quick):
            cell(ear, name, tasks, notes)
        ear.close()
    notes.close()
    print("costs", flush=True)
    costs = [*measured(opts.model, [call.clip for call in calls]), *slowest(notes.rows)]
    write(opts.out, notes.rows, costs, listening | {"calls": len(calls)})


def ears(model: str | None, quick: bool) -> Iterator[Ear]:
    for kind in HEARD:
        if quick and kind is Sphinx:
            continue
        try:
            yield kind(model)
        except ImportError as err:
            print(f"{kind.name} is left out: {err}", file=sys.stderr)


def work(
    ear: Ear, calls: Sequence[Call], talk: Path | None, quick: bool
) -> Iterator[tuple[str, Iterator[Task]]]:
    """Names and tasks of what an ear hears."""
    names = [name for name in HEARD[type(ear)] if not quick or name in SOME]
    for lang in ear.languages:
        for condition in CONDITIONS:
            if condition.name in names:
                yield f"{lang}, {condition.name}", call_tasks(calls, condition, lang)
        if not isinstance(ear, Sphinx):
            yield f"{lang}, {ABSENT}", absent_tasks(calls, lang)
        if not isinstance(ear, (Sphinx, Restricted)):
            yield f"{lang}, no call", other_tasks(talk, calls, lang, QUICK_TALK if quick else None)


def cell(ear: Ear, name: str, tasks: Iterable[Task], notes: Notes) -> None:
    """Hear what was not heard yet, and print what came of it."""
    found: dict[str, Counter[str]] = {}
    for task in tasks:
        if not notes.has(blank(ear.name, task)):
            row = hear(ear, task)
            notes.add(row)
            found.setdefault(task.clip.kind, Counter())[row["verdict"]] += 1
    for kind, counts in found.items():
        told = ", ".join(f"{count} {what}" for what, count in counts.most_common())
        print(f"{ear.name}: {name}, {kind}: {told}", flush=True)


def slowest(rows: Sequence[Row]) -> list[Cost]:
    ours = [row for row in rows if row["system"] == tally.OURS]
    calls = [row["cpu_s"] for row in ours if row["kind"] == tally.CALL]
    other = [row["cpu_s"] for row in ours if row["kind"] != tally.CALL]
    found = [("slowest call", calls), ("slowest of what is no call", other)]
    return [Cost(what, max(spent), "CPU s") for what, spent in found if spent]


def write(out: Path, rows: Sequence[Row], costs: Sequence[Cost], about: dict[str, Any]) -> None:
    text = f"Model {about['model']}, {about['calls']} calls."
    data = tally.data(rows, costs, about)
    (out / "report.md").write_text(tally.report(rows, costs, f"{text}\n\n{LEGEND}"), "utf-8")
    (out / "report.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (out / "report.svg").write_text(picture.drawn(tally.tables(rows)), "utf-8")
    (out / "mistakes.tsv").write_text(tally.mistakes(rows), "utf-8")
    print(f"{out}: report.md, report.json, report.svg, mistakes.tsv")


if __name__ == "__main__":
    main()
