"""OpenFst files: the header, enough to refuse a damaged graph before vosk dies of it, and writing."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from callparser.errors import ModelMissing

_FST_MAGIC: Final = 2125659606
_SYMBOLS_MAGIC: Final = 2125658996
_VERSION: Final = 2
_MUTABLE: Final = 0x3  # a property: states and arcs may change
_HAS_INPUT_SYMBOLS: Final = 1
_HAS_OUTPUT_SYMBOLS: Final = 2
_MAX_SYMBOLS: Final = 5_000_000
_MAX_NAME: Final = 65_536
_STATE_BYTES: Final = 12  # final weight and number of arcs
_ARC_BYTES: Final = 16


_FINAL: Final = struct.Struct("<fq")
_ARC: Final = struct.Struct("<iifi")
#: Final weight, number of the first arc, of arcs, of those without input, without output.
_CONST: Final = struct.Struct("<fIIII")
_MAX_BYTES: Final = 50_000_000


class Arc(NamedTuple):
    """From one state to another; 0 as a label stands for none. ``cost`` is a negative logarithm."""

    source: int
    input: int
    output: int
    cost: float
    target: int


class State(NamedTuple):
    """``end`` is the cost of ending here, infinite where one may not."""

    end: float
    arcs: tuple[Arc, ...]


@dataclass(frozen=True, slots=True)
class Header:
    kind: str
    flags: int
    start: int
    states: int
    arcs: int
    bytes: int  # how long the header is


def check(path: Path) -> Header:
    """The header of a graph. Raises :class:`ModelMissing` when it cannot be one that vosk loads."""
    try:
        with path.open("rb") as file:
            header = _header(file)
    except (OSError, struct.error, UnicodeDecodeError, ValueError) as err:
        raise ModelMissing(f"{path}: found no OpenFst graph ({err}); install the model again") from err
    expected = header.bytes + header.states * _STATE_BYTES + header.arcs * _ARC_BYTES
    size = path.stat().st_size
    if header.kind == "vector" and header.flags == 0 and header.states >= 0 and size != expected:
        raise ModelMissing(f"{path}: found {size} bytes, expected {expected} by its header: "
                           "it was cut off; install the model again")  # fmt: skip
    return header


def output_symbols(path: Path) -> dict[str, int]:
    """The words written into a graph, and their labels; empty when there are none."""
    header = check(path)
    try:
        with path.open("rb") as file:
            file.seek(header.bytes)
            if header.flags & _HAS_INPUT_SYMBOLS:
                _symbols(file)
            return _symbols(file) if header.flags & _HAS_OUTPUT_SYMBOLS else {}
    except (struct.error, UnicodeDecodeError, ValueError) as err:
        raise ModelMissing(f"{path}: the word table is damaged ({err}); install the model again") from err


def read(path: Path) -> list[State]:
    """A small graph of type vector without word tables, as :func:`write` makes it. Raises
    :class:`ModelMissing`, also for one of another type or of more than 50 MB."""
    header = check(path)
    try:
        if header.kind != "vector" or header.flags or header.start:
            raise ValueError(f"type {header.kind!r} with flags {header.flags}, start {header.start}")
        if path.stat().st_size > _MAX_BYTES:
            raise ValueError("it is too large to be read")
        with path.open("rb") as file:
            file.seek(header.bytes)
            return [_state(file, source, header.states) for source in range(header.states)]
    except (OSError, struct.error, ValueError) as err:
        raise ModelMissing(f"{path}: the graph cannot be read ({err}); install the model again") from err


def _state(file: BinaryIO, source: int, states: int) -> State:
    end, count = _FINAL.unpack(file.read(_STATE_BYTES))
    arcs = tuple(Arc(source, *row) for row in _ARC.iter_unpack(_exactly(file, count * _ARC_BYTES)))
    if any(not 0 <= arc.target < states for arc in arcs):
        raise ValueError(f"an arc from state {source} leads to no state")
    return State(end, arcs)


def _exactly(file: BinaryIO, size: int) -> bytes:
    content = file.read(size) if 0 <= size <= _MAX_BYTES else b""
    if len(content) != size:
        raise ValueError("it was cut off")
    return content


def write(path: Path, arcs: Sequence[Arc], ends: Mapping[int, float], *, by_output: bool = False) -> None:
    """A graph of type vector with tropical weights that starts at state 0, its arcs sorted by one of their
    labels. ``ends`` are final states and their costs."""
    leaving = _leaving(arcs, ends)
    parts = [_head("vector", _MUTABLE, len(leaving), len(arcs))]
    for state, mine in enumerate(leaving):
        mine.sort(key=lambda arc: (arc.output, arc.input) if by_output else (arc.input, arc.output))
        parts.append(_FINAL.pack(ends.get(state, inf), len(mine)))
        parts += [_ARC.pack(*arc[1:]) for arc in mine]
    path.write_bytes(b"".join(parts))


def const(arcs: Sequence[Arc], ends: Mapping[int, float]) -> bytes:
    """The content of a graph of type const, which is smaller in memory and quicker to load than one that may
    change; otherwise as :func:`write` makes it."""
    leaving = _leaving(arcs, ends)
    states, rows, before = [], [], 0
    for state, mine in enumerate(leaving):
        silent, mute = sum(not arc.input for arc in mine), sum(not arc.output for arc in mine)
        states.append(_CONST.pack(ends.get(state, inf), before, len(mine), silent, mute))
        rows += [_ARC.pack(*arc[1:]) for arc in sorted(mine, key=lambda arc: (arc.input, arc.output))]
        before += len(mine)
    return b"".join([_head("const", 0, len(leaving), len(arcs)), *states, *rows])


def _leaving(arcs: Sequence[Arc], ends: Mapping[int, float]) -> list[list[Arc]]:
    """The arcs out of every state."""
    count = 1 + max([*ends, *(max(arc.source, arc.target) for arc in arcs)])
    leaving: list[list[Arc]] = [[] for _ in range(count)]
    for arc in arcs:
        leaving[arc.source].append(arc)
    return leaving


def _head(kind: str, properties: int, states: int, arcs: int) -> bytes:
    numbers = struct.pack("<iiQqqq", _VERSION, 0, properties, 0, states, arcs)
    return struct.pack("<i", _FST_MAGIC) + _named(kind) + _named("standard") + numbers


def _named(text: str) -> bytes:
    return struct.pack("<i", len(text)) + text.encode()


def _header(file: BinaryIO) -> Header:
    if (magic := _number(file, "<i")) != _FST_MAGIC:
        raise ValueError(f"its first number is {magic}, expected {_FST_MAGIC}")
    kind, arc_kind = _text(file), _text(file)
    if not kind.replace("_", "").isalnum() or arc_kind != "standard":
        raise ValueError(f"type {kind[:20]!r} with {arc_kind[:20]!r} arcs, expected standard arcs")
    _number(file, "<i")
    flags = _number(file, "<i")
    _number(file, "<Q")
    start, states, arcs = (_number(file, "<q") for _ in range(3))
    if start < -1 or states < -1 or arcs < -1 or start >= states >= 0:
        raise ValueError(f"start {start} of {states} states and {arcs} arcs")
    return Header(kind, flags, start, states, arcs, file.tell())


def _symbols(file: BinaryIO) -> dict[str, int]:
    if _number(file, "<i") != _SYMBOLS_MAGIC:
        raise ValueError("no word table where the header announces one")
    _text(file)
    _number(file, "<q")
    count = _number(file, "<q")
    if not 0 <= count <= _MAX_SYMBOLS:
        raise ValueError(f"{count} words")
    words: dict[str, int] = {}
    for _ in range(count):
        word = _text(file)
        words[word] = _number(file, "<q")
    return words


def _number(file: BinaryIO, form: str) -> int:
    return int(struct.unpack(form, file.read(struct.calcsize(form)))[0])


def _text(file: BinaryIO) -> str:
    size = _number(file, "<i")
    if not 0 <= size <= _MAX_NAME:
        raise ValueError(f"a name of {size} bytes")
    content = file.read(size)
    if len(content) < size:
        raise ValueError("it ends in the middle of a name")
    return content.decode()
