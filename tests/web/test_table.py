"""The page and the table of the service together: calls that are typed, in every language, to the card."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the page needs a server: pip install '.[dev]'")

from callparser.languages import LANGUAGES
from callparser.service import socket
from callparser.understand import parse
from tests.web.browser import Browser
from tests.web.site import running

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    for lang in LANGUAGES:
        parse("", lang, fallback=False)  # a grammar that is not compiled yet takes longer than a page waits
    with running(socket.routes()) as address:
        yield address


@pytest.fixture
def page(shared: Browser, served: str) -> Iterator[Browser]:
    shared.driver.get(served)
    yield shared
    assert shared.faults() == []
    shared.run("localStorage.clear(); sessionStorage.clear()")
    shared.driver.get("about:blank")


def begin(page: Browser, served: str, lang: str, example: int = 0, **settings: str) -> None:
    """An example on the table, in this language, connected."""
    page.run(
        "localStorage.setItem('callparser.settings', JSON.stringify(arguments[0]))", {"lang": lang} | settings
    )
    page.open(served)
    page.until(lambda: page.run("return document.getElementById('connection').dataset.state") == "open")
    page.until(lambda: page.said())
    page.run("document.getElementById('example').value = arguments[0]", str(example))
    page.run("document.getElementById('use-example').click()")
    page.until(lambda: len(page.said()) > 1)


TYPED = [
    ("sv", "lågt", "Nord: ♥ hjärter två", "(sv) Hjärter två är spelat."),
    ("en", "low", "North: ♥ the two of hearts", "(en) The two of hearts is played."),
    ("no", "lavt", "Nord: ♥ hjerter to", "(no) Hjerter to er spilt."),
    ("da", "lavt", "Nord: ♥ hjerter to", "(da) Hjerter to er spillet."),
]


@pytest.mark.parametrize(("lang", "call", "shown", "told"), TYPED, ids=[row[0] for row in TYPED])
def test_a_typed_call(page: Browser, served: str, lang: str, call: str, shown: str, told: str) -> None:
    begin(page, served, lang)
    page.type("typed-text", call)
    page.hears(told)
    assert shown in page.text("trick")


def test_what_is_in_doubt_waits_for_a_yes(page: Browser, served: str) -> None:
    begin(page, served, "sv", confirm="always")
    page.type("typed-text", "lågt")
    page.hears("Stämmer det?")
    assert "Nord" not in page.text("trick")
    page.type("typed-text", "ja")
    page.hears("Hjärter två är spelat")


def test_a_timer_plays_and_an_undo_takes_back(page: Browser, served: str) -> None:
    begin(page, served, "sv", confirm="timer", timer_s="1.5")
    page.type("typed-text", "lågt")
    page.hears("Kortet spelas om 1,5 sekunder")
    page.hears("Hjärter två är spelat")
    page.element("undo").click()
    page.hears("Tillbakatagen: hjärter två")
    assert "Nord" not in page.text("trick")


def test_a_call_and_the_lead_to_the_next_trick(page: Browser, served: str) -> None:
    begin(page, served, "sv", example=2)
    page.type("typed-text", "damen")
    page.hears("Hjärter dam är spelat. (sv) Sticket är klart, och Nord vinner det.")
    page.type("typed-text", "nästa")
    page.hears("Nord vann sticket med hjärter dam. (sv) Träkarlen är på tur.")
    page.type("typed-text", "högt")  # on lead "high" names no suit: disputed, so it is asked first
    page.hears("Hjärter ess. Stämmer det?")
    page.type("typed-text", "ja")
    page.hears("Hjärter ess är spelat. (sv) Öst är på tur.")
    assert page.text("trick") == "Nord: ♥ hjärter ess"


def test_a_call_out_of_turn_plays_nothing(page: Browser, served: str) -> None:
    begin(page, served, "sv")
    page.type("typed-text", "lågt")
    page.hears("Öst är på tur")
    page.type("entry-text", "h3")
    page.hears("Syd är på tur")
    before = len(page.said())
    page.type("typed-text", "spader ess")
    page.until(lambda: len(page.said()) > before)
    assert page.said()[before:] == ["polite: (sv) Syd är på tur."]
    assert "spader" not in page.text("trick")


@pytest.mark.parametrize("answer", ["ja", "nej"])
def test_a_claim_waits_for_a_yes(page: Browser, served: str, answer: str) -> None:
    begin(page, served, "sv")
    page.type("typed-text", "resten är mina")
    page.hears("Är det ett anspråk?")
    assert page.shown("question")
    before = len(page.said())
    page.type("typed-text", answer)
    page.until(lambda: len(page.said()) > before)
    assert not page.shown("question")


def second_button(page: Browser) -> None:
    page.driver.find_element("css selector", "#options li:nth-child(2) button").click()


#: Ways to answer a question with no card.
NO_CARD = {
    "the button No": second_button,
    "the button Undo": lambda page: page.element("undo").click(),
    "no": lambda page: page.type("typed-text", "no"),
    "cancel": lambda page: page.type("typed-text", "cancel"),
    "undo": lambda page: page.type("typed-text", "undo"),
}
#: What is called and typed before, and the call that leads to the question.
QUESTIONS = [
    ({"confirm": "always"}, [], "low", NO_CARD),
    ({"confirm": "timer"}, [], "hirts", NO_CARD),
    ({}, [], "the rest are mine", NO_CARD),
    ({}, ["low", "E H9", "S H3", "E S3", "S S5", "W S9"], "queen or ten", set(NO_CARD) - {"the button No"}),
    ({}, ["low", "E H9", "S H3", "E S3", "S S5", "W S9"], "the rest are mine", NO_CARD),
    ({}, ["low", "E H9"], "the rest are mine", NO_CARD),
    ({}, ["low"], "the rest are mine", NO_CARD),
    ({}, [], "anything", {"the button Undo", "cancel", "undo"}),
]  # fmt: skip


def played_so_far(page: Browser, lines: list[str]) -> None:
    """Calls of declarer's, and the others' cards with their seats."""
    for line in lines:
        before = len(page.said())
        page.type("entry-text" if line[1:2] == " " else "typed-text", line)
        page.until(lambda: "is to play" in "".join(page.said()[before:]))  # noqa: B023 - called at once


def on_the_table(page: Browser) -> list[object]:
    """What is shown of it, and what is kept for a page that is loaded again."""
    kept = page.run("return sessionStorage.getItem('callparser.table')")
    return [*map(page.text, ("trick", "dummy", "turn", "last", "contract")), kept]


@pytest.mark.parametrize(
    ("settings", "before", "call", "way"),
    [(settings, before, call, way) for settings, before, call, ways in QUESTIONS for way in sorted(ways)],
    ids=str,
)
def test_a_question_that_ends_without_a_card_changes_nothing_on_the_table(
    page: Browser, served: str, settings: dict[str, str], before: list[str], call: str, way: str
) -> None:
    begin(page, served, "en", **settings)
    played_so_far(page, before)
    table = on_the_table(page)
    page.type("typed-text", call)
    page.until(lambda: page.shown("question"))
    assert on_the_table(page) == table
    said = len(page.said())
    NO_CARD[way](page)
    page.until(lambda: not page.shown("question") and len(page.said()) > said)
    assert on_the_table(page) == table
    assert page.run("return document.activeElement !== document.body")


@pytest.mark.parametrize("before", [[], ["low"], ["low", "E H9"]], ids=str)
def test_a_question_that_waits_comes_before_a_card_that_is_typed(
    page: Browser, served: str, before: list[str]
) -> None:
    begin(page, served, "en")
    played_so_far(page, before)
    page.type("typed-text", "the rest are mine")
    page.hears("Say yes or no")
    table, said = on_the_table(page), len(page.said())
    page.type("entry-text", "H3") if before else page.run("document.getElementById('entry').requestSubmit()")
    page.until(lambda: len(page.said()) > said)
    assert page.said()[said:] == [f"assertive: (en) {page.text('question-text')}"]
    assert (page.shown("question"), on_the_table(page)) == (True, table)
    page.type("typed-text", "no")
    page.until(lambda: not page.shown("question"))
    if before:
        page.element("entry-text").send_keys("\ue007")  # the card is still there
        page.hears("the three of hearts")


@pytest.mark.parametrize(
    ("lang", "anything", "word"), [("sv", "vad som helst", "nästa"), ("en", "anything", "next")]
)
def test_next_turns_a_trick_that_a_defenders_card_completed(
    page: Browser, served: str, lang: str, anything: str, word: str
) -> None:
    """It cannot be taken back; it is turned all the same, and nothing is asked."""
    begin(page, served, lang, example=2)
    page.type("typed-text", anything)
    page.until(lambda: page.shown("question-by"))
    page.driver.find_element("css selector", "#options button").click()
    page.until(lambda: page.text("trick").count("\n") == 3)
    page.type("typed-text", word)
    page.until(lambda: page.text("trick") == "")
    assert not page.shown("question")


def test_a_defender_decides(page: Browser, served: str) -> None:
    begin(page, served, "sv")
    page.type("typed-text", "vad som helst")
    page.until(lambda: page.shown("question-by"))
    page.driver.find_element("css selector", "#options li:nth-child(2) button").click()
    page.hears("Hjärter åtta är spelat")


@pytest.mark.parametrize("call", ["ruter", "xyzzy"], ids=["void", "unclear"])
def test_void_and_unclear_sound_the_same(page: Browser, served: str, call: str) -> None:
    """Law 43: the words that ask again do not tell which it was."""
    begin(page, served, "sv")
    before = len(page.said())
    page.type("typed-text", call)
    page.until(lambda: len(page.said()) > before)
    assert page.said()[before:] == ["polite: (sv) Uppfattade inte; säg om."]


def test_the_transcript_of_a_whole_trick(page: Browser, served: str) -> None:
    """All that a screen reader gets: the page as it goes through it, and every announcement.

    ``CALLPARSER_GOLDEN=1`` writes the file anew.
    """
    begin(page, served, "sv", example=1)
    rows = ["# The page before the call", *page.tree()]
    page.type("typed-text", "klöver tia")
    page.hears("är spelat")
    page.until(lambda: "clause" in page.run("return document.getElementById('ruling').innerHTML"))
    rows += ["", "# The page after the call", *page.tree()]
    page.type("entry-text", "k8")
    page.hears("vann sticket")
    page.element("read-last").click()
    page.hears("Senaste sticket")
    rows += ["", "# What was announced, in order", *page.said()]
    text = "\n".join(row.rstrip() for row in rows) + "\n"
    path = GOLDEN / "web_trick_sv.txt"
    if os.environ.get("CALLPARSER_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
