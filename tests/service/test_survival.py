"""kill -9 of the server while many type: every event that a client has read is in the log."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from callparser.service.logbook import entries_of, verify
from tests.service.player import Player
from tests.service.scene import TABLE

SERVER = """
import socket, sys
import uvicorn
from starlette.applications import Starlette
from callparser.service.journal import Journal
from callparser.service.socket import routes
listening = socket.socket()
listening.bind(("127.0.0.1", 0))
listening.listen(128)
app = Starlette(routes=routes(journal=Journal(sys.argv[1])))
server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio", lifespan="off"))
print(listening.getsockname()[1], flush=True)
server.run([listening])
"""
PLAYERS = 12


def talk(url: str, heard: list[dict], consent: bool) -> None:
    with (
        contextlib.suppress(ConnectionClosed, OSError, TimeoutError),
        Player(url, consent={"log": consent}) as one,
    ):
        heard.append(one.rows)
        one.send("situation", situation=TABLE)
        while True:
            for text in ("ruter dam", "ångra", "kung", "den andra", "nästa"):
                one.send("text", text=text)
                one.until("resolution", "taken_back", "notice")


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("after_s", [0.3, 1.0])
def test_every_event_that_was_read_is_in_the_log(tmp_path, after_s):
    path = tmp_path / "log.db"
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(path)], stdout=subprocess.PIPE, text=True)
    heard: list[list[dict]] = []
    try:
        url = f"ws://127.0.0.1:{process.stdout.readline().strip()}/v1/table"
        threads = [threading.Thread(target=talk, args=(url, heard, n > 0)) for n in range(PLAYERS)]
        for one in threads:
            one.start()
        end_s = time.monotonic() + 30
        while len(heard) < PLAYERS or min(map(len, heard)) < 3:
            assert time.monotonic() < end_s, heard
            time.sleep(0.02)
        time.sleep(after_s)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    for one in threads:
        one.join()
    assert verify(path).fault is None
    logged: dict[str, dict[int, dict]] = {}
    for entry in entries_of(path):
        if entry.kind.startswith("server."):
            logged.setdefault(entry.session, {})[entry.row()["seq"]] = entry.row()
    assert len(logged) == PLAYERS - 1  # one gave no consent
    read = 0
    for rows in heard:
        session = rows[0]["session"]
        for row in rows if session in logged else ():
            assert logged[session][row["seq"]] == {key: row[key] for key in row if key != "token"}
            read += 1
    assert read >= 3 * (PLAYERS - 1)
