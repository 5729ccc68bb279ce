"""Any bytes: an answer or a clear error, and what was read once is read again after writing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from callparser.errors import InputError
from callparser.record.read import Reading, read_records
from callparser.record.scan import MAX_BYTES, MAX_DAMAGES, TOO_LONG
from tests.reading import read
from tests.record.fuzz import FORMATS, damaged, mixed
from tests.record.watched import WRITERS, check

#: Seconds for the files of each format.
FUZZ_S = {"ci": 60, "long": 600}[os.environ.get("HYPOTHESIS_PROFILE", "ci")]


def clean(text: str) -> str:
    """As :func:`callparser.record.scan.text_of` hands it to a reader."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_read_is_read_again(name: str) -> None:
    parts, texts = FORMATS[name]

    @given(mixed(parts) | damaged(texts))
    def check(text: str) -> None:
        boards, lines, damages = read(name, clean(text))
        assert len(lines) == len(boards)
        assert len(damages.all()) <= MAX_DAMAGES + 1
        assert all(one.line >= 1 and one.column >= 1 and one.message for one in damages.all())
        again = read(name, WRITERS[name](boards))[0]
        assert again == boards

    check()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pbn", '[Play "N"]\nS2 S3 S4 S5\n' + "^R" * 1_001),
        ("pbn", '[Auction "N"]\n1S ' + "^I " * 1_001 + "1NT"),
        ("pbn", '[Event "x"]\n' + "{x}\n" * 999 + '[Play "N"]\n' + "^R" * 9),
        ("lin", "md|3,,,|mb|1N|mb|p|mb|p|mb|p|" + "pc|S2|pc|S3|pc|S4|pc|S5|" + "zz|x|" * 101 + "pg||pc|SA|"),
        ("pbn", '[Event "x"]\n[Auction "S"]\n1NT\n[Play "N"]\nS2 S3 S4 S5\n[Play "W"]\n[Auction "N"]'),
        ("lin", "md|3,,,|mb|1N|" + "zz|x|" * 101 + "pg||pc|SA|"),
        ("json", '{"format": "callparser-play-record", "tricks": [' + "[]," * 300 + "[]]}"),
    ],
)  # fmt: skip
def test_what_is_at_its_limit_is_read_again(name: str, text: str) -> None:
    """Found by the fuzzing below: what one reading kept the next left out, or put elsewhere."""
    boards, _, damages = read(name, text)
    assert damages.all()
    assert read(name, WRITERS[name](boards))[0] == boards


@pytest.mark.parametrize(
    ("name", "long", "board"),
    [
        ("pbn", '[Board "1"]\n' + "; nothing\n" * 20_000, '\n[Board "2"]\n'),
        ("pbn", '[Board "1"]\n' + "; nothing\n" * 20_000, '[Board "2"]\n'),
        ("lin", "qx|o1|md|3,,,|" + "nt|nothing|" * 20_000, "qx|o2|md|3,,,|"),
        ("lin", "pn|a,b,c,d|md|3,,,|" + "nt|nothing|" * 20_000, "\npn|a,b,c,d|md|3,,,|ah|Board 2|"),
        (
            "json",
            '{"format": "callparser-play-record", "board": "1", "x": "' + "nothing " * 20_000 + '"}\n',
            '{"format": "callparser-play-record", "board": "2"}\n',
        ),
    ],
)  # fmt: skip
def test_behind_a_board_that_is_too_long_the_next_is_read(name: str, long: str, board: str) -> None:
    boards, _, damages = read(name, long + board)
    assert boards[-1].number in ("2", "o2")
    assert len(boards) == (1 if name == "json" else 2)
    assert [one.message for one in damages.all()][-1:] == [TOO_LONG]


def test_a_list_of_boards_with_one_that_is_broken() -> None:
    """And one without an end."""
    good = ['{"format": "callparser-play-record", "board": "%d"}' % number for number in (1, 2)]  # noqa: UP031
    boards, lines, damages = read("json", f"[{good[0]},\n{{broken}},\n{good[1]}")
    assert ([one.number for one in boards], lines) == (["1", "2"], [1, 3])
    assert ["not JSON" in one.message for one in damages.all()] == [True]
    assert "no end" in read("json", f"[{good[0]},\n{good[1]}")[2].all()[0].message
    assert "more than one end" in read("json", f"[{good[0]}]]")[2].all()[0].message


def test_boards_are_handed_over_as_they_are_read() -> None:
    reading = Reading(b'[Board "1"]\n\n[Board "2"]\n[Dealer "Q"]\n')
    boards = iter(reading)
    assert next(boards)[0].number == "1"
    assert not reading.damages.all()
    assert next(boards)[0].number == "2"
    assert len(reading.damages.all()) == 1


@given(st.binary(max_size=400))
@example(b"\xff\xfe[")
@example(b'[A "\x00')
@example(b'{"a": ' * 3000)
@example(b"[{" + b"[" * 100_000)
@example(b'{"a": ' + b"9" * 5000 + b"}")
def test_any_bytes(data: bytes) -> None:
    with suppress(InputError):
        assert read_records(data).format in FORMATS


@pytest.mark.parametrize(
    "data",
    [
        b"{" * MAX_BYTES, b"[Board " * 400_000, b'[Play "N"]\n' + b"S2 " * 1_000_000, b'[A "\n' * 500_000,
        b"mb|p|" * 500_000, b"pc|S2|" * 500_000, b"qx|o1|md|3,,,|" * 200_000, b'{"a": 1}' * 400_000,
        b'{"a": ' * 400_000, b"[Event \"x\"]\n\n" * 200_000, b"{\n" * 1_000_000, b'[A "' + b"\\" * 2_000_000,
        b"% PBN 2.1\n" + b"\n" * 2_000_000, b"[Event \"x\"]\n" + b"[" * 2_000_000, b"md|3" + b"S" * 4_000_000,
        b'[A "x"]\n' + b"{\n" * 1_000_000, b'[A "x"]\n[A ' + b" " * 2_000_000,
        b'[Play "N"]\n{\n' * 200_000 + b"}", b'[Play "N"]\n' + b"S2\n" * 1_000_000, b'{"a":\n' * 400_000,
    ],
    ids=lambda data: repr(data[:12]),
)  # fmt: skip
def test_large_files_have_no_long_step(data: bytes) -> None:
    """What is quadratic here would take hours; every step of the others is far from a second."""
    check("", data, most_s=10)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="processor time is watched on POSIX")
@pytest.mark.parametrize("name", FORMATS)
def test_no_file_hangs_or_takes_much_memory(name: str) -> None:
    """A process of its own, so that its memory is that of reading; see ``tests/record/fuzz.py``."""
    seconds = os.environ.get("CALLPARSER_FUZZ_S", str(FUZZ_S))
    command = [sys.executable, "-m", "tests.record.fuzz", name, seconds]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
