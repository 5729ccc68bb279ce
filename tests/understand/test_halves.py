"""A refusal said apart from what it refuses never plays it (46B, 45C4)."""

import pytest

from callparser.session.state import Session
from callparser.voice.engine import Alternative, Heard
from callparser.wire import answer, situation

TABLE = {"lang": "sv", "trump": "NT", "dummy": "A73.K82.Q964.JT5"}
OPEN = [
    ("sv", "inte", "hjärter kung"), ("sv", "lägg inte", "kungen"), ("sv", "spela inte", "ruter dam"),
    ("sv", "aldrig", "kungen"), ("en", "not", "the king"), ("en", "do not play", "the king"),
    ("en", "don't", "king of hearts"), ("no", "ikke", "kongen"), ("da", "spil ikke", "kongen"),
    ("sv", "jag vill inte", "kungen"), ("sv", "vill du inte ta", "kungen"),
    ("en", "i don't want", "the king"), ("auto", "inte", "hjärter kung"),
]  # fmt: skip
CLOSED = [
    ("sv", "nej", "hjärter kung", "HK"),
    ("sv", "öh", "hjärter kung", "HK"),
    ("en", "no", "king of hearts", "HK"),
    ("sv", "vill du inte ta kungen", "hjärter kung", "HK"),
    ("sv", "varför inte hjärter", "hjärter kung", "HK"),
    ("en", "don't you want the king", "king of hearts", "HK"),
    ("en", "why not the king", "the king of hearts", "HK"),
    ("no", "vil du ikke ta kongen", "hjerter konge", "HK"),
    ("da", "vil du ikke tage kongen", "hjerter konge", "HK"),
]


@pytest.mark.parametrize(("lang", "refusal", "call"), OPEN)
@pytest.mark.parametrize("pause_s", [0.3, 0.9, None])
def test_what_follows_an_open_refusal_is_asked(lang, refusal, call, pause_s):
    row = answer({**TABLE, "lang": lang, "utterance": [refusal, call], "pause_s": pause_s})
    assert row["outcome"] != "played", row


@pytest.mark.parametrize(("lang", "first", "call", "card"), CLOSED)
def test_other_words_before_a_call_do_not_hold_it(lang, first, call, card):
    assert answer({**TABLE, "lang": lang, "utterance": [first, call]})["card"] == card


@pytest.mark.parametrize(("lang", "first", "call", "card"), CLOSED)
def test_nor_at_the_table(lang, first, call, card):
    session = Session(lang, situation({**TABLE, "lang": lang, "utterance": ""}))
    session.typed(first)
    reply = session.typed(call)
    assert (reply.row["card"], session.state) == (card, "standing")


@pytest.mark.parametrize(("lang", "refusal", "call"), [row for row in OPEN if row[0] != "auto"])
def test_at_the_table_too_and_the_call_again_plays(lang, refusal, call):
    session = Session(lang, situation({**TABLE, "lang": lang, "utterance": ""}))
    session.typed(refusal)
    assert session.typed(call).row["outcome"] != "played"
    assert session.typed(call).row["outcome"] == "played"


#: Halves that are no call when they are read as one: they refuse, ask, doubt, set a condition, put off, or
#: tell of others. Alone, one of them calls a card.
NO_CALL = {
    "sv": [
        "ta inte|spader kung", "låt bli|spader kung", "håll på|spader kung", "vänta med|spader kung",
        "sparar|damen", "utan|damen", "behåll|spader kung", "undvik|spader", "no|spader",
        "spader dam|tror jag inte", "spader kung|är inte bra", "spader kung|va", "damen|på handen",
        "han la|spader dam", "spader dam|har han", "jag har|spader dam", "har väst|spader dam",
        "låt|bli spader kung", "inte|d",
    ],
    "en": [
        "no|spades", "hold up|the ace of hearts", "spades|none", "the queen of spades|i don't think so",
        "if he covers|the king of spades", "king of spades|right?", "king of spades|later",
        "king of spades|is out", "their|king of spades", "west|king of spades", "he played|king of spades",
        "i didn't say|king of spades", "save|the queen", "keep|the queen", "without|the queen",
        "avoid|spades", "anything but|spades",
    ],
    "no": [
        "ikke ta|spar konge", "la være|spar konge", "vent med|spar konge", "behold|spar konge",
        "unngå|spar", "spar konge|tror jeg ikke", "spar konge|ikke sant?", "han la|spar dame",
        "spar dame|har han", "jeg har|spar dame", "hvis han dekker|spar konge",
    ],
    "da": [
        "tag ikke|spar konge", "lad være|spar konge", "vent med|spar konge", "behold|spar konge",
        "undgå|spar", "spar konge|tror jeg ikke", "spar konge|ikke sandt?", "han lagde|spar dame",
        "spar dame|har han", "jeg har|spar dame", "hvis han dækker|spar konge",
    ],
}  # fmt: skip
#: Halves that are one call, or two of which the second stands beside courtesies.
ONE_CALL = [
    ("sv", "kung|spader", "SK"), ("sv", "spader|lågt", "S4"), ("sv", "vi tar|spader kung", "SK"),
    ("sv", "spader kung|tack ska du ha", "SK"), ("sv", "okej|spader kung", "SK"),
    ("sv", "nej|spader kung", "SK"), ("sv", "spader|kung|tack", "SK"), ("sv", "öh|spader kung", "SK"),
    ("en", "spades|the king", "SK"), ("en", "small|spade", "S4"),
    ("en", "let me have|the king of spades", "SK"),
    ("en", "king of spades|please", "SK"), ("en", "partner|king of spades", "SK"),
    ("no", "spar|konge", "SK"), ("no", "spar konge|takk", "SK"), ("no", "jeg tar|spar konge", "SK"),
    ("da", "spar|konge", "SK"), ("da", "spar konge|tak", "SK"), ("da", "jeg tager|spar konge", "SK"),
]  # fmt: skip
SPADES = {"trump": "S", "dummy": "KQ74.A62.K85.J73"}


@pytest.mark.parametrize(("lang", "halves"), [(lang, one) for lang, some in NO_CALL.items() for one in some])
def test_what_is_no_call_in_one_breath_plays_nothing_in_two(lang, halves):
    row = answer({**SPADES, "lang": lang, "utterance": halves.split("|"), "pause_s": 0.3})
    assert row["outcome"] != "played", row


@pytest.mark.parametrize(("lang", "halves", "card"), ONE_CALL)
def test_what_is_a_call_in_one_breath_is_one_in_two(lang, halves, card):
    assert answer({**SPADES, "lang": lang, "utterance": halves.split("|"), "pause_s": 0.3})["card"] == card


@pytest.mark.parametrize(
    ("lang", "halves"),
    [("sv", "undvik|spader"), ("sv", "låt bli|spader kung"), ("en", "if he covers|the king of spades")],
)
def test_a_bar_or_a_condition_reaches_over_an_unknown_pause(lang, halves):
    assert answer({**SPADES, "lang": lang, "utterance": halves.split("|")})["outcome"] != "played"


@pytest.mark.parametrize("doubt", ["tror jag inte", "har han", "är inte bra"])
def test_a_card_that_stands_waits_for_the_breath_to_end(doubt):
    session = Session("sv", situation({**SPADES, "lang": "sv", "utterance": ""}))
    session.heard(heard("spader dam"))
    session.heard(heard(doubt), gap_s=0.3)
    assert session.state != "standing"


def heard(text: str) -> Heard:
    return Heard(text, 1.0, (), (Alternative(text, 1.0),), True)
