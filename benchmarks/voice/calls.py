"""Spoken calls to cards, by voices that no model was trained on: right card, wrong card, asked, not heard.

Every recording of a call is given to a table at which its words would play a card, so that two ways to call
one card count as one, in the votes of the hearings too. What would be different if these were votes for
meanings is printed last. The tables are drawn by a fixed seed. Recordings of other talk count as false
accepts when a card would be played. A family of voices is a synthesiser; intervals are Wilson's, 95 %.

    python -m benchmarks.voice.calls SHARDS [--model NAME|DIR] [--second-opinion DIR|NAME] [--lang en]

``SHARDS`` is a folder of ``<name>.npy`` (16-bit samples, 16 kHz, one recording after another) with
``<name>.jsonl`` beside it (family, voice, lang, kind, text, start, samples), as
``training.acoustic.render`` makes them.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from callparser.cards import Card
from callparser.cli.recogniser import SECOND_HELP, SecondOpinions
from callparser.designation import Designation, Understood, is_play
from callparser.outcome import Played, effect
from callparser.understand import parse
from callparser.voice.audio import Audio
from callparser.voice.engine import Heard
from callparser.voice.engines import open_engine
from callparser.voice.hearing import Hearing
from callparser.voice.meaning import Outcome, intent_of, meaning
from callparser.voice.models import find
from callparser.wire import Situation, resolve_said, situation

RATE_HZ = 16_000
#: What is heard must not depend on what else the machine does.
PATIENCE_S = 60.0
VERDICTS = ("right", "wrong", "asked", "not heard")


@dataclass(frozen=True, slots=True)
class Clip:
    """One recording, and what was said in it. ``kind``: call, loose (words in any order) or other."""

    family: str
    voice: str
    lang: str
    kind: str
    text: str
    samples: array[int]


def clips(folder: Path) -> Iterator[Clip]:
    for index in sorted(folder.glob("*.jsonl")):
        sound = np.load(index.with_suffix(".npy"), mmap_mode="r")
        for line in index.read_text("utf-8").splitlines():
            row = json.loads(line)
            part = sound[row["start"] : row["start"] + row["samples"]]
            yield Clip(
                row["family"],
                row["voice"],
                row["lang"],
                row["kind"],
                row["text"],
                array("h", part.tobytes()),
            )


def said(text: str, lang: str) -> Understood:
    return parse(text, lang, fallback=False)


def table_for(text: str, lang: str) -> Situation | None:
    """A table at which these words play a card: drawn by chance, the same every time."""
    chance = random.Random(text)
    meant = said(text, lang)
    for _ in range(200):
        found = situation(_drawn(chance, lang))
        if isinstance(resolve_said([meant], found), Played):
            return found
    return None


def _drawn(chance: random.Random, lang: str) -> dict[str, object]:
    cards = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
    chance.shuffle(cards)
    dummy = cards[: chance.choice((5, 9, 13))]
    suits = {suit: "".join(card[1] for card in dummy if card[0] == suit) for suit in "SHDC"}
    trick = [] if chance.random() < 0.5 else [{"seat": "W", "card": cards[-1]}]
    return {"utterance": "", "lang": lang, "trump": chance.choice(["S", "H", "D", "C", "NT"]),
            "dummy": suits, "dummy_seat": "N", "trick": trick,
            "last_trick": {"won_by": "N", "won_with": cards[-5], "led": cards[-5]}}  # fmt: skip


def card(words: Understood, at: Situation) -> Card | None:
    found = resolve_said([words], at)
    return found.card if isinstance(found, Played) else None


def meant_by(heard: Heard, lang: str, at: Situation | None = None) -> Understood:
    """What the hearings mean: votes are for cards at a table, for meanings without one."""
    return meaning(heard, lambda text: said(text, lang), outcome_at(at))


def outcome_at(at: Situation | None) -> Outcome:
    """What a hearing is a vote for."""
    if at is None:
        return intent_of
    return lambda one: effect(resolve_said([one], at), one.intent)


def verdict(clip: Clip, at: Situation, heard: Understood) -> str:
    played = card(heard, at)
    if played is not None:
        return "right" if played == card(said(clip.text, clip.lang), at) else "wrong"
    return "asked" if not isinstance(heard, Designation) and getattr(heard, "readings", ()) else "not heard"


def interval(count: int, n: int) -> str:
    """Wilson's interval, 95 %, in percent."""
    if not n:
        return ""
    z, p = 1.96, count / n
    middle, half = p + z * z / (2 * n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    low, high = (abs(100 * (middle + sign * half) / (1 + z * z / n)) for sign in (-1, 1))
    return f"{low:.0f}-{high:.0f}"


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("shards", type=Path)
    args.add_argument("--model", help="by name or directory, of any engine (default: dummycall-sv-en)",
                      default="dummycall-sv-en")  # fmt: skip
    args.add_argument("--lang", default="sv+en", help="one, or several with + between (default %(default)s)")
    args.add_argument("--second-opinion", metavar="DIR|NAME", help=SECOND_HELP)
    args.add_argument("--most", type=int, default=60, help="recordings of each family and language; 0: all")
    args.add_argument("--show", action="store_true", help="print what was not right")
    opts = args.parse_args()
    counts: dict[tuple[str, str], Counter[str]] = {}
    talk: Counter[bool] = Counter()
    taken: Counter[tuple[str, str, bool]] = Counter()
    changed: Counter[tuple[str, str]] = Counter()
    seconds: list[float] = []
    speech_s = 0.0
    with ExitStack() as stack:
        engine = stack.enter_context(open_engine(opts.model, opts.lang))
        others = SecondOpinions(opts.second_opinion, find(opts.model), stack) if opts.second_opinion else None
        hearing = {lang: Hearing(engine, lang) for lang in opts.lang.split("+")}
        for clip in clips(opts.shards):
            if clip.lang not in hearing:
                continue
            is_call = clip.kind == "call"
            taken[clip.lang, clip.family, is_call] += 1
            at = table_for(clip.text, clip.lang) if is_call else None
            if (opts.most and taken[clip.lang, clip.family, is_call] > opts.most) or (is_call and at is None):
                continue
            start = time.perf_counter()
            heard = hearing[clip.lang].hear(clip.samples, RATE_HZ, timeout_s=PATIENCE_S)
            if others:
                sound, parsed = Audio(clip.samples, RATE_HZ), partial(said, lang=clip.lang)
                second = others.of(clip.lang)
                heard = second.reconsider(sound, heard, parsed, outcome_at(at), timeout_s=PATIENCE_S).heard
            meant = meant_by(heard, clip.lang, at)
            seconds.append(time.perf_counter() - start)
            speech_s += len(clip.samples) / RATE_HZ
            if at is None:
                played = isinstance(meant, Designation) and is_play(meant.intent)
                talk[played] += 1
                if opts.show and played:
                    print(f"talk {clip.lang} {clip.family}: {clip.text!r}, heard {heard.text!r}")
                continue
            found = verdict(clip, at, meant)
            changed[verdict(clip, at, meant_by(heard, clip.lang)), found] += 1
            counts.setdefault((clip.lang, clip.family), Counter())[found] += 1
            if opts.show and found != "right":
                print(f"{found:<9} {clip.lang} {clip.family}: {clip.text!r}, heard {heard.text!r}")
    report(counts)
    for (before, after), count in sorted(changed.items()):
        if before != after:
            print(f"{count} {before} by votes for meanings, {after} by votes for cards")
    if talk:
        print(f"talk: {talk[True]} of {sum(talk.values())} recordings would play a card")
    print(f"{statistics.median(seconds):.3f} s a call (median), {sum(seconds) / speech_s:.3f} of the speech")


def report(counts: dict[tuple[str, str], Counter[str]]) -> None:
    print(f"{'':<14}{'n':>5}" + "".join(f"{name:>22}" for name in VERDICTS))
    rows = {" ".join(key): count for key, count in sorted(counts.items(), reverse=True)}
    for lang in sorted({lang for lang, _ in counts}, reverse=True):
        rows[f"{lang} all"] = sum(
            (count for (one, _), count in counts.items() if one == lang), Counter[str]()
        )
    for name, count in rows.items():
        n = count.total()
        cells = (f"{100 * count[one] / n:.1f} % ({interval(count[one], n)})" if n else "" for one in VERDICTS)
        print(f"{name:<14}{n:>5}" + "".join(f"{cell:>22}" for cell in cells))


if __name__ == "__main__":
    main()
