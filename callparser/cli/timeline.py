"""The time line of a disputed call for people: when, who, what, and what the words call."""

from __future__ import annotations

from callparser.cards import Card
from callparser.cli.output import Output
from callparser.explainer.messages import load_messages
from callparser.referee.case import Ruling
from callparser.referee.moment import Moment, time_text
from callparser.referee.source import on_one_line
from callparser.referee.words import RefereeWords, referee_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def show_timeline(out: Output, ruling: Ruling, words: RefereeWords) -> None:
    """Event by event; times and gaps where they are known."""
    out.line(f"{words.labels['timeline']}:")
    for one in ruling.line.moments:
        out.line("  " + _told(out, one, words))
    gap = ruling.facts.get("gap_s")
    if gap is not None:
        out.line("  " + words.labels["gap"].format(seconds=gap))


def _told(out: Output, one: Moment, words: RefereeWords) -> str:
    labels, what = words.labels, one.what
    parts = []
    time = time_text(what)
    if time is not None:
        parts.append(time if isinstance(time, str) else labels["seconds"].format(seconds=f"{time:g}"))
    seat = seat_name(one.seat.letter if one.seat is not None else "", words.language)
    card = cards_shown(out, (what.card.code,), words.language) if what.card is not None else ""
    key = {"said": "said_by", "card": "laid_by", "shows": "shows_by", "back": "back_by"}[what.kind]
    parts.append(labels[key].format(seat=seat, text=on_one_line(what.text), card=card))
    parts += [labels[mark] for mark in one.marks]
    parts += [_call(out, one, words)] if one.said is not None else []
    parts += [labels["also_heard"].format(text=on_one_line("; ".join(what.heard)))] if what.heard else []
    if one.gap_s is not None:
        parts.append(labels["after_gap"].format(seconds=f"{one.gap_s:g}"))
    return ", ".join(parts)


def _call(out: Output, one: Moment, words: RefereeWords) -> str:
    """What the words call by themselves, each designation with its clause."""
    found = []
    for call in one.calls:
        if call.result is None:
            continue
        cards = _codes((call.card,) if call.card is not None else call.result.candidates)
        shown = cards_shown(out, cards, words.language)
        text = words.labels["comes_to"].format(cards=shown)
        if call.card is None:
            text = f"{load_messages(words.language).labels[call.result.outcome]} {shown}".rstrip()
        found.append(f"{text} [{call.result.clause}]")
    return "; ".join(found) or words.labels["no_card"]


def _codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def cards_shown(out: Output, codes: Sequence[str], lang: str) -> str:
    """Cards as symbols, or for a screen reader in words."""
    words = load_messages(lang)
    return ", ".join(words.card(code) for code in codes) if out.plain else out.cards(codes, words)


def seated(out: Output, values: Sequence[str], lang: str) -> str:
    """``"E H9 may"`` in words; what there is none of is said too."""
    labels = referee_words(lang).labels
    found = []
    for value in values:
        letter, code, *marks = value.split(" ")
        about = ", ".join(labels[mark] for mark in marks)
        found.append(
            f"{seat_name(letter, lang)} {cards_shown(out, (code,), lang)}" + (f" ({about})" if about else "")
        )
    return "; ".join(found) or labels["nothing_new"]


def readings_shown(out: Output, values: Sequence[str], lang: str) -> str:
    """``"46B2 H3"``: each clause with the cards that it would give."""
    found = []
    for value in values:
        clause, *cards = value.split(" ")
        found.append(f"{clause}: {cards_shown(out, cards, lang) or referee_words(lang).labels['no_card']}")
    return "; ".join(found)


def seat_name(letter: str, lang: str) -> str:
    """A seat in words."""
    return load_messages(lang).audit.get(letter) or referee_words(lang).labels["someone"]
