"""The table around a disputed call, from the facts of an incident: declarer, dummy's cards, the events.

Defenders' hidden cards are not in it: what follows from a scene is the same whatever they are.
"""

from __future__ import annotations

from callparser.cards import NO_CARDS, Hand, Suit
from callparser.errors import InputError
from callparser.referee import defective
from callparser.referee.defective import Record
from callparser.referee.happening import Happening
from callparser.referee.kinds import FactValue, TrickRow
from callparser.referee.played import record_of
from callparser.table import LastTrick, Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Scene(Value):
    """``dummy`` are dummy's cards before the first of ``events``; ``None`` where they are not known.

    ``trump`` is a letter, ``"NT"``, or ``None`` where it is not known. ``complete``: what ``events`` do not
    list did not happen; unless it is stated, that is so when they list cards and not only words.
    """

    events: tuple[Happening, ...] = ()
    declarer: Seat | None = None
    trump: str | None = None
    dummy: Hand | None = None
    last: LastTrick | None = None
    played: Hand = NO_CARDS
    lang: str = "auto"
    complete: bool = True

    @property
    def dummy_seat(self) -> Seat | None:
        return None if self.declarer is None else self.declarer.partner

    @property
    def trump_suit(self) -> Suit | None:
        """``None`` at notrump, and where the trumps are not known."""
        return None if self.trump in (None, "NT") else Suit.parse(str(self.trump))

    def role(self, one: Happening) -> str:
        """``declarer``, ``dummy`` or ``defender``; empty where nobody can tell."""
        if one.seat is None:
            return "declarer" if one.kind == "said" else "dummy"
        if self.declarer is None:
            return ""
        if one.seat == self.declarer:
            return "declarer"
        return "dummy" if one.seat == self.dummy_seat else "defender"

    def seat(self, one: Happening) -> Seat | None:
        """Whose it was."""
        if one.seat is not None or self.declarer is None:
            return one.seat
        return self.declarer if one.kind == "said" else self.dummy_seat


def scene_of(facts: Mapping[str, FactValue]) -> Scene:
    """The scene that an incident states. Raises :class:`InputError` when its facts contradict each other."""
    known: Any = facts
    events: tuple[Happening, ...] = known.get("call.events", ())
    cards_told = any(one.kind == "card" for one in events)
    return Scene(
        _before(facts, events) + events,
        known.get("play.declarer"),
        known.get("play.trump"),
        known.get("call.dummy"),
        known.get("call.last_trick"),
        Hand.of(known.get("call.played", ())),
        known.get("call.lang", "auto"),
        known.get("call.complete", cards_told),
    )


def from_record(facts: Mapping[str, FactValue]) -> dict[str, FactValue]:
    """What deal and tricks tell of the table before the trick that the call was for."""
    record, trick, declarer = _recorded(facts)
    if record is None or trick is None:
        return {}
    if trick > len(record.rows) + 1:
        raise InputError(
            f"call.trick is {trick}, but play.tricks has only {len(record.rows)}; give one that was played"
        )
    _check(facts, record)
    earlier = record.rows[: trick - 1]
    gone = Hand.of(card for row in earlier for one in row for card in one.cards)
    found: dict[str, FactValue] = {"call.played": tuple(gone)} if gone else {}
    if declarer is not None:
        found["call.dummy"] = record.deal[declarer.partner] - defective.played_by(earlier, declarer.partner)
    last = _last_trick(record, trick - 1)
    return found if last is None else found | {"call.last_trick": last}


def _recorded(facts: Mapping[str, FactValue]) -> tuple[Record | None, int | None, Seat | None]:
    known: Any = facts
    return record_of(facts), known.get("call.trick"), known.get("play.declarer")


def _last_trick(record: Record, number: int) -> LastTrick | None:
    """The trick before, if it was a plain one of four cards."""
    row: TrickRow = record.rows[number - 1] if number else ()
    if len(row) != 4 or any(len(one.cards) != 1 for one in row):
        return None
    won_by = defective.winner(record, number)
    if won_by is None:
        return None
    (won_with,) = defective.laid_by(row, won_by)
    return LastTrick(won_by, won_with, row[0].cards[0])


def _check(facts: Mapping[str, FactValue], record: Record) -> None:
    """Every card of the events was dealt to the seat that it is from."""
    events: Any = facts.get("call.events", ())
    for one in events:
        if one.card is not None and one.seat is not None and one.card not in record.deal[one.seat]:
            raise InputError(
                f"call.events: {one.seat.letter} has {one.card.code}, but the deal does not give it to him"
            )


def _before(facts: Mapping[str, FactValue], events: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """The cards of the recorded trick that lay before dummy's turn, where the events list no card at all."""
    record, trick, declarer = _recorded(facts)
    if record is None or trick is None or declarer is None or any(one.kind != "said" for one in events):
        return ()
    row = record.rows[trick - 1] if trick <= len(record.rows) else ()
    found: list[Happening] = []
    for one in row:
        if one.seat == declarer.partner:
            break
        found.extend(Happening("card", one.seat, card=card) for card in one.cards)
    return tuple(found)
