"""One file from a server to the disk: resumed where it stopped, checked at the end."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path
from typing import BinaryIO, Final

from callparser.errors import InstallFailed
from callparser.voice import web
from callparser.voice.catalogue import Remote

#: Called with the bytes that are there and the bytes expected, if known.
Progress = Callable[[int, "int | None"], None]

_CHUNK: Final = 65_536


class NoRoom(InstallFailed):
    """The disk is too full. What has come by then is good, and is kept."""


@dataclass(frozen=True, slots=True)
class Patience:
    """``slowest`` is the least number of bytes in ``timeout_s``; fewer is as good as nothing."""

    timeout_s: float = 30.0
    slowest: int = 30_000
    tries: int = 5
    pause_s: float = 1.0
    #: No file may be larger.
    max_bytes: int = 4_000_000_000


def fetch(remote: Remote, partial: Path, progress: Progress, patience: Patience | None = None) -> None:
    """Leave the whole file at ``partial``; a part of it that is there already is not fetched again.

    Raises :class:`InstallFailed`; what has come by then is kept for the next time.
    """
    patience = patience or Patience()
    failures = 0
    while not (
        remote.size and _size(partial) == remote.size and _read_note(partial).get("url") == remote.url
    ):
        before = _size(partial)
        try:
            if _attempt(remote, partial, progress, patience):
                return
            reason = "the server sent too little"
        except web.Dropped as err:
            reason = str(err)
        failures = 1 if _size(partial) > before else failures + 1
        if failures >= patience.tries:
            raise InstallFailed(f"{remote.url}: {reason}; {_size(partial)} bytes are kept, "
                                "the same command goes on from there")  # fmt: skip
        time.sleep(patience.pause_s * 2 ** (failures - 1))


def forget(partial: Path) -> None:
    """A part that is of no use, and what is known of it."""
    for path in (partial, _note_path(partial)):
        path.unlink(missing_ok=True)


def _attempt(remote: Remote, partial: Path, progress: Progress, patience: Patience) -> bool:
    """One connection. Is the file whole now?"""
    have, headers = _resumable(remote, partial)
    with web.ask(remote.url, headers, patience.timeout_s) as answer:
        if answer.status == 416 and headers and answer.headers.get("Content-Range") == f"bytes */{have}":
            return True  # there is no more of it than we have
        if answer.status == 200:
            have = 0
        elif not headers or not _goes_on(answer, have, partial):
            forget(partial)
            raise web.Dropped(f"the server answered {answer.status} with another part than was asked for")
        total = _total(answer, remote, patience)
        check_room(partial.parent, (total or have) - have)
        _note(remote, partial, answer)
        with partial.open("r+b" if have else "wb") as file:
            file.truncate(have)
            file.seek(have)
            have = _receive(answer, file, have, total, progress, patience)
    return have == total or (total is None and have > 0)


def _receive(
    answer: HTTPResponse, file: BinaryIO, have: int, total: int | None, progress: Progress, patience: Patience
) -> int:
    """Write what comes; returns how long the file is then. A trickle counts as a dropped connection."""
    limit = total or patience.max_bytes
    since, then = time.monotonic(), have
    while block := _block(answer):
        have += len(block)
        if have > limit:
            raise InstallFailed(f"the server sent more than {limit} bytes: it is not the file that was "
                                "expected; update callparser, or use --from")  # fmt: skip
        file.write(block)
        progress(have, total)
        if (now := time.monotonic()) - since > patience.timeout_s:
            if have - then < patience.slowest:
                raise web.Dropped(f"only {have - then} bytes came in {now - since:.0f} s")
            since, then = now, have
    return have


def _block(answer: HTTPResponse) -> bytes:
    try:
        return answer.read1(_CHUNK)
    except (*web.PASSING, OSError) as err:
        raise web.Dropped(str(err) or type(err).__name__) from err


def _total(answer: HTTPResponse, remote: Remote, patience: Patience) -> int | None:
    """How long the whole file will be. Raises :class:`InstallFailed` when that cannot be right."""
    total = _span(answer)[1] if answer.status == 206 else answer.length
    if total is None:
        return remote.size
    if remote.size is not None and total != remote.size:
        raise InstallFailed(f"{remote.url}: the server announces {total} bytes, expected {remote.size}: "
                            "the file was changed; update callparser, or use --from")  # fmt: skip
    if total > patience.max_bytes:
        raise InstallFailed(f"{remote.url}: the server announces {total} bytes, expected at most "
                            f"{patience.max_bytes}; fetch it in another way and use --from")  # fmt: skip
    return total


def _span(answer: HTTPResponse) -> tuple[int | None, int | None]:
    """Where a part begins, and how long the whole is, as the server says."""
    found = re.fullmatch(r"bytes (\d{1,15})-\d{1,15}/(\d{1,15}|\*)", answer.headers.get("Content-Range", ""))
    if not found:
        return None, None
    return int(found[1]), None if found[2] == "*" else int(found[2])


def _goes_on(answer: HTTPResponse, have: int, partial: Path) -> bool:
    """Is it the part that follows ours, and of the same file?"""
    return (
        answer.status == 206
        and _span(answer)[0] == have
        and _tag(answer) in (None, _read_note(partial)["tag"])
    )


def _resumable(remote: Remote, partial: Path) -> tuple[int, dict[str, str]]:
    """How much is there that can be gone on from, and the headers that ask for the rest."""
    note = _read_note(partial)
    have = _size(partial)
    if not have or note.get("url") != remote.url or not note.get("tag") or have >= (remote.size or have + 1):
        return 0, {}
    return have, {"Range": f"bytes={have}-", "If-Range": note["tag"]}


def _tag(answer: HTTPResponse) -> str | None:
    """What stands for this version of the file: a strong ETag, or else the date."""
    tag = answer.headers.get("ETag", "")
    if tag.startswith('"'):
        return tag
    return answer.headers.get("Last-Modified") or None


def _note_path(partial: Path) -> Path:
    return partial.with_name(partial.name + ".json")


def _note(remote: Remote, partial: Path, answer: HTTPResponse) -> None:
    _note_path(partial).write_text(json.dumps({"url": remote.url, "tag": _tag(answer)}), encoding="utf-8")


def _read_note(partial: Path) -> dict[str, str]:
    try:
        note = json.loads(_note_path(partial).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {k: v for k, v in note.items() if isinstance(v, str)} if isinstance(note, dict) else {}


def _size(partial: Path) -> int:
    with suppress(OSError):
        return partial.stat().st_size
    return 0


def check_room(folder: Path, more: int) -> None:
    """Raises :class:`NoRoom` when the disk has none for so many bytes and a few more."""
    free = shutil.disk_usage(folder).free
    if free < more + 50_000_000:
        raise NoRoom(f"{folder}: {free // 1_000_000} MB are free, {more // 1_000_000 + 50} MB are needed; "
                     "make room, or set CALLPARSER_MODELS to another disk")  # fmt: skip
