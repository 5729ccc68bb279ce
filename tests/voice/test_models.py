"""Finding and checking speech models. No vosk here."""

from __future__ import annotations

import shutil
import struct

import pytest

from callparser.errors import ModelMissing
from callparser.voice import fst, models


@pytest.fixture
def copy(tmp_path):
    """The built-in model as a directory that a user points at."""
    return shutil.copytree(models.find().path, tmp_path / "mine")


def test_the_built_in_model_is_whole():
    model = models.find()
    assert model.name == "dummycall-sv-en"
    assert set(model.languages) == {"sv", "en"}
    assert model.files
    assert {"hjärter", "queen", "[unk]"} <= models.words(model)
    assert not models.words(model) & {"<eps>", ""}


def test_every_file_of_a_model_is_in_the_manifest():
    model = models.find()
    there = {str(p.relative_to(model.path).as_posix()) for p in model.path.rglob("*") if p.is_file()}
    assert there - {"README.md"} == {entry.path for entry in model.files}


def test_by_name_directory_and_model(copy):
    assert models.find("dummycall-sv-en") == models.find() == models.find(models.find())
    mine = models.find(str(copy))
    assert mine == models.find(copy)
    assert (mine.name, mine.files, mine.wide_beam, mine.rate_hz) == ("mine", (), None, 16_000)


@pytest.mark.parametrize("which", ["no-such-model", "no/such/directory"])
def test_unknown(which):
    with pytest.raises(ModelMissing):
        models.find(which)


PARTS = ("am/final.mdl", "conf/model.conf", "conf/mfcc.conf", "graph/HCLr.fst", "graph/Gr.fst")


@pytest.mark.parametrize("part", PARTS)
def test_a_missing_part_is_named(copy, part):
    (copy / part).unlink()
    with pytest.raises(ModelMissing, match=part.rsplit("/", 1)[-1]):
        models.find(copy)


def test_a_static_graph_is_refused(copy):
    (copy / "graph/HCLG.fst").write_bytes(b"x")
    with pytest.raises(ModelMissing, match="static graph"):
        models.find(copy)


def test_no_words(copy):
    (copy / "graph/words.txt").unlink()
    with pytest.raises(ModelMissing, match="no words"):
        models.find(copy)


def test_words_that_are_not_text(copy):
    (copy / "graph/words.txt").write_bytes(b"\xff\xfe\x00 1\n")
    with pytest.raises(ModelMissing, match=r"words\.txt"):
        models.find(copy)


BROKEN = {
    "empty": lambda data: b"",
    "wrong magic": lambda data: b"\0\0\0\0" + data[4:],
    "long name": lambda data: data[:4] + struct.pack("<i", 2**31 - 1) + data[8:],
    "negative name": lambda data: data[:4] + struct.pack("<i", -5) + data[8:],
    "other arcs": lambda data: data.replace(b"standard", b"stoneage", 1),
    "cut in the header": lambda data: data[:30],
    "cut off": lambda data: data[:-20],
    "grown": lambda data: data + b"x",
    "negative states": lambda data: data[:50] + struct.pack("<q", -7) + data[58:],
    "all zero": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("graph", ["HCLr.fst", "Gr.fst"])
@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_damaged_graph_is_refused(copy, graph, change):
    path = copy / "graph" / graph
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(ModelMissing, match=graph):
        models.find(copy)


@pytest.mark.parametrize(
    ("change", "said"),
    [(lambda p: p.unlink(), "missing"), (lambda p: p.write_bytes(b"x"), "1 bytes, expected"),
     (lambda p: p.write_bytes(p.read_bytes()[:-1] + b"\xaa"), "not the file that was published")],
)  # fmt: skip
def test_a_listed_file_must_be_the_published_one(copy, change, said):
    model = models.find()
    change(copy / "am/final.mdl")
    listed = models.Model("ours", copy, files=model.files)
    with pytest.raises(ModelMissing, match=said):
        models.verify(listed)


@pytest.mark.parametrize("content", ["", "model = 7", "[[model]]\nname = 1", "not toml ["])
def test_a_broken_manifest(tmp_path, monkeypatch, content):
    (tmp_path / "manifest.toml").write_text(content)
    monkeypatch.setattr(models, "data_dir", lambda name: tmp_path)
    with pytest.raises(ModelMissing, match="manifest"):
        models.available()


def with_symbols(data, words):
    """A graph with its words written into it, as the published small models have them."""
    table = struct.pack("<ii", 2125658996, 1) + b"w" + struct.pack("<qq", 0, len(words))
    for number, word in enumerate(words):
        table += struct.pack("<i", len(word.encode())) + word.encode() + struct.pack("<q", number)
    head = fst.struct.calcsize("<ii6si8sii")
    flags = data[head - 4 : head]
    assert flags == bytes(4)
    start = 4 + 4 + 6 + 4 + 8 + 4
    end = start + 4 + 8 + 24
    return data[:start] + struct.pack("<i", 2) + data[start + 4 : end] + table + data[end:]


def test_words_inside_the_graph(copy):
    path = copy / "graph/Gr.fst"
    path.write_bytes(with_symbols(path.read_bytes(), ["<eps>", "hjärter", "åtta"]))
    (copy / "graph/words.txt").unlink()
    assert models.words(models.find(copy)) == {"hjärter", "åtta"}
    path.write_bytes(path.read_bytes()[:90])
    with pytest.raises(ModelMissing):
        models.find(copy)
