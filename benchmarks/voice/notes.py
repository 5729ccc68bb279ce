"""The hearings of a run, in a file that grows by a line for each: what was stopped can go on."""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import callparser
from callparser.voice.models import find

Row = dict[str, Any]

_KEY: Final = ("system", "condition", "lang", "kind", "family", "voice", "text")


def state(model: str | None) -> dict[str, object]:
    """What hearings depend on: the model, and callparser with its grammars, by a digest of their files."""
    found, package = find(model), Path(callparser.__file__).parent
    grammars = (package.parent / "grammars").rglob("*.yaml")
    digest = hashlib.sha256()
    for path in sorted([*found.path.rglob("*"), *package.rglob("*.py"), *grammars]):
        if path.is_file():
            digest.update(path.read_bytes())
    return {"model": found.name, "sha256": digest.hexdigest()}


class Notes:
    """All hearings so far. The first line of the file says what was listening; if that has changed, the rest
    is of no use."""

    def __init__(self, path: Path, state: dict[str, object]) -> None:
        old = _read(path)
        self.rows = old[1:] if old[:1] == [state] else []
        if old and not self.rows:
            print(f"{path}: of another model or another state of callparser; begun anew", file=sys.stderr)
        self._done = {_key(row) for row in self.rows}
        self._file = path.open("w", encoding="utf-8")
        for row in (state, *self.rows):
            self._write(row)

    def has(self, row: Row) -> bool:
        return _key(row) in self._done

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self._done.add(_key(row))
        self._write(row)

    def close(self) -> None:
        self._file.close()

    def _write(self, row: Row) -> None:
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._file.flush()


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row[key] for key in _KEY)


def _read(path: Path) -> list[Row]:
    """The rows of the file; a line that was being written when the run was stopped is left out."""
    rows: list[Row] = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        with suppress(ValueError):
            rows.append(json.loads(line))
    return rows
