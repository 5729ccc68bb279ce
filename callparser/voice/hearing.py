"""From a sound to what was meant by it: a recogniser, the call language, and how far both are trusted."""

from __future__ import annotations

from array import array
from typing import Final

from callparser.designation import Designation, Understood
from callparser.understand import parse
from callparser.understand.phrases import phrases
from callparser.voice.audio import Audio
from callparser.voice.engine import Engine, Heard
from callparser.voice.meaning import meaning
from callparser.voice.transcribe import choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

#: A live call is answered within this, or the recogniser is started afresh.
TIMEOUT_S: Final = 5.0


def is_sentence(text: str, lang: str) -> bool:
    """Does the language know it word for word? What needs repair, or a guess, was not said."""
    said = parse(text, lang, fallback=False)
    return isinstance(said, Designation) and not said.repairs


class Hearing:
    """One language, one recogniser: listens for the whole call language, never for dummy's cards alone.

    The statistical fallback has no say: it takes a second to load, and the recogniser only hears words of
    the grammar.
    """

    def __init__(self, engine: Engine, lang: str, vocabulary: Collection[str]) -> None:
        self._engine = engine
        self._lang = lang
        self._language = phrases(lang)

    def warm(self) -> None:
        """Load the model now, so that the first call is answered as fast as the others."""
        self._engine.hear(Audio(array("h", bytes(3200)), 16_000), self._language)
        parse("- -", self._lang, fallback=False)  # the long way of a text, and its tables

    def hear(self, samples: array[int], rate_hz: int) -> tuple[Understood, Heard]:
        """What was meant, and what was heard. Raises ``EngineFailed``."""
        heard = choose(
            self._engine.hear(Audio(samples, rate_hz), self._language, timeout_s=TIMEOUT_S),
            lambda text: is_sentence(text, self._lang),
        )
        return meaning(heard, lambda text: parse(text, self._lang, fallback=False)), heard
