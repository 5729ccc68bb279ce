"""A Whisper network of random numbers in the format of CTranslate2: two layers, eight wide."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

WIDTH, HEADS, LAYERS, BANDS, FRAMES, PLACES = 8, 2, 2, 80, 1500, 64
SPECIAL = ("<|endoftext|>", "<|startoftranscript|>", "<|sv|>", "<|en|>", "<|transcribe|>", "<|notimestamps|>")
TYPES = {"f4": 0, "i1": 1, "i2": 2, "i4": 3, "f2": 4}


def shapes(tokens: int, width: int = WIDTH) -> dict[str, tuple[int, ...]]:
    """Every variable of a network and its shape."""
    d = width
    rows = {
        "encoder/conv1/weight": (d, BANDS, 3),
        "encoder/conv1/bias": (d,),
        "encoder/conv2/weight": (d, d, 3),
    }
    rows |= {"encoder/conv2/bias": (d,), "encoder/position_encodings/encodings": (FRAMES, d)}
    rows |= {"decoder/embeddings/weight": (tokens, d), "decoder/position_encodings/encodings": (PLACES, d)}
    linears = {"self_attention": ((d, 3 * d), (d, d)), "ffn": ((d, 4 * d), (4 * d, d))}
    for part in ("encoder", "decoder"):
        blocks = linears | ({"attention": ((d, d), (d, 2 * d), (d, d))} if part == "decoder" else {})
        norms = [f"{part}/layer_norm"] + [
            f"{part}/layer_{n}/{b}/layer_norm" for n in range(LAYERS) for b in blocks
        ]
        rows |= {f"{norm}/{name}": (d,) for norm in norms for name in ("gamma", "beta")}
        for n in range(LAYERS):
            for block, sizes in blocks.items():
                for i, (inputs, outputs) in enumerate(sizes):
                    rows[f"{part}/layer_{n}/{block}/linear_{i}/weight"] = (outputs, inputs)
                    rows[f"{part}/layer_{n}/{block}/linear_{i}/bias"] = (outputs,)
    return rows


def variables(tokens: int, dtype: str = "f2", seed: int = 46) -> dict[str, np.ndarray]:
    source = np.random.default_rng(seed)
    found = {name: source.normal(size=shape).astype(f"<{dtype}") for name, shape in shapes(tokens).items()}
    return found | {"decoder/num_heads": np.array(HEADS, "<i2")}


def packed(rows: dict[str, np.ndarray], version: int = 6, kind: str = "WhisperSpec") -> bytes:
    def name(text: str) -> bytes:
        return struct.pack("<H", len(text) + 1) + text.encode() + b"\0"

    out = struct.pack("<I", version) + name(kind) + struct.pack("<II", 3, len(rows))
    for title, row in rows.items():
        out += name(title) + struct.pack(f"<B{row.ndim}I", row.ndim, *row.shape)
        out += struct.pack("<BI", TYPES[row.dtype.str[1:]], row.nbytes) + row.tobytes()
    return out + struct.pack("<I", 0)


def tokenizer() -> Tokenizer:
    """Every byte is a token."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE({letter: n for n, letter in enumerate(alphabet)}, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens([AddedToken(text) for text in SPECIAL])
    return made


def write(folder: Path, **changed: np.ndarray) -> Path:
    """The folder with both files in it; ``changed`` replaces variables (``__`` for ``/``)."""
    folder.mkdir(exist_ok=True)
    made = tokenizer()
    made.save(str(folder / "tokenizer.json"))
    rows = variables(made.get_vocab_size()) | {name.replace("__", "/"): row for name, row in changed.items()}
    (folder / "config.json").write_text("{}", "utf-8")
    (folder / "model.bin").write_bytes(packed(rows))
    return folder
