"""The frames that the fallback learns from stand for calls of the kinds there are, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from callparser.designation import INTENTS
from callparser.grammar.template import expand
from callparser.understand.fallback import category

FRAMES = Path(__file__).parents[2] / "training" / "understand" / "frames"
LANGS = sorted(path.stem for path in FRAMES.glob("*.yaml"))
WORDS = ("before", "after")
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
        for template in templates:
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
            assert all(slots <= set(sequence) for sequence in expand(template)), template


def test_the_languages_have_the_same_kinds() -> None:
    assert len({frozenset(frames(lang)) for lang in LANGS}) == 1
