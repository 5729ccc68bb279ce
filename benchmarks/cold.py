"""Cold start: one call as a whole process, against a bare Python that does nothing.

The library's first answer, to a known phrase and to a misspelled one, and a whole ``callparser resolve``. The
commands run in turn; the ratio of their CPU times is taken round by round.

    python -m benchmarks.cold [--rounds 15]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys

LIBRARY = "from callparser import parse; parse({!r})"
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "parse, known": ["-c", LIBRARY.format("hjärter åtta")],
    "parse, misspelled": ["-c", LIBRARY.format("hjrter åtta")],
    "callparser resolve": [
        "-m", "callparser", "resolve", "lågt", "--dummy", "S:AQ74 H:K82 D:- C:T2", "--trick", "W:H7",
        "--trump", "S",
    ],
}  # fmt: skip


def cpu_s(argv: list[str]) -> float:
    """User and system seconds of a child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *argv], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--rounds", type=int, default=15)
    rounds = args.parse_args().rounds
    for command in COMMANDS.values():
        cpu_s(command)  # the tables are compiled once, on the first run
    rows = [
        {name: sum(cpu_s(argv) for _ in range(5)) for name, argv in COMMANDS.items()} for _ in range(rounds)
    ]
    print(f"{rounds} rounds of 5 runs each, CPU time of whole processes")
    for name in COMMANDS:
        ratio = statistics.median(row[name] / row["python -c pass"] for row in rows)
        print(f"{name:<20}{statistics.median(row[name] for row in rows) / 5 * 1000:>8.1f} ms{ratio:>8.2f}")


if __name__ == "__main__":
    main()
