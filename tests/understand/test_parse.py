"""Kinds of utterances in which a card could be lost, kept or made by mistake."""

from __future__ import annotations

import itertools

import pytest

from callparser.cards import Rank, Suit
from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Chatter,
    Correction,
    Designation,
    Either,
    Exclude,
    Intent,
    Marker,
    NamedCard,
    RankOnly,
    SuitOnly,
    Understood,
)  # fmt: skip
from callparser.errors import InputError
from callparser.grammar.tables import table
from callparser.understand import LANGUAGES, parse
from callparser.understand.compose import Composer
from callparser.understand.match import Matcher
from tests.slips import slips

H, D, S, C = Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS


def intent(text: str, lang: str) -> Intent | None:
    said: Understood = parse(text, lang)
    return said.intent if isinstance(said, Designation) else None


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        # two calls in one string are kept apart, and a negated call is not called
        ("hjärter, nej ruter", "sv", (SuitOnly(H), SuitOnly(D))),
        ("hearts, no, diamonds", "en", (SuitOnly(H), SuitOnly(D))),
        ("kungen, inte kungen", "sv", (RankOnly(Rank.KING), None)),
        ("king... no wait", "en", (RankOnly(Rank.KING), None)),
        ("hjärter (nej ruter)", "sv", (SuitOnly(H), SuitOnly(D))),
        ("hjärter (pekar på ruter)", "sv", (SuitOnly(H), SuitOnly(D))),
    ],
)
def test_corrections_keep_both_calls(text: str, lang: str, expected: tuple[Intent, Intent | None]) -> None:
    found = intent(text, lang)
    assert isinstance(found, Correction)
    assert (found.first, found.second) == expected


NAMES = {
    "sv": ("kungen", "den kungen", "hjärter", "en hjärter", "hjärter kung", "trumf", "låg"),
    "en": ("the king", "king", "an ace", "hearts", "a heart", "the king of hearts", "trump", "ruff", "low"),
    "no": ("kongen", "den kongen", "hjerter", "en hjerter", "hjerter konge", "trumf", "lav"),
    "da": ("kongen", "den konge", "hjerter", "en hjerter", "hjerter konge", "trumf", "lav"),
}


@pytest.mark.parametrize(
    ("no", "lang", "name"),
    [
        (f"{no}, ", lang, name)
        for lang, no in (("sv", "nej"), ("en", "no"), ("no", "nei"), ("da", "nej"))
        for name in NAMES[lang]
    ]
    + [("no ", "en", name) for name in NAMES["en"] if name.startswith(("a ", "an ", "the "))],
)
def test_no_before_a_call_puts_right_and_never_refuses_it(no: str, lang: str, name: str) -> None:
    """Before a pause or an article; "no hearts" bars hearts."""
    assert intent(no + name, lang) == Correction(None, intent(name, lang), Marker.SLIP)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("inte kungen, esset", "sv", RankOnly(Rank.ACE)),
        ("inte esset", "sv", Exclude(rank=Rank.ACE)),
        ("spade, but not the ace", "en", Exclude(rank=Rank.ACE, base=SuitOnly(S))),
        ("hjärter kung eller dam", "sv", Either((NamedCard(H, Rank.KING), NamedCard(H, Rank.QUEEN)))),
        ("king or queen of hearts", "en", Either((NamedCard(H, Rank.KING), NamedCard(H, Rank.QUEEN)))),
        ("heart or spade king", "en", Either((SuitOnly(H), NamedCard(S, Rank.KING)))),
        ("king of hearts or spades", "en", Either((NamedCard(H, Rank.KING), NamedCard(S, Rank.KING)))),
        ("seven or eight", "en", Either((RankOnly(Rank.SEVEN), RankOnly(Rank.EIGHT)))),
        # a word that is broken off is no call, a letter least of all
        ("s- hjärter", "sv", SuitOnly(H)),
        ("di.. club", "en", SuitOnly(C)),
        ("thr- four", "en", RankOnly(Rank.FOUR)),
        # stage directions
        ("(points at the hearts) four", "en", NamedCard(H, Rank.FOUR)),
        ("hearts (king)", "en", NamedCard(H, Rank.KING)),
        ("queen of clubs (played two tricks ago)", "en", NamedCard(C, Rank.QUEEN)),
        ("(nods)", "en", Acknowledge()),
        # an article is never followed by a bare letter
        ("A D", "en", NamedCard(D, Rank.ACE)),
        ("play a d", "en", NamedCard(D, Rank.ACE)),
        ("a diamond", "en", SuitOnly(D)),
        # numbers before a suit: a bid, unless no bid is that high
        ("fyra hjärter", "sv", Chatter()),
        ("tio klöver", "sv", NamedCard(C, Rank.TEN)),
        # thanks are never a cover
        ("tack", "sv", Chatter()),
        ("", "sv", None),
    ],
)  # fmt: skip
def test_what_is_meant(text: str, lang: str, expected: Intent) -> None:
    assert intent(text, lang) == expected


@pytest.mark.parametrize("text", ["hjärterna", "rutrarna", "heartt", "heartst", "spaderk", "rutera"])
def test_a_letter_behind_a_whole_word_makes_no_card(text: str) -> None:
    for lang in LANGUAGES:
        assert not isinstance(intent(text, lang), NamedCard)


def test_a_slip_of_the_pen_in_a_solid_compound_makes_no_other_card() -> None:
    """Every slip of one letter in a sample of compounds: that card, nothing, or what was really written."""
    compounds = [("klövertrea", C, Rank.THREE), ("hjärterdam", H, Rank.QUEEN), ("spadernia", S, Rank.NINE)]
    for word, suit, rank in compounds:
        for typo in slips(word):
            said = parse(typo, "sv")
            if isinstance(said, Designation) and said.repairs and isinstance(said.intent, NamedCard):
                assert said.intent == NamedCard(suit, rank), typo


@pytest.mark.parametrize("text", ["d", "k", "DK"])
def test_auto_does_not_hide_that_a_letter_has_two_readings(text: str) -> None:
    assert isinstance(parse(text, "auto"), Ambiguous)


@pytest.mark.parametrize(
    ("text", "kind"), [("hjärter", "suit"), ("low heart", "low"), ("the king", "rank"), ("lågt", "low")]
)
def test_auto_takes_the_language_that_knows_the_words(text: str, kind: str) -> None:
    said = parse(text, "auto")
    assert isinstance(said, Designation)
    assert said.intent.kind == kind


@pytest.mark.parametrize("arguments", [("x", "fi"), (None, "sv"), (5, "sv")])
def test_what_is_no_text_or_no_language_is_refused(arguments: tuple[str, str]) -> None:
    with pytest.raises(InputError, match="expected"):
        parse(*arguments)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_many_markers_are_cut_up_in_polynomially_many_ways(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of markers and fillers once took exponential time; now each stretch is read once."""
    matcher = Matcher(table(lang))
    looked_at = itertools.count()
    exact = Matcher.exact
    monkeypatch.setattr(Matcher, "exact", lambda self, words: (next(looked_at), exact(self, words))[1])
    words = (["nej", "öh"] if lang == "sv" else ["no", "er"]) * 20
    Composer(matcher, words, set()).read()
    assert next(looked_at) <= 2 * len(words) ** 2


@pytest.mark.parametrize(
    ("text", "lang", "kind"),
    [
        ("vinn inte, lägg lågt", "sv", "correction"),  # "A not, B": B, or a question; never A
        ("högt inte, lågt", "sv", "low"),
        ("hjärter inte, ruter", "sv", "suit"),
        ("not the ace of hearts, the queen", "en", "card"),
        ("trumfa, kungen", "sv", "ruff"),
        ("ruff. The king.", "en", "ruff"),
        ("stick. Damen.", "sv", "correction"),
        ("hearts no...", "en", "correction"),
        ("spela aldrig trumf", "sv", "exclude"),  # a refusal is never the opposite
        ("kör inte trumf", "sv", "exclude"),
        ("spader inte igen", "sv", "exclude"),
        ("hjärter inte där", "sv", "exclude"),
        ("klöver inte ruter", "sv", "correction"),
        ("the king, not the queen", "en", "correction"),
        ("play never low", "en", "exclude"),
        ("the king not first", "en", "exclude"),
        ("(not) hearts", "en", "exclude"),
        ("queen (of hearts)", "en", "card"),
        ("h-", "en", "chatter"),
    ],
)
def test_punctuation_and_brackets_tell_calls_apart(text: str, lang: str, kind: str) -> None:
    found = intent(text, lang)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize("text", ["queen of", "queen of h-", "three of ..."])
def test_a_call_that_broke_off_before_its_suit_is_not_certain(text: str) -> None:
    said = parse(text, "en")
    assert isinstance(said, Designation)
    assert said.intent.kind == "rank"
    assert said.confidence < 0.75
