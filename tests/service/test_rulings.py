"""``/v1/rule`` and ``/v1/report``: every step carries all that is known, and every answer can be changed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from callparser.errors import CallparserError
from callparser.languages import LANGUAGES
from callparser.referee.facts import BY_NAME, FACTS
from callparser.referee.incident import read_incident
from callparser.referee.interview import MAX_SAID, said_chars
from callparser.referee.rule import answer
from callparser.report.html import to_html
from callparser.report.ruling import ruling_report
from callparser.service import refereeschema as schema
from callparser.service import rulings
from callparser.service.rulings import report_page, ruled
from callparser.service.settings import Limits
from tests.referee.casebook import cases
from tests.service.running import SITUATION, running

Row = dict[str, Any]

#: "Dummy has one card too many in trick 9."
FIRST = ("trick", "5", "dummy", "1", "yes", "9", "ja")
LINES = {"content-type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with running(Limits(long_chars=2_000)) as site:
        yield site.client


def step(client: httpx.Client, before: Row, text: str | None = None, **more: Any) -> Row:
    """One request. ``text`` answers the question that is open."""
    asked = before["saved"] | {"lang": before["lang"]} | more
    if text is not None:
        asked["answer"] = {"fact": before["question"]["fact"], "text": text}
    got = client.post("/v1/rule", json=asked)
    assert got.status_code == 200, got.text
    row: Row = got.json()
    return row


def begun(lang: str = "en", **known: Any) -> Row:
    return {"saved": {"incident": {}} | known, "lang": lang}


def walked(client: httpx.Client, *answers: str, lang: str = "en", **known: Any) -> Row:
    row = step(client, begun(lang, **known))
    for text in answers:
        row = step(client, row, text)
        assert row["note"] is None
    return row


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_a_first_ruling(client: httpx.Client, lang: str) -> None:
    row = walked(client, *FIRST, lang=lang)
    assert (row["question"], row["branch"], row["tricks_transferred"]) == (None, "67B1a-dummy", 0)
    assert [one["number"] for one in row["answered"]] == [1, 2, 3, 4, 5, 6, 7]
    assert row["answered"][5]["answer"] == "9"
    names = [one["name"] for one in row["sections"]]
    assert names == ["outcome", "walk", "judgement", "clauses-wbf-2017"]
    assert row["sections"][0]["blocks"][1]["text"] == row["explanation"]


def test_the_ruling_is_that_of_the_command(client: httpx.Client) -> None:
    row = walked(client, *FIRST)
    ruling = answer(row["saved"])
    assert {key: row[key] for key in ruling} == ruling


def test_a_question_has_all_that_is_needed_to_ask_it(client: httpx.Client) -> None:
    row = walked(client, *FIRST[:5])
    question = row["question"]
    assert (question["fact"], question["number"], question["choices"]) == ("defect.trick", 6, [])
    assert (question["least"], question["most"], question["judged"]) == (1, 13, False)
    assert question["why"]
    first = row["answered"][0]
    assert first["choices"][1] == {"n": 2, "word": "trick", "text": first["answer"]}
    assert row["sections"] == []


def test_back_and_a_changed_answer(client: httpx.Client) -> None:
    row = walked(client, *FIRST)
    row = step(client, row, back=True)
    assert row["question"]["fact"] == "defect.holds_suit_led"
    assert len(row["answered"]) == 6
    row = step(client, row, answer={"fact": "defect.role", "text": "defender"})
    assert [one["answer"] for one in row["answered"]][2] == "a defender"
    row = step(client, row, answer={"fact": "board.hands", "text": "surplus"})
    row = step(client, row, "no")
    assert (row["question"], row["saved"]["asked"][2:]) == (None, ["board.surplus_in_quitted_trick"])
    first = step(client, begun(), back=True)
    assert first["note"] == "This is the first question."


def test_what_is_not_known(client: httpx.Client) -> None:
    row = walked(client, "trick")
    row = step(client, row, answer={"fact": row["question"]["fact"], "text": None})
    assert row["question"] is None
    assert (row["ask"][0], row["answered"][1]["answer"]) == ("board.hands", "unknown")
    assert row["saved"]["unknown"] == ["board.hands"]
    assert row["sections"]


@pytest.mark.parametrize("text", ["", "0", "99", "kaffe", "²"])
def test_what_is_no_answer_is_said_and_changes_nothing(client: httpx.Client, text: str) -> None:
    before = walked(client, "trick")
    row = step(client, before, text)
    assert row["note"]
    assert {**row, "note": None} == before


def test_words_may_be_typed_and_changed(client: httpx.Client) -> None:
    known = {"law": "call", "play": {"declarer": "S", "trump": "NT"}, "call": {"dummy": "9.AK6.A53.7"}}
    row = walked(client, "changed", "hjärter kung", "hjärter ess", lang="sv", incident=known)
    assert row["answered"][0]["typed"] is False
    assert row["answered"][1]["typed"] is True
    row = step(client, row, answer={"fact": "call.first", "text": "ruter ess"})
    said = [one["said"] for one in row["saved"]["incident"]["call"]["events"]]
    assert said == ["ruter ess", "hjärter ess"]
    assert row["answered"][1]["answer"] == '"ruter ess"'


def test_editions_side_by_side(client: httpx.Client) -> None:
    row = step(client, walked(client, *FIRST), also=["1997", 2007])
    assert [one["edition"] for one in row["also"]] == ["sbf-1997", "wbf-2007"]
    assert [one["name"] for one in row["sections"] if one["name"].startswith("comparison")] == [
        "comparison-sbf-1997",
        "comparison-wbf-2007",
    ]


REVOKE = Path("examples", "revoke.pbn").read_text("utf-8")


def test_a_record_is_filled_in_and_never_twice(client: httpx.Client) -> None:
    record = {"text": REVOKE, "name": "a\u202eb.pbn", "board": "7"}
    row = step(client, begun(), record=record)
    assert row["filled"]["source"].startswith("a\\u202eb.pbn, board 7")
    assert {"deal", "tricks", "declarer"} <= row["saved"]["incident"]["play"].keys()
    again = step(client, row, record=record)
    assert again["saved"] == row["saved"]
    assert step(client, again)["filled"] is None
    other = client.post("/v1/rule", json=row["saved"] | {"record": record | {"name": "other"}})
    assert (other.status_code, "saved answers are about" in other.json()["detail"]) == (422, True)


def test_what_a_record_tells_is_not_asked(client: httpx.Client) -> None:
    record = {"text": Path("examples", "disputed-call.json").read_text("utf-8"), "trick": 3}
    row = step(client, begun(law="call"), record=record)
    assert row["question"]["fact"] == "call.change"
    row = step(client, row, "slip")
    assert (row["question"], row["branch"]) == (None, "45C4b")
    assert row["sections"][0]["name"] == "outcome"


def test_a_list_and_a_stream(client: httpx.Client) -> None:
    asked = [{"id": 1, "incident": {}}, 7, {"id": 2, "incident": {"x": {}}}]
    got = client.post("/v1/rule", json=asked).json()
    assert [(row["id"], row["outcome"]) for row in got] == [(1, "ask"), (None, "error"), (2, "error")]
    lines = b"\n".join(map(msgspec.json.encode, asked))
    streamed = client.post("/v1/rule", content=lines, headers=LINES).text.splitlines()
    assert list(map(msgspec.json.decode, streamed)) == got
    too_many = client.post("/v1/rule", json=asked[:1] * 11)
    assert (too_many.status_code, "of rulings" in too_many.json()["detail"]) == (413, True)


SAID = [{"said": "x" * 500}] * 9

WRONG: list[tuple[Row, str, str]] = [
    ({}, "bad-input", "incident is missing"),
    ({"incident": []}, "bad-input", "incident is a list"),
    ({"incident": {"defect": {"trick": 14}}}, "bad-input", "1 to 13"),
    ({"incident": {}, "lang": "no"}, "bad-input", "speaks sv, en"),
    ({"incident": {}, "lang": []}, "bad-input", "lang"),
    ({"incident": {}, "edition": "1950"}, "bad-edition", "1997"),
    ({"incident": {}, "edition": []}, "bad-input", "edition is a list"),
    ({"incident": {}, "law": "99"}, "bad-input", "law is '99'"),
    ({"incident": {}, "also": ["1950"]}, "bad-edition", "1997"),
    ({"incident": {}, "also": "1997"}, "bad-input", "also is a text"),
    ({"incident": {}, "also": ["1997"] * 6}, "bad-input", "at most 5"),
    ({"incident": {}, "asked": ["play.trump"]}, "bad-input", "asked about"),
    ({"incident": {}, "unknown": [[]]}, "bad-input", "unknown is a list"),
    ({"incident": {}, "answer": "trick"}, "bad-input", "answer is a text"),
    ({"incident": {}, "answer": {"fact": "play.trump", "text": "S"}}, "bad-input", "answer.fact"),
    ({"incident": {}, "answer": {"fact": "defect.trick", "text": 9}}, "bad-input", "answer.text"),
    ({"incident": {}, "answer": {"fact": "said.kind", "text": "x" * 2001}}, "bad-input", "2000"),
    ({"incident": {}, "answer": {"fact": "defect.trick", "text": "9"}, "back": True}, "bad-input", "one of"),
    ({"incident": {}, "back": 1}, "bad-input", "true or false"),
    ({"incident": {}, "record": "x"}, "bad-input", "record is a text"),
    ({"incident": {}, "record": {}}, "bad-input", "record.text is missing"),
    ({"incident": {}, "record": {"text": 7}}, "bad-input", "record.text is a number"),
    ({"incident": {}, "record": {"text": "coffee"}}, "bad-input", "PBN"),
    ({"incident": {}, "record": {"text": REVOKE, "board": "9"}}, "bad-input", "choose a board (7)"),
    ({"incident": {}, "record": {"text": REVOKE, "trick": 14}}, "bad-input", "record.trick"),
    ({"incident": {}, "record": {"text": REVOKE, "trick": 13}}, "bad-input", "the board has 11 tricks"),
    ({"incident": {"call": {"events": SAID}}}, "bad-input", f"at most {MAX_SAID}"),
]


@pytest.mark.parametrize("lang", [*LANGUAGES, "auto", None, "xx", ["sv"]], ids=str)
def test_speech_counts_once_for_each_language_that_reads_it(lang: Any) -> None:
    """What one request may hold up the others with is the same, whoever is to understand it."""
    call = {"events": [{"said": "kung", "heard": ["king", "ung"]}, {"said": "nej"}]}
    row = {"incident": {"said": {"words": "mina"}, "call": call if lang is None else call | {"lang": lang}}}
    assert said_chars(row) == 4 + 14 * (1 if lang in list(LANGUAGES) else 4)


def test_a_record_of_usual_size_is_read_and_no_larger_object_elsewhere(client: httpx.Client) -> None:
    boards = "\n".join(REVOKE.replace('[Board "7"]', f'[Board "{n}"]') for n in range(1, 200))
    asked = {"incident": {}, "law": "67", "record": {"text": boards, "board": "150"}}
    assert len(boards) > 65_536
    got = client.post("/v1/rule", json=asked)
    assert got.status_code == 200
    assert "150" in got.json()["filled"]["source"]
    assert client.post("/v1/resolve", json=asked).status_code == 413
    assert client.post("/v1/rule", json=[asked]).json()[0]["outcome"] == "error"
    assert client.post("/v1/rule", json=asked | {"x": "x" * (1 << 20)}).status_code == 413
    broken = client.post(
        "/v1/rule", content=b'{"x": "' + b"x" * 70_000, headers={"content-type": "application/json"}
    )
    assert (broken.status_code, "bytes" in broken.json()["detail"]) == (400, False)


@pytest.mark.parametrize("path", ["/v1/rule", "/v1/report"])
@pytest.mark.parametrize(("asked", "code", "says"), WRONG, ids=[says for _, _, says in WRONG])
def test_what_cannot_be_read(client: httpx.Client, path: str, asked: Row, code: str, says: str) -> None:
    got = client.post(path, json=asked)
    assert (got.status_code, got.json()["code"]) == (422, code)
    assert says in got.json()["detail"]


def test_the_report_is_that_of_the_command(client: httpx.Client) -> None:
    row = walked(client, *FIRST)
    got = client.post(
        "/v1/report", json=row["saved"] | {"lang": "en", "also": ["2007"], "date": "2026-11-30"}
    )
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    saved = row["saved"]
    report = ruling_report(
        read_incident(saved["incident"]), "2017", "en", date="2026-11-30", asked=saved["asked"], also=["2007"]
    )
    assert got.text == to_html(report)


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        (LINES, b"{}", 415), ({"content-type": "text/plain"}, b"{}", 415), ({}, b"[]", 400), ({}, b"{", 400),
        ({}, b'{"incident": {}, "date": "today"}', 422), ({}, b'{"incident": {}, "date": 7}', 422),
        ({"accept": "application/json"}, b"{}", 406), ({}, b'{"a": "' + b"x" * 70_000 + b'"}', 413),
    ],
)  # fmt: skip
def test_what_is_no_report(client: httpx.Client, headers: Row, content: bytes, status: int) -> None:
    got = client.post("/v1/report", content=content, headers={"content-type": "application/json"} | headers)
    assert got.status_code == got.json()["status"] == status


# --- the schema ----------------------------------------------------------------------------------------

_LOOSE = st.sampled_from(
    [None, True, 0, 1, 13, 14, -1, 1.5, "", "x", "yes", "H7", "N", "NT", "AQ74.K82..T2", "2017", "67",
     "call", [], {}, ["H7"], [7], ["2007"], [None],
     {"N": "A"}, {"N": {"hand": 1, "played": 2}}, {"N": {"hand": 1}},
     "x" * 2001, [[{"seat": "W", "cards": ["H7"]}]], [{"said": "low"}], [{"said": "low", "card": "H7"}],
     [{"x": 1}],
     {"won_by": "N", "won_with": "CK"}, {"won_by": "N"}, {"fact": "defect.trick", "text": "9"}, {"fact": 1},
     {"text": "7"}, {"text": "[Board \"1\"]\n", "trick": 0},
     dict.fromkeys("NESW", "AQ74.K82..T2"), {seat: ["+H7"] for seat in "NESW"}]
)  # fmt: skip
_WORDS = st.sampled_from(sorted({word for fact in FACTS for word in fact.words}))
_FACTS = st.dictionaries(st.sampled_from([*BY_NAME, "play.x", "x.y"]), _LOOSE | _WORDS, max_size=3)
_KEYS = st.sampled_from(
    ["law", "edition", "lang", "also", "asked", "unknown", "given_with", "answer", "back", "date", "record",
     "nobody"]
)  # fmt: skip


def _request(facts: Row, more: Row) -> Row:
    incident: Row = {}
    for name, value in facts.items():
        group, key = name.split(".")
        incident.setdefault(group, {})[key] = value
    return {"incident": incident} | more


@given(_FACTS, st.dictionaries(_KEYS, _LOOSE, max_size=2))
def test_what_the_schema_refuses_the_reader_refuses(facts: Row, more: Row) -> None:
    asked = _request(facts, more)
    for through, shape in ((ruled, schema.Inquiry), (report_page, schema.ReportRequest)):
        try:
            through(asked)
        except CallparserError:
            continue
        msgspec.convert(asked, shape)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case["id"])
def test_every_case_is_in_the_schema(case: Row) -> None:
    asked = {"incident": case["incident"], "edition": case["edition"][-1], "lang": "sv", "also": ["1997"]}
    msgspec.convert(asked, schema.Inquiry)
    row = ruled(asked) | {"id": None}
    msgspec.convert(row, schema.Interviewed)
    assert ruled(row["saved"] | {"lang": "sv", "also": ["1997"]}) == {
        key: row[key] for key in row if key != "id"
    }


def test_every_question_can_be_shown() -> None:
    """No fact that is asked about lacks its question, its reason or a word of its choices."""
    for fact in FACTS:
        if not fact.told:
            asked = {"incident": {}, "asked": [fact.name], "unknown": [fact.name], "lang": "sv"}
            ruled(asked)
            ruled({"incident": {}, "answer": {"fact": fact.name, "text": "1"}})


# --- what takes long ------------------------------------------------------------------------------------


def test_while_a_long_record_is_read_all_else_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call, and a ruling without a long record; whether it is read for a ruling or for a report."""
    begun, go_on, read = Event(), Event(), rulings.interview

    def held(row: Row) -> Any:
        if "record" in row:
            begun.set()
            assert go_on.wait(20)
        return read(row)

    monkeypatch.setattr(rulings, "interview", held)
    with running() as site, ThreadPoolExecutor(1) as others:
        for path, lines in (("/v1/rule", 200_000), ("/v1/report", 10_000)):
            long = {"incident": {}, "record": {"text": '[Board "1"]\n' + "% \n" * lines}}
            begun.clear(), go_on.clear()
            url = f"http://127.0.0.1:{site.port}{path}"
            slow = others.submit(httpx.post, url, json=long, timeout=60, trust_env=False)
            assert begun.wait(20)
            try:
                assert site.client.post("/v1/resolve", json=SITUATION).json()["card"] == "H2"
                assert site.client.post("/v1/rule", json={"incident": {}}).status_code == 200
                assert not slow.done()
            finally:
                go_on.set()
            assert slow.result().status_code in (200, 422)
