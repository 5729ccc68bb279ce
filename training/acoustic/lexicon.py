"""The words of the call language and how they are said.

``lexicon_<lang>.tsv`` is the vocabulary of the acoustic model: word, pronunciations separated by `` | ``
(the first is the canonical one), and who wrote them. Rows by hand are never touched; the others are
made again from espeak-ng, and words that are said in calls, refuse, correct or ask are added, with

    python -m training.acoustic.lexicon
"""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from callparser.grammar.load import load
from callparser.voice.calllanguage import call_language
from training.acoustic.phones import IDS, from_ipa

Pronunciation = tuple[str, ...]
Lexicon = dict[str, tuple[Pronunciation, ...]]

HERE: Final = Path(__file__).parent
HAND: Final = "hand"
ESPEAK: Final = "espeak"
VOICES: Final = {"sv": ("sv",), "en": ("en-us", "en-gb")}
_MARKERS: Final = ("not", "but", "except", "or", "slip", "change", "asks", "opens", "talk")
_KINDS: Final = ("query", "acknowledge", "director", "claim", "concession")
_VOWELS: Final = frozenset("aeiouyåäöé")
_FIELDS: Final = ("word", "pronunciations", "source")


@cache
def lexicon(lang: str) -> Lexicon:
    """Every word of a language with its pronunciations, the canonical one first."""
    return {row["word"]: _parsed(row) for row in _rows(lang)}


def problems(lang: str) -> Iterator[str]:
    """What is wrong in a lexicon: words said with unknown phones, or not at all, or twice."""
    seen: set[str] = set()
    for row in _rows(lang):
        word = row["word"]
        if word in seen:
            yield f"{word}: found twice"
        seen.add(word)
        for pronunciation in _parsed(row) or ((),):
            if unknown := [phone for phone in pronunciation if phone not in IDS] or not pronunciation:
                yield f"{word}: found {unknown}, expected phones of phones.py"


def espeak_phones(words: Iterable[str], voice: str, lang: str) -> list[Pronunciation | None]:
    """How espeak-ng says each word by itself; None where it uses a sound that we have not."""
    text = "\n".join(words)
    command = ["espeak-ng", "-v", voice, "-q", "--ipa", "--sep=_"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    if len(lines) != text.count("\n") + 1:
        raise RuntimeError(f"espeak-ng: found {len(lines)} lines for {text.count(chr(10)) + 1} words")
    return [_single(line, lang) for line in lines]


def _single(line: str, lang: str) -> Pronunciation | None:
    return None if "(" in line else from_ipa(line.strip().replace(" ", "_"), lang)


def _rows(lang: str) -> list[dict[str, str]]:
    with (HERE / f"lexicon_{lang}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _parsed(row: dict[str, str]) -> tuple[Pronunciation, ...]:
    variants = (tuple(variant.split()) for variant in row["pronunciations"].split("|"))
    return tuple(variant for variant in variants if variant)


def _needed(lang: str) -> set[str]:
    """Words of the call language that have been counted, and those on which much hangs: what refuses or
    corrects a call, claims and concessions, orders to the program."""
    grammar = load(lang)
    weighty = {word for name in _MARKERS for phrase in grammar.markers.get(name, ()) for word in phrase}
    symbols = {symbol for rule in grammar.rules if rule.kind in _KINDS for symbol in rule.sequence}
    for symbol in symbols:
        forms = grammar.groups[symbol[1:-1]] if symbol[0] == "<" else []
        weighty |= {word for form in forms for word in form.words} if forms else {symbol}
    spoken = call_language(lang).words
    return {
        word for word in (grammar.counts.keys() | weighty) & spoken if len(word) > 1 and _VOWELS & {*word}
    }


def _regenerate(lang: str) -> None:
    rows = _rows(lang)
    new = _needed(lang) - {row["word"] for row in rows}
    rows += [{"word": word, "pronunciations": "", "source": ESPEAK} for word in sorted(new)]
    ours = [row for row in rows if row["source"] == ESPEAK]
    said = [espeak_phones((row["word"] for row in ours), voice, lang) for voice in VOICES[lang]]
    for row, *variants in zip(ours, *said, strict=True):
        row["pronunciations"] = " | ".join(dict.fromkeys(" ".join(v) for v in variants if v))
    rows = [row for row in rows if row["pronunciations"]]
    with (HERE / f"lexicon_{lang}.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _FIELDS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: row["word"]))


if __name__ == "__main__":
    for each in VOICES:
        _regenerate(each)
        for problem in problems(each):
            print(f"lexicon_{each}.tsv: {problem}")
        print(f"lexicon_{each}.tsv: {len(_rows(each))} words")
