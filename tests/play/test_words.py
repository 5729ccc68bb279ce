"""What the table says: the same keys and facts in both languages."""

from __future__ import annotations

from string import Formatter

import pytest

from callparser.errors import GrammarError, InputError
from callparser.explainer.messages import load_messages
from callparser.play.questions import asked_about
from callparser.play.words import GROUPS, play_words, read_words


@pytest.mark.parametrize("group", GROUPS)
def test_the_languages_say_the_same(group: str) -> None:
    swedish, english = (getattr(play_words(lang), group) for lang in ("sv", "en"))
    assert list(swedish) == list(english)
    for key in swedish:
        facts = [
            {name for _, name, _, _ in Formatter().parse(one[key]) if name} for one in (swedish, english)
        ]
        assert facts[0] == facts[1], key


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_every_question_is_known(lang: str) -> None:
    for about, phrases in play_words(lang).asks.items():
        for phrase in phrases.split("|"):
            assert asked_about(f" {phrase.upper()}? ", lang) == about


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("about", ["turn", "trick", "last_trick", "dummy"])
def test_what_listen_is_asked_is_known_here_too(lang: str, about: str) -> None:
    for phrase in load_messages(lang).listening[f"say_{about}"].split("|"):
        assert asked_about(f"{phrase}?", lang) == about


@pytest.mark.parametrize("text", ["hjärter två", "lågt", "ja", "ångra", "resten är mina", ""])
def test_what_is_no_question(text: str) -> None:
    assert asked_about(text, "sv") == ""


def test_another_language() -> None:
    with pytest.raises(InputError, match="its languages are sv, en"):
        play_words("no")


def test_a_file_with_a_mistake(tmp_path) -> None:
    path = tmp_path / "play.yaml"
    path.write_text("language: sv\ntexts: {deal: [1]}\n", "utf-8")
    with pytest.raises(GrammarError, match=r"play\.yaml"):
        read_words(path)
