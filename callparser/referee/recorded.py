"""The facts of an incident that a board of a record tells: deal, tricks, and the words around one trick.

What the record leaves open stays unknown, and is said (``left_out``): nothing is filled in by guessing.
"""

from __future__ import annotations

import os
from collections import Counter

from callparser.audit import audit
from callparser.audit.course import Course, Step, course
from callparser.audit.revoke import claimer
from callparser.audit.words import sentence
from callparser.cards import Card, Hand
from callparser.errors import InputError
from callparser.explainer.messages import load_messages
from callparser.record.board import Board, Event, rotation, settled
from callparser.record.board import Laid as RecordedLaid
from callparser.record.read import Reading
from callparser.referee.happening import MAX_HAPPENINGS, Happening
from callparser.referee.kinds import FactValue, Laid, TrickRow
from callparser.referee.played import record_of
from callparser.referee.source import MOST_TOLD, Source, on_one_line
from callparser.referee.words import RefereeWords
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def record_source(
    data: bytes,
    file: str,
    words: RefereeWords,
    *,
    board: str | None,
    trick: int | None,
    law: str,
    seat: Seat | None = None,
    count: Callable[[int], None] = lambda boards: None,
) -> Source:
    """The facts of one board of a record: PBN, LIN or a play record. ``file`` is its path or name.

    ``seat`` is that of the revoke, where the ``law`` is that. ``count`` hears how many boards are read.

    Raises :class:`InputError` for what is no record, and where the board or the trick is not in it.
    """
    reading = Reading(data)
    chosen, place = _board(reading, board, count)
    found = Recorded(chosen, trick, law, seat)
    contract, declarer = settled(chosen)
    text = f", {contract.text}" if contract is not None else ""
    if declarer is not None:
        text += f" {load_messages(words.language).audit[declarer.letter]}"
    number = chosen.number or str(place)
    name = words.labels["source_record"].format(file=os.path.basename(file), board=number, contract=text)
    damages = tuple(
        on_one_line(f"{words.labels['damage']}: {file}:{one.line}:{one.column}: {one.message}")
        for one in reading.damages.all()[:MOST_TOLD]
    )
    refused = (f"{words.labels['tricks_refused']}: {on_one_line(found.refused)}",) if found.refused else ()
    warnings = (*damages, *_revokes(chosen, words), *refused)
    return Source(on_one_line(name), found.facts, "", warnings, tuple(found.left_out), sheet=_sheet(chosen))


def _sheet(board: Board) -> dict[str, str]:
    """Whose board it is, as far as the record tells."""
    tags = {tag.name: tag.value for tag in board.tags if not tag.lines}
    told = {
        "tournament": tags.get("Event", ""),
        "board_number": board.number,
        "played_on": tags.get("Date", ""),
    }
    told |= {seat.letter: name for seat, name in zip(SEATS, board.players, strict=True)}
    return {key: on_one_line(value) for key, value in told.items() if value and "?" not in value}


def _revokes(board: Board, words: RefereeWords) -> list[str]:
    """What an audit finds of Laws 61 to 64: whoever asks about another law does not hear of it there."""
    found = [sentence(one, words.language) for one in audit(board) if one.code == "revoke"]
    return [on_one_line(f"{words.labels['audit_finds']}: {text}") for text in found[:MOST_TOLD]]


def _board(reading: Reading, wanted: str | None, count: Callable[[int], None]) -> tuple[Board, int]:
    """The board of that number, of one room where both have it, or of a place in the file (``#2``).

    Without a number it is the only board there is. Its place comes with it.
    """
    names: list[str] = []
    places: list[int] = []
    chosen: Board | None = None
    for place, (board, _) in enumerate(reading, 1):
        name = board.number or f"#{place}"
        names.append(name)
        if wanted is None or wanted in (name, f"#{place}") or (name[:1] in "oc" and name[1:] == wanted):
            places.append(place)
            chosen = board
        count(place)
    if chosen is not None and len(places) == 1:
        return chosen, places[0]
    twice = {name for name, often in Counter(names).items() if often > 1}
    shown = [f"#{place}" if name in twice else name for place, name in enumerate(names, 1)]
    offered = [shown[place - 1] for place in places] or shown
    numbers = ", ".join(on_one_line(number)[:20] for number in offered[:MOST_TOLD]) or "none"
    more = ", ..." if len(offered) > MOST_TOLD else ""
    what = f"{len(places)} boards" if wanted is None else f"{len(places)} boards numbered {wanted[:20]!r}"
    raise InputError(
        f"the record has {what}; choose a board ({numbers}{more}): --board N, or record.board over HTTP"
    )


class Recorded:
    """One board. ``facts`` by name; ``left_out`` are labels of what could not be taken over.

    ``refused`` says why the tricks are left out where they contradict the deal; else it is empty.

    ``trick`` is the defective one where the ``law`` is 67, the revoke where it is that, else that of a call.
    """

    def __init__(self, board: Board, trick: int | None, law: str = "", seat: Seat | None = None) -> None:
        self.facts: dict[str, FactValue] = {}
        self.left_out: list[str] = []
        self.refused = ""
        self._board = board
        self._course = course(board)
        self._contract()
        self._deal()
        self._tricks()
        self._claim()
        if trick is not None and law == "67":
            self.facts["defect.trick"] = trick
        elif law == "revoke":
            self._named(trick, seat)
        elif trick is not None:
            self._around(trick)

    def _contract(self) -> None:
        contract, declarer = settled(self._board)
        if declarer is not None:
            self.facts["play.declarer"] = declarer
        if contract is not None and contract.level != 0:
            self.facts["play.trump"] = "NT" if contract.trumps is None else contract.trumps.letter

    def _deal(self) -> None:
        """All four hands; a card that stands twice in one hand cannot be in the facts."""
        hands = [one for one in self._board.hands if one is not None]
        if len(hands) == 4 and all(len(set(one)) == len(one) for one in hands):
            north, east, south, west = (Hand.of(one) for one in hands)
            self.facts["play.deal"] = (north, east, south, west)
        elif hands:
            self.left_out.append("filled_hands")

    def _tricks(self) -> None:
        """The tricks, if the record tells all of them in order: a gap would look like an omitted card."""
        steps = self._course.steps
        rows = [_row(step, last=step.number == len(steps)) for step in steps]
        if 0 < len(rows) <= 13 and all(rows):
            self.facts["play.tricks"] = tuple(row for row in rows if row)
            self._refuse()
        elif rows:
            self.left_out.append("filled_tricks")

    def _claim(self) -> None:
        """Who claimed after the last card told; play that went on after a claim is another matter (68D)."""
        by = claimer(self._board, self._course)
        if by is not None and "play.tricks" in self.facts:
            self.facts["play.claimed_by"] = by

    def _refuse(self) -> None:
        """Tricks that contradict the deal tell nothing: one card is misprinted, nobody knows which."""
        try:
            record_of(self.facts)
        except InputError as err:
            self.refused = str(err)
            del self.facts["play.tricks"]
            self.left_out.append("filled_tricks")

    def _named(self, trick: int | None, seat: Seat | None) -> None:
        """Which revoke it is about; of a trick that is not told the rest is asked."""
        if seat is not None:
            self.facts["revoke.offender"] = seat
        if trick is None:
            return
        self.facts["revoke.trick"] = trick
        rows = self.facts.get("play.tricks", ())
        if not isinstance(rows, tuple) or trick > len(rows):
            self.left_out.append("filled_named")

    # --- one trick -------------------------------------------------------------------------------------

    def _around(self, trick: int) -> None:
        if not 1 <= trick <= max(1, len(self._board.tricks)):
            raise InputError(f"trick is {trick}; the board has {len(self._board.tricks)} tricks")
        self.facts["call.trick"] = trick
        dummy = self._course.dummy
        held = self._board.hands[dummy] if dummy is not None else None
        if "play.deal" not in self.facts and dummy is not None and held is not None:
            self.facts["call.dummy"] = Hand.of(held) - _gone(self._course, trick, dummy)
        events = self._events(trick)
        if events:
            self.facts["call.events"] = events

    def _events(self, trick: int) -> tuple[Happening, ...]:
        """What was said from that trick to the end of the next, among the cards; all must have a time."""
        said = [one for one in self._board.events if one.kind in ("say", "show")]
        if not said:
            return ()
        steps = self._course.steps
        here = [one for step in steps[trick - 1 : trick + 1] for one in step.order]
        if any(one.at_s is None for one in here) or any(one.at_s is None for one in said):
            self.left_out.append("filled_words")
            return ()
        start, end = _end(steps[: trick - 1]), _start(steps[trick + 1 :])
        timed = [*_said(said, start, end), *(_laid(one) for one in here)]
        found = tuple(sorted(timed, key=lambda one: one.at_s or 0.0))
        if len(found) > MAX_HAPPENINGS:
            self.left_out.append("filled_words")
            return ()
        return found


def _row(step: Step, *, last: bool) -> TrickRow | None:
    """One trick, each seat once; ``None`` where the record leaves something open."""
    if step.leader is None or not step.trick.laid:
        return None
    laid = step.trick.laid
    if not step.trick.ordered:
        laid = tuple(one for seat in rotation(step.leader) for one in laid if one.seat == seat)
    cards: dict[Seat, tuple[Card, ...]] = {}
    for one in laid:
        if one.cards is None:
            if not last:
                return None
            continue
        cards[one.seat] = cards.get(one.seat, ()) + one.cards
    row = tuple(Laid(seat, found) for seat, found in cards.items())
    led = row and row[0].cards and row[0].seat == step.leader
    return row if led and (last or len(row) == len(SEATS)) else None


def _gone(found: Course, trick: int, seat: Seat) -> Hand:
    """What a seat played in the tricks before."""
    return Hand.of(card for step in found.steps[: trick - 1] for card in step.cards(seat))


def _laid(one: RecordedLaid) -> Happening:
    card = one.cards[0] if one.cards else None
    return Happening("card", one.seat, card=card, at_s=one.at_s)


def _said(events: Sequence[Event], start: float | None, end: float | None) -> Iterator[Happening]:
    for one in events:
        at_s = one.at_s or 0.0
        if (start is not None and at_s < start) or (end is not None and at_s >= end):
            continue
        if one.kind == "say" and one.seat is not None:
            yield Happening("said", one.seat, one.text[:500], at_s=at_s)
        for card in one.cards if one.kind == "show" else ():
            yield Happening("shows", one.seat, card=card, at_s=at_s)


def _end(steps: Sequence[Step]) -> float | None:
    """When the last card before was laid, if that is known."""
    times = [one.at_s for step in steps[-1:] for one in step.order if one.at_s is not None]
    return max(times, default=None)


def _start(steps: Sequence[Step]) -> float | None:
    """When the first card after was laid, if that is known."""
    times = [one.at_s for step in steps[:1] for one in step.order if one.at_s is not None]
    return min(times, default=None)
