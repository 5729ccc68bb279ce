"""A server of the service, in a thread."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from importlib.util import find_spec

#: What is not there cannot be tested: the extra "service", and a client.
_NEEDED = ("starlette", "uvicorn", "websockets")
collect_ignore = (
    []
    if all(map(find_spec, _NEEDED))
    else ["test_socket.py", "test_hostile_table.py", "test_speech.py", "test_survival.py"]
)


@contextlib.contextmanager
def serving(routes, *, send_bytes: int = 0):
    """A uvicorn with these routes; gives the address of the table. ``send_bytes``: of the send buffer."""
    import uvicorn
    from starlette.applications import Starlette

    listening = socket.socket()
    if send_bytes:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
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
