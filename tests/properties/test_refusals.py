"""A call that is refused, held back or asked about is never that call, whatever the call is."""

from __future__ import annotations

import random

import pytest

from callparser.designation import Designation, Intent
from callparser.grammar.tables import table
from callparser.understand import LANGUAGES, parse
from callparser.understand.phrases import phrases
from callparser.understand.spelling import Speller

FRAMES = {
    "sv": [
        "inte {}", "{} inte", "{}, inte", "nej inte {}", "aldrig {}", "spela inte {}", "lägg inte {}",
        "ta inte {}", "jag vill inte ha {}", "absolut inte {}", "inte {} nu", "låt bli {}", "ångrar {}",
        "vänta {}", "{} vänta", "han har {}", "du har inte {}", "varför {}", "var det {}?",
    ],
    "en": [
        "not {}", "{} not", "don't play {}", "do not play {}", "never {}", "no not {}", "not {} please",
        "don't {}", "please don't play {}", "i don't want {}", "anything but {}", "rather not {}", "wait {}",
        "{} wait", "he has {}", "you don't have {}", "why {}", "was it {}?",
    ],
    "no": [
        "ikke {}", "{} ikke", "{}, ikke", "nei ikke {}", "aldri {}", "spill ikke {}", "legg ikke {}",
        "ikke legg {}", "jeg vil ikke ha {}", "absolutt ikke {}", "ikke {} nå", "ikkje {}", "la være {}",
        "vent {}", "{} vent", "han har {}", "du har ikke {}", "hvorfor {}", "var det {}?",
    ],
    "da": [
        "ikke {}", "{} ikke", "{}, ikke", "nej ikke {}", "aldrig {}", "spil ikke {}", "læg ikke {}",
        "tag ikke {}", "jeg vil ikke have {}", "absolut ikke {}", "ikke {} nu", "lad være med {}",
        "fortryder {}", "vent {}", "{} vent", "han har {}", "du har ikke {}", "hvorfor {}", "var det {}?",
    ],
}  # fmt: skip
KINDS = {"card", "suit", "rank", "high", "low", "win", "ruff", "honour", "discard"}
SEED = 46


def _calls(lang: str, count: int) -> list[tuple[str, Intent]]:
    """Short calls of the language, drawn from all of its sampled sentences. "Not spades but hearts" refuses
    something already: one "not" more is a stammer."""
    refusals = Speller(table(lang)["spelling"]).refusals
    sentences = sorted(phrases(lang))
    random.Random(SEED).shuffle(sentences)
    found = []
    for text in sentences:
        said = parse(text, lang)
        if not refusals.isdisjoint(text.split()):
            continue
        if len(text.split()) <= 4 and isinstance(said, Designation) and said.intent.kind in KINDS:
            found.append((text, said.intent))
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(("lang", "frame"), [(lang, frame) for lang in LANGUAGES for frame in FRAMES[lang]])
def test_a_refused_call_is_not_that_call(lang: str, frame: str) -> None:
    calls = _calls(lang, 200)
    assert len(calls) == 200
    taken = []
    for text, intent in calls:
        said = parse(frame.format(text), lang)
        if isinstance(said, Designation) and said.intent == intent:
            taken.append(frame.format(text))
    assert taken == []
