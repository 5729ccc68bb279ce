"""Archives that try to get out, to fill the disk, or to be two things at once."""

from __future__ import annotations

import io
import stat
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from callparser.errors import InstallFailed
from callparser.voice.unpack import Bounds, unpack

GOOD = {"m/am/final.mdl": b"model", "m/conf/mfcc.conf": b"--x", "m/README": b"hi"}


def zipped(files, *, mode=0o100644, method=zipfile.ZIP_DEFLATED):
    """Pairs of (name, content), so that a name may come twice."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, content in dict(files).items() if isinstance(files, dict) else files:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            entry.external_attr = mode << 16
            archive.writestr(entry, content)
    return out.getvalue()


def unpacked(data, tmp_path, bounds=None):
    archive, target = tmp_path / "a.zip", tmp_path / "in" / "target"
    archive.write_bytes(data)
    target.mkdir(parents=True)
    unpack(archive, target, bounds)
    return {
        path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()
    }


INSIDE = {name.removeprefix("m/"): content for name, content in GOOD.items()}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (GOOD, INSIDE),
        (INSIDE, INSIDE),
        (GOOD | {"__MACOSX/m/._README": b"x"}, INSIDE),
        ([("m/", b""), ("m/am/", b""), *GOOD.items()], INSIDE),
        ({"a/x": b"1", "b/x": b"2"}, {"a/x": b"1", "b/x": b"2"}),
        ({"x": b"1", "m/y": b"2"}, {"x": b"1", "m/y": b"2"}),
        ({"m/å b.txt": b"1"}, {"å b.txt": b"1"}),
        ({}, {}),
    ],
)
def test_good_archives(tmp_path, files, found):
    assert unpacked(zipped(files), tmp_path) == found


EVIL_NAMES = [
    "../x", "m/../../x", "..", "m/..", "/etc/x", "//x", "C:/x", "C:x", "..\\x", "m\\x", "\\x", "m//x", "./x",
    "m/./x", ".", "m/x.", "m/x ", "m/con", "NUL.txt", "m/com1.mdl", "m/x:y", "m/a\nb", "m/a\x7fb",
    "m/\u202ex", "x" * 300, "m/" * 120 + "x", "m/ ", "~/../x", "m/x?", "m/*",
]  # fmt: skip


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_a_name_that_leads_astray(tmp_path, name):
    with pytest.raises(InstallFailed, match="refused"):
        unpacked(zipped(GOOD | {name: b"evil"}), tmp_path)
    assert [*(tmp_path / "in").iterdir()] == [tmp_path / "in" / "target"]
    assert not [*(tmp_path / "in" / "target").rglob("*")]


@pytest.mark.parametrize(
    "names",
    [
        ("m/x", "m/x"),
        ("m/x", "m/X"),
        ("m/å", "m/a\u030a"),
        ("m/x", "m/x/y"),
        ("m/ß", "m/ss"),
        ("m/X/y", "m/x"),
    ],
)
def test_names_that_are_one_somewhere(tmp_path, names):
    with pytest.raises(InstallFailed, match=r"twice|a file and a directory"):
        unpacked(zipped([(name, b"1") for name in names]), tmp_path)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK])
def test_links_and_devices(tmp_path, kind):
    with pytest.raises(InstallFailed, match="link or a device"):
        unpacked(zipped({"m/x": b"/etc/passwd"}, mode=kind | 0o777), tmp_path)


SMALL = Bounds(entries=10, total=100_000, ratio=50, small=1000, directory=2000)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"m/x": bytes(90_000)}, "expected at most|grow"),
        ({"m/x": bytes(range(256)) * 300, "m/y": bytes(range(255)) * 300}, "expected at most"),
        ({f"m/{n}": b"" for n in range(11)}, "11 entries"),
        ({f"m/{n}": b"" for n in range(99)}, "entries"),
    ],
)
def test_bombs(tmp_path, files, said):
    with pytest.raises(InstallFailed, match=said):
        unpacked(zipped(files), tmp_path, SMALL)


def test_one_entry_grows_in_a_large_archive(tmp_path):
    files = [("m/large", bytes(range(256)) * 200, 0), ("m/bomb", bytes(45_000), 8)]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content, method in files:
            archive.writestr(name, content, method)
    with pytest.raises(InstallFailed, match="would grow"):
        unpacked(out.getvalue(), tmp_path, SMALL)


def announced(data, size):
    """The archive, its first entry announcing another size in both places."""
    table = data.index(b"PK\x01\x02")
    return b"".join([data[:22], struct.pack("<I", size), data[26 : table + 24], struct.pack("<I", size),
                     data[table + 28 :]])  # fmt: skip


@pytest.mark.parametrize("size", [1, 2999, 3001, 9000, 2**31, 2**32 - 1])
def test_an_entry_that_lies_about_its_size(tmp_path, size):
    with pytest.raises(InstallFailed):
        unpacked(announced(zipped({"x": bytes(range(250)) * 12}), size), tmp_path)


def flagged(data, bit):
    """The archive, with a flag set for its first entry in both places."""
    table = data.index(b"PK\x01\x02")
    changed = bytearray(data)
    changed[6] |= bit
    changed[table + 8] |= bit
    return bytes(changed)


WHOLE = zipped(GOOD)
DAMAGED = {
    "nothing": b"",
    "no zip": b"<html>not found</html>",
    "encrypted": flagged(WHOLE, 0x1),
    "bzip2": zipped(GOOD, method=zipfile.ZIP_BZIP2),
    "lzma": zipped(GOOD, method=zipfile.ZIP_LZMA),
    "patched": flagged(WHOLE, 0x20),
    "a changed byte": WHOLE[:50] + b"\xff\xff" + WHOLE[52:],
    "no contents": WHOLE.replace(b"PK\x01\x02", b"PK\x01\x09"),
    "zip64": WHOLE[:-22] + b"PK\x06\x07" + bytes(16) + WHOLE[-22:],
    "end only": WHOLE[-22:],
    "contents of 4 GB": WHOLE[:-10] + b"\xff" * 10,
    **{f"cut at {n}": WHOLE[:n] for n in range(0, len(WHOLE), 29)},
    **{f"begins at {n}": WHOLE[n:] for n in (1, 30, 100)},
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_damaged_archives(tmp_path, data):
    with pytest.raises(InstallFailed):
        unpacked(data, tmp_path)


def test_no_byte_of_an_archive_can_raise_anything_else(tmp_path):
    """Every byte changed, one at a time: unpacked as it was, or refused in words."""
    for at in range(len(WHOLE)):
        place = tmp_path / str(at)
        place.mkdir()
        try:
            found = unpacked(WHOLE[:at] + bytes([WHOLE[at] ^ 0x41]) + WHOLE[at + 1 :], place)
        except InstallFailed:
            continue
        assert sorted(found.values()) == sorted(GOOD.values()) or len(found) < len(GOOD)
        assert all(not Path(name).is_absolute() and ".." not in name for name in found)
