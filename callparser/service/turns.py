"""One turn of dummy out of the audit log, as the events of a disputed call.

A turn begins with a situation that the service took, or in a deal made, and ends with the next one. What was
played by the other hands meanwhile is in a log only of a deal: the events are never complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from callparser.cards import Card
from callparser.errors import CallparserError, InputError
from callparser.referee.happening import MAX_HAPPENINGS, Happening
from callparser.referee.kinds import FactValue
from callparser.service.logbook import Entry
from callparser.table import Seat, TableState
from callparser.wire import table_state

_MAX_TEXT: Final = 500
_SEATS: Final = {seat.letter: seat for seat in Seat}
_DAY_S: Final = 86_400.0


@dataclass(slots=True)
class Turn:
    """The table as the client gave it, and what came after; ``lang`` and ``edition`` of the session.

    ``deleted``: some of it is gone by policy.
    """

    table: TableState
    lang: str
    edition: str
    entries: list[Entry] = field(default_factory=list)
    after: TableState | None = None
    deleted: bool = False

    @property
    def trick(self) -> int:
        """Which trick it was, by the cards that dummy had left."""
        return 14 - len(self.table.dummy)

    @property
    def calls(self) -> int:
        """How much was said."""
        return sum(one.kind == "server.heard" for one in self.entries)

    @property
    def disputed(self) -> bool:
        """Was something said twice, or taken back?"""
        return self.calls > 1 or any(one.kind == "server.taken_back" for one in self.entries)


def turns_of(entries: Iterable[Entry]) -> list[Turn]:
    """The turns of a session, in order."""
    turns: list[Turn] = []
    lang, edition = "auto", ""
    given: Any = None
    open_turn = False
    for entry in entries:
        row = entry.row()
        if entry.kind == "server.welcome":
            lang, edition = _text(row, "lang", lang), _text(row, "edition", edition)
        elif entry.kind == "client.situation":
            given = row.get("situation")
        elif entry.kind == "server.trick":
            open_turn = False  # what follows is of the next one
        elif entry.kind == "server.turn" or (
            entry.kind == "server.notice" and row.get("code") == "situation"
        ):
            given = row.get("situation") if entry.kind == "server.turn" else given
            table = _table(given)
            if turns and open_turn:
                turns[-1].after = table
            open_turn = table is not None
            if table is not None:
                turns.append(Turn(table, lang, _edition(given, edition)))
        elif turns and open_turn:
            turns[-1].entries.append(entry)
            turns[-1].deleted |= entry.body is None
    return turns


def chosen(turns: Sequence[Turn], trick: int | None) -> Turn:
    """The last turn of that trick; without one the last in which something was said twice or taken back, else
    the last call. Raises :class:`InputError` when there is none."""
    of_trick = [one for one in turns if trick in (None, one.trick) and one.calls]
    found = [one for one in of_trick if one.disputed] or of_trick
    if not found:
        numbers = ", ".join(str(one) for one in sorted({one.trick for one in turns if one.calls}))
        raise InputError(
            f"the session has no call {'in trick ' + str(trick) if trick else 'at a table'}; "
            f"it has calls in: {numbers or 'no trick'}"
        )
    return found[-1]


def facts_of_turn(turn: Turn) -> dict[str, FactValue]:
    """The facts of an incident that the turn tells."""
    table = turn.table
    found: dict[str, FactValue] = {
        "play.declarer": table.dummy_seat.partner,
        "play.trump": "NT" if table.trumps is None else table.trumps.letter,
        "call.dummy": table.dummy,
        "call.lang": turn.lang,
        "call.complete": False,
        "call.events": events_of(turn),
    }
    if 1 <= turn.trick <= 13:
        found["call.trick"] = turn.trick
    if table.last_trick is not None:
        found["call.last_trick"] = table.last_trick
    if table.played:
        found["call.played"] = tuple(table.played)
    return found


def events_of(turn: Turn) -> tuple[Happening, ...]:
    """What was said and laid, in order. The questions of the program stand as words of dummy's seat."""
    found = [Happening("card", play.seat, card=play.card) for play in turn.table.trick]
    before_s = 0.0
    placed = _Placed(turn)
    for entry in turn.entries:
        made = _event(entry, placed)
        if made is not None and made.at_s is not None:
            before_s = max(before_s, made.at_s)
        if made is not None:
            found.append(made)
    if placed.missing is not None:
        found.append(Happening("card", turn.table.dummy_seat, card=placed.missing))
    return tuple(_in_order(found[:MAX_HAPPENINGS]))


class _Placed:
    """Which card of dummy lay on the table: what he lacks in the next situation, else what was played."""

    def __init__(self, turn: Turn) -> None:
        self.seat = turn.table.dummy_seat
        gone = tuple(turn.table.dummy - turn.after.dummy) if turn.after is not None else ()
        self.certain = gone[0] if len(gone) == 1 else None
        self.missing = self.certain
        self.lies: Card | None = None

    def play(self, card: Card) -> bool:
        """Was that card laid?"""
        if self.certain not in (None, card):
            return False
        self.missing, self.lies = None, card
        return True

    def back(self, card: Card) -> bool:
        """Did that card lie there?"""
        if self.lies != card:
            return False
        self.missing, self.lies = self.certain, None
        return True


def _event(entry: Entry, placed: _Placed) -> Happening | None:
    row, at_s = entry.row(), _clock_s(entry.at)
    if entry.kind == "server.heard":
        return _heard(row, at_s)
    if entry.kind == "server.prompt" and _text(row, "say"):
        return Happening(
            "said", placed.seat, _text(row, "say")[:_MAX_TEXT], at_s=at_s, clock=at_s is not None
        )
    kind = {"server.played": "card", "server.taken_back": "back"}.get(entry.kind)
    card = _card(row.get("card"))
    other = _SEATS.get(_text(row, "seat"), placed.seat)
    if kind == "card" and card is not None and other != placed.seat:
        return Happening(kind, other, card=card, at_s=at_s, clock=at_s is not None)
    if kind is None or card is None or not (placed.play(card) if kind == "card" else placed.back(card)):
        return None
    return Happening(kind, placed.seat, card=card, at_s=at_s, clock=at_s is not None)


def _heard(row: dict[str, Any], at_s: float | None) -> Happening:
    """What declarer said; spoken words end before they are heard, by the time that recognising them took."""
    text = _text(row, "text")[:_MAX_TEXT]
    others = [one.get("text") for one in _list(row.get("hearings")) if isinstance(one, dict)]
    heard = tuple(one[:_MAX_TEXT] for one in others if isinstance(one, str) and one != text)[:10]
    until_s = None
    start_s, end_s, latency_s = (_number(row.get(name)) for name in ("start_s", "end_s", "latency_s"))
    if at_s is not None and start_s is not None and end_s is not None and latency_s is not None:
        until_s = max(0.0, round(at_s - latency_s, 3))
        at_s = max(0.0, round(until_s - max(0.0, end_s - start_s), 3))
    return Happening("said", None, text, at_s=at_s, until_s=until_s, clock=at_s is not None, heard=heard)


def _in_order(found: list[Happening]) -> Iterable[Happening]:
    """Times never fall: over midnight a day is added, and words that began before a question was asked keep
    the later time."""
    last_s = 0.0
    for one in found:
        if one.at_s is None:
            yield one
            continue
        shift = _DAY_S if last_s - one.at_s > _DAY_S / 2 else 0.0
        at_s = max(last_s, one.at_s + shift)
        until_s = None if one.until_s is None else max(at_s, one.until_s + shift)
        yield Happening(one.kind, one.seat, one.text, one.card, at_s, until_s, one.clock, one.heard)
        last_s = at_s


# --- untrusted rows --------------------------------------------------------------------------------------


def _table(given: Any) -> TableState | None:
    """The table of a situation; ``None`` where the log has none that can be read."""
    if not isinstance(given, dict):
        return None
    try:
        return table_state(given)
    except CallparserError:
        return None


def _edition(given: Any, otherwise: str) -> str:
    """The edition of a table, where it has one of its own."""
    own = given.get("edition")
    return str(own) if type(own) in (str, int) else otherwise


def _card(value: Any) -> Card | None:
    try:
        return Card.parse(value) if isinstance(value, str) else None
    except CallparserError:
        return None


def _clock_s(at: str) -> float | None:
    """Seconds since midnight, UTC."""
    try:
        when = datetime.fromisoformat(at)
    except ValueError:
        return None
    return when.hour * 3600 + when.minute * 60 + when.second + round(when.microsecond / 1e6, 3)


def _text(row: dict[str, Any], name: str, otherwise: str = "") -> str:
    value = row.get(name)
    return value if isinstance(value, str) else otherwise


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> float | None:
    return float(value) if type(value) in (int, float) and abs(value) < 1e9 else None
