"""``GET /v1/table``: the WebSocket end of a sitting (``docs/protocol.md``).

A connection reads in one task and writes in another. What is refused is told and counted; a client that goes
on sending it, does not read, or is silent for too long is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic
from typing import Any, Final

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from callparser.errors import CallparserError, InputError, NotKept
from callparser.jsonline import decode, encode
from callparser.service.deals import Deals
from callparser.service.events import Bye, Event, Failed
from callparser.service.guard import address
from callparser.service.journal import Journal
from callparser.service.limits import Bucket, TableLimits
from callparser.service.listeners import Listeners
from callparser.service.sitting import Sent, Sitting, Sittings, stamped
from callparser.service.terms import Terms, terms
from callparser.service.warm import warm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_log = logging.getLogger("callparser.service")

PATH: Final = "/v1/table"
SUBPROTOCOL: Final = "callparser.v1"
#: Close codes of RFC 6455: as agreed, against the rules, our fault, come again later.
DONE, REFUSED, BROKEN, LATER = 1000, 1008, 1011, 1013
#: What waits to be written when a connection ends has so long to be.
_LAST_S: Final = 1.0


class _HangUp(Exception):
    """The connection is to be closed, after this was told."""

    def __init__(self, event: Event | None = None, code: int = REFUSED) -> None:
        super().__init__(code)
        self.event, self.code = event, code


def routes(
    pool: Listeners | None = None,
    journal: Journal | None = None,
    limits: TableLimits | None = None,
    admits: Callable[[str], bool] = lambda token: True,
    deals: Deals | None = None,
) -> list[WebSocketRoute]:
    """The route of the table, with its sessions. Without a started ``pool`` nobody listens; without a
    ``journal`` nothing is recorded, whatever a client consents to; without ``deals`` none is played.
    ``admits``: may who has this token come?

    Takes some seconds the first time: what understands words is loaded, so that nobody waits for it later.
    """
    warm()
    sittings = Sittings(limits or TableLimits(), pool, journal, deals)

    async def table(socket: WebSocket) -> None:
        offered = socket.scope.get("subprotocols", ())
        await socket.accept(subprotocol=SUBPROTOCOL if SUBPROTOCOL in offered else None)
        await _Connection(socket, sittings, admits).run()

    return [WebSocketRoute(PATH, table, name="table")]


class _Connection:
    """One client, from its ``hello`` to the end."""

    def __init__(
        self,
        socket: WebSocket,
        sittings: Sittings,
        admits: Callable[[str], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._socket, self._sittings, self._admits, self._clock = socket, sittings, admits, clock
        limits = self._limits = sittings.limits
        self._frames = Bucket(limits.frames_per_s, 2 * limits.frames_per_s, clock)
        self._sound = Bucket(limits.sound_s_per_min / 60, limits.sound_s_per_min, clock)
        self._faults = Bucket(limits.faults_per_min / 60, limits.faults_per_min, clock)
        self._out: asyncio.Queue[Sent | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._code = DONE
        self._active_s, self._told = clock(), 0  # when something was told last, and which event
        self.sitting: Sitting | None = None

    async def run(self) -> None:
        """Until either side has had enough."""
        self._task = asyncio.create_task(self._converse())
        writer = asyncio.create_task(self._write())
        done, _ = await asyncio.wait((self._task, writer), return_when=asyncio.FIRST_COMPLETED)
        if writer in done:
            self._task.cancel()
        await asyncio.wait((self._task,))
        self._mourn(self._task)
        if self.sitting is not None:
            self._sittings.leave(self.sitting)
        self._out.put_nowait(None)
        await asyncio.wait((writer,), timeout=_LAST_S)
        writer.cancel()
        await asyncio.wait((writer,))
        self._mourn(writer)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._socket.close(self._code), _LAST_S)

    def _mourn(self, task: asyncio.Task[None]) -> None:
        """A task that ended: if it should not have, say so in the log of the server."""
        failure = None if task.cancelled() else task.exception()
        if isinstance(failure, TimeoutError):
            self._code = REFUSED  # it did not read
        elif failure is not None and not isinstance(failure, (WebSocketDisconnect, OSError)):
            self._code = BROKEN
            _log.error("a table broke", exc_info=failure)

    async def _converse(self) -> None:
        try:
            await self._greet()
            while self.sitting is not None and not self.sitting.conversation.over:
                await self._read()
        except _HangUp as end:
            self._code = end.code
            if end.event is not None:
                self._tell(end.event)
        except WebSocketDisconnect:
            pass

    # --- in --------------------------------------------------------------------------------------------

    async def _greet(self) -> None:
        """Wait for a ``hello`` that can be read; open a session or go on with one."""
        end_s = self._clock() + self._limits.hello_s
        while self.sitting is None:
            try:
                message = await self._message(max(0.0, end_s - self._clock()))
            except TimeoutError:
                raise self._silent("hello-expected") from None
            try:
                row = self._decoded(message)
                if row.get("type") != "hello":
                    raise InputError(f"the first frame is {str(row.get('type'))[:20]!r}; expected hello")
                if not self._admits(str(row.pop("auth", ""))):
                    why = "no token, or another; expected it as 'auth' in hello"
                    raise _HangUp(Failed("unauthorised", why, True))
                asked = terms(row)
            except CallparserError as err:
                self._fault("hello-expected", str(err))
                continue
            self._seat(asked, row)

    def _seat(self, asked: Terms, row: Row) -> None:
        if asked.resume is None:
            self.sitting = self._sittings.open(asked)
            if self.sitting is None:
                raise _HangUp(Failed("full", "there is no room for one more session; try again later", True),
                              LATER)  # fmt: skip
            self._post(Sent({}, self.sitting.consent(row, asked)))
            self.sitting.attach(self._post, leave=self._taken_over, address=address(self._socket.scope))
            return
        found = self._sittings.find(asked.resume.token)
        if found is None:
            raise _HangUp(Failed("gone", "there is nothing to resume; begin a new session", True))
        self.sitting = found
        self._post(Sent({}, found.consent(row, asked)))
        found.attach(
            self._post, asked.resume.seq, leave=self._taken_over, address=address(self._socket.scope)
        )
        if found.listener is not None and asked.rate_hz:
            found.listener.rate(asked.rate_hz)

    def _taken_over(self) -> None:
        """Another connection goes on with the session."""
        self._tell_here(Bye("resumed-elsewhere"))
        self.sitting = None
        self._out.put_nowait(None)

    async def _read(self) -> None:
        """One frame."""
        idle_s = self._active_s + self._limits.idle_s - self._clock()
        try:
            message = await self._message(max(0.0, idle_s))
        except TimeoutError:
            if not self._is_active():
                raise self._silent("idle") from None
            return
        sitting = self.sitting
        if sitting is None:
            raise _HangUp
        self._is_active()
        if message.get("bytes") is not None:
            self._hear(sitting, message["bytes"])
            return
        try:
            row = self._decoded(message)
        except CallparserError as err:
            self._fault("bad-message", str(err))
            return
        self._active_s = self._clock()
        try:
            sitting.receive(row)
        except CallparserError:
            self._count_fault()

    def _is_active(self) -> bool:
        """Was anything told since it was last asked? Sound alone is nothing: a microphone may be left on."""
        told = self.sitting.seq if self.sitting is not None else 0
        if told == self._told:
            return False
        self._active_s, self._told = self._clock(), told
        return True

    def _silent(self, code: str) -> _HangUp:
        return _HangUp(Failed(code, "nothing was said for too long; connect again", True))

    def _hear(self, sitting: Sitting, data: bytes) -> None:
        """Sound; where it is not listened to, ``welcome`` said so, and it is dropped."""
        listener = sitting.listener
        if listener is None:
            if not sitting.terms.rate_hz:
                self._fault(
                    "bad-message", f"found {len(data)} bytes of sound; hello declared none (rate_hz 0)"
                )
        elif len(data) > self._limits.frame_bytes:
            listener.lose()
            self._fault("too-large", f"the frame has {len(data)} bytes; expected at most "
                                     f"{self._limits.frame_bytes}")  # fmt: skip
        elif not self._sound.take(listener.seconds(data)):
            listener.lose()
            self._fault("too-fast", f"expected at most {self._limits.sound_s_per_min:g} s of sound a minute")
        else:
            try:
                listener.hear(data)
            except CallparserError as err:
                self._fault("bad-message", str(err))

    async def _message(self, timeout_s: float) -> Any:
        """The next frame that may pass. Raises :class:`TimeoutError`."""
        while True:
            async with asyncio.timeout(timeout_s):
                message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code") or DONE)
            if self._frames.take():
                return message
            if self.sitting is not None and self.sitting.listener is not None:
                self.sitting.listener.lose()
            self._fault("too-fast", f"expected at most {self._limits.frames_per_s:g} frames a second")

    def _decoded(self, message: Any) -> Row:
        text = message.get("text")
        if text is None:
            raise InputError("found a binary frame; expected a text frame with a JSON object")
        data = text.encode("utf-8", "replace")
        if len(data) > self._limits.frame_bytes:
            raise InputError(f"the frame has {len(data)} bytes; expected at most {self._limits.frame_bytes}")
        row = decode(data)
        if _depth(row) > self._limits.json_depth:
            raise InputError(
                f"the JSON is nested more than {self._limits.json_depth} levels deep; expected less"
            )
        return row

    def _fault(self, code: str, message: str) -> None:
        self._tell(Failed(code, message))
        if self.sitting is not None:
            self.sitting.refused()
        self._count_fault()

    def _count_fault(self) -> None:
        if not self._faults.take():
            raise _HangUp(Failed("too-fast", "too many frames were refused; the connection is closed", True))

    # --- out -------------------------------------------------------------------------------------------

    def _tell(self, event: Event) -> None:
        if self.sitting is not None:
            self.sitting.tell_now(event)
        else:
            self._tell_here(event)

    def _tell_here(self, event: Event) -> None:
        """An event that belongs to the connection and to no session."""
        self._out.put_nowait(Sent(stamped(event, 0)))

    def _post(self, sent: Sent) -> None:
        self._out.put_nowait(sent)
        if self._out.qsize() > self._limits.unread_events and self._task is not None:
            self._code = REFUSED
            self._task.cancel()

    async def _write(self) -> None:
        while (sent := await self._out.get()) is not None:
            if sent.kept is not None and (failure := await _failure(sent.kept)) is not None:
                self._code = BROKEN
                await self._send(stamped(Failed(NotKept.code, str(failure), True), 0))
                return
            if sent.row:
                await self._send(sent.row)

    async def _send(self, row: Row) -> None:
        async with asyncio.timeout(self._limits.unread_s):
            await self._socket.send_text(encode(row))


async def _failure(kept: Future[None]) -> BaseException | None:
    """Wait until an event is on disk; why it is not, if it never will be."""
    if not kept.done():
        await asyncio.wait((asyncio.wrap_future(kept),))
    return kept.exception()


def _depth(value: object) -> int:
    """How many objects and lists are nested."""
    level, deepest = [value], 0
    while level := [part for one in level for part in _parts(one)]:
        deepest += 1
    return deepest


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
