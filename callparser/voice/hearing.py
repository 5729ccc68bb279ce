"""From a sound to what was heard: a recogniser and the whole call language."""

from __future__ import annotations

from array import array
from typing import Final

from callparser.designation import Designation
from callparser.understand import parse
from callparser.voice.audio import Audio
from callparser.voice.calllanguage import call_language
from callparser.voice.engine import Engine, Heard
from callparser.voice.transcribe import choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

#: A live call is answered within this, or the recogniser is started afresh.
TIMEOUT_S: Final = 5.0


def is_sentence(text: str, lang: str) -> bool:
    """Does the language know it word for word? What needs repair, or a guess, was not said."""
    said = parse(text, lang, fallback=False)
    return isinstance(said, Designation) and not said.repairs


def hearings_out(heard: Heard) -> list[Row]:
    """All hearings as they go on the wire, the best first."""
    return [{"text": one.text, "confidence": round(one.confidence, 3)} for one in heard.alternatives]


class Hearing:
    """One language, one recogniser: listens for the whole call language, never for dummy's cards alone.

    What was heard is given its meaning by :func:`callparser.voice.meaning.meaning`, later.
    """

    def __init__(self, engine: Engine, lang: str) -> None:
        self._engine = engine
        self._lang = lang
        self._language = call_language(lang)

    def warm(self) -> None:
        """Load the model now, so that the first call is answered as fast as the others."""
        self._engine.hear(Audio(array("h", bytes(3200)), 16_000), self._language)
        parse("- -", self._lang, fallback=False)  # the long way of a text, and its tables

    def hear(self, samples: array[int], rate_hz: int, *, timeout_s: float = TIMEOUT_S) -> Heard:
        """What was heard, see :func:`callparser.voice.transcribe.choose`. Raises ``EngineFailed``."""
        heard = self._engine.hear(Audio(samples, rate_hz), self._language, timeout_s=timeout_s)
        return choose(heard, lambda text: is_sentence(text, self._lang))
