"""Listening: a socket, uvicorn on it, one process or several, and a line that says so."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from importlib import metadata
from tempfile import TemporaryDirectory
from typing import Final

from starlette.routing import BaseRoute
from uvicorn import Config, Server
from uvicorn.supervisors import Multiprocess

from callparser import __version__
from callparser.errors import InputError
from callparser.languages import LANGUAGES
from callparser.service.app import create_app
from callparser.service.metrics import SHARED
from callparser.service.protocol import BoundedProtocol
from callparser.service.readiness import has_fallback, make_ready
from callparser.service.settings import Settings
from callparser.service.tables import described, tables

#: An open answer may take so long when the service is told to stop.
_GRACE_S: Final = 10
_BACKLOG: Final = 2048
#: So many files are open beside the connections.
_SPARE_FILES: Final = 256


def serve(settings: Settings) -> None:
    """Until a signal ends it. Raises :class:`InputError` for an address that cannot be listened on."""
    logging.basicConfig(level=logging.WARNING, format="callparser serve: %(message)s")
    logging.getLogger("callparser.access").setLevel(logging.INFO)
    _allow_files(settings.limits.connections + _SPARE_FILES)
    with ExitStack() as stack:
        ours = stack.enter_context(listening(settings.host, settings.port))
        sockets = [ours]
        if settings.vosk_port is not None:
            sockets.append(stack.enter_context(listening(settings.host, settings.vosk_port)))
        print("callparser serve: getting ready, half a minute the first time", file=sys.stderr, flush=True)
        make_ready(settings.fallback)  # before there are workers: what is compiled is compiled once
        with tables(settings) as routes:
            print(started(settings, *sockets), file=sys.stderr, flush=True)
            config = configured(settings, routes)
            if settings.workers == 1:
                Server(config).run(sockets)
                return
        with TemporaryDirectory(prefix="callparser-metrics-") as shared:
            os.environ.setdefault(SHARED, shared)
            Multiprocess(config, [ours]).run()


def configured(settings: Settings, routes: Sequence[BaseRoute] = ()) -> Config:
    """uvicorn with our bounds. Every worker makes the application anew; only one alone has ``routes``."""
    return Config(
        partial(create_app, settings, routes),
        factory=True,
        http=BoundedProtocol,
        ws="websockets-sansio",
        lifespan="on",
        log_config=None,
        log_level=logging.ERROR,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=list(settings.proxies),
        workers=settings.workers,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_GRACE_S,
        ws_max_size=1 << 17,
    )


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises :class:`InputError` where that cannot be."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        ours = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as err:
        reason = getattr(err, "strerror", None) or "no such address"
        raise InputError(
            f"cannot listen on port {port} of {host}: {reason}; choose another with --port or "
            "--host, or stop what listens there"
        ) from None
    ours.set_inheritable(True)
    return ours


def started(settings: Settings, ours: socket.socket, vosk: socket.socket | None = None) -> str:
    """One line: where it listens, what is installed, who may ask."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    guesses = f"spaCy {metadata.version('spacy')}" if settings.fallback and has_fallback() else "none"
    who = "whoever has a token" if settings.tokens else "this machine"
    workers = f"{settings.workers} worker{'s' if settings.workers > 1 else ''}"
    return (
        f"callparser {__version__} listens on http://{host}:{ours.getsockname()[1]} for {who}: "
        f"{', '.join(LANGUAGES)}; fallback: {guesses}; {workers}; {described(settings)}"
        + (f"; vosk: ws://{host}:{vosk.getsockname()[1]}" if vosk is not None else "")
    )


def _allow_files(wanted: int) -> None:
    """Every connection is an open file: as many as the system lets us have."""
    if os.name == "nt":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
