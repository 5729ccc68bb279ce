"""Text to intent: callparser against hassil, spaCy's PhraseMatcher and rapidfuzz, in one interleaved run.

*known* phrases are sampled sentences of the grammar; *one slip* and *two slips* are those misspelled (see
``typos``); *rubbish* is letters by chance. The mix has 80 % known, 12 % and 5 % misspelled, 3 % rubbish.
rapidfuzz looks for the nearest of all sampled sentences (OSA, at most two slips); PhraseMatcher holds them
all. CPU time; ratios are taken round by round, the table shows medians. Every engine reads the phrases once
before it is timed; callparser then forgets all it heard ("heard again": it does not). Its fallback is off.

    python -m benchmarks.throughput [--lang sv] [--phrases 200] [--rounds 7]
"""

from __future__ import annotations

import argparse
import random
import statistics
import string
import time
from collections.abc import Callable
from typing import Any

import spacy
from hassil.recognize import recognize
from rapidfuzz import process
from rapidfuzz.distance import OSA
from spacy.matcher import PhraseMatcher

from benchmarks.typos import Slips, drawn
from benchmarks.understand import hassil_intents
from callparser.grammar.load import load
from callparser.grammar.sample import sentences
from callparser.understand.parse import Parser

Engine = Callable[[str], Any]


def classes(lang: str, count: int) -> dict[str, list[str]]:
    chance = random.Random(46)
    phrases = drawn(lang, count, 46)
    pen = Slips(load(lang).slips.keyboard, 4, 46)
    once = [pen.slip(phrase) for phrase in phrases]
    letters = string.ascii_lowercase + "     "
    rubbish = ["".join(chance.choices(letters, k=chance.randint(5, 25))).strip() for _ in phrases]
    found = {
        "known": phrases,
        "one slip": once,
        "two slips": [pen.slip(text) for text in once],
        "rubbish": rubbish,
    }
    shares = (("known", 80), ("one slip", 12), ("two slips", 5), ("rubbish", 3))
    found["mix"] = [
        text for name, share in shares for text in chance.sample(found[name], k=share * count // 100)
    ]
    return found


def engines(lang: str, ours: Parser) -> dict[str, Engine]:
    known = sorted({text for text, _ in sentences(load(lang))})
    again = Parser(lang)
    nlp = spacy.blank("xx")
    matcher = PhraseMatcher(nlp.vocab)
    matcher.add("call", list(nlp.pipe(known)))
    intents = hassil_intents(lang)
    return {
        "callparser": lambda text: ours(text, fallback=False),
        "heard again": lambda text: again(text, fallback=False),
        "hassil": lambda text: recognize(text, intents),
        "PhraseMatcher": lambda text: matcher(nlp.make_doc(text)),
        "rapidfuzz": lambda text: process.extractOne(text, known, scorer=OSA.distance, score_cutoff=2),
    }


#: Engines that take milliseconds answer fewer phrases a round.
FEW = {"hassil": 10, "rapidfuzz": 10}


def cost_us(engine: Engine, texts: list[str]) -> float:
    start = time.process_time()
    for text in texts:
        engine(text)
    return (time.process_time() - start) / len(texts) * 1e6


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--lang", default="sv")
    args.add_argument("--phrases", type=int, default=200)
    args.add_argument("--rounds", type=int, default=7)
    opts = args.parse_args()
    ours = Parser(opts.lang)
    contenders = engines(opts.lang, ours)
    texts = classes(opts.lang, opts.phrases)
    for some in texts.values():
        cost_us(contenders["callparser"], some)  # what is read from disk is read before
    cost: dict[tuple[str, str], list[float]] = {}
    for _ in range(opts.rounds):
        for kind in texts:
            for name, engine in contenders.items():
                if name == "PhraseMatcher" and kind != "known":
                    continue  # it knows no misspellings
                some = texts[kind][:: FEW.get(name, 1) if kind != "mix" else 4]
                cost_us(engine, some)  # the peer that ran before has emptied the processor's caches
                ours.forget()
                cost.setdefault((kind, name), []).append(cost_us(engine, some))
    print(
        f"{opts.lang}: {opts.phrases} phrases a class, {opts.rounds} rounds; "
        "us a phrase, and callparser's part of it"
    )
    print(f"{'':<12}" + "".join(f"{name:>24}" for name in contenders))
    for kind in texts:
        cells = []
        for name in contenders:
            values = cost.get((kind, name))
            if values is None:
                cells.append(f"{'':>24}")
                continue
            ratio = statistics.median(a / b for a, b in zip(cost[kind, "callparser"], values, strict=True))
            cells.append(f"{statistics.median(values):>14.1f} {ratio:>9.5f}")
        print(f"{kind:<12}" + "".join(cells))


if __name__ == "__main__":
    main()
