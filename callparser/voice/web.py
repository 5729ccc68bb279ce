"""Asking a server for a file, carefully: https only, few redirects, never a downgrade, patience bounded."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from typing import Any, Final
from urllib import error, request
from urllib.parse import urlsplit

from callparser import __version__
from callparser.errors import InstallFailed

MAX_REDIRECTS: Final = 5

#: What a dropped or silent connection raises; worth another try.
PASSING: Final = (http.client.HTTPException, ConnectionError, TimeoutError)


class Dropped(Exception):
    """The connection broke or the server is busy: another try may do."""


def ask(url: str, headers: dict[str, str], timeout_s: float) -> http.client.HTTPResponse:
    """The answer to a GET: status 200, 206 or 416. Raises :class:`Dropped` or :class:`InstallFailed`."""
    check(url)
    asked = request.Request(url, headers={"User-Agent": f"callparser/{__version__}",
                                          "Accept-Encoding": "identity", **headers})  # fmt: skip
    try:
        answer: http.client.HTTPResponse = _opener(url).open(asked, timeout=timeout_s)
    except error.HTTPError as err:
        raise _refusal(url, err) from err
    except error.URLError as err:
        if isinstance(err.reason, ssl.SSLCertVerificationError):
            raise InstallFailed(
                f"{url}: the server's certificate is not valid ({err.reason.verify_message}); try later, or "
                "fetch the file in another way and use --from"
            ) from err
        if isinstance(err.reason, socket.gaierror):
            raise InstallFailed(
                f"{url}: the name of the server is not known here; without a network use --from"
            ) from err
        raise Dropped(str(err.reason)) from err
    except PASSING as err:
        raise Dropped(str(err) or type(err).__name__) from err
    except ValueError as err:
        raise InstallFailed(f"{url}: the server answers nonsense ({err}); try later, or use --from") from err
    if answer.status not in (200, 206, 416):
        answer.close()
        raise InstallFailed(f"{url}: the server answered {answer.status}, expected 200 or 206; try later")
    if answer.headers.get("Content-Encoding", "identity").lower() != "identity":
        answer.close()
        raise InstallFailed(f"{url}: the server sends it packed in a way that was not asked for; use --from")
    return answer


def check(url: str) -> None:
    """Raises :class:`InstallFailed` unless it is https, or http on this very machine."""
    try:
        parts = urlsplit(url)
        safe = bool(parts.hostname) and (
            parts.scheme == "https" or (parts.scheme == "http" and _loopback(url))
        )
    except ValueError:
        safe = False
    if not safe:
        raise InstallFailed(f"found the address {url[:100]!r}, expected https: nothing else is fetched")


def _refusal(url: str, err: error.HTTPError) -> Exception:
    err.close()
    if err.code in (408, 425, 429) or err.code >= 500:
        return Dropped(f"the server answered {err.code} {err.reason}")
    return InstallFailed(f"{url}: the server answered {err.code} {err.reason}, expected the file; update "
                         "callparser, or fetch it in another way and use --from")  # fmt: skip


def _loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _Redirects(request.HTTPRedirectHandler):
    """Follows a few, to https only; from this machine also to itself, for tests."""

    max_repeats = max_redirections = 10 * MAX_REDIRECTS  # ours comes first, and says what to do

    def __init__(self) -> None:
        self.count = 0

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        fp.close()  # its body may be without end, and the library would read it
        return super().http_error_302(req, fp, code, msg, headers)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        self.count += 1
        if self.count > MAX_REDIRECTS:
            raise InstallFailed(
                f"{req.full_url}: more than {MAX_REDIRECTS} redirects; try later, or use --from"
            )
        check(newurl)
        if _loopback(newurl) and not _loopback(req.full_url):
            raise InstallFailed(f"{req.full_url}: it redirects to this machine ({newurl[:60]}); use --from")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Errors(request.HTTPErrorProcessor):
    """416 is an answer to our question, not a failure."""

    def http_response(self, request: Any, response: Any) -> Any:
        return response if response.status == 416 else super().http_response(request, response)

    https_response = http_response


def _opener(url: str) -> request.OpenerDirector:
    """Proxies are those of the environment, except for this machine itself."""
    proxies = [request.ProxyHandler({})] if _loopback(url) else []
    return request.build_opener(_Redirects(), _Errors(), *proxies)
