"""The network: affine layers over neighbouring frames, each with ReLU and BatchNorm, every third frame out.

An utterance is extended at both ends by its first and last frame and then only the inside is computed,
which is exactly what vosk does. So the trained network can be written as plain affine layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from training.acoustic.features import CEPSTRA, Floats

#: One output for three frames of 10 ms; vosk counts on it.
SUBSAMPLING: Final = 3
_DROPOUT: Final = 0.1


@dataclass(frozen=True, slots=True)
class Layer:
    """``offsets`` in frames of 10 ms. A layer without ReLU is a bottleneck: no normalisation either."""

    offsets: tuple[int, ...]
    width: int
    relu: bool = True


def _bottlenecks(width: int, narrow: int, *offsets: tuple[int, ...]) -> tuple[Layer, ...]:
    return tuple(layer for at in offsets for layer in (Layer(at, narrow, False), Layer((0,), width)))


_NEAR: Final = (-2, -1, 0, 1, 2)
_NEXT: Final = (-1, 0, 1)
_WIDE: Final = (-3, 0, 3)
_WIDER: Final = (-6, 0, 6)

PRESETS: Final[dict[str, tuple[Layer, ...]]] = {
    "tiny": (Layer(_NEAR, 80), Layer(_NEXT, 80), *[Layer(_WIDE, 80)] * 3),
    "small": (Layer(_NEAR, 160), Layer(_NEXT, 160), *[Layer(_WIDE, 160)] * 3, Layer(_WIDER, 160)),
    "large": (
        Layer(_NEAR, 256),
        *_bottlenecks(384, 128, _NEXT, _WIDE, _WIDE, _WIDE, _WIDE, _WIDER),
    ),
}


@dataclass(frozen=True, slots=True)
class Affine:
    """A layer as vosk computes it: ``weight`` [out, in * offsets] with blocks in the order of ``offsets``."""

    weight: NDArray[np.float64]
    bias: NDArray[np.float64]
    offsets: tuple[int, ...]
    relu: bool


class Network(nn.Module):
    """From cepstra [B, T + context, 40] to scores of pdfs [B, ceil(T / 3), pdfs]."""

    mean: torch.Tensor
    deviation: torch.Tensor

    def __init__(self, layers: tuple[Layer, ...], pdfs: int) -> None:
        super().__init__()
        self.layers = (*layers, Layer((0,), pdfs, False))
        self.register_buffer("mean", torch.zeros(CEPSTRA))
        self.register_buffer("deviation", torch.ones(CEPSTRA))
        widths = [CEPSTRA, *(layer.width for layer in self.layers)]
        self.affine = nn.ModuleList(
            nn.Linear(before * len(layer.offsets), layer.width)
            for before, layer in zip(widths, self.layers, strict=False)
        )
        self.norm = nn.ModuleList(
            nn.BatchNorm1d(layer.width) if layer.relu else nn.Identity() for layer in self.layers
        )
        self.left = -sum(min(layer.offsets) for layer in self.layers)
        self.right = sum(max(layer.offsets) for layer in self.layers)
        last = self.affine[-1]
        assert isinstance(last, nn.Linear)
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)

    def forward(self, cepstra: torch.Tensor) -> torch.Tensor:
        x = (cepstra - self.mean) / self.deviation
        rate = 1
        for number, (layer, affine, norm) in enumerate(zip(self.layers, self.affine, self.norm, strict=True)):
            stride = SUBSAMPLING if number == 1 else 1
            x = affine(_spliced(x, layer.offsets, rate, stride))
            rate *= stride
            if layer.relu:
                x = norm(torch.relu(x).flatten(0, 1)).unflatten(0, x.shape[:2])
                x = self._dropped(x)
        return x.float()

    def _dropped(self, x: torch.Tensor) -> torch.Tensor:
        """[B, T, D] without some units, each for a whole utterance: a coin a frame would take long."""
        if not self.training:
            return x
        kept = torch.rand(len(x), 1, x.shape[2]) >= _DROPOUT
        return x * (kept / (1 - _DROPOUT)).to(x.dtype)

    def extended(self, cepstra: Floats, frames: int) -> Floats:
        """[T, 40] with its edge frames repeated to ``frames`` and the context: [frames + context, 40]."""
        return np.pad(cepstra, ((self.left, self.right + frames - len(cepstra)), (0, 0)), "edge")

    def score(self, cepstra: Floats) -> Floats:
        """Scores [ceil(T / 3), pdfs] of one utterance [T, 40], as at decoding."""
        self.eval()
        with torch.no_grad():
            out: Floats = self(torch.from_numpy(self.extended(cepstra, len(cepstra)))[None])[0].numpy()
        return out

    def adopt(self, layers: Sequence[Affine], cepstra: torch.Tensor) -> None:
        """Take the weights of plain layers: what :meth:`folded` does, backwards.

        ``cepstra`` [B, T + context, 40] stand for all input: the layers are normalised by what they give
        for it. ``mean`` and ``deviation`` must have been measured. Raises ``ValueError`` for layers of
        another shape.
        """
        shapes = [tuple(one.weight.shape) for one in self.affine]  # type: ignore[union-attr, arg-type]
        if [one.weight.shape for one in layers] != shapes:
            raise ValueError(f"found layers of {[one.weight.shape for one in layers]}, expected {shapes}")
        mean, deviation = self.mean.double(), self.deviation.double()
        for number, (mine, theirs) in enumerate(zip(self.affine, layers, strict=True)):
            count = len(theirs.offsets)
            weight, bias = torch.from_numpy(theirs.weight), torch.from_numpy(theirs.bias)
            assert isinstance(mine, nn.Linear)
            with torch.no_grad():
                mine.bias.copy_(bias + weight @ mean.repeat(count))
                mine.weight.copy_(weight * deviation.repeat(count))
            mean = torch.zeros(len(bias), dtype=torch.float64)
            deviation = torch.ones(len(bias), dtype=torch.float64)
            norm = self.norm[number]
            if isinstance(norm, nn.BatchNorm1d):
                mean, deviation = self._measured(norm, cepstra, number)

    def _measured(
        self, norm: nn.BatchNorm1d, cepstra: torch.Tensor, last: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Set a normalisation to what comes to it; the mean and the deviation of that."""
        assert norm.running_mean is not None
        assert norm.running_var is not None
        with torch.no_grad():
            arrived = self._through(cepstra, last).flatten(0, 1)
            norm.running_mean.copy_(arrived.mean(0))
            norm.running_var.copy_(arrived.var(0))
        deviation = torch.sqrt(norm.running_var + norm.eps)
        return norm.running_mean.double(), deviation.double()

    def _through(self, cepstra: torch.Tensor, last: int) -> torch.Tensor:
        """What reaches the normalisation of layer ``last``, as at decoding."""
        found: list[torch.Tensor] = []
        handle = self.norm[last].register_forward_pre_hook(lambda _, given: found.append(given[0]))
        self.eval()
        self(cepstra)
        handle.remove()
        return found[0].unsqueeze(0)

    def folded(self) -> list[Affine]:
        """Plain layers: BatchNorm and the scale of the input are taken into the affine layer after them."""
        scale, shift = 1 / self.deviation.double(), -(self.mean / self.deviation).double()
        out = []
        for layer, affine, norm in zip(self.layers, self.affine, self.norm, strict=True):
            assert isinstance(affine, nn.Linear)
            count = len(layer.offsets)
            weight, bias = affine.weight.detach().double(), affine.bias.detach().double()
            bias = bias + weight @ shift.repeat(count)
            out.append(
                Affine((weight * scale.repeat(count)).numpy(), bias.numpy(), layer.offsets, layer.relu)
            )
            scale = torch.ones(layer.width, dtype=torch.float64)
            shift = torch.zeros(layer.width, dtype=torch.float64)
            if isinstance(norm, nn.BatchNorm1d):
                assert norm.running_mean is not None
                assert norm.running_var is not None
                scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().double()
                shift = norm.bias.detach().double() - norm.running_mean.double() * scale
        return out


def _spliced(x: torch.Tensor, offsets: tuple[int, ...], rate: int, stride: int) -> torch.Tensor:
    """Frames side by side at each of the offsets; [B, T, D] to [B, T', D * offsets]. ``rate``: of ``x``."""
    if offsets == (0,) and stride == 1:
        return x
    steps = [(offset - offsets[0]) // rate for offset in offsets]
    time = (x.shape[1] - steps[-1] - 1) // stride + 1
    return torch.cat([x[:, step : step + (time - 1) * stride + 1 : stride] for step in steps], 2)


def parameters(network: nn.Module) -> int:
    return sum(one.numel() for one in network.parameters())
