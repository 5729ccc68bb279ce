"""The page: the files of one folder, by name."""

from __future__ import annotations

from typing import Final

from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from callparser.service.problem import Problem

_BAD_RANGE: Final = (400, 416)


class Files:
    """One folder. It is an ASGI application; what it refuses is a problem."""

    def __init__(self, folder: str) -> None:
        self._files = StaticFiles(directory=folder, html=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def checked(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in _BAD_RANGE:
                size = tuple(pair for pair in message["headers"] if pair[0].lower() == b"content-range")
                found = scope["fields"].get(b"range", b"")[:60].decode("latin-1")
                detail = f"range is {found!r}; expected bytes=FIRST-LAST within the file, or none"
                raise Problem(message["status"], "bad-range", detail, size)
            await send(message)

        await self._files(scope, receive, checked)


def routes(folder: str) -> list[BaseRoute]:
    """``/`` is the page; no path below another is a file, so that what the service lacks stays 404 or 405."""
    files = Files(folder)
    return [Route(path, files, methods=["GET"], name="page") for path in ("/", "/{name}")]
