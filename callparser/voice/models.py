"""The speech models: ours, listed in ``models/manifest.toml``, and any directory a user points at."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from callparser.errors import ModelMissing
from callparser.files import data_dir
from callparser.voice import fst

#: The parts of a Vosk model, in the layout of today and in the flat one of old.
_PARTS: Final = ("final.mdl", "mfcc.conf", "HCLr.fst", "Gr.fst", "disambig_tid.int")
_FOLDERS: Final = {
    "final.mdl": "am", "mfcc.conf": "conf", "model.conf": "conf", "HCLr.fst": "graph", "Gr.fst": "graph",
    "disambig_tid.int": "graph", "words.txt": "graph", "HCLG.fst": "graph",
}  # fmt: skip
_MAX_WORDS_BYTES: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class File:
    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Model:
    """``files`` is empty for a directory that a user pointed at: nothing is known about its content.

    ``wide_beam`` is the lattice beam for the ear that listens without the unknown word; ``None`` means
    that one ear with the model's own settings is enough (see :mod:`callparser.voice.engines.vosk`).
    """

    name: str
    path: Path
    rate_hz: int = 16_000
    languages: tuple[str, ...] = ()
    engine: str = "vosk"
    licence: str = ""
    origin: str = ""
    wide_beam: float | None = None
    files: tuple[File, ...] = ()

    def part(self, name: str) -> Path:
        """Where a part such as ``words.txt`` is, or would be."""
        modern = self.path / _FOLDERS[name] / name
        return modern if modern.exists() or not (self.path / name).exists() else self.path / name


def available() -> tuple[Model, ...]:
    """The models of the manifest, the default first. They are not checked."""
    root = Path(data_dir("models"))
    manifest = root / "manifest.toml"
    try:
        rows = tomllib.loads(manifest.read_text(encoding="utf-8"))["model"]
        return tuple(_from_manifest(root, row) for row in rows)
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise ModelMissing(f"{manifest}: cannot be read: {err!r}; reinstall callparser") from err


def find(which: Model | str | Path | None = None) -> Model:
    """A model that has been checked: ours by name, one in a directory, or the default.

    Raises :class:`ModelMissing` and says what is missing.
    """
    if isinstance(which, Model):
        model = which
    elif isinstance(which, Path) or (which and ("/" in which or "\\" in which or Path(which).is_dir())):
        model = from_directory(Path(which))
    else:
        known = {model.name: model for model in available()}
        if which is not None and which not in known:
            raise ModelMissing(f"found no model {which!r}; give a directory or one of: {', '.join(known)}")
        model = known[which] if which is not None else next(iter(known.values()))
    verify(model)
    return model


def from_directory(path: Path) -> Model:
    """Any Vosk model with a dynamic graph. Not checked yet: see :func:`verify`."""
    if not path.is_dir():
        raise ModelMissing(f"{path}: no such directory; give the directory of a Vosk model, unpacked")
    model = Model(path.resolve().name, path)
    return Model(model.name, path, _rate_hz(model.part("mfcc.conf")))


def verify(model: Model) -> None:
    """Every file there, of the right size and content. Raises :class:`ModelMissing`."""
    for problem in _problems(model):
        raise ModelMissing(f"model {model.name}: {problem}")
    for graph in ("HCLr.fst", "Gr.fst"):
        fst.check(model.part(graph))
    if not words(model):
        raise ModelMissing(f"model {model.name}: no words in words.txt or Gr.fst; install it again")


def _problems(model: Model) -> Iterator[str]:
    for entry in model.files:
        path = model.path / entry.path
        if not path.is_file():
            yield f"{entry.path} is missing; reinstall callparser"
        elif (size := path.stat().st_size) != entry.size:
            yield f"{entry.path} has {size} bytes, expected {entry.size}; reinstall callparser"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != entry.sha256:
            yield f"{entry.path} is not the file that was published; reinstall callparser"
    if model.part("HCLG.fst").exists():
        yield ("it has a static graph (HCLG.fst), with which vosk listens to everything and not for calls; "
               "take a model with a dynamic graph: HCLr.fst and Gr.fst, and no HCLG.fst")  # fmt: skip
    for part in _PARTS:
        if not model.part(part).is_file():
            yield f"found no {part}, expected a Vosk model with a dynamic graph (HCLr.fst and Gr.fst)"
    if model.part("final.mdl") != model.path / "final.mdl" and not model.part("model.conf").is_file():
        yield "found no conf/model.conf; install the model again"


def words(model: Model) -> frozenset[str]:
    """Every word the model knows: from ``words.txt``, or from inside ``Gr.fst`` when there is none."""
    path = model.part("words.txt")
    if not path.is_file():
        known = fst.output_symbols(model.part("Gr.fst"))
    else:
        try:
            if path.stat().st_size > _MAX_WORDS_BYTES:
                raise ValueError("too large")
            lines = path.read_text(encoding="utf-8").splitlines()
            known = frozenset(line.split()[0] for line in lines if len(line.split()) == 2)
        except (OSError, ValueError) as err:
            raise ModelMissing(f"{path}: cannot be read: {err}; install the model again") from err
    return known - {"<eps>", "<s>", "</s>", "#0"}


def _rate_hz(conf: Path) -> int:
    try:
        found = re.search(r"^--sample-frequency=(\d{4,6})", conf.read_text(encoding="utf-8"), re.MULTILINE)
    except (OSError, ValueError):
        return 16_000
    return int(found.group(1)) if found else 16_000


def _from_manifest(root: Path, row: dict[str, Any]) -> Model:
    files = tuple(File(str(f["path"]), int(f["size"]), str(f["sha256"])) for f in row["files"])
    beam = row.get("wide_beam")
    return Model(
        name=str(row["name"]), path=root / str(row["path"]), rate_hz=int(row["rate_hz"]),
        languages=tuple(row["languages"]), engine=str(row["engine"]), licence=str(row["licence"]),
        origin=str(row["origin"]), wide_beam=None if beam is None else float(beam), files=files,
    )  # fmt: skip
