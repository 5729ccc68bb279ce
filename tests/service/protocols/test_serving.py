"""``callparser serve`` with its dialects, as a process."""

from __future__ import annotations

import os
import re
import signal
import socket

import pytest

pytest.importorskip("wyoming")

from wyoming.asr import Transcript

from tests.service.protocols.conftest import recording
from tests.service.protocols.test_vosk import published, texts
from tests.service.protocols.test_wyoming import spoken, talk
from tests.service.test_serve import process


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_one_service_speaks_every_dialect():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ("--vosk-port", "0", "--wyoming", f"127.0.0.1:{port}", "--recognisers", "1")
    with process(*options) as (child, line, url):
        found = re.search(r"vosk: (ws://127.0.0.1:\d+)", line)
        assert found, line
        for place in (found[1], f"{url}/v1/vosk".replace("http", "ws")):
            assert texts(published(place, recording("sv"), 16_000)) == ["klöver tia"]
        assert Transcript.from_event(talk(port, *spoken("sv"))[0]).text == "klöver tia"
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == -signal.SIGTERM
        assert child.stderr is not None
        assert "Traceback" not in child.stderr.read()
