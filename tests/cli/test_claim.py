"""``callparser claim``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from callparser.cli.main import main

ROW = {
    "trump": "S", "dummy": ".432..", "declarer": "7..AK.", "leader": "S",
    "defenders": {"W": "...JT9", "E": "9...AK"},
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(ROW), "utf-8")
    return str(path)


def test_words_and_a_table(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claim", "the rest are mine", "--lang", "en", "--position", file, "--plain"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("BAD: Claim of 3 of 3 tricks: bad.")
    assert "trick 1: south the seven of spades" in out
    assert "♠" not in out


def test_nothing_claimed_is_no_claim(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claim", "I concede", "--lang", "en", "--position", file, "--plain"]) == 0
    assert capsys.readouterr().out.startswith("CERTAIN: All 3 tricks are conceded.")


def test_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claim", "resten är mina", "--position", file, "--json", "--aware", "no"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["verdict"], row["award"], row["clause"]) == ("BAD", 0, "70C")
    assert row["failing"][0]["winner"] == "E"


@pytest.mark.parametrize(("words", "code"), [("xyzzy", 3), ("my ace wins", 0), ("shall we stop?", 0)])
def test_the_exit_code(words: str, code: int, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claim", words, "--lang", "en", "--position", file]) == code
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the line is empty"),
        ("{", "not JSON"),
        ("[]", "expected a JSON object"),
        ("{}", "trump is missing"),
    ],
)
def test_a_file_that_cannot_be_read(
    text: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    assert main(["claim", "the rest", "--lang", "en", "--position", str(path)]) == 2
    assert complaint in capsys.readouterr().err or complaint == "trump is missing"


def test_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claim", "the rest", "--position", "/nowhere.json"]) == 2
    assert "is no file" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_a_report(lang: str, ending: str, file: str, tmp_path: Path) -> None:
    if ending == "pdf":
        pytest.importorskip("fpdf")
    path = tmp_path / f"claim.{ending}"
    words = ["claim", "the rest", "--lang", lang, "--position", file, "--date", "2026-11-30"]
    assert main([*words, "--report", str(path)]) in (0, 3)
    assert path.read_bytes()[:5] == {"html": b"<!DOC", "pdf": b"%PDF-"}[ending]
    assert main([*words, "--report", str(path)]) == 2  # it is there


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--report", "x.txt"], "written as .html or .pdf"),
        (["--report", "x.html", "--date", "yesterday"], "expected a date"),
        (["--report", "x.html", "--lang", "no"], "does not speak"),
    ],
)
def test_a_report_that_cannot_be(
    options: list[str], complaint: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["claim", "the rest", "--position", file, *options]) == 2
    assert complaint in capsys.readouterr().err


def test_a_report_never_takes_the_place_of_the_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.html"
    path.write_text(json.dumps(ROW), "utf-8")
    assert main(["claim", "x", "--position", str(path), "--report", str(path), "--force"]) == 2
    assert "which is read from" in capsys.readouterr().err


DEAL = "N:AK...2 ..AKQ. 2...A3 ...KQJ"
SAME = {
    "trump": "NT", "dummy": "AK...2", "declarer": "2...A3", "leader": "S",
    "defenders": {"W": "...KQJ", "E": "..AKQ."},
}  # fmt: skip


@pytest.mark.parametrize("words", ["resten är mina", "klöver ess, sedan spader", "två stick"])
@pytest.mark.parametrize("deal", [DEAL, "S:2...A3 ...KQJ AK...2 ..AKQ.", f'[Deal "{DEAL}"]'])
def test_a_deal_is_the_position_that_it_describes(
    words: str, deal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(SAME), "utf-8")
    main(["claim", words, "--position", str(path), "--json"])
    by_file = capsys.readouterr().out
    main(["claim", words, "--pbn", deal, "--trump", "NT", "--leader", "S", "--json"])
    assert capsys.readouterr().out == by_file


def test_a_defender_claims_from_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--pbn", DEAL, "--trump", "NT", "--leader", "W", "--claimer", "W", "--declarer", "S"]
    assert main(["claim", "jag tar två stick", *told, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["claimed"], row["left"], row["ceiling"]) == (2, 3, 0)


def test_what_is_won_counts_what_the_words_count(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["--pbn", DEAL, "--trump", "NT", "--leader", "S", "--won", "7", "--json"]
    main(["claim", "ten tricks", "--lang", "en", *told])
    assert json.loads(capsys.readouterr().out)["claimed"] == 3


@pytest.mark.parametrize(
    ("deal", "options", "complaint"),
    [
        ("N:EK...2 ..AKQ. 2...A3 ...KQJ", "", "not E K D Kn"),
        ("AK...2 ..AKQ. 2...A3 ...KQJ", "", "the first seat, then four hands clockwise"),
        ("N:AK...2 ..AKQ. 2...A3", "", "lacks the hand of W"),
        ("N:AK...2 ..AKQ. 2...A3 -", "", "lacks the hand of W"),
        ("N:AK...2 ..AKQ. 2...A3 ...KQ", "", "N 3, E 3, S 3, W 2 cards"),
        ("N:AK...2 A..AK. 2...A3 ...KQJ", "", "SA stands twice"),
        ("N:... ... ... ...", "", "no cards are left"),
        ("N:" + "A" * 5000, "", "is no PBN deal"),
        (DEAL, "--trump X", "trump is 'X'"),
        (DEAL, "--leader Q", "'Q' is not a seat"),
        (DEAL, "--claimer Q", "'Q' is not a seat"),
        (DEAL, "--won 11", "10 tricks have been played"),
    ],
)
def test_a_deal_that_cannot_be(
    deal: str, options: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--trump", "NT", "--leader", "S", *options.split()]
    assert main(["claim", "resten", "--pbn", deal, *told]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--pbn", DEAL, "--trump", "NT"], "--leader missing"),
        (["--pbn", DEAL], "--trump and --leader missing"),
        (["--position", "p.json", "--leader", "S"], "--leader goes with --pbn"),
    ],
)
def test_options_that_do_not_go_together(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["claim", "resten", *options]) == 2
    assert complaint in capsys.readouterr().err


def test_in_swedish_nothing_is_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict, and the ranks E K D Kn; the words of ``--json`` are the same in every language."""
    told = ["--pbn", DEAL, "--trump", "NT", "--leader", "S"]
    main(["claim", "resten är mina", *told])
    out = capsys.readouterr().out
    assert out.startswith("TVEKSAMT: ")
    assert "♠E" in out
    assert "♣Kn" in out
    assert not any(word in out for word in ("DOUBTFUL", "♠A", "♣J", "♦Q"))
    main(["claim", "resten är mina", *told, "--json"])
    assert json.loads(capsys.readouterr().out)["verdict"] == "DOUBTFUL"
