"""What the voices read that no model is trained on: drawn once, by lot, and kept in ``heldtexts.tsv``.

* ``grammar``: sentences of the grammars, like those of the training.
* ``people-dev``, ``people-test``: what people were heard or read to say, from the collected phrases in
  ``tests/cases/utterances_<lang>.tsv``, half and half. Codes, rare words and long phrases are left out. What
  is chosen by ear, or counted, is so on the first half.

A larger vocabulary or grammar would draw others, so they are drawn anew only on purpose, and everything that
was measured with them is measured again:

    python -m training.acoustic.heldtexts
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

from callparser.designation import Designation, is_play
from callparser.understand import parse
from training.acoustic.lexicon import lexicon
from training.acoustic.texts import CALL, OTHER, Text, call, spoken

GRAMMAR: Final = "grammar"
PEOPLE: Final = "people"
LANGUAGES: Final = ("sv", "en")
_TABLE: Final = Path(__file__).with_name("heldtexts.tsv")
_UTTERANCES: Final = Path(__file__).parents[2] / "tests" / "cases"
_FIELDS: Final = ("lang", "part", "kind", "text")
_COUNT: Final = 300
_MARKS: Final = str.maketrans(dict.fromkeys('.,!?;:"()…', " "))
_VOWELS: Final = frozenset("aeiouyåäö")
_ONE_LETTER: Final = frozenset("aiå")
_MOST_WORDS: Final = 10

_Row = tuple[str, str]


def held_texts(lang: str, part: str = GRAMMAR) -> list[Text]:
    """One part of the table; words are said as the lexicon says first."""
    known = spoken(lang) | lexicon(lang)
    with _TABLE.open(encoding="utf-8", newline="") as file:
        rows = [
            row for row in csv.DictReader(file, delimiter="\t") if (row["lang"], row["part"]) == (lang, part)
        ]
    return [
        Text(f"{lang}-{part}-{number:04d}", lang, row["kind"], words, tuple(known[word][0] for word in words))
        for number, row in enumerate(rows)
        if (words := tuple(row["text"].split()))
    ]


def _of_grammar(lang: str) -> list[_Row]:
    rng = Random(f"test texts {lang}")
    found: dict[str, None] = {}
    while len(found) < _COUNT:
        found.setdefault(" ".join(call(lang, rng)))
    return [(CALL, text) for text in found]


def _of_people(lang: str, half: str) -> list[_Row]:
    found: dict[str, str] = {}
    known = spoken(lang) | lexicon(lang)
    for phrase in _collected(lang):
        words = phrase.casefold().translate(_MARKS).split()
        text = " ".join(words)
        mine = ("dev", "test")[crc32(text.encode()) % 2] == half
        if mine and 0 < len(words) <= _MOST_WORDS and all(_is_said(word) and word in known for word in words):
            found.setdefault(text, CALL if _plays(phrase, lang) else OTHER)
    rows = [(kind, text) for text, kind in found.items()]
    Random(f"people {lang} {half}").shuffle(rows)
    return rows


def _collected(lang: str) -> list[str]:
    """The phrases, but those with marked slips."""
    rows = (_UTTERANCES / f"utterances_{lang}.tsv").read_text("utf-8").splitlines()[1:]
    cells = (row.split("\t") for row in rows)
    return sorted({cell[1] for cell in cells if not any("noisy" in more for more in cell[3:])})


def _is_said(word: str) -> bool:
    """Is it a word, and no code of a card?"""
    return word.replace("'", "").isalpha() and (
        word in _ONE_LETTER or (len(word) > 1 and bool(_VOWELS & {*word}))
    )


def _plays(phrase: str, lang: str) -> bool:
    said = parse(phrase, lang, fallback=False)
    return isinstance(said, Designation) and is_play(said.intent)


def _drawn() -> Iterator[tuple[str, str, str, str]]:
    for lang in LANGUAGES:
        yield from ((lang, GRAMMAR, kind, text) for kind, text in _of_grammar(lang))
        for half in ("dev", "test"):
            part = f"{PEOPLE}-{half}"
            yield from ((lang, part, kind, text) for kind, text in _of_people(lang, half))


def main() -> None:
    with _TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(_FIELDS)
        writer.writerows(_drawn())


if __name__ == "__main__":
    main()
