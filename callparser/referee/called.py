"""What the time line of a disputed call tells: the facts of Laws 45C4, 45D and 46 that are arithmetic."""

from __future__ import annotations

from itertools import dropwhile

from callparser.cards import Card
from callparser.designation import NamedCard, NotUnderstood, PlayIntent, completed
from callparser.outcome import (
    Ask,
    DefenderDesignates,
    MustSpecify,
    NoCall,
    Played,
    Resolution,
    Void,
    effect,
)
from callparser.outcome import Fact as StepFact
from callparser.referee.kinds import FactValue
from callparser.referee.moment import Called, Moment
from callparser.referee.scene import Scene
from callparser.referee.timeline import Timeline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What some words come to, by the resolution that they get.
_COMES_TO: Final = {
    Played: "stands", DefenderDesignates: "stands", MustSpecify: "choice", Void: "void", Ask: "unclear",
    NoCall: "none",
}  # fmt: skip
#: What was named, by the clause under which a card is played.
_NAMED: Final = {
    "46A": "card", "45C4a": "card", "46B1a": "high", "46B1b": "win", "46B1c": "low", "46B2": "suit",
    "46B3a": "rank_lead", "46B3b": "rank", "46B5": "anything", "44C": "anything",
}  # fmt: skip
#: The same for the 1997 code, whose 46B1 has no letters: by the intent.
_LEVELS: Final = {
    "high": "high",
    "win": "win",
    "cover": "win",
    "overruff": "win",
    "low": "low",
    "duck": "low",
}


class Evidence:
    """One time line, looked at as a dispute of one kind: ``changed``, ``placed`` or ``meaning``.

    ``about`` is what somebody states; without it the events tell, or nothing is told.
    """

    def __init__(self, scene: Scene, line: Timeline, about: str | None = None) -> None:
        self.scene = scene
        self.line = line
        self.calls: tuple[tuple[int, Called], ...] = tuple(
            (place, call) for place in line.spoken for call in line.moments[place].calls
        )
        self.compared = self._compared()
        self.placed = self._placed()
        self.about = about or self._about()

    # --- what is there -----------------------------------------------------------------------------------

    def _compared(self) -> tuple[tuple[int, Called], ...]:
        """The calls that are held against each other: void ones before one that is not count only against a
        single other."""
        live = tuple(dropwhile(lambda call: isinstance(call[1].result, Void), self.calls))
        return live if len(live) > 1 or (live and self.taken_back is not None) else self.calls

    def _placed(self) -> int | None:
        """The place of dummy's card that lies on the table, of the turn that the call was for."""
        found = None
        turn = self.line.turn
        for place, one in enumerate(self.line.moments):
            if one.by_dummy and (turn is None or one.number == turn):
                found, turn = place, one.number
            elif found is not None and one.what.kind == "back" and one.what.card == self._card(found):
                found = None
        return found

    def _card(self, place: int) -> Card | None:
        return self.line.moments[place].what.card

    @property
    def taken_back(self) -> int | None:
        """The place of last words that take a call back and name nothing in its stead."""
        if not self.line.spoken or not self.calls:
            return None
        last = self.line.spoken[-1]
        return last if self.line.moments[last].names_no_other else None

    @property
    def _silent(self) -> bool:
        """Was certainly nothing designated? Words that were not understood leave that open, and so do words
        that are not told."""
        if self.calls or not (self.line.spoken or (self.scene.complete and self.placed is not None)):
            return False
        said = [self.line.moments[place].said for place in self.line.spoken]
        return not any(isinstance(one, NotUnderstood) for one in said)

    def _about(self) -> str | None:
        if not self.calls:
            if not self._silent:
                return None
            return "placed" if self.placed is not None else "meaning"
        first, whole = self.calls[0][1], self.line.whole
        several = len(self.calls) > 1 or self.taken_back is not None
        if whole is None:
            return "changed" if several and self._differ() else None
        if _is_change(whole):
            return "changed"
        if several and isinstance(first.result, (Void, MustSpecify)) and not isinstance(whole, Void):
            return "changed"
        return "placed" if self._misplaced(whole) else "meaning"

    def _misplaced(self, whole: Resolution) -> bool:
        """Is dummy's card none that the words call, by any reading of them?"""
        card = self._card(self.placed) if self.placed is not None else None
        read = {one for reading in whole.readings for one in reading.candidates}
        return card is not None and card not in read and card.code not in codes(whole)

    def _differ(self) -> bool | None:
        """Do the first call and the last come to different things?"""
        if self.taken_back is not None:
            return True
        first, last = self.compared[0][1], self.compared[-1][1]
        if first.result is not None and last.result is not None:
            return effect(first.result, first.intent) != effect(last.result, last.intent)
        if first.intent is not None and first.intent == last.intent:
            return False
        named = isinstance(first.intent, NamedCard) and isinstance(last.intent, NamedCard)
        return True if named else None

    # --- facts -------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, FactValue]:
        """The facts of the group ``call`` that the events tell."""
        found: dict[str, FactValue | None] = {}
        if self.about == "changed" and self.calls:
            first, last = self.compared[0][1], self.compared[-1][1]
            several = len(self.calls) > 1 or self.taken_back is not None
            found["call.first"] = _comes_to(first.result)
            found["call.differs"] = self._differ() if several else None
            found["call.picks"] = self._picks(first, last) if several else None
        elif self.about in ("placed", "meaning"):
            whole = _comes_to(self.line.whole) if self.calls else "none" if self._silent else None
            found["call.first"] = whole
            found["call.named"] = self._named() if self.about == "meaning" else None
        found |= self._since()
        if self.about == "placed" and self.placed is not None:
            found["call.revoke"] = _revokes(self.line.moments[self.placed])
        return {name: value for name, value in found.items() if value is not None}

    def _picks(self, first: Called, last: Called) -> bool | None:
        if not isinstance(first.result, MustSpecify) or self.taken_back is not None:
            return None
        whole = self.line.whole
        if isinstance(whole, Played) and whole.card in first.result.candidates:
            return True
        return last.card in first.result.candidates if last.card is not None else None

    def _named(self) -> str | None:
        whole = self.line.whole
        if not self.calls:
            return "none" if self._silent else None
        if whole is not None and whole.status == "disputed":
            return "unclear"
        if isinstance(whole, MustSpecify):
            return "rank_two"
        if isinstance(whole, DefenderDesignates):
            return "anything"
        if isinstance(whole, Void):
            return "revoke" if whole.clause == "44C" else "not_held"
        if isinstance(whole, NoCall):
            return "none"
        if not isinstance(whole, Played):
            return None if whole is None else "unclear"
        intent = self.calls[-1][1].intent
        level = _LEVELS.get(intent.kind) if intent is not None else None
        return level if whole.clause == "46B1" else _NAMED.get(whole.clause, "unclear")

    def _since(self) -> dict[str, bool | None]:
        """Who has played since: until the call was changed, else until now."""
        start, end = self.span
        if start is None:
            return {}
        laid = [one for one in self.line.moments[start + 1 : end] if one.what.kind == "card"]
        certain = self.scene.complete and end is not None and all(one.role for one in laid)
        number = self.line.moments[start].turn if self.about != "placed" else self.line.moments[start].number
        own = any(one.role == "declarer" for one in laid)
        sides = {one.role == "defender" for one in laid if one.role and one.number > number}
        told = {
            "call.opponent_played": any(one.role == "defender" for one in laid),
            "call.partner_played": own,
            "call.declarer_played": own or self._played_on(start, end, number),
            "call.both_played_next": len(sides) == 2,
        }
        return {name: value if value or certain else None for name, value in told.items()}

    def _played_on(self, start: int, end: int | None, number: int) -> bool:
        """Was a card of dummy's laid, or called, for a later trick?"""
        since = self.line.moments[start + 1 : end]
        laid = any(one.by_dummy and one.number > number for one in since)
        return laid or any(one.by_declarer and one.turn > number and one.calls_a_card for one in since)

    @property
    def span(self) -> tuple[int | None, int | None]:
        """From the first call (or dummy's card) to the change (or the end of the events), as places.

        ``None`` as the end: a change that the events do not hold.
        """
        if self.about == "placed":
            return self.placed, len(self.line.moments)
        if not self.calls:
            return None, None
        if self.about != "changed":
            return self.calls[-1][0], len(self.line.moments)
        return self.compared[0][0], self._changed_at

    @property
    def _changed_at(self) -> int | None:
        """The place of the words that change the first call, or may have."""
        if self.taken_back is not None:
            return self.taken_back
        if len(self.calls) > 1:
            return self.calls[-1][0]
        return self.line.spoken[-1] if _is_change(self.line.whole) else None

    @property
    def one_call(self) -> PlayIntent | None:
        """The call of which the two may be halves; whether they are only a director can tell."""
        if len(self.compared) < 2 or self.taken_back is not None:
            return None
        first, last = self.compared[0][1].intent, self.compared[-1][1].intent
        later = self.line.moments[self.compared[-1][0]]
        if first is None or last is None or later.takes_back:
            return None
        return completed(first, last)

    @property
    def replaced(self) -> tuple[int | None, int]:
        """The place of another card that dummy laid after the change, and the end of the events."""
        end, changed, placed = len(self.line.moments), self._changed_at, self.placed
        card = self._card(placed) if placed is not None else None
        if changed is None or placed is None or placed < changed or card is None:
            return None, end
        return (None if card.code in codes(self.compared[0][1].result) else placed), end

    # --- what is shown -----------------------------------------------------------------------------------

    def shown(self) -> dict[str, StepFact]:
        """First and second call, what came between, what was new to declarer; called and placed card."""
        found: dict[str, StepFact] = {}
        told = self._since()
        found |= {name.removeprefix("call."): told[name] for name in told if told[name] is not None}
        if self.about == "changed" and self.calls:
            if self.compared[0][1].result is not None:  # else too little of the table is known
                found["first_call"] = codes(self.compared[0][1].result)
            if len(self.compared) > 1 and self.compared[-1][1].result is not None:
                found["second_call"] = codes(self.compared[-1][1].result)
            start, end = self.span
            if start is not None and end is not None:
                found |= self._between(start, end)
        elif self.calls and self.line.whole is not None:
            found["called"] = codes(self.line.whole)
        if self.about == "placed" and self.placed is not None:
            card = self._card(self.placed)
            found["placed"] = (card.code,) if card is not None else ()
        return found

    @property
    def first(self) -> dict[str, StepFact]:
        """The card that is called if the first call stands, where it is known."""
        known = bool(self.calls) and self.compared[0][1].result is not None
        return {"called": codes(self.compared[0][1].result)} if known else {}

    @property
    def last(self) -> dict[str, StepFact]:
        """The same if the last one counts; a call that was only taken back names none."""
        if len(self.compared) < 2 or self.taken_back is not None or self.compared[-1][1].result is None:
            return {}
        return {"called": codes(self.compared[-1][1].result)}

    def _between(self, start: int, end: int) -> dict[str, StepFact]:
        """What came between the two calls; who may have been surprised by it is for the director."""
        found: dict[str, StepFact] = {}
        first, last = self.line.moments[start].what, self.line.moments[end].what
        if first.end_s is not None and last.at_s is not None:
            found["gap_s"] = f"{round(max(0.0, last.at_s - first.end_s), 3):.12g}"
        cards = [one for one in self.line.moments[start + 1 : end] if one.what.kind in ("card", "shows")]
        if not cards and not self.scene.complete:
            return found
        found["between"] = tuple(_by(one) for one in cards)
        found["new"] = tuple(
            " ".join((_by(one), *(one.marks or ("shown",))))
            for one in cards
            if one.role != "dummy" and (one.marks or one.what.kind == "shows")
        )
        return found


def _is_change(whole: Resolution | None) -> bool:
    """Does Law 45C4 leave two calls, or one that may have been taken back?"""
    return isinstance(whole, Ask) and whole.clause == "45C4b"


def _comes_to(found: Resolution | None) -> str | None:
    """A word of ``call.first``; what directors dispute is not settled by the words."""
    if found is None:
        return None
    return "unclear" if found.status == "disputed" else _COMES_TO[type(found)]


def codes(found: Resolution | None) -> tuple[str, ...]:
    """The cards that a call comes to; none where it is void or no call."""
    if not isinstance(found, (Played, MustSpecify, DefenderDesignates, Ask)):
        return ()
    return tuple(card.code for card in found.candidates)


def _by(one: Moment) -> str:
    """``"E H9"``: who laid or showed which card."""
    letter = one.seat.letter if one.seat is not None else "?"
    return f"{letter} {one.what.card.code}" if one.what.card is not None else letter


def _revokes(placed: Moment) -> bool | None:
    """Was dummy's card not of the suit led although he had one of it?"""
    if placed.table is None or placed.what.card is None:
        return None
    led = placed.table.led_suit
    return led is not None and placed.what.card.suit != led and bool(placed.table.dummy.in_suit(led))
