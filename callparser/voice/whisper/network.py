"""A Whisper network in numpy: the encoder on one utterance, the decoder token by token.

Compared with CTranslate2 4.8 in float32 on a network of size base: what the encoder makes differs by less
than 0.001 (its values go to 18), logarithms of token probabilities by less than 0.02. Arrays are float32;
``n`` positions or tokens, ``d`` the width of the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from callparser.errors import InputError, ModelMissing
from callparser.voice.whisper.weights import Floats, Weights

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

#: The largest published network: 1280 wide, 32 layers, 128 bands, 51,866 tokens.
MAX_WIDTH: Final = 2048
MAX_LAYERS: Final = 64
MAX_BANDS: Final = 256
MAX_TOKENS: Final = 100_000
#: The encoder has a place for every 20 ms of 30 s; the decoder for 448 tokens.
MAX_PLACES: Final = 3000
_HIDDEN: Final = np.float32(-1e9)
_EMBEDDINGS: Final = "decoder/embeddings/weight"
_PLACES: Final = "{}/position_encodings/encodings"


@dataclass(frozen=True, slots=True)
class Linear:
    weight: Floats  # [in, out]
    bias: Floats

    def __call__(self, x: Floats) -> Floats:
        return x @ self.weight + self.bias


@dataclass(frozen=True, slots=True)
class Norm:
    gamma: Floats
    beta: Floats

    def __call__(self, x: Floats) -> Floats:
        x = x - x.mean(-1, keepdims=True)
        out: Floats = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(1e-5)) * self.gamma + self.beta
        return out


@dataclass(frozen=True, slots=True)
class Layer:
    """``inward`` goes to query, key and value, side by side."""

    norm: Norm
    inward: Linear
    outward: Linear
    forward_norm: Norm
    widen: Linear
    narrow: Linear


@dataclass(frozen=True, slots=True)
class Cross:
    """Attention of a decoder layer to what the encoder made; ``inward`` goes to key and value."""

    norm: Norm
    query: Linear
    inward: Linear
    outward: Linear


class Network:
    """Raises :class:`ModelMissing` when the weights do not fit together."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.tokens, self.width = self._sizes(_EMBEDDINGS, 2)
        _, self.bands, _ = self._sizes("encoder/conv1/weight", 3)
        self.places = self._sizes(_PLACES.format("decoder"), 2)[0]
        self.frames = self._sizes(_PLACES.format("encoder"), 2)[0]
        self._depth = {part: weights.layers(part) for part in ("encoder", "decoder")}
        self.heads = weights.integer("decoder/num_heads", self.width // 64)
        self._check()

    def encode(self, mel: Floats) -> Floats:
        """``[bands, 2 n]`` to ``[n, d]``. The weights are read and widened layer by layer, and let go.

        Widening those of a network of size base costs 0.03 s an utterance and saves 75 MB.
        """
        if mel.shape[1] > 2 * self.frames:
            raise InputError(f"found {mel.shape[1]} frames of sound, expected at most {2 * self.frames}")
        x = self._convolved(self._convolved(mel, 1, self.bands, 1), 2, self.width, 2).T
        x = x + self._weights.floats(_PLACES.format("encoder"), (self.frames, self.width))[: len(x)]
        for number in range(self._depth["encoder"]):
            layer = self._layer("encoder", number)
            q, k, v = np.split(layer.inward(layer.norm(x)), 3, 1)
            x = x + layer.outward(self.attend(q, self.split(k), self.split(v)))
            x = x + layer.narrow(_gelu(layer.widen(layer.forward_norm(x))))
        return self._norm("encoder/layer_norm")(x)

    def embedded(self, tokens: Ints, places: Ints) -> Floats:
        """``[n, d]``: what stands for tokens at places."""
        if places.max() >= self.places:
            raise InputError(f"found {places.max() + 1} tokens to score, expected at most {self.places}")
        return self.rows(tokens) + self._decoder_places[places]

    def rows(self, tokens: Ints) -> Floats:
        """``[n, d]``: the embeddings, which are also the weights of the output."""
        return self._weights.rows(_EMBEDDINGS, (self.tokens, self.width), tokens)

    @cached_property
    def decoder(self) -> tuple[tuple[Layer, Cross], ...]:
        """Kept, unlike those of the encoder: every token of a search goes through them again."""
        numbers = range(self._depth["decoder"])
        return tuple((self._layer("decoder", number), self._cross(number)) for number in numbers)

    @cached_property
    def decoder_norm(self) -> Norm:
        return self._norm("decoder/layer_norm")

    @cached_property
    def _decoder_places(self) -> Floats:
        return self._weights.floats(_PLACES.format("decoder"), (self.places, self.width))

    def split(self, x: Floats) -> Floats:
        """``[n, d]`` to ``[heads, n, d / heads]``."""
        return x.reshape(len(x), self.heads, -1).transpose(1, 0, 2)

    def attend(self, query: Floats, keys: Floats, values: Floats, hidden: Floats | None = None) -> Floats:
        """``[n, d]``; keys and values are split into heads, ``hidden [n, keys]`` is added to the scores."""
        scale = np.float32((self.width // self.heads) ** -0.5)
        scores = self.split(query * scale) @ keys.transpose(0, 2, 1)
        if hidden is not None:
            scores += hidden
        scores -= scores.max(-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(-1, keepdims=True)
        mixed = (scores @ values).transpose(1, 0, 2).reshape(len(query), -1)
        return mixed.astype(np.float32, copy=False)

    def _convolved(self, x: Floats, number: int, channels: int, stride: int) -> Floats:
        """Three neighbours at a time: ``[channels, n]`` to ``[d, n / stride]``."""
        name = f"encoder/conv{number}"
        weight = self._weights.floats(f"{name}/weight", (self.width, channels, 3))
        bias = self._weights.floats(f"{name}/bias", (self.width,))
        padded = np.pad(x, ((0, 0), (1, 1)))
        count = (x.shape[1] - 1) // stride + 1
        near = np.concatenate([padded[:, i : i + stride * count : stride][:, :count] for i in range(3)])
        return _gelu(weight.transpose(0, 2, 1).reshape(self.width, -1) @ near + bias[:, None])

    def _layer(self, part: str, number: int) -> Layer:
        name, d = f"{part}/layer_{number}", self.width
        (hidden,) = self._sizes(f"{name}/ffn/linear_0/bias", 1)
        return Layer(
            self._norm(f"{name}/self_attention/layer_norm"),
            self._linear(f"{name}/self_attention/linear_0", d, 3 * d),
            self._linear(f"{name}/self_attention/linear_1", d, d),
            self._norm(f"{name}/ffn/layer_norm"),
            self._linear(f"{name}/ffn/linear_0", d, hidden),
            self._linear(f"{name}/ffn/linear_1", hidden, d),
        )

    def _cross(self, number: int) -> Cross:
        name, d = f"decoder/layer_{number}/attention", self.width
        return Cross(
            self._norm(f"{name}/layer_norm"),
            self._linear(f"{name}/linear_0", d, d),
            self._linear(f"{name}/linear_1", d, 2 * d),
            self._linear(f"{name}/linear_2", d, d),
        )

    def _linear(self, name: str, inputs: int, outputs: int) -> Linear:
        weight = self._weights.floats(f"{name}/weight", (outputs, inputs)).T
        if name.startswith("decoder"):
            weight = np.ascontiguousarray(
                weight
            )  # a few rows at a time go through it in two thirds of the time
        return Linear(weight, self._weights.floats(f"{name}/bias", (outputs,)))

    def _norm(self, name: str) -> Norm:
        d = (self.width,)
        return Norm(self._weights.floats(f"{name}/gamma", d), self._weights.floats(f"{name}/beta", d))

    def _sizes(self, name: str, rank: int) -> tuple[int, ...]:
        shape = self._weights.shape(name)
        if len(shape) != rank or 0 in shape:
            raise ModelMissing(f"the network's {name} is {shape}, expected {rank} sizes; download it again")
        return shape

    def _check(self) -> None:
        found = {
            "width": (self.width, MAX_WIDTH), "tokens": (self.tokens, MAX_TOKENS),
            "bands": (self.bands, MAX_BANDS), "encoder layers": (self._depth["encoder"], MAX_LAYERS),
            "decoder layers": (self._depth["decoder"], MAX_LAYERS), "places": (self.places, MAX_PLACES),
            "frames": (self.frames, MAX_PLACES), "heads": (self.heads, self.width),
        }  # fmt: skip
        for what, (size, most) in found.items():
            if not 1 <= size <= most:
                raise ModelMissing(f"the network has {size} {what}, expected 1 to {most}; download it again")
        if self.width % self.heads:
            raise ModelMissing(
                f"the network has {self.heads} heads in a width of {self.width}, expected a part"
            )


class Decoding:
    """The decoder on one utterance. What was computed for a token is kept: later tokens look back at it."""

    def __init__(self, network: Network, states: Floats) -> None:
        self._network = network
        self._cross: list[tuple[Floats, Floats]] = []
        for _, cross in network.decoder:
            k, v = np.split(cross.inward(states), 2, 1)
            self._cross.append((network.split(k), network.split(v)))
        empty = np.zeros((0, network.width), np.float32)
        self._keys = [empty for _ in network.decoder]
        self._values = [empty for _ in network.decoder]

    def step(self, tokens: Ints, places: Ints, visible: Bools) -> Floats:
        """``[n, d]`` for ``n`` more tokens.

        ``visible[i, j]``: may the i-th of them see the j-th of all tokens so far, these included?
        """
        network = self._network
        x = network.embedded(tokens, places)
        hidden = np.where(visible, np.float32(0), _HIDDEN)
        for number, (layer, cross) in enumerate(network.decoder):
            q, k, v = np.split(layer.inward(layer.norm(x)), 3, 1)
            self._keys[number] = np.concatenate([self._keys[number], k])
            self._values[number] = np.concatenate([self._values[number], v])
            keys, values = network.split(self._keys[number]), network.split(self._values[number])
            x = x + layer.outward(network.attend(q, keys, values, hidden))
            q = cross.query(cross.norm(x))
            x = x + cross.outward(network.attend(q, *self._cross[number]))
            x = x + layer.narrow(_gelu(layer.widen(layer.forward_norm(x))))
        return network.decoder_norm(x)


def _gelu(x: Floats) -> Floats:
    """x times the normal distribution up to x; erf after Abramowitz and Stegun 7.1.26, good to 2e-7."""
    z = np.abs(x) * np.float32(0.7071067811865476)
    t = 1 / (1 + np.float32(0.3275911) * z)
    tail = t * np.float32(1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail = (tail + np.float32(factor)) * t
    tail *= np.exp(-z * z)
    return x * np.where(x >= 0, 1 - tail / 2, tail / 2)
