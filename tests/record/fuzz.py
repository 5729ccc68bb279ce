"""Any bytes at all, for so long: ``python -m tests.record.fuzz pbn 60``.

They are read in a process of its own (``watched.py``), which no file may crash, hold up or fill.
"""

from __future__ import annotations

import json
import random
import select
import subprocess
import sys
import time

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from callparser.record.scan import MAX_BYTES
from tests.deals import for_lin, in_columns, random_board
from tests.record.watched import MOST_MB, WRITERS

#: Of a process that others slow down.
_NO_ANSWER_S = 120

PBN_PARTS = [
    "[", "]", '"', "{", "}", ";", "%", "\n", "\n\n", " ", "=1=", "$7", "!", "!?", "^R", "^S", "^I", "*",
    "+", "-", '[Auction "N"]', '[Play "W"]\n', '[Note "1:two"]', '[Board "1"]\n',
    '[Deal "N:AK2.Q93.T84.J765 - - -"]', '[Deal "S:A.. 2.3.4.5"]', '[Event "#"]', '[Event "##x"]',
    '[Result "EW 9"]', '[Result "^3"]', '[Declarer "^S"]', '[Contract "4SX"]',
    '[ScoreTable "a;b"]\n1 2\n3 4', "1S", "AP", "Pass", "X", "SK", "H10", "[Board 2", '[Board "a\\"b"]',
    "ZZ", "å", "\x00", "\t", "% PBN 2.1\n", '[Dealer "n"]', '[Dealer "Q"]',
]  # fmt: skip
LIN_PARTS = [
    "|", "pn|a,b,c,d|", "md|3SAK2HQ93DT84CJ765,,,|", "md|1SA,HA,DA|", "md|0,,,,|", "md|x|", "mb|1S|",
    "mb|p|", "mb|dr|", "mb|1n!|", "mb|9|", "an|weak|", "pc|S2|", "pc|SASK|", "pc|?|", "pg||", "mc|9|",
    "mc|99|", "sv|o|", "sv|0|", "ah|Board 7|", "ah|Round 1|", "qx|o3|", "st||", "rh||", "nt|text, more|",
    "\n", "vg|a,b|", "x", "mb|ppp|", "pn|a|",
]  # fmt: skip
FORMAT = '"format": "callparser-play-record"'
JSON_BOARDS = [
    '"board": "1"', '"hands": {"N": "AK..."}', '"tricks": [[{"seat": "N", "cards": ["SA"]}]]',
    '"dealer": "Q"', '"auction": [{"seat": "N", "call": 3}]', '"x": [[[]]]',
    '"events": [{"kind": "say", "t": -1}]',
    '"claim": {"seat": "S", "tricks": 14}', '"piles": {"N": ["S2", 3]}', '"claim": {"played": 9}',
    '"tricks": [[{"seat": "N", "cards": ["Z"]}, {"seat": "Q"}], 4, {"laid": 3}]', '"t": true, "t": 3',
]  # fmt: skip
JSON_PARTS = [
    *("{%s, %s}" % (FORMAT, part) for part in JSON_BOARDS),  # noqa: UP031
    "{", "}", "[", "]", "\n", '"', ",", "NaN", "1e999", "null", "[{}]", "\\", '{"board": "1"}',
]  # fmt: skip


def mixed(parts: list[str]) -> st.SearchStrategy[str]:
    """Parts of a format in any order, with other characters among them."""
    return st.lists(st.sampled_from(parts) | st.text(max_size=3), max_size=40).map("".join)


def damaged(texts: list[str]) -> st.SearchStrategy[str]:
    """Whole files with a piece cut out and another put in."""

    def cut(drawn: tuple[str, float, int, str]) -> str:
        text, place, length, put = drawn
        at = int(place * len(text))
        return text[:at] + put + text[at + length :]

    drawn = st.tuples(
        st.sampled_from(texts),
        st.floats(0, 1),
        st.integers(0, 30),
        st.text(max_size=4),
    )
    return drawn.map(cut)


BOARDS = [random_board(seed) for seed in range(4)]
FORMATS = {
    "pbn": (PBN_PARTS, [WRITERS["pbn"]([in_columns(one)]) for one in BOARDS]),
    "lin": (LIN_PARTS, [WRITERS["lin"]([for_lin(one)]) for one in BOARDS]),
    "json": (JSON_PARTS, [WRITERS["json"]([one]) for one in BOARDS]),
}


def repeated(parts: list[str]) -> st.SearchStrategy[str]:
    """Few parts, some of them very often: what is quadratic shows here."""
    count = st.integers(1, 4) | st.sampled_from([30, 100, 300, 1_000, 3_000, 10_000, 60_000, 2_000_000])
    piece = st.sampled_from(parts) | st.text(max_size=3)

    def joined(drawn: list[tuple[str, int]]) -> str:
        text = ""
        for part, often in drawn:
            room = MAX_BYTES // (1 if part.isascii() and text.isascii() else 4) - len(text)
            text += part * max(0, min(often, room // max(1, len(part))))
        return text

    return st.lists(st.tuples(piece, count), min_size=1, max_size=5).map(joined)


def texts(name: str) -> st.SearchStrategy[str]:
    parts, whole = FORMATS[name]
    return mixed(parts) | damaged(whole) | st.tuples(st.sampled_from(whole), repeated(parts)).map("".join)


def files(name: str) -> st.SearchStrategy[bytes]:
    codecs = st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"])
    return st.tuples(texts(name) | repeated(FORMATS[name][0]), codecs).map(
        lambda drawn: drawn[0].encode(drawn[1], "replace")[:MAX_BYTES]
    )


class Watched:
    """The other process, which reads."""

    def __init__(self, name: str) -> None:
        command = [sys.executable, "-m", "tests.record.watched", name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.memory_mb = 0.0

    def check(self, data: bytes) -> None:
        """Raises :class:`AssertionError` for what :func:`tests.record.watched.check` does not let pass."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(len(data).to_bytes(4, "big") + data)
        self.process.stdin.flush()
        assert select.select([self.process.stdout], [], [], _NO_ANSWER_S)[0], "the reader hangs"
        row = json.loads(self.process.stdout.readline())
        self.memory_mb = row["memory_mb"]
        assert not row["error"], row["error"]
        assert self.memory_mb < MOST_MB


def run(name: str, seconds: float) -> None:
    """As many files as the time allows."""
    watched = Watched(name)
    end = time.monotonic() + seconds
    count = 0

    @settings(max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(files(name))
    def one(data: bytes) -> None:
        nonlocal count
        count += 1
        watched.check(data)

    while time.monotonic() < end:
        seed(random.randrange(2**32))(one)()
    print(f"{name}: {count} files, {watched.memory_mb:.0f} MB")


if __name__ == "__main__":
    run(sys.argv[1], float(sys.argv[2]))
