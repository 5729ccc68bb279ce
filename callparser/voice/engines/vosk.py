"""The vosk recogniser, in a process of its own.

It listens for the sentences it is given by way of a graph in a passing copy of the model's folder, made once
for a list of phrases (see :mod:`callparser.voice.engines.vosk_folder`). One ear listens for the sentences
and for any speech beside them, with a lattice wide enough that the truth is in its list even when it is not
at the top; how likely any speech is says whether there was a call at all. What was heard in many words is
worth less than its score, and any speech may then be missing from the lattice: a second ear listens for that
alone. Scores of the two compare, so the lists are merged. A large model, loaded once, has one ear only: its
unknown word is no loop.
"""

from __future__ import annotations

import math
from pathlib import Path
from types import TracebackType
from typing import Any, Final, cast

from callparser.errors import EngineFailed
from callparser.voice.audio import Audio, prepared
from callparser.voice.engine import Alternative, Heard, Word
from callparser.voice.engines.vosk_folder import Folders
from callparser.voice.models import Model, find, words
from callparser.voice.wordgraph import WordGraph
from callparser.voice.worker import Worker, command

#: Calls are short, and of many little words something can be put together that sounds like any talk: a word
#: beyond so many costs this. Chosen on voices kept for tuning (365 calls, 568 recordings of other talk): half
#: as much talk passed for a call, and a call more was heard right.
FEW_WORDS: Final = 3
MANY: Final = 2.0
WORKER: Final = "callparser.voice.engines.vosk_worker"


class VoskEngine:
    """Satisfies :class:`callparser.voice.engine.Engine`; a context manager. Starts at the first call."""

    def __init__(self, model: Model | str | Path | None = None, worker: Worker | None = None) -> None:
        self.model = find(model, engine="vosk")
        self.words = words(self.model)
        self._worker = worker or Worker(command(WORKER))
        self._folders = Folders(self.model)

    def hear(self, audio: Audio, language: WordGraph, *, timeout_s: float = 20.0) -> Heard:
        ears = self._folders.ears(language)
        sound = prepared(audio, self.model.rate_hz)
        question = {"ears": ears, "few": FEW_WORDS, "rate_hz": sound.rate_hz, "timeout_s": timeout_s}
        answer = self._worker.ask(question, sound.pcm(), timeout_s)
        if "failed" in answer:
            raise EngineFailed(f"the recogniser failed: {answer['failed']}")
        try:
            alternatives = _alternatives(cast(Any, answer["ears"]), audio.duration_s, sound.lead_s)
        except (KeyError, TypeError, ValueError) as err:
            raise EngineFailed(f"the recogniser answered something unreadable: {str(answer)[:80]}") from err
        best = alternatives[0] if alternatives else Alternative("", 0.0)
        return Heard(best.text, best.confidence, best.words, alternatives)

    def close(self) -> None:
        self._worker.close()
        self._folders.close()

    def __enter__(self) -> VoskEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _alternatives(
    ears: list[list[dict[str, Any]]], duration_s: float, lead_s: float
) -> tuple[Alternative, ...]:
    """Both lists in one, the best first; scores are logarithms of likelihoods and become shares of 1."""
    best: dict[str, dict[str, Any]] = {}
    for row in (row for ear in ears for row in ear):
        if not math.isfinite(row["score"]):
            raise ValueError("a score that is no number")
        score = row["score"] - MANY * max(0, len(row["text"].split()) - FEW_WORDS)
        if row["text"] not in best or score > best[row["text"]]["score"]:
            best[row["text"]] = row | {"score": score}
    rows = sorted(best.values(), key=lambda row: (-row["score"], row["text"]))
    weights = [math.exp(row["score"] - rows[0]["score"]) for row in rows]
    shares = [weight / sum(weights) for weight in weights]
    spans = [[(text, start, end) for text, start, end in row["words"]] for row in rows]

    def confidence(text: str, start: float, end: float) -> float:
        same = (any(t == text and s <= end and e >= start for t, s, e in other) for other in spans)
        return min(1.0, sum(share for share, yes in zip(shares, same, strict=True) if yes))

    def place(time: float) -> float:
        return int(1000 * min(max(time - lead_s, 0.0), duration_s)) / 1000

    def word(text: str, start: float, end: float) -> Word:
        return Word(text, place(start), place(end), confidence(text, start, end))

    return tuple(
        Alternative(row["text"], share, tuple(word(*part) for part in span))
        for row, share, span in zip(rows, shares, spans, strict=True)
    )
