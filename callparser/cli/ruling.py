"""A ruling for people, and two of them side by side."""

from __future__ import annotations

from typing import Any, Final

from callparser.cli.output import Output
from callparser.cli.timeline import cards_shown, readings_shown, seat_name, seated, show_timeline
from callparser.law.branch import referee_rules
from callparser.referee.call import SEATED
from callparser.referee.case import Ruling
from callparser.referee.compare import Difference
from callparser.referee.words import RefereeWords, referee_words

#: The computed facts that are cards.
_CARDS: Final = (
    "legal_cards", "stays", "goes_back", "penalty_cards", "first_call", "second_call", "called", "placed",
    "meant",
)  # fmt: skip


def show(out: Output, ruling: Ruling, words: RefereeWords) -> None:
    """A ruling for people: what it is in one line, what it comes to; then what it rests on, the way there."""
    labels = words.labels
    out.line()
    if not ruling.branch:
        out.line(out.strong(labels["no_branch"]))
    else:
        out.line(
            out.strong(f"{labels['ruling']}: {words.outcomes[ruling.outcome]}   [{_cited(ruling, words)}]")
        )
        out.line(words.told(ruling.branch, ruling.facts))
        out.line("  " + ruling.url)
        if ruling.tricks_transferred is not None:
            out.line(f"  {labels['transferred']}: {_tricks(ruling, words)}")
    for name, value in ruling.facts.items():
        if name in labels and isinstance(value, tuple):
            out.line(f"  {labels[name]}: {_listed(out, name, value, words.language)}")
    if ruling.ask:
        out.line(f"{labels['still']}: {' '.join(words.questions[fact] for fact in ruling.ask)}")
    for fact in ruling.judgement:
        out.line(f"{labels['judgement']}: {words.questions[fact]}")
    if ruling.line.moments:
        show_timeline(out, ruling, words)
    out.line(f"{labels['walked']}:")
    rules = referee_rules(ruling.edition)
    for step in ruling.trace:
        doubt = "" if rules.is_verified(step.clause) else f", {labels['unverified']}"
        out.line(f"  {step.verdict} [{step.clause}{doubt}]: {words.told(step.verdict, step.facts)}")


def _listed(out: Output, name: str, values: tuple[str, ...], lang: str) -> str:
    """Cards, as symbols or for a screen reader in words; else what was found, as it is."""
    if name in SEATED:
        return seated(out, values, lang)
    if name == "readings":
        return readings_shown(out, values, lang)
    if name == "read_as":
        return "; ".join(referee_words(lang).choice("said.kind", value) for value in values)
    if name in ("revoked", "faults"):
        values = tuple(_of_seat(out, value, lang) for value in values)
    if out.plain and name in ("faults", "candidates"):
        return "; ".join(_in_words(name, value, lang) for value in values)
    if name not in _CARDS:
        return "; ".join(values)
    return cards_shown(out, values, lang) or referee_words(lang).labels["no_card"]


def _of_seat(out: Output, value: str, lang: str) -> str:
    """``"E 5: D2"`` or ``"E 2: 0"``: the seat and the card as people name them."""
    place, _, what = value.partition(": ")
    seat, _, trick = place.partition(" ")
    shown = what if what.isdecimal() else cards_shown(out, [what], lang)
    return f"{seat_name(seat, lang)} {trick}: {shown}"


def _in_words(name: str, value: str, lang: str) -> str:
    """``"east 2: 0"`` (cards laid) or ``"1: 2"`` (tricks where he did not follow) for a screen reader."""
    labels = referee_words(lang).labels
    place, _, number = value.partition(": ")
    if name == "faults":
        seat, _, trick = place.rpartition(" ")
        return labels["fault_told"].format(seat=seat, trick=trick, cards=number)
    told = "candidate_fails" if number else "candidate_told"
    return labels[told].format(trick=place, failures=number)


def _cited(ruling: Ruling, words: RefereeWords) -> str:
    doubt = "" if ruling.verified else f", {words.labels['unverified']}"
    return f"{ruling.branch}: {ruling.clause}, {ruling.edition}{doubt}"


def _tricks(ruling: Ruling, words: RefereeWords) -> str:
    """A number; else whether the law or only the facts leave it open."""
    if ruling.tricks_transferred is not None:
        return str(ruling.tricks_transferred)
    return words.labels["undecided" if ruling.ask else "law_silent"]


def show_difference(out: Output, found: Difference, words: RefereeWords) -> None:
    """Two editions, line by line; what differs is marked with a word, never by colour alone."""
    labels = words.labels
    out.line()
    out.line(out.strong(f"{found.first.edition} | {found.second.edition}"))
    for name in _compared(found):
        if name == "cards" and not (found.first.cards or found.second.cards):
            continue
        mark = labels["differs" if name in found.fields else "same"]
        out.line(f"  {mark}: {_side(found.first, name, words)} | {_side(found.second, name, words)}")
    for reason in found.reasons:
        out.line(f"  {labels['because']}: {words.reasons[reason]}")


def _compared(found: Difference) -> tuple[str, ...]:
    """Tricks are for the laws that transfer some, cards for a disputed call."""
    if any(step.verdict == "R-call" for step in found.first.trace):
        return ("branch", "outcome", "clause", "cards")
    return ("branch", "outcome", "clause", "tricks_transferred")


def _side(ruling: Ruling, name: str, words: RefereeWords) -> str:
    value: Any = getattr(ruling, name)
    if name == "outcome":
        return words.outcomes[ruling.outcome]
    if name == "tricks_transferred":
        return _tricks(ruling, words)
    return " ".join(value) or "-" if isinstance(value, tuple) else str(value or "-")
