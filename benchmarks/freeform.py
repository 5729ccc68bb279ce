"""Free-form calls, with and without the statistical fallback.

Reads phrases that nobody fitted anything to (language, intent, phrase; tab separated) and talk that is no
call (language, group, text), and prints what is understood.

*right* is the intent with all its slots; *wrong card* names another suit or rank than was meant; *other call*
is another way to play ("low" for "duck").

    python -m benchmarks.freeform [FILE.tsv ...] [--show]
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from callparser.designation import Designation, is_play
from callparser.intentform import intent_out
from callparser.understand import parse

ROOT = Path(__file__).parents[1]
DEFAULT = [ROOT / "tests" / "cases" / "paraphrases.tsv", ROOT / "training" / "understand" / "heldout.tsv"]
TALK = ROOT / "tests" / "cases" / "negatives_wide.tsv"

Phrase = tuple[str, dict[str, object], str]


def phrases(path: Path) -> Iterator[Phrase]:
    with open(path, encoding="utf-8", newline="") as file:
        for lang, intent, text in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if lang != "lang":
                yield lang, json.loads(intent), text


def verdict(phrase: Phrase, guess: bool) -> str:
    lang, wanted, text = phrase
    said = parse(text, lang, fallback=guess)
    if not isinstance(said, Designation):
        return "not understood"
    got = intent_out(said.intent)
    if all(got.get(name) == value for name, value in wanted.items()):
        return "right"
    if any(name in got and name in wanted and got[name] != wanted[name] for name in ("suit", "rank")):
        return "wrong card"
    return "other call" if is_play(said.intent) else "other talk"


def taken_for_a_call() -> tuple[int, int, int]:
    """Lines of talk that play a card; that the fallback would ask about as a call; and how many there are."""
    played = asked = lines = 0
    for row in TALK.read_text("utf-8").splitlines():
        if row.startswith("#"):
            continue
        lang, _, text = row.split("\t")
        said = parse(text, lang)
        lines += 1
        if isinstance(said, Designation) and is_play(said.intent):
            asked += said.guessed
            played += not said.guessed
    return played, asked, lines


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("files", nargs="*", type=Path, default=DEFAULT)
    args.add_argument("--show", action="store_true", help="print what the fallback got wrong")
    opts = args.parse_args()
    names = ("right", "wrong card", "other call", "other talk", "not understood")
    print(f"{'':<22}{'fallback':>9}{'phrases':>8}" + "".join(f"{name:>16}" for name in names))
    for path in opts.files:
        rows = list(phrases(path))
        for lang in sorted({row[0] for row in rows}):
            some = [row for row in rows if row[0] == lang]
            for guess in (False, True):
                count = Counter(verdict(row, guess) for row in some)
                cells = "".join(f"{100 * count[name] / len(some):>14.1f} %" for name in names)
                print(f"{path.stem + ' ' + lang:<22}{'with' if guess else 'without':>9}{len(some):>8}{cells}")
            for row in some if opts.show else ():
                if (now := verdict(row, True)) != verdict(row, False) and now != "right":
                    print(f"  {now}: {row[2]!r} {row[1]} -> {parse(row[2], lang)}")
    played, asked, lines = taken_for_a_call()
    print(
        f"talk, {lines} lines: {100 * played / lines:.2f} % play a card, "
        f"{100 * asked / lines:.2f} % are asked about"
    )


if __name__ == "__main__":
    main()
