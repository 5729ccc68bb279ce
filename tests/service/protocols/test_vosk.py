"""Clients of vosk-server: the published one, the one in the package vosk, and those that mean no good."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from callparser.errors import InputError
from callparser.service.limits import TableLimits
from callparser.service.protocols import vosk
from callparser.service.protocols.phrases import MAX_CHARS, MAX_PHRASES, Phrases, phrases
from callparser.service.protocols.stream import Said, said
from callparser.voice.attention import JOIN_S
from callparser.voice.engine import Alternative, Heard, Word
from tests.service.conftest import serving
from tests.service.protocols.conftest import CALLS, TALKERS, recording
from tests.service.running import running

TOKEN = "a-token-of-the-tests-0123"
EOF = '{"eof" : 1}'


@pytest.fixture(scope="module")
def url(pool):
    with serving(vosk.routes(pool, TableLimits(hello_s=1.0))) as address:
        yield address.removesuffix("/v1/table")


def published(url: str, sound: bytes, rate_hz: int, **config) -> list[dict]:
    """As vosk-server's own test client does it: a fifth of a second, an answer, and so on to the eof."""
    step = 2 * int(rate_hz * 0.2)
    with connect(url) as socket:
        socket.send(json.dumps({"config": {"sample_rate": rate_hz} | config}))
        rows = []
        for at in range(0, len(sound), step):
            socket.send(sound[at : at + step])
            rows.append(json.loads(socket.recv(10)))
        socket.send(EOF)
        return [*rows, *rest(socket)]


def rest(socket: ClientConnection) -> list[dict]:
    """All that is still told, to the end."""
    rows = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            rows.append(json.loads(socket.recv(10)))
    return rows


def texts(rows: list[dict]) -> list[str]:
    return [row["text"] for row in rows if row.get("text")]


# --- clients that are there ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", CALLS)
@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100, 48_000])
def test_the_published_client_hears_the_call(url, lang, rate_hz):
    rows = published(f"{url}/{lang}", recording(lang, rate_hz), rate_hz)
    assert texts(rows) == [CALLS[lang][1]]
    assert all(set(row) == {"partial"} for row in rows[:-1])
    spans = [(word["start"], word["end"]) for word in rows[-1]["result"]]
    assert [word["word"] for word in rows[-1]["result"]] == CALLS[lang][1].split()
    assert spans == sorted(spans)
    assert spans[-1][1] <= len(recording(lang, rate_hz)) / 2 / rate_hz


def test_the_client_in_the_package_vosk_hears_the_call(url):
    transcriber = pytest.importorskip("vosk.transcriber.transcriber")
    client = object.__new__(transcriber.Transcriber)  # it would load a model of its own
    client.args = SimpleNamespace(server=f"{url}/v1/vosk/en")

    async def transcribed():
        sound = asyncio.StreamReader()
        sound.feed_data(recording("en"))
        sound.feed_eof()
        return await client.recognize_stream_server(SimpleNamespace(stdout=sound))

    rows, size = asyncio.run(transcribed())
    assert texts(rows) == ["queen of hearts"]
    assert size == len(recording("en"))


def test_calls_that_follow_one_another_are_results_of_their_own(url):
    quiet = bytes(2 * 16_000)
    sound = recording("sv", lead_s=0.5) + quiet + recording("sv") + quiet
    rows = published(f"{url}/v1/vosk", sound, 16_000)
    assert texts(rows) == ["klöver tia", "klöver tia"]
    starts = [row["result"][0]["start"] for row in rows if row.get("text")]
    assert starts[0] < 1.5 < starts[1]


def test_a_whole_recording_in_one_frame_loses_no_call(url):
    """One answer for one frame; the others come after the eof, and are never run together."""
    sound = recording("sv", lead_s=0.3, tail_s=0.8) * 2
    with connect(url) as socket:
        socket.send('{"config": {"sample_rate": 16000}}')
        socket.send(sound)
        first = json.loads(socket.recv(10))
        socket.send(EOF)
        assert texts([first, *rest(socket)]) == ["klöver tia", "klöver tia"]


def test_partials_tell_what_it_sounds_like(url):
    with connect(url) as socket:
        socket.send('{"config": {"sample_rate": 16000}}')
        found = set()
        sound = recording("sv", lead_s=0.4, tail_s=0.35)
        for at in range(0, len(sound), 640):
            socket.send(sound[at : at + 640])
            found.add(json.loads(socket.recv(10))["partial"])
            time.sleep(0.005)
        assert found in ({"", "klöver tia"}, {""})  # a busy machine is too late for it
        socket.send(EOF)
        assert texts(rest(socket)) == ["klöver tia"]


def test_alternatives_and_words_where_they_are_asked_for(url):
    rows = published(url, recording("sv"), 16_000, max_alternatives=3, words=0)
    found = rows[-1]["alternatives"]
    assert found[0]["text"] == "klöver tia"
    assert 1 < len(found) <= 3
    assert all(set(one) == {"text", "confidence"} for one in found)
    with_words = published(url, recording("sv"), 16_000, max_alternatives=2, words=True)[-1]["alternatives"][
        0
    ]
    assert [set(word) for word in with_words["result"]] == [{"word", "start", "end"}] * 2
    assert "result" not in published(url, recording("sv"), 16_000, words=False)[-1]


def test_silence_is_an_empty_text(url):
    assert published(url, bytes(32_000), 16_000)[-1] == {"text": ""}
    with connect(url) as socket:
        socket.send(EOF)
        assert rest(socket) == [{"text": ""}]


# --- the word list ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        (["klöver tia", "[unk]"], "klöver tia"), (["klöver", "TIA"], "klöver tia"),
        (["klöver nia", "klöver kung"], ""), (["klöver nia", "[unk]"], "[unk]"), (["hjärter"], ""),
    ],
)  # fmt: skip
def test_a_list_narrows_what_is_told_and_makes_no_other_call_of_it(url, listed, told):
    """The ten is called; a list with the nine alone makes no nine of it."""
    assert published(url, recording("sv"), 16_000, phrase_list=listed)[-1]["text"] == told
    rows = published(url, recording("sv"), 16_000, phrase_list=listed, max_alternatives=5)
    assert rows[-1]["alternatives"][0]["text"] == told


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([], "has 0 phrases"), ("abc", "is a text"), ({}, "is an object"), (None, "is null"), (1, "a number"),
        ([1], "holds a number"), ([[]], "holds a list"), ([""], "''"), ([" "], "' '"), (["a\x00b"], "words"),
        (["x" * 101], "101 characters"), (["klöver"] * (MAX_PHRASES + 1), f"{MAX_PHRASES + 1} phrases"),
        (["abc"], "ever heard"), (["[unk]"], "ever heard"), (["\ud800"], "words"),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_a_list_that_is_none(url, value, says):
    with pytest.raises(InputError, match=says):
        phrases(value, {"klöver", "tia"})
    with connect(url) as socket:
        socket.send(json.dumps({"config": {"phrase_list": value}}))
        (row,) = rest(socket)
        assert row["error"]["code"] == "bad-input"
        assert socket.close_code == 1008


def test_narrowing_knows_no_nearest_word():
    assert Phrases(frozenset(("hjärter", "kung"))).narrowed("hjärter dam") == ""


# --- doubt -----------------------------------------------------------------------------------------------


def heard(*shares: tuple[str, float], in_language: bool = True) -> Heard:
    alternatives = tuple(Alternative(text, share, (Word(text, 0, 1, share),)) for text, share in shares)
    return Heard(*shares[0], alternatives[0].words, alternatives, in_language)


@pytest.mark.parametrize(
    ("given", "text", "doubt"),
    [
        (heard(("klöver tia", 0.9), ("klöver nia", 0.1)), "klöver tia", ()),
        (heard(("klöver tia", 0.5), ("klöver nia", 0.4)), "", ("klöver tia", "klöver nia")),
        (heard(("klöver tia", 0.5), ("klöver tian", 0.4)), "klöver tia", ()),  # the same card
        (heard(("klöver tia", 0.1), ("[unk]", 0.9)), "", ()), (heard(("d", 0.9)), "d", ()),
        (heard(("klöver tia", 0.9), in_language=False), "", ()),
    ],
)  # fmt: skip
def test_what_is_in_doubt_is_not_told_as_certain(given, text, doubt):
    what = said(given, "sv")
    assert (what.text, what.doubt) == (text, doubt)
    row = vosk.result(what, vosk.Config(), 0.0)
    assert row["text"] == text
    assert row.get("doubt", []) == list(doubt)
    first = vosk.result(what, vosk.Config(alternatives=2), 0.0)["alternatives"][0]
    assert first["text"] == text


def test_doubt_is_narrowed_too():
    asked = vosk.Config(phrases=Phrases(frozenset(("klöver", "nia"))))
    assert vosk.result(Said("", heard(("a", 1.0)), ("klöver tia", "klöver nia")), asked, 0.0) == {
        "text": "", "doubt": ["klöver nia"],
    }  # fmt: skip


# --- what is refused -------------------------------------------------------------------------------------

BAD_VALUES = {
    "sample_rate": ("7999", "192001", "1e999", "NaN", '"x"', "null", "16000.5"),
    "max_alternatives": ("-1", "101", '"3"', "0.5"), "words": ("2", '"no"', "null"),
}  # fmt: skip
BAD_TEXTS = [
    "", "x", "[]", "null", '"eof"', "{}", '{"eof": 0}', '{"config": 1}', '{"config": []}', '{"a":' * 2000,
    *(f'{{"config": {{"{key}": {value}}}}}' for key, values in BAD_VALUES.items() for value in values),
    '{"config": {"sample_rate": 8000, "x": "' + "x" * 66_000 + '"}}',
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: text[:40])
def test_a_text_that_cannot_be_meant(url, text):
    with connect(url) as socket:
        socket.send(text)
        (row,) = rest(socket)
        assert row["error"]["code"] == "bad-input"
        assert any(word in row["error"]["message"] for word in ("expected", "JSON", "65536"))
        assert socket.close_code == 1008


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"x", "bad-input"), (bytes(641), "bad-input"), (bytes(vosk.FRAME_BYTES + 2), "too-large")],
)
def test_sound_that_cannot_be_heard(url, data, code):
    with connect(url) as socket:
        socket.send(data)
        (row,) = rest(socket)
        assert row["error"]["code"] == code
        assert f"{len(data)} bytes" in row["error"]["message"]
        assert socket.close_code == 1008


def test_another_rate_in_the_middle(url):
    with connect(url) as socket:
        socket.send(bytes(640))
        assert json.loads(socket.recv(10)) == {"partial": ""}
        socket.send('{"config": {"sample_rate": 8000}}')
        assert "sample_rate changed" in rest(socket)[0]["error"]["message"]


def test_who_says_nothing_and_who_says_too_much(url):
    with connect(url) as socket:
        assert rest(socket)[0]["error"]["code"] == "idle"
    with connect(url) as socket:
        for _ in range(30):
            socket.send('{"config": {"words": 1}}')
        assert rest(socket)[0]["error"]["code"] == "too-fast"


@pytest.mark.parametrize("lang", ["no", "da", "fi", "x" * 500])
def test_a_language_that_nobody_hears(url, lang):
    with connect(f"{url}/v1/vosk/{lang}") as socket:
        assert rest(socket)[0]["error"]["code"] == "no-voice"


def test_one_too_many_is_told_at_once_and_a_seat_comes_back(url):
    with contextlib.ExitStack() as stack:
        for _ in range(TALKERS):
            there = stack.enter_context(connect(url))
            there.send(bytes(640))
            there.recv(10)
        with connect(url) as socket:
            socket.send(bytes(640))
            assert rest(socket)[0]["error"]["code"] == "full"
            assert socket.close_code == 1013
    end_s = time.monotonic() + 5  # those who left did not say so
    while not texts(published(url, recording("sv"), 16_000)):
        assert time.monotonic() < end_s


def test_the_guard_of_the_service_stands_before_it(pool):
    with running(more=vosk.routes(pool, admits=lambda token: token == TOKEN)) as site:
        place = f"ws://127.0.0.1:{site.port}/v1/vosk"
        with pytest.raises(InvalidStatus), connect(place, origin="https://elsewhere.example"):
            pass
        with connect(place) as socket:
            assert rest(socket)[0]["error"]["code"] == "unauthorised"
        with connect(place, additional_headers={"authorization": f"Bearer {TOKEN}"}) as socket:
            socket.send(EOF)
            assert rest(socket) == [{"text": ""}]


def test_a_path_that_is_nobodys_is_refused():
    with running() as site, pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{site.port}/v1/nothing"):
        pass


def test_without_recognisers():
    with serving(vosk.routes(None)) as address, connect(address.replace("table", "vosk")) as socket:
        assert rest(socket)[0]["error"]["code"] == "no-voice"


# --- what dies -------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_recogniser_that_dies_while_it_listens_is_told(url, pool):
    """The answer that was waited for is lost, and said to be; the next call is heard."""
    (victim,) = pool.pids
    with connect(url) as socket:
        socket.send('{"config": {"sample_rate": 16000}}')
        sound = recording("sv", lead_s=0.4)
        socket.send(sound)
        socket.recv(10)
        os.kill(victim, signal.SIGSTOP)
        socket.send(EOF)
        time.sleep(0.3)
        os.kill(victim, signal.SIGKILL)
        (row,) = rest(socket)
    assert row["error"]["code"] == "recogniser_lost"
    assert row["text"] == ""
    assert texts(published(url, recording("sv"), 16_000)) == ["klöver tia"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_one_that_dies_in_mid_utterance_is_missed_by_nobody(url, pool):
    """The sound is kept here until it is whole: another process hears it."""
    (victim,) = pool.pids
    with connect(url) as socket:
        sound = recording("sv")
        socket.send(sound[: len(sound) // 2])
        socket.recv(10)
        os.kill(victim, signal.SIGKILL)
        while pool.pids in ([], [victim]):
            time.sleep(0.02)
        socket.send(sound[len(sound) // 2 :])
        socket.recv(10)
        socket.send(EOF)
        assert texts(rest(socket)) == ["klöver tia"]


def test_the_figures_of_the_page_are_those_of_the_code():
    page = Path(__file__).parents[3].joinpath("docs", "dialects.md").read_text("utf-8")
    limits = TableLimits()
    figures = (
        f"{MAX_PHRASES:,} phrases", f"{MAX_CHARS} characters", f"{vosk.FRAME_BYTES >> 10} KiB", vosk.PATH,
        f"{JOIN_S} s of quiet", f"{limits.hello_s:g} s before", f"{limits.sound_s_per_min:g} s of it",
    )  # fmt: skip
    assert [one for one in figures if one not in " ".join(page.split())] == []
