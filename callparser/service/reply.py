"""One whole answer as ASGI messages, and the headers that go with everything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from starlette.types import Send

__all__ = ["JSON", "SECURITY", "Header", "Send", "reply"]

Header = tuple[bytes, bytes]

JSON: Final = b"application/json"

#: Nothing but our own files runs in a page of ours, nothing frames it, and no type is guessed.
SECURITY: Final[tuple[Header, ...]] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
        b"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"microphone=(self), camera=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


async def reply(
    send: Send, body: bytes, status: int = 200, kind: bytes = JSON, headers: Iterable[Header] = ()
) -> None:
    """A status, a body of that media type, and what else the headers say. Nobody keeps a copy."""
    length = str(len(body)).encode()
    about = [(b"content-type", kind), (b"content-length", length), (b"cache-control", b"no-store"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": about})
    await send({"type": "http.response.body", "body": body})
