"""What the user asks the table, and what he says about the card that he called last."""

from __future__ import annotations

from callparser.designation import Acknowledge, Correction, Designation, Query
from callparser.explainer.messages import load_messages
from callparser.play.words import play_words
from callparser.session import orders
from callparser.session.memory import ends_play, takes_back
from callparser.session.orders import order, plain
from callparser.understand import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.explainer.messages import Messages

#: Questions that ``listen`` knows as well, or the grammar.
_SHARED: Final = ("dummy", "trick", "last_trick", "turn", "help")
#: Words to the program that leave the card that was called where it is.
_ASIDE: Final = ("repeat", "heard", "why", "stop", "slower", "faster")


def asked_about(text: str, lang: str) -> str:
    """The key of the question in ``play.yaml``, one of :data:`_SHARED`, or nothing."""
    said = plain(text).rstrip("?")
    for name, phrases in play_words(lang).asks.items():
        if said in phrases.split("|"):
            return name
    about = orders.asked_about(text, load_messages(lang).listening)
    if not about:
        found = parse(text, lang, fallback=False)
        if isinstance(found, Designation) and isinstance(found.intent, Query):
            about = found.intent.about
    return about if about in _SHARED else ""


def is_about_last(text: str, messages: Messages) -> bool:
    """Does it take back or change the card that was called last, or answer for it? Then play waits."""
    if order(text, messages.listening, "standing", asks=True) in ("undo", "repeat"):
        return True
    said = parse(text, messages.language, fallback=False)
    if not isinstance(said, Designation):
        return False
    intent = said.intent
    if isinstance(intent, Query):
        return intent.about in _ASIDE
    return isinstance(intent, (Correction, Acknowledge)) or takes_back(said)


def without_commas(text: str) -> str:
    return " ".join(plain(text).replace(",", " ").split())


def without_correction(text: str, lang: str) -> str:
    """Without what corrects the words before: "no, I mean two" -> "two"."""
    said = without_commas(text)
    counts = play_words(lang).counts
    leads = counts["before"].split("|")
    while said not in counts["none"].split("|"):
        lead = next((one for one in leads if f"{said} ".startswith(f"{one} ")), "")
        if not lead:
            break
        said = said.removeprefix(lead).strip()
    return said


def is_aside(text: str, messages: Messages) -> bool:
    """Is it to the program: say it again, slower, be quiet?"""
    said = parse(text, messages.language, fallback=False)
    if isinstance(said, Designation) and isinstance(said.intent, Query):
        return said.intent.about in _ASIDE
    return order(text, messages.listening, "confirm", asks=False) in ("repeat", "quit")


def answered(text: str, lang: str) -> bool | None:
    """Is it a yes or a no? ``None`` when it is neither."""
    said = parse(text, lang, fallback=False)
    if not isinstance(said, Designation):
        return None
    if isinstance(said.intent, Acknowledge):
        return said.intent.yes
    return False if takes_back(said) else None


def is_ending(text: str, lang: str) -> bool:
    """Does it sound like a claim or a concession? Then what was called before is played first."""
    return ends_play(parse(text, lang, fallback=False))


def corrects_only(text: str, lang: str) -> bool:
    """Does it put another call in the place of one that was made before ("no, diamonds")?

    When nothing can be corrected any more it is said too late, and is no call for the next hand.
    """
    said = parse(text, lang, fallback=False)
    if not isinstance(said, Designation) or not isinstance(said.intent, Correction):
        return False
    return said.intent.first is None
