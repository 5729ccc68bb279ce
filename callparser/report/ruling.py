"""A ruling as a report."""

from __future__ import annotations

import re
from types import MappingProxyType

from callparser.jsonline import encode
from callparser.law.branch import parts, referee_rules
from callparser.law.edition import NEWEST
from callparser.referee.compare import Difference, compare
from callparser.referee.evidence import with_evidence
from callparser.referee.incident import Incident, incident_row
from callparser.referee.rule import rule
from callparser.report.about import PRODUCER, about
from callparser.report.content import (
    CODE,
    STRONG,
    Block,
    Cell,
    Prose,
    Report,
    Section,
    Steps,
    Table,
    joined,
    pairs,
)
from callparser.report.disputed import found, happened
from callparser.report.evidence import evidence
from callparser.report.sheet import sheet
from callparser.report.signs import shown_code
from callparser.report.told import answer_cell, fact_table
from callparser.report.words import ReportWords, report_words

#: A seat before the number of a trick.
_SEAT = re.compile(r"\b[NESW](?= \d)")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from callparser.referee.case import Ruling


def ruling_report(
    incident: Incident,
    edition: str = NEWEST,
    lang: str = "sv",
    *,
    date: str,
    asked: Sequence[str] = (),
    also: Sequence[str] = (),
    told: Mapping[str, str] = MappingProxyType({}),
) -> Report:
    """The ruling on an incident. ``asked``: the facts that were asked about, in order, answered or not.

    ``also``: other editions to compare with. ``told``: the head, as far as it is known (``sheet.py``). Raises
    :class:`InputError` for facts that contradict each other, and for a language without reports.
    """
    words = report_words(lang)
    ruling = rule(incident, edition)
    editions = [ruling.edition, *also]
    others = compare(incident, editions) if also else ()
    facts = with_evidence(incident).facts
    data = encode(incident_row(incident))
    labels = words.labels
    shown = (*evidence(facts, words), *happened(ruling, str(facts.get("call.lang") or ""), words))
    clauses = [clause for step in ruling.trace for clause in parts(step.clause)]
    return Report(
        lang, labels["ruling_title"], _subtitle(incident, ruling, words), date, PRODUCER,
        joined(
            sheet(told, words),
            Section("outcome", labels["outcome"], tuple(_outcome(ruling, words))),
            Section("facts", labels["facts"], _told(fact_table(incident.facts, facts, asked, words))),
            Section("evidence", labels["evidence"], shown),
            Section("questions", labels["questions"], _told(_questions(asked, incident, words))),
            Section("walk", labels["walk"], _walk(ruling, words)),
            Section("judgement", labels["judgement"], tuple(_judgement(ruling, incident, words))),
            *(_comparison(one, words) for one in others),
            clause_section(verified(clauses, ruling.edition), ruling.edition, words),
            about(words, date, f"{data}\n".encode(), Prose(data, CODE),
                  editions=dict.fromkeys([ruling.edition, *(one.second.edition for one in others)]),
                  source=labels["incident_input"]),
        ),
    )  # fmt: skip


def _subtitle(incident: Incident, ruling: Ruling, words: ReportWords) -> str:
    if incident.law == "call":
        return f"{words.labels['call_subtitle']}, {ruling.edition}"
    if incident.law:
        return f"{words.labels['ruling_subtitle'].format(law=incident.law)}, {ruling.edition}"
    return ruling.edition


def _told(table: Table) -> tuple[Block, ...]:
    return (table,) if table.rows else ()


# --- the ruling ----------------------------------------------------------------------------------------


def _outcome(ruling: Ruling, words: ReportWords) -> list[Block]:
    labels, referee = words.labels, words.referee
    headline = referee.outcomes[ruling.outcome] if ruling.branch else labels["open"]
    blocks: list[Block] = [Prose(headline[:1].upper() + headline[1:], STRONG)]
    rows: list[tuple[str, str | Cell]] = []
    if ruling.branch:
        blocks.append(Prose(words.referee.told(ruling.branch, ruling.facts)))
        rows.append((labels["clause"], Cell(_cited(ruling, words), ruling.url)))
        if not _is_call(ruling):
            rows.append((referee.labels["transferred"], transferred(ruling, words)))
    rows += [
        (referee.labels[name], found(name, value, words) or _computed(name, value, words))
        for name, value in ruling.facts.items()
        if name in referee.labels and isinstance(value, tuple)
    ]
    rows += [(labels["still"], referee.questions[fact]) for fact in ruling.ask]
    return [*blocks, pairs("", tuple(rows))]


def _cited(ruling: Ruling, words: ReportWords) -> str:
    doubt = "" if ruling.verified else f" ({words.referee.labels['unverified']})"
    return f"{ruling.clause}, {ruling.edition}{doubt}"


def _is_call(ruling: Ruling) -> bool:
    """Is it about a call to dummy, where no trick can go over?"""
    return any(step.verdict == "R-call" for step in ruling.trace)


def transferred(ruling: Ruling, words: ReportWords) -> str:
    """A number of tricks; else whether the law or only the facts leave it open."""
    if ruling.tricks_transferred is not None:
        return str(ruling.tricks_transferred)
    return words.referee.labels["undecided" if ruling.ask else "law_silent"]


def _computed(name: str, values: tuple[Any, ...], words: ReportWords) -> str:
    """Cards as cards; in what else was found the seats have the letters of the language."""
    if name == "read_as":
        return "; ".join(words.referee.choice("said.kind", value) for value in values)
    if all(value in words.messages.names for value in values):
        return " ".join(map(shown_code, values))
    return "; ".join(_SEAT.sub(lambda found: words.seats[found[0]], str(value)) for value in values)


def _walk(ruling: Ruling, words: ReportWords) -> tuple[Block, ...]:
    rules = referee_rules(ruling.edition)
    steps = []
    for step in ruling.trace:
        doubt = "" if rules.is_verified(step.clause) else f" ({words.referee.labels['unverified']})"
        heading = Cell(f"{step.verdict} [{step.clause}{doubt}]")
        steps.append((heading, Cell(words.referee.told(step.verdict, step.facts))))
    return (Steps(tuple(steps)),) if steps else ()


def _questions(asked: Sequence[str], incident: Incident, words: ReportWords) -> Table:
    rows = tuple(
        (Cell(str(number)), Cell(words.referee.questions[name]), answer_cell(name, incident.facts, words))
        for number, name in enumerate(asked, 1)
    )
    labels = words.labels
    head = (labels["number"], labels["question"], labels["answer"])
    return Table("", rows, head, (1, 6, 5))


def _judgement(ruling: Ruling, incident: Incident, words: ReportWords) -> list[Block]:
    labels = words.labels
    blocks: list[Block] = []
    if ruling.judgement:
        rows = tuple(
            (words.referee.questions.get(name) or words.facts.get(name, name),
             answer_cell(name, incident.facts, words))
            for name in ruling.judgement
        )  # fmt: skip
        blocks += [Prose(labels["rests_on"]), pairs("", rows)]
    elif "read_as" in ruling.facts:
        blocks.append(Prose(labels["words_read"]))
    else:
        blocks.append(Prose(labels["no_judgement"]))
    return [*blocks, Prose(labels["always_judged"])]


# --- another edition -----------------------------------------------------------------------------------


def _comparison(found: Difference, words: ReportWords) -> Section:
    labels, referee = words.labels, words.referee
    rows = []
    for field, name in (
        ("branch", labels["branch"]), ("outcome", labels["outcome"]), ("clause", labels["clause"]),
        ("tricks_transferred", referee.labels["transferred"]),
    ):  # fmt: skip
        if field == "tricks_transferred" and _is_call(found.first):
            continue
        differs = field in found.fields
        sides = [Cell(_side(ruling, field, words), strong=differs) for ruling in (found.first, found.second)]
        rows.append((Cell(name), *sides, Cell(labels["differs" if differs else "same"], strong=differs)))
    head = (labels["point_of"], found.first.edition, found.second.edition, labels["compared"])
    title = labels["comparison"].format(edition=found.second.edition)
    blocks: list[Block] = [Table("", tuple(rows), head, (3, 4, 4, 2))]
    blocks += [Prose(f"{labels['because']}: {referee.reasons[reason]}") for reason in found.reasons]
    return Section(f"comparison-{found.second.edition}", title, tuple(blocks))


def _side(ruling: Ruling, field: str, words: ReportWords) -> str:
    if field == "outcome":
        return words.referee.outcomes[ruling.outcome]
    if field == "tricks_transferred":
        return transferred(ruling, words)
    return str(getattr(ruling, field) or "–")


# --- clauses -------------------------------------------------------------------------------------------


def clause_section(cited: Iterable[tuple[str, bool]], edition: str, words: ReportWords) -> Section:
    """Where each clause can be read, and whether it was for this program (``True``)."""
    rules, labels = referee_rules(edition), words.labels
    found: dict[str, bool] = {}
    for clause, read in cited:
        found[clause] = read and found.get(clause, True)
    rows = []
    for clause, read in found.items():
        url = rules.url(clause)
        told = labels["is_read"] if read else words.referee.labels["unverified"]
        page = url
        if rules.page_language != words.language:
            language = labels[f"page_{rules.page_language}"]
            page = labels["page_in"].format(url=url, language=language)
        rows.append((Cell(clause), Cell(page, url), Cell(told)))
    head = (labels["clause"], labels["where"], labels["read"])
    table = Table("", tuple(rows), head, (2, 7, 4))
    return Section(f"clauses-{edition}", f"{labels['clauses']}, {edition}", (table,) if rows else ())


def verified(clauses: Iterable[str], edition: str) -> list[tuple[str, bool]]:
    """Each clause, and whether the laws it belongs to were read in this edition."""
    rules = referee_rules(edition)
    return [(clause, rules.is_verified(clause)) for clause in clauses]
