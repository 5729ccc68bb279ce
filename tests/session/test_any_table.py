"""Whatever is typed or heard, at whatever table: it is answered in words, and the conversation goes on."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.cards import PACK, Hand, Suit
from callparser.errors import InputError
from callparser.session import readout
from callparser.session.dialog import Dialog, Hung, Typed
from callparser.session.state import Reply, Session
from callparser.table import SEATS, Play, TableState, Trick
from callparser.voice.endpoint import Utterance
from callparser.voice.engine import Alternative, Heard
from callparser.voice.mouth import Mouth
from callparser.wire import Situation

LINES = {
    "sv": "lågt/högt/hjärter/dam/kung eller dam/klöver två/vad som helst/ruter/ja/nej/ångra/avbryt/nästa/"
    "nästa stick/upprepa/vems tur/läs sticket/förra sticket/vad har bordet/varför/resten är mina/"
    "resten är era/tack/hjälp/nej ruter/den andra/vinn/stjäl/xyzzy xyzzy",
    "en": "low/high/hearts/queen/king or queen/two of clubs/anything/diamonds/yes/no/undo/cancel/next/"
    "next trick/repeat/whose turn/read the trick/last trick/read dummy/why/the rest are mine/"
    "the rest are yours/thanks/help/no diamonds/the second/win/ruff/xyzzy xyzzy",
}
CARDS = [f"{seat.letter} {card.code}" for seat in SEATS for card in PACK]
COMMANDS = ["/next", "/undo", "/repeat"]


class Said:
    """A recogniser that hears what it is to hear."""

    def __init__(self) -> None:
        self.heard = Heard("", 0.0, ())

    def hear(self, samples: object, rate_hz: int) -> Heard:
        return self.heard


@st.composite
def tables(draw: st.DrawFn) -> TableState:
    """Dummy with some cards, and a trick in which dummy's turn has come, or not yet."""
    pack = draw(st.permutations(PACK))
    dummy_seat, length = draw(st.sampled_from(SEATS)), draw(st.integers(0, 3))
    leader = dummy_seat.after(4 - draw(st.integers(length, 3)))
    plays = [Play(leader.after(at), card) for at, card in enumerate(pack[:length])]
    trumps = draw(st.sampled_from([None, *Suit]))
    return TableState(
        Hand.of(pack[3 : 3 + draw(st.integers(1, 13))]), trumps, dummy_seat, Trick(tuple(plays))
    )


def dialog(table: TableState, lang: str, rows: list[dict], hearing: Said | None = None) -> Dialog:
    session = Session(lang, Situation((), table, lang), moves=True)
    return Dialog(session, Mouth(None, lang), rows.append, hearing=hearing, mode="hands-free")  # type: ignore[arg-type]


def now(made: Dialog) -> TableState:
    assert made.session.asked is not None
    return made.session.asked.table


@given(st.data(), tables(), st.sampled_from(sorted(LINES)))
def test_everything_is_answered_aloud_and_no_trick_is_turned_without_dummy(data, table, lang):
    rows: list[dict] = []
    hearing = Said()
    made = dialog(table, lang, rows, hearing)
    at_first, at_s = table.dummy, 0.0
    said = st.one_of(
        st.sampled_from(LINES[lang].split("/")), st.sampled_from(CARDS), st.sampled_from(COMMANDS)
    )
    for line in data.draw(st.lists(said, min_size=1, max_size=12)):
        before, count = now(made), len(rows)
        if line not in CARDS + COMMANDS and data.draw(st.booleans()):
            sure = data.draw(st.sampled_from([0.3, 0.7, 1.0]))
            hearing.heard = Heard(line, sure, (), (Alternative(line, sure),), True)
            continues, at_s = data.draw(st.booleans()), at_s + 5.0
            made._handle(Utterance(array("h"), at_s, at_s + 1.0, at_s + 1.2, continues))
        else:
            made._handle(Typed(line))
        assert made._going
        assert len(rows) > count
        assert rows[-1]["event"] != "error"
        if rows[-1].get("notice") == "stop":  # "quiet": that is the one answer that is only shown
            assert made._say is None
        else:
            assert made._say is not None
            assert made._say[0] == rows[-1]["spoken"] != ""
        turned = now(made).played - before.played
        assert not turned or turned & at_first, line


@pytest.mark.parametrize("by", ["typed", "spoken"])
def test_what_cannot_be_answered_is_told_and_the_conversation_goes_on(by, monkeypatch):
    """It is shown with its reason, and what is said is the same as for what was not understood."""
    rows: list[dict] = []
    hearing = Said()
    hearing.heard = Heard("low", 1.0, (), (Alternative("low", 1.0),), True)
    made = dialog(TableState(Hand.of(PACK[:2])), "en", rows, hearing)

    def fail(*_: object, **__: object) -> None:
        raise InputError("found nothing")

    monkeypatch.setattr(made.session, "heard" if by == "spoken" else "typed", fail)
    made.post(Utterance(array("h"), 0.0, 1.0, 1.2) if by == "spoken" else Typed("low"))
    made.post(Hung())
    made.run()
    assert [row["event"] for row in rows] == ["error", "notice"]
    assert rows[1]["text"] == "Not understood; say it again."


CALLS = ["low", "hearts", "queen", "the two", "H2", "anything", "king or queen", "win"]


def ended() -> TableState:
    """Dummy's last card lies in a trick that was turned."""
    return TableState(Hand(), played=Hand.of(PACK[:4]))


def played_to() -> TableState:
    """Dummy's card lies in the trick, and he has others."""
    return TableState(Hand.of(PACK[10:14]), trick=Trick((Play(SEATS[3], PACK[0]), Play(SEATS[0], PACK[1]))))


@pytest.mark.parametrize("table", [ended(), played_to()], ids=["no card left", "has played"])
@pytest.mark.parametrize("spoken", [False, True], ids=["typed", "spoken"])
class TestNoCallCanBeMade:
    """Dummy has played to this trick, or has no card left: nothing is asked of the law, nothing is played."""

    def say(self, text: str, table: TableState, spoken: bool) -> tuple[Session, Reply]:
        session = Session("en", Situation((), table, "en"), moves=True)
        if not spoken:
            return session, session.typed(text)
        return session, session.heard(Heard(text, 1.0, (), (Alternative(text, 1.0),), True))

    @pytest.mark.parametrize("text", CALLS)
    def test_a_call_is_answered_with_whose_turn_it_is(self, text, table, spoken):
        session, reply = self.say(text, table, spoken)
        assert (reply.row["notice"], reply.row["state"]) == ("no_call", "idle")
        assert reply.speech == readout.trick(table, session.messages)
        assert session.asked.table == table

    @pytest.mark.parametrize("text", ["the rest are mine", "the rest are yours"])
    def test_a_claim_waits_for_a_yes(self, text, table, spoken):
        session, reply = self.say(text, table, spoken)
        assert reply.row["state"] == "confirm"
        assert session.typed("low").speech == reply.speech  # first the claim
        assert session.typed("yes").row["confirmed"]

    @pytest.mark.parametrize("text", ["thanks", "whose turn", "last trick", "read dummy", "xyzzy xyzzy"])
    def test_talk_and_questions_have_their_answer(self, text, table, spoken):
        session, reply = self.say(text, table, spoken)
        assert reply.speech
        assert session.asked.table == table
