"""The routes that are asked with ``GET``: the law, the health, the counts, the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import parse_qsl

from starlette.types import Receive, Scope, Send

from callparser.errors import CallparserError, InputError
from callparser.lawbook import NoClause, lawbook
from callparser.service import media
from callparser.service.problem import Problem
from callparser.service.reply import JSON, reply
from callparser.service.rows import write

_LAW_KEYS: Final = ("edition", "lang", "cases")
_MAX_CASES: Final = 10_000


class Page:
    """A route of one media type; ``make`` gives its body, of the scope."""

    def __init__(self, make: Callable[[Scope], bytes], kind: bytes = JSON) -> None:
        self._make = make
        self._kind = kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        media.must_take(scope["fields"], self._kind.partition(b";")[0])
        await reply(send, self._make(scope), kind=self._kind)


def law(scope: Scope) -> bytes:
    """What ``callparser law --json`` prints. Raises :class:`Problem`: 404 no clause, 422 a bad query."""
    try:
        asked = _query(scope["query_string"])
        most = _count(asked["cases"]) if "cases" in asked else None
        edition, lang = asked.get("edition", "2017"), asked.get("lang", "sv")
        return write(lawbook(scope["path_params"]["asked"], edition, lang, most))
    except NoClause as err:
        raise Problem(404, "not-found", str(err)) from None
    except CallparserError as err:
        raise Problem(422, err.code, str(err)) from None


def _query(query: bytes) -> Mapping[str, str]:
    try:
        asked = parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=10)
    except ValueError:
        raise InputError(
            "the query is not UTF-8, or has more than ten fields; expected edition, lang, cases"
        ) from None
    for name, _ in asked:
        if name not in _LAW_KEYS:
            raise InputError(f"the query has {name[:20]!r}; expected {', '.join(_LAW_KEYS)}")
    return dict(asked)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= _MAX_CASES):
        raise InputError(f"cases is {text[:20]!r}; expected a whole number, 0 to {_MAX_CASES}")
    return int(text)
