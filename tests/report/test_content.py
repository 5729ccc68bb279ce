"""What reports say: of every case of the referee, of any record, of logs whole and broken."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.audit import audit
from callparser.cards import PACK
from callparser.claims import Stated, check, read_position
from callparser.errors import InputError
from callparser.law.edition import EDITIONS
from callparser.record.board import Board, Laid, Records, Trick
from callparser.record.read import read_records
from callparser.referee.evidence import with_evidence
from callparser.referee.incident import Incident, incident_row, read_incident
from callparser.referee.recorded import record_source
from callparser.referee.rule import rule
from callparser.referee.words import referee_words
from callparser.report.audited import MAX_BOARDS, audit_report
from callparser.report.claimed import claim_report
from callparser.report.content import CODE, Figures, Prose, Report, Section, Steps, Table
from callparser.report.html import to_html
from callparser.report.logged import MAX_EVENTS, log_report
from callparser.report.ruling import ruling_report
from callparser.report.signs import shown
from callparser.report.words import REPORT_LANGUAGES, report_words
from callparser.table import SEATS, Seat
from tests.audit.test_any_record import BOARDS
from tests.claims.endings import position
from tests.deals import random_board
from tests.referee.casebook import rows
from tests.report.scenes import DATE, SCENES, Row, log, ruling


def section(report: Report, name: str) -> Section:
    return next(one for one in report.sections if one.name == name)


def texts(section: Section) -> list[str]:
    """Everything in it, in order."""
    found = []
    for block in section.blocks:
        if isinstance(block, Prose):
            found.append(block.text)
        elif isinstance(block, Steps):
            found += [cell.text for step in block.steps for cell in step]
        elif isinstance(block, Table):
            found += [block.caption, *block.head, *(cell.text for row in block.rows for cell in row)]
        elif isinstance(block, Figures):
            found += [text for one in block.drawings for text in (one.title, one.text)]
    return found + [text for part in section.parts for text in texts(part)]


def everything(report: Report) -> str:
    return "\n".join(text for one in report.sections for text in texts(one))


# --- rulings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
@pytest.mark.parametrize("case", list(rows("law*")), ids=lambda case: case["id"])
def test_every_case_of_the_referee_has_a_report(case: dict[str, Any], lang: str) -> None:
    incident = read_incident(case["incident"])
    edition = EDITIONS[len(case["id"]) % 3]
    found = rule(incident, edition)
    asked = [name for name in incident.facts if name.startswith("defect.w")]
    report = ruling_report(incident, edition, lang, date=DATE, asked=asked, also=["2017"])
    walked = texts(section(report, "walk")) if found.trace else []
    assert len(walked) == 2 * len(found.trace)
    for step in found.trace:
        assert any(text.startswith(f"{step.verdict} [{step.clause}") for text in walked)
    known = with_evidence(incident).facts
    apart = {"play.deal", "play.tricks", "play.piles"} & set(known)
    (table,) = section(report, "facts").blocks if set(known) - apart else (Table("", ()),)
    assert isinstance(table, Table)
    assert len(table.rows) == len(known) - len(apart)
    assert all(cell.text for row in table.rows for cell in row)
    if known.get("said.words"):
        assert known["said.words"] in texts(section(report, "evidence"))
    assert to_html(report)


def test_the_input_in_a_report_gives_the_same_report() -> None:
    report = ruling("en")
    (line,) = [block.text for block in section(report, "about").blocks if isinstance(block, Prose)]
    again = read_incident(json.loads(line))
    asked = ("defect.still_to_play", "revoke.exception")
    assert ruling_report(again, "2017", "en", date=DATE, asked=asked, also=("1997",)) == report


def test_the_hash_is_of_the_input() -> None:
    from hashlib import sha256

    about = section(ruling("sv"), "about")
    (line,) = [one.text for one in about.blocks if isinstance(one, Prose) and one.kind == CODE]
    assert sha256(f"{line}\n".encode()).hexdigest() in texts(about)


def test_where_each_fact_comes_from() -> None:
    (table,) = section(ruling("en"), "facts").blocks
    origin = {row[0].text: row[2].text for row in table.rows}  # type: ignore[union-attr]
    assert origin["Declarer"] == "stated"
    assert origin["The suit led to the trick"] == "from the record"
    assert "Does one of these hold?" not in origin  # it stands among the questions


def test_a_fact_that_is_not_known_is_said_to_be_unknown() -> None:
    incident = read_incident({"law": "67", "board": {"hands": "wrong_piles"}})
    report = ruling_report(incident, lang="en", date=DATE, asked=["defect.role"])
    assert texts(section(report, "questions"))[-1] == "unknown"
    assert "There is no ruling yet" in everything(report) or "Still needed" in everything(report)


def test_nothing_is_known() -> None:
    report = ruling_report(Incident(), lang="en", date=DATE)
    assert texts(section(report, "outcome"))[0] == "There is no ruling yet"
    assert [one.name for one in report.sections] == ["sheet", "outcome", "judgement", "about"]


def test_what_differs_between_editions_is_said_with_the_reason() -> None:
    found = texts(section(ruling("en"), "comparison-sbf-1997"))
    assert found[found.index("Tricks transferred") : found.index("Tricks transferred") + 4] == [
        "Tricks transferred", "1", "0", "differs",
    ]  # fmt: skip
    assert found[-1].startswith("Because: 1997 has no penalty")


def test_words_stand_in_their_own_language() -> None:
    row: Row = {
        "law": "68",
        "said": {"speaker": "declarer", "kind": "claim", "words": "the rest", "lang": "en"},
    }
    html = to_html(ruling_report(read_incident(row), lang="sv", date=DATE))
    assert '<blockquote lang="en">the rest</blockquote>' in html
    assert '<td lang="en">the rest</td>' in html


def test_events_have_a_time_line_and_a_table() -> None:
    events = [{"said": "low", "t": 0.0, "until": 0.8}, {"card": "H2", "t": 2.3}, {"card": "H9", "seat": "E"},
              {"said": "no, low", "t": 60.0, "until": 61.0}]  # fmt: skip
    row: Row = {"law": "call", "call": {"lang": "en", "events": events}}
    report = ruling_report(read_incident(row), lang="en", date=DATE)
    blocks = section(report, "evidence").blocks
    (figures,) = (one for one in blocks if isinstance(one, Figures))
    (table,) = (one for one in blocks if isinstance(one, Table) and len(one.head) == 5)
    assert [one.title for one in figures.drawings] == ["Time line, events 1 to 2", "Time line, events 4 to 4"]
    assert [row[2].text for row in table.rows] == ["–", "1.50 s", "–", "57.70 s"]
    for drawing in figures.drawings:
        for part in drawing.parts:
            assert getattr(part, "x", 0) + getattr(part, "width", 0) <= drawing.width


def test_the_tricks_in_question_are_drawn() -> None:
    blocks = section(ruling("en"), "evidence").blocks
    drawings = [one for block in blocks if isinstance(block, Figures) for one in block.drawings]
    assert [one.title for one in drawings] == ["The deal", "Trick 3", "Trick 4"]
    assert drawings[1].text.endswith("East: no card; South won the trick.")


# --- audits --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
@given(board=BOARDS, edition=st.sampled_from(EDITIONS))
def test_every_finding_of_any_board_is_in_the_report(lang: str, board: Board, edition: str) -> None:
    report = audit_report(Records("json", (board,), (1,), ()), edition, lang, date=DATE, data=b"")
    found = audit(board, edition)
    rows = next((one.blocks[0].rows for one in report.sections if one.name == "board-1"), ())
    assert len(rows) == len(found)
    assert all(row[1].text for row in rows)
    assert to_html(report)


def test_a_clean_record_and_an_empty_one() -> None:
    boards = tuple(random_board(seed) for seed in range(2))
    for some, told in ((boards, "Boards: 2. Nothing irregular."), ((), "Boards: 0. Nothing irregular.")):
        report = audit_report(Records("json", some, (1,) * len(some), ()), "2017", "en", date=DATE, data=b"")
        assert texts(section(report, "summary")) == [told]
        assert [one.name for one in report.sections] == ["summary", "judgement", "about"]


def test_a_clause_that_nobody_has_read_says_so_everywhere() -> None:
    data = b'[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n2S 1S Pass Pass\nPass\n'
    report = audit_report(read_records(data), "2017", "en", date=DATE, data=data)
    told = texts(section(report, "clauses-wbf-2017"))
    assert told[told.index("27") + 2].startswith("not verified")


def test_too_many_boards_with_findings() -> None:
    boards = (Board(tricks=(Trick((Laid(Seat.NORTH, PACK[:2]),)),)),) * (MAX_BOARDS + 1)
    records = Records("json", boards, (1,) * len(boards), ())
    with pytest.raises(InputError, match="split the file"):
        audit_report(records, "2017", "en", date=DATE, data=b"")


def test_what_could_not_be_read_is_told() -> None:
    data = b'[Board "1"]\n[Dealer "Q"]\n'
    report = audit_report(read_records(data), "2017", "en", date=DATE, data=data)
    assert texts(section(report, "damages"))[-2:] == ["2:1", "Dealer is 'Q'; expected one of N, E, S, W"]


# --- logs ----------------------------------------------------------------------------------------------


def test_the_chain_comes_first() -> None:
    report = log("en")
    assert report.sections[0].name == "verification"
    assert texts(report.sections[0])[0] == "Whole: every event stands as it was written"


@pytest.mark.parametrize("code", ["missing", "broken_chain", "gone", "changed"])
@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
def test_a_log_that_is_not_whole_says_so_first_and_loudly(code: str, lang: str) -> None:
    fault = {"session": "t1", "seq": 3, "code": code, "found": ""}
    verified = {"whole": False, "events": 3, "deleted": 0, "fault": fault, "ends": {}}
    report = log_report(
        [{"session": "t1", "at": "", "kind": "client.bye", "body": {}}], verified, lang, date=DATE
    )
    first = report.sections[0].blocks[0]
    assert isinstance(first, Prose)
    assert first.kind == "strong"
    assert first.text.startswith({"sv": "INTE HEL", "en": "NOT WHOLE"}[lang])


def test_words_have_their_clock_and_their_gap() -> None:
    found = texts(section(log("en"), "situation-1"))
    at = found.index("hjärter (It also sounded like: hjärter ess)")
    assert found[at - 4 : at] == ["1", "18:00:04.19", "–", "heard"]
    at = found.index("nej ruter")
    assert found[at - 4 : at] == ["4", "18:00:06.30", "0.40 s", "heard"]


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_a_source_that_is_only_named_is_told_as_unchecked(lang: str) -> None:
    """Whoever writes a case may write that its log is whole."""
    row = {
        "law": "67",
        "incident": {"source": "log.db, session a, chain whole, last hash 00"},
        "defect": {"trick": 3},
    }
    html = to_html(ruling_report(read_incident(row), lang=lang, date=DATE))
    (line,) = [one for one in html.splitlines() if "chain whole" in one and "<th" in one]
    assert report_words(lang).labels["unchecked"] in line
    assert html.count(report_words(lang).labels["unchecked"]) == 1


def test_what_was_deleted_is_said_to_be_gone() -> None:
    def delete(rows: list[Row]) -> None:
        for row in rows:
            row |= {"deleted": True, "body": None}

    told = everything(log("en", delete))
    assert told.count("deleted by policy") >= 3
    assert "hjärter" not in told


JUNK: list[Any] = [
    None,
    5,
    -1.5,
    float("nan"),
    1e300,
    True,
    "",
    "x" * 400,
    "\u202e\ud800\0",
    [],
    [1],
    {},
    {"a": {}},
]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_whatever_a_log_holds_there_is_a_report(junk: Any) -> None:
    """Of a log that somebody has written by hand: any value in any place."""
    keys = {key for row in _rows() for key in row["body"]}
    for key in (*keys, "at", "body", "answer"):

        def spoil(rows: list[Row], key: str = key) -> None:
            for row in rows:
                answer = row["body"].get("answer")
                if key in row:
                    row[key] = junk
                elif answer and key == "answer":
                    row["body"]["answer"] = dict.fromkeys(answer, junk)
                elif key in row["body"]:
                    row["body"] = row["body"] | {key: junk}

        assert to_html(log("sv", spoil))


def _rows() -> list[Row]:
    found: list[Row] = []
    log("sv", found.extend)
    return found


def test_no_event_and_too_many() -> None:
    with pytest.raises(InputError, match="no such session"):
        log("en", list.clear)
    with pytest.raises(InputError, match=f"a report holds {MAX_EVENTS}"):
        log("en", lambda rows: rows.extend(rows[:1] * MAX_EVENTS))


@pytest.mark.parametrize("kind", SCENES)
def test_the_same_input_gives_the_same_report(kind: str) -> None:
    assert SCENES[kind]("sv") == SCENES[kind]("sv")
    assert to_html(SCENES[kind]("sv")) == to_html(SCENES[kind]("sv"))


def test_incidents_are_written_as_they_are_read() -> None:
    incident = read_incident({"law": "67", "defect": {"trick": 3}})
    assert read_incident(incident_row(incident)) == incident


def test_the_head_of_a_ruling_is_from_the_record_or_empty() -> None:

    data = (
        b'[Event "Veteran Cup"]\n[Date "2026.11.30"]\n[Board "7"]\n[North "Asa"]\n[Play "N"]\nS2 S3 S4 S5\n'
    )
    source = record_source(data, "x.pbn", referee_words("en"), board=None, trick=None, law="67")
    report = ruling_report(Incident(law="67"), lang="en", date=DATE, told=source.sheet)
    (head,) = [one for one in report.sections if one.name == "sheet"]
    (table,) = head.blocks
    rows = {name.text: value.text for name, value in table.rows}
    assert (rows["Event"], rows["Board"], rows["Played on"]) == ("Veteran Cup", "7", "2026.11.30")
    assert rows["North"] == "Asa"
    assert {rows[name][:3] for name in ("South", "Director", "Signature")} == {"___"}


def test_what_was_asked_stands_once() -> None:
    incident = Incident(law="67").given("defect.role", "dummy").given("defect.played", "too_few")
    report = ruling_report(incident, lang="en", date=DATE, asked=["defect.role"])
    told = [cell.text for name in ("facts", "questions") for one in report.sections if one.name == name
            for table in one.blocks for row in table.rows for cell in row]  # fmt: skip
    assert told.count(report_words("en").referee.questions["defect.role"]) == 1


def test_a_page_of_another_language_is_said_to_be() -> None:
    for lang, edition, said in (("sv", "2017", "(engelska)"), ("en", "2017", None), ("sv", "1997", None)):
        incident = Incident(law="67").given("board.hands", "right").given("defect.unturned", False)
        report = ruling_report(incident, edition, lang, date=DATE)
        (section,) = [one for one in report.sections if one.name.startswith("clauses")]
        cells = [row[1].text for table in section.blocks for row in table.rows]
        assert all(cell.endswith(said) if said else "(" not in cell for cell in cells)


# --- claims --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_verdict_on_a_claim_has_a_report(lang: str, edition: str) -> None:
    """Whatever is found, the line that fails and the one that holds stand in it card by card."""
    chance, seen = Random(1), set()
    for number in range(24):
        at = position(chance, 2 + number % 2, claimer=chance.choice(SEATS), high=True)
        said = Stated(chance.choice(["claim", "claim", "stop", "objection", ""]), wins=number % 3)
        found = check(at, said, edition=edition)
        seen.add(found.word)
        report = claim_report(at, "the rest", found, lang, date=DATE, said_lang="en")
        told = everything(report)
        for line in (found.failing, found.working):
            assert all(shown(play.card) in told for trick in line for play in trick.plays)
        assert to_html(report)
        (line,) = [one.text for one in section(report, "about").blocks if isinstance(one, Prose)]
        assert read_position(json.loads(line)) == at
    assert len(seen) >= 4


@pytest.mark.parametrize("lang", REPORT_LANGUAGES)
def test_without_a_record_nothing_is_said_to_be_from_one(lang: str) -> None:
    labels = report_words(lang).labels
    stated = {"law": "13", "board": {"hands": "long_and_short", "stage": "after_play"}}
    html = to_html(ruling_report(read_incident(stated), lang=lang, date=DATE))
    assert labels["follows"] in html  # a wrong hand has called: play is over
    assert labels["from_record"] not in html
    recorded = read_incident(stated | {"incident": {"source": "a record"}})
    html = to_html(ruling_report(recorded, lang=lang, date=DATE))
    assert labels["from_record"] in html
    assert labels["follows"] not in html
