"""The cards on the table while a disputed call goes on, event by event."""

from __future__ import annotations

from callparser.cards import Card, Hand
from callparser.errors import InputError
from callparser.referee.happening import Happening
from callparser.referee.moment import Moment
from callparser.referee.scene import Scene
from callparser.table import LastTrick, Play, Seat, TableState, Trick


class Laid:
    """Takes the events of a scene one by one. Irregular plays lie where they were laid."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._tricks: list[list[Play]] = [[]]
        self._dummy = scene.dummy

    def take(self, one: Happening) -> Moment:
        """The event in its place; then it has happened.

        Raises :class:`InputError` for a card that cannot have been laid, or taken back, there.
        """
        seat = self._scene.seat(one)
        if one.kind == "card" and seat is not None and len(self._tricks[-1]) == 4:
            self._tricks.append([])
        here = self._tricks[-1]
        moment = Moment(
            one, self._scene.role(one), seat, tuple(here), self._table(), self._next(), len(self._tricks),
            self._turn(), self._marks(one),
        )  # fmt: skip
        if one.card is not None and seat is not None:
            if one.kind == "card":
                self._lay(moment, seat, one.card)
            elif one.kind == "back":
                self._take_back(seat, one.card)
        return moment

    # --- before the event ---

    def _table(self) -> TableState | None:
        """What dummy can play to now; a full trick is the last one."""
        scene = self._scene
        if scene.dummy_seat is None or scene.trump is None or self._dummy is None:
            return None
        here, earlier, last = self._tricks[-1], self._tricks[:-1], scene.last
        if len(here) == 4:
            here, earlier = [], self._tricks
        if earlier:
            best = Trick(tuple(earlier[-1])).best(scene.trump_suit)
            last = LastTrick(best.seat, best.card, earlier[-1][0].card) if best else None
        gone = scene.played | Hand.of(play.card for trick in earlier for play in trick)
        return TableState(self._dummy, scene.trump_suit, scene.dummy_seat, Trick(tuple(here)), last, gone)

    def _next(self) -> Seat | None:
        """Whose turn it is, as far as the cards tell."""
        here = self._tricks[-1]
        if len(here) == 4:
            best = Trick(tuple(here)).best(self._scene.trump_suit)
            return best.seat if best and self._scene.trump is not None else None
        if here:
            return here[0].seat.after(len(here))
        return self._scene.last.won_by if self._scene.last and len(self._tricks) == 1 else None

    def _turn(self) -> int:
        """The trick that a call now is for: the next one once this one is full."""
        return len(self._tricks) + (len(self._tricks[-1]) == 4)

    def _marks(self, one: Happening) -> tuple[str, ...]:
        """What a card shows to everybody: arithmetic only."""
        here, trumps = self._tricks[-1], self._scene.trump_suit
        if one.kind != "card" or one.card is None or not here:
            return ()
        out = one.card.suit != here[0].card.suit
        best = Trick((*here, Play(Seat.NORTH, one.card))).best(trumps)
        takes = self._scene.trump is not None and best is not None and best.card == one.card
        found = (("shows_out", out), ("ruffs", out and one.card.suit == trumps), ("takes_lead", takes))
        return tuple(mark for mark, there in found if there)

    # --- the event ---

    def _lay(self, moment: Moment, seat: Seat, card: Card) -> None:
        if any(play.card == card for trick in self._tricks for play in trick) or card in self._scene.played:
            raise InputError(f"call.events: {card.code} is laid twice; take it back first ('back')")
        if self._dummy is not None and moment.role and (card in self._dummy) != (moment.role == "dummy"):
            holds = "does not hold" if moment.role == "dummy" else "holds"
            raise InputError(
                f"call.events: {seat.letter} lays {card.code}, which dummy {holds}; correct one of them"
            )
        self._tricks[-1].append(Play(seat, card))
        if self._dummy is not None and moment.role == "dummy":
            self._dummy -= Hand.of([card])

    def _take_back(self, seat: Seat, card: Card) -> None:
        for trick in reversed(self._tricks):
            if Play(seat, card) in trick:
                trick.remove(Play(seat, card))
                if self._dummy is not None and seat == self._scene.dummy_seat:
                    self._dummy |= Hand.of([card])
                return
        raise InputError(f"call.events: {seat.letter} takes back {card.code}, which he has not laid")
