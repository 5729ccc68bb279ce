"""Makes ``grammars/<lang>/said.txt``: how often words are said in calls.

Counted are the collected phrases that no test of recognition reads (``people-dev`` in
``heldtexts.tsv``) and the examples of the grammar. Recognisers take a rare word less easily than a usual one.

    python -m training.acoustic.word_counts sv en
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from typing import Final

from callparser.files import data_dir
from callparser.grammar.load import load
from callparser.grammar.normalise import key
from training.acoustic.heldtexts import PEOPLE, held_texts
from training.acoustic.lexicon import Pronunciation, lexicon

HEAD: Final = """\
# How often words were said: in one half of tests/cases/utterances_{lang}.tsv and in examples.yaml.
# Made by training/acoustic/word_counts.py.
"""


def counts(lang: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for example in load(lang).examples:
        found.update(word for word in key(example.say).split() if word.replace("'", "").isalpha())
    for text in held_texts(lang, f"{PEOPLE}-dev"):
        found.update(text.words)
    return found | _alike(lang, found)


def _alike(lang: str, found: Counter[str]) -> Counter[str]:
    """Words that may sound the same count as the most frequent of them: "ja" is not heard as "jag" for being
    rarer."""
    same: dict[Pronunciation, set[str]] = {}
    for word, pronunciations in lexicon(lang).items():
        for said in pronunciations:
            same.setdefault(said, set()).add(word)
    shared: Counter[str] = Counter()
    for words in same.values():
        most = max(found[word] for word in words)
        for word in words if most and len(words) > 1 else ():
            shared[word] = max(shared[word], most)
    return shared


def main() -> None:
    for lang in sys.argv[1:]:
        rows = " ".join(f"{word} {count}" for word, count in sorted(counts(lang).items()))
        text = textwrap.fill(rows, 110, break_long_words=False, break_on_hyphens=False)
        with open(f"{data_dir('grammars')}/{lang}/said.txt", "w", encoding="utf-8") as file:
            file.write(f"{HEAD.format(lang=lang)}{text}\n")


if __name__ == "__main__":
    main()
