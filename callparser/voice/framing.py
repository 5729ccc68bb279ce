"""Messages over a pipe: four bytes of length, most significant first, then the content.

Used on both sides of the pipe, so it imports nothing of ours.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import BinaryIO, Final

#: Longer frames are taken for garbage. A minute of 48 kHz sound has 6 MB.
MAX_FRAME: Final = 16_000_000


class BrokenFrame(Exception):
    """The other side wrote something that is no frame, or closed in the middle of one."""


def frame(content: bytes) -> bytes:
    """The content with its length before it. Raises :class:`ValueError` when it is too long."""
    if len(content) > MAX_FRAME:
        raise ValueError(f"found {len(content)} bytes to send, expected at most {MAX_FRAME}")
    return struct.pack(">I", len(content)) + content


def json_frame(row: Mapping[str, object]) -> bytes:
    return frame(json.dumps(dict(row), ensure_ascii=False).encode())


def write_frame(pipe: BinaryIO, content: bytes) -> None:
    pipe.write(frame(content))
    pipe.flush()


def read_frame(pipe: BinaryIO) -> bytes | None:
    """The next frame, or ``None`` when the pipe was closed between two frames."""
    head = pipe.read(4)
    if not head:
        return None
    size = int(struct.unpack(">I", head)[0]) if len(head) == 4 else MAX_FRAME + 1
    if size > MAX_FRAME:
        raise BrokenFrame(f"found {head!r} where the length of an answer was expected")
    content = pipe.read(size)
    if len(content) < size:
        raise BrokenFrame(f"the answer stopped after {len(content)} of {size} bytes")
    return content


def write_json(pipe: BinaryIO, row: Mapping[str, object]) -> None:
    pipe.write(json_frame(row))
    pipe.flush()


def read_json(pipe: BinaryIO) -> dict[str, object] | None:
    content = read_frame(pipe)
    if content is None:
        return None
    try:
        row = json.loads(content)
    except (ValueError, RecursionError) as err:
        raise BrokenFrame(f"found {content[:40]!r} where JSON was expected") from err
    if not isinstance(row, dict):
        raise BrokenFrame(f"found {content[:40]!r} where a JSON object was expected")
    return row
