"""``callparser serve`` as a process: what it refuses to do, what it says, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from callparser.cli.main import main
from tests.service.running import SITUATION

TOKEN = "a-token-of-the-tests-0123"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@contextmanager
def process(*options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The process, the line it began with, and its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "callparser", "serve", "--port", "0", "--no-fallback", *options],
        stderr=subprocess.PIPE, text=True, env={**os.environ, **environment},
    ) as child:  # fmt: skip
        try:
            assert child.stderr is not None
            child.stderr.readline()  # getting ready
            line = child.stderr.readline()
            found = re.search(r":(\d+) for", line)
            assert found, line + child.stderr.read()
            yield child, line, f"http://127.0.0.1:{found[1]}"
        finally:
            child.send_signal(signal.SIGKILL)


def test_one_line_says_where_and_what_and_a_signal_ends_it() -> None:
    with process("--access-log") as (child, line, url):
        assert "this machine: sv, en, no, da; fallback: none; 1 worker" in line
        asked = SITUATION | {"utterance": "brummelibrum"}
        assert (
            httpx.post(f"{url}/v1/resolve?x=brummelibrum", json=asked).json()["outcome"] == "not_understood"
        )
        assert httpx.get(f"{url}/brummelibrum").status_code == 404
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == -signal.SIGTERM
        assert child.stderr is not None
        log = child.stderr.read()
        assert "127.0.0.1 POST /v1/resolve 200" in log
        assert "127.0.0.1 GET / 404" in log
        assert "brummelibrum" not in log
        assert "Traceback" not in log


def test_an_open_answer_is_given_before_the_end() -> None:
    head = (
        b"POST /v1/resolve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\n"
        b"content-length: 6\r\n\r\n"
    )
    with process() as (child, _, url):
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])), 20) as wire:
            wire.sendall(head + b"{}\n")
            answer = b""
            while b"bad-input" not in answer:
                chunk = wire.recv(65_536)
                assert chunk, answer
                answer += chunk
            child.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            wire.sendall(b"{}\n")
            while chunk := wire.recv(65_536):
                answer += chunk
        assert answer.count(b"bad-input") == 2
        assert child.wait(20) == -signal.SIGTERM


def test_several_workers_answer_on_one_port_and_count_together() -> None:
    with process("--workers", "2", CALLPARSER_TOKEN=TOKEN) as (child, line, url):
        assert "whoever has a token" in line
        assert "2 workers" in line
        headers = {"authorization": f"Bearer {TOKEN}"}
        for _ in range(20):
            assert httpx.get(f"{url}/v1/law/46A", headers=headers, timeout=30).status_code == 200
        page = httpx.get(f"{url}/metrics", headers=headers).text
        assert 'callparser_requests_total{route="/v1/law",status="200"} 20.0' in page
        child.send_signal(signal.SIGTERM)
        child.wait(30)


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "callparser", "serve", "--port", port, "--no-fallback"],
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert done.returncode == 2
    assert f"cannot listen on port {port} of 127.0.0.1: Address already in use" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--host", "0.0.0.0"], "give a token"),
        (["--host", "no.such.host.invalid"], "give a token"),
        (["--host", "127.0.0.1 x"], "give a token"),
        (["--token-file", "no/such/file"], "cannot be read"),
        (["--token-file", "{empty}"], "holds no token"),
        (["--token-file", "{binary}"], "not UTF-8"),
        (["--token-file", "{short}"], "at least 16"),
        (["--origin", "*"], "scheme and host"),
        (["--rate", "0"], "rate is 0"),
        (["--rate", "nan"], "rate is nan"),
        (["--port", "99999"], "port is 99999"),
        (["--workers", "0"], "workers is 0"),
        (["--workers", "2", "--vosk-port", "0"], "needs one worker"),
        (["--workers", "2", "--wyoming", "127.0.0.1:10300"], "needs one worker"),
        (["--vosk-port", "99999"], "vosk-port is 99999"),
        (["--wyoming", "10300"], "HOST:PORT"),
        (["--wyoming", "127.0.0.1:x"], "HOST:PORT"),
        (["--wyoming", "0.0.0.0:10300"], "--wyoming-peer"),
        (["--wyoming", "0.0.0.0:10300", "--wyoming-peer", "x"], "expected an address"),
        (["--host", "198.51.100.1", "--token-file", "{good}"], "cannot listen"),
    ],
    ids=str,
)
def test_what_cannot_be_started_says_why(
    options: list[str],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CALLPARSER_TOKEN", raising=False)
    files = {"empty": b"\n\n", "binary": b"\xff\xfe", "short": b"short\n", "good": TOKEN.encode()}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    paths = {name: str(tmp_path / name) for name in files}
    assert main(["serve", *(option.format(**paths) for option in options)]) == 2
    assert says in capsys.readouterr().err


def test_without_the_extra_it_says_which(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("callparser.cli.serve.util.find_spec", lambda name: None)
    assert main(["serve"]) == 2
    assert 'pip install "callparser[service]"' in capsys.readouterr().err
