"""What the table says: the same keys and facts in both languages."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from callparser.errors import GrammarError, InputError
from callparser.explainer.messages import load_messages
from callparser.play.contract import read_contract
from callparser.play.questions import asked_about
from callparser.play.telling import Teller
from callparser.play.words import GROUPS, Count, play_words, read_words


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


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 tricks"), (1, "1 trick"), (2, "2 tricks"), (13, "13 tricks")]
)
def test_one_is_not_several(count: int, text: str) -> None:
    assert f"{Count(count):trick|tricks}" == text
    assert f"{Count(count)}" == str(count)


def test_no_english_sentence_has_a_number_before_a_bare_plural() -> None:
    for text in (*play_words("en").texts.values(), *play_words("en").seat.values()):
        assert not re.search(r"\{\w+\} (tricks|points)", text), text


@pytest.mark.parametrize("contract", ["1S", "1H", "1D", "1C"])
def test_a_contract_at_level_one(contract: str) -> None:
    assert not Teller("en").contract(read_contract(contract)).endswith("s")
    assert Teller("en").contract(read_contract(f"2{contract[1:]}")).endswith("s")
