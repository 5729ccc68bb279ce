"""Claims and concessions in a conversation (68A, 68B): play stops only after a "yes"."""

from __future__ import annotations

import pytest

from callparser.session.state import Session
from callparser.understand import parse
from callparser.wire import situation
from callparser.written import one_card
from tests.session.test_state import TABLE, at, card, heard

ENDINGS = [
    ("sv", "resten är mina", "claim", "ja", "nej", "hjärter kung"),
    ("sv", "resten är era", "concession", "ja", "nej", "hjärter kung"),
    ("en", "the rest are mine", "claim", "yes", "no", "king of hearts"),
    ("en", "the rest are yours", "concession", "yes", "no", "king of hearts"),
    ("no", "resten er mine", "claim", "ja", "nei", "hjerter konge"),
    ("da", "resten er jeres", "concession", "ja", "nej", "hjerter konge"),
]


@pytest.fixture(params=[True, False], ids=["typed", "spoken"])
def say(request):
    def said(session, text, **more):
        return session.typed(text) if request.param else heard(session, text, **more)

    return said


@pytest.fixture(params=[True, False], ids=["table", "no table"])
def session(request):
    def made(lang):
        return at(lang) if request.param else Session(lang)

    return made


@pytest.mark.parametrize(("lang", "words", "kind", "yes", "no", "king"), ENDINGS)
class TestEnd:
    def test_it_waits_for_a_yes(self, lang, words, kind, yes, no, king, say, session):
        table = session(lang)
        asked = say(table, words)
        assert asked.row["state"] == "confirm"
        assert asked.row["intent"]["kind"] == kind
        assert "confirmed" not in asked.row
        made = say(table, yes)
        assert (made.row["confirmed"], made.row["intent"]["kind"], made.row["state"]) == (True, kind, "idle")
        assert made.speech == table.messages.listening[f"{kind}_made"]

    def test_after_a_no_what_stood_stands(self, lang, words, kind, yes, no, king, say, session):
        table = session(lang)
        say(table, king)
        say(table, words)
        assert say(table, no).row["state"] == "standing"
        undone = say(table, no)
        assert (undone.row["event"], undone.row["state"]) == ("undone", "idle")

    def test_said_again_it_still_waits(self, lang, words, kind, yes, no, king, say, session):
        table = session(lang)
        say(table, king)
        say(table, words)
        assert say(table, words).row["state"] == "confirm"
        assert say(table, no).row["state"] == "standing"

    def test_another_call_goes_on(self, lang, words, kind, yes, no, king, say, session):
        table = session(lang)
        say(table, words)
        assert say(table, king).row["state"] == "standing"
        assert "confirmed" not in say(table, yes).row

    def test_one_that_goes_on_talking_did_not_say_it(self, lang, words, kind, yes, no, king, session):
        table = session(lang)
        heard(table, king)
        heard(table, words)
        assert heard(table, king, continues=True).row["state"] == "standing"

    def test_an_uncertain_yes_is_none(self, lang, words, kind, yes, no, king, session):
        table = session(lang)
        heard(table, words)
        assert "confirmed" not in heard(table, yes, confidence=0.7).row
        assert table.state == "confirm"


def test_a_card_that_waits_says_whether_only_the_policy_makes_it():
    session = Session("sv", situation(TABLE | {"lang": "sv"}), always_confirm=True)
    sure = heard(session, "hjärter kung")
    assert (sure.row["state"], sure.row["sure"]) == ("confirm", True)
    assert card(session.accept()) == ("played", "HK", "standing")
    session.next()
    unsure = heard(session, "hjärter kung", 0.5)
    assert (unsure.row["state"], unsure.row["sure"]) == ("confirm", False)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("sv", "jag stjäl med tian"), ("sv", "jag drar spader ess"), ("sv", "resten är mina?"),
        ("sv", "jag sakar hjärter"), ("en", "i take the ace then"), ("en", "the rest are mine?"),
        ("en", "i have nothing but the king"), ("en", "if i claim"),
        ("no", "resten er mine?"), ("da", "resten er mine?"),
    ],
)  # fmt: skip
def test_what_is_asked_or_half_known_is_no_sure_end(lang, text):
    """By an open template, or with a question mark: a client that confirms below 1 confirms this."""
    said = parse(text, lang, fallback=False)
    assert said.intent.kind not in ("claim", "concession") or said.confidence < 1


@pytest.mark.parametrize(
    ("lang", "text"),
    [("sv", "jag kräver domare"), ("en", "good hand"), ("en", "i will make tea"),
     ("en", "save your breath")],
)  # fmt: skip
def test_what_ends_nothing(lang, text):
    said = parse(text, lang, fallback=False)
    assert getattr(getattr(said, "intent", None), "kind", None) not in ("claim", "concession")


@pytest.mark.parametrize(
    ("lang", "text"), [("sv", "resten är mina"), ("en", "i claim"), ("no", "resten er mine")]
)
def test_what_is_said_plainly_is_sure(lang, text):
    assert parse(text, lang).confidence == 1


#: Said at every table, and no answer to whether it was a claim.
ASSENT = {
    "sv": ["tack", "tack så mycket", "bra", "okej", "fint", "mm", "ja?", "ett ögonblick"],
    "en": [
        "thank you",
        "thanks",
        "great",
        "good",
        "right",
        "fine",
        "ok",
        "sure",
        "yes?",
        "please",
        "one moment",
    ],
    "no": ["takk", "bra", "ok", "mm", "ja?", "et øyeblikk"],
    "da": ["tak", "godt", "fint", "mm", "ja?", "et øjeblik"],
}


@pytest.mark.parametrize(("lang", "text"), [(lang, one) for lang in ASSENT for one in ASSENT[lang]])
def test_only_a_yes_in_so_many_words_ends_the_hand(lang, text, say):
    _, claim, _, yes, _, king = next(one for one in ENDINGS if one[0] == lang)
    table = at(lang)
    say(table, king)
    say(table, claim)
    assert "confirmed" not in say(table, text).row
    assert (table.state, table.ending) == ("confirm", True)
    assert say(table, yes).row["confirmed"]


@pytest.mark.parametrize(("lang", "words", "kind", "yes", "no", "king"), ENDINGS)
def test_the_yes_of_every_language(lang, words, kind, yes, no, king):
    for text in Session(lang).messages.listening["say_yes"].split("|"):
        table = at(lang)
        table.typed(words)
        assert table.typed(text).row.get("confirmed"), text


@pytest.mark.parametrize(("lang", "words", "kind", "yes", "no", "king"), ENDINGS)
class TestAfterwards:
    def test_who_plays_on_instead_is_told_that_it_was_none(self, lang, words, kind, yes, no, king, say):
        table = at(lang)
        say(table, words)
        assert say(table, king).speech.startswith(table.messages.listening["no_claim"])

    @pytest.mark.parametrize("moves", [True, False])
    def test_no_card_is_called_until_there_is_a_new_table(self, lang, words, kind, yes, no, king, moves, say):
        given = situation(TABLE | {"lang": lang})
        table = Session(lang, given, moves=moves)
        for text in (words, yes):
            say(table, text)
        before = table.asked
        for text in (king, table.messages.listening["say_next"].split("|")[0], "E C3"):
            reply = say(table, text)
            assert (reply.row["event"], table.state, table.stands) != ("answer", "standing", None)
            assert table.stands is None
        assert table.next().row["notice"] == "no_next"
        assert table.asked == before
        table.table(given)
        assert say(table, king).row["state"] == "standing"

    def test_a_card_that_stood_is_played(self, lang, words, kind, yes, no, king, say):
        table = Session(lang, situation(TABLE | {"lang": lang}), moves=True)
        for text in (king, words, yes):
            say(table, text)
        assert one_card("HK") not in table.asked.table.dummy
        assert [play.card for play in table.asked.table.trick] == [one_card("HK")]
