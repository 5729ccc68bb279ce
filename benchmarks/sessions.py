"""Two hundred tables at once, twenty of them talking, beside one alone on the same machine.

``python -m benchmarks.sessions``: a server of its own, with its log, and clients in this process, which speak
at the pace of speech, hands-free. Measured is the time from the last sound of a call to its answer at the
client: what the network, the end of speech, recognition, the law and the log take. Then: is every event of
every session there, in order, and in the log; and how soon the talker beyond the limit is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from callparser.service.logbook import entries_of, verify
from callparser.voice.audio import read_audio

ROOT = Path(__file__).parents[1]
WAVS = ROOT / "tests/voice/wavs"
RATE_HZ = 16_000
BLOCK = RATE_HZ // 50
TABLE = {"trump": "S", "dummy": {"S": "KQ4", "H": "K85", "D": "AQ73", "C": "AT2"},
         "last_trick": {"won_by": "N", "won_with": "DK"}}  # fmt: skip
TYPED = {"sv": ["ruter dam", "lågt", "hjärter", "kung", "klöver tio tack", "högt", "spader fyra"],
         "en": ["queen of diamonds", "low", "hearts", "the king", "ten of clubs please"]}  # fmt: skip
ANSWERS = ("resolution", "not_understood", "taken_back", "notice")
SERVER = """
import contextlib, socket, sys
import uvicorn
from starlette.applications import Starlette
from callparser.service.journal import Journal
from callparser.service.pool import Pool
from callparser.service.socket import routes
path, workers, talkers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
listening.listen(512)
with Pool(workers, talkers) as pool, Journal(path) as journal:
    app = Starlette(routes=routes(pool, journal))
    config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", lifespan="off")
    print(listening.getsockname()[1], flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])
"""


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording in a quiet room; its last sound ends after ``last_s``."""

    samples: array[int]
    last_s: float
    lang: str


@dataclass(slots=True)
class Client:
    """One session: all that it was told, and when."""

    socket: ClientConnection
    rows: list[dict[str, Any]] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        async for text in self.socket:
            self.rows.append(json.loads(text) | {"read_s": time.monotonic()})
            self.came.set()

    async def send(self, kind: str, **keys: object) -> None:
        await self.socket.send(json.dumps({"type": kind} | keys))

    async def answer(self, since: int, *kinds: str) -> dict[str, Any]:
        """The first event of these types after so many."""
        async with asyncio.timeout(20):
            while True:
                for row in self.rows[since:]:
                    if row["type"] in kinds:
                        return row
                self.came.clear()
                await self.came.wait()


def clips() -> list[Clip]:
    rows = [line.split("\t") for line in (WAVS / "transcript.tsv").read_text("utf-8").splitlines()[1:]]
    found = [clip(WAVS / file, lang) for file, lang, *_ in rows]
    return [*found, clip(ROOT / "examples/sv-klover-tia.wav", "sv"),
            clip(ROOT / "examples/en-queen-of-hearts.wav", "en")]  # fmt: skip


def clip(path: Path, lang: str) -> Clip:
    audio = read_audio(path)
    assert audio.rate_hz == RATE_HZ
    lead = RATE_HZ // 2
    peak = max(map(abs, audio.samples))
    last = max(n for n, value in enumerate(audio.samples) if abs(value) > 0.03 * peak)
    chance = random.Random(0)
    noise = array("h", (round(chance.gauss(0, 15)) for _ in range(len(audio.samples) + lead + RATE_HZ)))
    for n, value in enumerate(audio.samples):
        noise[lead + n] = max(-32768, min(32767, noise[lead + n] + value))
    return Clip(noise, (lead + last) / RATE_HZ, lang)


@asynccontextmanager
async def session(url: str, **hello: object) -> AsyncIterator[Client]:
    async with connect(url, compression=None, max_queue=None) as socket:
        client = Client(socket)
        reading = asyncio.create_task(client.read())
        await client.send("hello", consent={"log": True}, **hello)
        await client.answer(0, "welcome", "error")
        await client.send("situation", situation=TABLE)
        yield client
        await client.send("bye")
        await reading


async def say(client: Client, one: Clip) -> float:
    """Speak at the pace of speech; seconds from the last sound to the answer."""
    since, start_s = len(client.rows), time.monotonic()
    for at in range(0, len(one.samples), BLOCK):
        block = one.samples[at : at + BLOCK]
        await asyncio.sleep(max(0.0, start_s + (at + len(block)) / RATE_HZ - time.monotonic()))
        await client.socket.send(block.tobytes())
    row = await client.answer(since, "resolution", "not_understood")
    await client.send("situation", situation=TABLE)
    return row["read_s"] - start_s - one.last_s


async def talker(
    url: str, recordings: list[Clip], seconds: float, seed: int, told: list[Client]
) -> list[float]:
    chance = random.Random(seed)
    lang = chance.choice(["sv", "sv", "en"])
    mine = [one for one in recordings if one.lang == lang]
    took = []
    async with session(url, lang=lang, rate_hz=RATE_HZ, mode="hands-free") as client:
        told.append(client)
        await asyncio.sleep(chance.random() * 2)
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            took.append(await say(client, chance.choice(mine)))
            await asyncio.sleep(chance.random())
    return took


async def typist(url: str, seconds: float, seed: int, told: list[Client]) -> list[float]:
    chance = random.Random(seed)
    lang = chance.choice(list(TYPED))
    took = []
    async with session(url, lang=lang, rate_hz=0) as client:
        told.append(client)
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            await asyncio.sleep(chance.uniform(1, 5))
            since, start_s = len(client.rows), time.monotonic()
            await client.send("text", text=chance.choice(TYPED[lang]))
            took.append((await client.answer(since, *ANSWERS))["read_s"] - start_s)
            await client.send("situation", situation=TABLE)
    return took


async def one_too_many(url: str, wait_s: float) -> float:
    """Seconds from the beginning of the connection to being told that there is no room."""
    await asyncio.sleep(wait_s)
    start_s = time.monotonic()
    async with session(url, rate_hz=RATE_HZ) as client:
        error = await client.answer(0, "error")
        assert error["code"] == "full", error
        return float(error["read_s"] - start_s)


async def run(url: str, pid: int, args: argparse.Namespace) -> list[Client]:
    recordings, told = clips(), list[Client]()
    await talker(url, recordings, 4.0, 0, [])  # what is loaded at the first call
    alone = await talker(url, recordings, args.alone, 1, told)
    typists = [typist(url, args.seconds, 100 + n, told) for n in range(args.sessions - args.talking)]
    talkers = [talker(url, recordings, args.seconds, 1000 + n, told) for n in range(args.talking)]
    start_s, before, mine_s = time.monotonic(), cpu_s(pid), time.process_time()
    late_s, *took = await asyncio.gather(one_too_many(url, args.seconds / 2), *talkers, *typists)
    cores = [
        (now - then) / (time.monotonic() - start_s) for now, then in zip(cpu_s(pid), before, strict=True)
    ]
    mine = (time.process_time() - mine_s) / (time.monotonic() - start_s)
    together = [one for part in took[: args.talking] for one in part]
    typed = [one for part in took[args.talking :] for one in part]
    print(f"one session alone: {len(alone)} calls, {quantiles(alone)}")
    print(f"{args.sessions} sessions, {args.talking} of them talking: {len(together)} calls, "
          f"{quantiles(together)}; typed: {len(typed)} lines, {quantiles(typed)}")  # fmt: skip
    print(f"cores in use: server {cores[0]:.2f}, recognisers {cores[1]:.2f}, clients {mine:.2f}")
    print(f"ratio of the medians: {quantile(together, 0.5) / quantile(alone, 0.5):.2f}")
    print(f"the talker beyond the limit was told after {1000 * late_s:.0f} ms")
    return told


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def quantiles(values: list[float]) -> str:
    found = (quantile(values, share) for share in (0.5, 0.95, 1.0))
    return "median {:.3f} s, 95 % {:.3f} s, longest {:.3f} s".format(*found)


def check(told: list[Client], log: Path) -> None:
    """Every session's events are there, in order, and in the log."""
    logged: dict[str, dict[int, dict[str, Any]]] = {}
    for entry in entries_of(log):
        if entry.kind.startswith("server."):
            logged.setdefault(entry.session, {})[entry.row()["seq"]] = entry.row()
    gaps = missing = 0
    for client in told:
        seqs = [row["seq"] for row in client.rows]
        gaps += seqs != list(range(1, len(seqs) + 1))
        mine = logged[client.rows[0]["session"]]
        for row in client.rows:
            row = {key: value for key, value in row.items() if key not in ("read_s", "token")}
            missing += mine.get(row["seq"]) != row
    report = verify(log)
    events = sum(len(client.rows) for client in told)
    print(f"{events} events read in {len(told)} sessions; with a gap: {gaps}; not in the log: {missing}")
    print(f"log: {report.events} events in {len(report.ends)} sessions, fault: {report.fault}")


def cpu_s(pid: int) -> tuple[float, float]:
    """Processor time of a process, and of its children that are running."""
    own = children = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used = int(fields[11]) + int(fields[12])
        own += used * (int(stat.parent.name) == pid)
        children += used * (int(fields[1]) == pid)
    tick = os.sysconf("SC_CLK_TCK")
    return own / tick, children / tick


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--talking", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--alone", type=float, default=60.0, help="seconds of the session alone")
    args = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load "
          f"{os.getloadavg()[0]:.1f}; {args.workers} recognisers")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.db"
        command = [sys.executable, "-c", SERVER, str(log), str(args.workers), str(args.talking)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            url = f"ws://127.0.0.1:{process.stdout.readline().strip()}/v1/table"
            told = asyncio.run(run(url, process.pid, args))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)
        check(told, log)


if __name__ == "__main__":
    main()
