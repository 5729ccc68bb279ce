"""Words that are for the program and not for dummy: leave, play on, say again, take back.

They stand in ``messages.yaml`` (``say_quit`` and so on), where a translator finds them; the English names of
the commands are among them in every language.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

ORDERS: Final = ("quit", "next", "repeat", "undo")
#: What may be asked about in every language in the same few words, beside those of the grammar.
ASKED: Final = ("turn", "trick", "last_trick", "dummy", "why")


def plain(text: str) -> str:
    """Small letters, single spaces, no stop or exclamation mark: as the lists of words are written."""
    return " ".join(text.casefold().split()).strip(".!")


def order(text: str, words: Mapping[str, str], state: str, *, asks: bool) -> str:
    """One of :data:`ORDERS`, or nothing. ``words`` are the messages of listening.

    "Next" alone plays on only while a card stands; at other times it may be a call, the next card of the
    suit, or said too late (see :func:`plays_on`). "Cancel" takes back what is asked about (``asks``); else it
    is what the grammar makes of it.
    """
    said = plain(text)
    for name in ORDERS:
        if said in words[f"say_{name}"].split("|"):
            return name
    if asks and said in words["say_cancel"].split("|"):
        return "undo"
    return "next" if state == "standing" and plays_on(text, words) else ""


def plays_on(text: str, words: Mapping[str, str]) -> bool:
    """Would it be an order to play on if a card stood? Then it is no sure call of one."""
    return plain(text) in words["say_on"].split("|")


def says_yes(text: str, words: Mapping[str, str]) -> bool:
    """Is it a yes in so many words? Thanks and assent ("fine", "good") end no hand."""
    return plain(text).replace(",", "") in words["say_yes"].split("|")


def asked_about(text: str, words: Mapping[str, str]) -> str:
    """One of :data:`ASKED`, or nothing."""
    said = plain(text).rstrip("?")
    return next((name for name in ASKED if said in words[f"say_{name}"].split("|")), "")
