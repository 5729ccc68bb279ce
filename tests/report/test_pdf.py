"""The PDF of a report: its text in order, its bookmarks, the same bytes for the same report."""

from __future__ import annotations

import io

import pytest

pytest.importorskip("fpdf", reason="the tests of PDF need fpdf2: pip install '.[dev]'")
pytest.importorskip("pypdf", reason="the tests of PDF need pypdf: pip install '.[dev]'")

from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from callparser.report.content import CODE, QUOTE, Block, Cell, Figures, Prose, Report, Section, Steps, Table
from callparser.report.drawing import Box, Drawing, Label, Line
from callparser.report.pdf import to_pdf
from callparser.report.words import REPORT_LANGUAGES, report_words
from tests.report.scenes import DATE, SCENES

NAMES = [(kind, lang) for kind in SCENES for lang in REPORT_LANGUAGES]


def read(report: Report) -> PdfReader:
    return PdfReader(io.BytesIO(to_pdf(report)), strict=True)


def text(report: Report) -> str:
    """All pages as one line of words, without the footers."""
    pages = [page.extract_text().rsplit("\n", 1)[0] for page in read(report).pages]
    return " ".join(" ".join(pages).split())


def of(*blocks: Block) -> Report:
    return Report("sv", "Titel", "undertitel", DATE, "callparser", (Section("s", "Avsnitt", blocks),))


@pytest.mark.parametrize(("kind", "lang"), NAMES)
def test_title_language_bookmarks_and_date(kind: str, lang: str) -> None:
    report = SCENES[kind](lang)
    found = read(report)
    assert found.metadata is not None
    assert found.metadata.title == f"{report.title}, {report.subtitle}"
    assert str(found.metadata.creation_date) == f"{DATE} 00:00:00+00:00"
    assert found.trailer["/Root"]["/Lang"] == lang
    top, sections = found.outline
    assert top.title == report.title
    assert [one.title for one in sections] == [one.title for one in report.sections]


@pytest.mark.parametrize(("kind", "lang"), NAMES)
def test_the_sections_are_read_in_order(kind: str, lang: str) -> None:
    report = SCENES[kind](lang)
    whole, at = text(report), 0
    for section in report.sections:
        at = whole.index(section.title, at) + len(section.title)


@pytest.mark.parametrize(("kind", "lang"), NAMES)
def test_every_page_has_its_number(kind: str, lang: str) -> None:
    pages = read(SCENES[kind](lang)).pages
    for number, page in enumerate(pages, 1):
        last = page.extract_text().splitlines()[-1]
        label = report_words(lang).labels["page"]
        assert last.endswith(label.format(page=number, pages=len(pages)))


@pytest.mark.parametrize(("kind", "lang"), NAMES)
def test_the_same_report_gives_the_same_bytes(kind: str, lang: str) -> None:
    assert to_pdf(SCENES[kind](lang)) == to_pdf(SCENES[kind](lang))


def test_links_lead_to_the_law() -> None:
    found = [
        annotation.get_object()["/A"]["/URI"]
        for page in read(SCENES["ruling"]("en")).pages
        for annotation in page.get("/Annots", [])
        if "/URI" in annotation.get_object().get("/A", {})
    ]
    assert "https://pzbs.pl/sedziowie/mpb/2017/en/l67.html" in found


@pytest.mark.parametrize(
    ("given", "printed"),
    [("A\u202eB", r"A\u202eB"), ("\ud800", r"\ud800"), ("🂡", r"\U0001f0a1"), ("中", r"\u4e2d"),
     ("Åsa Öberg, Łódź, Пётр, Ελλάδα", "Åsa Öberg, Łódź, Пётр, Ελλάδα"), ("♠♥♦♣", "♠♥♦♣"), ("{nb}", "{nb}")],
)  # fmt: skip
def test_what_the_font_does_not_have_is_told_by_its_number(given: str, printed: str) -> None:
    assert printed in text(of(Prose(given)))


LONG = "ett ord och ett till " * 90


@pytest.mark.parametrize(
    "block",
    [Prose(LONG), Prose(LONG, QUOTE), Prose(LONG, CODE), Steps(((Cell(LONG), Cell(LONG)),)),
     Table("t", ((Cell("x"), Cell(LONG * 5)),), ("a", "b")), Table("", ((Cell(LONG), Cell(LONG)),) * 9)],
    ids=lambda block: type(block).__name__,
)  # fmt: skip
def test_nothing_is_lost_where_a_page_ends(block: Block) -> None:
    count = sum(text.split().count("till") for text in _texts(block))
    assert text(of(block)).split().count("till") == count


def _texts(block: Block) -> list[str]:
    if isinstance(block, Prose):
        return [block.text]
    rows = block.steps if isinstance(block, Steps) else block.rows if isinstance(block, Table) else ()
    return [cell.text for row in rows for cell in row]


def test_a_word_that_is_wider_than_a_line_is_broken() -> None:
    assert text(of(Prose("x" * 400))).replace(" ", "").count("x") == 400


def test_a_picture_never_crosses_the_end_of_a_page() -> None:
    drawing = Drawing("bild", "", 200, 300, (Label(0, 300, "nederst"), Box(0, 0, 9, 9), Line(0, 0, 200, 300)))
    found = read(of(*[Figures((drawing,) * 3)] * 3))
    told = [page.extract_text() for page in found.pages]
    assert [one.count("bild") for one in told] == [one.count("nederst") for one in told]
    assert sum(one.count("bild") for one in told) == 9


@settings(max_examples=25)
@given(st.text(max_size=300), st.text(max_size=30))
def test_any_text_gives_a_file_that_can_be_read(one: str, two: str) -> None:
    report = of(
        Prose(one), Table(two, ((Cell(two), Cell(one)),), (one, two)), Steps(((Cell(one), Cell(two)),))
    )
    assert "Avsnitt" in text(report)
