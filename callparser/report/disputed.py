"""The events of a disputed call, in their order and where they have times on a line."""

from __future__ import annotations

from math import nan

from callparser.referee.call import SEATED
from callparser.referee.case import Ruling
from callparser.referee.moment import Moment, time_text
from callparser.report.content import Block
from callparser.report.signs import shown_code
from callparser.report.timeline import Timed, time_line
from callparser.report.words import ReportWords
from callparser.written import seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def happened(ruling: Ruling, lang: str, words: ReportWords) -> tuple[Block, ...]:
    """``lang`` is the language in which was spoken. Nothing where no events are known."""
    return time_line([_timed(one, lang, words) for one in ruling.line.moments], words)


def found(name: str, values: Sequence[str], words: ReportWords) -> str | None:
    """What the tree of a disputed call found, in words; ``None`` if that is no text of its own."""
    labels = words.referee.labels
    if name in SEATED:
        return "; ".join(_seated(one, words) for one in values) or labels["nothing_new"]
    if name == "readings":
        rows = [(clause, " ".join(map(shown_code, cards))) for clause, *cards in map(str.split, values)]
        return "; ".join(f"{clause}: {cards or labels['no_card']}" for clause, cards in rows)
    return None


def _seated(text: str, words: ReportWords) -> str:
    """``"E H9 may"``: a seat, a card, and what is to be known of it."""
    letter, code, *marks = text.split()
    about = ", ".join(words.referee.labels[mark] for mark in marks)
    told = f"{words.seat(seat(letter))} {shown_code(code)}"
    return f"{told} ({about})" if about else told


def _timed(one: Moment, lang: str, words: ReportWords) -> Timed:
    clock = time_text(one.what)
    return Timed(
        nan if one.what.at_s is None else one.what.at_s,
        nan if one.what.end_s is None else one.what.end_s,
        "words" if one.what.card is None else "cards",
        _who(one, words),
        _told(one, words),
        lang if one.what.card is None and lang != words.language else "",
        clock if isinstance(clock, str) else "",
    )


def _who(one: Moment, words: ReportWords) -> str:
    return words.referee.labels["someone"] if one.seat is None else words.seat(one.seat)


def _told(one: Moment, words: ReportWords) -> str:
    """The words themselves; of a card what it was and what it showed."""
    labels = words.referee.labels
    if one.what.card is None:
        heard = words.referee.labels["also_heard"].format(text="; ".join(one.what.heard))
        return f"{one.what.text} ({heard})" if one.what.heard else one.what.text
    card = shown_code(one.what.card.code)
    if one.what.kind != "card":
        return labels[f"{one.what.kind}_by"].format(seat=_who(one, words), card=card)
    return ", ".join([card, *(labels[mark] for mark in one.marks)])
