"""Incident -> ruling: the one way in, for the command line, files and tests."""

from __future__ import annotations

from callparser.errors import CallparserError, InputError
from callparser.jsonline import error_row, identity, type_name
from callparser.law.branch import branches, referee_rules
from callparser.law.edition import NEWEST, load_edition
from callparser.referee.case import Case, Ruling, Unknown
from callparser.referee.evidence import with_evidence
from callparser.referee.facts import BY_NAME
from callparser.referee.incident import Incident, read_incident, read_law
from callparser.referee.kinds import FactValue
from callparser.referee.moment import moment_row
from callparser.referee.router import route
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from callparser.jsonline import Row

#: So many facts ahead the shortest way to a ruling is looked for.
MAX_AHEAD: Final = 5


def rule(incident: Incident, edition: str = NEWEST) -> Ruling:
    """The ruling under an edition, by its id or year, with the facts still needed, fewest first.

    Where the next thing needed is a judgement the outcome is ``director``, whatever the branch would come to.

    Raises :class:`InputError` for facts that contradict each other, :class:`EditionError` for an edition
    that there is not.
    """
    edition_id = load_edition(edition).id
    case, missing = _walk(incident, edition_id)
    if missing is None:
        return case.ruling()
    ruling = case.ruling(_shortest(incident, edition_id, missing))
    return replace(ruling, outcome="director") if BY_NAME[missing].judged else ruling


def next_fact(incident: Incident, edition: str = NEWEST) -> str | None:
    """The fact that the law asks for next; ``None`` when it needs no more."""
    return _walk(incident, load_edition(edition).id)[1]


def facts_read(incident: Incident, edition: str = NEWEST) -> frozenset[str]:
    """The facts that the walk looked at, the one it stopped at included."""
    return frozenset(_walk(incident, load_edition(edition).id)[0].read)


def _walk(incident: Incident, edition: str) -> tuple[Case, str | None]:
    case = Case(with_evidence(incident), referee_rules(edition))
    try:
        route(case)
    except Unknown as question:
        return case, question.fact
    return case, None


def _shortest(incident: Incident, edition: str, first: str) -> tuple[str, ...]:
    """The fewest facts that can settle it, the one that is asked next first.

    A fact that cannot be tried out (a number), and a way longer than :data:`MAX_AHEAD`, end the search there.
    """
    ways: list[tuple[Incident, str, tuple[str, ...]]] = [(incident, first, (first,))]
    for _ in range(MAX_AHEAD):
        further = []
        for known, fact, way in ways:
            for value in _trials(fact):
                trial = known.given(fact, value)
                try:
                    then = _walk(trial, edition)[1]
                except InputError:
                    continue
                if then is None:
                    return way
                further.append((trial, then, (*way, then)))
        if not further:
            break
        ways = further
    return (first,)


def _trials(name: str) -> Iterator[FactValue]:
    """What an answer may be, as far as it can be tried."""
    fact = BY_NAME[name]
    if fact.kind == "yes":
        yield from (False, True)
    elif fact.kind == "word":
        yield from fact.words
    elif fact.kind in ("trick", "number"):
        yield 1


# --- on the wire ---------------------------------------------------------------------------------------


def answer(row: Row, lang: str = "en", edition: str = "", law: str = "") -> Row:
    """``{id, law?, edition?, incident}`` -> the ruling; what cannot be read gives an ``error`` answer.

    ``edition`` and ``law`` hold where the row names none.
    """
    if not isinstance(row, dict):
        return error_row(InputError(f"the request is {type_name(row)}; expected an object"))
    try:
        if "incident" not in row:
            raise InputError("incident is missing; expected an object of groups of facts (docs/incident.md)")
        incident = read_incident(row["incident"])
        asked = read_law(row.get("law")) or incident.law or law
        ruling = rule(Incident(incident.facts, asked), read_edition(row.get("edition"), edition))
        return identity(row) | ruling_row(ruling, lang)
    except CallparserError as err:
        return identity(row) | error_row(err)


def read_edition(value: object, otherwise: str = "") -> str:
    """A year or an id, not yet looked up; the newest where neither is given. Raises :class:`InputError`."""
    if value is None:
        return otherwise or NEWEST
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InputError(f"edition is {type_name(value)}; expected 1997, 2007 or 2017")
    return str(value)


def ruling_row(ruling: Ruling, lang: str = "en") -> Row:
    """A ruling as it goes on the wire."""
    text: dict[str, Any] = dict(branches()[ruling.branch].text) if ruling.branch else {}
    return {
        "branch": ruling.branch or None,
        "outcome": ruling.outcome,
        "tricks_transferred": ruling.tricks_transferred,
        "ask": list(ruling.ask),
        "clause": ruling.clause or None,
        "edition": ruling.edition,
        "verified": ruling.verified,
        "url": ruling.url or None,
        "judgement": list(ruling.judgement),
        "facts": dict(ruling.facts),
        "trace": [
            {"clause": step.clause, "branch": step.verdict, "verified": _verified(ruling, step.clause)}
            | ({"facts": dict(step.facts)} if step.facts else {})
            for step in ruling.trace
        ],
        "explanation": text.get(lang),
    } | _line(ruling)  # fmt: skip


def _line(ruling: Ruling) -> Row:
    """The time line, where there is one."""
    rows = [moment_row(number, one) for number, one in enumerate(ruling.line.moments, 1)]
    return {"timeline": rows} if rows else {}


def _verified(ruling: Ruling, clause: str) -> bool:
    return referee_rules(ruling.edition).is_verified(clause)
