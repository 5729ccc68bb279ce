"""The pages: the files of one folder, by name."""

from __future__ import annotations

from typing import Final

from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from callparser.service.problem import Problem

_BAD_RANGE: Final = (400, 416)


class Files:
    """One folder, or of it the file ``name``. It is an ASGI application; what it refuses is a problem."""

    def __init__(self, folder: str, name: str = "") -> None:
        self._files = StaticFiles(directory=folder, html=True)
        self._name = name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def checked(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in _BAD_RANGE:
                size = tuple(pair for pair in message["headers"] if pair[0].lower() == b"content-range")
                found = scope["fields"].get(b"range", b"")[:60].decode("latin-1")
                detail = f"range is {found!r}; expected bytes=FIRST-LAST within the file, or none"
                raise Problem(message["status"], "bad-range", detail, size)
            await send(message)

        found = {**scope, "path": f"/{self._name}"} if self._name else scope
        await self._files(found, receive, checked)


def routes(folder: str) -> list[BaseRoute]:
    """``/`` and ``/rule`` are pages; no path below another is a file, so that what the service lacks stays
    404 or 405."""
    files, rule = Files(folder), Files(folder, "rule.html")
    pages = (("/", files), ("/rule", rule), ("/{name}", files))
    return [Route(path, answers, methods=["GET"], name="page") for path, answers in pages]
