"""Words that sound like a line or a number and may be neither: they are asked about, or make no claim good.

Each row is one kind of words, in both languages.
"""

from __future__ import annotations

import pytest

from callparser.claims import check
from callparser.claims.dealt import dealt_position
from callparser.claims.position import ClaimPosition
from callparser.claims.verdict import CERTAIN, GOOD
from callparser.claims.words import understood
from tests.claims.steps import steps_of
from tests.claims.test_words import TABLE

#: Spades are trumps and declarer, South's partner, leads; one trump is out, or three; the last is notrump.
ONE_OUT = dealt_position("N:.32.432. 7..K5.98 QT.AK.A. .54.QJT.", trump="S", leader="S")
THREE_OUT = dealt_position("N:.32.432. 432..K5. AKQ.AK.. .54.QJT.", trump="S", leader="S")
SIX_LEFT = dealt_position("N:.32.432.2 432..K5.8 AKQ.AK..A .54.QJT.9", trump="S", leader="S")
NOTRUMP = dealt_position("N:AK...2 ..AKQ. 2...A3 ...KQJ", trump="NT", leader="S")


def stands(words: str, lang: str, at: ClaimPosition) -> bool:
    """Is it good by its words alone?"""
    return check(at, words, lang=lang, aware=True).word in (GOOD, CERTAIN)


def claimed(words: str, lang: str, at: ClaimPosition) -> int | None:
    return understood(words, lang, at).claimed(at.tricks_left, None)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "draw both trumps then hearts"),
        ("en", "both trumps then hearts"),
        ("en", "draw some trumps then hearts"),
        ("en", "I draw the other trumps then hearts"),
        ("sv", "drar båda trumfen sen hjärter"),
        ("sv", "bägge trumfen sen hjärter"),
        ("sv", "drar några trumf sen hjärter"),
        ("sv", "drar andra trumfen sen hjärter"),
    ],
)
def test_how_many_trumps_is_never_left_out(lang: str, words: str) -> None:
    """Three are out, and all of them would do."""
    assert stands("draw trumps then hearts", "en", THREE_OUT)
    assert not stands(words, lang, THREE_OUT)


@pytest.mark.parametrize(
    ("lang", "words", "at"),
    [
        ("en", "trumps, then trumps, then hearts", THREE_OUT),
        ("en", "trumps, then hearts, then the ace of trumps", THREE_OUT),
        ("en", "spade then heart then spade", NOTRUMP),
        ("en", "spades, then the ace of clubs, then spades", NOTRUMP),
        ("sv", "trumf, sen trumf, sen hjärter", THREE_OUT),
        ("sv", "trumf, sen drar jag trumf, sen hjärter", THREE_OUT),
        ("sv", "spader, sen klöver ess, sen spader", NOTRUMP),
        ("sv", "spader, sen klöver ess, sen spader kung", NOTRUMP),
    ],
)
def test_a_suit_that_comes_back_was_not_all_played_before(lang: str, words: str, at: ClaimPosition) -> None:
    said = understood(words, lang, at)
    assert said.unread
    assert not said.steps


@pytest.mark.parametrize(
    ("lang", "words", "steps"),
    [
        ("en", "draw trumps, then hearts, then spades", ["draw", "cash H", "cash S"]),
        ("en", "one spade, then hearts, then spades", ["cash S x1", "cash H", "cash S"]),
        ("en", "ace of spades, then hearts, then spades", ["card SA", "cash H", "cash S"]),
        ("sv", "drar trumf, sen hjärter, sen spader", ["draw", "cash H", "cash S"]),
        ("sv", "en spader, sen hjärter, sen spader", ["cash S x1", "cash H", "cash S"]),
    ],
)
def test_a_part_of_a_suit_and_then_all_of_it_is_clear(lang: str, words: str, steps: list[str]) -> None:
    said = understood(words, lang, THREE_OUT)
    assert (steps_of(said), said.unread) == (steps, ())


@pytest.mark.parametrize("seat", ["W", "E"])
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "{} has the rest"),
        ("en", "{} has got the rest"),
        ("en", "{} takes two tricks"),
        ("en", "rest to {}"),
        ("en", "the rest are good in {}"),
        ("sv", "{} har resten"),
        ("sv", "{} tar resten"),
        ("sv", "resten till {}"),
        ("sv", "resten får {}"),
        ("sv", "{} tar två stick"),
    ],
)
def test_the_tricks_of_a_named_defender_are_not_claimed(lang: str, words: str, seat: str) -> None:
    names = {"en": {"W": "west", "E": "east"}, "sv": {"W": "väst", "E": "öst"}}
    assert claimed(words.format(names[lang][seat]), lang, ONE_OUT) is None


@pytest.mark.parametrize(
    ("lang", "words", "count"), [("en", "south has the rest", 5), ("sv", "syd har resten", 5)]
)
def test_those_of_the_claimer_are(lang: str, words: str, count: int) -> None:
    assert claimed(words, lang, ONE_OUT) == count


@pytest.mark.parametrize(
    ("lang", "words", "count"),
    [
        # a card
        ("en", "the seven is yours", None),
        ("en", "all except the seven", None),
        ("en", "you take the seven", None),
        ("en", "the two is yours", None),
        ("en", "all but the three", None),
        ("en", "I lose to the four", None),
        ("en", "you get your three", None),
        ("sv", "sjuan är er", 4),
        # as many tricks
        ("en", "the last two are yours", 3),
        ("en", "I take the three tricks", 3),
        ("en", "you take two", 3),
        ("sv", "de två sista är era", 3),
        # more than there are
        ("en", "you take seven", None),
        ("en", "all but six", None),
        ("sv", "ni tar sju", None),
        ("sv", "alla utom sex", None),
        # one trick, by its number
        ("en", "you take trick three", None),
        ("en", "you get trick two", None),
        ("en", "I take trick two", None),
        ("en", "trick four is yours", None),
        ("sv", "ni får stick tre", None),
        ("sv", "stick fyra är ert", None),
        ("sv", "jag tar stick två", None),
        ("sv", "två stick till er", 3),
        # no tricks at all, or perhaps none
        ("en", "you have no more trumps", None),
        ("en", "they have no more trumps", None),
        ("en", "you get no more trumps", None),
        ("sv", "ni har inga fler trumf", None),
        ("sv", "de har inga trumf kvar", None),
        ("en", "you have the seven", None),
        ("en", "you have the ace of clubs", None),
        ("sv", "ni har sjuan", None),
        ("sv", "de har klöver ess", None),
        # both are two
        ("en", "both are mine", 2),
        ("en", "we get two tricks", 2),
        ("sv", "båda är mina", 2),
    ],
)
def test_a_number_of_tricks_is_no_card_and_no_trick_by_its_number(
    lang: str, words: str, count: int | None
) -> None:
    assert claimed(words, lang, ONE_OUT) == count


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        *[
            ("en", f"{asked} {who} draw trumps")
            for asked in ("do", "shall", "can", "may", "should", "must")
            for who in ("I", "we")
        ],
        ("en", "do I have to run the hearts"),
        ("en", "am I drawing trumps"),
        *[
            ("sv", f"{asked} {who} dra trumf")
            for asked in ("får", "ska", "kan", "bör", "måste")
            for who in ("jag", "vi")
        ],
        ("sv", "drar jag trumfen"),
        ("sv", "tar jag hjärter"),
        ("sv", "spelar vi trumf"),
    ],
)
def test_a_question_claims_nothing(lang: str, words: str) -> None:
    assert not understood(words, lang, ONE_OUT).is_claim


@pytest.mark.parametrize(
    ("lang", "words", "kind"),
    [
        ("en", "do we need to play it out", "stop"),
        ("en", "I can draw trumps", "claim"),
        ("sv", "behöver vi spela färdigt", "stop"),
        ("sv", "hjärter, sen drar jag trumfen", "claim"),
    ],
)
def test_what_only_sounds_like_a_question_is_what_it_was(lang: str, words: str, kind: str) -> None:
    assert understood(words, lang, ONE_OUT).kind == kind


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "the queen of hearts"),
        ("en", "ace and king of clubs"),
        ("en", "three clubs"),
        ("sv", "hjärter dam"),
        ("sv", "klöver ess och kung"),
        ("sv", "tre klöver"),
    ],
)
def test_tricks_of_cards_that_he_does_not_hold_are_asked_about(lang: str, words: str) -> None:
    found = check(THREE_OUT, words, lang=lang, aware=True)
    assert found.word not in (GOOD, CERTAIN)
    assert "not_held" in found.checks
    assert check(THREE_OUT, words, lang=lang, aware=True, tricks=1).word == CERTAIN


@pytest.mark.parametrize(
    ("lang", "words", "steps"),
    [
        ("en", "three spades two hearts", ["cash S x3", "cash H x2"]),
        ("en", "three spades two hearts one club", ["cash S x3", "cash H x2", "cash C x1"]),
        ("en", "ace of hearts two spades", ["card HA", "cash S x2"]),
        ("en", "hearts two spades three", ["card H2", "card S3"]),
        ("en", "hearts two spades", []),
        ("sv", "tre spader två hjärter", ["cash S x3", "cash H x2"]),
        ("sv", "två spader två hjärter en klöver", ["cash S x2", "cash H x2", "cash C x1"]),
        ("sv", "ess i hjärter två spader", ["card HA", "cash S x2"]),
        ("sv", "hjärter två spader tre", ["card H2", "card S3"]),
        ("sv", "hjärter två spader", []),
    ],
)
def test_a_number_between_two_suits_belongs_to_one_of_them(lang: str, words: str, steps: list[str]) -> None:
    said = understood(words, lang, SIX_LEFT)
    assert steps_of(said) == steps
    assert bool(steps) is said.is_claim


@pytest.mark.parametrize(
    ("lang", "words", "at"),
    [
        ("en", "your club then spades", NOTRUMP),
        ("en", "their clubs, spades", NOTRUMP),
        ("en", "the rest, your tricks", NOTRUMP),
        ("sv", "er klöver sen spader", NOTRUMP),
        ("sv", "era klöver, spader", NOTRUMP),
        ("sv", "resten era", NOTRUMP),
        ("en", "one trump left", THREE_OUT),
        ("en", "there are three trumps left", THREE_OUT),
        ("sv", "en trumf kvar", THREE_OUT),
        ("sv", "det är tre trumf kvar", THREE_OUT),
        ("en", "trump the hearts", ONE_OUT),
        ("en", "trump the diamonds", THREE_OUT),
    ],
)
def test_their_cards_and_what_is_left_are_no_line_of_his(lang: str, words: str, at: ClaimPosition) -> None:
    said = understood(words, lang, at)
    assert claimed(words, lang, at) is None
    assert said.unread or not said.is_claim


@pytest.mark.parametrize(
    ("lang", "words", "count"),
    [
        ("en", "you get your trump", 5),
        ("en", "all but your ace", 5),
        ("en", "your ace of spades is yours, the rest mine", 5),
        ("en", "drawing your last trump", 6),
        ("sv", "ni får er trumf", 5),
        ("sv", "drar er sista trumf", 6),
        ("sv", "jag drar din trumf", 6),
    ],
)
def test_what_is_done_to_their_cards_is_read(lang: str, words: str, count: int) -> None:
    assert understood(words, lang, TABLE).claimed(6, 5) == count
