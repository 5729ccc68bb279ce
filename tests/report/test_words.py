"""The words of reports: complete, and the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from callparser.errors import GrammarError, InputError
from callparser.explainer.lint import _ADVICE
from callparser.files import data_dir
from callparser.referee.facts import FACTS
from callparser.report.words import GROUPS, REPORT_LANGUAGES, read_words, report_words
from callparser.service.logbook import FAULTS

GOOD = Path(data_dir("grammars"), "en", "report.yaml")


@pytest.mark.parametrize("group", GROUPS)
def test_both_languages_have_the_same_keys_and_places(group: str) -> None:
    swedish, english = (getattr(report_words(lang), group) for lang in ("sv", "en"))
    assert list(swedish) == list(english)
    for key, text in english.items():
        assert _places(swedish[key]) == _places(text), key


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
def test_every_fact_has_a_name_and_every_word_of_it_a_text(lang: str) -> None:
    words = report_words(lang)
    told = [fact for fact in FACTS if fact.told]
    assert set(words.facts) == {fact.name for fact in told}
    for fact in told:
        if fact.kind == "word":
            assert all(f"{fact.name}.{word}" in words.answers for word in fact.words), fact.name
    assert {name: _places(text) for name, text in words.faults.items()} == {
        name: _places(text) for name, text in FAULTS.items()
    }


@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
def test_nobody_is_told_what_to_play(lang: str) -> None:
    texts = [text for group in GROUPS for text in getattr(report_words(lang), group).values()]
    assert [text for text in texts if _ADVICE.search(text)] == []


def test_another_language_has_no_reports() -> None:
    with pytest.raises(InputError, match="its languages are sv, en"):
        report_words("no")


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("\nseats:", "\nseets:", "unknown"),
        ('  N: "N"', '  N: ["N"]', "not a text"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, good: str, bad: str, complaint: str) -> None:
    text = GOOD.read_text("utf-8")
    path = tmp_path / "report.yaml"
    path.write_text(text.replace(good, bad, 1), "utf-8")
    with pytest.raises(GrammarError, match=complaint) as error:
        read_words(path)
    assert re.search(r"report\.yaml:\d+", str(error.value))
