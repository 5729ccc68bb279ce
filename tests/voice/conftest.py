from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from callparser.voice.audio import Audio
from tests.voice.server import serving

WAVS = Path(__file__).parent / "wavs"


@pytest.fixture
def clip_audio():
    return Audio(array("h", bytes(32_000)), 16_000)


@pytest.fixture(scope="session")
def transcript():
    """Rows of (file, language, words); words begin with [unk] when they are in no grammar."""
    lines = (WAVS / "transcript.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [(WAVS / file, lang, text) for file, lang, _, text in (line.split("\t") for line in lines)]


@pytest.fixture
def site():
    with serving() as started:
        yield started


@pytest.fixture
def shelf_root(tmp_path, monkeypatch):
    """An empty directory of installed models."""
    monkeypatch.setenv("CALLPARSER_MODELS", str(tmp_path / "shelf"))
    return tmp_path / "shelf"
