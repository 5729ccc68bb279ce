"""A board as the manager of a table tells it to one seat, and what goes back to him.

What was said by the person is for :class:`callparser.play.seat.Sitting`.
"""

from __future__ import annotations

from callparser.cards import NO_CARDS, Card, Hand
from callparser.play.bidding import may_call
from callparser.play.bidtalk import BidTalk
from callparser.play.caller import Caller
from callparser.play.inplay import InPlay
from callparser.play.managing import (
    Bid,
    BoardInfo,
    Cards,
    EndOfSession,
    Played,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    bidding,
    connecting,
    playing,
    ready,
    ready_for_bid,
    ready_for_card,
    strange,
)
from callparser.play.telling import Teller, spoken
from callparser.play.words import filled
from callparser.record.board import Call, Contract, contract_of
from callparser.table import SEATS, Seat
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.play.connection import Connection
    from callparser.play.managing import Message

#: A live table looks so long for a message, in seconds, before it listens to the person again.
_LOOK_S: Final = 0.05


class Managed:
    """``patient`` as in :class:`callparser.play.game.Game`; a table that is not waits for the manager."""

    def __init__(
        self,
        line: Connection,
        seat: Seat,
        team: str,
        tell: Callable[[Row], None],
        *,
        lang: str = "sv",
        edition: str = "wbf-2017",
        patient: bool = False,
        always_confirm: bool = False,
    ) -> None:
        self.seat, self.team = seat, team
        self.over = False
        self.auction: list[Call] = []
        self.contract: Contract | None = None
        self.at: InPlay | None = None
        self._line, self._tell, self._patient = line, tell, patient
        self._teller = Teller(lang, seat)
        self._words = self._teller.words.seat
        self._caller = Caller(lang, edition, always_confirm=always_confirm)
        self._board: BoardInfo | None = None
        self._hand: Hand = NO_CARDS
        self._unfinished = False  # a board has begun, and is not played
        self._asked = False  # the person is to bid or to name a card
        self._bids = BidTalk(self._teller, seat, always=always_confirm)
        self._said: list[Row] = []

    @property
    def messages(self) -> Messages:
        return self._teller.messages

    # --- the manager ---------------------------------------------------------------------------------

    def begin(self) -> str:
        """Take the seat. Returns what to say. Raises :class:`EngineFailed` of the connection."""
        self._line.send(connecting(self.team, self.seat))
        seated = self._line.receive()
        if not isinstance(seated, Seated):
            raise strange(type(seated).__name__, "seated")
        if seated.seat != self.seat:
            raise strange(f"{seated.seat.name} seated", f"{self.seat.name} seated")
        self._notice("seated", seat=self._teller.seat(self.seat), team=self.team)
        self._line.send(ready(self.seat, "for teams"))
        teams = self._line.receive()
        if not isinstance(teams, Teams):
            raise strange(teams, "the teams")
        self._notice("teams", ns=teams.ns, ew=teams.ew)
        self._line.send(ready(self.seat, "to start"))
        return self._spoken()

    def go_on(self) -> str:
        """What was called is sent, and what the others do is told, until it is the person's turn."""
        card = self._caller.stands
        if self._bids.called:
            self._send_bid()
        elif card is not None:
            self._play(card)
        while not self.over and not self._asked and (not self._patient or self._line.waits(_LOOK_S)):
            self._take(self._line.receive())
        return self._spoken()

    def _take(self, message: Message) -> None:
        """One message. Raises :class:`EngineFailed` for one that does not belong there."""
        if isinstance(message, Timing):
            self._notice("timing", text=message.text)
        elif self._unfinished and isinstance(message, (StartOfBoard, EndOfSession)):
            raise strange(type(message).__name__, "the board before it to be played to its end")
        elif isinstance(message, EndOfSession):
            self.over = True
            self._caller.away()
            self._notice("session_over")
        elif isinstance(message, StartOfBoard):
            self._clear()
            self._unfinished = True
            self._line.send(ready(self.seat, "for deal"))
        elif isinstance(message, BoardInfo):
            if self._board is not None or not self._unfinished:
                before = "the start of a board" if self._board is None else "the cards of the board before it"
                raise strange(f"board {message.number}", before)
            self._board = message
            self._show(self._teller.deal(message.number, message.dealer, message.vulnerable))
            self._line.send(ready(self.seat, "for cards"))
        elif isinstance(message, Cards):
            self._dealt(message)
        elif isinstance(message, Bid):
            self._bidden(message)
        elif isinstance(message, Played):
            self._played(message)
        elif isinstance(message, ToLead):
            self._lead(message)
        else:
            raise strange(type(message).__name__, "play to go on")

    def _clear(self) -> None:
        self.auction, self.contract, self.at, self._board = [], None, None, None
        self._hand, self._asked = NO_CARDS, False
        self._bids.clear()
        self._caller.away()

    def _dealt(self, cards: Cards) -> None:
        at = self.at
        if cards.seat == self.seat and self._board is not None and not self._hand:
            self._hand = cards.hand
            self._show(self._teller.hand(self.seat, cards.hand))
            self._next_bid()
        elif cards.seat is None and at is not None and not at.hands[at.dummy] and at.trick.plays:
            laid = Hand.of(play.card for play in at.trick)
            if cards.hand & (laid | at.hands[self.seat]):
                raise strange("dummy's cards", "cards that nobody else has")
            self.at = at = _with_hand(at, at.dummy, cards.hand)
            self._show(self._teller.hand(at.dummy, cards.hand, dummy=True))
            self._next_card()
        else:
            raise strange(
                f"cards of {cards.seat.letter if cards.seat is not None else 'dummy'}", "other news"
            )

    # --- bidding -------------------------------------------------------------------------------------

    @property
    def _bidder(self) -> Seat | None:
        """Who is to bid; ``None`` when nobody is."""
        if self._board is None or not self._hand or contract_of(tuple(self.auction)) is not None:
            return None
        return self._board.dealer.after(len(self.auction))

    def _next_bid(self) -> None:
        bidder = self._bidder
        if bidder is None:
            self._bought()
        elif bidder == self.seat:
            self._asked = True
            self._notice("your_bid")
        else:
            self._line.send(ready_for_bid(self.seat, bidder))

    def _bidden(self, bid: Bid) -> None:
        if bid.seat != self._bidder or not may_call(self.auction, bid.seat, bid.call):
            raise strange(f"{bid.seat.name} {bid.call}", "a bid that may be made, from the seat to bid")
        self._call(bid.seat, bid.call, bid.alert)
        self._next_bid()

    def _call(self, seat: Seat, call: str, alert: str = "", *, said: bool = False) -> None:
        """``said``: the answer to the person has named it; then it is not told twice."""
        self.auction.append(Call(seat, call))
        told = self._words["bid"].format(seat=self._teller.seat(seat), bid=self._bids.name(call))
        text = "" if said else told[:1].upper() + told[1:] + (f" {alert}" if alert else "")
        self._show({"event": "bid", "seat": seat.letter, "bid": call, "alert": alert or None, "text": text})

    def _send_bid(self) -> None:
        self._asked = False
        call = self._bids.sent()
        self._line.send(bidding(self.seat, call))
        self._call(self.seat, call, said=True)
        self._next_bid()

    def _bought(self) -> None:
        made = contract_of(tuple(self.auction))
        assert made is not None
        self.contract, declarer = made
        if declarer is None:
            self._unfinished = False
            self._notice("passed_out")
            return
        self._show(self._teller.bought(self.contract, declarer, mine=declarer == self.seat))
        hands = tuple(self._hand if seat == self.seat else NO_CARDS for seat in SEATS)
        self.at = InPlay.begin(hands, self.contract.trumps, declarer)
        if self.seat == self.at.dummy:
            self._notice("you_dummy")
        self._next_card()

    # --- play ----------------------------------------------------------------------------------------

    @property
    def _mine(self) -> bool:
        """Is the person to name the next card?"""
        at = self.at
        if at is None or at.over:
            return False
        return at.turn == self.seat != at.dummy or (at.turn == at.dummy and at.declarer == self.seat)

    def _next_card(self) -> None:
        """Ask for what comes next: dummy's hand, a card of the person's, or news of another's."""
        at = self.at
        assert at is not None
        if at.over:
            self._unfinished = False
            self._notice("end_board", tricks=at.won)
        elif len(at.trick) == 1 and not at.tricks and not at.hands[at.dummy]:
            self._line.send(ready(self.seat, "for dummy"))
        elif self._mine and at.trick.plays:
            self._ask()
        elif not self._mine:
            trick = len(at.tricks) + 1
            self._line.send(ready_for_card(self.seat, at.turn, at.dummy, trick))

    def _lead(self, lead: ToLead) -> None:
        at = self.at
        seat = at.dummy if at is not None and lead.seat is None else lead.seat
        if at is None or not self._mine or at.trick.plays or seat != at.turn:
            raise strange("to lead", "that from who is to lead")
        self._ask()

    def _ask(self) -> None:
        at = self.at
        assert at is not None
        self._asked = True
        self._caller.turn(at.for_caller(), own=at.turn == self.seat)
        self._show(self._teller.turn(at))

    def _played(self, played: Played) -> None:
        at = self.at
        wrong = at is None or self._mine or at.over or played.seat != at.turn
        if at is None or wrong or not self._possible(at, played.card):
            raise strange(f"{played.seat.name} plays {played.card.code}", "a card from who is to play")
        if played.card.suit in at.shown_out[played.seat]:
            suit = self.messages.suits[played.card.suit.letter]
            self._notice("revoked", seat=self._teller.seat(played.seat).capitalize(), suit=suit)
        self._lay(played.card)

    def _possible(self, at: InPlay, card: Card) -> bool:
        """Can that seat have the card, as far as is seen here?"""
        held = at.hands[at.turn]
        if held:
            return card in at.legal
        elsewhere = at.hands[self.seat] | at.hands[at.dummy] | Hand.of(play.card for play in at.trick)
        return card not in at.gone | elsewhere

    def _play(self, card: Card) -> None:
        """The person's card goes to the manager."""
        at = self.at
        assert at is not None
        self._line.send(playing(at.turn, card))
        self._asked = False
        self._caller.away()
        self._lay(card, said=True)

    def _lay(self, card: Card, *, said: bool = False) -> None:
        at = self.at
        assert at is not None
        self._show(self._teller.card(at.turn, card, "person" if said else "manager", said=said))
        self.at = at = at.laid(card)
        if not at.trick.plays:
            self._show(self._teller.trick(at))
        self._next_card()

    # --- what is told --------------------------------------------------------------------------------

    def _notice(self, code: str, **facts: object) -> None:
        text = filled(self._words[code], facts)
        self._show({"event": "notice", "notice": code.replace("_", "-"), "text": text})

    def _show(self, row: Row) -> None:
        self._said.append(row)
        self._tell(row)

    def _spoken(self) -> str:
        said, self._said = self._said, []
        return spoken(said)


def _with_hand(at: InPlay, seat: Seat, hand: Hand) -> InPlay:
    return replace(at, hands=tuple(hand if one == seat else at.hands[one] for one in SEATS))
