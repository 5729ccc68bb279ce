"""The body of a request, whole, if it is not too large."""

from __future__ import annotations

from starlette.types import Receive, Scope

from callparser.service.problem import Problem


class Gone(Exception):
    """The client left in the middle of its request: nobody is there to answer."""


async def whole(scope: Scope, receive: Receive, most: int) -> bytes:
    """Raises :class:`Problem` 413 for more than ``most`` bytes, :class:`Gone` when it will never be whole."""
    announced: bytes = scope["fields"].get(b"content-length", b"0")
    if len(announced) > 15 or int(announced) > most:  # the server has seen to it that these are digits
        raise _too_large(most)
    message = await receive()
    body: bytes = message.get("body", b"")
    if message["type"] == "http.request" and not message.get("more_body", False):
        return body
    parts = bytearray()
    while True:
        if message["type"] == "http.disconnect":
            raise Gone
        parts += message.get("body", b"")
        if len(parts) > most:
            raise _too_large(most)
        if not message.get("more_body", False):
            return bytes(parts)
        message = await receive()


def _too_large(most: int) -> Problem:
    return Problem(
        413, "too-large", f"the body has more than {most} bytes; split it, or send a stream of lines"
    )
