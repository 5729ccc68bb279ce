"""A disputed call out of the log of a table: what was said, with its clock, and whether the log is whole."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from callparser.cards import Card
from callparser.cli.main import main
from callparser.errors import InputError
from callparser.referee.happening import Happening, read_happenings, written_happenings
from callparser.service.journal import Journal, Policy, utc
from callparser.service.logbook import entries_of
from callparser.service.socket import routes
from callparser.service.turns import chosen, events_of, facts_of_turn, turns_of
from callparser.table import Seat
from tests.service.conftest import serving
from tests.service.declarer import ByChance, Declarer
from tests.service.player import Player
from tests.service.scene import TABLE

NEXT = TABLE | {"dummy": {"S": "K4", "H": "K5", "D": "7", "C": "T2"}, "trick": [{"seat": "W", "card": "C3"}]}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A session in English: one plain call, then a call that is changed, then the next table."""
    path = tmp_path_factory.mktemp("log") / "tables.log"
    with Journal(path, Policy(None, None)) as journal, serving(routes(journal=journal)) as url:
        with Player(url, lang="en", edition="2007", consent={"log": True}) as one:
            one.send("situation", situation=TABLE)
            one.text("king of hearts", "played")
            one.text("no, queen of diamonds", "prompt")
            one.send("situation", situation=NEXT)
            one.until("notice")
            one.text("club two", "played")
            session = str(one.rows[0]["session"])
        with Player(url, lang="sv", consent={"log": True}) as other:
            other.text("hjärter", "resolution")
    return path, session


@pytest.fixture(autouse=True)
def nobody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def _turns(played: tuple[Path, str]) -> Any:
    return turns_of(entries_of(*played))


def test_a_session_is_cut_into_turns(played: tuple[Path, str]) -> None:
    first, second = _turns(played)
    assert (first.trick, second.trick) == (6, 7)
    assert (first.lang, first.edition) == ("en", "wbf-2007")
    assert first.disputed
    assert not second.disputed
    assert chosen([first, second], None) is first
    assert chosen([first, second], 7) is second
    with pytest.raises(InputError, match="no call in trick 3; it has calls in: 6, 7"):
        chosen([first, second], 3)


def test_the_events_have_words_clock_and_the_card_that_lay_there(played: tuple[Path, str]) -> None:
    first, second = _turns(played)
    events = events_of(first)
    said = [one.text for one in events if one.kind == "said" and one.seat is None]
    assert said == ["king of hearts", "no, queen of diamonds"]
    assert all(one.clock and one.at_s is not None for one in events if one.kind == "said")
    laid = [(one.seat, str(one.card)) for one in events if one.kind == "card"]
    assert laid[-1] == (Seat.NORTH, "DQ")  # the next table shows which card was gone
    facts = facts_of_turn(first)
    assert facts["call.complete"] is False
    assert facts["call.dummy"] == first.table.dummy
    assert read_happenings("x", json.loads(json.dumps(written_happenings(events)))) == events
    assert [str(one.card) for one in events_of(second) if one.kind == "card"] == ["C3", "C2"]


def test_a_deal_is_cut_into_turns_of_dummy(tmp_path: Path) -> None:
    """The table is that of the deal, and a defender's card that followed is in the log, too."""
    path = tmp_path / "tables.log"
    with (
        Journal(path, Policy(None, None)) as journal,
        ByChance(1) as deals,
        serving(routes(journal=journal, deals=deals)) as url,
        Declarer(url, {"lesson": "trumps", "wait_s": None}, consent={"log": True}) as one,
    ):
        one.until("turn")
        one.call("H2")
        one.text("nej, sexan", "prompt")
        one.send("command", command="undo")
        one.call("H2")
        one.send("command", command="next")
        one.until("turn")
    first = turns_of(entries_of(path, str(one.rows[0]["session"])))[0]
    assert (first.trick, first.disputed, len(first.table.dummy)) == (1, True, 13)
    assert [play.card.code for play in first.table.trick] == ["HJ"]
    cards = [(one.seat.letter, one.card.code) for one in events_of(first) if one.kind == "card"]
    assert cards[:1] == [("W", "HJ")]
    assert [seat for seat, _ in cards[-2:]] == ["N", "E"]
    assert [one.text for one in events_of(first) if one.kind == "said" and one.seat is None][:2] == [
        "hjärter två", "nej, sexan",
    ]  # fmt: skip
    assert facts_of_turn(first)["play.trump"] == "S"


def test_a_ruling_from_the_log(played: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    path, session = played
    argv = ["rule", "call", "--log", str(path), "--session", session, "--lang", "en"]
    assert main([*argv, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["log_whole"] is True
    assert row["edition"] == "wbf-2007"
    assert row["ask"][0] == "call.partner_played"
    assert list(row["facts"]["first_call"]) == ["HK"]
    assert list(row["facts"]["second_call"]) == ["DQ"]
    assert main([*argv, "--plain", "--edition", "2017"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The chain of the log is whole: what is in it was not changed."
    assert f"tables.log, session {session}, chain whole, last hash" in lines[2]
    assert "  edition: wbf-2017" in lines
    assert lines.index("  trick: 6") < next(
        at for at, line in enumerate(lines) if line.startswith("Question")
    )


@pytest.mark.parametrize("whose", ["own", "other"])
def test_a_log_that_is_not_whole_is_said_first(
    whose: str, played: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, session = tmp_path / "tables.log", played[1]
    shutil.copy(played[0], path)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        which = "=" if whose == "own" else "<>"
        base.execute(
            f"update event set body = replace(body, 'heart', 'spade') || ' ' where session {which} ?"
            " and kind = 'server.heard' and seq = (select min(seq) from event where kind = 'server.heard'"
            f" and session {which} ?)",
            (session, session),
        )
    argv = ["rule", "call", "--log", str(path), "--session", session, "--lang", "en"]
    main([*argv, "--plain"])
    out = capsys.readouterr().out
    assert out.startswith("WARNING. The log is not as it was written")
    assert ("CHAIN BROKEN" in out) == (whose == "own")
    main([*argv, "--json"])
    row = json.loads(capsys.readouterr().out)
    assert row["log_whole"] is False
    assert row["warnings"]


def test_what_was_deleted_is_said_first(
    played: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An older turn of the session is gone: that a call is left is no proof that there was no other."""
    path, session = tmp_path / "tables.log", played[1]
    with Journal(path, Policy(1, None)) as journal:
        for entry in entries_of(played[0], session):
            old = entry.seq <= 3
            at = utc(datetime.now(UTC) - timedelta(days=2 if old else 0))
            journal.keep(session, entry.kind, lambda entry=entry: entry.body, at).result(5)
        journal.expire()
    argv = ["rule", "call", "--log", str(path), "--session", session, "--lang", "en", "--trick", "7"]
    main([*argv, "--plain"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Of this session the content of events 1-3 was deleted by policy")
    assert any("deleted by policy: events 1-3" in line for line in lines[2:])
    main([*argv, "--json"])
    row = json.loads(capsys.readouterr().out)
    assert (row["log_whole"], len(row["warnings"])) == (True, 1)


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--session", "nobody"], "no session 'nobody'; choose one with --session (the last:"),
        ([], "the log has 2 sessions; choose one with --session"),
        (["--trick", "14"], "--trick is 14; expected a number from 1 to 13"),
        (["--board", "1"], "--board is for --record"),
    ],
)
def test_what_is_not_there_is_named(
    argv: list[str], complaint: str, played: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rule", "call", "--log", str(played[0]), *argv]) == 2
    assert complaint in capsys.readouterr().err


def test_a_turn_over_midnight_goes_on(played: tuple[Path, str]) -> None:
    first, _ = _turns(played)
    first.entries = [
        one.__class__(one.session, one.seq, at, one.kind, one.body, one.salt, one.digest, one.hash)
        for one, at in zip(
            [entry for entry in first.entries if entry.kind == "server.heard"],
            ["2026-11-30T23:59:59.500Z", "2026-12-01T00:00:00.250Z"],
            strict=True,
        )
    ]
    times = [one.at_s for one in events_of(first) if one.kind == "said"]
    assert times == [86_399.5, 86_400.25]


@pytest.mark.parametrize("body", ["[]", "{", '{"text": 3}', '{"card": "X9"}', '{"code": "situation"}', None])
@pytest.mark.parametrize("kind", ["server.heard", "server.played", "server.notice", "client.situation"])
def test_rows_that_somebody_else_wrote_break_nothing(
    kind: str, body: str | None, played: tuple[Path, str]
) -> None:
    entries = list(entries_of(*played))
    for place, one in enumerate(entries):
        if one.kind == kind:
            bad = one.__class__(one.session, one.seq, "yesterday", kind, body, one.salt, one.digest, one.hash)
            for turn in turns_of([*entries[:place], bad, *entries[place + 1 :]]):
                assert all(isinstance(event, Happening) for event in events_of(turn))
                assert all(event.card is None or isinstance(event.card, Card) for event in events_of(turn))
