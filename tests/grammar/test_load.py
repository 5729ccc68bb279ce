"""Every mistake in a grammar file is named by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from callparser.errors import GrammarError
from callparser.grammar import load as loading
from callparser.grammar.load import load
from callparser.grammar.tables import languages, sources

WORDS = "classes:\n  suit: {S: [spader]}\n  rank: {A: [ess]}\ngroups:\n  low: [lågt]\n"
CALLS = "suit:\n  - '{suit}'\n"


def _load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, calls: str, examples: str = ""
) -> None:
    folder = tmp_path / "xx"
    folder.mkdir()
    for name, text in (("words", words), ("calls", calls), ("examples", examples)):
        if text:
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(loading, "sources", lambda lang: [folder / "words.yaml", folder / "calls.yaml"])
    load("xx")


@pytest.mark.parametrize(
    ("words", "calls", "where"),
    [
        (WORDS + "colours: [red]\n", CALLS, r"xx/words.yaml:6: unknown section 'colours'"),
        (WORDS + "fillers: {inside: [eh]}\n", CALLS, r"words.yaml:6: unknown place 'inside'"),
        (WORDS + "markers: {maybe: [kanske]}\n", CALLS, r"words.yaml:6: unknown marker"),
        ("classes:\n  colour: {red: [röd]}\n", CALLS, r"words.yaml:2: unknown class 'colour'"),
        ("classes:\n  suit:\n    S: ['{rank}']\n", CALLS, r"words.yaml:3: a word list takes words"),
        ("classes:\n  suit:\n    S: ['!!']\n", CALLS, r"words.yaml:3: .*normalising"),
        ("letters:\n  sv:\n    seat: {N: n}\n", CALLS, r"words.yaml:3: letters are of a suit or a rank"),
        (WORDS, "suits:\n  - '{suit}'\n", r"calls.yaml:1: unknown intent 'suits'"),
        (WORDS, "suit:\n  - '{suit}'\n  - '<high>'\n", r"calls.yaml:3: there is no group <high>"),
        (WORDS, "suit:\n  - '{colour}'\n", r"calls.yaml:2: there is no class {colour}"),
        (WORDS, "suit:\n  - '[en'\n", r"calls.yaml:2: .*not closed"),
        (WORDS, "chatter:\n  - '[en]'\n", r"calls.yaml:2: .*nothing at all"),
        (WORDS, "suit:\n  - lågt\n", r"calls.yaml:2: intent suit: a slot is missing"),
        (WORDS, "low:\n  - '{rank}'\n", r"calls.yaml:2: intent low: unknown slot 'rank'"),
        (WORDS, "ruff:\n  - {say: stjäl, level: tall}\n", r"calls.yaml:2: intent ruff: level is 'tall'"),
        (WORDS, "ruff:\n  - {level: low}\n", r"calls.yaml:2: an entry with slots needs a key 'say'"),
        (WORDS, "suit: '{suit}'\n", r"calls.yaml:1: expected a list of templates"),
        (WORDS, "suit:\n  - '{suit}'\nsuit:\n  - '{suit}'\n", r"calls.yaml:3: 'suit' stands twice"),
        (WORDS, "suit:\n  - [[x]]\n", r"calls.yaml:2: expected a phrase"),
        (WORDS, "- suit\n", r"calls.yaml:1: expected a mapping"),
        (WORDS, "suit: [\n", r"calls.yaml:2: not YAML"),
        (WORDS, "", r"calls.yaml"),
    ],
)
def test_a_mistake_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, calls: str, where: str
) -> None:
    with pytest.raises((GrammarError, FileNotFoundError), match=where):
        _load(tmp_path, monkeypatch, words, calls)


def test_examples_are_checked_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GrammarError, match=r"examples.yaml:2: intent suit: suit is 'X'"):
        _load(tmp_path, monkeypatch, WORDS, CALLS, "examples:\n  - {say: spader, kind: suit, suit: X}\n")


def test_words_that_yaml_takes_for_booleans_stay_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _load(tmp_path, monkeypatch, WORDS + "markers: {slip: [no, on]}\n", CALLS)


def test_a_file_that_is_too_large_or_not_text_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(GrammarError, match="bytes"):
        _load(tmp_path, monkeypatch, "# " + "x" * 1_000_001, CALLS)


def test_an_unknown_language_says_which_there_are() -> None:
    for name in ("xx", "../sv", "", "s v"):
        with pytest.raises(GrammarError, match=", ".join(languages())):
            sources(name)
