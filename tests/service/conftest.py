"""A server of the service, in a thread."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")


@contextlib.contextmanager
def serving(routes):
    """A uvicorn with these routes; gives the address of the table."""
    import uvicorn
    from starlette.applications import Starlette

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        Starlette(routes=routes), log_level="warning", ws="websockets-sansio", lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}/v1/table"
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()
