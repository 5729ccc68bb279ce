"""The page in a real browser: what is sent, what is shown, what a screen reader is told, without a mouse."""

from __future__ import annotations

import pytest

from callparser.languages import LANGUAGES
from tests.web import told
from tests.web.browser import ActionChains, Axe, Browser, Keys
from tests.web.site import Row, Table


def lay(page: Browser, table: Table, example: int = 0) -> Row:
    """One of the examples is on the table; gives the situation that was sent."""
    page.run("document.getElementById('example').value = arguments[0]", str(example))
    page.run("document.getElementById('use-example').click()")
    page.hears("är på tur")
    return table.wait("situation")["situation"]


def press(page: Browser, *keys: str) -> None:
    ActionChains(page.driver).send_keys(*keys).perform()


def set_to(page: Browser, table: Table, **values: str) -> Row | None:
    """Through the form. Gives the new ``hello``, if there is one."""
    page.run("document.getElementById('settings').open = true")
    for name, value in values.items():
        page.run("document.getElementById('set-' + arguments[0]).value = arguments[1]", name, value)
    page.run("document.getElementById('settings-form').requestSubmit()")
    page.hears("Sparat")
    new_terms = {"mode", "confirm", "timer_s", "edition", "alphabet", "consent"} & set(values)
    return table.wait("hello") if new_terms else None


def violations(page: Browser) -> list[str]:
    axe = Axe(page.driver)
    if page.run("return typeof axe === 'undefined'"):
        axe.inject()
    found = axe.run(options={"resultTypes": ["violations"]})["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


# --- the language -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "opens"), [("en-GB,sv", "en"), ("fi,nb-NO,sv", "no"), ("sv-FI,en", "sv"), ("fi", "sv")]
)
def test_the_page_opens_in_the_language_of_the_browser(page: Browser, says: str, opens: str) -> None:
    """The first of those that it asks for and that there is; another one that is chosen is remembered."""
    agent = page.run("return navigator.userAgent")
    override = {"userAgent": agent, "acceptLanguage": says}
    page.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", override)
    try:
        page.driver.refresh()
        page.until(lambda: page.shown("page") and page.said())
        assert page.run("return document.documentElement.lang") == opens
        first = "return document.querySelector('header select, header a, header button, main button').id"
        assert page.run(first) == "lang"
        other = "da" if opens != "da" else "sv"
        page.run("document.getElementById('lang').value = arguments[0]", other)
        page.run("document.getElementById('lang').dispatchEvent(new Event('change'))")
        page.until(lambda: page.run("return document.documentElement.lang") == other)
        page.until(lambda: page.run("return localStorage.getItem('callparser.settings') ?? ''").count(other))
        page.driver.refresh()
        page.until(lambda: page.shown("page") and page.said())
        assert page.run("return document.documentElement.lang") == other
    finally:
        back = {"userAgent": agent, "acceptLanguage": "sv"}
        page.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", back)


# --- a call -----------------------------------------------------------------------------------------------


def test_a_typed_call(page: Browser, table: Table) -> None:
    assert lay(page, table)["dummy"] == {"S": "AQ74", "H": "K82", "D": "", "C": "T2"}
    page.type("typed-text", "lågt")
    assert table.wait("text")["text"] == "lågt"
    table.tell(*told.CALLED)
    page.hears("Hjärter två är spelat. (sv) Öst är på tur.")
    assert "Nord: ♥ hjärter två" in page.text("trick")
    assert "Hjärter: kung, åtta" in page.text("dummy").splitlines()
    assert "46B1c" in page.text("ruling")
    page.until(lambda: "Lagtexten" in page.text("ruling"))


def test_the_reason_is_read_out_when_it_is_asked_for(page: Browser, table: Table) -> None:
    lay(page, table)
    page.element("read-why").click()
    page.hears("Inget att förklara än.")
    table.tell(*told.VOID)
    page.hears("Uppfattade inte; säg om.")
    assert not any("ingen ruter" in one for one in page.said())
    page.element("read-why").send_keys(Keys.ENTER)
    page.hears("(sv) Träkarlen har ingen ruter.")
    before = len(page.said())
    table.tell(*told.NOT_UNDERSTOOD)  # sound: there is no more to say of it
    page.until(lambda: len(page.said()) > before)
    page.element("read-why").click()
    page.until(lambda: len(page.said()) > before + 1)
    assert all("Uppfattade inte" in one for one in page.said()[before:])


def test_the_help_is_the_page_s_own(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell({"type": "notice", "code": "help", "say": "Säg ett kort; sluta avslutar."})
    page.hears("läs sticket")
    assert not any("sluta avslutar" in one for one in page.said())


def test_nothing_is_told_twice(page: Browser, table: Table) -> None:
    lay(page, table)
    before = len(page.said())
    table.tell(*told.CALLED)
    page.hears("spelat")
    (told_once,) = page.said()[before:]
    assert told_once.count("Hjärter två") == 1
    table.tell(*told.CALLED[:2])  # called once more: now it is no news, but it is an answer
    page.until(lambda: page.said()[-1] == "polite: (sv) Hjärter två.")


def test_a_card_is_played_on_played_and_on_nothing_else(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CALLED[:2])
    page.until(lambda: "46B1c" in page.text("ruling"))
    assert "Nord" not in page.text("trick")
    table.tell(told.played("C2"))  # not a card that may be played, but the server's word goes
    page.hears("Klöver två är spelat")


def test_a_card_that_dummy_lacks_is_not_played(page: Browser, table: Table) -> None:
    lay(page, table)
    before = page.text("trick")
    table.tell(told.played("DA"))
    page.until(lambda: len(page.said()) > 2)
    assert page.text("trick") == before


OLD = [
    [told.played("H2")], [*told.CALLED], [told.played("H2", "timer")], [*told.CONFIRM], [*told.CHOOSE],
    [{"type": "taken_back", "n": 1, "card": "H2", "say": ""}],
    [{"type": "claimed", "n": 1, "kind": "claim", "say": "Spelet avbryts."}],
]  # fmt: skip


@pytest.mark.parametrize("events", OLD, ids=lambda events: events[-1]["type"])
def test_what_belongs_to_an_earlier_table_changes_nothing(
    page: Browser, table: Table, events: list[Row]
) -> None:
    lay(page, table)
    table.lays = False
    page.run("document.getElementById('use-example').click()")
    table.wait("situation")
    before = page.text("trick")
    table.tell(*events, {"type": "notice", "code": "x", "say": "Hit har allt kommit."})
    page.hears("Hit har allt kommit.")
    assert page.text("trick") == before
    assert not page.element("question").is_displayed()
    table.tell({"type": "notice", "code": "situation", "say": ""}, *told.CALLED)
    page.hears("spelat")
    assert "Nord" in page.text("trick")


def test_a_break_before_the_table_is_laid_begins_anew(page: Browser, table: Table) -> None:
    lay(page, table)
    table.lays = False
    page.run("document.getElementById('use-example').click()")
    table.wait("situation")
    table.lays = True
    table.hang_up()
    assert table.wait("situation")["situation"]
    table.tell(*told.CALLED)
    page.hears("spelat")


def test_next_where_nothing_is_played_says_whose_turn_it_is(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell({"type": "notice", "code": "next", "say": "Kortet är spelat."})
    page.until(lambda: "på tur" in page.said()[-1])
    assert "Kortet är spelat" not in "".join(page.said())


def test_a_digit_answers_where_nothing_has_the_focus(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.element("question").is_displayed())
    page.run("document.activeElement.blur()")
    page.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '2', bubbles: true}))")
    assert table.wait("text")["text"]


def test_what_was_played_is_taken_back(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CALLED)
    page.hears("spelat")
    page.element("undo").click()
    assert table.wait("command") == {"type": "command", "command": "undo"}
    table.tell({"type": "taken_back", "n": 1, "card": "H2", "say": "Tillbakatagen: hjärter två."})
    page.hears("Tillbakatagen")
    assert "Nord" not in page.text("trick")
    assert "Hjärter: kung, åtta, två" in page.text("dummy").splitlines()


def test_a_whole_trick_and_the_next(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CALLED)
    page.hears("Öst är på tur")
    page.type("entry-text", "h9")
    page.hears("Öst: hjärter nio. (sv) Syd är på tur.")
    assert table.wait("situation")["situation"] is None  # play went on, and dummy is not to play
    page.type("entry-text", "S HA")
    page.hears("Syd vann sticket med hjärter ess. (sv) Syd är på tur.")
    page.type("entry-text", "klöver 3")
    page.type("entry-text", "v k4")
    page.hears("Väst: klöver fyra. (sv) Träkarlen är på tur.")
    for _ in range(2):
        assert table.wait("situation")["situation"] is None
    situation = table.wait("situation")["situation"]
    assert situation["trick"] == [{"seat": "S", "card": "C3"}, {"seat": "W", "card": "C4"}]
    assert situation["last_trick"] == {"won_by": "S", "won_with": "HA", "led": "H7"}
    assert situation["played"] == ["H7", "H2", "H9", "HA"]


def test_dummy_in_fourth_hand_goes_on_with_next(page: Browser, table: Table) -> None:
    lay(page, table, 2)
    table.tell(told.played("HQ"))
    page.hears("Sticket är klart")
    page.element("next").click()
    assert table.wait("command")["command"] == "next"
    table.tell({"type": "notice", "code": "next", "say": "Kortet är spelat."})
    page.hears("Nord vann sticket med hjärter dam. (sv) Träkarlen är på tur.")
    assert table.wait("situation")["situation"]["last_trick"]["won_with"] == "HQ"


WRONG_CARDS = {
    "kaffe": "Det är inget kort",
    "N H9": "Det är Öst som är på tur",
    "SA": "Träkarlen har spader ess",
    "H7": "hjärter sju ligger redan i sticket",
}


def test_a_wrong_card_is_told_in_words(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CALLED)
    page.hears("Öst är på tur")
    for written, wrong in WRONG_CARDS.items():
        page.element("entry-text").clear()
        page.type("entry-text", written)
        page.hears(f"assertive: (sv) {wrong}")
        assert wrong in page.text("entry-error")
        assert page.element("entry-text").get_attribute("value") == written


def test_the_winner_of_a_trick_that_dummy_completed_leads(page: Browser, table: Table) -> None:
    lay(page, table, 2)
    table.tell(told.played("H8"))
    page.hears("Sticket är klart, och Väst vinner det.")
    assert page.text("entry-label") == "Kort från Väst"
    page.type("entry-text", "s2")
    page.hears("Väst: spader två. (sv) Träkarlen är på tur.")
    situation = table.wait("situation")["situation"]
    assert (situation["trick"], situation["last_trick"]["won_by"]) == ([{"seat": "W", "card": "S2"}], "W")


def test_an_error_that_only_a_program_can_make(page: Browser, table: Table) -> None:
    """Told in the language that it is in."""
    table.tell({"type": "error", "code": "bad-message", "message": "found x; expected y", "fatal": False})
    page.hears("assertive: (sv) Något gick fel. (en) found x; expected y")


def test_a_finger_holds_and_a_screen_reader_clicks(page: Browser, table: Table) -> None:
    lay(page, table)
    ActionChains(page.driver).click_and_hold(page.element("talk")).perform()
    assert table.wait("talk")["on"] is True
    ActionChains(page.driver).release().perform()
    assert table.wait("talk")["on"] is False
    for on in (True, False):
        page.run("document.getElementById('talk').click()")
        assert table.wait("talk")["on"] is on


def test_a_card_that_was_typed_wrong_is_taken_off(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CALLED)
    page.hears("Öst är på tur")
    page.type("entry-text", "H9")
    page.hears("Syd är på tur")
    page.element("undo").click()
    page.hears("Kortet är borttaget. (sv) Öst är på tur.")
    assert "Öst" not in page.text("trick")
    page.element("undo").click()  # dummy's card stands for good: the server is asked, and says so
    assert table.wait("command")["command"] == "undo"


# --- the form ----------------------------------------------------------------------------------------------


def lay_out(page: Browser, **fields: str) -> None:
    """Fill in the form, and send it."""
    for name, value in fields.items():
        page.run("document.getElementById(arguments[0]).value = arguments[1]", name.replace("_", "-"), value)
    page.run("document.getElementById('setup-form').requestSubmit()")


def test_a_table_from_the_form(page: Browser, table: Table) -> None:
    lay_out(page, holding_S="ED74", holding_H="k 8 2", holding_C="10 2", trumps="S", dummy_seat="E",
            leader="N", trick_cards="hjärter 7", last_seat="N", last_card="RE")  # fmt: skip
    assert table.wait("situation")["situation"] == {
        "lang": "sv", "edition": "2017", "trump": "S", "dummy": {"S": "AQ74", "H": "K82", "D": "", "C": "T2"},
        "dummy_seat": "E", "trick": [{"seat": "N", "card": "H7"}], "played": [],
        "last_trick": {"won_by": "N", "won_with": "DA", "led": None},
    }  # fmt: skip
    page.hears("Nord: hjärter sju. Träkarlen är på tur.")


WRONG_FORMS: list[tuple[dict[str, str], str, str]] = [
    ({}, "holding-S", "Träkarlen har inga kort"),
    ({"holding_H": "K8x"}, "holding-H", "I hjärter står något som inte är en valör"),
    ({"holding_S": "AA"}, "holding-S", "samma två gånger"),
    ({"holding_S": "AKQJT98765432", "holding_H": "2"}, "holding-S", "14 kort"),
    ({"holding_S": "A", "trick_cards": "kaffe"}, "trick-cards", "”kaffe” passar inte"),
    ({"holding_S": "A", "trick_cards": "SA"}, "trick-cards", "spader ess är med två gånger"),
    ({"holding_S": "A", "trick_cards": "W H2, S H3"}, "trick-cards", "nu är Nord på tur"),
    ({"holding_S": "A", "trick_cards": "H2, H3, H4, H5"}, "trick-cards", "”H5” passar inte"),
    ({"holding_S": "A", "leader": "N", "trick_cards": "H2"}, "trick-cards", "redan spelat till sticket"),
    ({"holding_S": "A", "last_seat": "N", "last_card": "x"}, "last-card", "Vilket kort vann"),
    ({"holding_S": "A", "last_card": "DA"}, "last-seat", "Vem vann"),
]


def test_a_wrong_form_says_what_and_where(page: Browser, table: Table) -> None:
    for fields, where, wrong in WRONG_FORMS:
        page.run("document.getElementById('setup-form').reset()")
        lay_out(page, **fields)
        page.hears(wrong)
        assert page.focus() == where
        assert page.element(where).get_attribute("aria-invalid") == "true"
        assert wrong in page.text("setup-error")


def test_the_table_is_kept_while_the_window_is_open(page: Browser, table: Table, url: str) -> None:
    lay(page, table)
    table.tell(*told.CALLED)
    page.hears("Öst är på tur")
    page.open(url)
    assert "Nord: ♥ hjärter två" in page.text("trick")


# --- questions ----------------------------------------------------------------------------------------------


def test_a_confirmation_is_answered_by_number(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CONFIRM)
    page.hears("Stämmer det?")
    press(page, "1")
    assert table.wait("command")["command"] == "yes"
    table.tell(told.played("H2", "yes"))
    page.hears("Hjärter två är spelat")
    assert not page.shown("question")


def test_a_digit_in_a_field_is_a_digit(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.shown("question"))
    page.element("typed-text").send_keys("2")
    assert page.element("typed-text").get_attribute("value") == "2"
    assert table.heard == []


def test_choices_stand_in_the_order_of_the_hand(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.shown("question"))
    assert page.text("options").split("\n") == ["1 Hjärter kung", "2 Hjärter åtta"]
    press(page, "2")
    assert table.wait("text")["text"] == "hjärter åtta"


def test_a_defender_names_the_card(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.DEFENDERS)
    page.until(lambda: page.shown("question"))
    page.driver.find_element("css selector", "#question-by input[value=W]").click()
    page.driver.find_element("css selector", "#options li:nth-child(3) button").click()
    assert table.wait("designate") == {"type": "designate", "card": "H2", "by": "W"}


def test_a_question_that_is_asked_again_keeps_the_focus(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.shown("question"))
    press(page, Keys.TAB * 5)
    before = page.focus()
    table.tell(told.CHOOSE[-1] | {"say": "En gång till: flera får spelas."})
    page.hears("En gång till")
    assert page.focus() == before


def test_a_card_that_is_read_back_says_when_it_is_played(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(told.CONFIRM[1], told.prompt("confirm", "Hjärter två. Stämmer det?", "H2", plays_in_s=2.5))
    page.hears("Kortet spelas om 2,5 sekunder om du inte ångrar.")


# --- keys, one switch, the microphone -----------------------------------------------------------------------


def tab_to(page: Browser, name: str) -> None:
    """With the Tab key alone; a trap, or a place that cannot be reached, fails."""
    for _ in range(80):
        if page.focus() == name:
            return
        press(page, Keys.TAB)
    raise AssertionError(f"{name} cannot be reached with Tab")


def test_keyboard_only(page: Browser, table: Table) -> None:
    """From the empty page to a trick, without a pointer."""
    tab_to(page, "use-example")
    press(page, Keys.ENTER)
    page.until(lambda: page.focus() == "talk")
    assert table.wait("situation")["situation"]["trump"] == "S"
    tab_to(page, "typed-text")
    press(page, "lågt", Keys.ENTER)
    assert table.wait("text")["text"] == "lågt"
    table.tell(*told.CONFIRM)
    page.until(lambda: page.shown("question"))
    tab_to(page, "1 Ja")
    press(page, Keys.ENTER)
    assert table.wait("command")["command"] == "yes"
    table.tell(told.played("H2", "yes"))
    page.hears("Öst är på tur")
    assert page.focus() == "talk"  # not lost with the question
    tab_to(page, "entry-text")
    press(page, "H9", Keys.ENTER)
    page.hears("Syd är på tur")
    table.wait("situation")
    for name in ("setup-form", "settings-form"):
        assert not page.shown(name)
    tab_to(page, "lang")  # round the whole page and back: no trap


def test_hold_to_talk(page: Browser, table: Table) -> None:
    lay(page, table)
    ActionChains(page.driver).key_down(Keys.SPACE).perform()
    assert table.wait("talk")["on"] is True
    table.tell(told.listening(True))
    page.until(lambda: page.text("listening").endswith("Lyssnar"))
    page.until(lambda: table.sound_bytes > 2 * 44_100 // 10)
    ActionChains(page.driver).key_up(Keys.SPACE).perform()
    assert table.wait("talk")["on"] is False
    table.tell(told.listening(False))
    page.until(lambda: page.text("listening").endswith("Lyssnar inte"))
    assert table.heard == []


def test_one_switch(page: Browser, table: Table) -> None:
    """Any key at all, and only that: it talks, and takes the choice that is marked."""
    lay(page, table)
    set_to(page, table, mode="switch", switch_key="any", scan_s="1.5", tones="no")
    page.until(lambda: page.text("connection").endswith("Ansluten"))
    table.wait("situation")
    page.run("document.getElementById('talk').focus()")
    press(page, "x")
    assert table.wait("talk")["on"] is True
    press(page, "x")
    assert table.wait("talk")["on"] is False
    table.tell(*told.CHOOSE)
    page.until(lambda: page.focus() == "2 Hjärter åtta")
    press(page, "x")
    assert table.wait("text")["text"] == "hjärter åtta"
    table.tell(told.played("H8"))
    page.hears("Hjärter åtta är spelat")
    assert page.focus() == "talk"


def test_a_server_that_does_not_listen_says_so(page: Browser, table: Table, url: str) -> None:
    table.voice = False
    page.open(url)
    lay(page, table)
    assert "lyssnar inte på tal" in page.text("talk-help")
    press(page, Keys.SPACE)
    page.hears("assertive: (sv) Servern lyssnar inte på tal här.")


def test_toggle(page: Browser, table: Table) -> None:
    lay(page, table)
    set_to(page, table, mode="toggle")
    table.wait("situation")
    page.element("talk").click()
    assert table.wait("talk")["on"] is True
    assert page.element("talk").get_attribute("aria-pressed") == "true"
    table.tell(told.listening(True), told.listening(False))  # the server heard the end by itself
    page.until(lambda: page.element("talk").get_attribute("aria-pressed") == "false")


@pytest.mark.parametrize(
    ("error", "told_as"),
    [
        ("NotAllowedError", "Tillåt den i webbläsarens inställningar"),
        ("NotFoundError", "Ingen mikrofon hittades"),
        ("NotReadableError", "används av något annat program"),
    ],
)
def test_no_microphone_is_told_in_words(page: Browser, table: Table, error: str, told_as: str) -> None:
    lay(page, table)
    page.run(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', arguments[0]) }"
        .replace("arguments[0]", f"'{error}'")
    )  # fmt: skip
    press(page, Keys.SPACE)
    page.hears(told_as)
    assert page.text("listening").endswith("Lyssnar inte")
    assert page.shown("typed-text")


def test_a_microphone_that_is_unplugged(page: Browser, table: Table) -> None:
    lay(page, table)
    page.run(
        "const get = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);"
        "navigator.mediaDevices.getUserMedia = async (what) => window.stream = await get(what)"
    )
    ActionChains(page.driver).key_down(Keys.SPACE).perform()
    table.wait("talk", on=True)
    page.run("window.stream.getAudioTracks()[0].dispatchEvent(new Event('ended'))")
    page.hears("Mikrofonen försvann")
    ActionChains(page.driver).key_up(Keys.SPACE).perform()


# --- the voice of the page ----------------------------------------------------------------------------------

_SYNTHESIS = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", {value: {
  getVoices: () => [], addEventListener() {}, cancel() {},
  speak(utterance) { window.spoken.push(`(${utterance.lang}) ${utterance.text}`); utterance.onstart(); },
}});
"""


def spoken(page: Browser) -> list[str]:
    """What was given to the synthesiser: it says one thing until that is over."""
    return list(page.run("return window.spoken"))


def test_the_page_speaks_and_is_hushed(page: Browser, table: Table, url: str) -> None:
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _SYNTHESIS})
    try:
        page.run("localStorage.setItem('callparser.settings', JSON.stringify({output: 'page', lang: 'sv'}))")
        page.open(url)
        page.until(lambda: spoken(page) == ["(sv) Inget bord är lagt."])
        press(page, Keys.ESCAPE)
        table.wait("situation")
        lay(page, table)
        assert table.wait("speaking")["on"] is True
        assert any("Träkarlen: spader" in one for one in spoken(page))
        assert page.element("polite").get_attribute("aria-live") == "off"  # or all would be said twice
        press(page, Keys.ESCAPE)
        assert table.wait("speaking")["on"] is False
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


# --- the line breaks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["language", "settings"])
def test_a_question_that_is_dropped_with_its_session_is_told(page: Browser, table: Table, by: str) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.shown("question"))
    if by == "settings":
        set_to(page, table, confirm="always")
        page.hears("Frågan finns inte kvar.")
    else:
        page.run("const lang = document.getElementById('lang'); lang.value = 'en';"
                 "lang.dispatchEvent(new Event('change'))")  # fmt: skip
        page.hears("The question is gone.")
    assert not page.shown("question")


def test_a_question_survives_a_broken_line(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.shown("question"))
    table.hang_up()
    page.hears("Anslutningen bröts")
    hello = table.wait("hello")
    assert hello["resume"] == {"token": "t1", "seq": 3}
    page.hears("Ansluten igen")
    assert page.shown("question")
    press(page, "1")
    assert table.wait("text")["text"] == "hjärter kung"
    assert sum("Anslutningen bröts" in one for one in page.said()) == 1


def test_a_table_that_was_closed_waits_for_the_player(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell({"type": "error", "code": "idle", "message": "nothing came", "fatal": True})
    table.hang_up()
    page.hears("så bordet stängdes")
    page.until(lambda: page.text("connection").endswith("Ingen anslutning"))
    assert not any("Anslutningen bröts" in one for one in page.said())
    page.element("repeat").click()
    table.wait("hello")
    page.hears("Ansluten igen")


def test_no_place_for_speech(page: Browser, table: Table) -> None:
    table.tell({"type": "error", "code": "full", "message": "no seat", "fatal": False})
    page.hears("Alla platser för tal är upptagna. Det går att skriva.")
    assert page.text("connection").endswith("Ansluten")


def test_a_session_that_was_forgotten_begins_again(page: Browser, table: Table) -> None:
    lay(page, table)
    table.tell(*told.CHOOSE)
    page.until(lambda: page.shown("question"))
    table.resumes = False
    table.hang_up()
    page.hears("Frågan finns inte kvar")
    table.wait("hello", resume=None)
    assert table.wait("situation")["situation"]["dummy"]["S"] == "AQ74"
    assert not page.shown("question")


# --- everybody can use every state --------------------------------------------------------------------------

STATES = {
    "void": told.VOID,
    "confirm": told.CONFIRM,
    "choose": told.CHOOSE,
    "defenders": told.DEFENDERS,
    "played": told.CALLED,
    "not understood": told.NOT_UNDERSTOOD,
    "error": told.ERROR,
    "listening": (told.listening(True),),
}


def test_no_violation_in_any_state(page: Browser, table: Table) -> None:
    found = {"setup": violations(page)}
    lay(page, table)
    found["idle"] = violations(page)
    for name, events in STATES.items():
        before = len(page.said())
        table.tell(*events)
        page.until(lambda before=before: len(page.said()) > before or page.text("listening").endswith("nar"))
        found[name] = violations(page)
    page.run("document.getElementById('settings').open = document.getElementById('setup').open = true")
    found["settings"] = violations(page)
    assert found == {name: [] for name in found}


def test_no_violation_without_a_connection(page: Browser, table: Table) -> None:
    lay(page, table)
    table.open = False
    table.hang_up()
    page.hears("Anslutningen bröts")
    assert violations(page) == []
    page.element("repeat").click()
    page.hears("inget skickades")
    before = len(page.said())
    press(page, Keys.SPACE)  # somebody who talks to nobody is told
    page.until(lambda: "inget skickades" in page.said()[-1] and len(page.said()) > before)
    table.open = True
    page.hears("Ansluten igen")
    assert all("WebSocket" in fault for fault in page.faults())  # Chromium itself tells of every try


@pytest.mark.parametrize(("lang", "scheme"), [*((lang, "light") for lang in LANGUAGES), ("sv", "dark")])
def test_no_violation_in_any_language(page: Browser, table: Table, lang: str, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    lay(page, table)
    page.run(
        "const box = document.getElementById('lang'); box.value = arguments[0];"
        "box.dispatchEvent(new Event('change'))", lang
    )  # fmt: skip
    assert table.wait("hello")["lang"] == lang
    page.until(lambda: page.run("return document.documentElement.lang") == lang)
    page.run("document.getElementById('settings').open = document.getElementById('setup').open = true")
    assert violations(page) == []


_TOO_WIDE = """
return [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)
  .map((one) => one.outerHTML.slice(0, 80));
"""


@pytest.mark.parametrize("zoom", [1, 2])
def test_a_narrow_window_needs_no_sideways_scrolling(page: Browser, table: Table, zoom: int) -> None:
    """320 px wide; and with the text twice as big in 640 px."""
    size = {"width": 320 * zoom, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page.run("document.documentElement.style.fontSize = arguments[0]", f"{zoom * 100}%")
        lay(page, table)
        table.tell(*told.DEFENDERS)
        page.until(lambda: page.shown("question"))
        page.run("document.getElementById('settings').open = document.getElementById('setup').open = true")
        assert page.run(_TOO_WIDE) == []
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
