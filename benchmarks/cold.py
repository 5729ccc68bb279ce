"""Cold start: one call as a whole process, against a bare Python that does nothing.

The library's first answer, to a known phrase and to a misspelled one, and a whole ``callparser resolve``. The
commands run in turn; the ratio of their CPU times is taken round by round. And what memory Swedish and
English take with their repair tables, once calls in both were repaired (Linux only).

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


#: Prints the memory of its process.
RESIDENT = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmRSS')))"
REPAIRED = (
    "from callparser import parse;"
    "[parse(text, 'sv', fallback=False) for text in ('hjrter åtta', 'kasta en klver', 'spela lagt')];"
    "[parse(text, 'en', fallback=False) for text in ('hert eight', 'discrad a club', 'play lwo')];"
)


def resident_mib(code: str) -> float:
    """Memory of a Python process that has run the code."""
    argv = [sys.executable, "-c", code + RESIDENT]
    return int(subprocess.run(argv, check=True, capture_output=True, text=True).stdout) / 1024


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

    if sys.platform == "linux":
        more = statistics.median(resident_mib(REPAIRED) - resident_mib("") for _ in range(rounds))
        print(f"memory of sv and en with repair over bare Python: {more:.1f} MiB")


if __name__ == "__main__":
    main()
