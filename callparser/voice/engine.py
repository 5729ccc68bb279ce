"""What every recogniser takes and gives back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from callparser.voice.audio import Audio
from callparser.voice.wordgraph import WordGraph

#: What a recogniser writes for speech that is not in the language.
UNKNOWN: Final = "[unk]"


@dataclass(frozen=True, slots=True)
class Word:
    """``start_s`` and ``end_s`` count from the start of the recording, to about 0.05 s.

    ``confidence`` is the sum of the confidences of all hearings that have this word at this time.
    """

    text: str
    start_s: float
    end_s: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Alternative:
    """One hearing. ``confidence`` is its share among all hearings: they add up to 1."""

    text: str
    confidence: float
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard: the chosen hearing, and all of them, the best first.

    ``confidence`` compares hearings with one another and is too sure of itself, as scores of acoustic
    models are: use it to lower trust, never to raise it. ``in_language`` says whether the text is a
    sentence of the call language; a recogniser alone never sets it.
    """

    text: str
    confidence: float
    words: tuple[Word, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    in_language: bool = False


class Engine(Protocol):
    """A recogniser. Raises ``EngineFailed`` when it breaks; the next call starts it afresh."""

    def hear(self, audio: Audio, language: WordGraph, *, timeout_s: float = 20.0) -> Heard:
        """Listen to one utterance for what is in ``language``. Earlier utterances leave no trace.

        That is the whole call language (:func:`callparser.voice.calllanguage.call_language`), never only what
        dummy holds; what has a word that the model lacks is left out. What listening takes is made at the
        first call and kept. Raises ``ModelMissing`` when the model knows none of it."""

    def close(self) -> None:
        """Let go of everything. May be called twice."""


class Recogniser(Engine, Protocol):
    """An engine with its model; a context manager that closes it."""

    @property
    def words(self) -> Collection[str]:
        """Every word that it can hear."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Scorer(Protocol):
    """A second opinion: it cannot listen freely, only say how well given sentences fit a recording.

    ``phrases`` are never only what dummy holds: a list without the card that was called makes another of it.
    Raises ``ModelMissing``, ``InputError`` and ``EngineFailed``.
    """

    def prepare(self, phrases: Sequence[str], lang: str) -> None:
        """Compute what does not depend on a recording, so that :meth:`score` is quick. May take a minute."""

    def score(self, audio: Audio, phrases: Sequence[str], lang: str) -> list[tuple[str, float]]:
        """The phrases that were worth following, the best first. 0 is what they score in noise."""
