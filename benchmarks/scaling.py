"""What one who speaks costs: time and memory of a recogniser, of the service, and of the way by a broker.

``python -m benchmarks.scaling``; the figures of the broker need ``nats-server``. Times are processor seconds,
so that other work on the machine changes them little; what is waited for is said to be.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from callparser.service.limits import TableLimits
from callparser.service.listeners import Listeners
from callparser.service.pool import Pool
from callparser.service.sitting import Sitting
from callparser.service.terms import Terms
from callparser.voice.attention import Attention
from callparser.voice.audio import read_audio
from callparser.voice.resample import Resampler
from callparser.voice.source import BLOCK_S, RATE_HZ, Block

WAVS = Path(__file__).parents[1] / "tests/voice/wavs"
SESSIONS = 200
ROUNDS = 4
#: So many calls wait at a time: as many as one worker of one recogniser takes.
_AT_ONCE = 4
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def calls() -> list[tuple[str, array[int]]]:
    """Language and sound of every recording of the tests."""
    found = []
    for path in sorted(WAVS.glob("*.wav")):
        audio = read_audio(str(path))
        samples = Resampler(audio.rate_hz, RATE_HZ).feed(audio.samples, last=True)
        found.append(("en" if "_en_" in path.name else "sv", samples))
    return found


def spent_s(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK_S


def resident_mib(pid: int | str) -> float:
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def recogniser(pool: Pool, said: list[tuple[str, array[int]]]) -> None:
    (pid,) = pool.pids
    before_s = spent_s(pid)
    waits_s = waited(pool, said * ROUNDS)
    used_s = (spent_s(pid) - before_s) / len(said) / ROUNDS
    sound_s = statistics.fmean(len(samples) / RATE_HZ for _, samples in said)
    print(f"recogniser: {resident_mib(pid):.0f} MiB; {used_s:.3f} s of a core a call of {sound_s:.2f} s, "
          f"waited for {statistics.median(waits_s):.3f} s in median ({len(waits_s)} calls)")  # fmt: skip


def waited(pool: Listeners, said: list[tuple[str, array[int]]]) -> list[float]:
    """One call after the other: how long each was waited for."""
    found = []
    for lang, samples in said:
        start_s = time.perf_counter()
        turn = pool.turn(lang, lambda _: None)
        turn.hear(samples).result()
        turn.end()
        found.append(time.perf_counter() - start_s)
    return found


def together_s(pool: Listeners, said: list[tuple[str, array[int]]]) -> float:
    """Some calls at a time: what one of them took."""
    start_s = time.perf_counter()
    for at in range(0, len(said), _AT_ONCE):
        hearings = [
            pool.turn(lang, lambda _: None).hear(samples) for lang, samples in said[at : at + _AT_ONCE]
        ]
        for one in hearings:
            one.result()
    return (time.perf_counter() - start_s) / len(said)


def listening(rate_hz: int) -> None:
    """What the service does with a second of sound in which nobody speaks, or somebody does."""
    resampler, attention, at_s = Resampler(rate_hz, RATE_HZ), Attention(), 0.0
    attention.open(0.0)
    sound = [samples for _, samples in calls()]
    quiet = array("h", bytes(2 * RATE_HZ))
    stream = Resampler(RATE_HZ, rate_hz).feed(sum((one + quiet for one in sound), array("h")), last=True)
    step = int(rate_hz * BLOCK_S)
    start_s = time.process_time()
    for at in range(0, len(stream), step):
        at_s += BLOCK_S
        attention.take(Block(resampler.feed(stream[at : at + step]), at_s))
    used_s = (time.process_time() - start_s) / (len(stream) / rate_hz)
    print(f"service: {1000 * used_s:.1f} ms of a core a second of sound at {rate_hz} Hz")


async def sessions(pool: Pool) -> None:
    """Memory of a session that listens."""
    before_mib = resident_mib("self")
    there = [Sitting(Terms(), TableLimits(), pool) for _ in range(SESSIONS)]
    for one in there:
        assert one.listener is not None
        one.listener.go_on()
        one.listener.hear(bytes(10 * 2 * RATE_HZ))
    print(f"service: {1024 * (resident_mib('self') - before_mib) / SESSIONS:.0f} KiB a session that listens")
    for one in there:
        one.close()


@contextmanager
def nats_server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = ["nats-server", "-a", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        time.sleep(0.5)
        yield f"nats://127.0.0.1:{port}"
        print(f"broker: {resident_mib(server.pid):.0f} MiB, {spent_s(server.pid):.2f} s of a core in all")
        server.terminate()


@contextmanager
def worker(url: str) -> Iterator[None]:
    command = [sys.executable, "-m", "callparser", "voice-worker", "--recognisers", "1", "--broker", url]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        child.stderr.readline()
        yield
        child.terminate()


def by_broker(said: list[tuple[str, array[int]]]) -> None:
    from callparser.service.remotepool import RemotePool

    with ExitStack() as stack:
        url = stack.enter_context(nats_server())
        stack.enter_context(worker(url))
        pool = stack.enter_context(RemotePool(url))
        waits_s = waited(pool, said * ROUNDS)
        print(f"broker: a call was waited for {statistics.median(waits_s):.3f} s in median")
        one_s = together_s(pool, said * ROUNDS)
        stack.enter_context(worker(url))
        two_s = together_s(pool, said * ROUNDS)
        speed = f"{1 / one_s:.1f} a second with one worker, {1 / two_s:.1f} with two"
        print(f"broker: {_AT_ONCE} calls at a time, {speed}")


def main() -> None:
    said = calls()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for rate_hz in (16_000, 48_000):
        listening(rate_hz)
    with Pool(workers=1, talkers=SESSIONS) as pool:
        recogniser(pool, said)
        asyncio.run(sessions(pool))
    if shutil.which("nats-server"):
        by_broker(said)


if __name__ == "__main__":
    main()
