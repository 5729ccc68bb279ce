"""From a resolution to a sentence: what was decided, under which clause, and what it rests on.

All sentences stand in ``grammars/<lang>/messages.yaml``; here they are only looked up and filled in.
Text is made when somebody asks for it, never while a call is resolved. It is neutral: it says what
the Laws make of the words, and nothing about which card is good.
"""

from __future__ import annotations

from callparser.explainer.messages import Messages, load_messages
from callparser.languages import LANGUAGES
from callparser.outcome import Reading, Resolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final

__all__ = ["LANGUAGES", "explain", "explain_key", "explain_reading"]

#: Flags that are said aloud. The others are for programs, or would hint at a card.
SPOKEN_FLAGS: Final = ("premature", "td")


def explain_key(resolution: Resolution) -> str:
    """``"played.46B2.lowest"``: outcome, clause and verdict; the key of the message."""
    return f"{resolution.outcome}.{resolution.trace[-1].clause}.{resolution.trace[-1].verdict}"


def explain(resolution: Resolution, lang: str = "sv", *, said: str | None = None) -> str:
    """The answer in words. With ``said`` it begins with what was heard.

    Raises :class:`InputError` for a language without messages.
    """
    messages = load_messages(lang)
    facts = _Facts(messages, resolution)
    parts = [messages.heard.format(said=said)] if said else []
    parts.append(_sentence(messages.answers[explain_key(resolution)].format_map(facts)))
    ending = messages.endings.get(resolution.outcome)
    if ending:
        parts.append(ending.format_map(facts))
    if resolution.readings and (resolution.status == "disputed" or resolution.outcome == "ask"):
        readings = "; ".join(explain_reading(one, lang) for one in resolution.readings)
        parts.append(messages.disputed.format(readings=readings))
    parts += [messages.flags[flag] for flag in SPOKEN_FLAGS if flag in resolution.flags]
    return " ".join(parts)


def explain_reading(reading: Reading, lang: str = "sv") -> str:
    """One way to read a disputed call: the card or the outcome, the clause, the authority."""
    messages = load_messages(lang)
    if reading.card is not None:
        what = messages.card(reading.card.code)
    else:
        literal = reading.source == "literal"  # 46B5 to the letter: every legal card
        cards = messages.readings["any"] if literal else messages.cards(c.code for c in reading.candidates)
        what = messages.readings.get(reading.outcome, messages.readings["other"]).format(cards=cards)
    why = f"{reading.clause}: {messages.sources[reading.source]}" if reading.source else reading.clause
    return f"{what} ({why})"


class _Facts:
    """The facts of the deciding step as words; made only as far as the message asks for them."""

    def __init__(self, messages: Messages, resolution: Resolution) -> None:
        self.messages = messages
        self.resolution = resolution
        self.facts = resolution.trace[-1].facts

    def __getitem__(self, name: str) -> str:
        if name == "cards":
            return self.messages.cards(_codes(self.resolution))
        fact: Any = self.facts[name]
        return self.messages.word(name, fact)


def _codes(resolution: Resolution) -> Iterable[str]:
    return (card.code for card in resolution.candidates)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
