"""What the conversation remembers: confirm, choose, take back, play on. No sound here."""

from __future__ import annotations

import pytest

from callparser.session.state import Reply, Session
from callparser.voice.engine import Alternative, Heard
from callparser.wire import situation

TABLE = {
    "utterance": "", "trump": "S", "dummy": {"S": "K4", "H": "K5", "D": "Q7", "C": "T2"},
    "last_trick": {"won_by": "N", "won_with": "DA"},
}  # fmt: skip


@pytest.fixture(params=[("sv", "hjärter kung", "klöver två", "kung", "hjärter", "ångra", "ja", "nej"),
                        ("en", "king of hearts", "two of clubs", "the king", "hearts", "undo", "yes", "no"),
                        ("no", "hjerter konge", "kløver to", "konge", "hjerter", "angre", "ja", "nei"),
                        ("da", "hjerter konge", "klør to", "konge", "hjerter", "fortryd", "ja", "nej")],
                ids=lambda param: param[0])  # fmt: skip
def words(request):
    return request.param


def at(lang: str) -> Session:
    return Session(lang, situation(TABLE | {"lang": lang}))


def heard(session: Session, text: str, confidence: float = 1.0, **more) -> Reply:
    """One hearing, as surely as that."""
    return session.heard(hearings((text, confidence)), **more)


def hearings(*heard: tuple[str, float]) -> Heard:
    text, confidence = heard[0]
    return Heard(text, confidence, (), tuple(Alternative(*one) for one in heard), True)


def card(reply: Reply) -> tuple[object, ...]:
    return reply.row["outcome"], reply.row["card"], reply.row["state"]


def test_a_card_is_said_back_and_taken_back(words):
    lang, king, two, _, _, undo, _, no = words
    session = at(lang)
    reply = heard(session, king)
    assert card(reply) == ("played", "HK", "standing")
    assert session.messages.card("HK") in reply.speech.casefold()
    reply = session.typed(undo)
    assert card(reply) == ("ask", None, "idle")
    assert (reply.row["event"], reply.row["clause"]) == ("undone", "45C4b")
    assert session.messages.card("HK") in reply.speech
    reply = heard(session, two)
    assert card(reply) == ("played", "C2", "standing")
    assert "correction" in reply.row["flags"]
    assert card(session.typed(no)) == ("ask", None, "idle")


def test_what_is_unsure_waits_for_a_yes(words):
    lang, king, _, _, _, _, yes, no = words
    session = at(lang)
    assert card(heard(session, king, 0.7)) == ("played", "HK", "confirm")
    reply = session.typed(yes)
    assert card(reply) == ("played", "HK", "standing")
    assert reply.row["confirmed"]
    session = at(lang)
    heard(session, king, 0.7)
    assert session.typed(no).row["state"] == "idle"
    heard(session, king, 0.7)
    assert heard(session, yes, 0.2).row["state"] == "confirm"  # a doubtful yes is none
    assert card(heard(session, king, 0.7)) == ("played", "HK", "standing")  # the same twice is


def test_another_call_instead_of_a_yes_is_that_call(words):
    lang, king, two, *_ = words
    session = at(lang)
    heard(session, king, 0.7)
    assert card(heard(session, two)) == ("played", "C2", "standing")


def test_which_king_by_suit_and_by_place(words):
    lang, _, _, king, hearts, *_ = words
    session = at(lang)
    session.table(situation(TABLE | {"lang": lang, "last_trick": {"won_by": "N", "won_with": "CK"}}))
    reply = session.typed(king)
    assert card(reply) == ("choose", None, "choose")
    reply = session.typed(hearts)
    assert (*card(reply), reply.row["clause"]) == ("played", "HK", "standing", "46B3b")
    session.next()
    session.typed(king)
    second = session.messages.listening["second"].split("|")[0]
    assert card(session.typed(second)) == ("played", "HK", "standing")


def test_a_second_call_before_play_goes_on_is_a_question(words):
    lang, king, two, *_, yes, _ = words
    session = at(lang)
    heard(session, king)
    reply = heard(session, two, gap_s=5.0)
    assert (reply.row["outcome"], reply.row["clause"]) == ("ask", "45C4b")
    assert session.state == "choose"
    assert session.typed(yes).row["state"] == "choose"  # yes to which?
    reply = session.typed(two)
    assert card(reply) == ("played", "C2", "standing")
    assert "correction" in reply.row["flags"]


def test_played_on_is_not_taken_back(words):
    lang, king, _, _, _, undo, *_ = words
    session = at(lang)
    heard(session, king)
    session.next()
    assert session.undo().row["notice"] == "undo"
    assert session.typed(undo).row.get("card") is None
    assert session.state == "idle"


def test_two_halves_in_one_breath_and_a_continued_utterance(words):
    lang, king, _, bare, hearts, *_ = words
    session = at(lang)
    assert heard(session, hearts).row["card"] == "H5"
    assert heard(session, bare, gap_s=0.8).row["card"] == "HK"
    session.next()
    assert heard(session, hearts).row["card"] == "H5"
    assert card(heard(session, king, continues=True)) == ("played", "HK", "standing")


def test_talk_leaves_the_card_where_it_is():
    session = at("sv")
    heard(session, "hjärter kung")
    for talk in ("tack så mycket", "blablabla", "vad har bordet"):
        assert heard(session, talk).row["state"] == "standing", talk
    assert session.undo().row["event"] == "undone"


def test_repeat_and_what_did_you_hear():
    session = at("sv")
    assert session.repeat().speech == session.messages.listening["nothing_yet"]
    said = heard(session, "hjärter kung").speech
    for words in ("upprepa", "vad hörde du"):
        reply = heard(session, words)
        assert reply.speech == f"Hörde: hjärter kung. {said}"
        assert reply.row["state"] == "standing"


def test_dummy_is_read_suit_by_suit():
    assert heard(at("sv"), "läs bordet").speech == (
        "Träkarlen: spader: kung, fyra; hjärter: kung, fem; ruter: dam, sju; klöver: tio, två."
    )


@pytest.mark.parametrize(("text", "action"), [("paus", "stop"), ("långsammare", "slower"),
                                              ("snabbare", "faster")])  # fmt: skip
def test_orders_to_the_program(text, action):
    assert heard(at("sv"), text).action == action


def test_always_confirm():
    session = Session("sv", situation(TABLE), always_confirm=True)
    assert heard(session, "hjärter kung").row["state"] == "confirm"
    assert session.typed("ja").row["state"] == "standing"


def test_without_a_table_it_says_what_was_understood():
    session = Session("sv")
    assert heard(session, "hjärter kung").row["intent"] == {"kind": "card", "suit": "H", "rank": "K"}
    assert session.typed("ångra").row["event"] == "undone"
    assert session.typed("läs bordet").speech == session.messages.listening["no_table"]
    assert heard(session, "ruter dam", 0.5).row["state"] == "confirm"
    assert session.typed("ja").row["state"] == "standing"


def test_repaired_words_are_never_played_without_a_yes():
    session = at("sv")
    reply = session.typed("hjrter kung")
    assert card(reply) == ("played", "HK", "confirm")
    assert reply.row["repairs"]


# --- hearings as votes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heard", "outcome", "state"),
    [
        ([("hjärter", 0.5), ("hjärter fem", 0.5)], "played", "standing"),  # one card
        ([("hjärter", 0.5), ("hjärter kung", 0.5)], "ask", "choose"),
        ([("hjärter ess", 0.5), ("hjärter sju", 0.5)], "void", "idle"),  # neither is there
        ([("hjärter ess", 0.6), ("hjärter fem", 0.4)], "ask", "choose"),
        ([("hjärter", 0.3), ("hjärter fem", 0.3), ("ruter sju", 0.05)], "played", "confirm"),
    ],
)
def test_hearings_of_one_card_need_no_question(heard, outcome, state):
    reply = at("sv").heard(hearings(*heard))
    assert (reply.row["outcome"], reply.row["state"]) == (outcome, state)


def test_votes_are_counted_after_what_was_called_before():
    """After "hjärter", a breath ago, "kung" and "högt" are the same card; alone they are not."""
    both = hearings(("kung", 0.5), ("högt", 0.5))
    session = at("sv")
    session.table(situation(TABLE | {"last_trick": {"won_by": "N", "won_with": "CK"}}))
    assert session.heard(both).row["outcome"] == "ask"
    session.next()
    heard(session, "hjärter")
    assert card(session.heard(both, gap_s=0.5)) == ("played", "HK", "standing")


def test_a_yes_to_several_readings_is_no_yes():
    """One of them plays a card and one is void: nobody knows to which of them "yes" was said."""
    session = at("sv")
    reply = session.heard(hearings(("hjärter ess", 0.6), ("hjärter fem", 0.4)))
    assert reply.row["candidates"] == ["H5"]
    assert heard(session, "ja").row["state"] == "choose"
    heard(session, "tack så mycket")
    assert heard(session, "ja").row["state"] == "choose"
    assert card(heard(session, "hjärter fem")) == ("played", "H5", "standing")


@pytest.mark.parametrize("texts", [["ruter dam", "hjärter kung"], ["hjärter kung", "ruter dam"]])
def test_the_second_is_the_second_that_was_said(texts):
    """Two calls are laid out in the order in which they came, two hearings in the order of the hand."""
    session = at("sv")
    for text in texts:
        reply = heard(session, text, gap_s=5.0)
    name = session.messages.card
    said = [reply.row["explanation"].index(name(code)) for code in ("HK", "DQ")]
    assert (said[0] < said[1]) is (texts[0] == "hjärter kung")
    assert session.typed("den andra").row["card"] == {"ruter dam": "DQ", "hjärter kung": "HK"}[texts[1]]
    session.next()
    reply = session.heard(hearings(*((text, 0.5) for text in texts)))
    assert reply.row["explanation"].index(name("HK")) < reply.row["explanation"].index(name("DQ"))
    assert reply.row["candidates"] == ["HK", "DQ"]
    assert session.typed("den andra").row["card"] == "DQ"


def test_a_doubtful_answer_to_a_question_waits_for_a_yes():
    session = at("sv")
    session.heard(hearings(("ruter dam", 0.5), ("hjärter kung", 0.5)))
    assert card(heard(session, "den andra", 0.5)) == ("played", "DQ", "confirm")
    session.next()
    session.heard(hearings(("ruter dam", 0.5), ("hjärter kung", 0.5)))
    assert session.heard(hearings(("den andra", 0.5), ("den första", 0.5))).row["state"] == "choose"


@pytest.mark.parametrize(
    ("lang", "guess", "yes"),
    [("en", "i rather fancy the queen of diamonds", "yes"), ("sv", "jag lutar nog åt ruter dam", "ja")],
)
def test_a_yes_to_a_guess_plays_its_card(lang, guess, yes):
    pytest.importorskip("spacy")
    session = at(lang)
    outcome, played, state = card(session.typed(guess))
    assert (outcome, played) == ("ask", None)
    assert state in ("confirm", "choose")
    assert card(session.typed(yes)) == ("played", "DQ", "standing")


@pytest.mark.parametrize(
    ("lang", "word"), [("sv", "nästa"), ("en", "next"), ("no", "neste"), ("da", "næste")]
)
def test_next_said_too_late_plays_no_card(lang, word):
    """While a card stands it plays on. When none does it may be a call, and is asked about."""
    session = Session(lang, situation(TABLE | {"lang": lang}))
    for text in (word, word.upper() + "."):
        reply = session.typed(text)
        assert reply.row["state"] != "standing"
        session.next()


# --- speech that goes on ---------------------------------------------------------------------------------

BETWEEN = {
    "an undo": lambda session: session.undo(),
    "a typed undo": lambda session: session.typed("ångra"),
    "a spoken undo": lambda session: heard(session, "ångra"),
    "a yes": lambda session: session.accept(),
    "a typed remark": lambda session: session.typed("tack så mycket"),
    "a typed call": lambda session: session.typed("klöver två"),
    "a typed claim": lambda session: session.typed("resten är mina"),
    "play going on": lambda session: session.next(),
    "a new table": lambda session: session.table(situation(TABLE)),
}


@pytest.mark.parametrize("between", BETWEEN.values(), ids=BETWEEN)
@pytest.mark.parametrize("confidence", [1.0, 0.7])
def test_what_was_answered_since_is_not_replaced(between, confidence):
    """Speech goes on after something else: it is a call of its own, and stands by no words said before."""
    session = at("sv")
    heard(session, "klöver tio", confidence)
    between(session)
    stood = session.stands
    reply = heard(session, "klöver tio tack", confidence, continues=True)
    assert not reply.replaces
    assert session.stands in (None, stood)


@pytest.mark.parametrize("yes", ["ja", "ja tack"])
def test_a_yes_that_began_before_the_question_answers_nothing(yes):
    session = at("sv")
    heard(session, "ja")
    session.typed("hjrter kung")
    assert heard(session, yes, continues=True).row["state"] == "confirm"


@pytest.mark.parametrize("first", ["klöver", "blabla", "vad som helst", "kung"])
def test_what_goes_on_replaces_the_call_and_nothing_before_it(first):
    session = at("sv")
    session.table(situation(TABLE | {"last_trick": {"won_by": "N", "won_with": "CK"}}))
    heard(session, first)
    reply = heard(session, f"{first} nej ruter dam", continues=True)
    assert reply.replaces
    session.next()
    heard(session, first)
    assert card(heard(session, "ruter dam", continues=True)) == ("played", "DQ", "standing")


def test_a_call_that_goes_on_from_noise_replaces_no_call():
    session = at("sv")
    heard(session, "klöver tio")
    session.unheard()
    assert heard(session, "ruter dam", continues=True).row["outcome"] == "ask"


# --- every card waits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("confidence", [1.0, 0.7])
@pytest.mark.parametrize("table", [True, False])
def test_where_every_card_waits_only_a_yes_plays(table, confidence):
    session = Session("sv", situation(TABLE) if table else None, always_confirm=True)
    for _ in range(3):
        assert heard(session, "ruter dam", confidence).row["state"] == "confirm"
        assert session.typed("ruter dam").row["state"] == "confirm"
    assert session.typed("ja").row["state"] == "standing"
    if table:
        assert session.typed("ruter dam").row["state"] == "standing"  # it had its yes
