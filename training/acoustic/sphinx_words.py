"""The words that pocketsphinx listens for, with pronunciations in the phones of its American model.

    python -m training.acoustic.sphinx_words > models/pocketsphinx-en-us/words.dict

They are those of ``lexicon_en.tsv``, so that both recognisers listen for the same calls, and the foreign and
internet words that people type, which no one says, are no rivals of those that people do say. The wheel has a
dictionary of 134,000 words of its own; it lacks bridge's ("dummy's", "overruff") and hears no better
(see ``models/pocketsphinx-en-us/README.md``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from training.acoustic.phones import TO_ARPABET, spelled

LEXICON: Final = Path(__file__).parent / "lexicon_en.tsv"


def entries(lexicon: Path = LEXICON) -> Iterator[tuple[str, str]]:
    """Word and phones, one pair for each pronunciation."""
    for line in lexicon.read_text("utf-8").splitlines()[1:]:
        word, pronunciations, _ = line.split("\t")
        for phones in dict.fromkeys(american(one.split()) for one in pronunciations.split("|")):
            yield word, phones


def american(phones: Iterable[str]) -> str:
    """Our phones in those of the CMU dictionary, which writes the weak vowel as AH."""
    return " ".join(spelled(phones, TO_ARPABET)).upper().replace("AX", "AH")


def written() -> str:
    """The dictionary as pocketsphinx reads it: a second pronunciation of ``a`` is ``a(2)``."""
    seen: dict[str, int] = {}
    lines = []
    for word, phones in entries():
        seen[word] = number = seen.get(word, 0) + 1
        lines.append(f"{word} {phones}\n" if number == 1 else f"{word}({number}) {phones}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.write(written())
