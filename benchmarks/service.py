"""What an answer costs over HTTP: ``POST /v1/resolve`` against a constant text through the same route.

One worker on one processor, wrk on another. Two routes of this benchmark are made of the service's own
parts: guard, media types, reading of the body, reply. ``constant`` sends one text and does not look at the
body. ``decoded`` decodes every body, looks for its call among the known ones and encodes one row: the whole
route but for the answer. All are loaded in turn with the same bodies, and the ratios are taken round by
round. The bodies: sentences of the grammars in four languages, each on a table of its own, or the casebook
of Law 46. CPU: user and system time of the server.

    python -m benchmarks.service [--rounds 5] [--seconds 4] [--bodies drawn|casebook] [--slips 0]

Needs wrk (Debian: ``apt-get install wrk``) and two processors.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import re
import statistics
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from starlette.routing import Route
from uvicorn import Server

from benchmarks.typos import Slips, drawn
from callparser.cards import PACK, Hand
from callparser.grammar.load import load
from callparser.languages import LANGUAGES
from callparser.service.app import create_app
from callparser.service.calls import Calls
from callparser.service.longway import LongWay
from callparser.service.rates import Rates
from callparser.service.rows import write
from callparser.service.server import configured, listening
from callparser.service.settings import Limits, Settings
from callparser.wire import answer
from tests.corpus import CASES

BARS: Final = {"cpu": 1.3, "p99": 3.0}
#: So many situations are drawn: more than one round asks, at the bar.
_CALLS: Final = 4096


#: What a client sends of a case.
KEYS: Final = (
    "id", "utterance", "pause_s", "lang", "edition", "trump", "dummy", "dummy_seat", "trick", "last_trick",
    "played", "intention",
)  # fmt: skip


class Constant(Calls):
    """The same route, but for what is said in it."""

    def __init__(self, text: bytes) -> None:
        super().__init__(lambda row: row, Limits(), Rates(Limits()), LongWay(False))
        self._text = text

    async def one(self, body: bytes) -> bytes:
        return self._text


class Decoded(Calls):
    """The route of ``/v1/resolve`` but for the answer, which is one row."""

    def __init__(self, row: dict[str, Any]) -> None:
        super().__init__(lambda asked: row, Limits(), Rates(Limits()), LongWay(False))


def cases() -> list[dict[str, Any]]:
    """The situations of the casebook; what is expected of them is left out, as a client would."""
    rows = [row for path in sorted(CASES.glob("law46_cases_*.jsonl")) for row in lines(path)]
    return [{key: row[key] for key in KEYS if key in row} for row in rows]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def situations(slips: int) -> list[dict[str, Any]]:
    """Calls in every language, each on a table of its own; ``slips`` of a hundred are misspelled."""
    chance = random.Random(46)
    rows = []
    for lang in LANGUAGES:
        pen = Slips(load(lang).slips.keyboard, 4, 46)
        for at, text in enumerate(drawn(lang, _CALLS // len(LANGUAGES), 46)):
            cards = chance.sample(PACK, 14)
            rows.append(
                {
                    "id": f"{lang}-{at}",
                    "utterance": pen.slip(text) if chance.randrange(100) < slips else text,
                    "lang": lang,
                    "edition": "2017",
                    "trump": chance.choice(["S", "H", "D", "C", "NT"]),
                    "dummy": Hand.of(cards[:9]).holdings(),
                    "dummy_seat": "N",
                    "trick": [{"seat": "W", "card": cards[9].code}],
                    "last_trick": {"won_by": "W", "won_with": cards[10].code, "led": cards[11].code},
                    "played": [card.code for card in cards[12:]],
                    "intention": None,
                }
            )
    return rows


def run_server(ours: Any, core: int, row: dict[str, Any]) -> None:
    os.sched_setaffinity(0, {core})
    settings = Settings(fallback=False)
    config = configured(settings)
    config.app = create_app(settings)
    config.app.router.routes[1:1] = [
        Route("/v1/constant", Constant(write(row)), methods=["POST"]),
        Route("/v1/decoded", Decoded(row), methods=["POST"]),
    ]
    config.factory = False
    Server(config).run([ours])


def cpu_s(pid: int) -> float:
    """User and system seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def script(rows: list[dict[str, Any]], path: Path) -> None:
    """What wrk asks, in turn."""
    bodies = ",\n".join("[==[" + json.dumps(row, ensure_ascii=False) + "]==]" for row in rows)
    path.write_text(
        f"local bodies = {{{bodies}}}\n"
        "local asked, at = {}, 0\n"
        "function init(args)\n"
        "  for i, body in ipairs(bodies) do\n"
        '    asked[i] = wrk.format("POST", nil, {["content-type"] = "application/json"}, body)\n'
        "  end\n"
        "end\n"
        "function request()\n"
        "  at = at % #asked + 1\n"
        "  return asked[at]\n"
        "end\n",
        "utf-8",
    )


def load_with(core: int, url: str, lua: Path, connections: int, seconds: int) -> str:
    command = ["taskset", "-c", str(core), "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    return subprocess.run(
        [*command, "--timeout", "10s", "-s", str(lua), url], check=True, capture_output=True, text=True
    ).stdout


def ms(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()  # type: ignore[union-attr]
    return float(number) * {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 6e4}[unit]


def measured(pid: int, said: str, before: float) -> dict[str, float]:
    count = int(re.search(r"(\d+) requests in", said).group(1))  # type: ignore[union-attr]
    p99 = ms(re.search(r"99%\s+(\S+)", said).group(1))  # type: ignore[union-attr]
    failed = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", said)))
    failed += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", said)))
    return {
        "cpu": (cpu_s(pid) - before) / count * 1e6,
        "p99": p99,
        "failed": failed,
        "rate": count,
    }


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--rounds", type=int, default=5)
    args.add_argument("--seconds", type=int, default=4)
    args.add_argument("--bodies", choices=("drawn", "casebook"), default="drawn")
    args.add_argument("--slips", type=int, default=0, metavar="PERCENT")
    opts = args.parse_args()
    rows = cases() if opts.bodies == "casebook" else situations(opts.slips)
    cores = sorted(os.sched_getaffinity(0))
    ours = listening("127.0.0.1", 0)
    base = f"http://127.0.0.1:{ours.getsockname()[1]}/v1/"
    server = multiprocessing.get_context("fork").Process(
        target=run_server, args=(ours, cores[-1], answer(rows[0]))
    )
    server.start()
    assert server.pid is not None
    try:
        with tempfile.TemporaryDirectory() as folder:
            lua = Path(folder, "calls.lua")
            script(rows, lua)
            compare(server.pid, cores[0], base, lua, opts.rounds, opts.seconds)
    finally:
        server.terminate()
        server.join()


def compare(pid: int, core: int, base: str, lua: Path, rounds: int, seconds: int) -> None:
    found: dict[str, list[dict[str, float]]] = {"resolve": [], "decoded": [], "constant": []}
    for name in found:
        load_with(core, base + name, lua, 64, 2)  # what is loaded or compiled once is done
    for at in range(rounds):
        for name in list(found) if at % 2 else reversed(found):
            before = cpu_s(pid)
            found[name].append(measured(pid, load_with(core, base + name, lua, 64, seconds), before))
    print(f"{rounds} rounds of {seconds} s, 64 connections; medians, and the median of the ratios by round")
    for key, unit in (("cpu", "us CPU a request"), ("p99", "ms, 99 of 100 within")):
        ours = [row[key] for row in found["resolve"]]
        print(f"{unit:<22} resolve {statistics.median(ours):8.2f}   bar {BARS[key]:g} times constant")
        for name in ("decoded", "constant"):
            theirs = [row[key] for row in found[name]]
            ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
            print(
                f"{'':<22} {name:<8}{statistics.median(theirs):8.2f}   ratio {statistics.median(ratios):5.2f}"
                f"  ({min(ratios):.2f} to {max(ratios):.2f})"
            )
    rate = statistics.median(row["rate"] for row in found["resolve"]) / seconds
    print(f"{'requests a second':<22} resolve {rate:8.0f}")
    many = measured(pid, load_with(core, base + "resolve", lua, 1024, seconds), cpu_s(pid))
    failed = sum(row["failed"] for rows in found.values() for row in rows)
    print(f"1024 connections: {many['rate']:.0f} requests, {many['failed']:.0f} failed; at 64: {failed:.0f}")


if __name__ == "__main__":
    main()
