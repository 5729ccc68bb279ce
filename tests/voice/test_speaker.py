"""Speech out: one process a text, never a shell, always an end."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from callparser.voice import speaker
from callparser.voice.speaker import (
    MAX_CHARACTERS,
    Program,
    ProgramSpeaker,
    find_speaker,
    programs,
    speakable,
)


def python(code: str, by_stdin: bool = True) -> ProgramSpeaker:
    return ProgramSpeaker(Program("test", lambda lang, rate: [sys.executable, "-c", code, lang], by_stdin))


def test_the_text_goes_to_standard_input(tmp_path):
    out = tmp_path / "said"
    code = f"import sys; open({str(out)!r}, 'wb').write(sys.stdin.buffer.read())"
    assert python(code).say("-v; rm hjärter\n åtta\0", "sv", 2)
    assert out.read_text("utf-8") == "-v; rm hjärter åtta"


def test_failure_is_told():
    assert not python("import sys; sys.exit(1)").say("ruter", "sv", 2)
    assert not ProgramSpeaker(Program("none", lambda lang, rate: ["/nonexistent/speaker"])).say("x", "sv", 2)


def test_hush_ends_it_at_once():
    one = python("import time; time.sleep(60)")
    threading.Timer(0.5, one.hush).start()
    start = time.monotonic()
    assert one.say("ruter", "sv", 2)
    assert time.monotonic() - start < 10


def test_it_never_hangs(monkeypatch):
    monkeypatch.setattr(speaker, "_START_S", 0.5)
    assert not python("import time; time.sleep(60)").say("x", "sv", 2)


def test_long_texts_end_with_a_sentence():
    text = "Hjärter åtta. " * 100
    assert len(speakable(text)) <= MAX_CHARACTERS
    assert speakable(text).endswith(".")
    assert speakable("a\x1b[31m\u202eb") == "a [31m b"


def test_every_program_knows_every_language(monkeypatch):
    for platform in ("linux", "darwin", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        for program in programs():
            for lang in ("sv", "en", "no", "da"):
                assert program.command(lang, 2)[0]


def test_none_is_fine(monkeypatch):
    monkeypatch.setattr(speaker.shutil, "which", lambda name: None)
    assert find_speaker() is None
    assert find_speaker("none") is None


@pytest.mark.parametrize("wish", ["espeak-ng", "auto"])
def test_the_first_that_is_there(monkeypatch, wish):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(speaker.shutil, "which", lambda name: name if name == "espeak-ng" else None)
    assert find_speaker(wish).name == "espeak-ng"
