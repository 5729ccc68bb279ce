"""Any bytes: an answer or a clear error, and what was read once is read again after writing."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from callparser.errors import InputError
from callparser.record.linwrite import write_lin
from callparser.record.pbnwrite import write_pbn
from callparser.record.playwrite import write_play_records
from callparser.record.read import read_records
from callparser.record.scan import MAX_BYTES, MAX_DAMAGES
from tests.deals import for_lin, in_columns, random_board
from tests.reading import read_lin, read_pbn, read_play_records

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
    "pbn": (read_pbn, write_pbn, PBN_PARTS, [write_pbn([in_columns(one)]) for one in BOARDS]),
    "lin": (read_lin, write_lin, LIN_PARTS, [write_lin([for_lin(one)]) for one in BOARDS]),
    "json": (
        read_play_records, write_play_records, JSON_PARTS, [write_play_records([one]) for one in BOARDS]
    ),
}  # fmt: skip


def clean(text: str) -> str:
    """As :func:`callparser.record.scan.text_of` hands it to a reader."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")


@pytest.mark.parametrize("name", FORMATS)
def test_what_was_read_is_read_again(name: str) -> None:
    reader, writer, parts, texts = FORMATS[name]

    @given(mixed(parts) | damaged(texts))
    def check(text: str) -> None:
        boards, lines, damages = reader(clean(text))
        assert len(lines) == len(boards)
        assert len(damages.all()) <= MAX_DAMAGES + 1
        assert all(one.line >= 1 and one.column >= 1 and one.message for one in damages.all())
        again = reader(writer(boards))[0]
        assert again == boards, writer(boards)

    check()


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
def test_large_files_end_soon(data: bytes) -> None:
    """Only that each ends: what is quadratic here would take hours."""
    with suppress(InputError):
        read_records(data)
