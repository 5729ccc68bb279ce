"""From a resolution to a sentence: what was decided, under which clause, and what it rests on.

All sentences stand in ``grammars/<lang>/messages.yaml``; here they are only looked up and filled in.
Text is made when somebody asks for it, never while a call is resolved. It is neutral: it says what
the Laws make of the words, and nothing about which card is good.
"""

from __future__ import annotations

from functools import lru_cache

from callparser.explainer.messages import Messages, load_messages
from callparser.languages import LANGUAGES
from callparser.outcome import Fact, Reading, Resolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from callparser.cards import Card

__all__ = ["LANGUAGES", "explain", "explain_key", "explain_reading", "said_cards"]

#: Flags that are said aloud. The others are for programs, or would hint at a card.
SPOKEN_FLAGS: Final = ("premature", "td")


def explain_key(resolution: Resolution) -> str:
    """``"played.46B2.lowest"``: outcome, clause and verdict; the key of the message."""
    return f"{resolution.outcome}.{resolution.trace[-1].clause}.{resolution.trace[-1].verdict}"


def explain(
    resolution: Resolution, lang: str = "sv", *, said: str | None = None, briefly: bool = False
) -> str:
    """The answer in words. With ``said`` it begins with what was heard. ``briefly``: without what it means
    for play, and without the readings.

    Raises :class:`InputError` for a language without messages.
    """
    messages = load_messages(lang)
    step = resolution.trace[-1]
    outcome, facts = resolution.outcome, tuple(step.facts.items())
    text = _decided(lang, outcome, step.clause, step.verdict, facts, ends=not briefly)
    if _CARDS in text:
        text = _sentence(text.replace(_CARDS, messages.cards(one.code for one in resolution.candidates)))
    parts = [messages.heard.format(said=said), text] if said else [text]
    if _tells_readings(resolution) and not briefly:
        readings = "; ".join(explain_reading(one, lang) for one in resolution.readings)
        parts.append(messages.disputed.format(readings=readings))
    if resolution.flags:
        parts += [messages.flags[flag] for flag in SPOKEN_FLAGS if flag in resolution.flags]
    return " ".join(parts)


def explain_reading(reading: Reading, lang: str = "sv") -> str:
    """One way to read a disputed call: the card or the outcome, the clause, the authority."""
    messages = load_messages(lang)
    if reading.card is not None:
        what = messages.card(reading.card.code)
    else:
        cards = (
            messages.readings["any"]
            if _is_any(reading)
            else messages.cards(c.code for c in reading.candidates)
        )
        what = messages.readings.get(reading.outcome, messages.readings["other"]).format(cards=cards)
    why = f"{reading.clause}: {messages.sources[reading.source]}" if reading.source else reading.clause
    return f"{what} ({why})"


def said_cards(resolution: Resolution, lang: str = "sv") -> tuple[Card, ...]:
    """The cards among which :func:`explain` says that there is a choice, in the order of its words."""
    step, readings = resolution.trace[-1], load_messages(lang).readings
    text = _decided(lang, resolution.outcome, step.clause, step.verdict, tuple(step.facts.items()))
    said = list(resolution.candidates) if _CARDS in text else []
    for one in resolution.readings if _tells_readings(resolution) else ():
        if one.card is not None:
            said.append(one.card)
        elif _CARDS in readings.get(one.outcome, "") and not _is_any(one):
            said += one.candidates
    return tuple(dict.fromkeys(said))


def _tells_readings(resolution: Resolution) -> bool:
    return bool(resolution.readings) and (resolution.status == "disputed" or resolution.outcome == "ask")


def _is_any(reading: Reading) -> bool:
    """46B5 to the letter: every legal card."""
    return reading.source == "literal"


#: Stands in a text for the candidates, of which there are too many sets to keep the texts of.
_CARDS: Final = "{cards}"


@lru_cache(maxsize=1 << 12)
def _decided(
    lang: str,
    outcome: str,
    clause: str,
    verdict: str,
    facts: tuple[tuple[str, Fact], ...],
    *,
    ends: bool = True,
) -> str:
    """What the deciding step says, and how it ``ends``: what the outcome means. Facts are cards, suits and
    ranks: few."""
    messages = load_messages(lang)
    words = _Words(messages, dict(facts))
    text = _sentence(messages.answers[f"{outcome}.{clause}.{verdict}"].format_map(words))
    ending = messages.endings.get(outcome) if ends else None
    return f"{text} {ending.format_map(words)}" if ending else text


class _Words:
    """The facts of a step as words; made only as far as the message asks for them."""

    def __init__(self, messages: Messages, facts: dict[str, Any]) -> None:
        self._messages = messages
        self._facts = facts

    def __getitem__(self, name: str) -> str:
        return _CARDS if name == "cards" else self._messages.word(name, self._facts[name])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
