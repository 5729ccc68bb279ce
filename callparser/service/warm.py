"""What understands words, loaded ahead of use."""

from __future__ import annotations

from callparser.languages import LANGUAGES
from callparser.service.conversation import Conversation
from callparser.service.terms import Terms
from callparser.understand import parse


def warm() -> None:
    """Load what every language takes: the first call of an hour is then answered as fast as the others."""
    for lang in LANGUAGES:
        Conversation(Terms(lang)).typed("-")
        parse("xyzzy xyzzy", lang)  # the long way, with the fallback
