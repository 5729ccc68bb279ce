"""Compiled tables on disk: what people write is YAML, what a process loads is one ``marshal`` file.

A table is made again whenever a source file, this package's code or the Python version changes.
A cache that cannot be read or written is no error: the table is then made in memory.
"""

from __future__ import annotations

import marshal
import mmap
import os
import sys
import zlib

from callparser.errors import CallparserError
from callparser.files import cache_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, BinaryIO

KEPT = 8  # things of one name that are told apart by their content
FORMAT = 4  # raise it when the shape of any table changes


def _unwatched(name: str) -> Callable[[], None]:
    return lambda: None


#: Told the name of a table before it is made, which may take half a minute, and gives what is called
#: afterwards. A program that talks to people may put its own here.
watch: Callable[[str], Callable[[], None]] = _unwatched


def compiled(name: str, sources: Sequence[str], build: Callable[[], Any]) -> Any:
    """The table ``name``, from the cache if its ``sources`` are unchanged, else from ``build()``.

    The table may hold only what ``marshal`` holds: dicts, lists, tuples, frozensets, strings, bytes, numbers,
    None.
    A file is ``<what it was made from>\\n<crc of the body>\\n<body>``.
    """
    made_from = _fingerprint(sources)
    path = _path(name, sources)
    try:
        if not os.path.isfile(path):
            raise FileNotFoundError(path)  # absent, or a pipe or a device that would never end
        with open(path, "rb") as file:
            head, crc = file.readline(), file.readline()
            if head == made_from + b"\n":
                return _unpacked(file, int(crc))
    except (OSError, ValueError, EOFError, TypeError):
        pass  # absent or damaged: make it again
    made = watch(name)
    try:
        table = build()
    finally:
        made()
    body = marshal.dumps(interned(table))
    _write(path, b"%s\n%d\n%s" % (made_from, zlib.crc32(body), body))
    return table


def kept(name: str, made_from: bytes, build: Callable[[], bytes]) -> bytes:
    """What ``build()`` gives, from the cache if it was made from the same bytes before. Of what was made from
    other bytes the cache holds the :data:`KEPT` last used."""
    import hashlib  # takes longer to import than this module

    digest = hashlib.blake2b(made_from, digest_size=12).hexdigest()
    path = os.path.join(cache_dir(), f"{name}-{digest}.bin")
    try:
        if not os.path.isfile(path):
            raise FileNotFoundError(path)  # absent, or a pipe or a device that would never end
        with open(path, "rb") as file:
            crc, content = int(file.readline()), file.read()
        if zlib.crc32(content) == crc:
            os.utime(path)
            return content
    except (OSError, ValueError):
        pass  # absent or damaged: make it again
    content = build()
    _write(path, b"%d\n%s" % (zlib.crc32(content), content))
    _forget(f"{name}-")
    return content


def _forget(name: str) -> None:
    """Remove all but the :data:`KEPT` that were last used."""
    try:
        with os.scandir(cache_dir()) as files:
            found = [file for file in files if file.name.startswith(name) and file.name.endswith(".bin")]
        for file in sorted(found, key=lambda file: -file.stat().st_mtime)[KEPT:]:
            os.unlink(file.path)
    except OSError:
        pass  # another process did it


def is_kept(name: str, sources: Sequence[str]) -> bool:
    """Is the table in the cache, made from these sources as they are?"""
    try:
        with open(_path(name, sources), "rb") as file:
            return file.readline() == _fingerprint(sources) + b"\n"
    except OSError:
        return False


def _path(name: str, sources: Sequence[str]) -> str:
    place = zlib.crc32(os.fsencode(os.path.dirname(sources[0])))
    return os.path.join(cache_dir(), f"{name}-{place:08x}.tab")


def _unpacked(file: BinaryIO, crc: int) -> Any:
    """What the rest of the file holds. Mapped, not read: a copy of it would cost as much as what it holds.

    Raises :class:`ValueError` for a damaged file.
    """
    start = file.tell()
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole, memoryview(whole)[start:] as body:
        if zlib.crc32(body) != crc:
            raise ValueError("the file is damaged")
        return marshal.loads(body)


def interned(table: Any) -> Any:
    """The table with every word in it once: equal words are one object when it is loaded again."""
    seen: dict[int, Any] = {}

    def once(part: Any) -> Any:
        kind = type(part)
        if kind is str:
            return sys.intern(part)
        if kind not in (dict, list, tuple, frozenset):
            return part
        if id(part) not in seen:  # what is shared stays shared
            seen[id(part)] = (
                {once(name): once(value) for name, value in part.items()}
                if kind is dict
                else kind(once(value) for value in part)
            )
        return seen[id(part)]

    return once(table)


def _fingerprint(sources: Sequence[str]) -> bytes:
    parts = [f"{FORMAT} {sys.implementation.cache_tag}"]
    for source in sources:
        try:
            stat = os.stat(source)
        except OSError as err:
            raise CallparserError(f"{source} cannot be read ({err.strerror}); reinstall callparser") from None
        parts.append(f"{os.path.basename(source)} {stat.st_size} {stat.st_mtime_ns}")
    return "|".join(parts).encode()


def _write(path: str, data: bytes) -> None:
    partial = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(partial, "wb") as file:
            file.write(data)
        os.replace(partial, path)
    except OSError:
        try:  # noqa: SIM105 - contextlib takes longer to import than this module
            os.unlink(partial)
        except OSError:
            pass  # it was never there, or will be overwritten
