"""The table over a real server, typed: hello, resume, limits. These clients mean well."""

from __future__ import annotations

import contextlib
import json
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed

from callparser.service.limits import Bucket, TableLimits
from callparser.service.socket import routes
from callparser.service.terms import terms
from tests.service.conftest import serving
from tests.service.player import Player
from tests.service.scene import TABLE

LIMITS = TableLimits(sessions=4, hello_s=0.5, resume_s=1.0, idle_s=2.0, kept_events=30)


@pytest.fixture(scope="module")
def url():
    with serving(routes(limits=LIMITS)) as address:
        yield address


@pytest.fixture
def player(url):
    made: list[Player] = []

    def make(**hello) -> Player:
        made.append(Player(url, **hello))
        return made[-1]

    yield make
    for one in made:
        with contextlib.suppress(ConnectionClosed, OSError):
            one.send("bye")
        one.close()
    time.sleep(0.05)


def at_table(player, **hello) -> Player:
    one = player(**hello)
    one.send("situation", situation=TABLE)
    one.until("notice")
    return one


def closed(one: Player) -> int:
    """Read on to the end; the close code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            one.next()
    return one.socket.close_code


def test_a_typed_call_from_hello_to_bye(player):
    one = at_table(player, lang="en")
    welcome = one.rows[0]
    assert (welcome["lang"], welcome["edition"], welcome["voice"]) == ("en", "wbf-2017", False)
    assert "rate_hz 0" in welcome["reason"]
    assert welcome["limits"]["text_chars"] == LIMITS.text_chars
    assert one.socket.subprotocol == "callparser.v1"
    answer = one.text("queen of diamonds")["answer"]
    assert (answer["outcome"], answer["card"], answer["clause"]) == ("played", "DQ", "46A")
    assert answer["trace"]
    assert one.until("played")["card"] == "DQ"
    one.send("bye")
    assert one.until("bye")["reason"] == "bye"
    assert [row["seq"] for row in one.rows] == list(range(1, len(one.rows) + 1))
    assert closed(one) == 1000


def test_the_timer_plays_and_undo_takes_back(player):
    one = at_table(player, confirm="timer", timer_s=1.5)
    one.text("ruter dam")
    assert one.until("prompt")["plays_in_s"] == 1.5
    start_s = time.monotonic()
    assert one.until("played")["by"] == "timer"
    assert 1.4 < time.monotonic() - start_s < 3
    one.send("command", command="undo")
    assert one.until("taken_back")["card"] == "DQ"


def test_a_defender_designates(player):
    one = at_table(player)
    one.text("vad som helst", "prompt")
    one.send("designate", card="S4", by="N")
    assert "no defender" in one.until("error")["message"]
    one.send("designate", card="S4", by="E")
    assert one.until("played")["by"] == "defender"


def test_an_unknown_type_is_an_error_and_nothing_more(player):
    one = at_table(player)
    one.send("dance")
    assert one.until("error")["code"] == "bad-message"
    assert one.text("ruter dam", "played")["card"] == "DQ"


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"dummy": 3, "trump": "S"}, "dummy is a number"), ({"dummy": TABLE["dummy"]}, "trump is missing"),
        ([], "situation is a list"), ("x", "situation is a text"), ({}, "trump is missing|dummy is missing"),
        (TABLE | {"edition": "1066"}, "1066"), (TABLE | {"trick": [1]}, "trick holds a number"),
    ],
)  # fmt: skip
def test_a_bad_situation_leaves_the_table_as_it_was(player, given, found):
    one = at_table(player)
    one.send("situation", situation=given)
    error = one.until("error")
    assert error["code"] == "bad-situation"
    assert any(part in error["message"] for part in found.split("|")), error
    assert one.text("ruter dam", "played")["card"] == "DQ"


# --- hello -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hello", "found"),
    [
        ({"lang": "fi"}, "'fi'"), ({"lang": "auto"}, "'auto'"), ({"lang": 3}, "'3'"),
        ({"edition": "1066"}, "1066"), ({"edition": [2017]}, "a list"), ({"alphabet": "xx"}, "'xx'"),
        ({"confirm": "never"}, "'never'"), ({"timer_s": 1.4}, "1.4"), ({"timer_s": 5.1}, "5.1"),
        ({"timer_s": True}, "True"), ({"timer_s": "2"}, "2"), ({"tempo_s": -1}, "-1"), ({"tempo_s": 9}, "9"),
        ({"mode": "toggle"}, "'toggle'"), ({"rate_hz": 7999}, "7999"), ({"rate_hz": 192001}, "192001"),
        ({"rate_hz": 1e12}, "1000000000000"), ({"rate_hz": -1}, "-1"), ({"rate_hz": 16000.0}, "16000.0"),
        ({"consent": True}, "true or false"), ({"consent": {"log": 1}}, "a number"),
        ({"resume": {"token": ""}}, "resume.token"), ({"resume": {"token": "x" * 65}}, "resume.token"),
        ({"resume": {"token": "x", "seq": -1}}, "-1"), ({"resume": 3}, "a number"),
    ],
)  # fmt: skip
def test_what_hello_cannot_ask_for(hello, found):
    from callparser.errors import CallparserError

    with pytest.raises(CallparserError) as err:
        terms(hello)
    assert found in str(err.value)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("key", ["timer_s", "tempo_s", "rate_hz"])
def test_numbers_that_are_none(player, key, value):
    one = player(greet=False)
    one.socket.send(f'{{"type": "hello", "{key}": {value}}}')
    assert one.until("error")["code"] == "hello-expected"
    one.send("hello", rate_hz=0)
    assert one.until("welcome")


def test_a_bad_hello_may_be_mended_in_time(player):
    one = player(greet=False)
    one.send("text", text="ruter dam")
    assert one.until("error")["seq"] == 0
    one.send("hello", lang="fi")
    assert not one.until("error")["fatal"]
    one.send("hello", lang="da", rate_hz=0)
    assert one.until("welcome")["lang"] == "da"


def test_without_a_hello_it_is_closed(player):
    one = player(greet=False)
    error = one.until("error")
    assert (error["code"], error["fatal"]) == ("hello-expected", True)
    assert closed(one) == 1008


def test_who_says_nothing_is_closed_and_may_come_back(player):
    one = player()
    error = one.until("error")
    assert (error["code"], error["fatal"]) == ("idle", True)
    assert closed(one) == 1008
    assert player(resume={"token": one.rows[0]["token"], "seq": 1}).rows[0]["resumed"]


def test_a_full_server_says_so_at_once(player):
    there = [player() for _ in range(LIMITS.sessions)]
    start_s = time.monotonic()
    one = player()
    assert (one.rows[0]["code"], one.rows[0]["fatal"]) == ("full", True)
    assert time.monotonic() - start_s < 0.5
    assert closed(one) == 1013
    there[0].close()  # one who has gone makes room, though it might have come back
    time.sleep(0.1)
    assert player().rows[0]["type"] == "welcome"


# --- resume ----------------------------------------------------------------------------------------------


def drop(one: Player) -> dict:
    """The connection is cut; what to say to go on."""
    one.socket.socket.shutdown(socket.SHUT_RDWR)
    time.sleep(0.1)
    return {"token": one.rows[0]["token"], "seq": one.rows[-1]["seq"]}


@pytest.mark.parametrize("hello", [{}, {"confirm": "timer", "timer_s": 1.5}, {"confirm": "always"}], ids=str)
def test_a_question_survives_a_lost_connection(player, hello):
    one = at_table(player, **hello)
    one.text("hjrter kung", "prompt")
    two = player(resume=drop(one))
    welcome = two.rows[0]
    assert (welcome["resumed"], welcome["seq"]) == (True, one.rows[-1]["seq"])
    prompt = two.until("prompt")
    assert (prompt["code"], prompt["n"], prompt["plays_in_s"]) == ("confirm", 1, None)
    assert prompt["seq"] == welcome["seq"] + 1
    assert two.text("ja", "played")["card"] == "HK"


def test_what_was_not_read_comes_again(player):
    one = at_table(player)
    one.text("ruter dam", "played")
    resume = drop(one) | {"seq": 2}
    two = player(resume=resume)
    while two.rows[-1]["type"] != "played":
        two.next()
    assert two.rows[1:] == one.rows[2:]


def test_no_timer_runs_while_nobody_listens(player):
    one = at_table(player, confirm="timer", timer_s=1.5)
    one.text("ruter dam", "prompt")
    resume = drop(one)
    time.sleep(0.5)
    two = player(resume=resume)
    assert two.until("prompt")["plays_in_s"] is None
    with pytest.raises(TimeoutError):
        two.until("played", timeout_s=0.8)


@pytest.mark.parametrize("cut", [True, False], ids=["resume", "takeover"])
@pytest.mark.parametrize("unread", [0, 1, 3])
@pytest.mark.parametrize("tempo_s", [0, 0.3])
def test_no_timer_runs_on_from_one_connection_to_the_next(player, cut, unread, tempo_s):
    one = at_table(player, confirm="timer", timer_s=1.5, tempo_s=tempo_s)
    one.text("ruter dam", "prompt")
    seq = one.rows[-1]["seq"] - unread
    two = player(resume=(drop(one) if cut else {"token": one.rows[0]["token"]}) | {"seq": seq})
    while two.until("prompt")["plays_in_s"] is not None:
        pass
    assert two.until_none("played", 1.8)
    assert two.text("ja", "played")["by"] == "yes"


def test_a_second_connection_takes_the_place_of_the_first(player):
    one = at_table(player)
    two = player(resume={"token": one.rows[0]["token"], "seq": one.rows[-1]["seq"]})
    assert one.until("bye")["reason"] == "resumed-elsewhere"
    assert closed(one) == 1000
    assert two.text("ruter dam", "played")["card"] == "DQ"
    three = player(resume={"token": one.rows[0]["token"], "seq": 0})  # the first one's end did not end it
    assert three.rows[0]["resumed"]


@pytest.mark.parametrize("how", ["unknown", "bye", "too late"])
def test_what_is_gone_cannot_be_resumed(player, how):
    one = at_table(player)
    token = one.rows[0]["token"]
    if how == "bye":
        one.send("bye")
        one.until("bye")
    elif how == "too late":
        drop(one)
        time.sleep(LIMITS.resume_s + 0.2)
    two = player(resume={"token": "no such" if how == "unknown" else token, "seq": 0})
    assert (two.rows[0]["code"], two.rows[0]["fatal"]) == ("gone", True)
    assert closed(two) == 1008


# --- buckets ---------------------------------------------------------------------------------------------


def test_a_bucket_lets_through_its_rate_and_a_burst():
    now_s = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now_s[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now_s[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now_s[0] = 100.0
    assert [bucket.take(3.0), bucket.take(0.1)] == [True, False]


def test_every_event_of_the_protocol_is_json(player):
    one = at_table(player)
    for text in ("ruter dam", "kung", "blabla", "resten är mina", "nej"):
        one.send("text", text=text)
    one.until("notice", where=lambda row: row["code"] == "no-claim")
    for row in one.rows:
        assert json.loads(json.dumps(row)) == row
        assert {"type", "seq", "at"} <= row.keys()


def test_a_situation_is_told_under_its_key(url):
    """With the keys of the table beside ``type`` it would be no table, and nothing would ever be played."""
    with Player(url) as one:
        one.send("situation", **TABLE)
        error = one.until("error")
        assert (error["code"], error["fatal"]) == ("bad-situation", False)
        assert "'situation' is missing" in error["message"]
        one.send("situation", situation=None)
        assert one.until("notice")["code"] == "situation"


@pytest.mark.parametrize("frame", ["{", "[]", '{"type": "text", "text": ' + "[" * 20 + "]" * 20 + "}", b"xx"])
def test_a_frame_that_cannot_be_read_stops_the_timer(player, frame):
    """It may have been a "no"."""
    one = at_table(player, confirm="timer", timer_s=1.5)
    one.text("ruter dam", "prompt")
    one.socket.send(frame)
    assert one.until("error")["code"] == "bad-message"
    assert one.until("prompt")["plays_in_s"] is None
    assert one.until_none("played", 1.8)
