"""Misspelled calls: callparser against hassil, and against rapidfuzz over all expanded phrases.

Phrases are drawn from the grammar's templates so that every meaning (each of the 52 cards, the ranks,
"low", "ruff it high" ...) comes as often as any other, and misspelled by one or two slips: a key beside the
right one, a letter left out, doubled or swapped with the next, lost diacritics, words run together. Letters
slip in words of four letters or more; ``--shortest 3`` lets them slip in "dam" and "ten" too, of which a
slip leaves little. A digit or a card code has nothing by which a slip could be seen. The seeds are fixed.

*right* is the meaning of the phrase as it was; *wrong card* is a call that names another suit, rank or
level, or another call where none is named; the rest are questions, "not understood" or talk.

    python -m benchmarks.typos [--lang sv en] [--phrases 1000] [--peers 200] [--shortest 4]
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable

from hassil.recognize import recognize
from rapidfuzz import process
from rapidfuzz.distance import OSA

from benchmarks.understand import hassil_intents
from callparser.designation import (
    Designation,
    Exclude,
    High,
    Intent,
    Level,
    Low,
    Ruff,
    SuitOnly,
    SuitRef,
    is_play,
)  # fmt: skip
from callparser.grammar.load import load
from callparser.grammar.normalise import fold
from callparser.grammar.sample import sentences, template_sentences
from callparser.grammar.tables import table
from callparser.understand.parse import parser

Judge = Callable[[str], Intent | None]


class Slips:
    """The ways to misspell a phrase; each gives it misspelled, or ``None`` where it cannot be."""

    def __init__(self, keyboard: Iterable[str], shortest: int, seed: int) -> None:
        self._random = random.Random(seed)
        self._shortest = shortest
        self._beside = {
            letter: row[max(0, i - 1) : i] + row[i + 1 : i + 2]
            for row in keyboard
            for i, letter in enumerate(row)
        }

    def slip(self, phrase: str) -> str:
        """The phrase with one slip, of a kind drawn by chance."""
        kinds = [self.key_beside, self.left_out, self.doubled, self.swapped, self.plain, self.run_together]
        self._random.shuffle(kinds)
        return next((wrong for kind in kinds if (wrong := kind(phrase)) not in (None, phrase)), phrase)

    def key_beside(self, phrase: str) -> str | None:
        at = self._letter(phrase)
        beside = self._beside.get(phrase[at], "") if at is not None else ""
        return phrase[:at] + self._random.choice(beside) + phrase[at + 1 :] if beside else None

    def left_out(self, phrase: str) -> str | None:
        at = self._letter(phrase)
        return None if at is None else phrase[:at] + phrase[at + 1 :]

    def doubled(self, phrase: str) -> str | None:
        at = self._letter(phrase)
        return None if at is None else phrase[:at] + phrase[at] + phrase[at:]

    def swapped(self, phrase: str) -> str | None:
        at = self._letter(phrase)
        if at is None or phrase[at + 1 : at + 2] in ("", " "):
            return None
        return phrase[:at] + phrase[at + 1] + phrase[at] + phrase[at + 2 :]

    def plain(self, phrase: str) -> str | None:
        return fold(phrase)

    def run_together(self, phrase: str) -> str | None:
        spaces = [i for i, letter in enumerate(phrase) if letter == " "]
        if not spaces:
            return None
        at = self._random.choice(spaces)
        return phrase[:at] + phrase[at + 1 :]

    def _letter(self, phrase: str) -> int | None:
        places: list[int] = []
        at = 0
        for word in phrase.split(" "):
            if len(word) >= self._shortest and word.isalpha():
                places += range(at, at + len(word))
            at += len(word) + 1
        return self._random.choice(places) if places else None


def drawn(lang: str, count: int, seed: int) -> list[str]:
    """Phrases in usual words that are understood as they were sampled, every meaning as often as another."""
    chance = random.Random(seed)
    read = parser(lang)
    rare = frozenset(table(lang)["spelling"]["foreign"])
    meanings: dict[Intent, list[str]] = {}
    for rows in template_sentences(load(lang), letters=False):
        for text, intent in rows:
            if is_play(intent) and rare.isdisjoint(text.split()):
                meanings.setdefault(intent, []).append(text)
    every = list(meanings.items())
    found: dict[str, None] = {}
    while len(found) < count:
        intent, texts = chance.choice(every)
        text = chance.choice(texts)
        said = read(text, fallback=False)
        if isinstance(said, Designation) and said.intent == intent and not said.repairs:
            found[text] = None
    return list(found)


def verdict(meant: Intent, got: Intent | None) -> str:
    if got == meant:
        return "right"
    return "wrong card" if is_wrong_card(meant, got) else "asked"


def is_wrong_card(meant: Intent, got: Intent | None) -> bool:
    """Might another card be played than was called? A trump on a trick is the same by either name."""
    if got is None or not is_play(got) or _as_suit(got) == _as_suit(meant):
        return False
    if isinstance(got, Exclude) or isinstance(meant, Exclude):
        return True
    named, taken = ([getattr(one, name, None) for name in ("suit", "rank", "level")] for one in (meant, got))
    return named != taken or not any(named)  # "discard the ten" and "the ten" are one card


def _as_suit(intent: Intent) -> Intent:
    match intent:
        case Ruff(None, None, _):
            return SuitOnly(SuitRef.TRUMP)
        case Ruff(Level.LOW, None, _):
            return Low(SuitRef.TRUMP)
        case Ruff(Level.HIGH | Level.HIGHEST, None, _):
            return High(SuitRef.TRUMP)
    return intent


def ours(lang: str, fallback: bool = False) -> Judge:
    read = parser(lang)

    def judge(text: str) -> Intent | None:
        said = read(text, fallback=fallback)
        return said.intent if isinstance(said, Designation) else None

    return judge


def hassil(lang: str) -> Judge:
    """hassil on the same templates. It gives a kind and slots; what it takes for a kind is read by us."""
    intents = hassil_intents(lang)
    judge = ours(lang)

    def read(text: str) -> Intent | None:
        return judge(text) if recognize(text, intents) is not None else None

    return read


def nearest(lang: str) -> Judge:
    """rapidfuzz: the nearest of all expanded phrases, at most two slips (OSA) away."""
    known = dict(sentences(load(lang)))
    texts = list(known)

    def read(text: str) -> Intent | None:
        found = process.extractOne(text, texts, scorer=OSA.distance, score_cutoff=2)
        return None if found is None else known[found[0]]

    return read


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--lang", nargs="*", default=["sv", "en"])
    args.add_argument("--phrases", type=int, default=1000)
    args.add_argument(
        "--peers", type=int, default=200, help="so many of the phrases go to the peers (0: none)"
    )
    args.add_argument(
        "--shortest", type=int, default=4, help="letters slip in words of so many letters or more"
    )
    args.add_argument("--show", action="store_true", help="print what callparser does not get right")
    opts = args.parse_args()
    print(f"{'':<26}{'slips':>6}{'phrases':>9}{'right':>9}{'wrong card':>12}{'asked':>9}")
    for lang in opts.lang:
        phrases = drawn(lang, opts.phrases, 46)
        engines = {"callparser": (ours(lang), opts.phrases)}
        if opts.peers:
            engines |= {
                "hassil": (hassil(lang), opts.peers),
                "rapidfuzz extractOne": (nearest(lang), opts.peers),
            }
        for slips in (1, 2):
            pen = Slips(load(lang).slips.keyboard, opts.shortest, 1997 + slips)
            rows = [(phrase, _misspelled(pen, phrase, slips)) for phrase in phrases]
            for name, (judge, count) in engines.items():
                report(f"{name} ({lang})", slips, judge, rows[:count], opts.show and name == "callparser")


def _misspelled(pen: Slips, phrase: str, slips: int) -> str:
    for _ in range(slips):
        phrase = pen.slip(phrase)
    return phrase


def report(name: str, slips: int, judge: Judge, rows: list[tuple[str, str]], show: bool) -> None:
    meaning = ours(name[-3:-1])
    count: Counter[str] = Counter()
    for phrase, wrong in rows:
        meant, got = meaning(phrase), judge(wrong)
        assert meant is not None
        said = verdict(meant, got)
        count[said] += 1
        if show and said != "right":
            print(f"  {said:10} {phrase!r} -> {wrong!r}: {got}")
    shares = (f"{100 * count[one] / len(rows):.1f} %" for one in ("right", "wrong card", "asked"))
    print(f"{name:<26}{slips:>6}{len(rows):>9}" + "{:>9}{:>12}{:>9}".format(*shares))


if __name__ == "__main__":
    main()
