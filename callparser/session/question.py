"""The question that waits, and what answers it: one of its cards, by suit, by rank or by its place."""

from __future__ import annotations

from callparser.designation import Designation, NamedCard
from callparser.session.memory import fits
from callparser.session.orders import plain
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from callparser.cards import Card
    from callparser.designation import Understood
    from callparser.session.memory import Memory

_ORDINALS: Final = ("first", "second", "third", "fourth")


def chosen(now: Memory, said: Understood, text: str, words: Mapping[str, str]) -> Designation | None:
    """The one option that the answer to a question fits. ``words`` are the messages of listening."""
    options = now.options if now.state == "choose" else ()
    if (card := _by_place(now, plain(text), words)) is not None:
        return Designation(NamedCard(card.suit, card.rank), text)  # "andra" is no "ändra" here
    if isinstance(said, Designation) and not said.guessed:
        fitting = [card for card in options if fits(said, card)]
        if len(fitting) == 1:
            return replace(said, intent=NamedCard(fitting[0].suit, fitting[0].rank))
    return None


def _by_place(now: Memory, text: str, words: Mapping[str, str]) -> Card | None:
    """The card of the question that has this place; only in a list that was said is there a second."""
    said = now.options[: now.said] if now.state == "choose" else ()
    places = [*zip(_ORDINALS, said, strict=False), *(("last", card) for card in said[-1:])]
    return next((card for name, card in places if text in words[name].split("|")), None)
