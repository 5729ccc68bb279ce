"""The hint at another language: given where it is plain, and never where the words are known."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from callparser.cli import hint
from callparser.cli.hint import other_language
from callparser.cli.main import main

TABLE = str(Path(__file__).parents[2] / "examples/sv-klover-tia.json")


@pytest.mark.parametrize("compiled", [True, False], ids=["by grammar", "by names"])
@pytest.mark.parametrize(
    ("text", "lang", "names"),
    [
        ("the queen of hearts", "sv", {"English"}),
        ("kløver konge", "sv", {"Norwegian"}),
        ("ruder knægt", "sv", {"Danish"}),
        ("klöver knekt", "en", {"Swedish"}),
        ("hjärter dam", "sv", set()),
        ("brumma grönt", "sv", set()),
        ("D", "sv", set()),
        ("", "sv", set()),
        ("the queen of hearts", "auto", set()),
    ],
)
def test_the_language_is_named(
    text: str, lang: str, names: set[str], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint, "is_kept", lambda name, sources: compiled)
    found = other_language(text, lang)
    assert all(name in found for name in names), found
    assert bool(found) is bool(names)
    assert all(f"--lang {code}" in found for code, name in hint.NAMES.items() if name in names)


@pytest.mark.parametrize("command", [["parse"], ["resolve", "--situation", TABLE]])
def test_the_commands_tell_it(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main([*command, "the queen of hearts"])
    assert capsys.readouterr().err == "callparser: that is English; use --lang en\n"
    main([*command, "the queen of hearts", "--json"])
    assert capsys.readouterr().err == ""
    main([*command, "klöver tio"])
    assert capsys.readouterr().err == ""


def test_listen_tells_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(sys, "stdin", io.StringIO("the queen of hearts\nklöver tio\nsluta\n"))
    main(["listen", "--speak", "none"])
    assert capsys.readouterr().err.splitlines() == ["callparser: that is English; use --lang en"]
