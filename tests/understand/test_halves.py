"""A refusal said apart from what it refuses never plays it (46B, 45C4)."""

import pytest

from callparser.session.state import Session
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
