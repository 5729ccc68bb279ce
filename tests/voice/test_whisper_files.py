"""The files of a network: read as they were written, and every way in which they can be wrong."""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import numpy as np
import pytest

from callparser.errors import CallparserError, EngineFailed, ModelMissing
from callparser.voice.whisper.network import Network
from callparser.voice.whisper.opinion import SecondOpinion
from callparser.voice.whisper.tokens import Tokens
from callparser.voice.whisper.weights import Weights
from tests.voice import tiny_whisper
from tests.voice.tiny_whisper import packed, tokenizer, variables, write


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.bin"

    def put(content: bytes) -> Path:
        path.write_bytes(content)
        return path

    return put


@pytest.mark.parametrize("dtype", ["f2", "f4"])
def test_what_was_written_is_read(model, dtype):
    rows = variables(20, dtype)
    weights = Weights(model(packed(rows)))
    for name, row in rows.items():
        assert name in weights
        assert weights.shape(name) == row.shape
        if row.ndim:
            np.testing.assert_array_equal(weights.floats(name, row.shape), row.astype(np.float32))
    assert weights.integer("decoder/num_heads", 7) == tiny_whisper.HEADS
    assert weights.integer("decoder/no_such_number", 7) == 7
    assert weights.layers("encoder") == weights.layers("decoder") == tiny_whisper.LAYERS
    table = rows["decoder/embeddings/weight"]
    some = weights.rows("decoder/embeddings/weight", table.shape, np.array([3, 1]))
    np.testing.assert_array_equal(some, table[[3, 1]].astype(np.float32))


def test_eight_bits_are_divided_by_the_scale_of_their_row(model):
    whole = np.array([[-127, 64], [10, 0]], "i1")
    scale = np.array([2.0, 0.5], "<f4")
    weights = Weights(model(packed({"w": whole, "w_scale": scale})))
    np.testing.assert_array_equal(weights.floats("w", (2, 2)), [[-63.5, 32], [20, 0]])
    np.testing.assert_array_equal(weights.rows("w", (2, 2), np.array([1])), [[20, 0]])
    with pytest.raises(ModelMissing, match="w_scale"):
        Weights(model(packed({"w": whole}))).floats("w", (2, 2))


ONE = packed({"w": np.zeros((2, 3), "<f4")})
SHAPE = ONE.index(b"w\0") + 2  # where its rank stands
BROKEN = {
    "empty": (b"", "0 bytes"),
    "text": (b"hello world, this is no network", "version"),
    "old": (packed({}, version=5), "version 5, expected 6"),
    "other kind": (packed({}, kind="TransformerSpec"), "TransformerSpec"),
    "many variables": (ONE[:22] + struct.pack("<I", 2**32 - 1) + ONE[26:], "4294967295 variables"),
    "high rank": (ONE[:SHAPE] + b"\xff" + ONE[SHAPE + 1 :], "255 dimensions"),
    "huge shape": (ONE[: SHAPE + 1] + b"\xff" * 8 + ONE[SHAPE + 9 :], "24 bytes, expected"),
    "huge content": (
        ONE[: SHAPE + 1] + struct.pack("<IIBI", 1000, 1000, 0, 4_000_000) + ONE[SHAPE + 14 :],
        "has 4000000 bytes, the file only",
    ),
    "unknown type": (ONE[: SHAPE + 9] + b"\x09" + ONE[SHAPE + 10 :], "type 9"),
    "long name": (ONE[:26] + b"\xff\xff" + ONE[28:], "a name of 65535 bytes"),
    "no name": (ONE[:26] + b"\0\0" + ONE[28:], "a name of 0 bytes"),
    "name of bytes": (ONE.replace(b"w\0", b"\xff\0"), "ascii"),
}


@pytest.mark.parametrize(("content", "said"), BROKEN.values(), ids=BROKEN)
def test_a_wrong_file_says_what_was_found(model, content, said):
    path = model(content)
    with pytest.raises(ModelMissing, match=said) as caught:
        Weights(path)
    assert str(path) in str(caught.value)


def test_every_cut_is_refused(model):
    for end in range(len(ONE) - 4):  # the last four bytes count the aliases, which are not read
        with pytest.raises(ModelMissing):
            Weights(model(ONE[:end]))


def test_flipped_bytes_never_crash(model):
    good = packed(variables(20))
    source = np.random.default_rng(46)
    for _ in range(200):
        bad = bytearray(good)
        for at in source.integers(0, 600, 3):
            bad[at] = source.integers(0, 256)
        with contextlib.suppress(CallparserError), np.errstate(all="ignore"):
            network = Network(Weights(model(bytes(bad))))
            network.encode(np.zeros((network.bands, 20), np.float32))


WRONG_SIZES = {
    "another width": {"encoder__conv1__weight": np.zeros((9, 80, 3), "<f2")},
    "a flat matrix": {"decoder__embeddings__weight": np.zeros(262, "<f2")},
    "no tokens": {"decoder__embeddings__weight": np.zeros((0, 8), "<f2")},
    "heads that do not fit": {"decoder__num_heads": np.array(3, "<i2")},
    "no heads": {"decoder__num_heads": np.array(0, "<i2")},
    "too wide": {"decoder__embeddings__weight": np.zeros((4, 3000), "<f2")},
    "a scalar for a bias": {"decoder__layer_0__ffn__linear_0__bias": np.array(1, "<f4")},
    "a wrong layer": {"decoder__layer_1__attention__linear_1__weight": np.zeros((8, 8), "<f2")},
}


@pytest.mark.parametrize("changed", WRONG_SIZES.values(), ids=WRONG_SIZES)
def test_sizes_that_do_not_fit(tmp_path, changed):
    with pytest.raises(ModelMissing):
        SecondOpinion(write(tmp_path / "net", **changed)).prepare(["ess"], "sv")


def test_a_network_of_nothing_but_nan_is_no_answer(tmp_path, clip_audio):
    bad = write(tmp_path / "net", decoder__layer_norm__gamma=np.full(8, np.nan, "<f2"))
    with pytest.raises(EngineFailed, match="no numbers"):
        SecondOpinion(bad).score(clip_audio, ["ess", "kung"], "sv")


@pytest.mark.parametrize("part", ["model.bin", "tokenizer.json"])
def test_a_missing_part_is_named(tmp_path, part):
    net = write(tmp_path / "net")
    (net / part).unlink()
    with pytest.raises(ModelMissing, match=part):
        SecondOpinion(net)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"model": {}}'], ids=repr)
def test_a_damaged_tokenizer(tmp_path, content):
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(ModelMissing, match=r"tokenizer\.json"):
        Tokens(path, 262)


def test_a_tokenizer_of_something_else(tmp_path):
    path = tmp_path / "tokenizer.json"
    other = tokenizer()
    other.save(str(path))
    assert Tokens(path, 262).prompt("sv")[1] == other.token_to_id("<|sv|>")
    with pytest.raises(ModelMissing, match="language 'fi'"):
        Tokens(path, 262).prompt("fi")
    with pytest.raises(ModelMissing, match="endoftext"):
        Tokens(path, 200)


def test_too_large_a_tokenizer_is_not_read(tmp_path, monkeypatch):
    net = write(tmp_path / "net")
    monkeypatch.setattr("callparser.voice.whisper.tokens.MAX_BYTES", 100)
    with pytest.raises(ModelMissing, match="at most 100"):
        Tokens(net / "tokenizer.json", 262)
