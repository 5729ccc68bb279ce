"""The statistical fallback: what a call may be that the grammar does not know.

A small spaCy text classifier of ours (``models/freeform-a``, made by ``training/understand``) looks at the
sketch of the words and gives each kind of call a calibrated probability. It may only propose: below the
certainty that its kind needs, nothing is understood, and what it thought most of is offered as nearest.
Suits and ranks are those that were said; where more were said than the call can have, nothing is proposed.
spaCy is imported when the first utterance needs it; without spaCy there is no fallback.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import import_module, util
from threading import Lock, Thread

from callparser.designation import Intent, is_play
from callparser.files import data_dir
from callparser.intentform import intent_in
from callparser.understand.sketch import COURT, NUMBER, SUIT, TRUMP
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final

    from callparser.understand.sketch import Sketch

MODEL: Final = "freeform-a"
_META: Final = "callparser.json"
#: What stands for a word that the model has hardly ever seen, nor its beginning or end.
RARE: Final = "RARE"
#: Letters in the beginning and the end of a word that it may know: "klen*" for "klenaste" and "klenare".
PART: Final = 4
_PLACEHOLDERS: Final = frozenset((SUIT, TRUMP, COURT, NUMBER))
#: The slots of a category and what must have been said once to fill each; ``_TAKES``: a suit, if it is there.
_NEEDS: Final = {
    "card": {"suit": "suit", "rank": "rank"}, "suit": {"suit": "suit"}, "rank": {"rank": "rank"},
    "ruff.rank": {"rank": "rank"}, "cover.over": {"over": "rank"},
}  # fmt: skip
_TAKES: Final = frozenset(("low", "high", "discard", "run", "continue"))
#: Categories that are never proposed: they are made of several calls, or only eyes can tell.
_SILENT: Final = frozenset(
    (
        "either", "exclude", "conditional", "correction", "ordinal", "middle", "deictic", "objection",
        "acknowledge", "query",
    )
)  # fmt: skip
MAX_NEAR: Final = 3


class Proposal(Value):
    """``intent`` is ``None`` where nothing is sure enough; ``near`` are the likeliest intents."""

    intent: Intent | None
    probability: float
    near: tuple[Intent, ...] = ()


class Fallback:
    """The model, ready to propose. ``certainty``: category -> the probability that it needs."""

    def __init__(self, path: str) -> None:
        import spacy
        from spacy.tokens import Doc

        with open(os.path.join(path, _META), encoding="utf-8") as file:
            meta = json.load(file)
        self.certainty: dict[str, float] = meta["certainty"]
        self._temperature: float = meta["temperature"]
        self._known = {lang: frozenset(words) for lang, words in meta["words"].items()}
        self._nlp = spacy.load(os.path.join(path, "pipeline"))
        self._doc = Doc
        self._one_at_a_time = Lock()  # a vocabulary grows with what is read

    def propose(self, seen: Sketch, lang: str, *, refused: bool = False) -> Proposal:
        """``refused``: the words hold a "not" or a question mark, so that no play is proposed."""
        words = tokens(seen, lang, self._known.get(lang, frozenset()))
        if 2 * words.count(RARE) >= len(words) - 1:
            return Proposal(None, 0.0)  # half of it are words that it never saw
        with self._one_at_a_time:
            doc = self._doc(self._nlp.vocab, words=words)
            shares = calibrated(self._nlp(doc).cats, self._temperature)
        ranked = sorted(shares.items(), key=lambda share: -share[1])
        likely = [(name, share) for name, share in ranked[:MAX_NEAR] if share > 0.1]
        offered = (made(name, seen) for name, _ in likely)
        near = tuple(one for one in offered if one is not None and not (refused and is_play(one)))
        name, share = ranked[0]
        intent = made(name, seen)
        if intent is None or share < self.certainty.get(name, 1.0) or (refused and is_play(intent)):
            return Proposal(None, share, near)
        return Proposal(intent, share, near)


def import_ahead() -> None:
    """Begin to import spaCy in a thread, where somebody will talk for a while: it takes seconds, and so late
    the first words that need it would be answered."""
    if util.find_spec("spacy") is not None:
        Thread(target=import_module, args=("spacy",), name="spacy", daemon=True).start()


@cache
def load() -> Fallback | None:
    """The fallback, or ``None`` where spaCy or the model is not installed, or the model cannot be read."""
    path = os.path.join(data_dir("models"), MODEL)
    if not os.path.isfile(os.path.join(path, _META)) or util.find_spec("spacy") is None:
        return None
    try:
        return Fallback(path)
    except (OSError, ValueError, LookupError, TypeError):
        return None  # no text may raise because of it; ``callparser doctor`` says what is wrong


def category(row: Mapping[str, object]) -> str:
    """The category of an intent (wire form): its kind, ``ruff`` and ``cover`` by what they say beside."""
    kind = str(row["kind"])
    if kind == "cover" and row.get("over"):
        return "cover.over"
    if kind == "ruff" and row.get("rank"):
        return "ruff.rank"
    if kind == "ruff" and row.get("level"):
        return "ruff.low" if row["level"] == "low" else "ruff.high"
    return kind


def tokens(seen: Sketch, lang: str, known: frozenset[str]) -> list[str]:
    """What the model reads: the language, then the words. Of a word that is not ``known``, the beginning and
    the end that are; where neither is, ``RARE``."""
    out = [f"lang={lang}"]
    for word in seen.words:
        if word in _PLACEHOLDERS or word in known:
            out.append(word)
        else:
            out += [part for part in parts(word) if part in known] or [RARE]
    return out


def parts(word: str) -> tuple[str, ...]:
    """The beginning and the end of a word, as tokens of their own."""
    return (f"{word[:PART]}*", f"*{word[-PART:]}") if len(word) > PART else ()


def made(name: str, seen: Sketch) -> Intent | None:
    """The intent of a category with the suit and rank that were said, or ``None`` if they do not fit."""
    if name in _SILENT:
        return None
    kind, _, detail = name.partition(".")
    row: dict[str, Any] = {"kind": kind}
    if detail in ("low", "high"):
        row["level"] = detail
    said: dict[str, Sequence[str]] = {"suit": seen.suits, "rank": seen.ranks}
    needs = {"suit": "suit"} if name in _TAKES and seen.suits else _NEEDS.get(name, {})
    for slot, mention in needs.items():
        if len(said[mention]) != 1:
            return None
        row[slot] = said[mention][0]
    return intent_in(row)


def calibrated(cats: Mapping[str, float], temperature: float) -> dict[str, float]:
    """Probabilities after temperature scaling (Guo et al., "On Calibration of Modern Neural Networks")."""
    powers = {name: max(share, 1e-12) ** (1 / temperature) for name, share in cats.items()}
    whole = sum(powers.values())
    return {name: power / whole for name, power in powers.items()}
