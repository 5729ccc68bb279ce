"""From a recording to the call that was heard in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from callparser.voice.audio import RawFormat, read_audio
from callparser.voice.engine import UNKNOWN, Alternative, Engine, Heard
from callparser.voice.models import Model
from callparser.voice.wordgraph import WordGraph

#: So many times more likely must unknown speech or silence be before a sentence below it is given up. Chosen
#: on clips played backwards, with another model; 3 and 10 gave the same on the voices kept for tuning it.
OUTBID: Final = 90.0


def transcribe(
    path: str | Path,
    *,
    language: WordGraph,
    is_sentence: Callable[[str], bool],
    lang: str = "sv",
    model: Model | str | Path | None = None,
    engine: Engine | None = None,
    timeout_s: float = 20.0,
    raw: RawFormat | None = None,
) -> Heard:
    """What was said in a recording, see :func:`choose`.

    ``language`` is the whole call language, never only what dummy holds. Without a ``model`` the best one for
    ``lang`` here listens. Pass an ``engine`` to keep its process and model for the next recording; ``model``
    and ``lang`` are then not used. Raises ``InputError`` for the recording, ``ModelMissing`` and
    ``EngineFailed``.
    """
    audio = read_audio(path, raw)
    if engine is not None:
        return choose(engine.hear(audio, language, timeout_s=timeout_s), is_sentence)
    from callparser.voice.engines import open_engine

    with open_engine(model, lang) as own:
        return choose(own.hear(audio, language, timeout_s=timeout_s), is_sentence)


def choose(heard: Heard, is_sentence: Callable[[str], bool]) -> Heard:
    """The first hearing that is a sentence of the call language; if there is none, the first of all.

    Recognisers put words together freely ("åttan i"), so the list is read against the language. A
    sentence counts for nothing when unknown speech or silence is :data:`OUTBID` times more likely:
    some sentence can be heard in any cough.
    """
    for number, hearing in enumerate(heard.alternatives):
        if hearing.text and UNKNOWN not in hearing.text.split() and is_sentence(hearing.text):
            if any(_is_nothing(other) and other.confidence > OUTBID * hearing.confidence
                   for other in heard.alternatives[:number]):  # fmt: skip
                break
            return replace(heard, text=hearing.text, confidence=hearing.confidence, words=hearing.words,
                           in_language=True)  # fmt: skip
    return replace(heard, in_language=False)


def _is_nothing(hearing: Alternative) -> bool:
    return not hearing.text or UNKNOWN in hearing.text.split()
