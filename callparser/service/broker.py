"""What is said over a NATS broker between services and voice workers.

A service publishes the sound of one whole utterance (mono s16le, 16 kHz) on ``callparser.voice.LANG``, with
an inbox for the answers. All workers subscribe as one queue group, so the broker hands it to one of them, and
says at once when there is none. The worker beats on the inbox while it listens; an :class:`Answer` that is
no beat is the last. Nothing is kept by the broker: a turn that is lost is said again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final
from urllib.parse import urlsplit

import msgspec
import nats
from nats.aio.client import Client

from callparser.errors import InputError
from callparser.voice.engine import Heard

_log = logging.getLogger("callparser.service")

GROUP: Final = "callparser"
#: While a worker listens it says so this often; whoever is silent for so much longer is gone.
BEAT_S: Final = 0.25
LOST_S: Final = 1.0
#: Of one utterance: more than :data:`callparser.voice.endpoint.CAP_S` of sound.
SOUND_BYTES: Final = 10 * 2 * 16_000
_CONNECT_S: Final = 3.0


class Answer(msgspec.Struct, omit_defaults=True):
    """``here`` answers a message without sound: somebody listens. ``working`` is a beat."""

    here: bool = False
    working: bool = False
    full: bool = False
    failed: str = ""
    heard: Heard | None = None


def subject(lang: str) -> str:
    return f"callparser.voice.{lang}"


def read(data: bytes) -> Answer:
    """Raises :class:`InputError` for what no worker of ours says."""
    try:
        return msgspec.json.decode(data, type=Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as err:
        raise InputError(f"a voice worker answered something unreadable: {str(err)[:100]}") from None


def write(answer: Answer) -> bytes:
    return msgspec.json.encode(answer)


async def connect(url: str, name: str) -> Client:
    """A connection that is made again whenever it is lost. Raises :class:`InputError` if none can be."""
    where = shown(url)
    try:
        async with asyncio.timeout(_CONNECT_S):
            return await nats.connect(
                url, name=name, error_cb=_told, max_reconnect_attempts=-1, reconnect_time_wait=1
            )
    except (OSError, TimeoutError, ValueError, nats.errors.Error) as err:
        reason = str(err) or "no answer"
        raise InputError(
            f"cannot reach the voice broker at {where}: {reason}; is nats-server running?"
        ) from None


def shown(url: str) -> str:
    """Scheme, host and port, without what only the broker should know. Raises :class:`InputError`."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port or 4222
    except ValueError:
        host, port = None, 0
    if host is None or parts.scheme not in ("nats", "tls"):
        raise InputError("the voice broker is no address; expected nats://HOST:PORT or tls://HOST:PORT")
    return f"{parts.scheme}://{host}:{port}"


async def _told(err: Exception) -> None:
    _log.warning("the voice broker: %s", err)
