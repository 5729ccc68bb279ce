"""A card that declarer left to a defender (46B5): who is asked, and what may be said meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from callparser.designation import Acknowledge, Designation
from callparser.session.memory import ends_play, takes_back
from callparser.session.orders import order
from callparser.session.reply import SURE_HEARD, Reply
from callparser.understand import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from callparser.designation import Understood


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Call ``n`` left it open. ``asked``: the defenders are asked, not yet declarer whether that was said."""

    n: int
    reply: Reply
    asked: bool


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What was said while a card is left open: undo, yes, no, next, or repeat for all else. ``sure``: surely
    enough to be done."""

    name: str
    sure: bool
    said: Understood


class Ears:
    """Hears what counts while a card is left open. ``words`` are the messages of listening."""

    def __init__(self, lang: str, words: Mapping[str, str]) -> None:
        self._lang, self._words = lang, words

    def is_for_session(self, text: str, *, ending: bool) -> bool:
        """Only the end of the hand or session is, and, with a claim ``ending`` it, what answers that."""
        said = parse(text, self._lang, fallback=False)
        name = order(text, self._words, "choose", asks=True)
        if name == "quit" or ends_play(said):
            return True
        answers = isinstance(said, Designation) and (takes_back(said) or isinstance(said.intent, Acknowledge))
        return ending and (answers or name == "undo")

    def meanwhile(self, text: str, confidence: float, *, defended: bool) -> Meanwhile:
        """Only words that take it back, or answer the question whether it was said, count; where the
        defenders answer by themselves (``defended``), also "next"."""
        name = "undo" if order(text, self._words, "choose", asks=True) == "undo" else "repeat"
        said = parse(text, self._lang, fallback=False)
        if isinstance(said, Designation):
            confidence = min(confidence, said.confidence)
            if isinstance(said.intent, Acknowledge) and not said.intent.request:
                name = "yes" if said.intent.yes else "no"
            elif takes_back(said):
                name = "undo"
        if defended and order(text, self._words, "standing", asks=True) == "next":
            name = "next"
        return Meanwhile(name, confidence >= SURE_HEARD, said)
