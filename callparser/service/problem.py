"""What went wrong with a request, as RFC 9457 has it, with our stable codes.

The codes of :mod:`callparser.errors` go out unchanged (``bad-input``, ``bad-table``, ``bad-edition``). Those
of the service are in ``docs/integrating.md``.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

import msgspec

from callparser.service.reply import Send, reply
from callparser.service.schema import ProblemDocument

PROBLEM_JSON: Final = b"application/problem+json"


class Problem(Exception):
    """Ends a request: raised anywhere below the guard, which sends it. ``headers`` go with it."""

    def __init__(self, status: int, code: str, detail: str, headers: tuple[tuple[bytes, bytes], ...] = ()):
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers

    @property
    def title(self) -> str:
        return HTTPStatus(self.status).phrase

    def document(self) -> bytes:
        """The JSON of it. The type is ``about:blank``: the code says more than a link would."""
        detail = self.detail.encode("utf-8", "replace").decode()
        return msgspec.json.encode(ProblemDocument(self.title, self.status, self.code, detail))


async def send_problem(problem: Problem, send: Send) -> None:
    await reply(send, problem.document(), problem.status, PROBLEM_JSON, problem.headers)
