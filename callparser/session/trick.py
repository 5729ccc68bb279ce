"""How a table goes on: a card is played, a trick is turned. And a card of another hand, as it is typed."""

from __future__ import annotations

from callparser.cards import Hand, Suit, card
from callparser.designation import Designation, NamedCard
from callparser.errors import InvalidTable
from callparser.table import LastTrick, Play, TableState, Trick
from callparser.understand import parse
from callparser.value import replace
from callparser.written import one_card, seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from callparser.cards import Card
    from callparser.table import Seat


def dummy_has_played(table: TableState) -> bool:
    """Does a card of dummy's lie in the trick?"""
    return any(one.seat == table.dummy_seat for one in table.trick)


def takes_call(table: TableState) -> bool:
    """Has dummy a card left, and none in the trick? Else the law is not asked about a call."""
    return bool(table.dummy) and not dummy_has_played(table)


def played(table: TableState, play: Play) -> TableState:
    """That card is played; the fourth completes the trick, and it is turned."""
    dummy = table.dummy - Hand.of([play.card]) if play.seat == table.dummy_seat else table.dummy
    then = replace(table, dummy=dummy, trick=Trick((*table.trick, play)))
    return turned(then) if len(then.trick) == 4 else then


def turned(table: TableState) -> TableState:
    """A new trick begins. Who won one whose four cards are not known nobody can tell. One in which no card
    lies has begun already: its fourth card turned the one before."""
    plays = table.trick.plays
    if not plays:
        return table
    best = table.trick.best(table.trumps)
    last = LastTrick(best.seat, best.card, plays[0].card) if best and len(plays) == 4 else None
    return replace(
        table, trick=Trick(), last_trick=last, played=table.played | Hand.of(one.card for one in plays)
    )


def other_hand(text: str, lang: str, words: Mapping[str, str]) -> Play | None:
    """``"W H7"``, ``"V:♥7"``, ``"väst hjärter sju"``: seat and card; ``None`` for all else. ``words`` are
    those of the page, with the names of the seats."""
    first, _, rest = text.replace(":", " ", 1).strip().partition(" ")
    by = _seat(first, words)
    what = _card(rest, lang) if by is not None else None
    return Play(by, what) if by is not None and what is not None else None


def misfit(table: TableState, play: Play) -> str:
    """Why it cannot be played now: the name of a message of the page; nothing if it can."""
    due = table.next_seat
    if table.dummy_seat in (due, play.seat):
        return "entry_dummy" if due in (None, table.dummy_seat) else "entry_seat"
    if due not in (None, play.seat):
        return "entry_seat"
    if play.card in table.dummy:
        return "entry_in_dummy"
    if any(one.card == play.card for one in table.trick):
        return "entry_in_trick"
    return "entry_in_played" if play.card in table.played else ""


def _seat(text: str, words: Mapping[str, str]) -> Seat | None:
    said = text.casefold()
    names = {words[f"seat_{letter}"].casefold(): letter for letter in "NESW"}
    try:
        return seat(names.get(said, text))
    except InvalidTable:
        return None


def _card(text: str, lang: str) -> Card | None:
    """A card in full, by its code or in words."""
    try:
        return one_card(text)
    except InvalidTable:
        said = parse(text, lang, fallback=False)
    called = said.intent if isinstance(said, Designation) and not said.repairs else None
    if isinstance(called, NamedCard) and isinstance(called.suit, Suit):
        return card(called.suit, called.rank)
    return None
