"""A session that moves its table on itself: dummy's card, the other hands' cards, the next trick."""

from __future__ import annotations

import pytest

from callparser.cards import PACK, Hand
from callparser.session import readout
from callparser.session.state import Session
from callparser.session.trick import misfit, other_hand, played, turned
from callparser.table import SEATS, Play, TableState, Trick, problems
from callparser.wire import situation
from callparser.written import one_card, seat
from tests.session.test_state import heard

ROW = {
    "utterance": "", "trump": "S", "dummy": {"S": "AQ74", "H": "K82", "C": "T2"},
    "trick": [{"seat": "W", "card": "H7"}],
}  # fmt: skip
LOW = {"sv": "lågt", "en": "low", "no": "lavt", "da": "lavt"}
NEXT = {"sv": "nästa", "en": "next", "no": "neste", "da": "næste"}
NEXT_TRICK = {"sv": "nästa stick", "en": "next trick", "no": "neste stikk", "da": "næste stik"}
#: How people type that West has played the jack of clubs.
WEST = {
    "sv": ["V CJ", "V:♣J", "väst klöver knekt", "W klöver kn", "v klkn"],
    "en": ["W CJ", "w:cj", "West jack of clubs", "W club jack"],
    "no": ["V CJ", "vest kløver knekt"],
    "da": ["V CJ", "vest klør knægt"],
}


def at(lang: str, **more: object) -> Session:
    return Session(lang, situation(ROW | {"lang": lang} | more), moves=True)


def table(session: Session) -> TableState:
    assert session.asked is not None
    return session.asked.table


@pytest.mark.parametrize("lang", LOW)
@pytest.mark.parametrize("typed", [True, False], ids=["word", "command"])
def test_next_plays_dummys_card_and_begins_a_trick(lang: str, typed: bool) -> None:
    session = at(lang)
    session.typed(LOW[lang])
    reply = session.typed(NEXT[lang]) if typed else session.next()
    assert reply.row["notice"] == "next"
    now = table(session)
    assert one_card("H2") not in now.dummy
    assert (now.trick.plays, now.last_trick) == ((), None)
    assert str(now.played) == str(Hand.of([one_card("H7"), one_card("H2")]))
    assert session.typed(LOW[lang]).row["outcome"] == "ask"  # on lead, "low" of nothing


#: What the others have played when dummy does, and who wins the trick with his ace.
BEFORE = {
    "leads": ([], None),
    "second": ([("W", "H3")], None),
    "third": ([("S", "H4"), ("W", "H3")], None),
    "fourth": ([("E", "H3"), ("S", "H4"), ("W", "H5")], "N"),
    "fourth, and is ruffed": ([("E", "H3"), ("S", "S2"), ("W", "H5")], "S"),
}


@pytest.mark.parametrize("lang", LOW)
@pytest.mark.parametrize(("before", "winner"), BEFORE.values(), ids=BEFORE)
def test_wherever_dummy_plays_next_leaves_that_trick(
    before: list[tuple[str, str]], winner: str | None, lang: str
) -> None:
    """The card has left dummy, the trick is turned, and what is called then is the first call to the next."""
    trick = [{"seat": by, "card": code} for by, code in before]
    session = at(lang, dummy={"S": "K84", "H": "AK"}, trick=trick)
    assert session.typed("HA").row["card"] == "HA"
    assert session.typed(NEXT[lang]).row["notice"] == "next"
    now = table(session)
    assert one_card("HA") not in now.dummy
    assert one_card("HA") in now.played
    assert now.trick.plays == ()
    assert (now.last_trick.won_by.letter if now.last_trick else None) == winner
    assert session.typed(NEXT_TRICK[lang]).row["notice"] == "no_next"  # once
    called = session.typed("HK").row
    assert called["card"] == ("HK" if winner != "S" else None)  # South's lead: a matter for the director
    assert "correction" not in called["flags"]


@pytest.mark.parametrize(("lang", "text"), [(lang, text) for lang in WEST for text in WEST[lang]])
def test_a_card_of_another_hand_is_typed_with_its_seat(lang: str, text: str) -> None:
    words = at(lang).messages.page
    assert other_hand(text, lang, words) == Play(seat("W"), one_card("CJ"))


@pytest.mark.parametrize("lang", LOW)
@pytest.mark.parametrize(
    "text", ["H7", "W", "W 7", "S K", "spades", "W H7 H8", "", ":", "W:", "7 H", "EKD", "♠"]
)
def test_all_else_is_no_card_of_another_hand(lang: str, text: str) -> None:
    assert other_hand(text, lang, at(lang).messages.page) is None


def test_a_whole_trick_and_whose_lead_it_is_then() -> None:
    session = at("en")
    session.typed("low")
    session.typed("E H3")
    assert session.stands is None  # it is final
    reply = session.typed("S H9")
    assert "South won the trick with the nine of hearts" in reply.speech
    last = table(session).last_trick
    assert last is not None
    assert (last.won_by.letter, last.won_with.code, last.led and last.led.code) == ("S", "H9", "H7")
    assert session.typed("last trick").speech == "South won the last trick with the nine of hearts."
    assert session.typed("whose turn").speech == "No card is in the trick. South is to play."


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("N C3", "entry_dummy"),
        ("E H3", "entry_dummy"),  # dummy has not played yet
        ("W H3", "entry_dummy"),
    ],
)
def test_nobody_plays_before_dummy(text: str, notice: str) -> None:
    session = at("en")
    before = table(session)
    assert session.typed(text).row["notice"] == notice
    assert table(session) == before


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("S H3", "entry_seat"), ("E H8", "entry_in_dummy"), ("E H7", "entry_in_trick"),
        ("E D2", "entry_in_played"), ("E H3", "entered"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_told_and_changes_nothing(text: str, notice: str) -> None:
    session = at("en", played=["D2"])
    session.typed("low")
    before = table(session)
    assert session.typed(text).row["notice"] == notice
    assert (table(session) == before) == (notice != "entered")
    assert (session.stands is None) == (notice == "entered")


def test_a_question_that_is_open_is_asked_again() -> None:
    session = at("en", trick=[], last_trick={"won_by": "N", "won_with": "CA"})
    question = session.typed("anything")
    assert session.state == "choose" or question.row["outcome"] == "defender_designates"
    session = at("en", dummy={"S": "K", "H": "K"}, trick=[], last_trick={"won_by": "N", "won_with": "CA"})
    question = session.typed("king")
    assert session.state == "choose"
    assert session.typed("E C3").speech == question.speech


def test_when_dummy_has_played_next_begins_a_trick() -> None:
    session = at("en")
    session.typed("low")
    session.typed("E H3")
    assert session.typed("next").row["notice"] == "next"
    assert table(session).trick.plays == ()


NOT_YET = {
    "second hand": {},
    "before its turn": {"trick": [{"seat": "S", "card": "H7"}]},
    "dummy leads": {"trick": [], "last_trick": {"won_by": "N", "won_with": "CA"}},
    "another leads": {"trick": [], "last_trick": {"won_by": "S", "won_with": "CA"}},
    "nobody knows": {"trick": []},
}


@pytest.mark.parametrize("by", ["typed", "spoken", "command"])
@pytest.mark.parametrize("lang", LOW)
@pytest.mark.parametrize("given", NOT_YET.values(), ids=NOT_YET)
def test_no_trick_is_turned_before_dummy_has_played_to_it(
    given: dict[str, object], lang: str, by: str
) -> None:
    """The answer says what lies there and whose turn it is; a call afterwards is one to the same trick."""
    session = at(lang, **given)
    before = table(session)
    text = NEXT_TRICK[lang]
    if by == "command":
        reply = session.next()
    else:
        reply = session.typed(text) if by == "typed" else heard(session, text)
    assert (reply.row["notice"], reply.row["text"]) == ("no_next", reply.speech)
    assert reply.speech == readout.trick(before, session.messages)
    assert table(session) == before


@pytest.mark.parametrize("by", ["typed", "spoken", "command"])
@pytest.mark.parametrize("words", [["the rest are mine"], ["low", "the rest are mine"], ["honour"]], ids=str)
def test_no_trick_is_turned_while_a_question_waits(words: list[str], by: str) -> None:
    session = at("en", trick=[{"seat": "W", "card": "D7"}])
    for text in words:
        question = session.typed(text)
    before, state = table(session), session.state
    assert state in ("confirm", "choose")
    if by == "command":
        reply = session.next()
    else:
        reply = session.typed("next trick") if by == "typed" else heard(session, "next trick")
    assert reply.speech == question.speech
    assert (table(session), session.state) == (before, state)


def test_a_queen_after_a_next_that_came_too_early_is_no_revoke() -> None:
    session = at("en")
    session.typed("next trick")
    assert session.typed("queen").row["outcome"] == "void"


@pytest.mark.parametrize("lang", LOW)
def test_who_leads_when_nobody_knows_who_won(lang: str) -> None:
    """Dummy's card is all that is known of the rest of the trick: nobody is said to be on lead."""
    session = at(lang)
    words = session.messages
    session.typed(LOW[lang])
    session.typed(NEXT[lang])
    unknown = readout.turn(table(session), words)
    assert unknown == words.listening["turn_unknown"]
    assert session.typed("whose turn").speech == f"{words.page['trick_empty']} {unknown}"
    session.typed("W H9")  # whoever it is says so by leading
    assert readout.turn(table(session), words) == words.page["turn_dummy"]


@pytest.mark.parametrize("lang", LOW)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_card_of_another_hand_is_taken_off_the_last_first(lang: str, count: int) -> None:
    """Also one that completed the trick; what dummy played stands, and the right card can be typed then."""
    session = at(lang)
    session.typed(LOW[lang])
    tables = []
    for text in ("E H3", "S H9", "S C4")[:count]:
        tables.append(table(session))
        assert session.typed(text).row["notice"] == "entered"
    after = table(session)
    for before in reversed(tables[1:]):
        assert session.typed("undo").row["notice"] == "taken_off"
        assert table(session) == before
    assert session.undo().row["notice"] == "taken_off"
    assert one_card("H2") not in table(session).dummy
    assert session.undo().row["notice"] == "undo"  # dummy's card is final
    for text in ("E H3", "S H9", "S C4")[:count]:
        session.typed(text)
    assert table(session) == after


@pytest.mark.parametrize("after", [["next"], ["table"], ["E CJ"], []], ids=str)
def test_no_card_is_taken_off_past_one_of_dummys_or_another_table(after: list[str]) -> None:
    session = at("en")
    for text in ("low", "E H3", "S H9", "S C4", "W C9", "club two"):
        session.typed(text)
    left = 1  # dummy's card, that stands
    for text in after:
        if text == "table":
            session.table(session.asked)
            left = 0
        else:
            session.typed(text)
            left = 1 if "E" in text else 0
    for _ in range(left):
        assert session.typed("undo").row.get("notice") != "undo"
    assert session.typed("undo").row["notice"] == ("undo" if after else "taken_off")


def test_after_a_claim_nothing_is_taken_off() -> None:
    session = at("en")
    for text in ("low", "E H3", "the rest are mine", "yes"):
        session.typed(text)
    before = table(session)
    assert session.typed("undo").row["notice"] == "undo"
    assert table(session) == before
    assert session.typed("S H9").row["event"] != "entered"
    assert table(session) == before


def test_a_call_is_taken_back_before_a_card_of_another_hand() -> None:
    session = at("en", trick=[{"seat": "S", "card": "H9"}])
    session.typed("W H7")
    session.typed("low")
    assert session.typed("undo").row["event"] == "undone"
    assert session.typed("undo").row["notice"] == "taken_off"
    assert len(table(session).trick.plays) == 1


def test_without_moves_the_table_is_whose_it_was() -> None:
    session = Session("en", situation(ROW | {"lang": "en"}))
    before = table(session)
    session.typed("low")
    session.typed("next")
    assert session.typed("E H3").row["event"] == "answer"
    assert table(session) == before


def test_a_hand_played_to_its_end() -> None:
    """Thirteen tricks, each card by the seat whose turn it is: nothing irregular, no card lost."""
    hands = [list(PACK[place::4]) for place in range(4)]
    state = TableState(Hand.of(hands[0]), trick=Trick((Play(SEATS[3], hands[3].pop()),)))
    for _ in range(51):
        due = state.next_seat
        assert due is not None
        play = Play(due, hands[due].pop())
        assert misfit(state, play) == ("entry_dummy" if due == state.dummy_seat else "")
        state = played(state, play)
        assert set(problems(state)) <= {"no-cards", "not-next", "dummy-has-played"}
    assert (len(state.dummy), len(state.played), turned(state).trick.plays) == (0, 52, ())
