"""Misspelled calls that only the rest of the phrase explains, and those that must stay a question."""

from __future__ import annotations

import pytest

from callparser.cards import Rank, Suit
from callparser.designation import (
    Ambiguous,
    Designation,
    Discard,
    Duck,
    Intent,
    NamedCard,
    NotUnderstood,
    Ordinal,
    RankOnly,
    Ruff,
    Understood,
    is_play,
)  # fmt: skip
from callparser.understand import LANGUAGES, parse

S, H, D, C = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS


def read(text: str, lang: str) -> Understood:
    return parse(text, lang, fallback=False)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        # a rank with a letter lost, run together with the word before it
        ("da", "gem trumfo"), ("da", "kastre"), ("da", "stik overt"), ("da", "kasts i trumf"),
        ("no", "trumf med trumft"),
        ("da", "kasto"), ("da", "duko"), ("da", "sparo"), ("da", "kast trumfi"), ("da", "vi dækker hendeni"),
        # two words run together: the letter at the seam belongs to either
        ("da", "hjerterneier"),
        # a suit and a rank in one word, or a longer form of the suit, or two ranks
        ("da", "spates"), ("da", "sparyi"), ("da", "ruderfre"),
        # two letters before a suit
        ("da", "sptrumf otte"),
        # a letter of a rank before a suit
        ("no", "tkløver"),
        # two words as near as each other: the next card, the only one
        ("da", "neste klør"), ("no", "enste spar"),
        # the king of trumps, or a king that is ruffed
        ("da", "trumfkonger"),
        # the high card or the highest, which are two in fourth hand
        ("sv", "högta i klövrn"),
        # two slips that leave little of a name, or another word as near
        ("sv", "duer nio"), ("sv", "tikc över nio"), ("en", "ithre"), ("en", "win it with feis"),
        # a suit without its marks, and a word behind it
        ("sv", "klovernast nedifran"),
    ],
)  # fmt: skip
def test_where_more_of_a_name_may_be_left_it_is_asked(lang: str, text: str) -> None:
    said = read(text, lang)
    assert not isinstance(said, Designation) or not is_play(said.intent), said


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("da", "kan du kaste par fem", Discard(S, Rank.FIVE)),
        ("da", "kast konge i par", Discard(S, Rank.KING)),
        ("da", "hold dig nede under koge", Duck(Rank.KING)),
        ("da", "kløren andet fra ven", Ordinal(2, suit=C)),
        ("en", "let the even of club go", Discard(C, Rank.SEVEN)),
        ("en", "ruff it with the give of spade", Ruff(rank=Rank.FIVE, suit=S)),
    ],
)
def test_a_long_phrase_speaks_for_a_word(lang: str, text: str, expected: Intent) -> None:
    said = read(text, lang)
    assert isinstance(said, Designation), said
    assert (said.intent, bool(said.repairs)) == (expected, True)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("da", "spani", NamedCard(S, Rank.NINE)),
        ("da", "spareb damer", NamedCard(S, Rank.QUEEN)),  # the longer forms, too
        ("da", "ruderfarve femmer", NamedCard(D, Rank.FIVE)),
        ("da", "sparnægte", NamedCard(S, Rank.JACK)),
        ("da", "trumf den med hjertesreks", Ruff(rank=Rank.SIX, suit=H)),
        ("da", "kan du kaste ruderfrie", Discard(D, Rank.FOUR)),
        ("no", "hjerteråte", NamedCard(H, Rank.EIGHT)),
        ("sv", "ruterknket", NamedCard(D, Rank.JACK)),
    ],
)
def test_a_card_in_one_word_bears_a_slip_if_it_is_the_only_one(
    lang: str, text: str, expected: Intent
) -> None:
    said = read(text, lang)
    assert isinstance(said, Designation), said
    assert (said.intent, bool(said.repairs)) == (expected, True)


def test_letters_may_change_places_at_the_seam_of_two_words() -> None:
    said = read("sparfarvetnieren", "da")
    assert isinstance(said, Designation)
    assert said.intent == NamedCard(S, Rank.TEN)  # "sparfarven tieren", and not "sparfarven nieren"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("sv", "vi går på bio"), ("sv", "då går vi in"), ("da", "tag den med ro"), ("da", "kast par"),
        ("da", "hent par"), ("en", "led spade"),
    ],
)  # fmt: skip
def test_a_short_one_or_a_short_name_does_not(lang: str, text: str) -> None:
    said = read(text, lang)
    assert not isinstance(said, Designation) or not is_play(said.intent), said


def test_of_two_readings_that_call_one_card_the_phrase_is_it() -> None:
    """ "Sæt en tre" is the three as well."""
    said = read("ast en tre", "da")
    assert isinstance(said, Designation)
    assert said.intent == Discard(rank=Rank.THREE)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("da", "spar fier på es", NamedCard(S, Rank.FOUR)),  # and not "tier", "nier"
        ("da", "tieer klørene", NamedCard(C, Rank.TEN)),  # and not "treer"
        ("no", "kan du kaste ruter fier", Discard(D, Rank.FOUR)),
    ],
)
def test_the_slip_that_is_plain_is_it(lang: str, text: str, expected: Intent) -> None:
    said = read(text, lang)
    assert isinstance(said, Designation)
    assert said.intent == expected


@pytest.mark.parametrize(
    "text", ["tag oter", "slå ses", "kast et tte", "trumf med ruder fre", "dæk deres tper"]
)
def test_two_that_are_about_as_likely_are_a_question(text: str) -> None:
    assert isinstance(read(text, "da"), NotUnderstood)


@pytest.mark.parametrize(
    ("lang", "suit", "rank", "expected"),
    [
        ("da", suit, rank, NamedCard(name, value))
        for name, forms in {S: ("sparen", "sparkort"), H: ("hjerterens",), C: ("kløren", "klørene")}.items()
        for suit in forms
        for rank, value in {"ti": Rank.TEN, "to": Rank.TWO, "ni": Rank.NINE, "es": Rank.ACE}.items()
    ],
)
def test_a_short_rank_may_be_run_together_with_a_longer_suit(
    lang: str, suit: str, rank: str, expected: Intent
) -> None:
    said = read(suit + rank, lang)
    assert not isinstance(said, Designation) or said.intent == expected, said
    assert rank == "es" or isinstance(said, Designation), said  # "kløren es" may be "klørenes", too


@pytest.mark.parametrize("rank", ["kongen", "syv", "es", "fem på seks", "to imellem"])
def test_a_verb_that_is_a_suit_but_for_a_letter_leaves_a_question(rank: str) -> None:
    """ "Kør" is a verb, and "klør" without its l."""
    said = read(f"kør {rank}", "da")
    assert isinstance(said, Ambiguous)
    assert {type(one.intent) for one in said.readings} == {NamedCard, RankOnly}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_looked_up_is_forgotten(lang: str) -> None:
    from callparser.understand.parse import parser

    one = parser(lang)
    before = one("hjrter")
    one.forget()
    assert one("hjrter") == before
