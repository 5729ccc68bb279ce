"""Standard streams that are closed, full or odd: an exit code and a word, never a traceback or a hang."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CALL = f"{sys.executable} -m callparser"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shell redirections of POSIX")


def shell(command: str, timeout: int = 60) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["sh", "-c", command], capture_output=True, timeout=timeout, check=False)


@pytest.mark.parametrize(
    "command",
    [
        f"{CALL} resolve --jsonl <&-",
        f"{CALL} resolve lågt --dummy S:A2 >&-",
        f"echo x | {CALL} parse --jsonl >&-",
        f"{CALL} law 46 > /dev/full",
        f"echo x | {CALL} resolve --jsonl > /dev/full",
        f"{CALL} resolve 2>&-",
    ],
)
def test_a_closed_or_full_stream_leaves_no_traceback(command: str) -> None:
    done = shell(command)
    assert done.returncode in (0, 1, 2)
    assert b"Traceback" not in done.stderr + done.stdout


def test_a_pipe_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = shell(f"{CALL} resolve lågt --situation {pipe}", timeout=20)
    assert done.returncode == 2
    assert b"no file" in done.stderr


def test_a_pipe_in_the_cache_is_passed_over(tmp_path: Path) -> None:
    command = f"CALLPARSER_CACHE={tmp_path} {CALL} resolve lågt --dummy S:A2 --trick W:S3 --plain"
    assert shell(command).returncode == 0
    for table in list(tmp_path.glob("*.tab")):
        table.unlink()
        os.mkfifo(table)
    assert b"spader" in shell(command).stdout


def test_json_errors_are_json() -> None:
    done = shell(f"{CALL} resolve lågt --dummy S:AX --json")
    assert done.returncode == 2
    assert b'"code": "bad-table"' in done.stdout


def test_several_words_are_one_call_and_then_begins_another() -> None:
    one = shell(f"{CALL} resolve hjärter kung --dummy 'H:K82 S:A' --json").stdout
    assert b'"card": "HK"' in one
    two = shell(f"{CALL} resolve hjärter --then spader --dummy 'H:K82 S:A' --edition all --json").stdout
    assert [b'"outcome": "ask"' in line for line in two.splitlines()] == [True, True, True]
