"""Voice workers behind a NATS broker: two of them on this machine, and what happens as they die."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("nats")
pytest.importorskip("vosk")
pytest.importorskip("soxr")
pytest.importorskip("websockets")

from callparser.cli.main import main
from callparser.errors import EngineFailed, InputError
from callparser.service import broker
from callparser.service.broker import Answer
from callparser.service.remotepool import RemotePool
from callparser.service.socket import routes
from callparser.voice.engine import Alternative, Heard, Word
from tests.service.conftest import serving
from tests.service.player import Player, clip

pytestmark = pytest.mark.skipif(
    os.name != "posix" or shutil.which("nats-server") is None,
    reason="there is no nats-server on this machine",
)
EXAMPLES = Path(__file__).parents[2] / "examples"
SAMPLES = array("h", clip(EXAMPLES / "sv-klover-tia.wav", lead_s=0.3))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen(
        ["nats-server", "-a", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        until(lambda: answers(port))
        yield f"nats://127.0.0.1:{port}"
        server.terminate()


@pytest.fixture
def pool(url: str) -> Iterator[RemotePool]:
    with RemotePool(url, talkers=3) as made:
        yield made


@contextmanager
def worker(url: str) -> Iterator[subprocess.Popen[str]]:
    """``callparser voice-worker`` as a process, ready."""
    command = [sys.executable, "-m", "callparser", "voice-worker", "--recognisers", "1", "--broker", url]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stderr is not None
            assert "listens at" in (line := child.stderr.readline()), line + child.stderr.read()
            yield child
        finally:
            child.kill()


def answers(port: int) -> bool:
    with socket.socket() as wire:
        return wire.connect_ex(("127.0.0.1", port)) == 0


def until(done: Callable[[], bool], timeout_s: float = 5.0) -> None:
    end_s = time.monotonic() + timeout_s
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def heard(pool: RemotePool) -> str:
    return pool.turn("sv", lambda _: None).hear(SAMPLES).result(12).text


def lost(pool: RemotePool) -> bool:
    try:
        return heard(pool) != "klöver tia"
    except EngineFailed:
        return True


def test_two_workers_one_dies_and_it_goes_on(url: str, pool: RemotePool) -> None:
    with serving(routes(pool)) as table, ExitStack() as stack:
        with Player(table, rate_hz=16_000) as early:  # nobody listens yet
            assert early.until("error")["code"] == "full"
        first, second = (stack.enter_context(worker(url)) for _ in range(2))
        until(pool.admit)
        pool.dismiss()
        assert pool.why_not("da")

        player = stack.enter_context(Player(table, rate_hz=16_000))
        player.send("situation", situation=json.loads((EXAMPLES / "sv-klover-tia.json").read_text("utf-8")))
        player.say(clip(EXAMPLES / "sv-klover-tia.wav"), pace=0)
        assert player.until("played")["card"] == "CT"

        many = [pool.turn("sv", lambda _: None).hear(SAMPLES) for _ in range(6)]
        assert {one.result(12).text for one in many} == {"klöver tia"}

        os.kill(first.pid, signal.SIGSTOP)  # it has a turn in its hands, and says nothing
        until(lambda: lost(pool), 30)
        first.kill()
        first.wait()
        assert [heard(pool) for _ in range(6)] == ["klöver tia"] * 6
        player.say(clip(EXAMPLES / "sv-klover-tia.wav"), pace=0)
        assert player.until("heard")["text"] == "klöver tia"

        second.send_signal(signal.SIGTERM)
        assert second.wait(10) == 0
        start_s = time.monotonic()
        with pytest.raises(EngineFailed, match="no voice worker"):
            heard(pool)
        assert time.monotonic() - start_s < 1
        until(lambda: not pool.admit())
        player.say(clip(EXAMPLES / "sv-klover-tia.wav"), pace=0)
        assert player.until("error")["code"] == "recogniser_lost"
        assert player.text("klöver tio", "resolution")  # typed calls go on


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ([b"x"], "lost"), ([b"[]"], "lost"), ([b'{"heard": {"text": 3}}'], "lost"), ([b"{}"], "lost"),
        ([broker.write(Answer(working=True))], "lost"), ([], "lost"), ([b"[" * 100_000], "lost"),
        ([broker.write(Answer(failed="it broke"))], "it broke"), ([broker.write(Answer(full=True))], "busy"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_worker_that_answers_rubbish(url: str, pool: RemotePool, answers: list[bytes], says: str) -> None:
    async def rubbish(message):
        for one in answers:
            await message.respond(one)

    async def served():
        client = await broker.connect(url, "test")
        await client.subscribe(broker.subject("sv"), broker.GROUP, cb=rubbish)
        await client.flush()
        hearing = pool.turn("sv", lambda _: None).hear(SAMPLES)
        with pytest.raises(EngineFailed, match=says):
            await asyncio.wrap_future(hearing)
        await client.close()

    asyncio.run(served())


@pytest.mark.parametrize("size", [1, broker.SOUND_BYTES + 2])
def test_a_worker_that_is_asked_rubbish(url: str, size: int) -> None:
    from callparser.service.voiceworker import _Worker

    class Deaf:
        def why_not(self, lang: str) -> str:
            return "" if lang == "sv" else "no"

    async def asked():
        client = await broker.connect(url, "test")
        await _Worker(Deaf(), 0).subscribe(client)
        answers = [await client.request(broker.subject("sv"), data) for data in (bytes(size), b"", b"ok")]
        await client.publish(broker.subject("sv"), b"nobody waits for an answer")
        await client.close()
        return [broker.read(one.data) for one in answers]

    refused, here, full = asyncio.run(asked())
    assert f"{size} bytes" in refused.failed
    assert (here.here, full.full) == (True, True)


def test_what_was_heard_goes_over_the_wire() -> None:
    word = Word("tia", 0.1, 0.5, 0.9)
    whole = Heard("tia", 0.9, (word,), (Alternative("tia", 0.9, (word,)), Alternative("[unk]", 0.1)), True)
    assert broker.read(broker.write(Answer(heard=whole))).heard == whole


@pytest.mark.parametrize("url", ["x", "http://x", "nats://", "nats://x:99999", "127.0.0.1:4222"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(InputError, match="expected nats://"):
        broker.shown(url)


def test_a_broker_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"nats://somebody:secret-word@127.0.0.1:{port}"
    with pytest.raises(InputError, match="cannot reach the voice broker"), RemotePool(address):
        pass
    assert main(["voice-worker", "--recognisers", "1", "--broker", address]) == 2
    told = capsys.readouterr().err
    assert f"cannot reach the voice broker at nats://127.0.0.1:{port}" in told
    assert "secret-word" not in told
    assert "Traceback" not in told
