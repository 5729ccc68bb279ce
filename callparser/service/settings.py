"""What a service is told when it starts: where it listens, who may ask, and how much."""

from __future__ import annotations

import hmac
import ipaddress
import re
from typing import Final

from callparser.errors import InputError
from callparser.value import Value

PORT: Final = 8646
#: A token that is shorter could be guessed.
TOKEN_CHARS: Final = 16
_TOKEN: Final = re.compile(r"[\x21-\x7e]+")
_ORIGIN: Final = re.compile(r"https?://[^/\s@?#]+")


class Limits(Value):
    """What one client may cost.

    ``patience_s``: a request is whole, and answers are taken, within so many seconds. ``rate``: calls a
    second from one address that is not this machine's; ``burst``: how many of them at once. ``long_chars``:
    characters of one list that are not known word for word (one may take three milliseconds to read).
    """

    body_bytes: int = 1 << 20
    batch: int = 1000
    long_chars: int = 20_000
    connections: int = 2048
    patience_s: float = 10.0
    rate: float = 200.0
    burst: int = 1000


class Settings(Value):
    """``origins`` are web pages that may ask, beside the service's own; ``proxies`` are the addresses whose
    ``X-Forwarded-For`` is believed; ``fallback``: may the statistical fallback guess?

    Of the tables: ``recognisers`` are processes that listen for ``talkers`` who may speak; ``log`` is the
    file in which is kept what a player consents to, for so many days (``None``: for good). ``deals`` may be
    played at a time, and ``solvers`` are processes that think for their defenders. ``voice_broker`` is the
    address of the broker by which workers elsewhere listen; then none do here.

    Of the dialects: ``vosk_port`` is one more port to listen on; ``wyoming`` is ``HOST:PORT`` of that
    protocol, which knows no token: ``wyoming_peers`` are the addresses beside this machine that may come.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    tokens: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    workers: int = 1
    access_log: bool = False
    fallback: bool = True
    recognisers: int = 2
    talkers: int = 20
    deals: int = 20
    solvers: int = 1
    log: str = ""
    keep_days: float | None = None
    keep_audio_days: float | None = 30.0
    vosk_port: int | None = None
    wyoming: str = ""
    wyoming_peers: tuple[str, ...] = ()
    voice_broker: str = ""
    limits: Limits = Limits()

    def admits(self, token: str) -> bool:
        """Is it one of ours? Takes as long whichever it is. Without tokens everybody is admitted."""
        given = token.encode("utf-8", "replace")
        found = [hmac.compare_digest(given, ours.encode()) for ours in self.tokens]
        return any(found) or not self.tokens

    @property
    def hosts(self) -> frozenset[str]:
        """By which names the service may be called. A page of a stranger's that a name server sends to this
        machine comes with another one."""
        names = ("localhost", "127.0.0.1", "[::1]", self.host)
        return frozenset((*names, *(host_of(origin.partition("://")[2]) for origin in self.origins)))


def checked(settings: Settings) -> Settings:
    """The same settings. Raises :class:`InputError` for those that would be unsafe or cannot be meant."""
    if not is_loopback(settings.host) and not settings.tokens:
        raise InputError(
            f"host is {settings.host[:60]!r}, which others can reach; give a token, with --token-file or in "
            "CALLPARSER_TOKEN, or listen on 127.0.0.1"
        )
    for token in settings.tokens:
        if len(token) < TOKEN_CHARS or not _TOKEN.fullmatch(token):
            raise InputError(
                f"a token has {len(token)} characters, or spaces or letters beyond ASCII in it; expected at "
                f"least {TOKEN_CHARS} printable ASCII characters, such as 'openssl rand -hex 32' gives"
            )
    for origin in settings.origins:
        if not _ORIGIN.fullmatch(origin):
            raise InputError(f"origin is {origin[:60]!r}; expected scheme and host: https://bridge.example")
    if not 0 <= settings.port <= 65535:
        raise InputError(f"port is {settings.port}; expected 1 to 65535, or 0 for any that is free")
    for name, value, least, most in (
        ("workers", settings.workers, 1, 64),
        ("recognisers", settings.recognisers, 0, 64),
        ("talkers", settings.talkers, 1, 10_000),
        ("deals", settings.deals, 0, 10_000),
        ("solvers", settings.solvers, 1, 64),
        ("keep-days", settings.keep_days, 0, 36_500),
        ("keep-audio-days", settings.keep_audio_days, 0, 36_500),
    ):
        if value is not None and not least <= value <= most:
            raise InputError(f"{name} is {value:g}; expected {least} to {most}")
    if settings.vosk_port is not None and not 0 <= settings.vosk_port <= 65535:
        raise InputError(f"vosk-port is {settings.vosk_port}; expected 1 to 65535, or 0 for any that is free")
    if settings.wyoming:
        _check_wyoming(settings)
    if settings.workers > 1 and (settings.wyoming or settings.vosk_port is not None or settings.voice_broker):
        raise InputError(
            f"speech was asked for with {settings.workers} workers; it needs one worker: run several services"
        )
    if settings.log and settings.workers > 1:
        raise InputError(
            f"the log of the tables was given with {settings.workers} workers; the tables need one worker"
        )
    return settings


def _check_wyoming(settings: Settings) -> None:
    host, _ = place(settings.wyoming)
    if not is_loopback(host) and not settings.wyoming_peers:
        raise InputError(
            f"wyoming is {settings.wyoming[:60]!r}, which others can reach, and knows no token; say who may "
            "come with --wyoming-peer ADDRESS, or listen on 127.0.0.1"
        )
    for peer in settings.wyoming_peers:
        try:
            ipaddress.ip_address(peer)
        except ValueError:
            raise InputError(f"wyoming-peer is {peer[:60]!r}; expected an address: 192.0.2.7") from None


def place(text: str) -> tuple[str, int]:
    """``"127.0.0.1:10300"``, ``"[::1]:10300"`` -> host and port. Raises :class:`InputError`."""
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and len(port) < 6 and int(port) <= 65535):
        raise InputError(f"found {text[:60]!r}; expected HOST:PORT, such as 127.0.0.1:10300")
    return host.strip("[]"), int(port)


def is_loopback(host: str) -> bool:
    """Does this name or address lead to this machine only?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_of(netloc: str) -> str:
    """``"localhost:8646"`` -> ``"localhost"``; ``"[::1]:8646"`` -> ``"[::1]"``."""
    return netloc.lower() if netloc.endswith("]") else re.sub(r":\d*$", "", netloc.lower())
