"""The process that runs pocketsphinx: reads a question and sound, writes hearings, until its input closes.

Question: ``{"acoustic", "dictionary", "rate_hz", "phrases", "alternatives", "timeout_s"}``; then the sound,
16-bit samples. Answer: ``{"hearings": [{"text", "score"}, ...], "words": [[text, start_s, end_s], ...],
"frames": n}``, the best first, with the words of the best; or ``{"failed"}``. A score is the natural
logarithm of a likelihood, beside that of the best sounds; a frame is a hundredth of a second.
"""

from __future__ import annotations

import math
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any, Final

from callparser.voice.serving import serve

#: Grammars that are kept. A conversation uses one or two.
_KEPT: Final = 4
#: A hearing so much worse than the first has no share, and may put words together as no phrase does.
_FAR: Final = 500.0
#: The lattice gives one text many times, with silences in other places: so many paths are looked at.
_PATHS: Final = 400
#: A word after which another may follow is the last one with this probability.
_STOP: Final = 0.3
#: pocketsphinx counts in powers of 1.0001, in steps of 1024 of them.
_STEP: Final = 1024.0
#: One unit of the language against one of the sound. 4 to 12 did equally well on voices kept for tuning.
_LANGUAGE_WEIGHT: Final = 8.0
#: In place of the logarithm of 0: in a language model, and for a score.
_NEVER: Final = -99
_NO_LIKELIHOOD: Final = -1e6

_ears: dict[tuple[str, str, int], _Ear] = {}


def main() -> int:
    return serve(_answer)


def _answer(question: Any, sound: bytes) -> dict[str, object]:
    key = (question["acoustic"], question["dictionary"], question["rate_hz"])
    if key not in _ears:
        _ears[key] = _Ear(*key)
    return _ears[key].hear(sound, question["phrases"], question["alternatives"])


class _Ear:
    """A decoder and its grammars, for sound of one rate. Its front end takes any; nothing is converted."""

    def __init__(self, acoustic: str, dictionary: str, rate_hz: int) -> None:
        try:
            from pocketsphinx import Config, Decoder
        except ImportError as err:
            raise RuntimeError(
                f"it cannot be imported ({err}); pip install 'callparser[pocketsphinx]'"
            ) from err
        # One pass over words: the second pass doubles the time and, measured, gives the same hearings.
        self._decoder: Any = Decoder(
            Config(hmm=acoustic, dict=dictionary, samprate=float(rate_hz), lm=None, loglevel="FATAL",
                   lw=_LANGUAGE_WEIGHT, fwdflat=False)
        )  # fmt: skip
        self._grammars: dict[tuple[str, ...], str] = {}
        self._numbers = count()
        self._quiet = bytes(rate_hz)  # half a second

    def hear(self, sound: bytes, phrases: Sequence[str], alternatives: int) -> dict[str, object]:
        decoder = self._decoder
        decoder.activate_search(self._grammar(tuple(phrases)))
        self._listen(sound)
        best = decoder.hyp()
        if best is None:
            return {"hearings": [], "words": [], "frames": decoder.n_frames()}
        hearings = _scored(best, islice(decoder.nbest() or (), _PATHS), alternatives)
        return {"hearings": hearings, "words": [*self._words()], "frames": decoder.n_frames()}

    def _listen(self, sound: bytes) -> None:
        """Decode one utterance as a whole, with the mean and the noise of its own sound and no other."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self._decoder.start_stream()  # called unnecessary, but nothing else forgets the noise before
        self._decoder.start_utt()
        self._decoder.process_raw(sound, full_utt=True)
        self._decoder.end_utt()

    def _words(self) -> Iterator[list[object]]:
        for part in self._decoder.seg():
            if part.word[0] not in "<[":  # silence, noise
                yield [part.word.split("(")[0], part.start_frame / 100, (part.end_frame + 1) / 100]

    def _grammar(self, phrases: tuple[str, ...]) -> str:
        """The name of the grammar of these phrases; built at the first time."""
        from pocketsphinx import NGramModel

        if phrases not in self._grammars:
            if len(self._grammars) >= _KEPT:
                self._decoder.remove_search(self._grammars.pop(next(iter(self._grammars))))
            name = f"calls {next(self._numbers)}"
            with tempfile.TemporaryDirectory(prefix="callparser-") as folder:
                path = Path(folder, "pairs.lm")
                path.write_text(pairs(phrases), encoding="utf-8")
                model = NGramModel(self._decoder.config, self._decoder.logmath, str(path))
            self._decoder.add_lm(name, model)
            self._decoder.activate_search(name)
            self._listen(self._quiet)  # what is heard first is scored otherwise than the same heard again
            self._grammars[phrases] = name
        return self._grammars[phrases]


def _scored(best: Any, paths: Iterable[Any], most: int) -> list[dict[str, object]]:
    """The texts of a lattice. Its paths are scored with the language counted otherwise, so that only
    differences between them mean something: the first of them has the score of the ``best``."""
    scores: dict[str, float] = {}
    for path in paths:
        if path is None or len(scores) >= most:
            break
        scores.setdefault(path.hypstr, _natural(path.score))
    top, level = max(scores.values(), default=0.0), _natural(best.score)
    rows = {text: level + score - top for text, score in scores.items() if top - score < _FAR}
    rows.setdefault(best.hypstr, level)
    return [{"text": text, "score": score} for text, score in rows.items()]


def _natural(score: float) -> float:
    """The natural logarithm of a likelihood."""
    return math.log(score) * _STEP if score > 0 else _NO_LIKELIHOOD


def pairs(phrases: Sequence[str]) -> str:
    """A language of word pairs in the ARPA format, and nothing outside of it.

    What may come first, follow a word, or come last is what does in some phrase, all equally likely. As a
    bigram model it is decoded faster than the same pairs as a finite state grammar, and rightly more often.
    A first word has its share as a single word, too: the lattice forgets that it is the first.
    """
    follow: dict[str, dict[str, None]] = {"<s>": {}}
    for phrase in phrases:
        for one, other in pairwise(["<s>", *phrase.split(), "</s>"]):
            follow.setdefault(one, {})[other] = None
    firsts = dict(_shares(follow["<s>"]))
    singles = [f"{_log(firsts.get(word, 0.0))} {word} {_NEVER}" for word in follow]
    followers = [
        f"{_log(share)} {one} {other}" for one, rest in follow.items() for other, share in _shares(rest)
    ]
    head = ["\\data\\", f"ngram 1={len(singles) + 1}", f"ngram 2={len(followers)}"]
    return "\n".join([*head, "", "\\1-grams:", *singles, f"{_NEVER} </s>", "", "\\2-grams:", *followers,
                      "", "\\end\\", ""])  # fmt: skip


def _shares(rest: dict[str, None]) -> Iterator[tuple[str, float]]:
    words = len(rest) - ("</s>" in rest)
    stop = 0.0 if "</s>" not in rest else _STOP if words else 1.0
    for word in rest:
        yield word, stop if word == "</s>" else (1 - stop) / words


def _log(share: float) -> str:
    return f"{math.log10(share):.4f}" if share else str(_NEVER)


if __name__ == "__main__":
    sys.exit(main())
