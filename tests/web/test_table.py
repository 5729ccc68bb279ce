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
    page.type("typed-text", "högt")
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
