"""A web server on this machine that behaves, or misbehaves as told."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Site:
    """``files`` by path; ``odd`` takes over a path. ``asked`` lists (path, Range header or None)."""

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    odd: dict[str, Callable[[Answer], None]] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)


class Answer(BaseHTTPRequestHandler):
    site: Site

    def do_GET(self) -> None:
        self.site.asked.append((self.path, self.headers["Range"]))
        odd = self.site.odd.get(self.path)
        if odd:
            odd(self)
        elif self.path in self.site.files:
            self.whole_or_rest()
        else:
            self.send_error(404)

    def whole_or_rest(self, most: int | None = None) -> None:
        """The file, or the rest that was asked for if the tag is the same; at most so many bytes."""
        data = self.site.files[self.path]
        tag = self.site.tags.get(self.path, '"one"')
        start = 0
        if self.headers["Range"] and self.headers["If-Range"] == tag:
            start = int(re.fullmatch(r"bytes=(\d+)-", self.headers["Range"])[1])
            if start >= len(data):
                self.start(416, {"Content-Range": f"bytes */{len(data)}", "Content-Length": "0"})
                return
            self.start(206, {"Content-Range": f"bytes {start}-{len(data) - 1}/{len(data)}", "ETag": tag,
                             "Content-Length": str(len(data) - start)})  # fmt: skip
        else:
            self.start(200, {"Content-Length": str(len(data)), "ETag": tag})
        self.wfile.write(data[start:][:most])

    def start(self, code: int, headers: dict[str, str]) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def drip(self, pause_s: float = 0.02) -> None:
        """One byte at a time."""
        data = self.site.files[self.path]
        self.start(200, {"Content-Length": str(len(data)), "ETag": '"one"'})
        for at in range(len(data)):
            try:
                self.wfile.write(data[at : at + 1])
            except OSError:
                return
            time.sleep(pause_s)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[Site]:
    site = Site()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Answer,), {"site": site}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
