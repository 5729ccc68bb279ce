"""The HTML of a report: whole in itself, in order for who listens, harmless whatever was said."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.record.board import Board, Call, Event, Records
from callparser.referee.incident import read_incident
from callparser.report.audited import audit_report
from callparser.report.content import CODE, QUOTE, Cell, Figures, Prose, Report, Section, Steps, Table
from callparser.report.drawing import Drawing, Label
from callparser.report.html import to_html
from callparser.report.ruling import ruling_report
from callparser.report.words import REPORT_LANGUAGES
from callparser.table import Seat
from tests.report.scenes import DATE, SCENES

VOID = {"meta", "col", "wbr"}
#: What else there is has no attributes that could fetch or run anything.
TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "h3", "p", "time", "nav", "ul",
    "li", "a", "main", "section", "blockquote", "code", "ol", "b", "table", "caption", "colgroup", "col",
    "thead", "tbody", "tr", "th", "td", "span", "div", "figure", "figcaption", "svg", "desc", "line",
    "rect", "text", "tspan", "wbr",
}  # fmt: skip


class Page(HTMLParser):
    """Every tag in order with its attributes; complains about one that is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def harmless(html: str) -> Page:
    page = Page(html)
    assert {tag for tag, _ in page.tags} <= TAGS
    for tag, attributes in page.tags:
        assert not any(
            name.startswith("on") or name in ("src", "srcset", "xlink:href") for name in attributes
        )
        assert tag == "a" or "href" not in attributes
    for link in page.all("a"):
        assert (link["href"] or "").startswith(("https://", "#"))
    assert "url(" not in html
    assert "@import" not in html
    assert all(char.isprintable() or char == "\n" for char in html)
    return page


@pytest.fixture(params=[(kind, lang) for kind in SCENES for lang in REPORT_LANGUAGES], ids="-".join)
def page(request: pytest.FixtureRequest) -> Page:
    kind, lang = request.param
    return harmless(to_html(SCENES[kind](lang)))


def test_it_is_in_order_for_who_listens(page: Page) -> None:
    headings = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))
    assert page.all("html")[0]["lang"] in REPORT_LANGUAGES
    assert all(th["scope"] in ("row", "col") for th in page.all("th"))
    names = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(names) == len(set(names))
    for _, attributes in page.tags:
        assert set((attributes.get("aria-labelledby") or "").split()) <= set(names)
    for link in page.all("a"):
        if (link["href"] or "").startswith("#"):
            assert (link["href"] or "")[1:] in names


def test_a_picture_is_told_in_words_too(page: Page) -> None:
    for svg in page.all("svg"):
        assert svg["role"] == "img"
        assert svg["aria-labelledby"]
    assert len(page.all("desc")) == len(page.all("svg")) > 0


def test_a_card_has_its_sign_and_its_name_and_no_colour_alone() -> None:
    html = to_html(SCENES["ruling"]("sv"))
    assert '<span class="S" role="img" aria-label="spader åtta">♠8</span>' in html
    assert all("♠" in text or "♥" in text or "♦" in text or "♣" in text for text in
               re.findall(r'<(?:span|tspan) class="[SHDC]"[^>]*>([^<]*)<', html))  # fmt: skip


NASTY = st.text(max_size=60) | st.sampled_from([
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style><b>", "&amp;", "♥Q", "♠", "]]>",
    "\u202egnihton", "\ud800", "\x1b[31m", "</title>", "'\"`", "{nb}", "🂡", "a\nb", " ", "",
])  # fmt: skip


@given(NASTY, NASTY)
def test_what_strangers_wrote_does_nothing(one: str, two: str) -> None:
    report = Report(
        "sv", one, two, DATE, "callparser",
        (Section("s", one, (
            Prose(one), Prose(two, QUOTE, "en"), Prose(one, CODE), Steps(((Cell(one), Cell(two)),)),
            Table(two, ((Cell(one), Cell(two, strong=True)),), (one, two)),
            Figures((Drawing(one, two, 10, 10, (Label(0, 0, one),)),)),
        ), (Section("t", two, (Prose(one),)),)),),
    )  # fmt: skip
    assert "alert" not in "".join(str(tag) for tag in harmless(to_html(report)).tags)


@given(NASTY)
def test_nor_does_a_name_or_a_word_of_a_record(text: str) -> None:
    call, event = Call(Seat.NORTH, text), Event("say", text=text)
    board = Board(text, players=(text,) * 4, auction=(call,), events=(event,))
    records = Records("json", (board,), (1,), ())
    harmless(to_html(audit_report(records, "2017", "sv", date=DATE, data=b"", file=text)))
    incident = read_incident({"law": "68", "said": {"words": text}})
    harmless(to_html(ruling_report(incident, lang="sv", date=DATE)))
