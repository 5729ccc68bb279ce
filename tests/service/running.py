"""A service on this machine, in a thread of the test."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import httpx
from starlette.routing import BaseRoute
from uvicorn import Server

from callparser.service.app import create_app
from callparser.service.server import configured, listening
from callparser.service.settings import Limits, Settings

SITUATION: dict[str, Any] = {
    "id": "x1", "utterance": "hjärter", "lang": "sv", "edition": "2017", "trump": "S",
    "dummy": {"S": "AQ74", "H": "K82", "D": "", "C": "T2"}, "dummy_seat": "N",
    "trick": [{"seat": "W", "card": "H7"}], "last_trick": None, "played": ["CA", "C3"], "intention": None,
}  # fmt: skip


class Site(NamedTuple):
    port: int
    client: httpx.Client
    server: Server


@contextmanager
def running(limits: Limits | None = None, more: Sequence[BaseRoute] = (), **changes: Any) -> Iterator[Site]:
    """Started with these settings and routes; at the end every thread and socket of it is gone."""
    settings = Settings(**({"fallback": False, "limits": limits or Limits()} | changes))
    ours = listening("127.0.0.1", 0)
    port = ours.getsockname()[1]
    config = configured(settings)
    config.app = partial(create_app, settings, more)
    server = Server(config)
    thread = threading.Thread(target=server.run, args=([ours],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False) as client:
            yield Site(port, client, server)
    finally:
        server.should_exit = True
        thread.join()
        ours.close()
