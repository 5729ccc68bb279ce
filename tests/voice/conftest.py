from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from callparser.voice.audio import Audio

WAVS = Path(__file__).parent / "wavs"


@pytest.fixture
def clip_audio():
    return Audio(array("h", bytes(32_000)), 16_000)


@pytest.fixture(scope="session")
def transcript():
    """Rows of (file, language, words); words begin with [unk] when they are in no grammar."""
    lines = (WAVS / "transcript.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [(WAVS / file, lang, text) for file, lang, _, text in (line.split("\t") for line in lines)]
