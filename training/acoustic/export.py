"""Writes a model directory for vosk from a checkpoint.

python -m training.acoustic.export --work DIR --out models/NAME [--exact] [--beside models/OLD --share 0.5]

``--beside`` takes the mean with the weights of a model that training went on from: often better than either.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from training.acoustic import lexicon
from training.acoustic.features import CEPSTRA, HIGH_HZ, LOW_HZ
from training.acoustic.graph import Unknown, write_graph
from training.acoustic.kaldi import read_layers, write_model
from training.acoustic.network import PRESETS, SUBSAMPLING, Affine, Network
from training.acoustic.phones import PHONES

LANGUAGES: Final = ("sv", "en")
#: What is no speech: unknown speech is not made of it.
_NO_SPEECH: Final = frozenset(("SIL", "SPN"))
#: Utterances come whole, so the network may see 60 frames at once: a quarter less time than 24 take.
_DECODING: Final = {
    "frames-per-chunk": "150",
    "min-active": "200", "max-active": "1000", "beam": "10.0", "lattice-beam": "4.0", "acoustic-scale": "1.0",
    "frame-subsampling-factor": str(SUBSAMPLING), "endpoint.silence-phones": "1",
    "endpoint.rule2.min-trailing-silence": "0.5", "endpoint.rule3.min-trailing-silence": "1.0",
    "endpoint.rule4.min-trailing-silence": "2.0",
}  # fmt: skip
#: No dither: the same sound then always has the same score. The caller lays its own floor of noise.
_CEPSTRA: Final = {
    "use-energy": "false", "num-mel-bins": str(CEPSTRA), "num-ceps": str(CEPSTRA),
    "low-freq": f"{LOW_HZ:.0f}", "high-freq": f"{HIGH_HZ:.0f}", "dither": "0",
}  # fmt: skip


def load(checkpoint: Path) -> Network:
    """The network of a checkpoint, ready to score."""
    saved: dict[str, Any] = torch.load(checkpoint, weights_only=True)
    if tuple(saved["phones"]) != PHONES:
        raise SystemExit(f"{checkpoint}: was trained with other phones; train again")
    network = Network(PRESETS[saved["preset"]], 2 * len(PHONES))
    network.load_state_dict(saved["network"])
    network.eval()
    return network


def mean(networks: Sequence[Sequence[Affine]], shares: Sequence[float]) -> list[Affine]:
    """The layers of several networks of one origin, each with its share. Raises ``ValueError`` where they
    have other shapes."""
    shapes = {tuple(one.weight.shape for one in layers) for layers in networks}
    if len(shapes) != 1:
        raise ValueError(f"found networks of {len(shapes)} shapes, expected one")
    return [
        Affine(
            np.average([one.weight for one in alike], axis=0, weights=shares),
            np.average([one.bias for one in alike], axis=0, weights=shares),
            alike[0].offsets,
            alike[0].relu,
        )
        for alike in zip(*networks, strict=True)
    ]


def vocabulary(languages: Sequence[str] = LANGUAGES) -> dict[str, list[tuple[int, ...]]]:
    """The words of all languages in one list. A word of two languages has the pronunciations of both."""
    number = {name: place for place, name in enumerate(PHONES)}
    found: dict[str, list[tuple[int, ...]]] = {}
    for lang in languages:
        for word, pronunciations in lexicon.lexicon(lang).items():
            said = found.setdefault(word, [])
            for pronunciation in pronunciations:
                phones = tuple(number[phone] for phone in pronunciation)
                if phones not in said:
                    said.append(phones)
    return found


def export(
    layers: Sequence[Affine],
    folder: Path,
    words: Mapping[str, Sequence[Sequence[int]]],
    *,
    unknown: Unknown = Unknown(),  # noqa: B008
    exact: bool = False,
) -> None:
    """Everything that vosk loads. ``exact``: weights of 32 bits instead of 8."""
    (folder / "am").mkdir(parents=True, exist_ok=True)
    write_model(folder / "am" / "final.mdl", layers, len(PHONES), exact=exact)
    export_words(folder, words, unknown)


def export_words(folder: Path, words: Mapping[str, Sequence[Sequence[int]]], unknown: Unknown) -> None:
    """Everything but the network: it knows sounds, not words."""
    (folder / "conf").mkdir(parents=True, exist_ok=True)
    speech = [number for number, name in enumerate(PHONES) if name not in _NO_SPEECH]
    write_graph(folder / "graph", words, speech, unknown)
    for name, options in (("model", _DECODING), ("mfcc", _CEPSTRA)):
        lines = "".join(f"--{key}={value}\n" for key, value in options.items())
        (folder / "conf" / f"{name}.conf").write_text(lines, encoding="utf-8")


def record(folder: Path) -> bool:
    """Write sizes and hashes into the manifest beside a model that it lists; ``False`` if it lists none."""
    manifest = folder.parent / "manifest.toml"
    text = manifest.read_text(encoding="utf-8") if manifest.is_file() else ""
    block = re.search(rf'name = "{re.escape(folder.name)}"\n(?:.+\n)*?files = \[\n((?:.+\n)*?)\]', text)
    if block is None:
        return False
    rows = ""
    for path in sorted(path for path in folder.glob("*/*") if path.is_file()):
        content = path.read_bytes()
        rows += f'  {{ path = "{path.relative_to(folder).as_posix()}", size = {len(content)}, '
        rows += f'sha256 = "{hashlib.sha256(content).hexdigest()}" }},\n'
    manifest.write_text(text[: block.start(1)] + rows + text[block.end(1) :], encoding="utf-8")
    return True


def main(argv: Sequence[str] | None = None) -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--work", type=Path, help="where the checkpoint is; without, only the words change")
    args.add_argument("--out", type=Path, required=True, help="the model directory to write")
    args.add_argument("--exact", action="store_true", help="weights of 32 bits, to compare scores")
    args.add_argument("--beside", type=Path, help="a model of the same shape to take the mean with")
    args.add_argument("--share", type=float, default=0.5, help="of the checkpoint in that mean")
    args.add_argument("--unknown-entry", type=float, default=Unknown().entry)
    args.add_argument("--unknown-phone", type=float, default=Unknown().phone)
    opts = args.parse_args(argv)
    words = vocabulary()
    unknown = Unknown(opts.unknown_entry, opts.unknown_phone)
    if opts.work is None:
        export_words(opts.out, words, unknown)
    else:
        layers = load(opts.work / "checkpoint.pt").folded()
        if opts.beside is not None:
            layers = mean(
                [layers, read_layers(opts.beside / "am" / "final.mdl")], [opts.share, 1 - opts.share]
            )
        export(layers, opts.out, words, unknown=unknown, exact=opts.exact)
    size = sum(path.stat().st_size for path in opts.out.rglob("*") if path.is_file())
    listed = ", manifest updated" if record(opts.out) else ""
    print(f"{opts.out}: {len(words)} words, {size / 1e6:.2f} MB{listed}")


if __name__ == "__main__":
    main()
