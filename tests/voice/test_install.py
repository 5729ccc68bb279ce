"""Models from a server or a file to the shelf, and what happens when anything goes wrong on the way."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from callparser.errors import CallparserError, InputError, InstallFailed, ModelMissing
from callparser.files import models_dir
from callparser.voice import catalogue, download, install, models, shelf
from callparser.voice.download import Patience
from tests.voice.test_unpack import zipped

OURS = models.find().path
VOSK = {p.relative_to(OURS).as_posix(): p.read_bytes() for p in OURS.rglob("*") if p.is_file()}
ARCHIVE = zipped({f"voskmodel/{name}": content for name, content in VOSK.items()})
WHISPER = {"config.json": b'{"a": 1}', "model.bin": bytes(1000), "tokenizer.json": b'{"b": 2}', "more": b"x"}
HASTY = Patience(timeout_s=0.5, tries=2, pause_s=0)


def sha(data):
    return hashlib.sha256(data).hexdigest()


def nothing(what, have, total):
    pass


def row(name, engine, rest):
    return (f'[[download]]\nname = "{name}"\nlanguages = ["sv"]\nengine = "{engine}"\nlicence = "MIT"\n'
            f'origin = "here"\n{rest}\n')  # fmt: skip


@pytest.fixture
def offered(site, shelf_root, tmp_path, monkeypatch):
    """A catalogue with a model of each kind, served by this machine. Returns the server."""
    files = ", ".join(f'{{ path = "{name}" }}' for name in ("config.json", "model.bin", "tokenizer.json"))
    folder = shutil.copytree(models.manifest()[0].parent, tmp_path / "models")
    text = (folder / "manifest.toml").read_text().partition("[[download]]")[0]
    text += row("voskmodel", "vosk", f'archive = "{site.url}/v.zip"')
    text += row(
        "published", "vosk", f'archive = "{site.url}/v.zip"\nsha256 = "{sha(ARCHIVE)}"\nsize = {len(ARCHIVE)}'
    )
    text += row("whispermodel", "whisper", f'folder = "{site.url}/w/"\nfiles = [ {files} ]')
    (folder / "manifest.toml").write_text(text)
    monkeypatch.setattr(models, "data_dir", lambda name: str(folder))
    site.files["/v.zip"] = ARCHIVE
    site.files |= {f"/w/{name}": content for name, content in WHISPER.items()}
    return site


def test_the_real_catalogue():
    known = catalogue.offers()
    assert {"vosk-model-small-sv-rhasspy-0.15", "vosk-model-small-en-us-0.15", "kb-whisper-tiny"} <= set(
        known
    )
    for offer in known.values():
        assert offer.engine in ("vosk", "whisper")
        assert offer.languages
        assert offer.licence
        assert offer.size
        assert all(file.url.startswith("https://") for file in offer.files)
        assert offer.zipped == (offer.engine == "vosk")


@pytest.mark.parametrize("name", ["voskmodel", "published"])
def test_a_vosk_model_is_found_by_name_once_installed(offered, shelf_root, name):
    with pytest.raises(ModelMissing, match=f"models install {name}"):
        models.find(name)
    done = install.install(name, nothing, HASTY)
    assert done.fresh
    assert done.first_use == ((f"{name}.zip",) if name == "voskmodel" else ())
    model = models.find(name, engine="vosk")
    assert (model.path, model.languages, model.licence) == (shelf_root / name, ("sv",), "MIT")
    assert {file.path: file.sha256 for file in model.files} == {p: sha(c) for p, c in VOSK.items()}
    assert models.words(model) == models.words(models.find())
    assert os.listdir(shelf_root / ".work" / "partial") == []
    assert not install.install(name, nothing, HASTY).fresh
    assert len(offered.asked) == 1


def test_a_whisper_model(offered, shelf_root):
    install.install("whispermodel", nothing, HASTY)
    assert models.find("whispermodel").engine == "whisper"
    with pytest.raises(ModelMissing, match="is for whisper, expected one for vosk"):
        models.find("whispermodel", engine="vosk")
    assert sorted(os.listdir(shelf_root / "whispermodel")) == ["config.json", "model.bin", "tokenizer.json"]


@pytest.mark.parametrize("name", ["voskmodel", "whispermodel"])
def test_what_was_seen_once_must_stay_the_same(offered, shelf_root, name):
    install.install(name, nothing, HASTY)
    install.remove(name)
    offered.files["/v.zip"] = zipped(VOSK)
    offered.files["/w/config.json"] = b'{"a": 3}'
    with pytest.raises(
        InstallFailed, match=rf"expected [0-9a-f]{{64}} as was seen at first use.*{name} --forget"
    ):
        install.install(name, nothing, HASTY)
    assert not (shelf_root / name).exists()
    install.remove(name, pins=True)
    assert install.install(name, nothing, HASTY).fresh


def test_what_was_published_counts(offered, shelf_root):
    offered.files["/v.zip"] = ARCHIVE[:-1] + b"x"
    with pytest.raises(InstallFailed, match="as was published"):
        install.install("published", nothing, HASTY)
    offered.files["/v.zip"] = ARCHIVE
    assert install.install("published", nothing, HASTY).fresh  # the wrong one was not kept


@pytest.mark.parametrize(
    ("path", "change"),
    [("/v.zip", lambda data: data[:-30]), ("/v.zip", lambda data: zipped({"x": b"1"})),
     ("/v.zip", lambda data: zipped(WHISPER)), ("/w/config.json", lambda data: b"[]"),
     ("/w/tokenizer.json", lambda data: b"{")],
)  # fmt: skip
def test_what_is_no_model_is_not_installed(offered, shelf_root, path, change):
    name = "voskmodel" if path == "/v.zip" else "whispermodel"
    good = offered.files[path]
    offered.files[path] = change(good)
    with pytest.raises(InstallFailed):
        install.install(name, nothing, HASTY)
    assert not (shelf_root / name).exists()
    assert not shelf.installed()
    offered.files[path] = good
    assert install.install(name, nothing, HASTY).fresh


def test_a_failed_update_leaves_the_old_one(offered, shelf_root, monkeypatch):
    install.install("voskmodel", nothing, HASTY)
    (shelf_root / "voskmodel" / "conf" / "mfcc.conf").write_bytes(b"damaged")
    monkeypatch.setattr(Path, "rename", failing_once(Path.rename, "new"))
    with pytest.raises(InstallFailed, match="CALLPARSER_MODELS"):
        install.install("voskmodel", nothing, HASTY)
    assert (shelf_root / "voskmodel" / "conf" / "mfcc.conf").read_bytes() == b"damaged"
    install.install("voskmodel", nothing, HASTY)
    assert models.find("voskmodel")


def failing_once(rename, name):
    left = [1]

    def renamed(self, target):
        if self.name == name and left:
            left.pop()
            raise PermissionError(13, "in use", str(self))
        return rename(self, target)

    return renamed


def test_an_interrupted_download_goes_on(offered, shelf_root):
    def stop(what, have, total):
        if have > 100_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install.install("published", stop, HASTY)
    kept = install.fetched_bytes(catalogue.offers()["published"])
    assert kept > 100_000
    assert not (shelf_root / "published").exists()
    install.install("published", nothing, HASTY)
    assert offered.asked[-1] == ("/v.zip", f"bytes={kept}-")


def test_no_room(offered, shelf_root, monkeypatch):
    def full(folder, more):
        raise download.NoRoom("make room")

    with monkeypatch.context() as patched:
        patched.setattr(install, "check_room", full)
        with pytest.raises(InstallFailed, match="make room"):
            install.install("voskmodel", nothing, HASTY)
    assert install.fetched_bytes(catalogue.offers()["voskmodel"]) == len(ARCHIVE)  # it is good, and kept
    assert install.install("voskmodel", nothing, HASTY).fresh


def test_two_at_once(offered, shelf_root):
    code = (
        "import sys; from callparser.voice import shelf\n"
        "with shelf.locked():\n print('locked', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ
    )
    try:
        assert other.stdout.readline() == b"locked\n"
        with pytest.raises(InstallFailed, match="another callparser"):
            install.install("voskmodel", nothing, HASTY)
    finally:
        other.kill()
        other.communicate()
    assert install.install("voskmodel", nothing, HASTY).fresh  # the lock went with its process


def test_from_a_file_or_a_directory(shelf_root, tmp_path):
    (tmp_path / "mine.zip").write_bytes(ARCHIVE)
    assert install.install_from(tmp_path / "mine.zip", None).model.name == "mine"
    assert install.install_from(OURS, "other").model.name == "other"
    assert install.install_from(tmp_path / "mine.zip", "other").fresh
    folder = tmp_path / "kb"
    folder.mkdir()
    for name, content in WHISPER.items():
        (tmp_path / f"blob-{name}").write_bytes(content)
        (folder / name).symlink_to(tmp_path / f"blob-{name}")  # as download tools keep them
    done = install.install_from(folder, None)
    assert (done.model.engine, done.model.name) == ("whisper", "kb")
    assert not any(path.is_symlink() for path in (shelf_root / "kb").iterdir())
    assert set(shelf.installed()) == {"mine", "other", "kb"}
    assert [models.find(name).name for name in ("mine", "other", "kb")] == ["mine", "other", "kb"]


def test_from_a_file_is_compared_with_what_was_published(offered, tmp_path):
    (tmp_path / "x.zip").write_bytes(zipped(VOSK))
    with pytest.raises(InstallFailed, match="as was published"):
        install.install_from(tmp_path / "x.zip", "published")
    (tmp_path / "x.zip").write_bytes(ARCHIVE)
    assert install.install_from(tmp_path / "x.zip", "published").model.languages == ("sv",)


def test_a_whisper_folder_takes_only_what_is_in_the_catalogue(offered, shelf_root, tmp_path):
    folder = tmp_path / "w"
    folder.mkdir()
    for name, content in WHISPER.items():
        (folder / name).write_bytes(content)
    install.install_from(folder, "whispermodel")
    assert not (shelf_root / "whispermodel" / "more").exists()


@pytest.mark.parametrize("part", ["config.json", "model.bin", "tokenizer.json"])
@pytest.mark.parametrize("content", [None, b""])
def test_an_incomplete_whisper_folder(shelf_root, tmp_path, part, content):
    folder = tmp_path / "w"
    folder.mkdir()
    for name, whole in WHISPER.items():
        (folder / name).write_bytes(whole)
    (folder / part).unlink() if content is None else (folder / part).write_bytes(content)
    with pytest.raises(InstallFailed, match=r"final\.mdl|" + part.replace(".", r"\.")):
        install.install_from(folder, None)


STATIC = {n: c for n, c in VOSK.items() if n not in ("graph/HCLr.fst", "graph/Gr.fst")} | {
    "graph/HCLG.fst": b"x"
}


@pytest.mark.parametrize("files", [STATIC, VOSK | {"graph/HCLG.fst": b"x"}], ids=["static", "both"])
def test_a_static_graph_is_installed_and_said_to_be_of_no_use(shelf_root, tmp_path, files):
    (tmp_path / "big.zip").write_bytes(zipped(files))
    assert "static graph (HCLG.fst)" in install.install_from(tmp_path / "big.zip", None).useless
    with pytest.raises(ModelMissing, match="static graph"):
        models.find("big")


@pytest.mark.parametrize(
    ("source", "name", "said"),
    [("none", None, "no such file"), ("a b", None, "cannot be the name"),
     ("m", "dummycall-sv-en", "comes with"),
     ("m", "../x", "cannot be the name"), ("m", ".work", "cannot be the name"), ("m", "mine.", "cannot be"),
     ("text", None, "zip archive"), ("m", None, "found no")],
)  # fmt: skip
def test_what_cannot_be_installed(shelf_root, tmp_path, source, name, said):
    (tmp_path / "m").mkdir()
    (tmp_path / "a b").mkdir()
    (tmp_path / "text").write_text("hello")
    with pytest.raises(CallparserError, match=said):
        install.install_from(tmp_path / source, name)
    assert not shelf.installed()


def test_a_device_in_a_directory(shelf_root, tmp_path):
    folder = shutil.copytree(OURS, tmp_path / "m")
    (folder / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InstallFailed, match="broken link"):
        install.install_from(folder, None)


CHANGES = {
    "gone": (lambda p: p.unlink(), "is missing"),
    "shorter": (lambda p: p.write_bytes(b"x"), "has 1 bytes"),
    "a directory": (lambda p: (p.unlink(), p.mkdir()), "is missing"),
}


@pytest.mark.parametrize(("change", "said"), CHANGES.values(), ids=CHANGES)
def test_a_damaged_model_is_refused_and_installing_repairs_it(offered, shelf_root, change, said):
    install.install("voskmodel", nothing, HASTY)
    change(shelf_root / "voskmodel" / "am" / "final.mdl")
    with pytest.raises(ModelMissing, match=f"{said}.*callparser models install voskmodel"):
        models.find("voskmodel")
    assert install.install("voskmodel", nothing, HASTY).fresh
    assert models.find("voskmodel")


def test_a_changed_byte_is_found_by_reading(shelf_root):
    model = install.install_from(OURS, "mine").model
    path = shelf_root / "mine" / "am" / "final.mdl"
    path.write_bytes(path.read_bytes()[:-1] + b"\xaa")
    assert not [*models.problems(model, content=False)]
    assert ["not the file" in text for text in models.problems(model)] == [True]


def test_a_directory_without_a_record_is_no_model_and_can_be_removed(offered, shelf_root):
    shutil.copytree(OURS, shelf_root / "voskmodel")
    with pytest.raises(ModelMissing):
        models.find("voskmodel")
    install.remove("voskmodel")
    assert not (shelf_root / "voskmodel").exists()


@pytest.mark.parametrize("name", ["nix", "dummycall-sv-en", "..", ".work", ""])
def test_what_cannot_be_removed(shelf_root, name):
    with pytest.raises(InputError):
        install.remove(name)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", "null", '{"format": 2, "models": {}, "seen": {}}', '{"format": 1}',
     '{"format": 1, "models": {"../x": {}}, "seen": {}}', '{"format": 1, "models": [], "seen": {}}',
     "[" * 100_000,
     json.dumps({"format": 1, "seen": {}, "models": {"../x": {
         "engine": "vosk", "rate_hz": 1, "languages": [], "licence": "", "origin": "", "files": []}}}),
     json.dumps({"format": 1, "seen": {}, "models": {"x": {
         "engine": "vosk", "rate_hz": 1, "languages": [], "licence": "", "origin": "",
         "files": [{"path": "../../etc/passwd", "size": 1, "sha256": ""}]}}})],
)  # fmt: skip
def test_a_damaged_record(shelf_root, content):
    shelf_root.mkdir()
    (shelf_root / "models.lock").write_text(content)
    with pytest.raises(ModelMissing, match=r"models\.lock: cannot be read"):
        shelf.installed()
    assert models.find("dummycall-sv-en") == models.find()


@pytest.mark.parametrize("bad", ['name = ".."', "size = -1", 'sha256 = "x"', "size = true"])
def test_a_broken_catalogue(offered, bad):
    path = models.manifest()[0]
    text = row("fine", "vosk", 'archive = "https://example.org/v.zip"')
    key = bad.split()[0]
    path.write_text("".join(x + "\n" for x in text.splitlines() if not x.startswith(f"{key} ")) + bad)
    with pytest.raises(ModelMissing, match=r"\[\[download\]\]"):
        catalogue.offers()


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_directory_that_cannot_be_written(shelf_root):
    shelf_root.mkdir(mode=0o500)
    with pytest.raises(InstallFailed, match="CALLPARSER_MODELS"):
        install.install_from(OURS, "mine")


def test_a_file_where_the_directory_should_be(shelf_root):
    shelf_root.write_text("")
    with pytest.raises(InstallFailed, match="CALLPARSER_MODELS"):
        install.install_from(OURS, "mine")
    assert shelf.installed() == {}


PLACES = [
    ("linux", {"XDG_DATA_HOME": "/data"}, "/data/callparser/models"),
    ("linux", {"XDG_DATA_HOME": "data"}, "/home/me/.local/share/callparser/models"),
    ("linux", {}, "/home/me/.local/share/callparser/models"),
    ("darwin", {"XDG_DATA_HOME": "/data"}, "/home/me/Library/Application Support/callparser/models"),
    ("linux", {"CALLPARSER_MODELS": "/mine"}, "/mine"),
]


@pytest.mark.skipif(os.name == "nt", reason="paths of POSIX")
@pytest.mark.parametrize(("system", "env", "place"), PLACES)
def test_where_models_are_kept(monkeypatch, system, env, place):
    for name in ("XDG_DATA_HOME", "CALLPARSER_MODELS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **env}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    assert models_dir() == place
