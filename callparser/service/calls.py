"""``POST`` of one call, a list of them, or a stream: each is answered in its place.

What is known word for word is answered at once; the rest is read in another thread, and of a list only so
much.
"""

from __future__ import annotations

import asyncio
from itertools import chain
from typing import Final

from starlette.types import Receive, Scope, Send

from callparser.errors import CallparserError
from callparser.jsonline import MAX_LINE, error_row, identity
from callparser.service import media
from callparser.service.body import whole
from callparser.service.guard import address
from callparser.service.lines import Lines
from callparser.service.longway import LongWay
from callparser.service.problem import Problem
from callparser.service.rates import Rates
from callparser.service.reply import reply
from callparser.service.rows import read, split, write
from callparser.service.settings import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from callparser.jsonline import Row

    #: What came -> its answer. Raises :class:`CallparserError` for what cannot be read.
    Answer = Callable[[Row], Row]

#: After so many answers the other clients have their turn.
_TURN: Final = 16
_BOM: Final = b"\xef\xbb\xbf"
_SPACE: Final = b" \t\r\n"


class Calls:
    """One route. It is an ASGI application itself: of a request nothing is unpacked that it does not need."""

    def __init__(
        self, answer: Answer, limits: Limits, rates: Rates, long_way: LongWay, object_bytes: int = MAX_LINE
    ) -> None:
        self._answer = answer
        self._object_bytes = object_bytes  # of one object alone; of a list or a stream each has MAX_LINE
        self._long_way = long_way
        self._limits = limits
        self._rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = media.sent(scope["fields"])
        media.must_take(scope["fields"], kind)
        if kind == media.NDJSON:
            await self._stream(scope, receive, send)
            return
        body = await whole(scope, receive, self._limits.body_bytes)
        if body[:1] != b"{":
            body = body.removeprefix(_BOM).lstrip(_SPACE)
        await reply(send, await self._list(scope, body) if body[:1] == b"[" else await self.one(body))

    async def one(self, body: bytes) -> bytes:
        """The answer to one call. Raises :class:`Problem`: 413, 400 no object, 422 one that is no call."""
        row = only(body, self._object_bytes)
        try:
            return await self._answered(row, self._long_way.chars(row))
        except CallparserError as err:
            raise Problem(422, err.code, str(err)) from None

    async def _list(self, scope: Scope, body: bytes) -> bytes:
        try:
            entries = split(body)
        except ValueError as err:
            raise Problem(400, "bad-input", f"not a list of JSON objects: {err}"[:300]) from None
        most = self._limits.batch
        if len(entries) > most:
            raise Problem(
                413, "too-large", f"the list has {len(entries)} entries; at most {most}, or a stream"
            )
        self._rates.charge(address(scope), len(entries) - 1)
        answers: list[bytes] = []
        left = self._limits.long_chars
        for count, entry in enumerate(entries, 1):
            answer, long = await self._row(bytes(entry), left)
            answers.append(answer)
            left -= long
            if count % _TURN == 0:
                await asyncio.sleep(0)
        return b"[" + b",".join(answers) + b"]"

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lines in, lines out. While the answers are not taken no more lines are read."""
        headers = [(b"content-type", media.NDJSON), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        lines, more = Lines(), True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            more = message.get("more_body", False)
            count, answers = 0, bytearray()
            for line in chain(lines.feed(message.get("body", b"")), () if more else lines.rest()):
                answer, _ = await self._row(line)
                answers += answer + b"\n"
                count += 1
                if count % _TURN == 0:
                    await send({"type": "http.response.body", "body": bytes(answers), "more_body": True})
                    answers.clear()
                    await asyncio.sleep(0)
            await send({"type": "http.response.body", "body": bytes(answers), "more_body": more})
            wait = self._rates.charge(address(scope), count)
            await asyncio.sleep(min(wait, self._limits.patience_s) if more else 0)

    async def _row(self, entry: bytes, most: int | None = None) -> tuple[bytes, int]:
        """The answer to one of several: an ``error`` row for what cannot be read; and how many characters
        went the long way. Raises :class:`Problem` 413 for more than ``most``."""
        row: Row = {}
        long = 0
        try:
            row = read(entry)
            long = self._long_way.chars(row)
            if most is not None and long > most:
                raise Problem(
                    413,
                    "too-large",
                    f"the list has more than {self._limits.long_chars} characters {self._long_way.counted}; "
                    "send several lists, or a stream",
                )
            return await self._answered(row, long), long
        except CallparserError as err:
            return write(identity(row) | error_row(err)), long

    async def _answered(self, row: Row, long: int) -> bytes:
        """Raises :class:`CallparserError`."""
        answer = await self._long_way.run(self._answer, row) if long else self._answer(row)
        return write(identity(row) | answer)


def only(body: bytes, most: int = MAX_LINE) -> Row:
    """The object that a body is. Raises :class:`Problem`: 413, or 400 for what is none."""
    if len(body) > most:
        raise Problem(
            413, "too-large", f"the object has more than {most} bytes; leave out what is not needed"
        )
    try:
        return read(body, most)
    except CallparserError as err:
        raise Problem(400, err.code, str(err).replace("the line", "the body")) from None
