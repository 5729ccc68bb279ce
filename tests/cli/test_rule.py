"""``callparser rule`` and ``callparser law`` for the referee's laws."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from callparser.cli.main import main
from callparser.referee.facts import BY_NAME
from callparser.referee.words import referee_words

DUMMY = ["2", "5", "2", "1", "1", "9", "1", ""]


class Stdin(io.StringIO):
    """Typed lines; ``terminal``: somebody sits there."""

    def __init__(self, text: str, *, terminal: bool = False) -> None:
        super().__init__(text)
        self.terminal = terminal
        self.buffer = io.BytesIO(text.encode())

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def type_in(*lines: str, terminal: bool = False) -> None:
        monkeypatch.setattr("sys.stdin", Stdin("".join(f"{line}\n" for line in lines), terminal=terminal))

    return type_in


def test_a_ruling_from_questions(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed(*DUMMY)
    assert main(["rule", "--lang", "en", "--plain"]) == 0
    out = capsys.readouterr().out
    assert out.count("Question ") == 7
    assert "Ruling: a card is supplied   [67B1a-dummy: 67B1a, 64B3, 64C, wbf-2017]" in out
    assert "Tricks transferred: 0" in out
    assert "\x1b" not in out


def test_why_back_unknown_and_a_changed_answer(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("?", "b", "nonsense", "4", "b", "4", "2", "2", "1", "")
    assert main(["rule", "13", "--lang", "en", "--also", "1997"]) == 0
    out = capsys.readouterr().out
    assert "Why: Law 67 is only for hands of thirteen" in out
    assert "This is the first question." in out
    assert "That is no answer to this question." in out
    assert out.index("13Ca-17") < out.index("13Cb-17")
    assert "differs: 13Cb-17 | 13-97-surplus" in out
    assert "because: " in out


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_a_question_mark_at_the_end_explains_and_ends_nothing(
    lang: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """And neither does what is no answer there; only Enter does."""
    labels = referee_words(lang).labels
    typed("2", "1?", "1", "?", "2?", "x", "9", "b", "2", "")
    assert main(["rule", "revoke", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert out.count(labels["change_why"]) == 3
    assert out.count(labels["why"].format(text=referee_words(lang).why["revoke.established"])) == 2
    assert out.index("64B:") < out.index("62A:")  # the last question was asked again


@pytest.mark.parametrize(("option", "kind"), [("--plain", "html"), ("--json", "pdf")])
def test_where_the_report_is_written_is_said(
    option: str, kind: str, tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """And not on standard output, which may be for a program."""
    file = tmp_path / f"ruling.{kind}"
    typed("2", "1", "")
    assert main(["rule", "revoke", "--report", str(file), option]) == 0
    shown = capsys.readouterr()
    assert shown.err == f"Rapporten är skriven till {file}\n"
    assert str(file) not in shown.out
    assert file.stat().st_size


@pytest.mark.parametrize("number", [2, 3, 4, 8])
def test_of_the_exceptions_of_64b_only_the_one_that_holds_is_told(
    number: int, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = referee_words("sv")
    texts = [words.choice("revoke.exception", word) for word in BY_NAME["revoke.exception"].words]
    typed("3", "1", str(number), "1", "1", "")
    assert main(["rule", "revoke", "--edition", "2007"]) == 0
    ruling = capsys.readouterr().out.partition("Utslag")[2].partition("\n\n")[0]
    told = [text for text in texts[1:] if text in ruling]
    assert told == [texts[number - 1]]


def test_a_refused_answer_is_told_in_the_language_of_the_questions(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("5", "1", "1", "1", "14", "x", "13", "9", "1", "1", "")
    assert main(["rule", "67", "--lang", "sv"]) == 0
    out = capsys.readouterr().out
    for text in ("14", "x"):
        assert f"{text} är inget svar; här väntas ett sticks nummer, 1 till 13" in out
    assert "Det motsäger det som redan är känt" in out  # no trick comes after the thirteenth
    assert "expected" not in out


def test_the_ruling_comes_before_what_it_rests_on(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    record = Path(__file__).parents[2] / "examples" / "disputed-call.json"
    typed("1", "")
    assert main(["rule", "call", "--record", str(record), "--trick", "3", "--lang", "en"]) == 0
    ruling = capsys.readouterr().out.partition("> 1\n\n")[2]
    assert ruling.startswith("Ruling: the second call counts")
    places = [ruling.index(text) for text in ("Called:", "Rests on", "What was said", "The way there")]
    assert places == sorted(places)


def test_unknown_leaves_the_ruling_open(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("u", "")
    assert main(["rule", "67", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "No ruling yet" in out
    assert "Still needed: Count each hand" in out


def test_the_end_of_input_gives_what_is_known(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("5", "1", "1")
    assert main(["rule", "67"]) == 0
    assert "Behövs ännu" in capsys.readouterr().out


def test_answers_are_kept_and_gone_on_from(
    tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "case.json")
    typed(*DUMMY[:3])
    assert main(["rule", "--save", file]) == 0
    typed(*DUMMY[3:])
    assert main(["rule", "--save", file]) == 0
    out = capsys.readouterr().out
    assert "67B1a-dummy" in out
    assert json.loads(Path(file).read_text())["incident"]["defect"]["trick"] == 9
    assert main(["rule", "--incident", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["branch"] == "67B1a-dummy"


def test_a_place_that_cannot_be_written_is_said(
    tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("5", "1")
    assert main(["rule", "67", "--save", str(tmp_path / "no" / "case.json")]) == 1
    assert "choose another --save" in capsys.readouterr().err


def test_an_incident_from_a_file_or_a_pipe(
    tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    incident = {"law": "67", "board": {"hands": "wrong_piles"}, "defect": {"at_claim": True}}
    file = tmp_path / "incident.json"
    file.write_text(json.dumps(incident))
    for argv in (["--incident", str(file)], ["--incident", "-"]):
        typed(json.dumps(incident))
        assert main(["rule", *argv, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["branch"] == "67-claim"
    assert main(["rule", "--incident", str(file), "--lang", "en"]) == 0
    assert "Question" not in capsys.readouterr().out


def test_what_an_incident_leaves_open_is_asked_at_a_terminal(
    tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "incident.json"
    file.write_text(json.dumps({"law": "67", "board": {"hands": "right"}}))
    typed("2", "", terminal=True)
    assert main(["rule", "--incident", str(file), "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Question 1: Does a card that was called or played lie unturned?" in out
    assert "67-none" in out


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--incident", "no such file"], "no such file is no file"),
        (["--incident", "-"], "not JSON"),
        (["--edition", "1950", "--incident", "-"], "not JSON"),
        (["--incident", os.devnull], "is no file"),
    ],
)
def test_bad_input_is_said_without_a_traceback(
    argv: list[str], complaint: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("{")
    assert main(["rule", *argv]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("option", ["--incident", "--save"])
def test_a_number_that_json_does_not_have_is_refused(
    number: str, option: str, tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "incident.json"
    file.write_text('{"incident": {"play": {"completed": ' + number + "}}}")
    assert main(["rule", "67", option, str(file)]) == 2
    assert f"not JSON: {number} is no number in JSON" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_file_is_called_empty(
    text: str, tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "answers.json"
    file.write_text(text)
    for option, way in (("--save", "remove it"), ("--incident", "docs/incident.md")):
        assert main(["rule", "67", option, str(file)]) == 2
        complaint = capsys.readouterr().err
        assert f"{file} is empty" in complaint
        assert way in complaint


@pytest.mark.parametrize(
    "facts",
    [
        {"incident": {"about": "cards"}, "board": {"hands": "only_short"}},
        {"incident": {"about": "cards", "source": "a letter"}, "board": {"hands": "only_short"}},
        {"law": "13", "incident": {"source": "a letter"}, "board": {"hands": "only_short"}},
        {"board": {"hands": "only_short"}},
    ],
)
def test_an_incident_may_stand_alone_or_in_a_wrapper(
    facts: dict[str, Any], tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for row in (facts, {"incident": facts, "edition": "2017"}):
        file = tmp_path / "incident.json"
        file.write_text(json.dumps(row))
        assert main(["rule", "13", "--incident", str(file), "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert any(step["branch"] == "R3" for step in found[0]["trace"])


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_what_is_listed_is_in_words_for_a_screen_reader(
    lang: str, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from callparser.cli.output import Output
    from callparser.cli.ruling import show
    from callparser.referee.case import Ruling
    from callparser.referee.words import referee_words

    facts = {"faults": ("E 2: 0", "W 11: 2"), "candidates": ("2", "3", "1: 2"), "read_as": ("claim",)}
    show(Output(plain=True), Ruling("wbf-2017", facts=facts), referee_words(lang))
    out = capsys.readouterr().out
    trick = {"sv": "stick", "en": "trick"}[lang]
    assert f"{trick} 11" in out
    assert f": {trick} 2; {trick} 3; {trick} 1" in out
    assert not re.search(r"\b[NESW] \d|: claim\b", out)


@pytest.mark.parametrize(
    ("lang", "plain", "shown"),
    [("sv", False, "öst 5: ♦2"), ("sv", True, "öst 5: ruter två"), ("en", False, "east 5: ♦2")],
)
def test_seats_and_cards_are_named_in_the_language(
    lang: str, plain: bool, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from callparser.cli.output import Output
    from callparser.cli.ruling import show
    from callparser.referee.case import Ruling

    facts = {"revoked": ("E 5: D2",), "faults": ("W 2: 0",)}
    show(Output(plain=plain), Ruling("wbf-2017", facts=facts), referee_words(lang))
    out = capsys.readouterr().out
    assert shown in out
    assert not re.search(r"\b[NESW] \d", out)


def test_an_unknown_edition(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("")
    assert main(["rule", "67", "--edition", "1950"]) == 2
    assert "the editions are" in capsys.readouterr().err


class Pipe(io.BytesIO):
    """Standard output that takes bytes."""

    @property
    def buffer(self) -> Pipe:
        return self


def test_lines_never_stop_at_a_bad_one(monkeypatch: pytest.MonkeyPatch) -> None:
    good = {"id": 1, "edition": "1997", "incident": {"law": "13", "board": {"hands": "surplus"}}}
    lines = [
        json.dumps(good),
        "{",
        "[]",
        json.dumps({"id": 2}),
        json.dumps({"id": 3, "law": "67", "incident": {}}),
    ]
    monkeypatch.setattr("sys.stdin", Stdin("\n".join(lines)))
    sink = Pipe()
    monkeypatch.setattr("sys.stdout", sink)
    assert main(["rule", "--jsonl"]) == 0
    rows = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [row["outcome"] for row in rows] == ["director", "error", "error", "error", "ask"]
    assert [row["id"] for row in rows] == [1, None, None, 2, 3]
    assert set(rows[0]) >= {"id", "branch", "outcome", "tricks_transferred", "ask", "clause", "trace"}
    assert rows[4]["ask"][0] == "board.hands"


@pytest.mark.parametrize("law", ["13", "67", "68", "69", "70", "71", "68B", "64"])
@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
def test_a_law_is_printed_clause_by_clause(
    law: str, edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["law", law, "--edition", edition, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["branches"]
    for branch in row["branches"]:
        assert branch["text"]
        assert branch["url"].startswith("https://")
        assert branch["clause"].startswith(law[:2])
    assert main(["law", law, "--edition", edition, "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert ("not verified against a law book" in out) == any(not one["verified"] for one in row["branches"])


def test_a_case_of_the_referee_by_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "--case", "67-101"]) == 0
    assert json.loads(capsys.readouterr().out)["expected"]["branch"] == "67A1"


@pytest.mark.parametrize("edition", ["1997", "2007", "2017"])
@pytest.mark.parametrize("law", ["99", "1", "lag 100", "xyz"])
def test_a_law_that_is_not_there_is_told_from_those_that_are(
    law: str, edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["law", law, "--edition", edition]) == 2
    there = capsys.readouterr().err.partition("there are Laws ")[2].strip().split(", ")
    assert {"13", "46", "64", "67", "68", "70"} <= set(there)
    for known in there:
        assert main(["law", known, "--edition", edition]) == 0, known


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_the_second_trick_of_1997_is_told(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """64A2, 1997: one more if the offender later won with a card that he could have played."""
    assert main(["law", "64A2", "--edition", "1997", "--lang", lang, "--json"]) == 0
    assert any("(1997: " in row["text"] for row in json.loads(capsys.readouterr().out)["branches"])


def test_a_clause_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "67Z"]) == 2
    assert "no clause of wbf-2017" in capsys.readouterr().err


TRANSCRIPTS = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8").split("```text\n$ ")[1:]


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.split("\n")[0])
def test_a_transcript_in_the_docs(
    transcript: str, typed: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, shown = transcript.split("```")[0].split("\n", 1)
    monkeypatch.chdir(Path(__file__).parents[2])
    typed(*[line[1:].strip() for line in shown.splitlines() if line.startswith(">")])
    assert main(command.split()[1:]) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert printed == shown.splitlines()
    assert max(int(number) for number in re.findall(r"Question (\d+)", shown)) <= 8
