"""Sessions of the audit log as a report: first whether it is whole, then what was said, answered and played.

It is made from what ``callparser log export`` and ``callparser log verify --json`` print, so that it stands
on nothing that cannot be looked at.
"""

from __future__ import annotations

from callparser.errors import InputError
from callparser.jsonline import encode
from callparser.languages import LANGUAGES
from callparser.law.edition import EDITIONS
from callparser.report.about import PRODUCER, about
from callparser.report.content import STRONG, Block, Cell, Figures, Prose, Report, Section, joined, pairs
from callparser.report.logevents import body_of, time_of, timed
from callparser.report.pictures import Laid, TrickShown, trick_drawing
from callparser.report.ruling import clause_section, verified
from callparser.report.signs import SIGNS, SUIT_ORDER, holding, shown
from callparser.report.timeline import time_line
from callparser.report.words import ReportWords, report_words
from callparser.wire import table_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from callparser.jsonline import Row
    from callparser.table import TableState

#: A longer session is no report that anybody reads.
MAX_EVENTS: Final = 5_000


def log_report(rows: Sequence[Row], verification: Row, lang: str, *, date: str) -> Report:
    """One session, as its exported rows, and what the verification of the whole log found.

    Raises :class:`InputError` when there is no event, or too many, and for a language without reports.
    """
    words = report_words(lang)
    if not rows:
        raise InputError("the log has no such session; 'callparser log verify' names those that it has")
    if len(rows) > MAX_EVENTS:
        raise InputError(f"the session has {len(rows)} events; a report holds {MAX_EVENTS}: use 'log export'")
    session = str(rows[0]["session"])
    data = "".join(f"{encode(row)}\n" for row in rows).encode()
    labels, editions = words.labels, _editions(rows)
    return Report(
        lang, labels["log_title"], labels["session"].format(session=session), date, PRODUCER,
        joined(
            Section("verification", labels["verification"], _chain(verification, session, words)),
            *_situations(rows, words),
            *(_clauses(rows, edition, words) for edition in editions),
            about(words, date, data, editions=editions, source=labels["log_input"]),
        ),
    )  # fmt: skip


def _chain(checked: Row, session: str, words: ReportWords) -> tuple[Block, ...]:
    labels, fault = words.labels, checked["fault"]
    blocks: list[Block] = []
    if fault is None:
        blocks.append(Prose(labels["whole"], STRONG))
    else:
        what = words.faults[fault["code"]].format(seq=fault["seq"])
        told = labels["broken"].format(session=fault["session"], seq=fault["seq"], fault=what)
        blocks += [Prose(told, STRONG), Prose(labels["broken_note"])]
    rows: list[tuple[str, str | Cell]] = [
        (labels["sessions"], str(len(checked["ends"]))), (labels["events"], str(checked["events"])),
        (labels["deleted"], str(checked["deleted"])),
    ]  # fmt: skip
    if session in checked["ends"]:
        rows.append((labels["ends_with"], checked["ends"][session]))
    return (*blocks, pairs("", tuple(rows)), Prose(labels["chain_limits"]))


def _answers(rows: Sequence[Row]) -> list[Row]:
    found = [body_of(row).get("answer") for row in rows]
    return [one for one in found if isinstance(one, dict)]


def _editions(rows: Sequence[Row]) -> list[str]:
    """The editions that were answered under, in order."""
    found = [one for one in (answer.get("edition") for answer in _answers(rows)) if one in EDITIONS]
    return list(dict.fromkeys(found))


def _clauses(rows: Sequence[Row], edition: str, words: ReportWords) -> Section:
    """Those of the answers under an edition; what is none, in a log tampered with, is left out."""
    found = [answer.get("clause") for answer in _answers(rows) if answer.get("edition") == edition]
    clauses = [one for one in found if isinstance(one, str) and one[:2].isdecimal()]
    return clause_section(verified(clauses, edition), edition, words)


# --- the table, and what was said at it ----------------------------------------------------------------


def _situations(rows: Sequence[Row], words: ReportWords) -> list[Section]:
    """A section for each situation that a client laid, with everything until the next."""
    parts: list[list[Row]] = [[]]
    for row in rows:
        if row["kind"] == "client.situation":
            parts.append([])
        parts[-1].append(row)
    start, lang = time_of(rows[0]), _language(rows)
    sections: list[Section] = []
    for number, part in enumerate(parts):
        events = timed(part, start, lang, words)
        if not events:
            continue
        table = _table(body_of(part[0]).get("situation"), words) if number else ()
        title = words.labels["situation"].format(number=number) if number else words.labels["no_situation"]
        sections.append(Section(f"situation-{number}", title, (*table, *time_line(events, words))))
    return sections


def _language(rows: Sequence[Row]) -> str:
    """The language that the session was held in, as the service welcomed it; ``""`` if that is gone."""
    found = (body_of(row).get("lang") for row in rows if row["kind"] == "server.welcome")
    return next((one for one in found if one in LANGUAGES), "")


def _table(row: Any, words: ReportWords) -> tuple[Block, ...]:
    """The table as the client told it; what cannot be read stands as it was sent."""
    labels = words.labels
    try:
        state = table_state(row if isinstance(row, dict) else {})
    except InputError:
        return (pairs(labels["situation_facts"], ((labels["input"], encode({"situation": row})),)),)
    trumps = labels["notrump"] if state.trumps is None else SIGNS[state.trumps.letter]
    dummy = ", ".join(f"{SIGNS[suit.letter]} {holding(state.dummy, suit)}" for suit in SUIT_ORDER)
    facts = [(labels["trump"], trumps), (f"{labels['remaining']} ({words.seat(state.dummy_seat)})", dummy)]
    if state.last_trick is not None:
        last = state.last_trick
        facts.append((labels["last_trick"], f"{words.seat(last.won_by)}, {shown(last.won_with)}"))
    return (pairs(labels["situation_facts"], tuple(facts)), _trick(state, words))


def _trick(state: TableState, words: ReportWords) -> Block:
    if not state.trick.plays:
        return Prose(words.labels["empty_trick"])
    laid = tuple(Laid(play.seat, (play.card,)) for play in state.trick)
    return Figures((trick_drawing(TrickShown(words.labels["on_table"], laid), words),))
