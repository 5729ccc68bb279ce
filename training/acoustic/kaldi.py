"""Writes and reads ``final.mdl``: Kaldi's transition model and network, in its binary form.

Only what vosk needs of it: chain topology with one state a phone, affine layers, ReLU. Token = text and a
space; number = its size in one byte, then the bytes, little endian.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from training.acoustic.features import CEPSTRA, Floats
from training.acoustic.network import SUBSAMPLING, Affine

_BINARY: Final = b"\0B"


def forward_id(phone: int) -> int:
    """The transition that enters a phone, counted from 0; it emits pdf ``2 * phone``."""
    return 2 * (phone + 1)


def loop_id(phone: int) -> int:
    """The transition that stays in a phone; it emits pdf ``2 * phone + 1``."""
    return 2 * (phone + 1) - 1


def write_model(path: Path, layers: Sequence[Affine], phones: int, *, exact: bool = False) -> None:
    """``exact`` keeps weights of 32 bits; else they have 8, which costs no accuracy that we could measure."""
    left = -sum(min(layer.offsets) for layer in layers)
    right = sum(max(layer.offsets) for layer in layers)
    content = b"".join((
        _BINARY, _transitions(phones), _network(layers, _matrix if exact else _bytes_matrix),
        _token("<LeftContext>"), _int(left), _token("<RightContext>"), _int(right),
        _token("<Priors>"), _vector(()),
    ))  # fmt: skip
    path.write_bytes(content)


# --- parts ----------------------------------------------------------------------------------------


def _token(text: str) -> bytes:
    return text.encode() + b" "


def _int(value: int) -> bytes:
    return b"\x04" + struct.pack("<i", value)


def _float(value: float) -> bytes:
    return b"\x04" + struct.pack("<f", value)


def _double(value: float) -> bytes:
    return b"\x08" + struct.pack("<d", value)


def _ints(values: Iterable[int]) -> bytes:
    content = np.fromiter(values, "<i4")
    return b"\x04" + struct.pack("<i", len(content)) + content.tobytes()


def _vector(values: Sequence[float] | NDArray[np.float64]) -> bytes:
    content = np.asarray(values, "<f4")
    return _token("FV") + _int(len(content)) + content.tobytes()


def _matrix(values: NDArray[np.float64]) -> bytes:
    rows, columns = values.shape
    return _token("FM") + _int(rows) + _int(columns) + np.ascontiguousarray(values, "<f4").tobytes()


def _bytes_matrix(values: NDArray[np.float64]) -> bytes:
    """One byte a weight, between the smallest and the largest of the matrix."""
    low = float(values.min())
    span = max(float(values.max()) - low, 1e-5)
    steps = np.clip(np.round((values - low) / span * 255), 0, 255).astype(np.uint8)
    return _token("CM3") + struct.pack("<ffii", low, span, *values.shape) + steps.tobytes()


def _transitions(phones: int) -> bytes:
    numbers = range(1, phones + 1)
    state = _int(0) + _int(1) + _int(2) + _int(0) + _float(0.5) + _int(1) + _float(0.5)
    final = _int(-1) + _int(-1) + _int(0)
    tuples = b"".join(_int(p) + _int(0) + _int(2 * (p - 1)) + _int(2 * (p - 1) + 1) for p in numbers)
    return b"".join((
        _token("<TransitionModel>"), _token("<Topology>"),
        _ints(numbers), _ints([-1, *[0] * phones]),
        _int(-1), _int(1), _int(2),  # loops have pdfs of their own; one topology; of two states
        state, final, _token("</Topology>"),
        _token("<Tuples>"), _int(phones), tuples, _token("</Tuples>"),
        _token("<LogProbs>"), _vector([0.0, *[math.log(0.5)] * (2 * phones)]), _token("</LogProbs>"),
        _token("</TransitionModel>"),
    ))  # fmt: skip


def _network(layers: Sequence[Affine], matrix: Callable[[NDArray[np.float64]], bytes]) -> bytes:
    nodes = [f"input-node name=input dim={CEPSTRA}"]
    components: list[bytes] = []
    before = "input"
    for number, layer in enumerate(layers):
        before = _node(nodes, f"l{number}.affine", _spliced(before, layer.offsets))
        components.append(_affine(before, layer, matrix))
        if layer.relu:
            before = _node(nodes, f"l{number}.relu", before)
            components.append(_relu(before, len(layer.bias)))
    nodes.append(f"output-node name=output input={before} objective=linear")
    text = "\n".join(["", *nodes, "", ""])  # an empty line ends the nodes
    return b"".join((_token("<Nnet3>"), text.encode(), _token("<NumComponents>"), _int(len(components)),
                     *components, _token("</Nnet3>")))  # fmt: skip


def _node(nodes: list[str], name: str, source: str) -> str:
    nodes.append(f"component-node name={name} component={name} input={source}")
    return name


def _spliced(source: str, offsets: Sequence[int]) -> str:
    parts = [f"Offset({source}, {offset})" if offset else source for offset in offsets]
    return parts[0] if len(parts) == 1 else f"Append({', '.join(parts)})"


def _affine(name: str, layer: Affine, matrix: Callable[[NDArray[np.float64]], bytes]) -> bytes:
    kind = "FixedAffineComponent"
    return b"".join((
        _token("<ComponentName>"), _token(name), _token(f"<{kind}>"), _token("<LinearParams>"),
        matrix(layer.weight), _token("<BiasParams>"), _vector(layer.bias), _token(f"</{kind}>"),
    ))  # fmt: skip


def _relu(name: str, width: int) -> bytes:
    kind = "RectifiedLinearComponent"
    statistics = b"".join((
        _token("<ValueAvg>"), _vector(()), _token("<DerivAvg>"), _vector(()), _token("<Count>"), _double(0),
        _token("<OderivRms>"), _vector(()), _token("<OderivCount>"), _double(0),
        _token("<NumDimsSelfRepaired>"), _double(0), _token("<NumDimsProcessed>"), _double(0),
    ))  # fmt: skip
    return b"".join((
        _token("<ComponentName>"), _token(name), _token(f"<{kind}>"), _token("<Dim>"), _int(width),
        statistics, _token(f"</{kind}>"),
    ))  # fmt: skip


# --- reading ---------------------------------------------------------------------------------------


def read_layers(path: Path) -> list[Affine]:
    """The affine layers of a file that :func:`write_model` wrote."""
    data = path.read_bytes()
    start = data.index(b"<Nnet3> ")
    nodes = data[start : data.index(b"<NumComponents> ", start)].decode()
    layers = []
    at = start
    for name, source in re.findall(r"name=(l\d+\.affine) component=\S+ input=(.+)", nodes):
        offsets = tuple(
            int(offset or 0) for offset in re.findall(r"(?:input|relu|affine)\b(?:, (-?\d+))?", source)
        )
        at = data.index(f"<ComponentName> {name} ".encode(), at)
        at = data.index(b"<LinearParams> ", at) + len(b"<LinearParams> ")
        weight, at = _read_matrix(data, at)
        at = data.index(b"<BiasParams> FV ", at) + len(b"<BiasParams> FV ")
        size = struct.unpack_from("<i", data, at + 1)[0]
        bias = np.frombuffer(data, "<f4", size, at + 5).astype(np.float64)
        at += 5 + 4 * size
        relu = f"component-node name={name.replace('affine', 'relu')} " in nodes
        layers.append(Affine(weight, bias, offsets, relu))
    return layers


def _read_matrix(data: bytes, at: int) -> tuple[NDArray[np.float64], int]:
    if data[at : at + 3] == b"FM ":
        rows, columns = struct.unpack_from("<xixi", data, at + 3)
        end = at + 13 + 4 * rows * columns
        return np.frombuffer(data, "<f4", rows * columns, at + 13).reshape(rows, columns).astype(
            np.float64
        ), end
    if data[at : at + 4] != b"CM3 ":
        raise ValueError(f"found a matrix that begins with {data[at : at + 4]!r}, expected FM or CM3")
    low, span, rows, columns = struct.unpack_from("<ffii", data, at + 4)
    steps = np.frombuffer(data, np.uint8, rows * columns, at + 20).reshape(rows, columns)
    return low + span / 255 * steps.astype(np.float64), at + 20 + rows * columns


def scores(layers: Sequence[Affine], cepstra: Floats) -> Floats:
    """What vosk computes, frame by frame from the definition: [T, 40] to [ceil(T / 3), pdfs]."""
    left = -sum(min(layer.offsets) for layer in layers)
    right = sum(max(layer.offsets) for layer in layers)
    x = np.pad(cepstra.astype(np.float64), ((left, right), (0, 0)), "edge")
    for layer in layers:
        first, last = min(layer.offsets), max(layer.offsets)
        count = len(x) - (last - first)
        parts = [x[offset - first : offset - first + count] for offset in layer.offsets]
        x = np.concatenate(parts, 1) @ layer.weight.T + layer.bias
        if layer.relu:
            x = np.maximum(x, 0.0)
    return x[::SUBSAMPLING].astype(np.float32)
