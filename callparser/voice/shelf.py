"""The models a user has installed: one directory each, and beside them ``models.lock``.

``models.lock`` is JSON: what was installed, with the SHA-256 of every file, and under ``seen`` the
SHA-256 of every download nobody had published one for. What is seen once must stay the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final

from callparser.errors import InputError, InstallFailed, ModelMissing
from callparser.files import models_dir
from callparser.voice.models import File, Model

FORMAT: Final = 1
_MAX_BYTES: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Shelf:
    """What ``models.lock`` says. ``seen`` maps ``name/file`` to the SHA-256 at first use."""

    models: dict[str, Model] = field(default_factory=dict)
    seen: dict[str, str] = field(default_factory=dict)


def root() -> Path:
    """The directory of installed models; it need not exist."""
    return Path(models_dir())


def work() -> Path:
    """Where downloads and unpacked models wait: beside the models, so that they can be moved at once."""
    return root() / ".work"


def installed() -> dict[str, Model]:
    """The recorded models by name, not checked. Raises :class:`ModelMissing` for a damaged record."""
    return read().models


def read() -> Shelf:
    path = root() / "models.lock"
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ValueError(f"it has more than {_MAX_BYTES} bytes")
        row = json.loads(path.read_text(encoding="utf-8"))
        if row["format"] != FORMAT:
            raise ValueError(f"format {row['format']!r}, expected {FORMAT}")
        models = {name: _model(name, entry) for name, entry in row["models"].items()}
        seen = {str(key): str(value) for key, value in row["seen"].items()}
        return Shelf(models, seen)
    except (FileNotFoundError, NotADirectoryError):
        return Shelf()
    except (InputError, OSError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError,
            RecursionError) as err:  # fmt: skip
        raise ModelMissing(f"{path}: cannot be read ({err}); move it away and install again") from err


def write(shelf: Shelf) -> None:
    """Replace ``models.lock`` at one stroke."""
    row = {
        "format": FORMAT,
        "models": {name: _row(model) for name, model in sorted(shelf.models.items())},
        "seen": dict(sorted(shelf.seen.items())),
    }
    partial = root() / f"models.lock.{os.getpid()}"
    with partial.open("w", encoding="utf-8") as file:
        json.dump(row, file, indent=1, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(root() / "models.lock")


@contextmanager
def locked() -> Iterator[None]:
    """One process at a time changes the shelf. The lock goes when the process ends, however it ends."""
    with _plain_errors():
        work().mkdir(parents=True, exist_ok=True)
        handle = os.open(work() / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not _lock(handle):
            raise InstallFailed(f"another callparser is changing {root()}; wait until it is done")
        with _plain_errors():
            yield
    finally:
        os.close(handle)


@contextmanager
def _plain_errors() -> Iterator[None]:
    """An error of the file system becomes one that says what to do."""
    try:
        yield
    except OSError as err:
        where = err.filename or root()
        raise InstallFailed(
            f"{where}: {err.strerror or err}; make room or make it writable, "
            "or set CALLPARSER_MODELS to another directory"
        ) from err


if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(handle: int) -> bool:
        with suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        return False

else:
    import fcntl

    def _lock(handle: int) -> bool:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False


def _model(name: str, row: dict[str, Any]) -> Model:
    from callparser.voice.catalogue import check_name

    files = tuple(File(_inside(f["path"]), int(f["size"]), str(f["sha256"])) for f in row["files"])
    return Model(
        name=name, path=root() / check_name(name), rate_hz=int(row["rate_hz"]),
        languages=tuple(map(str, row["languages"])), engine=str(row["engine"]), licence=str(row["licence"]),
        origin=str(row["origin"]), files=files, repair=f"callparser models install {name}",
    )  # fmt: skip


def _inside(path: str) -> str:
    parts = PurePosixPath(path).parts
    if not parts or ".." in parts or PurePosixPath(path).is_absolute() or "\\" in path:
        raise ValueError(f"{path!r} is no path inside a model")
    return path


def _row(model: Model) -> dict[str, Any]:
    return {
        "engine": model.engine, "rate_hz": model.rate_hz, "languages": list(model.languages),
        "licence": model.licence, "origin": model.origin,
        "files": [{"path": f.path, "size": f.size, "sha256": f.sha256} for f in model.files],
    }  # fmt: skip
