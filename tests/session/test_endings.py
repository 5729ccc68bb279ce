"""Claims and concessions in a conversation (68A, 68B): play stops only after a "yes"."""

from __future__ import annotations

import pytest

from callparser.session.state import Session
from callparser.understand import parse
from callparser.wire import situation
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
