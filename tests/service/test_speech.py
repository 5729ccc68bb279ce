"""Speech at the table: recordings as a microphone, with the key and hands-free; recognisers that die."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

pytest.importorskip("vosk")
pytest.importorskip("soxr")

from callparser.service.journal import Journal
from callparser.service.limits import TableLimits
from callparser.service.logbook import entries_of, verify
from callparser.service.pool import Pool
from callparser.service.socket import routes
from tests.service.conftest import serving
from tests.service.player import Player, clip

EXAMPLES = Path(__file__).parents[2] / "examples"
WAVS = Path(__file__).parents[1] / "voice" / "wavs"
CALLS = {"sv": ("sv-klover-tia", "klöver tia", "CT"), "en": ("en-queen-of-hearts", "queen of hearts", "HQ")}
TALKERS = 3


@pytest.fixture(scope="module")
def pool():
    with Pool(workers=1, talkers=TALKERS) as started:
        yield started


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    with Journal(tmp_path_factory.mktemp("log") / "log.db") as journal:
        yield journal


@pytest.fixture(scope="module")
def url(pool, log):
    with serving(routes(pool, log, TableLimits(sound_s_per_min=30, faults_per_min=10))) as address:
        yield address


@pytest.fixture
def player(url):
    made: list[Player] = []

    def make(lang: str = "sv", **hello) -> Player:
        one = Player(url, **({"rate_hz": 16_000, "lang": lang} | hello))
        made.append(one)
        one.send("situation", situation=json.loads((EXAMPLES / f"{CALLS[lang][0]}.json").read_text("utf-8")))
        one.until("notice", where=lambda row: row["code"] == "situation")
        return one

    yield make
    for one in made:
        one.send("bye")
        one.until("bye")
        one.close()


def call(lang: str, rate_hz: int = 16_000, **more: float) -> bytes:
    return clip(EXAMPLES / f"{CALLS[lang][0]}.wav", rate_hz, **more)


@pytest.mark.parametrize("lang", CALLS)
@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 44_100, 48_000, 192_000])
def test_a_spoken_call_is_a_card(player, lang, rate_hz):
    """Pressed, spoken and let go, all of it sent at once."""
    one = player(lang, rate_hz=rate_hz)
    assert one.rows[0]["voice"]
    assert one.rows[0]["reason"] is None
    one.say(call(lang, rate_hz), pace=0)
    assert one.until("played")["card"] == CALLS[lang][2]
    heard = next(row for row in one.rows if row["type"] == "heard")
    assert (heard["by"], heard["text"][:5]) == ("voice", CALLS[lang][1][:5])
    assert heard["hearings"]
    assert 0 < heard["start_s"] < heard["end_s"]
    assert [row["on"] for row in one.rows if row["type"] == "listening"] == [True, False]


def test_at_the_pace_of_speech_with_blocks_of_any_size(player):
    one = player(rate_hz=48_000)
    one.say(call("sv", 48_000), block_s=0.043, pace=1.0)
    assert one.until("played")["card"] == "CT"
    assert one.until_none("taken_back", 0.3)


def test_hands_free_a_call_ends_by_itself_and_is_played_when_it_is_over(player):
    one = player(mode="hands-free")
    one.say(call("sv", tail_s=1.2), key=False)
    played = one.until("played")
    resolved = next(row for row in one.rows if row["type"] == "resolution")
    assert played["card"] == "CT"
    assert played["at"] >= resolved["at"]
    assert [row["text"] for row in one.rows if row["type"] == "partial"] in ([], ["klöver tia"])


def test_sound_without_the_key_does_not_count(player):
    one = player()
    one.say(call("sv", tail_s=0.5), key=False, pace=0)
    one.say(call("sv"), pace=0)
    one.until("played")
    assert [row["n"] for row in one.rows if row["type"] == "heard"] == [1]


def test_silence_is_told(player):
    one = player()
    one.say(bytes(16_000), pace=0)
    assert one.until("not_understood")["reason"] == "silence"


@pytest.mark.parametrize("key", [True, False], ids=["push", "hands-free"])
def test_one_who_falls_silent_in_mid_word_holds_nothing_up(player, key):
    """The sound stops in the middle of a call, the key stays down: that was no call, and typing goes on."""
    one = player(mode="push" if key else "hands-free")
    if key:
        one.send("talk", on=True)
    one.say(call("sv")[: 2 * 14_000], key=False, pace=0)
    one.text("klöver tio", "resolution")
    one.until("not_understood")
    if key:
        assert one.until_none("played", 0.5)  # the key says that more may come
        one.send("talk", on=False)
    if not [row for row in one.rows if row["type"] == "played"]:
        one.until("played")
    assert not [row for row in one.rows if row["type"] == "heard" and row["by"] == "voice"]
    assert [row["reason"] for row in one.rows if row["type"] == "not_understood"] == [
        "overflow", *(["silence"] if key else [])
    ]  # fmt: skip


def test_its_own_voice_is_not_heard(player):
    one = player(mode="hands-free")
    one.send("speaking", on=True)
    one.say(call("sv", tail_s=0.6), key=False, pace=0)
    one.send("speaking", on=False)
    one.say(call("sv", tail_s=1.2), key=False)
    one.until("played")
    assert [row["n"] for row in one.rows if row["type"] == "heard"] == [1]


def test_a_card_is_not_played_while_declarer_speaks(player):
    """The timer would run out in the middle of "klöver tia": then nothing is played, and the call counts."""
    one = player(confirm="timer", timer_s=1.5)
    one.text("ruter ess", "prompt")
    time.sleep(0.9)
    one.say(call("sv", lead_s=0.4))
    one.until("prompt")
    assert not [row for row in one.rows if row["type"] == "played"]
    assert one.rows[-1]["options"][-1]["card"] == "CT"


@pytest.mark.parametrize(
    ("name", "lang", "text"),
    [
        ("01_sv_espeak", "sv", "klöver trea"),
        ("13_sv_kokoro", "sv", "klöver tia"),
        ("17_sv_joe", "sv", "ruter ess"),
        ("21_en_espeak", "en", "queen of hearts"),
    ],
)
def test_other_voices(player, name, lang, text):
    one = player(lang)
    one.say(clip(WAVS / f"{name}.wav"), pace=0)
    assert one.until("heard")["text"] == text
    one.until("resolution")


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "found"), [("no", "no model"), ("da", "no model")])
def test_a_language_that_nobody_hears_is_typed(url, lang, found):
    with Player(url, lang=lang, rate_hz=16_000) as one:
        assert (one.rows[0]["voice"], one.rows[0]["type"]) == (False, "welcome")
        assert one.rows[0]["reason"]
        one.send("talk", on=True)
        assert one.until("notice")["code"] == "typed-only"
        one.socket.send(bytes(640))  # it was told: dropped
        assert one.text("hjerter", "resolution")
        one.send("bye")


def test_one_too_many_is_told_at_once_and_may_type(player):
    there = [player() for _ in range(TALKERS)]
    start_s = time.monotonic()
    late = player()
    assert time.monotonic() - start_s < 1
    welcome, error = late.rows[:2]
    assert not welcome["voice"]
    assert (error["code"], error["fatal"]) == ("full", False)
    assert late.text("klöver tio", "played")["card"] == "CT"
    there[0].say(call("sv"), pace=0)  # the others are heard
    assert there[0].until("played")
    there[1].send("bye")
    there[1].until("bye")
    assert player().rows[0]["voice"]
    there[1].send = there[1].until = lambda *_, **__: None  # it has left


@pytest.mark.parametrize("data", [b"x", bytes(641)])
def test_half_a_sample(player, data):
    one = player()
    one.socket.send(data)
    assert f"found {len(data)} bytes of sound" in one.until("error")["message"]
    one.say(call("sv"), pace=0)
    assert one.until("played")


def test_frames_that_are_too_large(player):
    one = player()
    one.socket.send(bytes(70_000))
    assert one.until("error")["code"] == "too-large"


def test_too_much_sound_is_no_call(player):
    """What does not fit into the minute is dropped, and half a call with it."""
    one = player(mode="hands-free")
    quiet = bytes(32_000)
    for _ in range(29):
        one.socket.send(quiet)
    one.say(call("sv", lead_s=0.6, tail_s=7.0), key=False, pace=0, block_s=1.0)
    assert one.until("error")["code"] == "too-fast"
    time.sleep(0.3)
    one.text("klöver tio", "played")
    assert not [row for row in one.rows if row["type"] == "heard" and row["by"] == "voice"]


# --- what dies --------------------------------------------------------------------------------------------


def test_a_recogniser_killed_in_mid_utterance_is_told_and_replaced(player, pool):
    one, other = player(mode="hands-free"), player()
    sound = call("sv", tail_s=1.2)
    half = 2 * int(0.9 * 16_000)
    one.say(sound[:half], key=False)
    (victim,) = pool.pids
    os.kill(victim, signal.SIGKILL)
    killed_s = time.monotonic()
    one.say(sound[half:], key=False)
    error = one.until("error")
    assert (error["code"], error["fatal"]) == ("recogniser_lost", False)
    assert one.until("not_understood")["say"]
    assert other.text("klöver tio", "played")["card"] == "CT"  # typed calls go on
    other.send("command", command="undo")
    while pool.pids in ([], [victim]):
        assert time.monotonic() - killed_s < 3
        time.sleep(0.02)
    one.say(sound, key=False)
    assert one.until("played")["card"] == "CT"
    assert not [row for row in other.rows if row["type"] == "error"]


@pytest.mark.parametrize("name", ["SIGKILL", "SIGABRT", "SIGSEGV"])
def test_one_killed_between_two_calls_is_missed_by_nobody(player, pool, name):
    one = player()
    (victim,) = pool.pids
    os.kill(victim, getattr(signal, name))
    while victim in pool.pids:
        time.sleep(0.01)
    one.say(call("sv"), pace=0)
    assert one.until("played")["card"] == "CT"
    assert not [row for row in one.rows if row["type"] == "error"]


def test_a_seat_is_for_a_connection_that_is_there(url):
    """Who is gone has given it back; who comes back asks for one again, and may type in any case."""

    def come(one: Player | None = None) -> Player:
        resume = one and {"token": one.rows[0]["token"], "seq": one.rows[-1]["seq"]}
        return Player(url, rate_hz=16_000, lang="sv", resume=resume)

    def seated() -> Player:
        """One who hears, once those who left have been missed."""
        end_s = time.monotonic() + 10
        while not (one := come()).rows[0]["voice"]:
            one.close()
            assert time.monotonic() < end_s
        return one

    gone = [seated() for _ in range(TALKERS)]
    for one in gone:
        one.close()
    there = [seated() for _ in range(TALKERS)]
    back = come(gone[0])
    assert (back.rows[0]["resumed"], back.rows[0]["voice"]) == (True, False)
    assert back.until("error")["code"] == "full"
    assert back.text("klöver tia", "resolution")
    back.close()
    there[0].send("bye")
    there[0].until("bye")
    again = come(back)
    assert again.rows[0]["voice"]
    again.say(call("sv"), pace=0)
    assert again.until("heard")["text"] == "klöver tia"
    for one in (again, *there[1:]):
        one.send("bye")
        one.until("bye")


@pytest.mark.parametrize(
    ("address", "seats"), [("127.0.0.1", 5), ("::1", 5), ("192.0.2.1", 2), ("2001:db8::1", 2)]
)
def test_no_other_machine_takes_all_seats(address, seats):
    pool = Pool(workers=0, talkers=5)
    assert [pool.admit(address) for _ in range(7)].count(True) == seats
    assert pool.admit("192.0.2.9") == (seats < 5)
    pool.dismiss(address)
    assert pool.admit(address)


# --- what is recorded -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("consent", "kinds"), [
    ({}, set()), ({"audio": True}, set()), ({"log": True}, {"client", "server"}),
    ({"log": True, "audio": True}, {"client", "server", "audio"}),
])  # fmt: skip
def test_only_what_was_consented_to_is_recorded(player, log, consent, kinds):
    one = player(consent=consent)
    one.say(call("sv"), pace=0)
    one.until("played")
    session = one.rows[0]["session"]
    entries = list(entries_of(log.path, session))
    assert {entry.kind.split(".")[0] for entry in entries} == kinds
    assert one.rows[0]["token"] not in str(entries)
    if kinds:
        kept = [entry.row() for entry in entries if entry.kind.startswith("server.")]
        told = [{key: value for key, value in row.items() if key != "token"} for row in one.rows]
        assert kept[: len(told)] == told
    if "audio" in kinds:
        order = [entry.kind for entry in entries]
        assert order.index("audio") < order.index("server.heard")
        assert next(entry.body for entry in entries if entry.kind == "audio")[:4] == b"fLaC"
    assert verify(log.path).fault is None
