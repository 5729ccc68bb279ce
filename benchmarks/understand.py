"""Known phrases: callparser (parse + resolve + explanation key) against hassil (recognise only).

Both are built from the same templates and answer the same phrases, interleaved in one run, on one core,
measured in CPU time. Ratios are taken round by round; the table shows their median. Single figures move
with the machine, ratios hardly.

    python -m benchmarks.understand [--lang sv] [--phrases 400] [--rounds 7]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import yaml
from hassil.intents import Intents
from hassil.recognize import recognize

from callparser.cards import Hand
from callparser.explainer import explain_key
from callparser.grammar.load import load
from callparser.grammar.sample import sentences
from callparser.grammar.tables import sources
from callparser.resolver import resolve
from callparser.table import Seat, TableState, Trick
from callparser.understand.parse import Parser
from callparser.wire import play


def hassil_intents(lang: str) -> Intents:
    """The same words and templates as hassil wants them; open templates and gestures are left out."""
    grammar = load(lang)
    with open(sources(lang)[1], encoding="utf-8") as file:
        calls = yaml.load(file, Loader=yaml.BaseLoader)
    data: dict[str, Any] = {}
    for kind, entries in calls.items():
        says = [s for e in entries for s in _says(e) if "*" not in s and "@" not in s and "{card" not in s]
        if says:
            data[kind] = {"data": [{"sentences": [s.replace(":_}", ":over}") for s in says]}]}
    lists = {
        name: {"values": [{"in": " ".join(f.words), "out": f.value} for f in forms]}
        for name, forms in grammar.classes.items()
    }
    rules = {
        name: "(" + "|".join(" ".join(f.words) for f in forms) + ")" for name, forms in grammar.groups.items()
    }
    skip = [" ".join(words) for phrases in grammar.fillers.values() for words in phrases]
    return Intents.from_dict(
        {"language": lang, "intents": data, "lists": lists, "expansion_rules": rules, "skip_words": skip}
    )


def _says(entry: Any) -> list[str]:
    say = entry["say"] if isinstance(entry, dict) else entry
    return say if isinstance(say, list) else [say]


def table() -> TableState:
    return TableState(
        Hand.parse({"S": "AQ74", "H": "K82", "D": "", "C": "T2"}), None, Seat.NORTH, Trick((play("W", "H7"),))
    )


def contenders(lang: str) -> dict[str, Callable[[str], Any]]:
    intents = hassil_intents(lang)
    state = table()
    ours, parsing = Parser(lang), Parser(lang)

    def first_time(text: str) -> Any:
        ours.forget()
        return explain_key(resolve(ours(text), state, "wbf-2017"))

    def again(text: str) -> Any:
        return explain_key(resolve(parsing(text), state, "wbf-2017"))

    return {
        "hassil recognise": lambda text: recognize(text, intents),
        "callparser, phrase not heard before": first_time,
        "callparser, phrase heard before": again,
    }


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--lang", default="sv")
    args.add_argument("--phrases", type=int, default=300)
    args.add_argument("--rounds", type=int, default=7)
    opts = args.parse_args()
    known = sorted({text for text, _ in sentences(load(opts.lang), letters=False)})
    phrases = random.Random(46).sample(known, opts.phrases)
    engines = contenders(opts.lang)
    for phrase in phrases:
        for engine in engines.values():
            engine(phrase)
    cost: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(opts.rounds):
        for name, engine in engines.items():
            start = time.process_time()
            repeats = 1 if name.startswith("hassil") else 20
            for _ in range(repeats):
                for phrase in phrases:
                    engine(phrase)
            cost[name].append((time.process_time() - start) / repeats / len(phrases) * 1e6)
    peer = cost["hassil recognise"]
    print(f"{len(known)} sampled sentences ({opts.lang}), {len(phrases)} of them, {opts.rounds} rounds")
    print(f"{'engine':<38}{'us a phrase':>12}{'times hassil':>14}")
    for name, values in cost.items():
        ratio = statistics.median(p / v for p, v in zip(peer, values, strict=True))
        print(f"{name:<38}{statistics.median(values):>12.2f}{ratio:>14.1f}")


if __name__ == "__main__":
    main()
