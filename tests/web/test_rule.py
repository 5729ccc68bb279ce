"""The director's page in a real browser, with the real service: by keyboard, in words, wide and narrow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx", reason="the tests of the page need a server: pip install '.[dev]'")

from tests.service.running import running
from tests.web.browser import Browser, Keys
from tests.web.test_page import press, tab_to, violations

#: "Dummy has one card too many in trick 9": what is pressed at each question, and the question.
WALK = [
    ("2", "Vad gäller det?"), ("5", "Räkna varje hand"), ("2", "Vem har fel antal"),
    ("1", "för få eller för många"), ("1", "Har en spelare från vardera sidan"), ("9", "Vilket stick"),
    ("1", "Har han nu ett kort"),
]  # fmt: skip
TOO_WIDE = "const page = document.documentElement; return page.scrollWidth - page.clientWidth"


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with running() as site:
        yield f"http://127.0.0.1:{site.port}/"


@pytest.fixture
def page(shared: Browser, service: str) -> Iterator[Browser]:
    """The page, newly opened. Afterwards: no fault that the test did not provoke."""
    shared.open(service + "rule")
    yield shared
    assert shared.faults() == []
    shared.run("localStorage.clear(); sessionStorage.clear()")
    shared.driver.get("about:blank")


def begin(page: Browser, law: str = "any", **choices: str) -> None:
    page.run("document.getElementById('law').value = arguments[0]", law)
    page.run("document.getElementById('case-form').requestSubmit()")
    page.until(lambda: page.shown("asking"))


def asked(page: Browser, words: str) -> None:
    """The question is there and has the focus."""
    page.until(lambda: words in page.text("question-text") and page.focus() in ("answers", "text"))


def answer(page: Browser, key: str) -> None:
    """From the question on, with keys alone."""
    press(page, key, Keys.ENTER)


def walk(page: Browser) -> None:
    for key, words in WALK:
        asked(page, words)
        answer(page, key)
    page.until(lambda: page.shown("ruled"))


def answers(page: Browser) -> list[str]:
    script = "return [...document.querySelectorAll('#answered-list .answer')].map((one) => one.innerText)"
    return list(page.run(script))


def test_a_first_ruling_by_keyboard(page: Browser) -> None:
    """To the outcome, a step back, another answer: without a pointer."""
    tab_to(page, "law")
    while page.focus() != "Börja ett nytt ärende":
        press(page, Keys.TAB)
    press(page, Keys.ENTER)
    walk(page)
    assert page.focus() == "outcome-title"
    page.hears("(sv) Utslag: (sv) ett kort läggs i")
    assert "Ett kort läggs i" in page.text("ruling")
    assert len(answers(page)) == 7
    tab_to(page, "take-back")
    press(page, Keys.ENTER)
    asked(page, "Har han nu ett kort")
    page.hears("(sv) Svaret är tillbakataget. (sv) Fråga 7.")
    answer(page, "2")
    page.until(lambda: page.shown("ruled"))
    tab_to(page, "save")
    page.driver.find_elements("css selector", "#answered-list button")[2].send_keys(Keys.ENTER)
    asked(page, "Vem har fel antal")
    assert page.run("return document.querySelector('#choices input:checked').value") == "dummy"
    assert page.text("back") == "Låt svaret stå"
    answer(page, "3")
    page.until(lambda: answers(page)[2] == "en motspelare")
    assert page.shown("asking")  # of a defender the law wants to know more


def test_what_is_said_of_each_step(page: Browser) -> None:
    begin(page, "67")
    asked(page, "Räkna varje hand")
    page.hears("polite: (sv) Fråga 1.")
    answer(page, "5")
    page.hears(
        "(sv) Svar: (sv) tretton för var och en, men en har spelat för många eller för få. (sv) Fråga 2."
    )


def test_the_question_as_it_is_read(page: Browser) -> None:
    begin(page, "67")
    asked(page, "Räkna varje hand")
    tree = page.tree()
    (group,) = [line for line in tree if "group" in line and "Räkna varje hand" in line]
    assert group
    assert sum("radio " in line for line in tree) == 5
    begun = page.driver.find_element("css selector", "#why summary")
    begun.send_keys(Keys.ENTER)
    assert "Lag 67" in page.text("why-text")


def test_a_step_back_from_a_question(page: Browser) -> None:
    begin(page, "67")
    asked(page, "Räkna varje hand")
    assert not page.shown("back")
    answer(page, "5")
    asked(page, "Vem har fel antal")
    page.element("back").click()
    asked(page, "Räkna varje hand")
    assert answers(page) == []


def test_what_is_not_known_ends_it(page: Browser) -> None:
    begin(page, "67")
    page.element("unknown").click()
    page.until(lambda: page.shown("ruled"))
    assert answers(page) == ["okänt"]
    assert "Behövs ännu" in page.text("ruling")
    page.hears("(sv) Inget utslag: det som det hänger på är inte känt.")


def test_a_wrong_answer_says_what_is_wrong(page: Browser) -> None:
    begin(page, "67")
    asked(page, "Räkna varje hand")
    page.run("document.getElementById('question').requestSubmit()")
    page.hears("Välj ett svar.")
    for key, words in WALK[1:5]:
        page.until(lambda words=words: words in page.text("question-text"))
        answer(page, key)
    asked(page, "Vilket stick")
    for wrong in ("14", "0", "x", ""):
        page.element("text").clear()
        page.type("text", wrong)
        page.until(lambda: page.text("question-error") == "Skriv ett helt tal, 1 till 13.")
        assert page.element("text").get_attribute("aria-invalid") == "true"
        assert page.focus() == "text"


def test_words_may_be_typed(page: Browser) -> None:
    begin(page, "68")
    answer(page, "1")
    asked(page, "Vad sades")
    page.type("text", "jaha, vilken hand")
    page.hears("assertive: (sv) Orden säger det inte klart")
    page.element("text").clear()
    page.type("text", "jag får tre stick till")
    page.until(lambda: len(answers(page)) == 2)
    assert answers(page)[1].startswith("att en sida vinner")


def test_editions_side_by_side(page: Browser) -> None:
    page.run("document.querySelector('#also input[value=\"1997\"]').click()")
    begin(page)
    walk(page)
    page.until(lambda: "Jämfört med sbf-1997" in page.text("ruling"))
    page.run("document.getElementById('case').open = true")
    page.element("edition").send_keys("2007")
    page.until(lambda: "wbf-2007" in page.text("ruling"))
    assert page.focus() == "edition"
    links = page.run("return [...document.querySelectorAll('#ruling a')].map((one) => one.href)")
    assert links
    assert all(link.startswith("https://") for link in links)


def test_a_record_is_filled_in(page: Browser) -> None:
    """And what it tells is not asked: one question is left."""
    examples = Path(__file__).parents[2] / "examples"
    page.element("record").send_keys(str(examples / "disputed-call.json"))
    page.element("record-trick").send_keys("3")
    begin(page, "call")
    asked(page, "felsägning")
    page.hears("disputed-call.json, bricka 7")
    assert "disputed-call.json" in page.text("filled")
    answer(page, "1")
    page.until(lambda: page.shown("ruled"))
    assert page.driver.find_elements("css selector", "#ruling [role=img][aria-label='klöver tre']")
    assert violations(page) == []


def test_what_is_no_record_leaves_the_form_as_it_is(page: Browser, tmp_path: Path) -> None:
    file = tmp_path / "record.pbn"
    file.write_text("coffee", "utf-8")
    page.element("record").send_keys(str(file))
    page.run("document.getElementById('case-form').requestSubmit()")
    page.hears("assertive: (sv) Något gick fel. (en) ")
    assert page.shown("case-form")
    assert not page.shown("asking")
    shown = [row for row in page.driver.get_log("browser") if "422" not in row["message"]]
    assert shown == []


def test_what_is_no_record_leaves_a_case_that_is_open(page: Browser, tmp_path: Path) -> None:
    begin(page, "67")
    file = tmp_path / "record.pbn"
    file.write_text("coffee", "utf-8")
    page.element("record").send_keys(str(file))
    page.run("document.getElementById('case-form').requestSubmit()")
    wrong = "(sv) Något gick fel. (en) "  # perhaps in one breath with the question that is open
    page.until(lambda: any(line.startswith("assertive:") and wrong in line for line in page.said()))
    assert page.shown("asking")
    page.driver.get_log("browser")
    answer_here(page, "5")
    asked(page, "Vem har fel antal")


def answer_here(page: Browser, key: str) -> None:
    page.run("document.getElementById('answers').focus()")
    answer(page, key)


@pytest.mark.parametrize("way", ["Enter in a field", "the button", "a saved case"])
def test_answers_are_dropped_only_after_a_yes(page: Browser, tmp_path: Path, way: str) -> None:
    begin(page, "67")
    for key, words in WALK[1:5]:
        asked(page, words)
        answer(page, key)
    asked(page, WALK[5][1])
    file = tmp_path / "case.json"
    file.write_text('{"law": "67", "incident": {}}', "utf-8")
    page.run("document.getElementById('case').open = true")
    before = page.run("return JSON.stringify({...sessionStorage})")
    for yes in (False, True):
        page.run(
            "window.confirm = (text) => ((window.confirmed = text), arguments[0])".replace(
                "arguments[0]", str(yes).lower()
            )
        )
        if way == "a saved case":
            page.element("load").send_keys(str(file))
        elif way == "the button":
            page.run("document.querySelector('#case-form button').click()")
        else:
            page.element("record-trick").send_keys("9", Keys.ENTER)
        page.until(lambda: "4 svar" in (page.run("return window.confirmed") or ""))
        page.run("window.confirmed = null")
        if not yes:
            assert len(answers(page)) == 4
            assert WALK[5][1] in page.text("question-text")
            assert page.run("return JSON.stringify({...sessionStorage})") == before
    asked(page, WALK[1][1])
    assert answers(page) == []


def test_an_answer_given_while_another_is_on_its_way_counts_too(page: Browser) -> None:
    begin(page, "67")
    asked(page, "Räkna varje hand")
    page.run(
        "const form = document.getElementById('question'), choices = form.querySelectorAll('[type=radio]');"
        "for (const n of [0, 4]) { choices[n].checked = true; form.requestSubmit(); }"
    )
    asked(page, "Vem har fel antal")
    assert len(answers(page)) == 1
    page.run("document.getElementById('unknown').click()")
    page.until(lambda: page.shown("ruled"))
    page.run(
        "document.getElementById('question').requestSubmit(); document.getElementById('unknown').click()"
    )
    assert len(answers(page)) == 2  # no question is open: nothing is answered, and nothing fails


def test_the_window_remembers(page: Browser, service: str) -> None:
    begin(page)
    for key, words in WALK[:3]:
        asked(page, words)
        answer(page, key)
    asked(page, WALK[3][1])
    page.open(service + "rule")
    asked(page, WALK[3][1])
    assert len(answers(page)) == 3


#: What a page saves, caught before it is a file.
_CATCH = """
window.files = {};
const made = URL.createObjectURL;
URL.createObjectURL = (blob) => (blob.text().then((text) => (window.files[blob.type] = text)), made(blob));
"""


def test_a_case_is_saved_and_opened_again(page: Browser, tmp_path: Path) -> None:
    begin(page)
    walk(page)
    page.run(_CATCH)
    page.run("window.confirm = () => true")
    page.element("save").click()
    page.element("report").click()
    files: dict[str, Any] = page.until(
        lambda: len(page.run("return window.files")) == 2 and page.run("return window.files")
    )
    assert re.search(r"<title>.*wbf-2017</title>", files["text/html"])
    saved = json.loads(files["application/json"])
    assert saved["incident"]["defect"]["trick"] == 9
    del saved["incident"]["defect"]["holds_suit_led"]
    for name, row in (("saved", saved), ("incident", saved["incident"])):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(row), "utf-8")
        page.run("document.getElementById('case').open = true")
        page.element("load").send_keys(str(file))
        page.hears("Ärendet är öppnat.")
        asked(page, "Har han nu ett kort")
        page.run("window.said.length = 0")
    assert answers(page) == []  # an incident alone was stated, not asked


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "x" * 70_000])
def test_what_is_no_case_is_said(page: Browser, tmp_path: Path, text: str) -> None:
    file = tmp_path / "case.json"
    file.write_text(text, "utf-8")
    page.element("load").send_keys(str(file))
    page.hears("assertive: (sv) Filen är inget sparat ärende.")
    assert not page.shown("asking")


def test_every_state_is_for_everybody(page: Browser) -> None:
    """axe finds nothing, and nothing is wider than the page."""
    states = (
        lambda: begin(page),
        lambda: page.run("document.getElementById('question').requestSubmit()"),
        lambda: walk_from_here(page),
        lambda: page.element("answered").find_element("tag name", "button").click(),
    )
    page.run("window.confirm = () => true")
    page.run("document.querySelector('#also input').click()")
    for width in (1280, 320):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert violations(page) == []
        for reach in states:
            reach()
            page.run("for (const one of document.querySelectorAll('details')) one.open = true")
            assert violations(page) == [], width
            assert page.run(TOO_WIDE) == 0, width
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def walk_from_here(page: Browser) -> None:
    """The first question is open, and was answered wrong."""
    page.run("document.getElementById('answers').focus()")
    walk(page)


@pytest.mark.parametrize(("lang", "title", "question"), [
    ("en", "Questions and ruling", "What is it about?"), ("no", "Spørsmål og avgjørelse", "Vad gäller det?"),
    ("da", "Spørgsmål og afgørelse", "Vad gäller det?"),
])  # fmt: skip
def test_in_another_language(page: Browser, lang: str, title: str, question: str) -> None:
    """Norwegian and Danish are of the page alone; the referee then speaks Swedish, and is marked as it."""
    begin(page)
    page.element("lang").find_element("css selector", f"option[value={lang}]").click()
    page.until(lambda: page.driver.title == title)
    page.until(lambda: page.text("question-text") == question)
    assert page.element("question-text").get_attribute("lang") == ("en" if lang == "en" else "sv")
    assert page.run("return document.documentElement.lang") == lang


def test_a_service_that_is_gone_is_told(page: Browser) -> None:
    begin(page, "67")
    page.run("window.fetch = () => Promise.reject(new TypeError('gone'))")
    answer(page, "5")
    page.hears("Ingen anslutning: inget skickades.")
    assert page.shown("asking")


def test_a_service_that_wants_a_token(shared: Browser) -> None:
    with running(tokens=("0123456789abcdef",)) as site:
        url = f"http://127.0.0.1:{site.port}/rule"
        shared.open(f"{url}#token=0123456789abcdef")
        begin(shared, "67")
        asked(shared, "Räkna varje hand")
        shared.open(url)  # another address up to the '#', so that the page is loaded anew
        shared.driver.refresh()
        shared.hears("assertive: (sv) Servern släpper inte in den här sidan.")
        shared.run("localStorage.clear(); sessionStorage.clear()")
        shared.driver.get("about:blank")
        shared.driver.get_log("browser")


def test_the_table_leads_here_with_its_token(shared: Browser, service: str) -> None:
    shared.open(f"{service}#token=0123456789abcdef")
    shared.until(
        lambda: shared.element("to-rule").get_attribute("href") == f"{service}rule#token=0123456789abcdef"
    )
    shared.element("to-rule").click()
    shared.until(lambda: shared.shown("case"))
    assert shared.element("to-table").get_attribute("href") == f"{service}#token=0123456789abcdef"
    shared.run("localStorage.clear(); sessionStorage.clear()")
    shared.driver.get("about:blank")
    shared.driver.get_log("browser")  # the table has no socket here
