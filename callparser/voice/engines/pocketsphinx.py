"""The pocketsphinx recogniser, in a process of its own: American English, learnt from people.

Its acoustic model comes with the wheel; the words and their pronunciations are ours. It has no unknown word:
some sentence is heard in anything. But its scores stand beside those of the best sounds, word or not, so
:data:`~callparser.voice.engine.UNKNOWN` is put into the list with :data:`MISFIT` for every frame.
"""

from __future__ import annotations

import math
from types import TracebackType
from typing import Any, Final, cast

from callparser.errors import EngineFailed, ModelMissing
from callparser.voice.audio import Audio, prepared
from callparser.voice.engine import UNKNOWN, Alternative, Heard, Word
from callparser.voice.models import Model, find
from callparser.voice.sphinxmodel import acoustic, dictionary, words
from callparser.voice.wordgraph import WordGraph
from callparser.voice.worker import Worker, command

NAME: Final = "pocketsphinx-en-us"
ALTERNATIVES: Final = 20
#: Neighbouring frames say much the same, so the model, which takes them for independent, is far too sure of
#: itself: a logarithm counts for so much of itself.
FLATTENED: Final = 1 / 16
#: What a frame of unknown speech costs beside the best sounds, as a natural logarithm.
MISFIT: Final = 4.0
WORKER: Final = "callparser.voice.engines.pocketsphinx_worker"


class PocketsphinxEngine:
    """Satisfies :class:`callparser.voice.engine.Engine`; a context manager. Starts at the first call.

    ``words`` are those that it can listen for. Only the words of the best hearing have times.
    """

    def __init__(self, model: Model | str | None = None, worker: Worker | None = None) -> None:
        self.model = find(model or NAME, engine="pocketsphinx")
        self.words = words(self.model)
        self._worker = worker or Worker(command(WORKER))
        self._language: tuple[WordGraph, list[str]] | None = None

    def hear(self, audio: Audio, language: WordGraph, *, timeout_s: float = 20.0) -> Heard:
        known = self._known(language)
        if not known:
            speaks = ", ".join(self.model.languages)
            raise ModelMissing(f"model {self.model.name} (language: {speaks}) knows nothing of what it "
                               "should listen for; choose a model of that language")  # fmt: skip
        sound = prepared(audio, self.model.rate_hz)
        question = {
            "acoustic": str(acoustic()), "dictionary": str(dictionary(self.model)), "rate_hz": sound.rate_hz,
            "phrases": known, "alternatives": ALTERNATIVES, "timeout_s": timeout_s,
        }  # fmt: skip
        answer = self._worker.ask(question, sound.pcm(), timeout_s)
        if "failed" in answer:
            raise EngineFailed(f"the recogniser failed: {answer['failed']}")
        try:
            alternatives = _alternatives(cast(Any, answer), audio.duration_s, sound.lead_s)
        except (KeyError, TypeError, ValueError) as err:
            raise EngineFailed(f"the recogniser answered something unreadable: {str(answer)[:80]}") from err
        best = alternatives[0] if alternatives else Alternative("", 0.0)
        return Heard(best.text, best.confidence, best.words, alternatives)

    def _known(self, language: WordGraph) -> list[str]:
        """The words and pairs of words to listen for; those of the last language are kept."""
        if self._language is None or self._language[0] != language:
            self._language = (language, language.within(self.words).factored())
        return self._language[1]

    def close(self) -> None:
        self._worker.close()

    def __enter__(self) -> PocketsphinxEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _alternatives(answer: dict[str, Any], duration_s: float, lead_s: float) -> tuple[Alternative, ...]:
    """The hearings and the unknown, the best first, with their shares of 1."""
    scores = {row["text"]: float(row["score"]) for row in answer["hearings"]}
    if not all(map(math.isfinite, scores.values())):
        raise ValueError("a score that is no number")
    if not scores:
        return ()
    scores[UNKNOWN] = -MISFIT * answer["frames"]
    rows = sorted(scores.items(), key=lambda row: (-row[1], row[0]))
    weights = [math.exp(FLATTENED * (score - rows[0][1])) for _, score in rows]
    shares = {text: weight / sum(weights) for (text, _), weight in zip(rows, weights, strict=True)}

    def place(time: float) -> float:
        return int(1000 * min(max(time - lead_s, 0.0), duration_s)) / 1000

    def timed(text: str) -> tuple[Word, ...]:
        found = answer["words"] if text == " ".join(word for word, _, _ in answer["words"]) else ()
        return tuple(Word(word, place(start), place(end), confidence(word)) for word, start, end in found)

    def confidence(word: str) -> float:
        return min(1.0, sum(share for text, share in shares.items() if word in text.split()))

    return tuple(Alternative(text, share, timed(text)) for text, share in shares.items())
