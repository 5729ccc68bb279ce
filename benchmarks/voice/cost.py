"""What listening costs: CPU time, memory, and the wait after the last sound.

    python -m benchmarks.voice.cost SHARDS [--model NAME|DIR]

CPU time and memory are those of processes started for the purpose (on Linux; elsewhere only the wait is
measured). Every figure that has a target stands beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks import endpoint
from benchmarks.voice.calls import Clip, clips, meant_by
from benchmarks.voice.sounds import CLEAN
from callparser.voice.calllanguage import call_language
from callparser.voice.engine import UNKNOWN
from callparser.voice.engines.vosk import WORKER, VoskEngine
from callparser.voice.hearing import Hearing
from callparser.voice.models import find
from callparser.voice.worker import Worker, command

RATE_HZ: Final = 16_000
LANGUAGES: Final = ("sv", "en")
_TURNS: Final = 60
_CLIPS: Final = 40
#: CPU seconds of importing vosk, and the memory of a process that does no more; CPU seconds of loading the
#: model there, and of a recogniser with the graph in the model's folder.
_BARE: Final = """
import sys, time, json
start = time.process_time(); import vosk; done = time.process_time()
memory = [line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1]
vosk.SetLogLevel(-1); again = time.process_time(); model = vosk.Model(sys.argv[1])
loaded = time.process_time(); made = [vosk.KaldiRecognizer(model, 16000) for _ in range(20)]
print(json.dumps([done - start, int(memory) / 1024, loaded - again, (time.process_time() - loaded) / 20]))
"""


class Cost(NamedTuple):
    """``most``: what is wanted at most; ``None`` where nothing is."""

    what: str
    value: float
    unit: str
    most: float | None = None

    def line(self) -> tuple[str, str, str]:
        wanted = "" if self.most is None else f"at most {self.most:g} {self.unit}".rstrip()
        return self.what, f"{self.value:.3g} {self.unit}".rstrip(), wanted


def measured(model: str | None, some: Sequence[Clip]) -> list[Cost]:
    spread = some[:: max(1, len(some) // _CLIPS)]
    work = _work(model, spread) if Path("/proc/self/stat").exists() else []
    return [*work, *_waits(model, spread)]


def _work(model: str | None, some: Sequence[Clip]) -> list[Cost]:
    path = str(find(model, engine="vosk").path)
    bare = [_bare(path) for _ in range(5)]
    importing, memory, loading, making = (statistics.median(values) for values in zip(*bare, strict=True))
    worker, before = Worker(command(WORKER)), time.process_time()
    with VoskEngine(model, worker) as engine:
        hearing = {lang: Hearing(engine, lang) for lang in LANGUAGES}
        hearing[some[0].lang].warm()
        started = cpu_s(worker) + time.process_time() - before
        quiet = array("h", bytes(2 * RATE_HZ // 10))
        turns = _turns(worker, hearing, [(some[0].lang, quiet)] * _TURNS) / _TURNS
        sounds = [(clip.lang, CLEAN.sound(clip.samples).samples) for clip in some]
        sounds.sort(key=lambda pair: pair[0])
        speech_s = sum(len(sound) for _, sound in sounds) / RATE_HZ
        factor = _turns(worker, hearing, sounds) / speech_s
        most_mb = _memory(worker)
    return [
        Cost("import vosk", importing, "CPU s"),
        Cost("load the model, of import vosk", loading / importing, "", 0.5),
        Cost("a new recogniser, of import vosk", making / importing, "", 0.02),
        Cost("start, to the first answer", started, "CPU s"),
        Cost("a turn with a tenth of a second of quiet in it", turns, "CPU s"),
        Cost("real-time factor, recogniser and parser", factor, "", 0.03),
        Cost("streams a core", 1 / factor, ""),
        Cost("memory over bare vosk", most_mb - memory, "MB", 25),
    ]


def _bare(path: str) -> list[float]:
    command = [sys.executable, "-c", _BARE, path]
    return list(json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout))


def _turns(worker: Worker, hearing: dict[str, Hearing], sounds: Sequence[tuple[str, array[int]]]) -> float:
    """CPU seconds of the recogniser and of us."""
    before = cpu_s(worker) + time.process_time()
    for lang, sound in sounds:
        meant_by(hearing[lang].hear(sound, RATE_HZ, timeout_s=60.0), lang)
    return cpu_s(worker) + time.process_time() - before


def cpu_s(worker: Worker) -> float:
    """CPU seconds of the recogniser so far; 0 where the system does not say."""
    if not Path("/proc/self/stat").exists() or worker.pid is None:
        return 0.0
    fields = Path(f"/proc/{worker.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(worker: Worker) -> float:
    """The most it ever had, in MB."""
    lines = Path(f"/proc/{worker.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def _waits(model: str | None, some: Sequence[Clip]) -> list[Cost]:
    """As :mod:`benchmarks.endpoint` measures it, on these recordings."""
    scenes = [(clip.lang, *endpoint.scene(clip.samples)) for clip in some]
    with VoskEngine(model) as engine:
        hearing = {lang: Hearing(engine, lang) for lang in LANGUAGES}
        for one in hearing.values():
            one.warm()
        ours = [endpoint.heard(sound, hearing[lang], last_s) for lang, sound, last_s in scenes]
        lists = {
            lang: [*call_language(lang).within(set(engine.words)).factored(), UNKNOWN] for lang in hearing
        }
    theirs = endpoint.vosk_ends([(lists[lang], sound, last_s) for lang, sound, last_s in scenes])
    shares = sorted(mine / other for (mine, _), other in zip(ours, theirs, strict=True))
    mine = sorted(one for one, _ in ours)
    return [
        Cost("recordings cut, or not noticed", sum(count != 1 for _, count in ours), f"of {len(ours)}", 0),
        Cost("last sound to card, median", endpoint.middle(mine), "s"),
        Cost("last sound to card, longest", mine[-1], "s"),
        Cost("vosk's own end-point, median", endpoint.middle(sorted(theirs)), "s"),
        Cost("last sound to card, of vosk's end-point, median", endpoint.middle(shares), "", 0.35),
        Cost("the same, most", shares[-1], "", 0.35),
    ]


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("shards", type=Path)
    args.add_argument("--model")
    opts = args.parse_args()
    found: Any = measured(opts.model, [clip for clip in clips(opts.shards) if clip.kind == "call"])
    for what, value, wanted in (cost.line() for cost in found):
        print(f"{what:<50}{value:<14}{wanted}")


if __name__ == "__main__":
    main()
