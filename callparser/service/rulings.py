"""``POST /v1/rule`` and ``POST /v1/report``: a director's questions, the ruling, and the page to print."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Final

from starlette.types import Receive, Scope, Send

from callparser.errors import CallparserError, InputError
from callparser.jsonline import type_name
from callparser.referee.interview import Interview, interview, said_chars
from callparser.report.content import Report
from callparser.report.html import to_html
from callparser.report.rows import section_row
from callparser.report.ruling import ruling_report
from callparser.report.words import report_words
from callparser.service import media
from callparser.service.body import whole
from callparser.service.calls import only
from callparser.service.longway import LongWay
from callparser.service.problem import Problem
from callparser.service.reply import reply
from callparser.service.settings import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

HTML: Final = b"text/html; charset=utf-8"
#: The time that a ruling takes at most without any words, as characters of calls.
_WEIGHT: Final = 200
#: Characters of a record that is read in some ten milliseconds.
_LONG_RECORD: Final = 5_000
#: What the client has already, and what is for paper: questions and answers are in ``answered``, the input in
#: ``saved``.
_NOT_AGAIN: Final = ("sheet", "questions", "about")


class RulingWay(LongWay):
    """A thread for rulings, so that no call waits for them; and one for those that have a long record, which
    takes seconds to read, so that no other ruling waits for that."""

    counted = f"of rulings, each of which counts for {_WEIGHT} and what was said in it"

    def __init__(self) -> None:
        super().__init__(guess=False)
        self._records = ThreadPoolExecutor(1, thread_name_prefix="records")

    def thread(self, row: Row) -> ThreadPoolExecutor:
        given = row.get("record")
        text = given.get("text") if isinstance(given, dict) else None
        return self._records if isinstance(text, str) and len(text) > _LONG_RECORD else super().thread(row)

    def close(self) -> None:
        self._records.shutdown(wait=True, cancel_futures=True)
        super().close()

    def chars(self, row: Row) -> int:
        return _WEIGHT + said_chars(row)


def ruled(row: Row) -> Row:
    """One step of :mod:`callparser.referee.interview`; with nothing left to ask, the ruling as a report.

    Raises :class:`CallparserError`.
    """
    step = interview(row)
    answer = step.row()
    if answer["question"] is not None:
        return answer | {"sections": []}
    words = report_words(step.dialogue.words.language)
    told = _report(step, date.today().isoformat()).sections
    return answer | {"sections": [section_row(one, words) for one in told if one.name not in _NOT_AGAIN]}


def report_page(row: Row) -> bytes:
    """The report of the ruling so far as one HTML file. Raises :class:`CallparserError`."""
    step = interview(row)
    step.dialogue.question()  # answers on a way that was left are no facts
    return to_html(_report(step, _date(row.get("date")))).encode("utf-8", "replace")


def _report(step: Interview, made: str) -> Report:
    dialogue = step.dialogue
    return ruling_report(
        dialogue.incident,
        dialogue.edition,
        dialogue.words.language,
        date=made,
        asked=dialogue.answered,
        also=step.also,
    )


def _date(value: object) -> str:
    if value is None:
        return date.today().isoformat()
    try:
        return date.fromisoformat(value if isinstance(value, str) else "").isoformat()
    except ValueError:
        found = repr(value[:20]) if isinstance(value, str) else type_name(value)
        raise InputError(f"date is {found}; expected a date such as 2026-11-30") from None


class ReportPage:
    """The route of reports: one object in, one page out."""

    def __init__(self, limits: Limits, way: LongWay) -> None:
        self._limits = limits
        self._way = way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if media.sent(scope["fields"]) == media.NDJSON:
            raise Problem(
                415, "wrong-type", "content-type is 'application/x-ndjson'; expected application/json",
                ((b"accept-post", b"application/json"),),
            )  # fmt: skip
        media.must_take(scope["fields"], HTML.partition(b";")[0])
        row = only(await whole(scope, receive, self._limits.body_bytes))
        try:
            page = await self._way.run(report_page, row)
        except CallparserError as err:
            raise Problem(422, err.code, str(err)) from None
        await reply(send, page, kind=HTML)
