"""A zip archive from anywhere to a directory, believing nothing it says.

Refused: paths that lead out of the directory, links, two entries of one name, encryption, the zip64
form, archives that hold too much or grow too much, and whatever is damaged.
"""

from __future__ import annotations

import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from callparser.errors import InstallFailed

_END: Final = b"PK\x05\x06"
_END64: Final = b"PK\x06\x07"
_END_BYTES: Final = 22
_LOCATOR_BYTES: Final = 20
_CHUNK: Final = 262_144
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: Windows keeps these names for devices, with any ending.
_DEVICES: Final = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))}


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an archive may hold. ``ratio`` counts only for entries above ``small`` bytes."""

    entries: int = 5_000
    total: int = 6_000_000_000
    ratio: int = 200
    small: int = 10_000_000
    directory: int = 2_000_000
    path: int = 200


def unpack(archive: Path, target: Path, bounds: Bounds | None = None) -> None:
    """Unpack into ``target``, which exists and is empty. Raises :class:`InstallFailed`.

    A directory around everything is left out: ``target`` is then what was in it.
    """
    bounds = bounds or Bounds()
    try:
        _check_end(archive, bounds)
        with zipfile.ZipFile(archive) as zipped:
            paths = _paths(zipped.infolist(), archive.stat().st_size, bounds)
            for entry, path in paths.items():
                _write(zipped, entry, target / path)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error,
            UnicodeError, ValueError, OverflowError) as err:  # fmt: skip
        raise InstallFailed(f"{archive}: it is no whole zip archive ({err}); fetch it again") from err


def size_of(archive: Path, bounds: Bounds | None = None) -> int:
    """The bytes it says it holds."""
    bounds = bounds or Bounds()
    try:
        _check_end(archive, bounds)
        with zipfile.ZipFile(archive) as zipped:
            return sum(entry.file_size for entry in zipped.infolist())
    except (zipfile.BadZipFile, struct.error, ValueError, NotImplementedError, UnicodeError) as err:
        raise InstallFailed(f"{archive}: it is no whole zip archive ({err}); fetch it again") from err


def _check_end(archive: Path, bounds: Bounds) -> None:
    """The table of contents is bounded before anything reads it into memory."""
    with archive.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 65_536 - _END_BYTES - _LOCATOR_BYTES))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_BYTES:
        raise zipfile.BadZipFile("found no table of contents at its end")
    entries, directory = struct.unpack("<HI", tail[at + 10 : at + 16])
    if tail[max(0, at - _LOCATOR_BYTES) :].startswith(_END64):
        raise InstallFailed(f"{archive}: found the zip64 form, expected an ordinary zip; "
                            "unpack it yourself and use --from DIRECTORY")  # fmt: skip
    if entries > bounds.entries or directory > bounds.directory:
        raise InstallFailed(f"{archive}: found {entries} entries, expected at most {bounds.entries}; "
                            "it is no speech model")  # fmt: skip


def _paths(
    entries: Sequence[zipfile.ZipInfo], archive_bytes: int, bounds: Bounds
) -> dict[zipfile.ZipInfo, PurePosixPath]:
    """The files to write and where, checked one by one and all together."""
    most = min(bounds.total, max(bounds.small, bounds.ratio * archive_bytes))
    total = sum(entry.file_size for entry in entries)
    if len(entries) > bounds.entries or total > most:
        raise InstallFailed(f"the archive holds {len(entries)} entries and {total} bytes, expected at most "
                            f"{bounds.entries} and {most}; it is no speech model")  # fmt: skip
    checked = {entry: _checked(entry, bounds) for entry in entries}
    found = {
        entry: path for entry, path in checked.items() if not entry.is_dir() and path.parts[0] != "__MACOSX"
    }
    _check_together(found.values())
    around = {path.parts[0] for path in found.values() if len(path.parts) > 1}
    if len(around) == 1 and all(len(path.parts) > 1 for path in found.values()):
        return {entry: PurePosixPath(*path.parts[1:]) for entry, path in found.items()}
    return found


def _checked(entry: zipfile.ZipInfo, bounds: Bounds) -> PurePosixPath:
    name = entry.filename
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _refused(name, "is a link or a device")
    if entry.header_offset < 0:
        raise _refused(name, "begins before the archive")
    if entry.flag_bits & 0x1:
        raise _refused(name, "is encrypted")
    if entry.compress_type not in _METHODS:
        raise _refused(name, f"is packed by method {entry.compress_type}, which no model is")
    if entry.file_size > max(bounds.small, bounds.ratio * entry.compress_size):
        raise _refused(name, f"would grow from {entry.compress_size} to {entry.file_size} bytes")
    parts = name.removesuffix("/").split("/")
    if len(name) > bounds.path or not all(_harmless(part) for part in parts):
        raise _refused(name, "leads out of the directory, or is no name that every system can have")
    return PurePosixPath(*parts)


def _harmless(part: str) -> bool:
    """Is it the name of a file or directory here, on Windows, on macOS?"""
    return (
        bool(part.strip(". "))
        and part == part.rstrip(". ")
        and not any(char in '\\:*?"<>|' or not char.isprintable() for char in part)
        and part.split(".")[0].lower() not in _DEVICES
    )


def _check_together(paths: Iterable[PurePosixPath]) -> None:
    """No two of one name, in upper or lower case, and no file that is also a directory."""
    seen: set[str] = set()
    folders: set[str] = set()
    for path in paths:
        key = _key(path)
        if key in seen:
            raise _refused(str(path), "is there twice")
        seen.add(key)
        folders.update(_key(parent) for parent in path.parents)
    if both := seen & folders:
        raise _refused(min(both), "is a file and a directory")


def _key(path: PurePosixPath) -> str:
    return unicodedata.normalize("NFKC", str(path)).casefold()


def _write(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with zipped.open(entry) as source, path.open("xb") as file:
        while written <= entry.file_size and (block := source.read(_CHUNK)):
            written += len(block)
            file.write(block)
    if written != entry.file_size:
        raise _refused(entry.filename, f"holds other than the {entry.file_size} bytes it announces")


def _refused(name: str, why: str) -> InstallFailed:
    return InstallFailed(
        f"the archive is refused: {name[:80]!r} {why}; fetch it again, or from somewhere else"
    )
