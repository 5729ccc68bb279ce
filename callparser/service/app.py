"""The HTTP application: which path is answered by what."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from callparser import __version__
from callparser.files import PACKAGE
from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS
from callparser.service import catalogue, files, metrics, pages
from callparser.service.calls import Calls
from callparser.service.guard import Guard
from callparser.service.longway import LongWay
from callparser.service.openapi import document
from callparser.service.problem import Problem
from callparser.service.rates import Rates
from callparser.service.readiness import has_fallback, make_ready
from callparser.service.rows import write
from callparser.service.rulings import ReportPage, RulingWay, ruled
from callparser.service.settings import Settings
from callparser.wire import parsed, resolved, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

#: The page, if it is installed: the only files that can be fetched.
WEB = os.path.join(PACKAGE, "web")


def create_app(settings: Settings, more: Sequence[BaseRoute] = ()) -> Starlette:
    """The whole service, ready when its lifespan has begun. ``more`` are further routes, before the page."""
    counts = metrics.Metrics()
    rates = Rates(settings.limits)
    web = files.routes(WEB) if os.path.isdir(WEB) else []
    long_way, ruling_way = LongWay(settings.fallback), RulingWay()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        make_ready(settings.fallback)
        try:
            yield {"limits": settings.limits}
        finally:
            long_way.close()
            ruling_way.close()

    app = Starlette(
        routes=[
            *_routes(settings, counts, rates, long_way),
            *_rulings(settings, rates, ruling_way),
            *catalogue.routes(),
            *more,
            *web,
        ],
        middleware=[Middleware(Guard, settings=settings, rates=rates, metrics=counts)],
        exception_handlers={HTTPException: _refused},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def _routes(settings: Settings, counts: metrics.Metrics, rates: Rates, long_way: LongWay) -> list[BaseRoute]:
    def parse(row: Row) -> Row:
        return parsed(row if settings.fallback else _unguessed(row))

    def resolve(row: Row) -> Row:
        answer = resolved(situation(row if settings.fallback else _unguessed(row)))
        counts.answer(answer["outcome"])
        return answer

    health = write(_health(settings))
    described = write(document(settings.limits))
    limits = settings.limits
    return [
        Route("/v1/resolve", Calls(resolve, limits, rates, long_way), methods=["POST"]),
        Route("/v1/parse", Calls(parse, limits, rates, long_way), methods=["POST"]),
        Route("/v1/law/{asked}", pages.Page(pages.law), methods=["GET"]),
        Route("/v1/health", pages.Page(lambda scope: health), methods=["GET"]),
        Route("/metrics", pages.Page(lambda scope: counts.page(), metrics.KIND), methods=["GET"]),
        Route("/openapi.json", pages.Page(lambda scope: described), methods=["GET"]),
    ]


def _rulings(settings: Settings, rates: Rates, way: RulingWay) -> list[BaseRoute]:
    limits = settings.limits
    return [
        Route("/v1/rule", Calls(ruled, limits, rates, way, limits.body_bytes), methods=["POST"]),
        Route("/v1/report", ReportPage(limits, way), methods=["POST"]),
    ]


def _unguessed(row: Row) -> Row:
    """The same call, which the fallback may not guess; a wish that cannot be read is left to be refused."""
    if row.get("fallback", True) is True:
        row["fallback"] = False
    return row


def _health(settings: Settings) -> Row:
    return {
        "status": "ok", "version": __version__, "languages": list(LANGUAGES), "editions": list(EDITIONS),
        "fallback": settings.fallback and has_fallback(),
    }  # fmt: skip


async def _refused(request: Request, err: Exception) -> Response:
    """What the router refuses, as a problem; ``OPTIONS`` is answered with what the path takes."""
    assert isinstance(err, HTTPException)
    if err.status_code != 405:
        raise Problem(err.status_code, "not-found", f"there is nothing at {request.url.path[:60]!r}")
    allowed = ", ".join(sorted({*(err.headers or {}).get("Allow", "GET, HEAD").split(", "), "OPTIONS"}))
    if request.method == "OPTIONS":
        return Response(status_code=204, headers={"allow": allowed})
    raise Problem(
        405,
        "wrong-method",
        f"method is {request.method[:20]}; expected one of {allowed}",
        ((b"allow", allowed.encode()),),
    )
