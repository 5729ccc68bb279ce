"""Imports go downward only, and the heavy libraries each have one home (DESIGN)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "callparser"

#: From the bottom up; a module may import its own layer's row and any row above it in this list.
LAYERS = [
    {"errors"},
    {"value", "files", "jsonline", "yamlfile", "languages"},
    {"store"},
    {"wordfile"},
    {"cards"},
    {"table", "designation"},
    {"outcome", "intentform", "written", "doubledummy"},
    {"grammar", "law", "record"},
    {"understand", "resolver", "explainer"},
    {"wire", "voice", "lawbook", "audit"},
    {"referee"},
    {"claims"},
    {"report", "session"},
    {"play"},
    {"service"},
    {"cli"},
]
HOMES = {
    "yaml": {"yamlfile", "grammar"},
    "rapidfuzz": {"grammar"},
    "spacy": {"understand"},
    "vosk": {"voice"},
    "pocketsphinx": {"voice"},
    "sounddevice": {"voice"},
    "soxr": {"voice"},
    "soundfile": {"voice"},
    "numpy": {"voice", "claims"},
    "numba": {"claims"},
    "endplay": {"doubledummy"},
    "starlette": {"service"},
    "uvicorn": {"service"},
    "httptools": {"service"},
    "msgspec": {"service"},
    "prometheus_client": {"service"},
    "wyoming": {"service"},
    "nats": {"service"},
    "fpdf": {"report"},
}
RANK = {name: level for level, names in enumerate(LAYERS) for name in names}

MODULES = sorted(PACKAGE.rglob("*.py"))


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_downward(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if room in ("__init__", "__main__"):
        return
    for name in _imports(path):
        if name.startswith("callparser."):
            other = _room(name)
            assert RANK[other] < RANK[room] or other == room, f"{room} imports {other}"
            if {room, other} == {"grammar", "law"}:
                pytest.fail(f"{room} and {other} are siblings")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_heavy_libraries_have_one_home(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for name in _imports(path):
        homes = HOMES.get(name.split(".")[0])
        assert homes is None or room in homes, f"{name} is imported in {room}"


def test_understanding_never_sees_cards_on_the_table() -> None:
    for path in [
        *PACKAGE.glob("understand/*.py"),
        *PACKAGE.glob("grammar/*.py"),
        *PACKAGE.glob("voice/**/*.py"),
    ]:
        for name in _imports(path):
            assert name not in ("callparser.table", "callparser.wire")
            assert not name.startswith("callparser.law")
