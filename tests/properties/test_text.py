"""What never changes a call: its case, its punctuation, its unicode form, a filler, a slip of the pen."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.designation import Ambiguous, Designation, Intent, NotUnderstood, is_play
from callparser.grammar.load import load
from callparser.grammar.normalise import key
from callparser.grammar.sample import sentences
from callparser.grammar.tables import table
from callparser.languages import LANGUAGES
from callparser.understand import parse
from callparser.understand.spelling import Speller
from tests.slips import slips

SEED = 46
#: Hesitations and courtesies, one of each kind that a language has.
FILLERS = {
    "sv": ("öh {}", "{} tack", "okej {}", "snälla {}", "{} från bordet"),
    "en": ("er {}", "{} please", "okay {}", "{} thanks", "{} from dummy"),
    "no": ("eh {}", "{} takk", "ok {}", "{} fra bordet"),
    "da": ("øh {}", "{} tak", "ok {}", "{} fra bordet"),
}


def calls(lang: str, count: int) -> list[tuple[str, Intent]]:
    """Sampled sentences in words that designate something."""
    found = sorted({text for text, intent in sentences(load(lang), letters=False) if is_play(intent)})
    kept = []
    for text in random.Random(SEED).sample(found, 4 * count):
        said = parse(text, lang, fallback=False)
        if isinstance(said, Designation) and is_play(said.intent) and not said.repairs:
            kept.append((text, said.intent))
    return kept[:count]


@given(st.text(max_size=60), st.sampled_from([*LANGUAGES, "auto"]), st.booleans())
def test_any_text_gives_an_answer(text: str, lang: str, guess: bool) -> None:
    assert isinstance(parse(text, lang, fallback=guess), (Designation, Ambiguous, NotUnderstood))


@given(st.data(), st.sampled_from([*LANGUAGES, "auto"]))
def test_words_of_the_language_in_any_order_give_an_answer(data: st.DataObject, lang: str) -> None:
    words = sorted(table("sv" if lang == "auto" else lang)["vocabulary"])
    said = data.draw(st.lists(st.sampled_from(words), max_size=12))
    marks = data.draw(
        st.lists(st.sampled_from([" ", ", ", ". ", "... ", "- ", "? ", " ("]), min_size=12, max_size=12)
    )
    text = "".join(word + mark for word, mark in zip(said, marks, strict=False))
    assert isinstance(parse(text, lang), (Designation, Ambiguous, NotUnderstood))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_case_punctuation_and_unicode_form_change_nothing(lang: str) -> None:
    for text, intent in calls(lang, 400):
        for form in (
            text.upper(),
            text.capitalize(),
            f"{text}.",
            f"{text}!",
            f"  {text.replace(' ', '   ')}\t",
            f"\ufeff{text}\u200b",
            f"«{text}»",
            unicodedata.normalize("NFD", text),
            text.translate({ord(" "): "\u00a0"}),
        ):
            said = parse(form, lang, fallback=False)
            assert isinstance(said, Designation), form
            assert said.intent == intent, form


@pytest.mark.parametrize(("lang", "frame"), [(lang, frame) for lang in LANGUAGES for frame in FILLERS[lang]])
def test_a_filler_makes_no_other_call(lang: str, frame: str) -> None:
    """With it the call is the same, or it is asked for once more."""
    same = 0
    some = calls(lang, 300)
    for text, intent in some:
        said = parse(frame.format(text), lang, fallback=False)
        if isinstance(said, Designation) and is_play(said.intent):
            assert said.intent == intent, frame.format(text)
            same += 1
    assert same >= 0.9 * len(some)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_misspelled_name_is_that_name_or_a_question(lang: str) -> None:
    """Of a word one slip from a suit, rank, level or answer, no two of a class are guessed."""
    index = table(lang)["spelling"]
    speller = Speller(index)
    letters = "".join(sorted({letter for word in index["words"] for letter in word}))
    for word in speller.members:
        for wrong in sorted(slips(word, letters))[::7]:
            guessed = {speller.members[g.word] for g in speller.guesses(wrong) if g.word in speller.members}
            classes = [value.partition(" ")[0] for value in guessed]
            assert len(classes) == len(set(classes)), (wrong, guessed)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_word_that_stands_is_never_repaired(lang: str) -> None:
    """A repair replaces what is no word: a suit, rank or level that was said stays what it is."""
    members = table(lang)["spelling"]["members"]
    listed = table(lang)["heard"]
    chance = random.Random(SEED)
    letters = sorted({letter for word in members for letter in word})
    repaired = 0
    for text, _ in calls(lang, 500):
        at = chance.randrange(len(text))
        said = parse(text[:at] + chance.choice(letters) + text[at + 1 :], lang, fallback=False)
        if isinstance(said, Designation):
            for repair in said.repairs:
                repaired += 1
                if repair.said in members and repair.taken not in listed.get(repair.said, ()):
                    assert members.get(repair.taken) == members[repair.said], repair
    assert repaired >= 100


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("word", ["s" * 400, "sp" * 200, "ß" * 13, "ÅÄÖ" * 100, "ha" * 30], ids=len)
def test_no_word_is_looked_for_that_is_longer_than_any(lang: str, word: str) -> None:
    """The forms of a word grow with the square of its length: so long a one would take seconds."""
    assert Speller(table(lang)["spelling"]).near(key(word)) == ()
