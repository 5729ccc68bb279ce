"""What a repair may not do: settle a refusal, a question or thanks, or take a word from who knows it.

The sentences are sampled (the seed is fixed): calls of the grammar, words misspelled in every way, frames.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from callparser.designation import (
    Anything,
    Correction,
    Deictic,
    Designation,
    Exclude,
    Intent,
    NamedCard,
    RankOnly,
    SuitOnly,
    Understood,
    is_play,
)  # fmt: skip
from callparser.grammar.load import load
from callparser.grammar.tables import table
from callparser.understand import LANGUAGES, parse
from callparser.understand.phrases import phrases
from callparser.understand.slips import FOLDED
from callparser.understand.spelling import Speller
from tests.slips import slips

SEED = 46
#: The refusals that a language has of its own.
NOT = {"sv": ("inte", "aldrig"), "en": ("not", "never"), "no": ("ikke", "ikkje"), "da": ("ikke", "aldrig")}
#: How one says that another is wanted.
INSTEAD = {"sv": ("inte", "utan"), "en": ("not", "but"), "no": ("ikke", "men"), "da": ("ikke", "men")}


def intent(said: Understood) -> Intent | None:
    return said.intent if isinstance(said, Designation) else None


@cache
def calls(lang: str) -> list[str]:
    """Short calls that name a card, a suit or a rank, in words."""
    known = phrases(lang)
    named = (NamedCard, SuitOnly, RankOnly)
    found = [text for text in known if isinstance(known.get(text), named) and len(text.split()) <= 2]
    return sorted(text for text in found if all(len(word) > 2 and word.isalpha() for word in text.split()))


def strange(lang: str, words: tuple[str, ...]) -> list[str]:
    """Misspellings of those words that are no word of the grammar."""
    known = table(lang)["vocabulary"]
    return sorted({typo for word in words for typo in slips(word) if typo not in known and len(typo) > 2})


def misspelled(text: str, chance: random.Random) -> str:
    words = text.split()
    at = chance.randrange(len(words))
    words[at] = chance.choice(sorted(slips(words[at]) - {words[at]}))
    return " ".join(words)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("heard_in", ["its own", "auto"])
def test_a_misspelled_refusal_never_becomes_the_call(lang: str, heard_in: str) -> None:
    chance = random.Random(SEED)
    for typo in chance.sample(strange(lang, NOT[lang]), 30):
        text = f"{typo} {chance.choice(calls(lang))}"
        said = intent(parse(text, lang if heard_in == "its own" else "auto", fallback=False))
        assert said is None or not is_play(said) or isinstance(said, Exclude), text


#: What bars the card behind it, and what is one slip from that and from an order.
WITHOUT = {
    "sv": ("utan", "utom", "förutom"), "en": ("without", "except"), "no": ("uten", "unntatt", "utenom"),
    "da": ("uden", "undtagen", "foruden"),
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_misspelled_without_never_becomes_an_order(lang: str) -> None:
    """ "Uta kungen" is no "ta kungen"; every slip of one letter that is no word of the grammar."""
    card = {"sv": "kungen", "en": "the king", "no": "kongen", "da": "kongen"}[lang]
    for typo in strange(lang, WITHOUT[lang]):
        said = intent(parse(f"{typo} {card}", lang, fallback=False))
        assert said is None or not is_play(said) or isinstance(said, Exclude), typo


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_slip_in_an_open_choice_does_not_make_it_a_question(lang: str) -> None:
    """ "Vilken damm som helst" is any queen, whatever it begins like; and no other card."""
    choice = {
        "sv": "vilken kung som helst", "en": "whichever king you like", "no": "hvilken konge som helst",
        "da": "hvilken konge som helst",
    }[lang]  # fmt: skip
    first, *rest = choice.split()
    meant = intent(parse(choice, lang, fallback=False))
    assert meant is not None
    found = [
        intent(parse(" ".join([typo, *rest]), lang, fallback=False))
        for typo in strange(lang, (first,))
        if not Speller(table(lang)["spelling"]).is_common(typo)
    ]
    assert found.count(meant) >= 0.8 * len(found)
    assert all(one == meant or one is None or not is_play(one) for one in found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_beside_a_refusal_nothing_is_named_by_a_dear_repair(lang: str) -> None:
    """And no card that is refused is called, however it is spelled."""
    chance = random.Random(SEED)
    for _ in range(30):
        text = f"{NOT[lang][0]} {misspelled(misspelled(chance.choice(calls(lang)), chance), chance)}"
        said = parse(text, lang, fallback=False)
        if isinstance(said, Designation) and is_play(said.intent):
            assert isinstance(said.intent, Exclude), text
            assert all(repair.cost < 0.5 for repair in said.repairs), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_of_the_language_never_becomes_a_refusal(lang: str) -> None:
    """ "Note the heart", "queen hot king"."""
    speller = Speller(table(lang)["spelling"])
    common = [word for word in strange(lang, NOT[lang]) if speller.is_common(word)]
    chance = random.Random(SEED)
    for word in common:
        one, other = chance.choice(calls(lang)), chance.choice(calls(lang))
        for text in (f"{word} {one}", f"{one} {word} {other}"):
            said = parse(text, lang, fallback=False)
            repairs = said.repairs if isinstance(said, Designation) else ()
            assert not any(repair.said == word and repair.taken in NOT[lang] for repair in repairs), text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_and_thanks_are_not_repaired_into_calls(lang: str) -> None:
    chance = random.Random(SEED)
    openings = [" ".join(words) for words in load(lang).markers["opens"]]
    for opening in openings:
        for _ in range(2):
            text = f"{opening} {misspelled(chance.choice(calls(lang)), chance)}"
            said = parse(text, lang, fallback=False)
            if isinstance(said, Designation) and is_play(said.intent) and said.intent != Anything():
                assert all(repair.cost <= FOLDED for repair in said.repairs), text


def test_auto_takes_no_word_from_two_languages_that_know_it() -> None:
    """A word that two languages know is in neither a slip, alone or beside a call; nor in a third."""
    spellers = {lang: Speller(table(lang)["spelling"]) for lang in LANGUAGES}
    grammars = {lang: load(lang).common for lang in LANGUAGES}
    shared = sorted(
        word
        for word in set.union(*map(set, grammars.values()))
        if len(word) > 2 and sum(speller.is_common(word) for speller in spellers.values()) > 1
    )
    chance = random.Random(SEED)
    for word in chance.sample(shared, 60):
        for text in (word, f"{word} {chance.choice(calls(chance.choice(LANGUAGES)))}"):
            said = parse(text, "auto", fallback=False)
            if isinstance(said, Designation) and is_play(said.intent):
                taken = [r for r in said.repairs if word in r.said.split() and r.cost > FOLDED]
                assert not taken, (text, taken)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("ente hjerter", "auto"), ("inte hjerter", "en"), ("not hjerter", "sv"),
        ("hvilken farve", "no"), ("tak for stikket", "no"), ("ikke længer spar", "da"),
        ("inte längr spader", "sv"), ("ta det lungt", "auto"), ("stor stark", "auto"), ("knäppt", "auto"),
        ("tid", "auto"), ("spar dig", "auto"), ("åtte dager", "no"), ("åtte dager", "auto"),
        ("høje toner", "no"), ("høje toner", "auto"), ("note the heart", "en"), ("queen hot king", "en"),
        ("læg ned", "no"), ("four spades in dummy", "en"),
    ],
)  # fmt: skip
def test_what_is_no_call_designates_nothing(text: str, lang: str) -> None:
    for guess in (False, True):
        said = intent(parse(text, lang, fallback=guess))
        assert said is None or not is_play(said)


def test_a_second_call_is_a_card_and_no_finger() -> None:
    """Words between "no" and the end are rather a suit misspelled than "that red one"."""
    said = intent(parse("hjerter nej rude", "no"))
    assert isinstance(said, Correction)
    assert not isinstance(said.second, Deictic)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_not_one_but_another_is_the_other(lang: str) -> None:
    chance = random.Random(SEED)
    refuse, instead = INSTEAD[lang]
    for _ in range(40):
        one, other = chance.choice(calls(lang)), chance.choice(calls(lang))
        unwanted, wanted = intent(parse(one, lang)), intent(parse(other, lang))
        if unwanted is None or wanted is None or unwanted == wanted:
            continue
        if isinstance(wanted, RankOnly) and isinstance(unwanted, NamedCard):
            wanted = NamedCard(unwanted.suit, wanted.rank)  # "not the ace of hearts but the queen"
        for text in (f"{refuse} {one} {instead} {other}", f"{refuse} {one}, {instead} {other}"):
            assert intent(parse(text, lang, fallback=False)) == wanted, text


@pytest.mark.parametrize(
    ("text", "lang", "kind"),
    [
        ("not low but high", "en", "high"), ("inte lågt utan högt", "sv", "high"),
        ("allt utom spader ess", "sv", "exclude"), ("alt unntatt spar ess", "no", "exclude"),
        ("alt undtagen spar es", "da", "exclude"), ("alla utom trumfesset", "sv", "claim"),
        ("säg spader en gång till", "sv", "continue"), ("(i hjärter) dam", "sv", "card"),
        ("(of hearts) queen", "en", "card"), ("put the black lady on the table", "en", "card"),
        ("four of spades in dummy", "en", "card"), ("hög t", "sv", None), ("hög t tack", "sv", None),
        ("spader hög t", "sv", None), ("hjärter t", "sv", "card"),
        ("hvilken honnor som helst", "no", "honour"),
    ],
)  # fmt: skip
def test_what_the_words_come_to(text: str, lang: str, kind: str | None) -> None:
    found = intent(parse(text, lang, fallback=False))
    assert (found.kind if found is not None else None) == kind
