"""Cold start: one call as a whole process, against a bare Python that does nothing.

The two commands run in turn; the ratio of their CPU times is taken pair by pair.

    python -m benchmarks.cold [--pairs 15]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys

CALL = [
    "-m",
    "callparser",
    "resolve",
    "lågt",
    "--dummy",
    "S:AQ74 H:K82 D:- C:T2",
    "--trick",
    "W:H7",
    "--trump",
    "S",
]


def cpu_s(argv: list[str]) -> float:
    """User and system seconds of a child process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *argv], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--pairs", type=int, default=15)
    pairs = args.parse_args().pairs
    cpu_s(CALL)  # the tables are compiled once, on the first run
    rows = [
        (sum(cpu_s(CALL) for _ in range(5)), sum(cpu_s(["-c", "pass"]) for _ in range(5)))
        for _ in range(pairs)
    ]
    ratios = sorted(ours / bare for ours, bare in rows)
    print(f"{pairs} pairs of 5 runs, CPU time of whole processes")
    print(f"python -c pass       {statistics.median(bare for _, bare in rows) / 5 * 1000:6.1f} ms")
    print(f"callparser resolve   {statistics.median(ours for ours, _ in rows) / 5 * 1000:6.1f} ms")
    print(f"ratio                {statistics.median(ratios):6.2f}   ({ratios[0]:.2f} to {ratios[-1]:.2f})")


if __name__ == "__main__":
    main()
