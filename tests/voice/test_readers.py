"""Whatever is in a file or comes through a pipe: it is read, or refused in words. No vosk here."""

from __future__ import annotations

import io
import json
import math
import struct
from array import array

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from callparser.errors import InputError, InstallFailed, ModelMissing
from callparser.voice import catalogue, framing, fst, models, shelf
from callparser.voice import settings as remembered
from callparser.voice.audio import MAX_BYTES, MAX_DURATION_S, MAX_RATE_HZ, RawFormat, prepared, read_audio
from callparser.voice.unpack import Bounds
from tests.voice.test_audio import EXTENSIBLE, GOOD, pcm, wav
from tests.voice.test_models import with_symbols
from tests.voice.test_unpack import WHOLE, unpacked

#: One folder serves all examples of a test: each writes its file anew.
shared = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def altered(draw, whole: bytes):
    """``whole`` with bytes changed, taken out and put in, and cut off at either end."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(0, 8))):
        at = draw(st.integers(0, max(0, len(data) - 1)) | st.integers(0, min(64, len(data))))
        gone = draw(st.integers(0, 8))
        data[at : at + gone] = draw(st.binary(max_size=8) | st.just(b"\xff\xff\xff\x7f") | st.just(bytes(4)))
    start, end = draw(st.just(0) | st.integers(0, 16)), draw(st.just(len(data)) | st.integers(0, len(data)))
    return bytes(data[start:end])


# --- recordings ------------------------------------------------------------------------------------------

WAVS = [
    GOOD,
    wav(pcm(24), bits=24, tag=0xFFFE, extra=EXTENSIBLE),
    wav(pcm(8), bits=8, channels=2, rate=96_000),
]


def sound_or_refused(path, raw=None):
    """What is read is within bounds and can be made ready."""
    try:
        audio = read_audio(path, raw)
    except InputError as err:
        assert str(path) in str(err)  # noqa: PT017 - most of them are refused
        return
    assert len(audio.samples) > 0
    assert audio.rate_hz <= MAX_RATE_HZ
    assert audio.duration_s <= MAX_DURATION_S + 1
    if audio.rate_hz > 4_000:  # a slower one takes long to bring up, for no more insight
        assert prepared(audio, 16_000).rate_hz >= 16_000


@shared
@given(data=st.sampled_from(WAVS).flatmap(altered))
def test_any_wav(tmp_path, data):
    (tmp_path / "call.wav").write_bytes(data)
    sound_or_refused(tmp_path / "call.wav")


MAGICS = (
    b"RIFF____WAVE",
    b"OggS",
    b"fLaC\0\0\0\x22",
    b"ID3",
    b"\xff\xfb",
    b"RIFX",
    b"RF64",
    b"FORM",
    b"caff",
)


@shared
@given(magic=st.sampled_from(MAGICS), data=st.binary(max_size=200))
def test_any_beginning(tmp_path, magic, data):
    (tmp_path / "call").write_bytes(magic + data)
    sound_or_refused(tmp_path / "call")


@shared
@given(data=st.binary(max_size=2_000), rate=st.integers(8_000, 96_000), channels=st.integers(1, 64))
def test_any_raw_sound(tmp_path, data, rate, channels):
    (tmp_path / "call.raw").write_bytes(data)
    sound_or_refused(tmp_path / "call.raw", RawFormat(rate, channels))


@pytest.fixture(scope="module", params=["FLAC", "OGG", "AIFF", "CAF", "RF64"])
def encoded(request):
    soundfile = pytest.importorskip("soundfile")
    out = io.BytesIO()
    tone = array("h", [round(9_000 * math.sin(n / 5)) for n in range(2_000)])
    with soundfile.SoundFile(out, "w", 16_000, 1, format=request.param) as file:
        file.buffer_write(tone, dtype="int16")
    return out.getvalue()


@shared
@given(draw=st.data())
def test_any_file_that_another_library_reads(tmp_path, encoded, draw):
    (tmp_path / "call").write_bytes(draw.draw(altered(encoded)))
    sound_or_refused(tmp_path / "call")


def test_a_small_file_that_promises_much(tmp_path):
    """Eight channels of 100 s in the header of a FLAC file of 42 bytes."""
    pytest.importorskip("soundfile")
    rate, channels, frames = 655_350, 8, 39_000_000
    fields = rate << 44 | (channels - 1) << 41 | 15 << 36 | frames
    head = struct.pack(">HH6xQ16x", 4096, 4096, fields)
    (tmp_path / "call.flac").write_bytes(b"fLaC\x80\0\0\x22" + head)
    with pytest.raises(InputError, match=f"expected at most {MAX_BYTES}"):
        read_audio(tmp_path / "call.flac")


# --- models ----------------------------------------------------------------------------------------------

GRAPH = (models.find().path / "graph/Gr.fst").read_bytes()
WITH_WORDS = with_symbols(GRAPH, ["<eps>", "hjärter", "åtta"])


@shared
@given(data=st.sampled_from([GRAPH[:400], WITH_WORDS[:400], WITH_WORDS]).flatmap(altered))
def test_any_graph(tmp_path, data):
    path = tmp_path / "Gr.fst"
    path.write_bytes(data)
    for read in (fst.check, fst.output_symbols):
        try:
            read(path)
        except ModelMissing as err:
            assert str(path) in str(err)  # noqa: PT017


TABLE = "<eps> 0\na 1\nhjärter 2\nåtta 3\n[unk] 4\n#0 5\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "graph").mkdir()
    (tmp_path / "conf").mkdir()
    return tmp_path


@shared
@given(data=altered(TABLE.encode()))
def test_any_word_table(folder, data):
    (folder / "graph/words.txt").write_bytes(data)
    model = models.Model("mine", folder)
    try:
        found = models.words(model)
    except ModelMissing as err:
        assert "words.txt" in str(err)  # noqa: PT017
    else:
        assert not {word for word in found if len(word.split()) != 1}


@pytest.mark.parametrize(
    "change", [("2", "3"), ("hjärter", "åtta"), ("3", "x"), ("3", "1e3"), ("3", "9" * 5000)]
)
def test_a_table_in_which_words_may_be_taken_for_one_another_is_refused(folder, change):
    (folder / "graph/words.txt").write_text(TABLE.replace(*change), encoding="utf-8")
    with pytest.raises(ModelMissing, match=r"words\.txt"):
        models.words(models.Model("mine", folder))


@pytest.mark.parametrize(
    ("content", "rate"),
    [
        (b"--sample-frequency=8000\n", 8_000), (b"--x\n--sample-frequency=16000", 16_000), (b"", 16_000),
        (b"--sample-frequency=0000\n", 16_000), (b"--sample-frequency=999999\n", 16_000),
        (b"--sample-frequency=48001\n", 16_000), (b"\xff", 16_000), (b"#" * 2_000_000, 16_000),
    ],
)  # fmt: skip
def test_the_rate_of_a_model_is_believed_within_bounds(folder, content, rate):
    (folder / "conf/mfcc.conf").write_bytes(content)
    assert models.from_directory(folder).rate_hz == rate


def test_settings_that_never_end_are_not_read(folder):
    (folder / "conf/mfcc.conf").symlink_to("/dev/zero")
    assert models.from_directory(folder).rate_hz == 16_000


# --- what callparser itself has written --------------------------------------------------------------------

NUMBERS = st.integers() | st.floats() | st.just(10**400)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=10),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=8), each, max_size=4),
    max_leaves=8,
)


def either(good, **parts):
    """A table with some parts as they should be, and some that are anything."""
    return st.fixed_dictionaries({name: st.just(good[name]) | value for name, value in parts.items()})


FILE = {"path": "am/final.mdl", "size": 1, "sha256": "0" * 64}
ENTRY = {
    "engine": "vosk",
    "rate_hz": 16_000,
    "languages": ["sv"],
    "licence": "",
    "origin": "",
    "files": [FILE],
}
FILES = st.lists(either(FILE, path=JSON, size=JSON, sha256=JSON), max_size=2)
ENTRIES = either(ENTRY, **dict.fromkeys(ENTRY, JSON) | {"files": FILES | JSON})
RECORD = {"format": 1, "models": {"mine": ENTRY}, "seen": {"mine/x.zip": "0" * 64}}
RECORDS = either(RECORD, format=JSON, models=st.dictionaries(st.just("mine") | st.text(), ENTRIES), seen=JSON)


@shared
@given(content=RECORDS.map(json.dumps).map(str.encode) | altered(json.dumps(RECORD).encode()))
def test_any_record_of_installed_models(shelf_root, content):
    shelf_root.mkdir(exist_ok=True)
    (shelf_root / "models.lock").write_bytes(content)
    try:
        found = shelf.read()
    except ModelMissing as err:
        assert "models.lock: cannot be read" in str(err)  # noqa: PT017
        return
    for name, model in found.models.items():
        assert model.path.parent == shelf_root
        assert model.path.name == name
        assert all((model.path / file.path).resolve().is_relative_to(model.path) for file in model.files)


MINE = {"device": {"name": "USB", "host_api": "ALSA"}, "echo_tail_s": 0.4}
SETTINGS = either(MINE, device=either(MINE["device"], name=JSON, host_api=JSON) | JSON, echo_tail_s=JSON)


@shared
@given(content=SETTINGS.map(json.dumps).map(str.encode) | altered(json.dumps(MINE).encode()))
def test_any_settings(tmp_path, monkeypatch, content):
    monkeypatch.setenv("CALLPARSER_CONFIG", str(tmp_path))
    (tmp_path / "voice.json").write_bytes(content)
    found = remembered.load()
    low, high = remembered.ECHO_TAIL_RANGE_S
    assert found.echo_tail_s is None or low <= found.echo_tail_s <= high
    remembered.save(found)
    assert remembered.load() == found


MANIFEST = models.manifest()[0].read_bytes()
#: As it stands, with one value after another replaced by what TOML also knows.
VALUES = (
    "inf",
    "nan",
    "-1",
    "true",
    '""',
    "[]",
    "{}",
    "1979-05-27",
    '"../x"',
    '"\\u0000"',
    "9223372036854775807",
)


@pytest.mark.parametrize("value", VALUES)
def test_any_manifest(tmp_path, monkeypatch, value):
    monkeypatch.setattr(models, "data_dir", lambda name: str(tmp_path))
    lines = MANIFEST.decode().splitlines()
    for number, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if not equals or line.startswith("#"):
            continue
        changed = [*lines[:number], f"{key} = {value}", *lines[number + 1 :]]
        (tmp_path / "manifest.toml").write_text("\n".join(changed), encoding="utf-8")
        for read in (models.available, catalogue.offers):
            try:
                read()
            except ModelMissing as err:
                assert "manifest.toml" in str(err)  # noqa: PT017


@shared
@given(data=altered(MANIFEST[:3_000]))
def test_any_damage_to_the_manifest(tmp_path, data):
    (tmp_path / "manifest.toml").write_bytes(data)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(models, "data_dir", lambda name: str(tmp_path))
        for read in (models.available, catalogue.offers):
            try:
                read()
            except ModelMissing as err:
                assert "manifest.toml" in str(err)  # noqa: PT017


# --- archives and frames -----------------------------------------------------------------------------------


@given(data=altered(WHOLE))
def test_any_archive(tmp_path_factory, data):
    place = tmp_path_factory.mktemp("archive")
    try:
        found = unpacked(data, place, Bounds(total=1_000_000))
    except InstallFailed:
        found = {}
    assert sum(map(len, found.values())) <= 1_000_000
    assert {path.name for path in place.iterdir()} == {"a.zip", "in"}
    assert [path.name for path in (place / "in").iterdir()] == ["target"]


ANSWER = framing.json_frame({"ears": [[{"text": "ess", "score": 1.5, "words": [["ess", 0.1, 0.2]]}]]})


@given(
    data=altered(ANSWER) | st.binary(max_size=40),
    read=st.sampled_from([framing.read_frame, framing.read_json]),
)
def test_any_frame(data, read):
    try:
        found = read(io.BytesIO(data))
    except framing.BrokenFrame:
        return
    assert found is None or isinstance(found, dict if read is framing.read_json else bytes)
    assert found is not None or not data


@given(
    content=st.binary(max_size=100),
    row=st.dictionaries(st.text(st.characters(codec="utf-8")), JSON, max_size=3),
)
def test_frames_come_back_one_after_another(content, row):
    pipe = io.BytesIO(framing.frame(content) + framing.json_frame(row))
    assert framing.read_frame(pipe) == content
    assert json.dumps(framing.read_json(pipe)) == json.dumps(row)
    assert framing.read_frame(pipe) is None


def test_what_is_too_long_for_the_reader_is_not_sent():
    with pytest.raises(ValueError, match="at most"):
        framing.frame(bytes(framing.MAX_FRAME + 1))
