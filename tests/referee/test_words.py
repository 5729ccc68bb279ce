"""The referee's words: complete in both languages, with the same keys, and no advice."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from callparser.errors import GrammarError, InputError
from callparser.explainer.lint import _ADVICE
from callparser.files import data_dir
from callparser.law.branch import REFEREE_PARAMETERS, branches
from callparser.law.edition import LANGUAGES
from callparser.referee.facts import FACTS
from callparser.referee.words import GROUPS, REFEREE_LANGUAGES, read_words, referee_words

GOOD = Path(data_dir("grammars"), "en", "referee.yaml")


def test_it_speaks_the_languages_of_the_clause_texts() -> None:
    assert REFEREE_LANGUAGES == LANGUAGES
    with pytest.raises(InputError, match="its languages are sv, en"):
        referee_words("no")


@pytest.mark.parametrize("group", GROUPS)
def test_both_languages_have_the_same_keys_and_places(group: str) -> None:
    swedish, english = (getattr(referee_words(lang), group) for lang in ("sv", "en"))
    assert list(swedish) == list(english)
    for key, text in english.items():
        assert _places(swedish[key]) == _places(text), key


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fact_that_is_asked_has_a_question_a_reason_and_its_answers(lang: str) -> None:
    words = referee_words(lang)
    asked = [fact for fact in FACTS if not fact.told]
    assert set(words.questions) == set(words.why) == {fact.name for fact in asked}
    for fact in asked:
        texts = [words.choice(fact.name, word) for word in fact.words]
        assert len(texts) == len(set(texts)), fact.name
    assert all(fact.about for fact in FACTS if fact.told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_parameter_has_a_reason(lang: str) -> None:
    assert set(referee_words(lang).reasons) == {*REFEREE_PARAMETERS, "other"}


def test_the_same_kinds_of_statement_are_known_in_both() -> None:
    assert list(referee_words("sv").statements) == list(referee_words("en").statements)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_is_told_what_to_play(lang: str) -> None:
    words = referee_words(lang)
    texts = [text for group in GROUPS for text in getattr(words, group).values()]
    texts += [branch.text[lang] for branch in branches().values()]
    assert [text for text in texts if _ADVICE.search(text)] == []


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("language: en", "language: ''", "not a text"),
        ("\nreasons:", "\nraisons:", "unknown"),
        ("  claim.line_works:", "  claim.line_worx:", "there is no fact"),
        ('    - "\\\\bconcede', '    - "(\\\\bconcede', "no regular expression"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, good: str, bad: str, complaint: str) -> None:
    text = GOOD.read_text("utf-8")
    assert good in text
    path = tmp_path / "referee.yaml"
    path.write_text(text.replace(good, bad, 1), "utf-8")
    with pytest.raises(GrammarError, match=complaint) as error:
        read_words(path)
    assert re.search(r"referee\.yaml:\d+", str(error.value))
