"""Whoever waits at a terminal is told why, once; nobody else is told anything."""

from __future__ import annotations

import io
import threading

import pytest

from callparser import store
from callparser.claims import search
from callparser.cli.main import main
from callparser.cli.waiting import Waiting, explain_search, explain_waiting_in
from callparser.explainer.messages import load_messages
from callparser.languages import LANGUAGES


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def told(waiting: Waiting, *names: str) -> None:
    """Tables that are made until everything was said of them."""
    before = threading.active_count()
    made = [waiting(name) for name in names]
    while threading.active_count() > before:
        pass
    for done in made:
        done()


def test_a_grammar_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", shown := io.StringIO())
    waiting = Waiting(0.0)
    told(waiting, "phrases-sv", "grammar-sv")
    told(waiting, "grammar-da")
    assert [line.split(";")[0] for line in shown.getvalue().splitlines()] == [
        "callparser: compiling the Swedish grammar", "callparser: compiling the Danish grammar",
    ]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_talks_is_told_in_his_language(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = load_messages(lang).listening
    monkeypatch.setattr("sys.stderr", shown := io.StringIO())
    monkeypatch.setattr(store, "watch", waiting := Waiting(0.0))
    explain_waiting_in(lang)
    told(waiting, "phrases-sv", search.COMPILED)
    assert shown.getvalue().splitlines() == [
        f"callparser: {words['compiling'].format(seconds='10–25')}",
        f"callparser: {words['compiling_search'].format(seconds='25–60')}",
    ]


def test_of_the_search_for_claims_it_is_told_that_it_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", shown := io.StringIO())
    told(Waiting(0.0), search.COMPILED)
    says = "callparser: compiling the search for claims; this takes 25 to 60 seconds, once\n"
    assert shown.getvalue() == says


def test_the_search_is_watched_while_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(store, "watch", lambda name: seen.append(name) or (lambda: seen.append("made")))
    search._fast()
    assert seen == [search.COMPILED, "made"]


def test_what_is_soon_made_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", shown := io.StringIO())
    Waiting(3600.0)("phrases-sv")()
    assert shown.getvalue() == ""


@pytest.mark.parametrize(("stream", "watched"), [(Terminal(), True), (io.StringIO(), False), (None, False)])
def test_only_a_terminal_is_told(
    stream: io.StringIO | None, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "watch", store._unwatched)
    monkeypatch.setattr("sys.stderr", stream)
    main(["parse", "lågt", "--json"])
    assert isinstance(store.watch, Waiting) is watched


@pytest.mark.parametrize(
    ("tricks", "terminal", "told"), [(7, True, False), (9, True, True), (9, False, False), (13, True, False)]
)
def test_a_long_search_is_told_ahead(
    tricks: int,
    terminal: bool,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    explain_search(tricks)
    assert ("searching" in capsys.readouterr().err) is told
