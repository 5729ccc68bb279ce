"""The frames that the fallback learns from stand for calls of the kinds there are, in every language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from callparser.designation import INTENTS
from callparser.grammar.load import load
from callparser.grammar.template import expand
from callparser.understand.fallback import category

FRAMES = Path(__file__).parents[2] / "training" / "understand" / "frames"
LANGS = sorted(path.stem for path in FRAMES.glob("*.yaml"))
WORDS = ("before", "after", "spoken")
SAID_BESIDE = (
    {"kind": "ruff", "level": "low"}, {"kind": "ruff", "level": "high"}, {"kind": "ruff", "rank": "K"},
    {"kind": "cover", "over": "K"},
)  # fmt: skip


def frames(lang: str) -> dict[str, list[str]]:
    rows: dict[str, list[str]] = yaml.load((FRAMES / f"{lang}.yaml").read_text("utf-8"), yaml.BaseLoader)
    return rows


@pytest.mark.parametrize("lang", LANGS)
def test_every_frame_is_of_a_kind_there_is_and_can_be_drawn_from(lang: str) -> None:
    names = {*INTENTS, *map(category, SAID_BESIDE)}
    for name, templates in frames(lang).items():
        assert name in names or name in WORDS
        for template in () if name == "spoken" else templates:
            slots = {w for sequence in expand(template) for w in sequence if w[0] in "{<*"}
            assert slots <= {"{suit}", "{rank}"}, template


@pytest.mark.parametrize("lang", LANGS)
def test_a_frame_names_what_its_kind_needs(lang: str) -> None:
    needs = {
        "card": {"{suit}", "{rank}"}, "suit": {"{suit}"}, "rank": {"{rank}"}, "ruff.rank": {"{rank}"},
        "cover.over": {"{rank}"},
    }  # fmt: skip
    rows = frames(lang)
    for name, slots in needs.items():
        for template in rows[name]:
            for sequence in expand(template):
                said = set(sequence) | {"{suit}" for word in sequence if word.startswith("trum")}
                assert slots <= said, sequence


def test_the_languages_have_the_same_kinds() -> None:
    assert len({frozenset(frames(lang)).difference(WORDS) for lang in LANGS}) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_a_word_as_many_say_it_names_no_card(lang: str) -> None:
    classes = load(lang).classes
    names = {" ".join(form.words) for name in ("suit", "rank") for form in classes[name] if not form.alphabet}
    spoken: Any = frames(lang).get("spoken", {})
    for word, spellings in spoken.items():
        assert spellings
        assert word not in spellings
        assert names.isdisjoint([word, *spellings]), word
