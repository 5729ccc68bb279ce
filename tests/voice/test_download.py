"""Downloads from a server on this machine that drops, lies, dawdles and redirects."""

from __future__ import annotations

import json
import ssl
import time
from urllib import error, request

import pytest

from callparser.errors import InstallFailed
from callparser.voice import download, web
from callparser.voice.catalogue import Remote
from callparser.voice.download import Patience, fetch

DATA = bytes(range(256)) * 2000
HASTY = Patience(timeout_s=0.3, slowest=1000, tries=3, pause_s=0.0, max_bytes=1_000_000)


def nothing(have, total):
    pass


@pytest.fixture
def get(site, tmp_path):
    """Fetch /f as the catalogue describes it; returns what is on the disk then."""
    site.files["/f"] = DATA

    def fetched(size=None, path="/f", patience=HASTY, progress=nothing):
        partial = tmp_path / "f.part"
        fetch(Remote(site.url + path, "f", size), partial, progress, patience)
        return partial.read_bytes()

    return fetched


@pytest.mark.parametrize("size", [None, len(DATA)])
def test_a_file_comes_whole(get, size):
    assert get(size) == DATA


def test_progress_is_told(get):
    told = []
    get(progress=lambda have, total: told.append((have, total)))
    assert told[-1] == (len(DATA), len(DATA))
    assert told == sorted(told)


def dropping(count, most=100_000):
    """Drops the connection in mid-file so many times."""
    left = [count]

    def odd(answer):
        left[0] -= 1
        answer.whole_or_rest(most if left[0] >= 0 else None)

    return odd


@pytest.mark.parametrize("drops", [1, 2, 4])
def test_a_dropped_connection_goes_on_where_it_broke(site, get, drops):
    """More often than ``tries``: what counts is that each try brings something."""
    site.odd["/f"] = dropping(drops)
    assert get() == DATA
    assert [asked for _, asked in site.asked] == [None, *(f"bytes={n}00000-" for n in range(1, drops + 1))]


def test_what_is_kept_is_gone_on_from_the_next_time(site, get, tmp_path):
    site.odd["/f"] = dropping(99, most=0)
    (tmp_path / "f.part").write_bytes(DATA[:1000])
    (tmp_path / "f.part.json").write_text(json.dumps({"url": site.url + "/f", "tag": '"one"'}))
    with pytest.raises(InstallFailed, match="1000 bytes are kept"):
        get()
    del site.odd["/f"]
    assert get() == DATA
    assert site.asked[-1] == ("/f", "bytes=1000-")


@pytest.mark.parametrize(
    "note",
    ["", "[]", "{", '{"url": "x", "tag": "y"}', '{"url": 3}', json.dumps({"tag": None})],
)
def test_a_part_of_nobody_knows_what_is_not_gone_on_from(site, get, tmp_path, note):
    (tmp_path / "f.part").write_bytes(b"x" * 1000)
    (tmp_path / "f.part.json").write_text(note)
    assert get() == DATA
    assert site.asked == [("/f", None)]


def test_a_changed_file_is_fetched_from_its_start(site, get, tmp_path):
    site.odd["/f"] = dropping(99)
    with pytest.raises(InstallFailed):
        get(patience=Patience(timeout_s=1, tries=1, pause_s=0))
    site.odd.clear()
    site.files["/f"], site.tags["/f"] = DATA[::-1], '"two"'
    assert get() == DATA[::-1]


def other_part(answer):
    answer.start(206, {"Content-Range": f"bytes 5-{len(DATA) - 1}/{len(DATA)}", "ETag": '"one"',
                       "Content-Length": str(len(DATA) - 5)})  # fmt: skip


def other_tag(answer):
    if answer.headers["Range"]:
        answer.start(206, {"Content-Range": f"bytes 1000-{len(DATA) - 1}/{len(DATA)}", "ETag": '"two"'})
    else:
        answer.whole_or_rest()


@pytest.mark.parametrize("odd", [other_part, other_tag])
def test_another_part_than_was_asked_for(site, get, tmp_path, odd):
    (tmp_path / "f.part").write_bytes(b"x" * 1000)
    (tmp_path / "f.part.json").write_text(json.dumps({"url": site.url + "/f", "tag": '"one"'}))
    site.odd["/f"] = odd
    if odd is other_tag:  # asked again, plainly, it is in order
        assert get() == DATA
    else:
        with pytest.raises(InstallFailed, match="another part"):
            get()
        assert not (tmp_path / "f.part").exists()


@pytest.mark.parametrize("size", [None, len(DATA)])
def test_a_part_that_is_the_whole(site, get, tmp_path, size):
    (tmp_path / "f.part").write_bytes(DATA)
    (tmp_path / "f.part.json").write_text(json.dumps({"url": site.url + "/f", "tag": '"one"'}))
    assert get(size) == DATA
    assert len(site.asked) == (1 if size is None else 0)


def status(code, headers=None):
    return lambda answer: answer.start(code, {"Content-Length": "0", **(headers or {})})


def chunked(answer):
    answer.protocol_version = "HTTP/1.1"
    answer.start(200, {"Transfer-Encoding": "chunked"})
    answer.wfile.write(b"3\r\nabc\r\n" + b"zzz\r\n")
    answer.close_connection = True


def endless(answer):
    answer.start(200, {})
    try:
        while True:
            answer.wfile.write(bytes(100_000))
    except OSError:
        pass


ODD = {
    "404": (status(404), "answered 404"),
    "403": (status(403), "answered 403"),
    "503, again and again": (status(503), "answered 503"),
    "204": (status(204), "answered 204"),
    "416 to a plain question": (status(416), "another part"),
    "206 to a plain question": (status(206, {"Content-Range": "bytes 0-1/2"}), "another part"),
    "huge": (status(200, {"Content-Length": "9" * 15}), "announces 999999999999999 bytes"),
    "negative": (status(200, {"Content-Length": "-5"}), "too little"),
    "packed": (status(200, {"Content-Encoding": "gzip"}), "packed"),
    "bad chunks": (chunked, "bytes are kept"),
    "endless": (endless, "more than 1000000 bytes"),
    "silent": (lambda answer: time.sleep(0.6), "timed out"),
    "a trickle": (lambda answer: answer.drip(), "bytes came in|timed out"),
    "rubbish": (lambda answer: answer.wfile.write(b"what?\r\n\r\n"), "what?"),
    "closes": (lambda answer: None, "closed"),
}


@pytest.mark.parametrize(("odd", "said"), ODD.values(), ids=ODD)
def test_an_odd_server_is_an_error_in_words(site, get, odd, said):
    site.odd["/f"] = odd
    with pytest.raises(InstallFailed, match=said):
        get(patience=Patience(0.3, 1000, 2, 0.0, 1_000_000))


@pytest.mark.parametrize("size", [len(DATA) - 1, len(DATA) + 1])
def test_another_length_than_published(get, size):
    with pytest.raises(InstallFailed, match=f"{len(DATA)} bytes, expected {size}"):
        get(size)


REDIRECTS = {
    "to itself": ("/r", "more than 5 redirects"),
    "to another host without https": ("http://example.org/f", "https"),
    "to a file": ("file:///etc/passwd", "https"),
    "to nowhere": ("http://[::1/f", "nonsense"),
    "to ftp": ("ftp://127.0.0.1/f", "https"),
    "without a place": ("", "redirects"),
}


@pytest.mark.parametrize(("place", "said"), REDIRECTS.values(), ids=REDIRECTS)
@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_bad_redirects(site, get, place, said, code):
    site.odd["/r"] = status(code, {"Location": place})
    with pytest.raises(InstallFailed, match=f"{said}|answered {code}"):
        get(path="/r")


def test_a_good_redirect_keeps_the_range(site, get, tmp_path):
    site.odd["/r"] = status(302, {"Location": "/f"})
    (tmp_path / "f.part").write_bytes(DATA[:1000])
    (tmp_path / "f.part.json").write_text(json.dumps({"url": site.url + "/r", "tag": '"one"'}))
    assert get(path="/r") == DATA
    assert site.asked == [("/r", "bytes=1000-"), ("/f", "bytes=1000-")]


@pytest.mark.parametrize(
    "url",
    ["http://example.org/f", "ftp://example.org/f", "file:///etc/passwd", "https://", "http://10.0.0.1/f",
     "http://127.0.0.1.example.org/f", "//example.org/f", "", "http://[::1", "https:///f"],
)  # fmt: skip
def test_only_https_except_on_this_machine(url):
    with pytest.raises(InstallFailed, match="https"):
        web.check(url)


@pytest.mark.parametrize(
    "url", ["https://example.org/f", "http://127.0.0.1:80/f", "http://localhost/f", "http://[::1]/f"]
)
def test_addresses_that_may_be_asked(url):
    web.check(url)


def test_another_server_may_not_redirect_to_this_machine():
    with pytest.raises(InstallFailed, match="redirects to this machine"):
        web._Redirects().redirect_request(
            request.Request("https://example.org/f"), None, 302, "", {}, "http://127.0.0.1/f"
        )


def test_a_bad_certificate_is_not_tried_again(monkeypatch):
    class Bad:
        def open(self, *args, **options):
            problem = ssl.SSLCertVerificationError(1, "verify failed")
            problem.verify_message = "certificate has expired"
            raise error.URLError(problem)

    monkeypatch.setattr(web, "_opener", lambda url: Bad())
    with pytest.raises(InstallFailed, match=r"certificate is not valid \(certificate has expired\).*--from"):
        web.ask("https://example.org/f", {}, 1)


def test_a_full_disk_is_seen_beforehand(get, monkeypatch):
    monkeypatch.setattr(
        download.shutil, "disk_usage", lambda folder: download.shutil._ntuple_diskusage(1, 1, 7)
    )
    with pytest.raises(download.NoRoom, match="make room"):
        get()


def test_ctrl_c_keeps_what_has_come(site, get, tmp_path):
    def stop(have, total):
        if have > 200_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get(progress=stop)
    kept = (tmp_path / "f.part").read_bytes()
    assert len(kept) > 200_000
    assert DATA.startswith(kept)
    assert get() == DATA
    assert site.asked[-1] == ("/f", f"bytes={len(kept)}-")
