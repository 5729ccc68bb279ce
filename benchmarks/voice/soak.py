"""Thousands of utterances in a row by one recogniser: is memory flat, and what does a killed one cost?

    python -m benchmarks.voice.soak [CLIP.wav ...] [--count 5000] [--kills 5] [--lang sv] [--most 8]

Each utterance is heard against the whole call language. Without clips, sound is made: buzzes and noise of
0.3 to 1.2 s, always the same. Every 500 utterances the resident memory of this process and of the
recogniser's is printed. Then the recogniser is killed in mid-utterance, ``--kills`` times: how soon that is
reported, and how soon the next call is answered by a new one. Exit code 1 when a process has grown by more
than ``--most`` MiB after the first reports, or the recogniser ended by itself. Memory is read from
``/proc``, so it needs Linux; the times hold for an idle machine.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import signal
import sys
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from callparser.errors import EngineFailed
from callparser.understand import parse
from callparser.voice.audio import Audio, read_audio
from callparser.voice.calllanguage import call_language
from callparser.voice.engines.vosk import WORKER, VoskEngine
from callparser.voice.hearing import is_sentence
from callparser.voice.meaning import meaning
from callparser.voice.transcribe import choose
from callparser.voice.worker import Worker, command

REPORT_EVERY = 500
#: Waited for an answer: a slow machine is no crash.
PATIENCE_S = 600.0
#: A call that takes long to decode, and how much of it is done when the recogniser is killed.
LONG_S, KILL_AFTER_CPU_S = 30.0, 0.05
_RATE_HZ = 16_000

Hear = Callable[[Audio], object]


@dataclass(frozen=True, slots=True)
class Report:
    """After ``count`` utterances. ``here_mib`` and ``there_mib``: this process, and the recogniser's."""

    count: int
    here_mib: float
    there_mib: float
    seconds: float


def made(seed: int, seconds: float | None = None) -> Audio:
    """Two or three syllables of a buzzing voice, with noise between them; the same for the same seed."""
    chance = random.Random(seed)
    length = round(_RATE_HZ * (seconds or chance.uniform(0.3, 1.2)))
    pitch, formant, beats = chance.uniform(80, 250), chance.uniform(300, 2_500), chance.randint(2, 3)
    voice, colour = 2 * math.pi * pitch / _RATE_HZ, 2 * math.pi * formant / _RATE_HZ
    hiss = cycle([chance.gauss(0, 400) for _ in range(997)])
    loud = (4_000 * abs(math.sin(math.pi * beats * n / length)) for n in range(length))
    values = (level * math.sin(n * voice) * math.cos(n * colour) + next(hiss) for n, level in enumerate(loud))
    return Audio(array("h", map(round, values)), _RATE_HZ)


def listener(engine: VoskEngine, lang: str) -> Hear:
    """From a sound to what was meant, with the whole call language."""
    language = call_language(lang)

    def hear(audio: Audio) -> object:
        heard = choose(
            engine.hear(audio, language, timeout_s=PATIENCE_S), lambda text: is_sentence(text, lang)
        )
        return meaning(heard, lambda text: parse(text, lang, fallback=False))

    return hear


def soak(hear: Hear, worker: Worker, sounds: Iterator[Audio], every: int) -> Iterator[Report]:
    """Hear them all; a report after each ``every``."""
    start = time.monotonic()
    for count, audio in enumerate(sounds, 1):
        try:
            hear(audio)
        except EngineFailed as err:
            raise SystemExit(f"utterance {count}: {err}") from err
        if count % every == 0:
            yield Report(
                count, resident_mib(os.getpid()), resident_mib(worker.pid or 0), time.monotonic() - start
            )


def grown_mib(reports: Sequence[Report]) -> float:
    """By how much the process that grew most has grown since the first report."""
    first, last = reports[0], reports[-1]
    return max(last.here_mib - first.here_mib, last.there_mib - first.there_mib)


def killed(hear: Hear, worker: Worker) -> tuple[float, float]:
    """Kill it in mid-utterance: seconds until that was reported, and until the next call was answered."""
    struck: list[float] = []

    def strike(pid: int) -> None:
        before_s = busy_s(pid)
        while busy_s(pid) < before_s + KILL_AFTER_CPU_S:
            time.sleep(0.005)
        struck.append(time.monotonic())
        os.kill(pid, signal.SIGKILL)

    long, short = made(0, LONG_S), made(1)
    hear(short)
    time.sleep(0.5)  # it makes itself ready for the next call
    thread = threading.Thread(target=strike, args=(worker.pid,))
    thread.start()
    try:
        hear(long)
    except EngineFailed:
        reported = time.monotonic()
    else:
        raise SystemExit("the utterance was over before the recogniser was killed; make LONG_S longer")
    thread.join()
    hear(short)
    return reported - struck[0], time.monotonic() - reported


def resident_mib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def busy_s(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(argv: Sequence[str] | None = None) -> int:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("clips", nargs="*", type=Path, metavar="CLIP.wav", help="instead of made sound")
    args.add_argument("--count", type=int, default=5_000, help="utterances (default %(default)d)")
    args.add_argument("--kills", type=int, default=5, help="times it is killed (default %(default)d)")
    args.add_argument("--lang", default="sv", choices=("sv", "en"))
    args.add_argument("--most", type=float, default=8.0, help="MiB to grow (default %(default)g)")
    opts = args.parse_args(argv)
    if not Path("/proc/self/statm").exists():
        raise SystemExit("found no /proc/self/statm: memory can only be read on Linux")
    sounds = [read_audio(clip) for clip in opts.clips] or [made(seed) for seed in range(100)]
    worker = Worker(command(WORKER))
    with VoskEngine(worker=worker) as engine:
        hear = listener(engine, opts.lang)
        hear(sounds[0])
        first, reports = worker.pid, []
        every = min(REPORT_EVERY, max(1, opts.count // 10))
        for one in soak(hear, worker, islice(cycle(sounds), opts.count), every):
            reports.append(one)
            print(f"{one.count:6d} utterances  here {one.here_mib:6.1f} MiB  recogniser {one.there_mib:6.1f} "
                  f"MiB  {1000 * one.seconds / one.count:5.0f} ms each", flush=True)  # fmt: skip
        flat = grown_mib(reports) <= opts.most and worker.pid == first
        print(f"grown by {grown_mib(reports):.1f} MiB, {'the same' if worker.pid == first else 'another'} "
              f"process at the end: {'ok' if flat else 'NOT FLAT'}")  # fmt: skip
        costs = [killed(hear, worker) for _ in range(opts.kills)]
    if costs:
        told, back = (max(column) for column in zip(*costs, strict=True))
        print(f"killed {len(costs)} times in mid-utterance: reported within {told:.2f} s, "
              f"the next call answered {back:.2f} s after that")  # fmt: skip
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
