"""The WebSocket protocol of vosk-server, so that its clients work here (``docs/dialects.md``).

A client sends ``{"config": {...}}``, binary sound, and ``{"eof": 1}``; each frame of sound, and the eof, is
answered by ``{"partial": ...}`` or a result. vosk-server has no errors: it breaks off. Here a frame
``{"error": {"code", "message"}}`` says why before the connection is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Final

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from callparser.errors import CallparserError, EngineFailed, InputError
from callparser.jsonline import decode, encode, type_name
from callparser.service.guard import address
from callparser.service.limits import Bucket, TableLimits
from callparser.service.listeners import Listeners, Turn
from callparser.service.protocols.phrases import Phrases, phrases
from callparser.service.protocols.stream import Said, Stream, said
from callparser.service.terms import RATES_HZ
from callparser.voice.calllanguage import call_language
from callparser.voice.endpoint import Dropped, Utterance
from callparser.voice.engine import Heard, Word
from callparser.voice.source import RATE_HZ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_log = logging.getLogger("callparser.service")

PATH: Final = "/v1/vosk"
#: Close codes of RFC 6455, as at the table.
DONE, REFUSED, BROKEN, LATER = 1000, 1008, 1011, 1013
#: What a client that names none speaks.
LANG: Final = "sv"
#: Who sends no sound for so long gives his seat up.
_IDLE_S: Final = 30.0
_MOST_ALTERNATIVES: Final = 100
#: No more than the server lets through: eight seconds at 8 kHz.
FRAME_BYTES: Final = 1 << 17
_NO_POOL: Final = "no recogniser runs on this server"
_LOST: Final = "the recogniser was lost; say it again"


@dataclass(frozen=True, slots=True)
class Config:
    """What a client asked for. Without alternatives a result is one text."""

    rate_hz: int = RATE_HZ
    words: bool = True
    alternatives: int = 0
    phrases: Phrases | None = None


def config(value: Any, before: Config, lang: str) -> Config:
    """A ``config`` as it came, over what held before. Raises :class:`InputError`."""
    if not isinstance(value, dict):
        raise InputError(f"config is {type_name(value)}; expected an object")
    made = before
    if "sample_rate" in value:
        made = replace(made, rate_hz=_whole(value, "sample_rate", *RATES_HZ))
    if "words" in value:
        made = replace(made, words=bool(_whole(value, "words", 0, 1)))
    if "max_alternatives" in value:
        made = replace(made, alternatives=_whole(value, "max_alternatives", 0, _MOST_ALTERNATIVES))
    if "phrase_list" in value:
        made = replace(made, phrases=phrases(value["phrase_list"], call_language(lang).words))
    return made


def _whole(value: Row, name: str, least: int, most: int) -> int:
    """A number without a fraction; clients write 16000.0, and true for 1."""
    given = value[name]
    if not isinstance(given, (int, float)) or given != given // 1 or not least <= given <= most:
        raise InputError(f"{name} is {str(given)[:20]}; expected {least} to {most}")
    return int(given)


# --- results ---------------------------------------------------------------------------------------------


def result(what: Said, asked: Config, from_s: float) -> Row:
    """A final result as vosk writes it; its sound began ``from_s`` after the stream did."""
    told = _narrowed(what.text, asked)
    doubt = [text for text in dict.fromkeys(_narrowed(one, asked) for one in what.doubt) if text]
    extra: Row = {"doubt": doubt} if doubt else {}
    if asked.alternatives:
        return {"alternatives": _alternatives(what, told, asked, from_s)} | extra
    row: Row = {"text": told}
    if asked.words and told and told == what.text:
        row = {"result": [_word(one, from_s, True) for one in what.heard.words]} | row
    return row | extra


def _alternatives(what: Said, told: str, asked: Config, from_s: float) -> list[Row]:
    """What is told comes first, be it nothing: clients take the first one."""
    rows: dict[str, Row] = {told: {"text": told, "confidence": round(what.heard.confidence, 6)}}
    for hearing in what.heard.alternatives:
        text = _narrowed(hearing.text, asked)
        row = rows.setdefault(text, {"text": text, "confidence": round(hearing.confidence, 6)})
        if asked.words and text == hearing.text and "result" not in row:
            row["result"] = [_word(one, from_s, False) for one in hearing.words]
    return list(rows.values())[: asked.alternatives]


def _narrowed(text: str, asked: Config) -> str:
    return text if asked.phrases is None else asked.phrases.narrowed(text)


def _word(word: Word, from_s: float, sure: bool) -> Row:
    row: Row = {
        "word": word.text,
        "start": round(from_s + word.start_s, 3),
        "end": round(from_s + word.end_s, 3),
    }
    return {"conf": round(word.confidence, 6)} | row if sure else row


# --- connections -----------------------------------------------------------------------------------------


def routes(
    pool: Listeners | None,
    limits: TableLimits | None = None,
    admits: Callable[[str], bool] = lambda token: True,
) -> list[WebSocketRoute]:
    """``/v1/vosk``, ``/v1/vosk/en``, and for clients that know no path, ``/`` and ``/en``."""
    hall = _Hall(pool, limits or TableLimits(), admits)
    places = (PATH, PATH + "/{lang}", "/", "/{lang}")
    return [WebSocketRoute(place, hall.connected, name="vosk") for place in places]


class _Refused(Exception):
    """The connection is to be closed, after this was told."""

    def __init__(self, code: str, message: str, close: int = REFUSED) -> None:
        super().__init__(message)
        self.code, self.close = code, close


class _Hall:
    """All connections of a server."""

    def __init__(self, pool: Listeners | None, limits: TableLimits, admits: Callable[[str], bool]) -> None:
        self.pool, self.limits, self._admits = pool, limits, admits
        self._there = 0

    async def connected(self, socket: WebSocket) -> None:
        """One client, from its beginning to its end."""
        await socket.accept()
        self._there += 1
        code = DONE
        try:
            await self._conversation(socket)
        except (WebSocketDisconnect, OSError):
            return
        except TimeoutError:
            code = REFUSED  # it does not read
        except _Refused as end:
            code = end.close
            with contextlib.suppress(Exception):
                async with asyncio.timeout(self.limits.unread_s):
                    await socket.send_text(encode({"error": {"code": end.code, "message": str(end)}}))
        except Exception:
            code = BROKEN
            _log.exception("a vosk client's connection broke")
        finally:
            self._there -= 1
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(code), 1.0)

    async def _conversation(self, socket: WebSocket) -> None:
        lang = socket.path_params.get("lang", LANG)
        scheme, _, token = socket.headers.get("authorization", "").partition(" ")
        if not self._admits(token.strip() if scheme.lower() == "bearer" else ""):
            raise _Refused("unauthorised", "no token, or another; expected 'Authorization: Bearer TOKEN'")
        if self._there > self.limits.sessions:
            raise _Refused("full", "there is no room for one more client; try again later", LATER)
        if self.pool is None:
            raise _Refused("no-voice", _NO_POOL)
        if why := self.pool.why_not(lang):
            raise _Refused("no-voice", why[:300])
        with contextlib.closing(_Talk(socket, self.pool, lang, self.limits)) as talk:
            await talk.run()


class _Talk:
    """One connection that is listened to; from its first sound on it has a seat."""

    def __init__(self, socket: WebSocket, pool: Listeners, lang: str, limits: TableLimits) -> None:
        self._socket, self._pool, self._lang, self._limits = socket, pool, lang, limits
        self._address = address(socket.scope)
        self._sound = Bucket(limits.sound_s_per_min / 60, limits.sound_s_per_min)
        self._asked = Config()
        self._stream: Stream | None = None
        self._turn: Turn | None = None
        self._early: tuple[float, Future[Heard]] | None = None  # a pause so far: when speech was heard last
        self._told: deque[Row] = deque()  # results that wait for a frame which they answer
        self._texts = Bucket(1.0, 20.0)

    async def run(self) -> None:
        """Until the eof. Raises :class:`_Refused`."""
        wait_s = self._limits.hello_s
        while True:
            message = await self._message(wait_s)
            wait_s = _IDLE_S
            try:
                if message.get("bytes") is not None:
                    await self._hear(message["bytes"])
                elif self._is_eof(message.get("text") or ""):
                    await self._finish()
                    return
            except CallparserError as err:
                raise _Refused(err.code, str(err)) from None

    def close(self) -> None:
        if self._stream is not None:
            self._pool.dismiss(self._address)
        if self._turn is not None:
            self._turn.end()

    async def _message(self, wait_s: float) -> Any:
        try:
            async with asyncio.timeout(wait_s):
                message = await self._socket.receive()
        except TimeoutError:
            raise _Refused("idle", f"nothing was sent for {wait_s:g} s; connect again") from None
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or DONE)
        return message

    def _is_eof(self, text: str) -> bool:
        """A text frame: the end, or a config. Raises :class:`CallparserError`."""
        if not self._texts.take():
            raise _Refused("too-fast", "expected at most a text frame a second")
        row = decode(text.encode("utf-8", "replace"))
        if "config" in row:
            self._configure(config(row["config"], self._asked, self._lang))
            return False
        if row.get("eof"):
            return True
        raise InputError(f"found {encode(row)[:40]}; expected config, sound or eof")

    def _configure(self, asked: Config) -> None:
        if self._stream is not None and asked.rate_hz != self._stream.rate_hz:
            raise InputError("sample_rate changed in the middle of the sound; expected it before")
        self._asked = asked

    # --- sound -----------------------------------------------------------------------------------------

    async def _hear(self, data: bytes) -> None:
        """Answered when what ended in it is recognised, so that a result never comes late."""
        if len(data) > FRAME_BYTES:
            raise _Refused("too-large", f"a frame has {len(data)} bytes; expected at most {FRAME_BYTES}")
        stream = self._stream or self._admitted()
        await self._sound.wait(len(data) / 2 / stream.rate_hz)  # beyond a minute, as fast as it was spoken
        for found in stream.feed(data):
            await self._found(found)
        await self._answer()

    def _admitted(self) -> Stream:
        stream = Stream(self._asked.rate_hz)
        if not self._pool.admit(self._address):
            raise _Refused("full", "there is no room for one more who speaks; try again later", LATER)
        self._stream = stream
        return stream

    async def _found(self, found: Utterance | Dropped) -> None:
        if isinstance(found, Dropped):
            self._early = None
            self._told.append(result(Said("", Heard("", 0.0)), self._asked, found.at_s))
            return
        if self._turn is None:
            self._turn = self._pool.turn(self._lang, lambda _: None)
        if not found.final:
            self._early = (found.last_s, self._turn.hear(found.samples)) if self._turn.idle else None
            return
        early, self._early = self._early, None
        ready = early[1] if early and early[0] == found.last_s else self._turn.hear(found.samples)
        self._told.append(await self._recognised(found, ready))
        self._turn.end()
        self._turn = None

    async def _recognised(self, found: Utterance, hearing: Future[Heard]) -> Row:
        try:
            heard = await asyncio.wrap_future(hearing)
        except EngineFailed:
            return result(Said("", Heard("", 0.0)), self._asked, 0.0) | {
                "error": {"code": "recogniser_lost", "message": _LOST}
            }
        return result(said(heard, self._lang), self._asked, found.end_s - len(found.samples) / RATE_HZ)

    async def _answer(self) -> None:
        """One frame for one frame."""
        await self._send(self._told.popleft() if self._told else {"partial": self._so_far()})

    def _so_far(self) -> str:
        """What it sounds like. Never to be acted on."""
        if self._early is None or not self._early[1].done() or self._early[1].exception() is not None:
            return ""
        return _narrowed(said(self._early[1].result(), self._lang).text, self._asked)

    async def _finish(self) -> None:
        """The last results, at least one, each in its frame."""
        for found in self._stream.finish() if self._stream is not None else ():
            await self._found(found)
        if not self._told:
            self._told.append(result(Said("", Heard("", 0.0)), self._asked, 0.0))
        while self._told:
            await self._answer()

    async def _send(self, row: Row) -> None:
        async with asyncio.timeout(self._limits.unread_s):
            await self._socket.send_text(encode(row))
