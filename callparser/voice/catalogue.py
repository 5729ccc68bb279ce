"""The models that can be installed: the ``[[download]]`` tables of ``models/manifest.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from callparser.errors import InputError, ModelMissing
from callparser.voice.models import manifest

#: A name is a directory of the user's: no separators, no leading dot.
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Remote:
    """One file to fetch. ``size`` and ``sha256`` are None where nobody published them."""

    url: str
    path: str
    size: int | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that can be fetched: one zip archive, or the ``files`` of a folder."""

    name: str
    engine: str
    languages: tuple[str, ...]
    licence: str
    origin: str
    zipped: bool
    files: tuple[Remote, ...]

    @property
    def size(self) -> int | None:
        """Bytes to fetch, if known of every file."""
        sizes = [file.size for file in self.files]
        return None if None in sizes else sum(size for size in sizes if size is not None)


def offers() -> dict[str, Offer]:
    """Every model on offer by name, in the order of the manifest. Raises :class:`ModelMissing`."""
    path, content = manifest()
    try:
        found = [_offer(row) for row in content.get("download", ())]
    except (InputError, KeyError, TypeError, ValueError, AttributeError) as err:
        raise ModelMissing(f"{path}: a [[download]] cannot be read: {err!r}; reinstall callparser") from err
    return {offer.name: offer for offer in found}


def check_name(name: str) -> str:
    """The name, if it can be one. Raises :class:`InputError`."""
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise InputError(
            f"{name[:40]!r} cannot be the name of a model; use letters, digits, '.', '_' and '-' "
            "(give a name before --from)"
        )
    return name


def _offer(row: dict[str, Any]) -> Offer:
    return Offer(
        name=check_name(str(row["name"])), engine=str(row["engine"]), languages=tuple(row["languages"]),
        licence=str(row["licence"]), origin=str(row["origin"]), zipped="archive" in row,
        files=tuple(_remotes(row)),
    )  # fmt: skip


def _remotes(row: dict[str, Any]) -> Iterator[Remote]:
    if "archive" in row:
        yield _remote(str(row["archive"]), str(row["name"]) + ".zip", row)
        return
    for file in row["files"]:
        path = str(file["path"])
        if not _NAME.fullmatch(path):
            raise ValueError(f"{path!r} is no file name")
        yield _remote(str(row["folder"]) + path, path, file)


def _remote(url: str, path: str, row: dict[str, Any]) -> Remote:
    size, sha256 = row.get("size"), row.get("sha256")
    if not (size is None or (type(size) is int and size > 0)):
        raise ValueError(f"size {size!r}")
    if not (sha256 is None or _SHA256.fullmatch(sha256)):
        raise ValueError(f"sha256 {sha256!r}")
    return Remote(url, path, size, sha256)
