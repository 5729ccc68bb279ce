"""Whoever types in another language than the one that was chosen is told which."""

from __future__ import annotations

import sys

from callparser.designation import Ambiguous, Designation, is_play
from callparser.explainer.messages import load_messages
from callparser.grammar.tables import made_from
from callparser.languages import LANGUAGES, NAMES
from callparser.store import is_kept
from callparser.understand import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.designation import Understood


def tell_language(text: str, lang: str) -> None:
    """On standard error, if there is something to tell."""
    if found := other_language(text, lang):
        sys.stderr.write(f"callparser: {found}\n")


def other_language(text: str, lang: str) -> str:
    """``"that is Norwegian; use --lang no"`` for what is plainly a call there, not in ``lang``; or empty."""
    if lang not in LANGUAGES or _is_plain(parse(text, lang)):
        return ""
    others = [one for one in LANGUAGES if one != lang and _is_call(text, one)]
    if not others:
        return ""
    names, options = (
        " or ".join(texts) for texts in (map(NAMES.__getitem__, others), map("--lang {}".format, others))
    )
    return f"that is {names}; use {options}"


def _is_plain(said: Understood) -> bool:
    return isinstance(said, Ambiguous) or (
        isinstance(said, Designation) and not said.repairs and not said.guessed
    )


def _is_call(text: str, lang: str) -> bool:
    """By the grammar, if it has been compiled; nobody waits for a hint, so else by the names of the cards."""
    if is_kept(f"grammar-{lang}", made_from(lang)):
        said = parse(text, lang, fallback=False)
        return isinstance(said, Designation) and is_play(said.intent) and _is_plain(said)
    known = {word for name in load_messages(lang).names.values() for word in name.casefold().split()}
    return bool(text.split()) and known.issuperset(text.casefold().split())
