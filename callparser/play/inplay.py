"""A deal while it is played: the four hands, the tricks so far, whose turn it is."""

from __future__ import annotations

from callparser.cards import NO_CARDS, Card, Hand, Suit
from callparser.errors import InputError
from callparser.table import SEATS, LastTrick, Play, Seat, TableState, Trick
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

TRICKS: Final = 13


class InPlay(Value):
    """``hands`` hold what is left, north first; one that is not known is empty.

    ``tricks`` are complete; ``trick`` lies on the table.
    """

    hands: tuple[Hand, ...]
    trumps: Suit | None
    declarer: Seat
    leader: Seat
    trick: Trick = Trick()
    tricks: tuple[Trick, ...] = ()

    @classmethod
    def begin(cls, hands: tuple[Hand, ...], trumps: Suit | None, declarer: Seat) -> InPlay:
        """Before the opening lead, which is for the hand on declarer's left (Law 41A)."""
        return cls(hands, trumps, declarer, declarer.after())

    @property
    def dummy(self) -> Seat:
        return self.declarer.partner

    @property
    def turn(self) -> Seat:
        """Who plays next; when play is over, who won the last trick."""
        return self.leader.after(len(self.trick))

    @property
    def declaring(self) -> bool:
        """Is it the turn of declarer's side?"""
        return self.turn in (self.declarer, self.dummy)

    @property
    def over(self) -> bool:
        return len(self.tricks) == TRICKS

    @property
    def legal(self) -> Hand:
        """The cards that may be played now (Law 44C, 44D)."""
        return self._table(self.turn, self.last).legal

    @property
    def won(self) -> int:
        """Tricks of declarer's side."""
        return sum(self.winner(trick).seat in (self.declarer, self.dummy) for trick in self.tricks)

    @property
    def left(self) -> int:
        """Tricks that are not complete."""
        return TRICKS - len(self.tricks)

    @property
    def last(self) -> LastTrick | None:
        if not self.tricks:
            return None
        won = self.winner(self.tricks[-1])
        return LastTrick(won.seat, won.card, self.tricks[-1].plays[0].card)

    @property
    def gone(self) -> Hand:
        """The cards of complete tricks."""
        return Hand.of(play.card for trick in self.tricks for play in trick)

    @property
    def shown_out(self) -> tuple[frozenset[Suit], ...]:
        """By seat, the suits that were led and not followed to."""
        suits: tuple[set[Suit], ...] = tuple(set() for _ in SEATS)
        for trick in (*self.tricks, self.trick):
            for play in trick:
                if trick.led_suit is not None and play.card.suit != trick.led_suit:
                    suits[play.seat].add(trick.led_suit)
        return tuple(map(frozenset, suits))

    def winner(self, trick: Trick) -> Play:
        """Who wins a trick, or wins it so far, and with what. It must not be empty."""
        best = trick.best(self.trumps)
        assert best is not None
        return best

    def play(self, card: Card) -> InPlay:
        """The next seat plays it. Raises :class:`InputError` when it may not."""
        if self.over or card not in self.legal:
            raise InputError(f"{self.turn.letter} may not play {card.code} now; expected one of {self.legal}")
        return self.laid(card)

    def laid(self, card: Card) -> InPlay:
        """The next seat lays it, whatever is known of its hand."""
        seat = self.turn
        hands = tuple(hand - Hand.of([card]) if at == seat else hand for at, hand in enumerate(self.hands))
        trick = Trick((*self.trick.plays, Play(seat, card)))
        if len(trick) < 4:
            return replace(self, hands=hands, trick=trick)
        return replace(
            self, hands=hands, trick=Trick(), tricks=(*self.tricks, trick), leader=self.winner(trick).seat
        )

    def for_caller(self) -> TableState:
        """The table when a card is named, from the hand that is to play.

        From a hand of one's own it is no call of Law 46: dummy is seen, too, and no suit is that of the last
        trick.
        """
        if self.turn == self.dummy:
            return self._table(self.dummy, self.last)
        seen = self._table(self.turn, None)
        return replace(seen, played=seen.played | self.hands[self.dummy])

    def _table(self, seat: Seat, last: LastTrick | None) -> TableState:
        return TableState(
            dummy=self.hands[seat],
            trumps=self.trumps,
            dummy_seat=seat,
            trick=self.trick,
            last_trick=last,
            played=self.gone if self.tricks else NO_CARDS,
        )
