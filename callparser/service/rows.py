"""A row of JSON, read and written fast: what :mod:`callparser.jsonline` takes and says, and nothing else."""

from __future__ import annotations

import msgspec

from callparser.jsonline import MAX_LINE, decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_split = msgspec.json.Decoder(list[msgspec.Raw]).decode


def read(line: bytes, most: int = MAX_LINE) -> Row:
    """One object of at most so many bytes. Raises :class:`InputError`: ``decode`` says what is wrong, or
    takes what only it does."""
    if len(line) <= most:
        try:
            row = _decode(line)
        except (msgspec.DecodeError, RecursionError):
            row = None
        if type(row) is dict:
            return row
    return decode(line, most)


def split(body: bytes) -> list[msgspec.Raw]:
    """The entries of a list, not yet read: of half a million lists in a list nothing is built.

    Raises :class:`ValueError` that says what is wrong.
    """
    try:
        return _split(body)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def write(row: Row) -> bytes:
    """JSON in UTF-8; characters that UTF-8 cannot carry (lone surrogates) are escaped."""
    try:
        return _encode(row)
    except UnicodeEncodeError:
        return encode(row).encode()
