"""The page on a web server of this machine, with a table that does what the test says."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the tests of the page need a server: pip install '.[dev]'")

import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from callparser.law.edition import load_edition
from callparser.service.catalogue import routes as messages

Row = dict[str, Any]

WEB = Path(__file__).parents[2] / "callparser" / "web"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PATIENCE_S = 10.0


class Strict:
    """Every answer has the policy that the service sends: nothing but our own files."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = ((b"content-security-policy", POLICY.encode()), (b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await self.app(scope, receive, strictly)


class Table:
    """The server's side of the table. ``heard`` is what the page sent; ``tell`` sends events to it."""

    def __init__(self) -> None:
        self.heard: list[Row] = []
        self.sound_bytes = 0
        self.seq = 0
        self.resumes = True
        self.open = True
        self.voice = True
        self.lays = True  # does it say when it has laid a situation?
        self._sent: list[Row] = []
        self._socket: WebSocket | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self, *rows: Row) -> None:
        """Events, with their numbers; kept for a page that takes its session up again."""
        for row in rows:
            self.seq += 1
            event = row | {"seq": self.seq, "at": "2026-11-30T12:00:00.000Z"}
            self._sent.append(event)
            if self._socket is not None:
                self._do(self._socket.send_json(event))

    def hang_up(self) -> None:
        """The line breaks."""
        assert self._socket is not None
        self._do(self._socket.close(1012))

    def wait(self, kind: str, **keys: object) -> Row:
        """The first message of this type and with these keys that the page sent since the last one found."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            for at, row in enumerate(self.heard):
                if row["type"] == kind and all(row.get(name) == value for name, value in keys.items()):
                    del self.heard[: at + 1]
                    return row
            time.sleep(0.01)
        raise AssertionError(f"the page sent {self.heard}; expected {kind} {keys}")

    def _do(self, what: Any) -> None:
        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE_S)

    async def serve(self, socket: WebSocket) -> None:
        if not self.open:
            await socket.close(1013)
            return
        await socket.accept("callparser.v1")
        hello = await socket.receive_json()
        self.heard.append(hello)
        resume = hello["resume"]
        resumed = bool(resume) and self.resumes
        if resume and not resumed:
            await socket.send_json({"type": "error", "code": "gone", "message": "forgotten", "fatal": True})
            await socket.close()
            return
        if not resumed:
            self.seq, self._sent = 0, []
        welcome = {"type": "welcome", "session": "s1", "token": "t1", "lang": hello["lang"],
                   "edition": "wbf-2017", "voice": self.voice, "reason": None,
                   "resumed": resumed}  # fmt: skip
        await socket.send_json(welcome)
        for event in self._sent:
            if event["seq"] > (resume or {"seq": 0})["seq"]:
                await socket.send_json(event)
        self._loop, self._socket = asyncio.get_running_loop(), socket
        try:
            await self._listen(socket)
        except WebSocketDisconnect:
            if self._socket is socket:
                self._socket = None

    async def _listen(self, socket: WebSocket) -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            if message.get("bytes"):
                self.sound_bytes += len(message["bytes"])
            else:
                row = json.loads(message["text"])
                self.heard.append(row)
                if row["type"] == "situation" and self.lays:
                    await socket.send_json({"type": "notice", "code": "situation", "say": "", "seq": 0})


async def _law(request: Any) -> Response:
    clause = load_edition(request.query_params["edition"]).clauses[request.path_params["clause"]]
    lang = request.query_params["lang"]
    row = {"clause": clause.id, "title": clause.title[lang], "text": clause.text[lang], "url": clause.url}
    return JSONResponse({"clauses": [row]})


@contextmanager
def running(table: Iterable[BaseRoute]) -> Iterator[str]:
    """The address of the page, while its server runs."""
    app = Starlette(
        routes=[
            *messages(),
            *table,
            Route("/v1/law/{clause}", _law),
            Mount("/", StaticFiles(directory=WEB, html=True)),
        ]
    )
    config = uvicorn.Config(
        Strict(app),
        port=0,
        log_level="error",
        ws="websockets-sansio",
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end_s = time.monotonic() + PATIENCE_S
    while not server.started and time.monotonic() < end_s:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)


def scripted(tables: list[Table]) -> list[BaseRoute]:
    """The route of the table that is the last of these."""

    async def serve(socket: WebSocket) -> None:
        await tables[-1].serve(socket)

    return [WebSocketRoute("/v1/table", serve)]
