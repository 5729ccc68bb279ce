"""An answer is one line: what was heard, and the card or the question. The law at length is told on a why."""

from __future__ import annotations

import pytest

from callparser.session.state import Session
from callparser.wire import situation
from tests.session.test_orders import KING, QUEEN, TWO

LEAD = {"trump": "S", "dummy": "AQ74.K82..T2", "dummy_seat": "N", "trick": [], "utterance": ""}
FOLLOW = LEAD | {"trick": [{"seat": "W", "card": "H7"}]}

TOLD = {
    "a card": (FOLLOW, ["lågt"], "Hjärter två."),
    "what no word decides": (LEAD, ["vinn"], "Hörde: vinn. Vilket kort?"),
    "a rank of several suits": (LEAD | {"dummy": "K4.K5.Q7.T"}, ["kung"],
                                "Hörde: kung. Spader kung eller hjärter kung?"),
    "two calls": (FOLLOW, ["hjärter två", "hjärter åtta"],
                  "Hörde: hjärter åtta. Hjärter två eller hjärter åtta? Avbryt börjar om."),
    "a void call": (FOLLOW, ["spader"], "Hörde: spader. Träkarlen måste följa färg i hjärter; spader vore en "
                                        "revoke. Vilket kort?"),
    "no call": (FOLLOW, ["bra spelat"], "Hörde: bra spelat. Inget kort är begärt."),
}  # fmt: skip


@pytest.mark.parametrize(("table", "said", "told"), TOLD.values(), ids=TOLD)
def test_an_answer_is_one_line(table, said, told):
    session = Session("sv", situation(table))
    *_, reply = [session.typed(text) for text in said]
    assert reply.speech == told
    assert session.typed("varför").speech == (reply.row["explanation"] if reply.row["intent"] else told)


@pytest.mark.parametrize("lang", KING)
@pytest.mark.parametrize("words", [TWO, QUEEN])
def test_a_question_is_one(lang, words):
    """In every language: with a question mark, and shorter than what the law has to say."""
    session = Session(lang, situation(LEAD | {"dummy": "K4.K5.Q7.T2", "lang": lang}))
    session.typed(KING[lang])
    reply = session.typed(words[lang])
    assert session.state == "choose"
    assert "?" in reply.speech
    assert len(reply.speech) < len(reply.row["explanation"])
