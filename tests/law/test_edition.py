"""The edition files: complete, checked, and what they tell the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from callparser.errors import EditionError
from callparser.files import PACKAGE
from callparser.law.edition import EDITIONS, LANGUAGES, load_edition, newest
from callparser.law.law45 import ANSWERS_45
from callparser.law.law46 import LAW_46
from callparser.law.read import read_edition
from callparser.law.talk import TABLE_TALK

GOOD = Path(PACKAGE, "law", "editions", "wbf-2017.yaml").read_text(encoding="utf-8")

#: Clauses for a human: the program names them and rules on nothing.
DIRECTOR = {"45D"}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_clause_has_words_in_every_language_and_a_link(name: str):
    edition = load_edition(name)
    assert edition.id == name
    assert set(edition.title) == set(LANGUAGES)
    for clause in edition.clauses.values():
        assert set(clause.title) == set(clause.text) == set(LANGUAGES)
        assert clause.url.startswith("https://")


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_kept_compiled_is_what_the_file_says(name: str):
    table = read_edition(Path(PACKAGE, "law", "editions", f"{name}.yaml"))
    edition = load_edition(name)
    assert table["id"] == name
    assert {key: row["text"] for key, row in table["clauses"].items()} == {
        key: clause.text for key, clause in edition.clauses.items()
    }


@pytest.mark.parametrize("name", EDITIONS)
def test_the_code_and_the_edition_name_the_same_clauses(name: str):
    edition = load_edition(name)
    answers = {key.split(".")[1] for row in (*LAW_46, *TABLE_TALK) for key in row.answers}
    answers |= {key.split(".")[1] for key in ANSWERS_45} | {"45C4a"}
    assert answers == set(edition.clauses) - DIRECTOR


def test_46b1_is_cited_without_letters_in_1997():
    assert {load_edition("1997").rules.low, load_edition("1997").rules.high} == {"46B1"}
    assert load_edition("2007").rules.win == "46B1b"


def test_an_edition_by_its_year_or_its_id():
    assert load_edition("2017") is load_edition("2017")
    assert load_edition("wbf-2017").id == load_edition().id == "wbf-2017"
    assert newest(["1997", "wbf-2017", "2007"]) == "wbf-2017"
    with pytest.raises(EditionError, match="sbf-1997, wbf-2007, wbf-2017"):
        load_edition("1950")
    with pytest.raises(EditionError, match="at least one"):
        newest([])


@pytest.mark.parametrize(
    ("good", "bad", "line", "complaint"),
    [
        ("id: wbf-2017", "id: wbf-2018", 3, "name of the file"),
        ("in_force:", "in_forse:", 5, "unknown"),
        ('in_force: "2017"\n', "", 3, "missing"),
        ('in_force: "2017"', 'in_force: ""', 5, "not a text"),
        ('in_force: "2017"', 'in_force: "2017"\nin_force: "2018"', 6, "twice"),
        ("standard: known", "standard: certain", None, "known, sufficient"),
        ("  46B1b:", "  46B9:", None, "params"),
        ("  46A:", "  46A:\n    x: y", None, "unknown"),
        ("clauses:", "clauses: [", 22, "YAML"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, good: str, bad: str, line: int | None, complaint: str
):
    path = tmp_path / "wbf-2017.yaml"
    path.write_text(GOOD.replace(good, bad, 1), encoding="utf-8")
    with pytest.raises(EditionError, match=complaint) as error:
        read_edition(path)
    assert error.value.line > 0
    assert f"/wbf-2017.yaml:{error.value.line}: " in str(error.value)


def test_a_clause_with_parameters_may_not_be_left_out(tmp_path: Path):
    start, end = GOOD.index("  46B3a:"), GOOD.index("  46B3b:")
    path = tmp_path / "wbf-2017.yaml"
    path.write_text(GOOD[:start] + GOOD[end:], encoding="utf-8")
    with pytest.raises(EditionError, match="46B3a is missing"):
        read_edition(path)


@pytest.mark.parametrize("text", ["", "- a", "\t"])
def test_a_file_that_is_no_edition(tmp_path: Path, text: str):
    path = tmp_path / "wbf-2017.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EditionError):
        read_edition(path)


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(EditionError, match="cannot be read"):
        read_edition(tmp_path / "wbf-2017.yaml")


def test_a_broken_file_without_a_line(tmp_path: Path):
    path = tmp_path / "wbf-2017.yaml"
    path.write_text("\x00", encoding="utf-8")
    with pytest.raises(EditionError, match="not YAML"):
        read_edition(path)


def test_an_edition_without_a_cache_is_read_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The first process after an installation has nothing compiled."""
    monkeypatch.setenv("CALLPARSER_CACHE", str(tmp_path))
    monkeypatch.setattr("callparser.law.edition._loaded", {})
    assert load_edition("2017").clauses["46B2"].params == {}
    assert [path.name.startswith("edition-wbf-2017") for path in tmp_path.iterdir()] == [True]
