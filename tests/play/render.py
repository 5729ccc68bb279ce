"""Renders the calls of a deal: ``python -m tests.play.render CALLS DIR`` (needs flite and soundfile).

CALLS has one call a line. The voice is flite's awb, which no model here was trained on
(``training/acoustic/voices/voices.toml``).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

VOICE = "awb"
RATE_HZ = 16_000


def render(text: str, path: Path) -> None:
    """One call as FLAC, 16 kHz mono, with 0.3 s of quiet before it and after it."""
    import numpy as np
    import soundfile

    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["flite", "-voice", VOICE, "-t", text, "-o", file.name], check=True)
        sound, rate = soundfile.read(file.name, dtype="int16")
    assert rate == RATE_HZ
    quiet = np.zeros(RATE_HZ * 3 // 10, dtype=np.int16)
    soundfile.write(path, np.concatenate([quiet, sound, quiet]), rate, subtype="PCM_16")


def main(calls: str, folder: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    lines = [line.strip() for line in Path(calls).read_text("utf-8").splitlines() if line.strip()]
    for number, text in enumerate(line for line in lines if not line.startswith("#")):
        name = f"{number + 1:02}-{text.replace(' ', '-').replace(chr(39), '')}.flac"
        render(text, Path(folder) / name)


if __name__ == "__main__":
    main(*sys.argv[1:])
