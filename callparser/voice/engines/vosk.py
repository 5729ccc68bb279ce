"""The vosk recogniser, in a process of its own.

Two ears hear every utterance. One listens for the phrases alone, with a lattice wide enough that the
truth is in its list even when it is not at the top. The other listens for the phrases or unknown speech,
with a narrow lattice: the loop that stands for unknown speech would make a wide one a hundred times
slower (3 s instead of 0.03 s a call). Their scores agree to 0.01 on the same words, so the two lists are
merged. A model without ``wide_beam``, such as one a user points at, is heard with one ear.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, cast

import callparser
from callparser.errors import EngineFailed, ModelMissing
from callparser.voice.audio import Audio, prepared
from callparser.voice.engine import UNKNOWN, Alternative, Heard, Word
from callparser.voice.models import Model, find, words
from callparser.voice.worker import Worker

ALTERNATIVES: Final = 12
_BOOT: Final = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from callparser.voice.engines.vosk_worker import main; sys.exit(main())"
)


def command() -> tuple[str, ...]:
    """How to start the worker: with our Python and our package, and nothing from the working directory."""
    root = Path(callparser.__file__).resolve().parent.parent
    return (sys.executable, "-P", "-c", _BOOT, str(root))


class VoskEngine:
    """Satisfies :class:`callparser.voice.engine.Engine`; a context manager. Starts at the first call."""

    def __init__(self, model: Model | str | Path | None = None, worker: Worker | None = None) -> None:
        self.model = find(model, engine="vosk")
        self.words = words(self.model)
        self._worker = worker or Worker(command())

    def hear(self, audio: Audio, phrases: Sequence[str], *, timeout_s: float = 20.0) -> Heard:
        known = known_phrases(phrases, self.words)
        if not known:
            speaks = ", ".join(self.model.languages) or "unknown"
            raise ModelMissing(f"model {self.model.name} (language: {speaks}) knows none of the "
                               f"{len(phrases)} phrases; choose a model of the language spoken")  # fmt: skip
        sound = prepared(audio, self.model.rate_hz)
        question = {
            "model": str(self.model.path), "rate_hz": sound.rate_hz, "alternatives": ALTERNATIVES,
            "timeout_s": timeout_s, "ears": self._ears(known),
        }  # fmt: skip
        answer = self._worker.ask(question, sound.pcm(), timeout_s)
        if "failed" in answer:
            raise EngineFailed(f"the recogniser failed: {answer['failed']}")
        try:
            alternatives = _alternatives(cast(Any, answer["ears"]), audio.duration_s, sound.lead_s)
        except (KeyError, TypeError, ValueError) as err:
            raise EngineFailed(f"the recogniser answered something unreadable: {str(answer)[:80]}") from err
        best = alternatives[0] if alternatives else Alternative("", 0.0)
        return Heard(best.text, best.confidence, best.words, alternatives, left_out=len(phrases) - len(known))

    def _ears(self, known: list[str]) -> list[dict[str, object]]:
        alone: dict[str, object] = {"beam": self.model.wide_beam, "phrases": known}
        if UNKNOWN not in self.words:
            return [alone]
        either: dict[str, object] = {"beam": None, "phrases": [*known, UNKNOWN]}
        return [either] if self.model.wide_beam is None else [alone, either]

    def close(self) -> None:
        self._worker.close()

    def __enter__(self) -> VoskEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def known_phrases(phrases: Sequence[str], vocabulary: Collection[str]) -> list[str]:
    """The phrases whose every word the model has. vosk itself would drop the word and keep the rest."""
    return [p for p in phrases if (parts := p.split()) and all(part in vocabulary for part in parts)]


def _alternatives(
    ears: list[list[dict[str, Any]]], duration_s: float, lead_s: float
) -> tuple[Alternative, ...]:
    """Both lists in one, the best first; scores are logarithms of likelihoods and become shares of 1."""
    best: dict[str, dict[str, Any]] = {}
    for row in (row for ear in ears for row in ear):
        if not math.isfinite(row["score"]):
            raise ValueError("a score that is no number")
        if row["text"] not in best or row["score"] > best[row["text"]]["score"]:
            best[row["text"]] = row
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
