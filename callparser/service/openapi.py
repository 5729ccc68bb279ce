"""The OpenAPI document: the routes by hand, every schema from :mod:`callparser.service.schema`."""

from __future__ import annotations

from typing import Any, Final

from msgspec.json import schema_components

from callparser import __version__
from callparser.law.edition import EDITIONS, LANGUAGES
from callparser.service.refereeschema import Inquiry, Interviewed, ReportRequest
from callparser.service.schema import (
    Answered,
    ErrorRow,
    Health,
    Lawbook,
    ProblemDocument,
    Situation,
    Understood,
    Words,
)
from callparser.service.settings import Limits

_TYPES: Final = (
    Words, Situation, Understood, Answered, Inquiry, Interviewed, ReportRequest, ErrorRow, Lawbook, Health,
    ProblemDocument,
)  # fmt: skip
_PROBLEMS: Final = {
    400: "no JSON", 401: "no token, or another", 403: "a foreign host or origin", 404: "nothing is there",
    405: "the path takes other methods", 406: "the answer is of another media type", 408: "too slow",
    413: "too large", 415: "the body is of another media type, or encoded",
    422: "it cannot be read as it stands",
    429: "too many calls", 500: "a fault of ours", 503: "the service is full",
}  # fmt: skip
_EVERYWHERE: Final = (401, 403, 406, 408, 429, 500, 503)


def document(limits: Limits) -> dict[str, Any]:
    """OpenAPI 3.1."""
    refs, components = schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    words, situation, understood, answered, inquiry, interviewed, report, error, *others = refs
    lawbook, health, problem = others
    components["ProblemDocument"]["required"] += ["type"]  # it is always written
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "callparser",
            "version": __version__,
            "description": "What declarer says to dummy at bridge, and what the Laws make of it.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            "/v1/parse": {"post": _calls("parse", "What was said", words, understood, error, limits)},
            "/v1/resolve": {"post": _calls("resolve", "Which card", situation, answered, error, limits)},
            "/v1/rule": {"post": _calls("rule", "A director's ruling", inquiry, interviewed, error, limits)},
            "/v1/report": {"post": _report(report)},
            "/v1/law/{asked}": {"get": _law(lawbook)},
            "/v1/health": {"get": _page("health", "Is it there?", "application/json", health, token=False)},
            "/metrics": {"get": _page("metrics", "Counts, for Prometheus", "text/plain", {"type": "string"})},
            "/openapi.json": {
                "get": _page("openapi", "This document", "application/json", {"type": "object"}, token=False)
            },
        },
        "components": {
            "schemas": components,
            "responses": {str(status): _problem(text, problem) for status, text in _PROBLEMS.items()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }  # fmt: skip


def _calls(name: str, summary: str, one: Any, answer: Any, error: Any, limits: Limits) -> dict[str, Any]:
    several = {"type": "array", "maxItems": limits.batch}
    entry = {"description": "a call; anything else gets an error row"}
    lines = {"type": "string", "description": "one JSON object a line; never stopped by a bad one"}
    row = {"anyOf": [answer, error]}
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": {"anyOf": [one, several | {"items": entry}]}},
                "application/x-ndjson": {"schema": lines},
            },
        },
        "responses": {
            "200": {
                "description": "the answer, or the answers in order",
                "content": {
                    "application/json": {"schema": {"anyOf": [answer, {"type": "array", "items": row}]}},
                    "application/x-ndjson": {"schema": lines},
                },
            },
            **_refused(400, 413, 415, 422),
        },
    }


def _report(request: Any) -> dict[str, Any]:
    page = _page("report", "The ruling as a page to print", "text/html", {"type": "string"})
    page["responses"] |= _refused(400, 413, 415, 422)
    return page | {"requestBody": {"required": True, "content": {"application/json": {"schema": request}}}}


def _law(lawbook: Any) -> dict[str, Any]:
    return _page("law", "A law clause by clause", "application/json", lawbook) | {
        "parameters": [
            _parameter("asked", "path", "a law or a clause: 46, 46B3a", {"type": "string", "minLength": 1}),
            _parameter(
                "edition", "query", "by year or id", {"enum": [*EDITIONS, *(e[-4:] for e in EDITIONS)]}
            ),
            _parameter("lang", "query", "of the clauses", {"enum": list(LANGUAGES)}),
            _parameter(
                "cases", "query", "so many a clause", {"type": "integer", "minimum": 0, "maximum": 10_000}
            ),
        ]
    }


def _page(name: str, summary: str, kind: str, schema: Any, token: bool = True) -> dict[str, Any]:
    found = {"description": summary, "content": {kind: {"schema": schema}}}
    page = {
        "operationId": name, "summary": summary,
        "responses": {"200": found, **_refused(*((404, 422) if name == "law" else ()))},
    }  # fmt: skip
    return page if token else page | {"security": []}


def _parameter(name: str, where: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "in": where,
        "description": description,
        "required": where == "path",
        "schema": schema,
    }


def _refused(*statuses: int) -> dict[str, Any]:
    return {str(one): {"$ref": f"#/components/responses/{one}"} for one in sorted((*statuses, *_EVERYWHERE))}


def _problem(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}
