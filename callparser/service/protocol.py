"""HTTP/1.1 with bounds that uvicorn does not have: on time, on the head of a request, on connections.

A client that has sent no whole request ``patience_s`` after it connected, or after its last answer, or that
does not take its answer for as long, is cut off: one clock a connection, wound once in that time and not for
each request. Of a stream each line must end in that time.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from callparser.service.media import NDJSON
from callparser.service.problem import PROBLEM_JSON, Problem
from callparser.service.reply import SECURITY
from callparser.service.settings import Limits

#: The head of a request may have so many bytes, and so many requests may wait behind the first.
MAX_HEAD: Final = 32_768
MAX_PIPELINE: Final = 32


class BoundedProtocol(HttpToolsProtocol):
    """The limits come with the state of the application's lifespan."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limits: Limits = self.app_state["limits"]
        #: Since when the client owes us the rest of a request; ``None`` while we owe it an answer.
        self._owing: float | None = None
        #: Since when it has not taken what we sent.
        self._stuck: float | None = None
        self._head_bytes = 0
        self._in_head = False
        self._is_stream = False
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self._limits.connections:
            self._refuse(Problem(503, "full", "the service is full; try again", ((b"retry-after", b"1"),)))
            return
        self._owing = self.loop.time()
        self._wind(self._limits.patience_s)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._clock is not None:
            self._clock.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        if self._clock is not None:
            self._clock.cancel()  # whoever speaks from here on keeps time himself
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD and not self.transport.is_closing():
                self._refuse(Problem(431, "head-too-large", f"the head has more than {MAX_HEAD} bytes"))

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINE:
            raise HttpParserError(f"more than {MAX_PIPELINE} requests before the first is answered")
        super().on_message_begin()
        self._owing = self.loop.time()
        self._in_head = True

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head_bytes = 0
        self._is_stream = any(name == b"content-type" and NDJSON in value for name, value in self.headers)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self._is_stream and b"\n" in body:
            self._owing = self.loop.time()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._owing = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._owing is None and not self.pipeline:
            self._owing = self.loop.time()  # the next request
        super().on_response_complete()

    def pause_writing(self) -> None:
        self._stuck = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self._stuck = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        self._refuse(Problem(400, "bad-request", "this is no HTTP/1.1 request"))

    def _wind(self, seconds: float) -> None:
        self._clock = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Cut the client off, or look again when its time would be up."""
        now, patience = self.loop.time(), self._limits.patience_s
        if self.transport.is_closing():
            self.transport.abort()  # it does not even take the end
            return
        if self.flow.read_paused and self._stuck is None:
            self._owing = now  # we do not read: it cannot send
        if self._stuck is not None and now - self._stuck >= patience:
            self.transport.abort()
        elif self._owing is not None and now - self._owing >= patience:
            self._refuse(Problem(408, "too-slow", f"no whole request within {patience:g} seconds"))
            self._wind(patience)
        else:
            since = min(one for one in (self._owing, self._stuck, now) if one is not None)
            self._wind(max(0.01, since + patience - now))

    def _refuse(self, problem: Problem) -> None:
        """Say what is wrong, unless an answer has begun, and close."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            body = problem.document()
            head = [
                (b"content-type", PROBLEM_JSON), (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"), *problem.headers, *SECURITY,
            ]  # fmt: skip
            fields = b"".join(name + b": " + value + b"\r\n" for name, value in head)
            self.transport.write(
                b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (problem.status, problem.title.encode(), fields, body)
            )
        self.transport.close()
