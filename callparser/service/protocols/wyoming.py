"""Wyoming, the voice protocol of Home Assistant, over TCP (``docs/dialects.md``).

``describe`` is answered by ``info``; ``transcribe``, ``audio-start``, ``audio-chunk`` and ``audio-stop`` by
``transcript``; ``recognize``, or a ``transcript`` as Home Assistant sends it, by ``intent`` or
``not-recognized``; what cannot be read by ``error``. The framing is that of the package ``wyoming``; what it
reads is bounded here, for it believes any length that a client names.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from wyoming.asr import Transcript
from wyoming.error import Error
from wyoming.event import Event, Eventable, async_read_event, async_write_event
from wyoming.info import AsrModel, AsrProgram, Attribution, Info, IntentModel, IntentProgram
from wyoming.intent import Entity, Intent, NotRecognized
from wyoming.ping import Pong

from callparser import __version__
from callparser.designation import Chatter, Correction, Designation
from callparser.errors import CallparserError, EngineFailed, InputError
from callparser.explainer.messages import load_messages
from callparser.intentform import intent_out
from callparser.jsonline import type_name
from callparser.languages import LANGUAGES
from callparser.service.background import Background
from callparser.service.limits import Bucket, TableLimits
from callparser.service.listeners import Listeners
from callparser.service.protocols.stream import Stream, recognise, said
from callparser.service.settings import is_loopback
from callparser.service.terms import RATES_HZ
from callparser.understand import parse
from callparser.voice.endpoint import Dropped

_log = logging.getLogger("callparser.service")

#: The data or the sound of one event.
_EVENT_BYTES: Final = 131_072
#: A connection may be open for so long without a transcription; with one, no sound may be missing so long.
_IDLE_S: Final = 600.0
_STALL_S: Final = 10.0
#: Sound of one transcription, silence included.
_SOUND_S: Final = 60.0
#: Talk, and two calls of which the Laws choose.
_NO_CALL: Final = (Chatter, Correction)
_TRANSCRIPT: Final = "transcript"
_OURS: Final = Attribution("callparser", "")
_LOST: Final = "the recogniser was lost; say it again"


class _Refused(Exception):
    """Something that cannot be read or had; the connection goes on unless it is ``fatal``."""

    def __init__(self, code: str, message: str, fatal: bool = False) -> None:
        super().__init__(message)
        self.code, self.fatal = code, fatal


@contextlib.contextmanager
def serving(
    host: str,
    port: int,
    pool: Listeners | None,
    peers: tuple[str, ...] = (),
    limits: TableLimits | None = None,
) -> Iterator[int]:
    """Listens there while it lasts, in a thread; gives the port. ``peers`` may come, beside this machine.

    Raises :class:`InputError` where nothing can listen.
    """
    hall = _Hall(pool, frozenset(str(ipaddress.ip_address(one)) for one in peers), limits or TableLimits())
    with contextlib.closing(Background("wyoming")) as background:
        try:
            server = background.run(asyncio.start_server(hall.connected, host, port)).result()
        except (OSError, UnicodeError) as err:
            reason = getattr(err, "strerror", None) or "no such address"
            raise InputError(f"cannot listen for wyoming on port {port} of {host}: {reason}") from None
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            background.loop.call_soon_threadsafe(server.close)


class _Hall:
    """All connections of a server."""

    def __init__(self, pool: Listeners | None, peers: frozenset[str], limits: TableLimits) -> None:
        self.pool, self.limits, self._peers = pool, limits, peers
        self._there = 0

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._there += 1
        try:
            if not self._may_come(str(writer.get_extra_info("peername")[0])):
                return
            if self._there > self.limits.sessions:
                await _write(Error("there is no room for one more client", "full"), writer, self.limits)
                return
            with contextlib.closing(_Client(self, reader, writer)) as client:
                await client.run()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass  # it has gone, or does not read
        except Exception:
            _log.exception("a wyoming client's connection broke")
        finally:
            self._there -= 1
            writer.close()

    def _may_come(self, address: str) -> bool:
        return is_loopback(address) or address in self._peers

    def info(self) -> Info:
        """What is heard and understood here."""
        pool = self.pool
        heard = [lang for lang in LANGUAGES if pool is not None and not pool.why_not(lang)]
        asr = [AsrModel("calls", _OURS, True, "what declarer says to dummy", __version__, heard)]
        intent = [IntentModel("calls", _OURS, True, "what declarer means", __version__, list(LANGUAGES))]
        about = "calls to dummy at bridge"
        return Info(
            asr=[AsrProgram("callparser", _OURS, True, about, __version__, asr)] if heard else [],
            intent=[IntentProgram("callparser", _OURS, True, about, __version__, intent)],
        )


class _Bounded:
    """Reads as :class:`asyncio.StreamReader` does, and no more than a client may send in good faith."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def readline(self) -> bytes:
        return await self._reader.readline()  # 64 KiB, or ValueError

    async def readexactly(self, size: object) -> bytes:
        if type(size) is not int or not 0 <= size <= _EVENT_BYTES:
            raise InputError(f"an event has {str(size)[:20]} bytes; expected at most {_EVENT_BYTES}")
        async with asyncio.timeout(_STALL_S):
            return await self._reader.readexactly(size)


@dataclass
class _Recording:
    """A transcription that is under way."""

    stream: Stream
    data: bytearray


class _Client:
    """One connection. While sound comes it has a seat."""

    def __init__(self, hall: _Hall, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._hall, self._writer, self._limits = hall, writer, hall.limits
        self._reader = cast(asyncio.StreamReader, _Bounded(reader))
        self._events = Bucket(hall.limits.frames_per_s, 2 * hall.limits.frames_per_s)
        self._seconds = Bucket(hall.limits.sound_s_per_min / 60, hall.limits.sound_s_per_min)
        self._lang = "sv"
        self._sound: _Recording | None = None

    def close(self) -> None:
        self._leave()

    async def run(self) -> None:
        """Until it goes, or sends what is no event."""
        while (event := await self._next()) is not None:
            try:
                await self._received(event)
            except _Refused as refused:
                await self._write(Error(str(refused), refused.code))
                if refused.fatal:
                    return
            except CallparserError as err:
                await self._write(Error(str(err), err.code))

    async def _next(self) -> Event | None:
        """The next event, if there is one that can be read."""
        await self._events.wait()
        try:
            async with asyncio.timeout(_STALL_S if self._sound else _IDLE_S):
                event = await async_read_event(self._reader)
            if event is not None and not (isinstance(event.type, str) and isinstance(event.data, dict)):
                raise InputError("its type is no text, or its data no object")
        except (InputError, TypeError, KeyError, AttributeError, ValueError, RecursionError) as err:
            why = str(err) if isinstance(err, InputError) else "expected a line of JSON with 'type'"
            await self._write(Error(f"found no event of wyoming: {why}", "bad-message"))
            return None
        return event

    async def _received(self, event: Event) -> None:
        """What is not known is left alone, as the protocol wants it."""
        if event.type == "describe":
            await self._write(self._hall.info())
        elif event.type == "ping":
            await self._write(Pong(_text(event, "text") or None))
        elif event.type == "transcribe":
            self._lang = _language(event, self._lang)
        elif event.type == "audio-start":
            self._begin(event)
        elif event.type == "audio-chunk":
            await self._more(event)
        elif event.type == "audio-stop":
            await self._transcribe()
        elif event.type in ("recognize", _TRANSCRIPT):
            self._lang = _language(event, self._lang)
            await self._write(self._meant(_text(event, "text")))

    # --- speech ----------------------------------------------------------------------------------------

    def _begin(self, event: Event) -> None:
        pool = self._hall.pool
        if pool is None:
            raise _Refused("no-voice", "no recogniser runs on this server")
        if why := pool.why_not(self._lang):
            raise _Refused("no-voice", why[:300])
        stream = Stream(_format(event))
        if self._sound is None and not pool.admit():
            raise _Refused("full", "there is no room for one more who speaks; try again later")
        self._sound = _Recording(stream, bytearray())

    async def _more(self, event: Event) -> None:
        if self._sound is None:
            return  # it was told why
        if _format(event) != self._sound.stream.rate_hz:
            raise InputError("the rate of the sound changed; expected that of audio-start")
        sound = event.payload or b""
        await self._seconds.wait(len(sound) / 2 / self._sound.stream.rate_hz)
        self._sound.data += sound
        if len(self._sound.data) > 2 * _SOUND_S * self._sound.stream.rate_hz:
            self._leave()
            raise InputError(f"the sound is longer than {_SOUND_S:g} s; expected one call")

    async def _transcribe(self) -> None:
        """All sound from start to stop is one call: who sends it has found where that begins and ends."""
        sound, pool = self._sound, self._hall.pool
        if sound is None or pool is None:
            raise _Refused("bad-message", "found audio-stop; expected audio-start before it")
        try:
            text = await self._heard(pool, sound)
        except EngineFailed:
            raise _Refused("recogniser_lost", _LOST) from None
        finally:
            self._leave()
        await self._write(Transcript(text=text, language=self._lang))

    async def _heard(self, pool: Listeners, sound: _Recording) -> str:
        found = [*await asyncio.to_thread(sound.stream.feed, bytes(sound.data)), *sound.stream.finish()]
        calls = [one for one in found if isinstance(one, Dropped) or one.final]
        if not calls or isinstance(calls[0], Dropped) or len(calls) > 1:
            return ""  # nothing, too much, or two calls of which only one could be told
        return said(await recognise(pool, self._lang, calls[0].samples), self._lang).text

    def _leave(self) -> None:
        if self._sound is not None and self._hall.pool is not None:
            self._sound = None
            self._hall.pool.dismiss()

    # --- meaning ---------------------------------------------------------------------------------------

    def _meant(self, text: str) -> Eventable:
        """An intent, if it is certain; else what to say, so that it is asked again."""
        if len(text) > self._limits.text_chars:
            raise InputError(f"text has {len(text)} characters; expected at most {self._limits.text_chars}")
        meant = parse(text, self._lang, fallback=False)
        if not isinstance(meant, Designation) or meant.confidence < 1 or isinstance(meant.intent, _NO_CALL):
            return NotRecognized(load_messages(self._lang).listening["again"])
        slots = intent_out(meant.intent)
        name = str(slots.pop("kind"))
        return Intent(name, [Entity(key, value) for key, value in slots.items()], meant.understood)

    async def _write(self, message: Eventable) -> None:
        await _write(message, self._writer, self._limits)


async def _write(message: Eventable, writer: asyncio.StreamWriter, limits: TableLimits) -> None:
    async with asyncio.timeout(limits.unread_s):
        await async_write_event(message.event(), writer)


def _text(event: Event, name: str) -> str:
    value: Any = event.data.get(name, "")
    if value is not None and not isinstance(value, str):
        raise InputError(f"{name} of {event.type} is {type_name(value)}; expected a text")
    return value or ""


def _language(event: Event, usual: str) -> str:
    """``"sv-SE"`` -> ``"sv"``; Norwegian is ``nb`` in Home Assistant."""
    given = _text(event, "language")
    lang = given.replace("_", "-").partition("-")[0].lower()
    lang = "no" if lang in ("nb", "nn") else lang
    if lang and lang not in LANGUAGES:
        raise InputError(f"language is {given[:20]!r}; expected one of {', '.join(LANGUAGES)}")
    return lang or usual


def _format(event: Event) -> int:
    """The rate of sound that can be heard: 16-bit, mono."""
    rate, width, channels = (event.data.get(name) for name in ("rate", "width", "channels"))
    if (width, channels) != (2, 1) or type(rate) is not int or not RATES_HZ[0] <= rate <= RATES_HZ[1]:
        raise InputError(
            f"sound has rate {str(rate)[:12]}, width {str(width)[:12]}, channels {str(channels)[:12]}; "
            f"expected {RATES_HZ[0]} to {RATES_HZ[1]}, 2 and 1"
        )
    return rate
