"""The facts of an incident in words, and where each comes from."""

from __future__ import annotations

from callparser.cards import Card, Hand, Suit
from callparser.jsonline import encode
from callparser.referee.facts import BY_NAME, FACTS, Fact
from callparser.referee.kinds import Count, FactValue, written_fact
from callparser.report.content import Cell, Table
from callparser.report.signs import SIGNS, SUIT_ORDER, holding, shown, shown_all
from callparser.report.words import ReportWords
from callparser.table import SEATS, LastTrick, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final

#: Free text, whoever wrote it: a report is made of the incident alone, and has not looked at what is named.
SOURCE: Final = "incident.source"
#: Facts that are shown as pictures and tables of their own.
SHOWN_APART: Final = ("play.deal", "play.tricks", "play.piles", "call.events")
#: A record; where there is none, what was computed follows from facts that somebody stated.
RECORDED: Final = (SOURCE, *SHOWN_APART)


def fact_table(
    stated: Mapping[str, FactValue], known: Mapping[str, FactValue], asked: Sequence[str], words: ReportWords
) -> Table:
    """Every fact that was not asked: what it is, how it stands, and whether it was stated or computed."""
    labels = words.labels
    computed = labels["from_record" if any(name in stated for name in RECORDED) else "follows"]
    rows = []
    for fact in FACTS:
        if fact.name not in known or fact.name in (*SHOWN_APART, *asked):
            continue
        if fact.name == SOURCE:
            origin = labels["unchecked"]
        else:
            origin = labels["stated"] if fact.name in stated else computed
        rows.append((Cell(fact_name(fact, words)), fact_cell(fact, known, words), Cell(origin)))
    return Table("", tuple(rows), (labels["fact"], labels["value"], labels["origin"]), (5, 4, 3))


def fact_name(fact: Fact, words: ReportWords) -> str:
    """The question, or for a fact that is never asked what it is."""
    return words.referee.questions.get(fact.name) or words.facts.get(fact.name) or fact.about


def fact_cell(fact: Fact, facts: Mapping[str, FactValue], words: ReportWords) -> Cell:
    """A fact that is known, in words. Text stands as it is, in its own language."""
    text = fact_in_words(fact, facts[fact.name], words)
    return Cell(text, lang=str(facts.get("said.lang") or "")) if fact.kind == "text" else Cell(text)


def answer_cell(name: str, facts: Mapping[str, FactValue], words: ReportWords) -> Cell:
    """The same for a fact that may be unknown."""
    if name not in facts:
        return Cell(words.referee.labels["unknown"])
    return fact_cell(BY_NAME[name], facts, words)


def fact_in_words(fact: Fact, value: Any, words: ReportWords) -> str:
    if isinstance(value, bool):
        return words.referee.choice(fact.name, "yes" if value else "no")
    if isinstance(value, Seat):
        return words.seat(value)
    if isinstance(value, Suit):
        return SIGNS[value.letter]
    if isinstance(value, Card):
        return shown(value)
    if fact.kind == "word":
        return words.answers.get(f"{fact.name}.{value}") or words.referee.choice(fact.name, value)
    if fact.kind == "trump":
        return SIGNS.get(value) or words.labels["notrump"]
    if fact.kind == "cards":
        return shown_all(value)
    if fact.kind == "counts":
        return "; ".join(_count(seat, value[seat], words) for seat in SEATS if value[seat] is not None)
    if isinstance(value, Hand):
        return "  ".join(f"{SIGNS[suit.letter]} {holding(value, suit)}" for suit in SUIT_ORDER)
    if isinstance(value, LastTrick):
        won = words.labels["won_by"].format(seat=words.seat(value.won_by))
        led = "" if value.led is None else f" ({words.labels['leads'].lower()} {shown(value.led)})"
        return f"{won}: {shown(value.won_with)}{led}"
    plain = written_fact(fact, value)
    return plain if isinstance(plain, str) else str(plain) if isinstance(plain, int) else encode(plain)


def _count(seat: Seat, count: Count, words: ReportWords) -> str:
    text = words.answers["counted" if count.due is None else "due"]
    return f"{words.seat(seat)}: {text.format(hand=count.hand, played=count.played, due=count.due)}"
