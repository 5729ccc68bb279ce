"""One moment of a disputed call: what happened, what lay on the table before it, and what the words call."""

from __future__ import annotations

from callparser.cards import Card
from callparser.designation import Acknowledge, Correction, Designation, PlayIntent, Understood, is_play
from callparser.intentform import understood_out
from callparser.outcome import Played, Resolution
from callparser.referee.happening import Happening, clock_text
from callparser.table import Play, Seat, TableState
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row


class Called(Value):
    """One designation: its intent (``None`` where the words have several readings) and what it gives.

    ``result`` is ``None`` where too little of the table is known.
    """

    intent: PlayIntent | None
    result: Resolution | None = None

    @property
    def card(self) -> Card | None:
        """The card that it calls, if it is one."""
        return self.result.card if isinstance(self.result, Played) else None


class Moment(Value):
    """One event in its place.

    ``trick`` are the cards on the table before it, ``table`` what dummy could play to (``None`` where too
    little is known), ``next_seat`` whose turn it was. ``number`` is the trick, counted from 1 at the first
    event, and ``turn`` the trick that a call now is for. ``marks`` are what a card showed:
    ``shows_out``, ``ruffs``, ``takes_lead``. ``gap_s`` is the time since the last event with a time was over;
    ``None`` where it is not known. ``calls`` are declarer's designations in these words.
    """

    what: Happening
    role: str
    seat: Seat | None
    trick: tuple[Play, ...] = ()
    table: TableState | None = None
    next_seat: Seat | None = None
    number: int = 1
    turn: int = 1
    marks: tuple[str, ...] = ()
    gap_s: float | None = None
    said: Understood | None = None
    calls: tuple[Called, ...] = ()

    @property
    def by_dummy(self) -> bool:
        """Did dummy lay a card?"""
        return self.role == "dummy" and self.what.kind == "card"

    @property
    def by_declarer(self) -> bool:
        """Did declarer speak?"""
        return self.role == "declarer" and self.what.kind == "said"

    @property
    def takes_back(self) -> bool:
        """Do these words undo what was said before them: a correction, or a bare no?"""
        intent = self.said.intent if isinstance(self.said, Designation) else None
        return isinstance(intent, Correction) or (isinstance(intent, Acknowledge) and not intent.yes)

    @property
    def calls_a_card(self) -> bool:
        """Are these words plainly a call, and no correction?"""
        return isinstance(self.said, Designation) and is_play(self.said.intent) and not self.said.guessed

    @property
    def names_no_other(self) -> bool:
        """Do these words undo a call and name nothing in its stead?"""
        if not self.takes_back:
            return False
        intent = self.said.intent if isinstance(self.said, Designation) else None
        return not isinstance(intent, Correction) or intent.second is None


# --- on the wire -----------------------------------------------------------------------------------------


def moment_row(number: int, one: Moment) -> Row:
    """A moment as it goes on the wire."""
    what = one.what
    row: Row = {
        "n": number, "kind": what.kind, "seat": _letter(one.seat), "role": one.role or None,
        "said" if what.card is None else "card": what.text if what.card is None else what.card.code,
        "t": time_text(what), "gap_s": one.gap_s,
        "trick": [{"seat": play.seat.letter, "card": play.card.code} for play in one.trick],
        "dummy": None if one.table is None else str(one.table.dummy),
        "turn": _letter(one.next_seat), "marks": list(one.marks),
    }  # fmt: skip
    if one.said is None:
        return row
    calls = [_call_row(call) for call in one.calls]
    return row | understood_out(one.said) | {"heard": list(what.heard), "calls": calls}


def time_text(what: Happening) -> str | float | None:
    """The time of an event: a clock as it is read, else seconds."""
    if what.at_s is None:
        return None
    return clock_text(what.at_s) if what.clock else what.at_s


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def _call_row(one: Called) -> Row:
    found = one.result
    return {
        "outcome": found.outcome if found else None,
        "clause": found.clause if found else None,
        "card": one.card.code if one.card else None,
        "candidates": [card.code for card in found.candidates] if found else [],
    }
