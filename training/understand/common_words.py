"""Makes ``grammars/<lang>/common.txt``: words of the language, which are hardly slips of the pen.

The words are those that wordfreq (https://github.com/rspeer/wordfreq, data CC BY-SA 4.0) counts at least
three times in a million words. Only the words are kept, no frequencies.

    python training/understand/common_words.py sv en no da
"""

from __future__ import annotations

import sys
import textwrap
from typing import Final

import wordfreq

from callparser.files import data_dir

ZIPF: Final = 3.5
LONGEST: Final = 12
CODES: Final = {"no": "nb"}
#: Counted as words, but only misspellings of a "not".
SLIPS: Final = {"no": {"ikk"}, "da": {"ikk", "ike"}}
HEAD: Final = """\
# Common words: what stands here is no misspelling of a card word ("won" is not "win").
# Made by training/understand/common_words.py from wordfreq 3.1 (Zipf frequency {zipf} or more);
# this list is therefore under CC BY-SA 4.0, the licence of wordfreq's data.
"""


def common(lang: str) -> list[str]:
    code = CODES.get(lang, lang)
    words = wordfreq.top_n_list(code, 200_000)
    kept = (w for w in words if wordfreq.zipf_frequency(w, code) >= ZIPF)
    found = {w for w in kept if w.isalpha() and 2 <= len(w) <= LONGEST and _is_latin(w)}
    return sorted(found - SLIPS.get(lang, set()))


def _is_latin(word: str) -> bool:
    return all(ord(letter) < 0x250 for letter in word)


def main() -> None:
    for lang in sys.argv[1:]:
        text = textwrap.fill(" ".join(common(lang)), 110, break_long_words=False, break_on_hyphens=False)
        with open(f"{data_dir('grammars')}/{lang}/common.txt", "w", encoding="utf-8") as file:
            file.write(HEAD.format(zipf=ZIPF) + text + "\n")


if __name__ == "__main__":
    main()
