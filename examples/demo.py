"""What ``make demo`` shows: typed calls and two spoken ones, resolved to cards, with the clause.

Every line that begins with ``$`` is a command you can type yourself.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from callparser.cli.main import main

HERE = Path(__file__).parent
DUMMY = ["--dummy", "S:AQ74 H:K82 D:- C:T2", "--trump", "S"]
DIAMOND = [*DUMMY, "--trick", "W:D7"]
FOURTH = ["--dummy", "S:6 H:AQ74 D:53 C:T2", "--trick", "E:H5 S:H8 W:H9"]
LEAD = ["--dummy", "S:K4 H:K5 D:Q7 C:T", "--last", "N:DA/D5"]

COMMANDS = [
    ["resolve", "hjärter åtta", *DUMMY, "--trick", "W:H7"],
    ["resolve", "lågt", *DUMMY, "--trick", "W:H7"],
    ["resolve", "stjäl", *DIAMOND],
    ["resolve", "vad som helst", *DIAMOND],
    ["resolve", "hjrter, nej klöver", *DUMMY],
    ["resolve", "högt", *FOURTH, "--edition", "1997"],
    ["resolve", "högt", *FOURTH, "--edition", "2017"],
    ["resolve", "--lang", "en", "the king please", *LEAD],
    ["resolve", "--lang", "en", "win it", *FOURTH],
    ["resolve", "--lang", "en", "jack of hearts", *FOURTH],
    ["resolve", "--lang", "en", "the rest are mine", *LEAD],
    ["transcribe", str(HERE / "sv-klover-tia.wav"), "--situation", str(HERE / "sv-klover-tia.json")],
    [
        "transcribe",
        str(HERE / "en-queen-of-hearts.wav"),
        "--situation",
        str(HERE / "en-queen-of-hearts.json"),
    ],
]


def show(command: list[str]) -> int:
    words = [Path(w).relative_to(HERE.parent).as_posix() if w.startswith(str(HERE)) else w for w in command]
    print("$ callparser " + shlex.join(words))
    code = main(command)
    print()
    return code


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(max(show(command) for command in COMMANDS))
