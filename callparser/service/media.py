"""What a client sends and what it takes: the media types of a request (RFC 9110, sections 8.3 and 12.5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from callparser.service.problem import Problem

NDJSON: Final = b"application/x-ndjson"
JSON_TYPES: Final = (b"application/json", NDJSON)


def sent(fields: Mapping[bytes, bytes]) -> bytes:
    """The media type of the body. Raises :class:`Problem` 415 for any that is not ours."""
    given = fields.get(b"content-type", b"")
    if given not in JSON_TYPES:
        name, *parameters = (part.strip().lower() for part in given.split(b";"))
        charsets = [one for one in parameters if one.startswith(b"charset=")]
        if name not in JSON_TYPES or any(one[8:].strip(b'"') != b"utf-8" for one in charsets):
            raise Problem(
                415,
                "wrong-type",
                f"content-type is {_shown(given)}; expected application/json or application/x-ndjson, UTF-8",
                ((b"accept-post", b", ".join(JSON_TYPES)),),
            )
        given = name
    coding = fields.get(b"content-encoding", b"identity")
    if coding != b"identity":
        raise Problem(415, "wrong-type", f"content-encoding is {_shown(coding)}; send the body as it is")
    return given


def must_take(fields: Mapping[bytes, bytes], kind: bytes) -> None:
    """Raises :class:`Problem` 406 if the client has said that it does not take that media type."""
    accepted = fields.get(b"accept", b"*/*")
    if accepted in (b"*/*", kind):
        return
    ranges = (kind, kind.partition(b"/")[0] + b"/*", b"*/*")  # the nearest first
    weights = dict(map(_weighted, accepted.split(b",")))
    if not next((weights[one] for one in ranges if one in weights), 0.0):
        raise Problem(406, "not-acceptable", f"accept is {_shown(accepted)}; the answer is {kind.decode()}")


def _weighted(part: bytes) -> tuple[bytes, float]:
    """``b"text/*; q=0.5"`` -> the range and its weight; a weight that cannot be read is 1."""
    name, *parameters = (one.strip().lower() for one in part.split(b";"))
    for one in parameters:
        if one.startswith(b"q="):
            try:
                return name, float(one[2:])
            except ValueError:
                break
    return name, 1.0


def _shown(value: bytes) -> str:
    return repr(value[:60].decode("latin-1")) if value else "missing"
