"""A whole deal on the page: by keyboard, by voice, with a screen reader, and over a line that breaks."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs a server: pip install '.[dev]'")

from callparser.record.read import read_records
from callparser.service import socket
from callparser.understand import parse
from tests.play.scene import needs_endplay
from tests.service.declarer import ByChance
from tests.service.test_serve import TOKEN, process
from tests.web.browser import ActionChains, Browser, Keys
from tests.web.site import Table, running
from tests.web.test_page import _TOO_WIDE, press, violations
from tests.web.test_spoken import padded

GOLDEN = Path(__file__).parents[1] / "golden"
OWN, DUMMY = "Din hand är på tur.", "Träkarlen är på tur."
#: Every hand has one suit: whatever is led, dummy may play any club.
ONE_SUIT = """[Board "4"]
[Dealer "S"]
[Deal "N:...AKQJT98765432 .AKQJT98765432.. ..AKQJT98765432. AKQJT98765432..."]
[Declarer "S"]
[Contract "3NT"]
"""


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    for lang in ("sv", "en"):
        parse("", lang, fallback=False)
    with ByChance(40) as deals, running(socket.routes(deals=deals)) as address:
        yield address


@pytest.fixture
def page(shared: Browser, served: str) -> Iterator[Browser]:
    shared.driver.get(served)
    yield shared
    assert shared.faults() == []
    shared.run("localStorage.clear(); sessionStorage.clear()")
    shared.driver.get("about:blank")


def come(page: Browser, served: str, lang: str = "sv", **settings: str) -> None:
    """To the page, with these settings, connected."""
    page.run(
        "localStorage.setItem('callparser.settings', JSON.stringify(arguments[0]))",
        {"lang": lang, "wait_s": "1"} | settings,
    )
    page.open(served)
    page.until(lambda: page.run("return document.getElementById('connection').dataset.state") == "open")
    page.until(lambda: page.said())


def begin(page: Browser, lesson: str = "trumps") -> None:
    page.run("document.getElementById('deal').open = true")
    page.run("document.getElementById('deal-kind').value = 'lesson'")
    page.run("document.getElementById('deal-kind').dispatchEvent(new Event('change'))")
    page.run("document.getElementById('deal-lesson').value = arguments[0]", lesson)
    page.run("document.getElementById('deal-form').requestSubmit()")
    page.until(lambda: page.shown("own"))
    page.hears(
        "Träkarlen är på tur."
        if page.run("return document.documentElement.lang") == "sv"
        else "Dummy is to play."
    )


def tab_to(page: Browser, name: str, *, back: bool = False) -> None:
    for _ in range(60):
        if page.run("return document.activeElement.id") == name:
            return
        if back:
            ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        else:
            press(page, Keys.TAB)
    raise AssertionError(f"no way to {name} by Tab; the focus is on {page.focus()}")


def held(page: Browser, whose: str) -> dict[str, list[str]]:
    """The ranks of a hand by suit, in the words of the page."""
    if whose == DUMMY:
        rows = page.run(
            "return [...document.querySelectorAll('#dummy .aside')].map((one) => one.textContent)"
        )
        pairs = [row.lower().split(": ") for row in rows]
        return {suit: [] if ranks == "ingen" else ranks.split(", ") for suit, ranks in pairs}
    hand: dict[str, list[str]] = {"spader": [], "hjärter": [], "ruter": [], "klöver": []}
    for name in page.run(
        "return [...document.querySelectorAll('#own-cards .unseen')].map((one) => one.textContent)"
    ):
        suit, rank = name.split()
        hand[suit].append(rank)
    return hand


def choice(page: Browser, whose: str) -> str:
    """The lowest card that follows suit, else the lowest of a suit."""
    hand = held(page, whose)
    led = re.search(r"\w+: . (\w+) ", page.text("trick"))
    suits = [led[1]] if led and hand[led[1]] else [suit for suit in hand if hand[suit]]
    return f"{suits[0]} {hand[suits[0]][-1]}"


CODES = {"spader": "S", "hjärter": "H", "ruter": "D", "klöver": "C", "ess": "A", "kung": "K", "dam": "Q",
         "knekt": "J", "tio": "T", "nio": "9", "åtta": "8", "sju": "7", "sex": "6", "fem": "5", "fyra": "4",
         "tre": "3", "två": "2"}  # fmt: skip


def play_a_card(page: Browser) -> None:
    """By keyboard: one's own by its button, dummy's typed."""
    whose = page.until(lambda: page.text("turn") in (OWN, DUMMY) and page.text("turn"))
    card = choice(page, whose)
    before = len(page.said())
    if whose == OWN:
        tab_to(page, "own-" + "".join(CODES[word] for word in card.split()))
        press(page, Keys.ENTER)
    else:
        tab_to(page, "typed-text", back=True)
        press(page, card, Keys.ENTER)
    page.until(lambda: any(f"{card.capitalize()} är spelat" in one for one in page.said()[before:]))
    page.until(lambda: page.text("turn") in (OWN, DUMMY) or page.shown("deal-save"))


def tricks(page: Browser) -> int:
    found = re.search(r"Vi har (\d+) stick, de (\d+)", page.text("tally"))
    assert found
    return int(found[1]) + int(found[2])


def test_three_tricks_by_keyboard(page: Browser, served: str) -> None:
    """From the choice of a deal on, with nothing but keys."""
    come(page, served, mode="off")
    page.run("document.querySelector('#deal summary').focus()")
    press(page, Keys.ENTER)
    tab_to(page, "deal-kind")
    press(page, "en ")
    tab_to(page, "deal-lesson")
    press(page, "Dra")
    press(page, Keys.TAB)
    assert page.focus() == "Börja spela"
    press(page, Keys.ENTER)
    page.hears("Bricka 3. Giv syd")
    page.until(lambda: page.focus() == "typed-text")
    while tricks(page) < 3:
        play_a_card(page)
    assert len(held(page, OWN)) == 4
    assert sum(map(len, held(page, OWN).values())) in (9, 10)
    press(page, Keys.ESCAPE)


def test_the_focus_stays_in_the_hand(page: Browser, served: str) -> None:
    """A card that is played leaves it on the next one, and what the defenders do does not take it away."""
    come(page, served)
    begin(page)
    while page.text("turn") != OWN:
        play_a_card(page)
    card = choice(page, OWN)
    name = "own-" + "".join(CODES[word] for word in card.split())
    page.element(name).send_keys(Keys.ENTER)
    page.until(lambda: not page.run("return document.getElementById(arguments[0])", name))
    assert page.focus().startswith("own-")
    page.until(lambda: page.text("turn") in (OWN, DUMMY))
    assert page.focus().startswith("own-")


def test_a_card_out_of_turn_plays_nothing(page: Browser, served: str) -> None:
    come(page, served)
    begin(page)
    before = len(page.said())
    page.run("document.querySelector('#own-cards button').click()")
    page.until(lambda: len(page.said()) > before)
    assert page.said()[before:] == ["polite: (sv) Träkarlen är på tur."]
    assert sum(map(len, held(page, OWN).values())) == 13


def test_a_card_is_taken_back_until_the_defenders_play(page: Browser, served: str) -> None:
    come(page, served, wait_s="next")
    begin(page)
    page.type("typed-text", "hjärter två")
    page.hears("Hjärter två är spelat")
    page.element("undo").click()
    page.hears("Tillbakatagen: hjärter två")
    assert "två" in held(page, DUMMY)["hjärter"]
    page.type("typed-text", "hjärter sex")
    page.hears("Hjärter sex är spelat")
    page.type("typed-text", "nästa")
    page.hears("Öst: ")
    page.element("undo").click()
    page.hears("För sent att ta tillbaka")


def test_the_defenders_name_a_card(page: Browser, served: str) -> None:
    come(page, served)
    begin(page)
    page.type("typed-text", "vad som helst")
    page.hears("Endera motspelaren får bestämma")
    assert not page.shown("question")
    page.hears("Motspelarna bestämmer: hjärter")


def test_the_end_the_score_and_the_record(page: Browser, served: str) -> None:
    come(page, served)
    begin(page)
    for words in ("kontraktet", "ställningen", "min hand"):
        page.type("typed-text", words)
    page.hears("Din hand: spader ess")
    page.element("read-tally").click()
    page.hears("4 spader, spelförare Syd. Vi har 0 stick, de 0.")
    page.element("read-own").click()
    page.hears("Din hand: spader: ess, knekt")
    page.type("typed-text", "ni får resten")
    page.hears("Stämmer det?")
    page.driver.find_element("css selector", "#options li:nth-child(2) button").click()
    page.until(lambda: not page.shown("question"))
    page.type("typed-text", "ni får resten")
    page.until(lambda: page.shown("question"))
    page.type("typed-text", "ja")
    page.hears("Slut. 4 spader, 0 stick")
    page.until(lambda: page.shown("deal-save"))
    page.run("URL.createObjectURL = (blob) => (window.saved = blob, 'blob:none')")
    page.run("HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download }")
    page.element("deal-save").click()
    pbn = page.driver.execute_async_script("window.saved.text().then(arguments[0])")
    assert page.run("return window.savedAs") == "deal-3.pbn"
    (board,) = read_records(pbn.encode()).boards
    assert (board.result, board.contract.text) == (0, "4S")
    assert violations(page) == []


def test_another_table_ends_a_deal(page: Browser, served: str) -> None:
    come(page, served)
    begin(page)
    page.run("document.getElementById('use-example').click()")
    page.until(lambda: not page.shown("own") and "Väst: ♥ hjärter sju" in page.text("trick"))
    page.type("typed-text", "lågt")
    page.hears("Hjärter två är spelat")
    begin(page)
    page.run("document.getElementById('deal').open = true")
    page.element("deal-end").click()
    page.hears("Given är avslutad")
    assert "Nord: ♥ hjärter två" in page.text("trick")  # the table of before


@pytest.mark.parametrize(
    ("kind", "seed", "wrong"),
    [("seed", "0", "Skriv ett helt tal, 1 till"), ("seed", "x", "Skriv ett helt tal"),
     ("file", "", "Välj en fil")],
)  # fmt: skip
def test_what_is_wrong_with_a_choice_is_told(
    page: Browser, served: str, kind: str, seed: str, wrong: str
) -> None:
    come(page, served)
    page.run("document.getElementById('deal').open = true")
    page.run("document.getElementById('deal-kind').value = arguments[0]", kind)
    page.run("document.getElementById('deal-seed').value = arguments[0]", seed)
    page.run("document.getElementById('deal-kind').dispatchEvent(new Event('change'))")
    page.run("document.getElementById('deal-form').requestSubmit()")
    page.hears(wrong)
    assert wrong in page.text("deal-error")


def test_a_file_that_cannot_be_played_is_told(page: Browser, served: str, tmp_path: Path) -> None:
    path = tmp_path / "short.pbn"
    path.write_text('[Board "1"]\n[Deal "N:AK... ... ... ..."]\n')
    come(page, served)
    choose_file(page, path)
    page.hears("Den given går inte att spela")


def choose_file(page: Browser, path: Path) -> None:
    page.run("document.getElementById('deal').open = true")
    page.run("document.getElementById('deal-kind').value = 'file'")
    page.run("document.getElementById('deal-kind').dispatchEvent(new Event('change'))")
    page.element("deal-file").send_keys(str(path))
    page.run("document.getElementById('deal-form').requestSubmit()")


# --- everybody can use every state ----------------------------------------------------------------------


def test_no_violation_in_any_state(page: Browser, served: str) -> None:
    come(page, served, confirm="always")
    page.run("document.getElementById('deal').open = true")
    found: dict[str, Any] = {}
    for kind in ("seed", "lesson", "file"):
        page.run("document.getElementById('deal-kind').value = arguments[0]", kind)
        page.run("document.getElementById('deal-kind').dispatchEvent(new Event('change'))")
        found[kind] = violations(page)
    begin(page)
    found["dummy's turn"] = violations(page)
    page.type("typed-text", "lågt")
    page.until(lambda: page.shown("question"))
    found["question"] = violations(page)
    page.type("typed-text", "ja")
    page.until(lambda: not page.shown("question"))
    found["played"] = violations(page)
    page.run("document.getElementById('deal').open = true")
    found["deal open"] = violations(page)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("zoom", [1, 2])
def test_a_narrow_window_needs_no_sideways_scrolling(
    page: Browser, served: str, zoom: int, lang: str
) -> None:
    size = {"width": 320 * zoom, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        come(page, served, lang)
        page.run("document.documentElement.style.fontSize = arguments[0]", f"{zoom * 100}%")
        begin(page)
        page.run("document.getElementById('deal').open = true")
        assert page.run(_TOO_WIDE) == []
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_transcript_of_a_trick(page: Browser, served: str) -> None:
    """What a screen reader gets of the first trick: the page at declarer's turn, and all that is announced.

    ``CALLPARSER_GOLDEN=1`` writes the file anew.
    """
    come(page, served, mode="off")
    begin(page)
    page.hears(DUMMY)
    while page.text("turn") != OWN:
        play_a_card(page)
    page.hears(OWN)
    rows = ["# The page at declarer's own turn", *page.tree()]
    while tricks(page) < 1:
        play_a_card(page)
    page.element("read-last").click()
    page.hears("Senaste sticket")
    said = " ".join(page.said())
    told = [text.strip() for text in re.split(r"(?:polite|assertive): |\(sv\) ", said) if text.strip()]
    rows += ["", "# What was announced, in order", *told[told.index("Given läggs.") :]]
    text = "\n".join(row.rstrip() for row in rows) + "\n"
    path = GOLDEN / "web_deal_sv.txt"
    if os.environ.get("CALLPARSER_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


# --- by voice -------------------------------------------------------------------------------------------


@needs_endplay
def test_a_spoken_call_in_a_deal_from_a_file(chromium: None, tmp_path: Path) -> None:
    """``callparser serve`` as it is, its solver, and the microphone of the browser."""
    pytest.importorskip("vosk", reason="a spoken call needs a recogniser: pip install '.[voice]'")
    from tests.web.browser import browsing

    record = tmp_path / "clubs.pbn"
    record.write_text(ONE_SUIT)
    settings = json.dumps({"lang": "sv", "mode": "hold", "tones": "no"})
    with (
        process("--recognisers", "1", CALLPARSER_TOKEN=TOKEN) as (_, _line, url),
        browsing(padded("sv-klover-tia", tmp_path)) as page,
    ):
        page.driver.get(f"{url}/#token={TOKEN}")
        page.run("localStorage.setItem('callparser.settings', arguments[0])", settings)
        page.driver.refresh()
        page.until(lambda: page.shown("page"))
        page.until(lambda: page.run("return document.getElementById('connection').dataset.state") == "open")
        choose_file(page, record)
        page.until(lambda: page.text("turn") == DUMMY)
        page.until(lambda: page.focus() == "talk")
        ActionChains(page.driver).key_down(Keys.SPACE).perform()
        page.hears("Klöver tio är spelat.")
        ActionChains(page.driver).key_up(Keys.SPACE).perform()
        page.hears("Öst: hjärter")
        page.until(lambda: page.text("turn") == OWN)
        assert page.faults() == []


@pytest.mark.parametrize("asked", ["sticket", "läs sticket", "vad ligger i sticket?"])
def test_the_trick_is_told_when_it_is_asked_for(page: Browser, served: str, asked: str) -> None:
    """At a table that was set up, whoever is to play, and in a deal."""
    come(page, served)
    page.run("document.getElementById('use-example').click()")
    page.hears("Träkarlen är på tur")
    for told in ("Väst: hjärter sju. Träkarlen är på tur.", "Nord: hjärter två. Öst är på tur."):
        before = len(page.said())
        page.type("typed-text", asked)
        page.until(lambda told=told, at=before: any(told in one for one in page.said()[at:]))
        if "Öst" not in told:
            page.type("typed-text", "lågt")
            page.hears("Hjärter två är spelat")
            page.type("typed-text", "nästa")
            page.until(lambda: page.text("turn") == "Öst är på tur.")
    begin(page)
    before = len(page.said())
    page.type("typed-text", asked)
    page.until(lambda: any("I sticket: väst hjärter knekt." in one for one in page.said()[before:]))


# --- the page is loaded anew ----------------------------------------------------------------------------


def reload(page: Browser) -> None:
    page.driver.refresh()
    page.until(lambda: page.shown("page"))
    page.until(lambda: page.run("return document.getElementById('connection').dataset.state") == "open")


#: What stands on the page of a deal.
SHOWN = ("turn", "trick", "last", "tally", "contract", "dummy", "own-cards")


def test_a_reload_goes_on_with_the_deal(page: Browser, served: str) -> None:
    """With the trick, the score, the hands, and what may still be taken back."""
    come(page, served, wait_s="8")
    begin(page)
    while tricks(page) < 1:
        page.type("typed-text", choice(page, page.text("turn")))
        page.until(lambda: page.text("turn") not in (OWN, DUMMY) or tricks(page))
        page.type("typed-text", "nästa")
        page.until(lambda: page.text("turn") in (OWN, DUMMY))
    card = choice(page, page.text("turn"))
    page.type("typed-text", card)
    page.hears(f"{card.capitalize()} är spelat")
    before = [page.text(name) for name in SHOWN]
    for _ in range(2):
        reload(page)
        assert [page.text(name) for name in SHOWN] == before
    page.until(lambda: "Ansluten igen" in " ".join(page.said()))
    page.type("typed-text", "ångra")
    page.until(lambda: page.text("trick") != before[1])
    page.type("typed-text", "ställningen")
    page.hears("stick, de ")
    page.type("typed-text", card)
    page.until(lambda: [page.text(name) for name in SHOWN] == before)


@pytest.mark.parametrize("answer", ["ja", "nej"])
def test_a_reload_asks_the_question_that_waits(page: Browser, served: str, answer: str) -> None:
    come(page, served, confirm="always")
    begin(page)
    page.type("typed-text", "lågt")
    page.until(lambda: page.shown("question"))
    asked = page.text("question-text")
    reload(page)
    page.until(lambda: page.shown("question"))
    assert page.text("question-text") == asked
    page.type("typed-text", answer)
    page.until(lambda: not page.shown("question"))
    assert page.until(lambda: page.text("turn") == (OWN if answer == "ja" else DUMMY))


def test_a_reload_with_other_settings_begins_anew(page: Browser, served: str) -> None:
    come(page, served)
    begin(page)
    page.run("localStorage.setItem('callparser.settings', JSON.stringify({lang: 'en'}))")
    reload(page)
    assert not page.shown("own")
    page.until(lambda: page.said())


@pytest.mark.parametrize(
    "kept", ["{", "[]", '{"dealing": {}}', '{"dealing": {"deal": {"table": {"own": "S"}}}, "session": {}}']
)
def test_what_another_program_kept_is_no_deal(page: Browser, served: str, kept: str) -> None:
    come(page, served)
    page.run("sessionStorage.setItem('callparser.deal', arguments[0])", kept)
    reload(page)
    assert not page.shown("own")


# --- over a line that breaks ----------------------------------------------------------------------------

DEALT = (
    {"type": "deal", "board": "3", "dealer": "S", "vulnerable": "None", "lesson": None, "contract": "4S",
     "name": "4 spader", "trump": "S", "declarer": "S", "say": "Bricka 3.",
     "hand": {"S": "AJT93", "H": "K5", "D": "A74", "C": "Q52"}},
    {"type": "played", "n": None, "card": "HJ", "by": "defence", "seat": "W", "clause": None,
     "say": "Väst: hjärter knekt."},
    {"type": "dummy", "seat": "N", "say": "Träkarlen: ...",
     "hand": {"S": "KQ74", "H": "A62", "D": "K85", "C": "J73"}},
    {"type": "turn", "seat": "N", "hand": "dummy", "say": DUMMY},
)  # fmt: skip


@pytest.mark.parametrize("loaded", [False, True])
@pytest.mark.parametrize("kept", [True, False])
def test_a_deal_and_a_broken_line(shared: Browser, url: str, table: Table, kept: bool, loaded: bool) -> None:
    page = shared
    page.open(url)
    table.wait("situation")
    page.run("document.getElementById('deal-form').requestSubmit()")
    assert table.wait("play")["deal"] == {"seed": 1, "wait_s": 2}
    table.tell(*DEALT)
    page.hears(DUMMY)
    table.resumes = kept
    if loaded:
        page.driver.refresh()
        page.until(lambda: page.shown("page"))
        assert table.wait("hello")["resume"] == {"token": "t1", "seq": 4}
    else:
        table.hang_up()
    page.hears("Ansluten igen")
    if kept:
        table.tell(
            {"type": "played", "n": 1, "card": "H2", "by": "call", "seat": "N", "clause": "46B1c", "say": ""}
        )
        page.hears("Hjärter två är spelat")
        assert page.shown("own")
    else:
        page.hears("Given finns inte kvar")
        assert not page.shown("own")
    page.run("localStorage.clear(); sessionStorage.clear()")
    page.driver.get("about:blank")
