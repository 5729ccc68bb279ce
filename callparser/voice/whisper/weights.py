"""The weights in a ``model.bin`` of CTranslate2, version 6: mapped into memory, made floats when asked for.

The file is little-endian: ``u32`` version, name of the kind of network, ``u32`` revision, ``u32`` number of
variables; each variable is its name, ``u8`` rank, ``u32`` sizes, ``u8`` type, ``u32`` bytes, content. A name
is ``u16`` bytes that end with a zero. Aliases follow; they are not needed. Weights of 8 bits have a variable
``<name>_scale`` beside them with one factor a row: the weight is the integer divided by it.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from callparser.errors import ModelMissing

Floats = npt.NDArray[np.float32]

VERSION: Final = 6
KIND: Final = "WhisperSpec"
#: The largest published network has 3.1 GB in 16 bits and some 1,200 variables.
MAX_BYTES: Final = 8_000_000_000
MAX_VARIABLES: Final = 20_000
MAX_NAME: Final = 300
MAX_RANK: Final = 4
_TYPES: Final = {0: "<f4", 1: "i1", 2: "<i2", 3: "<i4", 4: "<f2"}


@dataclass(frozen=True, slots=True)
class Variable:
    shape: tuple[int, ...]
    dtype: str
    start: int  # where its content begins in the file
    bytes: int


class Weights:
    """The variables of one file by name. Raises :class:`ModelMissing` for any other or damaged file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            size = path.stat().st_size
            if not 0 < size <= MAX_BYTES:
                raise ValueError(f"found {size} bytes, expected 1 to {MAX_BYTES}")
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._variables = _Reader(self._map).variables()
        except (OSError, ValueError, struct.error) as err:
            raise ModelMissing(f"{path}: {err}; it is no Whisper network in the format of CTranslate2, or it "
                               "was cut off: download it again") from err  # fmt: skip

    def __contains__(self, name: str) -> bool:
        return name in self._variables

    def shape(self, name: str) -> tuple[int, ...]:
        return self._variable(name).shape

    def layers(self, part: str) -> int:
        """How many layers ``encoder`` or ``decoder`` has."""
        count = 0
        while f"{part}/layer_{count}/ffn/linear_0/bias" in self._variables:
            count += 1
        return count

    def integer(self, name: str, default: int) -> int:
        """A single number, or ``default`` where the file has none of this name."""
        if name not in self._variables or self.shape(name) not in ((), (1,)):
            return default
        return int(self._raw(self._variable(name)).reshape(-1)[0])

    def floats(self, name: str, shape: tuple[int, ...]) -> Floats:
        """A copy of a variable, which must have this shape."""
        return self._floats(name, shape, None)

    def rows(self, name: str, shape: tuple[int, ...], rows: npt.NDArray[np.int64]) -> Floats:
        """A copy of some rows of a variable, which as a whole must have this shape."""
        return self._floats(name, shape, rows)

    def _floats(self, name: str, shape: tuple[int, ...], rows: npt.NDArray[np.int64] | None) -> Floats:
        found = self._variable(name)
        if found.shape != shape:
            raise ModelMissing(f"{self._path}: {name} is {found.shape}, expected {shape}; download it again")
        raw = self._raw(found)
        out: Floats = (raw if rows is None else raw[rows]).astype(np.float32)
        if found.dtype == "i1":
            scale = self._floats(f"{name}_scale", shape[:1], rows)
            out /= scale.reshape(-1, *(1 for _ in shape[1:]))
        return out

    def _raw(self, found: Variable) -> npt.NDArray[Any]:
        count = prod(found.shape)
        return np.frombuffer(self._map, found.dtype, count, found.start).reshape(found.shape)

    def _variable(self, name: str) -> Variable:
        if name not in self._variables:
            raise ModelMissing(f"{self._path}: found no {name}; it is no whole Whisper network")
        return self._variables[name]


class _Reader:
    """Walks through the file once; every count and size is checked against what is left of it."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._at = 0

    def variables(self) -> dict[str, Variable]:
        if (version := self._number("<I")) != VERSION:
            raise ValueError(f"found version {version}, expected {VERSION}")
        if (kind := self._name()) != KIND:
            raise ValueError(f"found a network of kind {kind[:40]!r}, expected {KIND!r}")
        self._number("<I")
        if (count := self._number("<I")) > MAX_VARIABLES:
            raise ValueError(f"found {count} variables, expected at most {MAX_VARIABLES}")
        return dict(self._named_variable() for _ in range(count))

    def _named_variable(self) -> tuple[str, Variable]:
        name = self._name()
        if (rank := self._number("<B")) > MAX_RANK:
            raise ValueError(f"{name} has {rank} dimensions, expected at most {MAX_RANK}")
        shape = tuple(self._number("<I") for _ in range(rank))
        kind, size = self._number("<B"), self._number("<I")
        if kind not in _TYPES:
            raise ValueError(f"{name} has numbers of type {kind}, expected float32, float16 or int8")
        if (expected := prod(shape) * np.dtype(_TYPES[kind]).itemsize) != size:
            raise ValueError(f"{name} of shape {shape} has {size} bytes, expected {expected}")
        if size > len(self._data) - self._at:
            raise ValueError(f"{name} has {size} bytes, the file only {len(self._data) - self._at} more")
        found = Variable(shape, _TYPES[kind], self._at, size)
        self._at += size
        return name, found

    def _name(self) -> str:
        if not 1 <= (size := self._number("<H")) <= MAX_NAME:
            raise ValueError(f"a name of {size} bytes at byte {self._at}")
        content = self._data[self._at : self._at + size]
        if len(content) < size or content[-1] != 0:
            raise ValueError(f"a name that does not end at byte {self._at}")
        self._at += size
        return content[:-1].decode("ascii")

    def _number(self, form: str) -> int:
        number = int(struct.unpack_from(form, self._data, self._at)[0])
        self._at += struct.calcsize(form)
        return number
