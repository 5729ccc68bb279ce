"""Compiled tables: made once, made again when a source changes, never trusted when damaged."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from callparser import store
from callparser.store import KEPT, compiled, kept


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLPARSER_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "words.yaml"
    path.write_text("a", encoding="utf-8")
    return path


def _made(source: Path, log: list[str]) -> object:
    def build() -> object:
        log.append("built")
        return {"text": source.read_text("utf-8")}

    return compiled("words", [source], build)


def test_made_once_and_again_when_the_source_changes(source: Path) -> None:
    log: list[str] = []
    assert _made(source, log) == _made(source, log) == {"text": "a"}
    assert log == ["built"]
    source.write_text("bb", encoding="utf-8")
    assert _made(source, log) == {"text": "bb"}
    assert log == ["built", "built"]


@pytest.mark.parametrize("damage", [b"", b"x", b"\n\n", b"a\nb\nc", None])
def test_a_damaged_file_is_made_again(source: Path, damage: bytes | None) -> None:
    log: list[str] = []
    _made(source, log)
    (path,) = (source.parent / "cache").glob("*.tab")
    path.write_bytes(path.read_bytes()[:-3] + b"xyz" if damage is None else damage)
    assert _made(source, log) == {"text": "a"}
    assert log == ["built", "built"]
    assert _made(source, log) == {"text": "a"}
    assert log == ["built", "built"]


def test_a_cache_that_cannot_be_written_is_no_error(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = source.parent / "blocked"
    blocked.write_text("a file, no directory", encoding="utf-8")
    monkeypatch.setenv("CALLPARSER_CACHE", os.fspath(blocked / "cache"))
    log: list[str] = []
    assert _made(source, log) == _made(source, log) == {"text": "a"}
    assert log == ["built", "built"]


def test_who_watches_is_told_before_and_after(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []

    def watch(name: str) -> Callable[[], None]:
        log.append(f"before {name}")
        return lambda: log.append("after")

    monkeypatch.setattr(store, "watch", watch)
    _made(source, log)
    _made(source, log)
    assert log == ["before words", "built", "after"]


def test_it_is_kept_while_its_sources_are_as_they_were(source: Path) -> None:
    assert not store.is_kept("words", [os.fspath(source)])
    _made(source, [])
    assert store.is_kept("words", [os.fspath(source)])
    source.write_text("bb", encoding="utf-8")
    assert not store.is_kept("words", [os.fspath(source)])


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLPARSER_CACHE", str(tmp_path))
    return tmp_path


def test_what_was_made_from_the_same_is_kept(cache: Path) -> None:
    log: list[bytes] = []

    def made(source: bytes) -> bytes:
        return kept("thing", source, lambda: log.append(source) or source * 2)  # type: ignore[func-returns-value]

    for number in range(2 * KEPT):
        source = b"%d" % number
        assert made(source) == made(source) == source * 2
    assert len(log) == 2 * KEPT
    assert len(list(cache.iterdir())) == KEPT


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("damage", [_pipe, _directory, _half])
def test_what_stands_in_the_place_of_a_kept_thing_is_not_read(
    cache: Path, damage: Callable[[Path], None]
) -> None:
    assert kept("thing", b"a", lambda: b"first") == b"first"
    (path,) = cache.iterdir()
    damage(path)
    assert kept("thing", b"a", lambda: b"second") == b"second"


def test_what_stands_in_the_place_of_a_part_is_no_error(cache: Path, source: Path) -> None:
    """A write that was cut off by another process of this number, and cannot be removed."""
    log: list[str] = []
    _made(source, log)
    (path,) = (source.parent / "cache").glob("*.tab")
    Path(f"{path}.{os.getpid()}").mkdir()
    path.write_bytes(b"damaged")
    assert _made(source, log) == {"text": "a"}
