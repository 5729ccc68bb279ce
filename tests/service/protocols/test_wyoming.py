"""Wyoming, spoken by the client of the package ``wyoming``; and by those that mean no good."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from contextlib import closing

import pytest

pytest.importorskip("wyoming")

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.intent import Intent, NotRecognized, Recognize
from wyoming.ping import Ping

from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.service.limits import TableLimits
from callparser.service.protocols import wyoming
from tests.service.protocols.conftest import CALLS, TALKERS, recording


@pytest.fixture(scope="module")
def port(pool):
    with wyoming.serving("127.0.0.1", 0, pool) as found:
        yield found


def talk(port: int, *said, answers: int = 1) -> list[Event]:
    """Say all of it, then read so many answers."""

    async def conversation():
        async with AsyncClient.from_uri(f"tcp://127.0.0.1:{port}", read_timeout=10) as client:
            for one in said:
                await client.write_event(one if isinstance(one, Event) else one.event())
            return [await client.read_event() for _ in range(answers)]

    return asyncio.run(conversation())


def spoken(lang: str, rate_hz: int = 16_000, **quiet: float):
    """A recording as a satellite sends it."""
    sound = recording(lang, rate_hz, **quiet)
    yield AudioStart(rate_hz, 2, 1)
    for at in range(0, len(sound), 2048):
        yield AudioChunk(rate_hz, 2, 1, sound[at : at + 2048])
    yield AudioStop()


def test_it_says_what_it_is(port):
    info = Info.from_event(talk(port, Describe())[0])
    (asr,), (intent,) = info.asr, info.intent
    assert asr.models[0].languages == ["sv", "en"]
    assert intent.models[0].languages == ["sv", "en", "no", "da"]
    assert asr.installed
    assert asr.attribution.name


def test_ping(port):
    assert talk(port, Ping("x"))[0].data == {"text": "x"}


@pytest.mark.parametrize("lang", CALLS)
@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 22_050, 48_000])
def test_a_spoken_call_is_a_transcript(port, lang, rate_hz):
    (event,) = talk(port, Transcribe(language=lang), *spoken(lang, rate_hz, lead_s=0.3, tail_s=0.5))
    transcript = Transcript.from_event(event)
    assert (transcript.text, transcript.language) == (CALLS[lang][1], lang)


def test_what_is_spoken_is_what_is_meant(port):
    """As Home Assistant goes on: the transcript of one service is given to the next."""
    (heard,) = talk(port, Transcribe(language="sv-SE"), *spoken("sv"))
    (meant,) = talk(port, heard)
    assert Intent.from_event(meant).to_rhasspy()["slots"] == {"suit": "C", "rank": "T"}


def test_two_calls_are_no_call(port):
    """Of "klöver tia ... klöver tia" neither is told: one of two would be taken for all."""
    both = [*spoken("sv", tail_s=1.0)][:-1] + [*spoken("sv", tail_s=0.5)][1:]
    (event,) = talk(port, *both)
    assert Transcript.from_event(event).text == ""


@pytest.mark.parametrize("sound", [b"", bytes(32_000)])
def test_silence(port, sound):
    (event,) = talk(port, AudioStart(16_000, 2, 1), AudioChunk(16_000, 2, 1, sound), AudioStop())
    assert Transcript.from_event(event).text == ""


@pytest.mark.parametrize(
    ("text", "lang", "name", "slots"),
    [
        ("hjärter åtta", "sv", "card", {"suit": "H", "rank": "8"}),
        ("queen of hearts", "en-GB", "card", {"suit": "H", "rank": "Q"}),
        ("lågt", "sv", "low", {}), ("spar dame", "nb", "card", {"suit": "S", "rank": "Q"}),
        ("resten är mina", "sv", "claim", {}),
    ],
)  # fmt: skip
def test_a_text_is_an_intent(port, text, lang, name, slots):
    (event,) = talk(port, Event("transcript", {"text": text, "language": lang}))
    intent = Intent.from_event(event).to_rhasspy()
    assert intent["intent"]["name"] == name
    assert slots.items() <= intent["slots"].items()


@pytest.mark.parametrize("text", ["", "kaffe", "hjrter åtta", "D", "hjärter, nej ruter", "\x00", "x" * 500])
def test_what_is_in_doubt_is_not_recognized(port, text):
    (event,) = talk(port, Recognize(text))
    assert NotRecognized.is_type(event.type)
    assert NotRecognized.from_event(event).text == load_messages("sv").listening["again"]


# --- what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Event("transcribe", {"language": "fi"}), "bad-input"),
        (Event("transcribe", {"language": 3}), "bad-input"), (Event("recognize", {"text": 3}), "bad-input"),
        (Event("recognize", {"text": "x" * 501}), "bad-input"),
        (AudioStart(16_000, 4, 1).event(), "bad-input"), (AudioStart(16_000, 2, 2).event(), "bad-input"),
        (AudioStart(7_999, 2, 1).event(), "bad-input"), (AudioStart(10**12, 2, 1).event(), "bad-input"),
        (Event("audio-start", {}), "bad-input"), (Event("audio-start", {"rate": "x"}), "bad-input"),
        (AudioStop().event(), "bad-message"),
    ],
    ids=lambda value: str(value)[:70],
)  # fmt: skip
def test_what_cannot_be_had_is_an_error_and_the_connection_goes_on(port, event, code):
    error, after = talk(port, event, Recognize("hjärter åtta"), answers=2)
    assert Error.from_event(error).code == code
    assert "expected" in Error.from_event(error).text
    assert Intent.is_type(after.type)


def test_a_language_that_nobody_hears(port):
    (event,) = talk(port, Transcribe(language="da"), AudioStart(16_000, 2, 1))
    assert Error.from_event(event).code == "no-voice"


def test_an_unknown_event_is_left_alone(port):
    assert Info.is_type(talk(port, Event("brummelibrum", {"a": 1}), Describe())[0].type)


def test_sound_that_changes_or_does_not_end(port):
    changed = talk(port, AudioStart(16_000, 2, 1), AudioChunk(8_000, 2, 1, b"xx"))
    assert Error.from_event(changed[0]).code == "bad-input"
    minute = [AudioChunk(16_000, 2, 1, bytes(128_000))] * 16
    endless = talk(port, AudioStart(16_000, 2, 1), *minute)
    assert "longer than 60 s" in Error.from_event(endless[0]).text


@pytest.mark.parametrize(
    "data",
    [
        b"\n", b"x\n", b"[]\n", b"null\n", b"{}\n", b'{"type": 3}\n', b'{"type": "x", "data": []}\n',
        b"\xff\xfe\n", b"x" * 100_000, b"[" * 60_000 + b"\n", b'{"type": "ping", "data_length": 1e999}\n',
        b'{"type": "ping", "data_length": "9"}\n', b'{"type": "ping", "payload_length": 1000000000000}\n',
        b'{"type": "ping", "data_length": 131073}\n', b'{"type": "ping", "data_length": 2}\nxx',
        b'{"type": "ping", "data_length": 2, "data": 3}\n{}', b'{"type": "ping", "data_length": 3}\n[1]',
    ],
    ids=lambda data: str(data[:50]),
)  # fmt: skip
def test_what_is_no_event_ends_the_connection_and_nothing_else(port, data):
    with closing(socket.create_connection(("127.0.0.1", port), 10)) as wire:
        wire.sendall(data)
        told = b""
        while chunk := wire.recv(65_536):
            told += chunk
    assert told == b"" or json.loads(told.splitlines()[0])["type"] == "error"
    assert Intent.is_type(talk(port, Recognize("hjärter åtta"))[0].type)


def test_one_too_many_is_told_at_once_and_a_seat_comes_back(port):
    async def crowd():
        clients = [
            AsyncClient.from_uri(f"tcp://127.0.0.1:{port}", read_timeout=10) for _ in range(TALKERS + 1)
        ]
        for client in clients:
            await client.connect()
            await client.write_event(AudioStart(16_000, 2, 1).event())
        full = await clients[-1].read_event()
        for client in clients:
            await client.disconnect()
        return full

    assert Error.from_event(asyncio.run(crowd())).code == "full"
    end_s = time.monotonic() + 5
    while Transcript.is_type(talk(port, *spoken("sv"))[0].type) is False:
        assert time.monotonic() < end_s


def test_who_may_come(pool):
    with wyoming.serving("127.0.0.1", 0, pool, limits=TableLimits(sessions=0)) as port:
        assert Error.from_event(talk(port)[0]).code == "full"
    hall = wyoming._Hall(pool, frozenset(("192.0.2.7",)), TableLimits())
    found = [hall._may_come(address) for address in ("127.0.0.1", "::1", "192.0.2.7", "192.0.2.8", "x")]
    assert found == [True, True, True, False, False]


def test_a_port_that_is_taken(port, pool):
    with pytest.raises(InputError, match="cannot listen"), wyoming.serving("127.0.0.1", port, pool):
        pass


# --- what dies -------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_recogniser_that_dies_while_it_listens_is_told(port, pool):
    (victim,) = pool.pids

    async def conversation():
        async with AsyncClient.from_uri(f"tcp://127.0.0.1:{port}", read_timeout=10) as client:
            os.kill(victim, signal.SIGSTOP)
            for one in spoken("sv"):
                await client.write_event(one.event())
            await asyncio.sleep(0.3)
            os.kill(victim, signal.SIGKILL)
            lost = await client.read_event()
            for one in spoken("sv"):
                await client.write_event(one.event())
            return lost, await client.read_event()

    lost, again = asyncio.run(conversation())
    assert Error.from_event(lost).code == "recogniser_lost"
    assert Transcript.from_event(again).text == "klöver tia"
