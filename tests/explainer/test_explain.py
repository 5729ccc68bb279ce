"""Every answer has words in every language, and says no more than the Laws make of the call."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from callparser.errors import GrammarError, InputError
from callparser.explainer import LANGUAGES, SPOKEN_FLAGS, explain, explain_key
from callparser.explainer.messages import load_messages
from callparser.explainer.read import read_messages
from callparser.files import data_dir
from callparser.law.law45 import ANSWERS_45
from callparser.law.law46 import LAW_46
from callparser.law.talk import TABLE_TALK
from callparser.outcome import Resolution
from callparser.resolver import resolve
from tests.explainer.many import many_resolutions
from tests.scene import said, scene

LETTERED = ("46B1a", "46B1b", "46B1c")


def declared() -> set[str]:
    """What the rows of the law say they can answer; 46B1 has no letters in 1997."""
    keys = {key for row in (*LAW_46, *TABLE_TALK) for key in row.answers} | set(ANSWERS_45)
    return keys | {key.replace(letter, "46B1") for key in keys for letter in LETTERED}


@pytest.fixture(scope="module")
def resolutions() -> dict[str, list[Resolution]]:
    found: dict[str, list[Resolution]] = {}
    for one in many_resolutions():
        found.setdefault(explain_key(one), []).append(one)
    return found


def test_what_the_law_declares_is_what_it_answers(resolutions: dict[str, list[Resolution]]):
    assert set(resolutions) == declared()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_has_a_message_and_no_message_is_idle(lang: str):
    assert set(load_messages(lang).answers) == declared()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_kept_compiled_is_what_the_file_says(lang: str):
    assert (
        read_messages(Path(data_dir("grammars"), lang, "messages.yaml"))["answers"]
        == load_messages(lang).answers
    )


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_languages_say_the_same():
    one, *others = [load_messages(lang) for lang in LANGUAGES]
    for other in others:
        for group in (
            "answers",
            "audit",
            "endings",
            "readings",
            "sources",
            "flags",
            "windows",
            "ranks",
            "suits",
        ):
            ours, theirs = getattr(one, group), getattr(other, group)
            assert {key: placeholders(text) for key, text in ours.items()} == {
                key: placeholders(text) for key, text in theirs.items()
            }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_resolution_can_be_said(lang: str, resolutions: dict[str, list[Resolution]]):
    for found in resolutions.values():
        for one in found[:60]:
            text = explain(one, lang)
            assert "{" not in text
            assert text[0].isupper() or text[0].isdigit()
            assert text.endswith(".")


def test_every_source_window_flag_and_reading_is_used(resolutions: dict[str, list[Resolution]]):
    every = [one for found in resolutions.values() for one in found]
    messages = load_messages("sv")
    readings = [reading for one in every for reading in one.readings]
    assert {reading.source for reading in readings} - {""} == set(messages.sources)
    assert {one.trace[-1].facts.get("window") for one in every} - {None} == set(messages.windows)
    assert {flag for one in every for flag in one.flags} & set(SPOKEN_FLAGS) == set(messages.flags)
    unnamed = {reading.outcome for reading in readings if reading.card is None}
    assert set(messages.readings) - {"other", "any"} <= unnamed
    assert unnamed - set(messages.readings)  # "other" is needed too


@pytest.mark.parametrize(
    ("intent", "sv", "en"),
    [
        (
            {"kind": "suit", "suit": "H"},
            "Hjärter utan valör: lägsta kortet, hjärter två.",
            "Hearts without a rank: its lowest card, the two of hearts.",
        ),
        (
            {"kind": "suit", "suit": "S"},
            "Träkarlen måste följa färg i hjärter; spader vore en revoke. "
            "Begäran gäller inte; spelföraren får nämna vilket kort som helst som får spelas.",
            "Dummy must follow suit in hearts; spades would be a revoke. "
            "The call is void; declarer may name any card that may be played.",
        ),
        (
            {"kind": "play"},
            "Spela, utan färg och valör: det lägsta kortet i hjärter, hjärter två. "
            "Tolkningar: hjärter två (46B1c: vanligt bruk); en motspelare bestämmer: "
            "vilket kort som helst som får spelas "
            "(46B5: ordagrant är varken färg eller valör nämnd).",
            "Play, without a suit or a rank: the lowest card in hearts, the two of hearts. "
            "Readings: the two of hearts (46B1c: common usage); a defender names the card: "
            "any card that may be played "
            "(46B5: to the letter, neither suit nor rank).",
        ),
    ],
)
def test_sentences(intent: dict[str, object], sv: str, en: str):
    from callparser.intentform import intent_in

    found = resolve(said(intent_in(intent)), scene("S:AQ74 H:K82 C:T2", "W:H7", "S"))
    assert explain(found) == sv
    assert explain(found, "en") == en
    assert explain(found, "en", said="hearts") == f"Heard: hearts. {en}"


def test_the_same_words_whatever_dummy_holds_beside():
    """Law 43: an explanation of a suit call gives nothing away about the rest of dummy."""
    from callparser.cards import Suit
    from callparser.designation import SuitOnly

    call = said(SuitOnly(Suit.HEARTS))
    texts = {explain(resolve(call, scene(dummy, "W:H7"))) for dummy in ("H:K2", "H:32", "H:2 S:AKQ", "H:AK2")}
    assert len(texts) == 1


def test_a_language_without_messages():
    with pytest.raises(InputError, match="sv, en"):
        load_messages("xx")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_advice_never(lang: str, resolutions: dict[str, list[Resolution]]):
    advice = re.compile(r"\b(bör|borde|bäst att|should|better|recommend|rekommend|anbefal|bør|burde)\b")
    messages = load_messages(lang)
    for group in (messages.answers, messages.audit, messages.endings, messages.sources, messages.readings):
        assert not any(advice.search(text) for text in group.values())


@pytest.mark.parametrize(
    ("good", "bad", "complaint"),
    [
        ("language:", "langage:", "unknown"),
        ('card: "{suit} {rank}"', "card: [a]", "a text"),
        ("suits:", "suits: [", "YAML"),
        ('or: "eller"', 'or: "eller"\nor: "och"', "twice"),
        ('or: "eller"\n', "", "missing"),
        ("windows:\n", "windows: x\nendings2:\n", "unknown|mapping"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, good: str, bad: str, complaint: str):
    text = Path(data_dir("grammars"), "sv", "messages.yaml").read_text(encoding="utf-8")
    path = tmp_path / "messages.yaml"
    path.write_text(text.replace(good, bad, 1), encoding="utf-8")
    with pytest.raises(GrammarError, match=complaint):
        read_messages(path)


def test_a_file_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(GrammarError, match="cannot be read"):
        read_messages(tmp_path / "messages.yaml")
    (tmp_path / "messages.yaml").write_text("", encoding="utf-8")
    with pytest.raises(GrammarError, match="empty"):
        read_messages(tmp_path / "messages.yaml")


def test_messages_without_a_cache_are_read_from_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The first process after an installation has nothing compiled."""
    before = load_messages("sv")
    monkeypatch.setenv("CALLPARSER_CACHE", str(tmp_path))
    monkeypatch.setattr("callparser.explainer.messages._loaded", {})
    assert load_messages("sv") == before
