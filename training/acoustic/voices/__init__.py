"""The families of synthetic voices, and the table of which voice may be used for what.

A family is loaded when its first utterance is wanted: nobody needs all the packages at once.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from training.acoustic.voices.voice import Family

TABLE: Final = Path(__file__).with_name("voices.toml")


@dataclass(frozen=True, slots=True)
class Licensed:
    """One row of the table: where the voices of a family come from and what they are for."""

    family: str
    module: str
    packages: tuple[str, ...]
    licence: str
    voices: dict[str, dict[str, tuple[str, ...]]]  # split -> language -> names


def licensed() -> dict[str, Licensed]:
    """The table of voices."""
    with TABLE.open("rb") as file:
        rows = tomllib.load(file)
    return {name: _row(name, row) for name, row in rows.items()}


def _row(name: str, row: dict[str, object]) -> Licensed:
    splits = ("train", "dev", "test")
    voices = {s: {lang: tuple(names) for lang, names in row.get(s, {}).items()} for s in splits}  # type: ignore[attr-defined]
    return Licensed(name, str(row["module"]), tuple(row["packages"]), str(row["licence"]), voices)  # type: ignore[arg-type]


def open_family(name: str, work: Path) -> Family:
    """The synthesiser behind a family; ``work`` is where it may keep files."""
    row = licensed()[name]
    module = import_module(f"training.acoustic.voices.{row.module}")
    family: Family = module.open_family(row, work)
    return family
