"""``callparser rule --record``: what a record tells is filled in, shown, and never guessed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from callparser.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"
DISPUTED = EXAMPLES / "disputed-call.json"
REVOKE = EXAMPLES / "revoke.pbn"


HAND = {"N": "AT75.K93.QJ8.K53", "E": "863.752.T62.A972", "S": "KQJ4.A64.K73.QJ4", "W": "92.QJT8.A954.T86"}


def _record(tmp_path: Path, **changes: Any) -> str:
    row = {"format": "callparser-play-record", "hands": HAND, "contract": "4S", "declarer": "S"} | changes
    path = tmp_path / "record.json"
    path.write_text(json.dumps(row))
    return str(path)


FIRST = [{"seat": "W", "cards": ["HQ"]}, {"seat": "N", "cards": ["H3"]}, {"seat": "E", "cards": ["H5"]},
         {"seat": "S", "cards": ["HA"]}]  # fmt: skip


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    def type_in(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    type_in()
    return type_in


def _json(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    assert main(["rule", *argv, "--json"]) == 0
    row: dict[str, Any] = json.loads(capsys.readouterr().out)
    return row


def test_words_and_cards_of_a_play_record_make_the_time_line(capsys: pytest.CaptureFixture[str]) -> None:
    row = _json(capsys, "call", "--record", str(DISPUTED), "--trick", "3")
    assert [one.get("said") or one["card"] for one in row["timeline"]] == [
        "diamond", "D8", "D2", "sorry, a club",
    ]  # fmt: skip
    assert row["facts"]["gap_s"] == "2.8"
    assert row["facts"]["first_call"] == ["D8"]
    assert row["facts"]["second_call"] == ["C3"]
    assert row["ask"] == ["call.change"]
    assert row["source"] == "disputed-call.json, bricka 7, 4S syd"
    row = _json(capsys, "call", "--record", str(DISPUTED), "--trick", "2")
    assert [one.get("said") or one["card"] for one in row["timeline"]][:4] == ["S4", "S2", "the ace", "SA"]
    assert row["facts"]["called"] == ["SA"]


def test_the_cards_of_a_pbn_are_there_and_the_words_are_typed(
    typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("meaning", "club", "no", "")
    assert main(["rule", "call", "--record", str(REVOKE), "--trick", "5", "--lang", "en", "--plain"]) == 0
    out = capsys.readouterr().out
    shown, asked = out.split("Question 1")
    for line in ("declarer: south", "dummy: north", "trumps: spades", "trick: 5", "edition: wbf-2017"):
        assert f"  {line}\n" in shown
    assert "From: revoke.pbn, board 7, 4S south" in shown
    assert "south lays the queen of clubs" in shown
    assert "Ruling: the card called is played   [46B2: 46B2, wbf-2017]" in asked
    assert "Called: the three of clubs" in asked


def test_a_revoke_s_law_67_is_filled_in_too(capsys: pytest.CaptureFixture[str]) -> None:
    row = _json(capsys, "67", "--record", str(REVOKE))
    assert row["ask"] == ["defect.unturned"]  # every hand and pile is right: R0


def test_an_omitted_card_is_found_in_the_record(
    typed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    omitted = [one if one["seat"] != "E" else {"seat": "E", "cards": []} for one in FIRST]
    second = [
        {"seat": seat, "cards": [card]} for seat, card in zip("SWNE", ("S4", "S2", "SA", "S3"), strict=True)
    ]
    path = _record(tmp_path, tricks=[omitted, second])
    assert main(["rule", "67", "--record", path, "--lang", "en", "--plain"]) == 0
    out = capsys.readouterr().out
    assert "  wrong number of cards (seat, trick): east, 1" in out
    assert out.index("east, 1") < out.index("Question 1: Was he still thinking")
    assert main(["rule", "67", "--record", path, "--trick", "2"]) == 2
    assert "they show E in trick 1" in capsys.readouterr().err


def test_a_saved_case_goes_on_and_is_not_mixed_with_another(
    typed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = str(tmp_path / "case.json")
    argv = ["rule", "call", "--record", str(REVOKE), "--lang", "en", "--save", save]
    typed("changed", "club three")
    assert main([*argv, "--trick", "5"]) == 0
    typed("club king", "no", "slip", "no", "")
    assert main([*argv, "--trick", "5"]) == 0
    assert "Ruling: the second call counts" in capsys.readouterr().out
    assert main(["rule", "call", "--record", str(DISPUTED), "--lang", "en", "--save", save]) == 2
    assert "the saved answers are about revoke.pbn" in capsys.readouterr().err


def test_what_the_incident_states_and_the_record_does_not_give_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    incident = tmp_path / "incident.json"
    incident.write_text(json.dumps({"law": "call", "play": {"declarer": "W"}}))
    assert main(["rule", "--incident", str(incident), "--record", str(REVOKE)]) == 2
    assert "play.declarer is stated as 'W', but the record gives 'S'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"tricks": [FIRST], "events": [{"kind": "say", "seat": "S", "text": "low"}]},
            "the words: not every",
        ),
        (
            {"tricks": [FIRST, [{"seat": "S", "cards": ["S4"]}, {"seat": "W", "cards": None}], FIRST]},
            "tricks told",
        ),
        ({"tricks": [{"ordered": False, "laid": FIRST[1:]}]}, "tricks told"),
        ({"tricks": [FIRST], "hands": HAND | {"W": None}}, "all four hands"),
        ({"tricks": [FIRST], "hands": HAND | {"W": "992.QJT8.A954.T8"}}, "all four hands"),
    ],
)
def test_what_a_record_does_not_tell_is_said_and_not_guessed(
    changes: dict[str, Any], said: str, typed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _record(tmp_path, **changes)
    assert main(["rule", "call", "--record", path, "--trick", "1", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if "Not told by the record" in line)
    assert said in line


def test_dummy_s_cards_are_known_without_the_hidden_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _record(tmp_path, tricks=[FIRST, [{"seat": "S", "cards": ["S4"]}]], hands={"N": HAND["N"]})
    assert main(["rule", "call", "--record", path, "--trick", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ask"][0] == "call.about"


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--record", "no such file"], "no such file is no file"),
        (["--record", str(REVOKE), "--board", "9"], "0 boards numbered '9'; choose a board (7)"),
        (["--record", str(REVOKE), "--trick", "12"], "trick is 12; the board has 11 tricks"),
        (["--record", str(REVOKE), "--trick", "0"], "expected a number from 1 to 13"),
        (["--record", __file__], "the file is no record of boards"),
        (["--record", str(REVOKE), "--jsonl"], "leave out --jsonl"),
        (["--session", "x"], "--session is for --log"),
        (["--trick", "3"], "--trick is for --record and --log"),
        (["--log", str(REVOKE)], "expected a log of callparser"),
    ],
)
def test_bad_input_is_said_without_a_traceback(
    argv: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rule", "call", *argv]) == 2
    assert complaint in capsys.readouterr().err


def test_what_to_do_with_many_boards_is_said_and_how_many_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr("callparser.cli.progress._PATIENCE_S", -1.0)
    file, tag = tmp_path / "many.pbn", "Board"  # apart: this file itself is to be no record
    file.write_text("".join(f'[{tag} "{number}"]\n\n' for number in range(1, 3001)))
    assert main(["rule", "67", "--record", str(file), "--plain"]) == 2
    told = shown.getvalue()
    assert "the record has 3000 boards; choose a board (1, 2, 3, 4, 5, 6, 7, 8, ...): --board N" in told
    assert all(f"{file}: {count} boards" in told for count in (1000, 2000))


@pytest.mark.parametrize(
    ("numbers", "wanted", "found"),
    [
        (("o1", "c1"), "o1", "board o1"), (("o1", "c1"), "#2", "board c1"), (("o1", "c2"), "2", "board c2"),
        (("o1", "c1"), "1", "2 boards numbered '1'; choose a board (o1, c1)"),
        (("1", "1"), "#2", "board 1"), (("1", "1"), "1", "choose a board (#1, #2)"),
        (("1", "2", "1"), "4", "0 boards numbered '4'; choose a board (#1, 2, #3)"),
        (("", "7"), "#1", "board 1"), (("", "7"), None, "2 boards; choose a board (#1, 7)"),
    ],
)  # fmt: skip
def test_a_board_is_chosen_by_number_room_or_place(
    numbers: tuple[str, ...],
    wanted: str | None,
    found: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is offered can be chosen."""
    path = tmp_path / "boards.json"
    rows = [{"format": "callparser-play-record", "board": number} for number in numbers]
    path.write_text(json.dumps(rows))
    argv = ["rule", "67", "--record", str(path), "--lang", "en", "--json"]
    code = main([*argv, *(["--board", wanted] if wanted else [])])
    shown = capsys.readouterr()
    assert found in shown.out + shown.err
    assert code == (2 if "choose" in found else 0)
    for offered in found.partition("board (")[2].rstrip(")").split(", ") if code else ():
        assert main([*argv, "--board", offered]) == 0


def test_a_damaged_record_is_said_first(
    typed: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = REVOKE.read_text("utf-8").replace("S2 S5 S3 SK", "S2 S5 S3 XX")
    path = tmp_path / "damaged.pbn"
    path.write_text(text)
    assert main(["rule", "call", "--record", str(path), "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith(f"The record is damaged: {path}:")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tricks": [FIRST[::-1]]}, "play.tricks"),
        ({"contract": "3NT"}, "play.trump"),
        ({"hands": HAND | {"N": HAND["E"], "E": HAND["N"]}}, "play.deal"),
        ({"tricks": []}, "play.tricks"),
    ],
)
def test_answers_are_not_gone_on_from_on_a_record_that_tells_something_else(
    change: dict[str, Any], named: str, tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "answers.json")
    whole = {"tricks": [FIRST]}
    argv = ["rule", "67", "--record", _record(tmp_path, **whole), "--save", kept]
    typed("2")
    assert main(argv) == 0
    assert main([*argv, "--json"]) == 0
    told = json.loads(Path(kept).read_text())
    assert told["filled"]["play"]
    capsys.readouterr()
    _record(tmp_path, **(whole | change))
    assert main(argv) == 2
    complaint = capsys.readouterr().err
    assert named in complaint or "is about" in complaint or "are about" in complaint
    assert "begin anew" in complaint


@pytest.mark.parametrize(("lang", "says"), [("sv", "Granskningen"), ("en", "The audit")])
def test_a_revoke_in_a_record_is_told_before_a_ruling_on_another_law(
    lang: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The trees ask about revokes only where one comes of a defective trick."""
    assert main(["rule", "67", "--record", str(REVOKE), "--lang", lang, "--json"]) == 0
    (warning,) = json.loads(capsys.readouterr().out)["warnings"]
    assert warning.startswith(says)
    assert "64A2" in warning


def test_a_misprinted_card_leaves_the_tricks_out_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "misprint.pbn"
    path.write_text(REVOKE.read_text().replace("HT H9 H2 H6", "HT H9 H2 H7"))
    row = _json(capsys, "revoke", "--record", str(path), "--trick", "5")
    assert row["ask"][0] == "revoke.role"
    assert any("S lays H7 to trick 8" in warning for warning in row["warnings"])


def test_seat_names_whose_revoke_it_is(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["rule", "revoke", "--record", str(REVOKE), "--lang", "en", "--plain"]
    assert main([*argv, "--seat", "E"]) == 0
    assert "east, 5: the two of diamonds" in capsys.readouterr().out
    assert main([*argv, "--seat", "W"]) == 2
    refused = capsys.readouterr()
    assert "they show E in trick 5" in refused.err
    assert "Filled in" not in refused.out
    for seat in ("Q", "EE"):
        assert main([*argv, "--seat", seat]) == 2
    assert main(["rule", "67", "--record", str(REVOKE), "--seat", "E"]) == 2
