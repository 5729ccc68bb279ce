"""What is said to the program and not to dummy, typed and spoken: leave, play on, say again, read dummy."""

from __future__ import annotations

import pytest

from callparser.explainer.messages import load_messages
from callparser.session import readout
from callparser.session.state import Session
from tests.session.test_state import TABLE, at, card, heard, hearings

KING = {"sv": "hjärter kung", "en": "king of hearts", "no": "hjerter konge", "da": "hjerter konge"}
TWO = {"sv": "klöver två", "en": "two of clubs", "no": "kløver to", "da": "klør to"}
QUEEN = {"sv": "ruter dam", "en": "queen of diamonds", "no": "ruter dame", "da": "ruder dame"}
ORDERS = {
    "quit": {"sv": "sluta avsluta quit exit", "en": "quit exit leave", "no": "avslutt quit exit",
             "da": "afslut quit exit"},
    "next": {"sv": "nästa next", "en": "next", "no": "neste next", "da": "næste next"},
    "repeat": {"sv": "upprepa repeat", "en": "repeat", "no": "gjenta repeat", "da": "gentag repeat"},
    "undo": {"sv": "ångra undo", "en": "undo", "no": "angre undo", "da": "fortryd undo"},
}  # fmt: skip
WORDS = [(name, lang, word) for name, by_lang in ORDERS.items() for lang in by_lang
         for word in by_lang[lang].split()]  # fmt: skip
NEXT_TRICK = {"sv": "nästa stick", "en": "next trick", "no": "neste stikk", "da": "næste stik"}


def obeyed(reply, name: str) -> bool:
    if name == "quit":
        return reply.action == "quit"
    found = {"next": reply.row.get("notice"), "repeat": reply.row["event"], "undo": reply.row["event"]}[name]
    return found == {"next": "next", "repeat": "repeat", "undo": "undone"}[name]


@pytest.mark.parametrize(("name", "lang", "word"), WORDS, ids=str)
@pytest.mark.parametrize("form", ["{}", "{}.", " {}! "], ids=["bare", "stop", "loud"])
def test_an_order_is_obeyed_after_a_call(name, lang, word, form):
    session = at(lang)
    session.typed(KING[lang])
    assert obeyed(session.typed(form.format(word)), name)


@pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in ORDERS for lang in KING])
def test_spoken_orders_are_obeyed_too(name, lang):
    session = at(lang)
    heard(session, KING[lang])
    assert obeyed(heard(session, ORDERS[name][lang].split()[0], 0.9), name)


@pytest.mark.parametrize("name", ["quit", "next"])
@pytest.mark.parametrize("lang", KING)
def test_what_cannot_be_taken_back_is_not_done_on_a_doubtful_hearing(name, lang):
    session = at(lang)
    heard(session, KING[lang])
    reply = heard(session, ORDERS[name][lang].split()[0], 0.6)
    assert (reply.row["notice"], reply.action, session.state) == ("again", "", "standing")


@pytest.mark.parametrize("lang", KING)
def test_next_is_a_call_where_no_card_stands(lang):
    session = at(lang)
    word = ORDERS["next"][lang].split()[0]
    assert session.typed(word).row["intent"] == {"kind": "continue"}
    session.undo()
    assert session.typed(NEXT_TRICK[lang]).row["notice"] == "next"
    assert Session(lang).typed(word).row["intent"] == {"kind": "continue"}


@pytest.mark.parametrize("lang", KING)
def test_an_open_question_is_not_left_behind(lang):
    session = at(lang)
    heard(session, KING[lang], 0.7)
    assert session.typed(NEXT_TRICK[lang]).row["event"] == "repeat"
    assert session.state == "confirm"


@pytest.mark.parametrize(
    ("lang", "texts"),
    [("sv", "läs bordet|läs träkarlen|läs dummy|vad har bordet|visa bordet"),
     ("en", "read dummy|read the dummy|read the table|what does dummy have|say dummy"),
     ("no", "les bordet|les blindemann|les dummy|hva har bordet"),
     ("da", "læs bordet|læs dummy|læs oversidder|hvad har bordet")],
)  # fmt: skip
def test_dummy_is_read_in_many_words(lang, texts):
    for text in texts.split("|"):
        assert at(lang).typed(text).row["notice"] == "dummy", text


@pytest.mark.parametrize("lang", KING)
@pytest.mark.parametrize("about", ["turn", "trick", "last_trick", "dummy"])
def test_questions_about_the_table_change_no_call(lang, about):
    session = at(lang)
    session.typed(KING[lang])
    told = {"dummy": readout.dummy, "last_trick": readout.last_trick}.get(about, readout.trick)
    for text in load_messages(lang).listening[f"say_{about}"].split("|"):
        assert at(lang).typed(f"{text}?").speech == at(lang)._read_out(told), text
        session.typed(text)
        assert session.state == "standing", text


@pytest.mark.parametrize("lang", KING)
def test_nothing_is_taken_back_where_nothing_stands(lang):
    for word in ORDERS["undo"][lang].split():
        assert at(lang).typed(word).row["notice"] == "undo"


@pytest.mark.parametrize("text", ["hjärter kung", "hjärter ess", "hjrter kung", "brumma"])
def test_what_was_heard_is_said_once_when_it_is_repeated(text):
    session = at("sv")
    session.typed(text)
    assert session.typed("upprepa").speech.count(f"Hörde: {text}") <= 1


# --- three calls, and calls taken back -------------------------------------------------------------------


@pytest.mark.parametrize("lang", KING)
def test_a_third_call_is_one_more_of_the_question(lang):
    session = at(lang)
    session.typed(KING[lang])
    session.typed(TWO[lang])
    reply = session.typed(QUEEN[lang])
    assert card(reply) == ("ask", None, "choose")
    assert sorted(reply.row["candidates"]) == ["C2", "DQ", "HK"]
    reply = session.typed(QUEEN[lang])
    assert card(reply) == ("played", "DQ", "standing")
    assert "correction" in reply.row["flags"]


def test_another_call_than_those_of_a_question_waits_for_a_yes():
    session = at("sv")
    session.heard(hearings(("ruter dam", 0.5), ("hjärter kung", 0.5)))
    assert card(session.typed("klöver två")) == ("played", "C2", "confirm")
    assert card(session.typed("ja")) == ("played", "C2", "standing")


def test_another_rank_than_the_one_asked_about_is_a_question_of_two_calls():
    session = at("sv")
    session.typed("nästa stick")
    session.table(at_clubs())
    assert card(session.typed("kung")) == ("choose", None, "choose")
    reply = session.typed("ruter sju")
    assert (*card(reply), reply.row["clause"]) == ("ask", None, "choose", "45C4b")


def at_clubs():
    from callparser.wire import situation

    return situation(TABLE | {"last_trick": {"won_by": "N", "won_with": "CK"}})


@pytest.mark.parametrize(
    ("said", "flagged"),
    [
        (["hjärter kung", "ångra", "hjärter kung"], False),  # the same again
        (["hjärter kung", "ångra", "klöver två"], True),
        (["hjärter kung", "ångra", "hjärter ess"], False),  # void: no card stands in the place of another
        (["hjärter kung", "ångra", "hjärter ess", "klöver två"], True),
        (["hjärter kung", "ångra", "klöver två", "ångra", "klöver två"], False),  # said once, and it was
        (["hjärter kung", "klöver två", "ångra", "ruter dam"], True),
        (["hjrter kung", "nej", "klöver två"], False),  # a proposal was refused: nobody had called it
        (["hjärter kung", "ångra", "nästa stick", "klöver två"], False),
    ],
)
def test_two_calls_are_noted_on_the_card_in_the_place_of_another(said, flagged):
    session = at("sv")
    for text in said:
        reply = session.typed(text)
    assert ("correction" in reply.row["flags"]) is flagged


CANCEL = {"sv": "avbryt cancel", "en": "cancel", "no": "avbryt cancel", "da": "afbryd cancel"}


@pytest.mark.parametrize(("lang", "word"), [(lang, word) for lang in CANCEL for word in CANCEL[lang].split()])
def test_a_question_about_several_calls_says_how_to_leave_it_and_is_left(lang, word):
    session = at(lang)
    session.typed(KING[lang])
    question = session.typed(QUEEN[lang])
    assert session.state == "choose"
    assert CANCEL[lang].split()[0] in question.speech.casefold()
    assert heard(session, word, 0.9).row["event"] == "undone"
    assert session.state == "idle"


@pytest.mark.parametrize("lang", CANCEL)
def test_cancel_says_no_to_a_claim(lang):
    session = at(lang)
    session.typed({"sv": "resten är mina", "en": "the rest are mine", "no": "resten er mine",
                   "da": "resten er mine"}[lang])  # fmt: skip
    assert session.ending
    session.typed(CANCEL[lang].split()[0])
    assert not session.ending


ASKED = {
    "turn": {"sv": "vems tur|läs sticket", "en": "whose turn|read the trick",
             "no": "hvem sin tur|les stikket", "da": "hvis tur|læs stikket"},
    "last_trick": {"sv": "förra sticket", "en": "last trick", "no": "forrige stikk", "da": "forrige stik"},
    "why": {"sv": "varför", "en": "why", "no": "hvorfor", "da": "hvorfor"},
}  # fmt: skip


@pytest.mark.parametrize("lang", KING)
@pytest.mark.parametrize("name", ["turn", "last_trick"])
@pytest.mark.parametrize("spoken", [True, False], ids=["spoken", "typed"])
def test_the_table_is_asked_about_in_every_language_and_in_english(name, lang, spoken):
    for text in [*ASKED[name][lang].split("|"), *ASKED[name]["en"].split("|")]:
        session = at(lang)
        reply = heard(session, text) if spoken else session.typed(f"{text}?")
        assert reply.row["intent"] == {"kind": "query", "about": name}
        assert session.messages.page["seat_N"] in reply.speech or name == "turn"


@pytest.mark.parametrize("lang", KING)
@pytest.mark.parametrize("text", ["why", ""])
def test_the_reason_is_given_when_it_is_asked_for(lang, text):
    session = at(lang)
    why = text or ASKED["why"][lang]
    assert session.typed(why).speech == session.messages.listening["nothing_to_explain"]
    void = session.typed({"sv": "ruter kung", "en": "king of diamonds", "no": "ruter konge",
                          "da": "ruder konge"}[lang])  # fmt: skip
    assert void.row["outcome"] == "void"
    for _ in range(2):
        assert heard(session, why).speech == void.row["explanation"]
        session.typed("whose turn")
    session.typed(KING[lang])
    session.typed(QUEEN[lang])
    void = session.typed({"sv": "ruter kung", "en": "king of diamonds", "no": "ruter konge",
                          "da": "ruder konge"}[lang])  # fmt: skip
    assert session.state == "choose"
    assert session.typed(why).speech == void.row["explanation"]  # not that of the question that waits
    session.unheard()
    assert session.typed(why).speech == session.messages.listening["again"]


@pytest.mark.parametrize("lang", KING)
def test_the_help_names_what_works_and_the_page_has_its_own(lang):
    messages = at(lang).messages
    for name in ASKED:
        assert any(word in messages.page["help"].casefold() for word in ASKED[name][lang].split("|")), name
    assert CANCEL[lang].split()[0] in messages.page["help"]
    leave = ORDERS["quit"][lang].split()[0]
    assert leave in messages.listening["help"]
    assert leave not in messages.page["help"].split()  # it ends nothing that one sees there
