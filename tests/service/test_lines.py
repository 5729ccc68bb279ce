"""Bytes in chunks of any size are the lines that were sent."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from callparser.jsonline import MAX_LINE
from callparser.service.lines import Lines


def cut(chunks: list[bytes]) -> list[bytes]:
    lines = Lines()
    found = [line for chunk in chunks for line in lines.feed(chunk)]
    return [*found, *lines.rest()]


@given(st.lists(st.sampled_from([b"", b"a", b"b\xff", b"{}\r", b"c" * 50]), max_size=8), st.data())
def test_however_they_are_cut(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(line + b"\n" for line in sent)
    at = sorted(data.draw(st.sets(st.integers(0, len(whole)), max_size=6)) | {0, len(whole)})
    chunks = [whole[start:end] for start, end in pairwise(at)]
    assert cut(chunks) == [line.removesuffix(b"\r") for line in sent]


def test_of_a_long_line_only_the_beginning_is_kept() -> None:
    lines = Lines()
    for _ in range(100):
        assert list(lines.feed(b"x" * MAX_LINE)) == []
        assert len(lines._begun) <= MAX_LINE + 1
    assert [len(line) for line in lines.feed(b"\nshort\nno end")] == [MAX_LINE + 1, 5]
    assert list(lines.rest()) == [b"no end"]
