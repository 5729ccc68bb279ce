"""What every request passes before a route sees it, and every answer on its way out.

Host and origin, token and rate on the way in; security headers, the count and the log line on the way out.
What is raised below ends here, as a problem document.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from math import ceil
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from callparser.languages import LANGUAGES
from callparser.service.metrics import Metrics
from callparser.service.problem import Problem, send_problem
from callparser.service.rates import Rates
from callparser.service.reply import SECURITY, Header, reply
from callparser.service.settings import Settings, host_of

#: Where a client must show its token.
_CLOSED: Final = ("/v1/", "/metrics")
#: What tells nothing of anybody: is it there, and the words of the page.
_OPEN: Final = ("/v1/health", *(f"/v1/messages/{lang}" for lang in LANGUAGES))
_ROUTES: Final = frozenset(
    ("/v1/parse", "/v1/resolve", "/v1/rule", "/v1/report", "/v1/health", "/metrics", "/openapi.json")
)
_GROUPS: Final = ("/v1/law", "/v1/messages")
_PREFLIGHT: Final = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, OPTIONS"),
    (b"access-control-allow-headers", b"authorization, content-type"),
    (b"access-control-max-age", b"600"),
)
#: The schemes of our own page. Whatever else may call itself by our host (an extension) is not it.
_PAGES: Final = (b"http", b"https")
#: So many origins that were refused are told of in the log, once each.
_MOST_TOLD: Final = 20
_access = logging.getLogger("callparser.access")
_log = logging.getLogger("callparser.service")


class Guard:
    """The outermost of our middleware. Leaves the headers of the request in ``scope["fields"]``."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._hosts = settings.hosts
        self._origins = frozenset(origin.encode() for origin in settings.origins)
        self._rates = rates
        self._metrics = metrics
        self._told: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        fields: Mapping[bytes, bytes] = dict(scope["headers"])
        scope["fields"] = fields
        origin = fields.get(b"origin")
        shared: tuple[Header, ...] = ()
        if origin in self._origins:
            shared = ((b"access-control-allow-origin", origin), (b"vary", b"origin"))
        status = 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *SECURITY, *shared]
            await send(message)

        try:
            self._known(scope, fields)
            if shared and scope["method"] == "OPTIONS" and b"access-control-request-method" in fields:
                await reply(dressed, b"", 204, b"text/plain", _PREFLIGHT)
                return
            self._admitted(scope, fields)
            await self._app(scope, receive, dressed)
        except Problem as problem:
            if status:
                raise
            await send_problem(problem, dressed)
        except Exception:
            if status:
                raise  # too late to say anything: the server closes the connection
            _log.exception("a fault of ours")
            await send_problem(
                Problem(500, "bug", "a fault of ours; it is in the log of the service"), dressed
            )
        finally:
            self._done(scope, status, perf_counter() - started)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Who connects must come from a page that may ask; the token is for the conversation to check."""
        try:
            self._known(scope, dict(scope["headers"]))
        except Problem:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
            return
        await self._app(scope, receive, send)

    def _known(self, scope: Scope, fields: Mapping[bytes, bytes]) -> None:
        """Is it us who are asked, by a page that may? Raises :class:`Problem` 403."""
        host = fields.get(b"host", b"").decode("latin-1")
        if not self._settings.tokens and host_of(host) not in self._hosts:
            raise Problem(
                403,
                "foreign-host",
                f"host is {host[:60]!r}, which is none of ours; start with --origin to add it",
            )
        origin = fields.get(b"origin")
        if origin is None or origin in self._origins:
            return
        scheme, _, site = origin.partition(b"://")
        if host and scheme in _PAGES and site == fields[b"host"]:
            return  # our own page
        shown = origin[:60].decode("latin-1")
        if shown not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(shown)
            _log.warning("refused a page of %r; --origin lets its pages ask", shown)
        raise Problem(403, "foreign-origin", f"origin is {shown!r}; start with --origin to let its pages ask")

    def _admitted(self, scope: Scope, fields: Mapping[bytes, bytes]) -> None:
        """Has it the token, and calls left? Raises :class:`Problem` 401 or 429."""
        path: str = scope["path"]
        if self._settings.tokens and path.startswith(_CLOSED) and path not in _OPEN:
            scheme, _, token = fields.get(b"authorization", b"").decode("latin-1").partition(" ")
            if scheme.lower() != "bearer" or not self._settings.admits(token.strip()):
                raise Problem(
                    401, "unauthorised", "no token, or another; expected 'Authorization: Bearer TOKEN'",
                    ((b"www-authenticate", b'Bearer realm="callparser"'),),
                )  # fmt: skip
        wait = self._rates.admit(address(scope))
        if wait:
            raise Problem(
                429, "too-many-calls", f"more than {self._settings.limits.rate:g} calls a second; wait",
                ((b"retry-after", str(ceil(wait)).encode()),),
            )  # fmt: skip

    def _done(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope["path"])
        self._metrics.request(route, status, seconds)
        if self._settings.access_log:
            _access.info(
                "%s %s %s %d %.1f ms", address(scope), scope["method"], route, status, seconds * 1000
            )


def address(scope: Scope) -> str:
    """Who asks; this machine if nobody can tell."""
    client = scope.get("client")
    return client[0] if client else "127.0.0.1"


def route_of(path: str) -> str:
    """The path as it may be counted and logged: what stands in the rest of it is a stranger's."""
    if path in _ROUTES:
        return path
    return next((group for group in _GROUPS if path.startswith(f"{group}/")), "/")
