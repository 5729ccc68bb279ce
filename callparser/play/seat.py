"""One of the four seats at a table that another program manages.

The person bids, names the cards of his hand and, as declarer, calls dummy's under Law 46; what the others do
is told. What was said stands until :meth:`Sitting.go_on`; then it goes to the manager and is final. What was
heard in doubt waits for a "yes" first.
"""

from __future__ import annotations

from callparser.cards import NO_CARDS, Card, Hand
from callparser.errors import InputError
from callparser.play.bidding import may_call, read_bid
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
from callparser.play.questions import (
    answered,
    asked_about,
    corrects_only,
    is_about_last,
    without_commas,
    without_correction,
)
from callparser.play.telling import Teller, spoken
from callparser.play.words import filled
from callparser.record.board import DOUBLE, PASS, REDOUBLE, Call, Contract, contract_of, contract_text
from callparser.session.memory import counts
from callparser.session.orders import order
from callparser.session.state import SURE_HEARD, Reply
from callparser.table import SEATS, Seat
from callparser.understand import parse
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.play.connection import Connection
    from callparser.play.managing import Message
    from callparser.session.state import Session
    from callparser.voice.engine import Heard
    from callparser.wire import Situation

#: A live table looks so long for a message, in seconds, before it listens to the person again.
_LOOK_S: Final = 0.05


class Sitting:
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
        self._always = always_confirm
        self._proposed = ""  # the bid that waits for a "yes"
        self._called = ""  # the bid that stands
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
        if self._called:
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
        self._hand, self._asked, self._proposed, self._called = NO_CARDS, False, "", ""
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
        told = self._words["bid"].format(seat=self._teller.seat(seat), bid=self._bid_name(call))
        text = "" if said else told[:1].upper() + told[1:] + (f" {alert}" if alert else "")
        self._show({"event": "bid", "seat": seat.letter, "bid": call, "alert": alert or None, "text": text})

    def _bid_name(self, call: str) -> str:
        names = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}
        if call in names:
            return self._words[names[call]]
        bid = contract_text(call)
        return call if bid is None else self._teller.contract(bid)

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

    # --- what is said --------------------------------------------------------------------------------

    def typed(self, text: str) -> Reply:
        """A bid, a card or a question that was typed."""
        return self._answer(text, 1.0, lambda session: session.typed(text))

    def heard(self, heard: Heard, **how: Any) -> Reply:
        """What was spoken; ``how`` as :meth:`callparser.session.state.Session.heard` has it."""
        text = heard.text if heard.in_language else ""
        return self._answer(text, heard.confidence, lambda session: session.heard(heard, **how))

    def undo(self) -> Reply:
        if self._proposed or self._called:
            return self._no_bid()
        return self._caller.said(lambda session: session.undo())

    def repeat(self) -> Reply:
        if self._proposed:
            return self._ask_bid(self._proposed)
        if self._called:
            return self._stand(self._called)
        return self._caller.said(lambda session: session.repeat())

    def next(self) -> Reply:
        """Play goes on now."""
        said = self.go_on()
        return self._reply("next", "", said)

    def unheard(self) -> None:
        self._caller.session.unheard()

    def table(self, asked: Situation | None) -> None:
        """Raises :class:`InputError`: the manager makes the table here."""
        raise InputError("found a situation; the table here is the manager's, expected a call")

    def _answer(self, text: str, confidence: float, ask: Callable[[Session], Reply]) -> Reply:
        name = order(text, self.messages.listening, self._caller.session.state, asks=False)
        if name == "next" and (self._called or self._caller.stands):
            return self.next() if confidence >= SURE_HEARD else self.repeat()
        if not (self._patient or is_about_last(text, self.messages) or (self._called and self._unread(text))):
            self.go_on()
        about = asked_about(text, self._teller.lang)
        if about and not name:
            answer = self._now(about)
            return self._reply(about, answer, answer)
        if name == "repeat" and (self._proposed or self._called):
            return self.repeat()
        if name in ("quit", "repeat"):
            return self._caller.said(ask)
        if not self._asked:
            return self._reply("wait", self._words["wait"], self._words["wait"])
        if self.at is None:
            return self._bid(text, confidence, name)
        if self._caller.session.state == "idle" and corrects_only(text, self._teller.lang):
            return self._reply("undo", self._words["final"], self._words["final"])
        reply = self._caller.said(ask)
        if self._caller.session.ending:
            self._caller.session.undo()  # what stood before stands
            return self._reply("no_claims", *[self._no_claim()] * 2)
        if reply.row.get("outcome") == "defender_designates":
            self._caller.turn(self.at.for_caller(), own=self.at.turn == self.seat)
            return self._reply("name_one", *[self._teller.text("name_one")] * 2)
        return reply

    def _unread(self, text: str) -> bool:
        """Is it neither a bid, a card nor a question? Then it may be about the bid that stands."""
        lang = self._teller.lang
        if without_correction(text, lang) != without_commas(text):
            return True
        known = read_bid(text, lang) or asked_about(text, lang) or counts(parse(text, lang, fallback=False))
        return not known

    def _no_claim(self) -> str:
        card = self._caller.stands
        if card is None:
            return self._words["no_claims"]
        return self._words["no_claims_stands"].format(card=self.messages.card(card.code))

    def _bid(self, text: str, confidence: float, name: str) -> Reply:
        """A bid, or the answer to whether it was one. What is sent is final: nothing in doubt is."""
        waits, self._proposed = self._proposed, ""
        yes = False if name == "undo" else answered(text, self._teller.lang)
        if yes is False and (waits or self._called):
            return self._no_bid()
        if yes and self._called:
            return self._stand(self._called)
        if yes and waits:
            return self._stand(waits) if confidence >= SURE_HEARD else self._ask_bid(waits)
        waits, self._called = waits or self._called, ""
        call = read_bid(text, self._teller.lang)
        if call is None or not may_call(self.auction, self.seat, call):
            why = self._words["not_a_bid" if call is None else "insufficient"]
            off = f"{self._words['bid_off'].format(bid=self._named(waits))} " if waits else ""
            return self._reply("bid", *[off + why] * 2)
        if self._always or confidence < SURE_HEARD:
            return self._ask_bid(call)
        return self._stand(call)

    def _ask_bid(self, call: str) -> Reply:
        self._called, self._proposed = "", call
        asks = self.messages.listening["confirm"].format(what=self._named(call))
        return self._reply("confirm_bid", asks, asks)

    def _no_bid(self) -> Reply:
        self._called = self._proposed = ""
        return self._reply("your_bid", self._words["your_bid"], self._words["your_bid"])

    def _stand(self, call: str) -> Reply:
        """It is sent when play goes on, and may be taken back until then."""
        self._called = call
        return self._reply("bid", *[f"{self._named(call)}."] * 2)

    def _named(self, call: str) -> str:
        name = self._bid_name(call)
        return name[:1].upper() + name[1:]

    def _send_bid(self) -> None:
        call, self._called, self._asked = self._called, "", False
        self._line.send(bidding(self.seat, call))
        self._call(self.seat, call, said=True)
        self._next_bid()

    def _now(self, about: str) -> str:
        """The answer to a question; before the play the hand and the bids are what there is to tell."""
        card = self._caller.stands
        if self.at is not None and self.contract is not None:
            at = self.at.laid(card) if card else self.at
            return self._teller.answer(about, at, self.contract)
        if about == "help":
            return self._teller.text("help")
        if about == "hand":
            return self._teller.text("hand").format(cards=self._teller.cards(self._hand))
        bids = ", ".join(f"{self._teller.seat(one.seat)} {self._bid_name(one.text)}" for one in self.auction)
        return self._words["auction"].format(bids=bids) if bids else self._words["no_auction"]

    def _reply(self, code: str, text: str, speech: str) -> Reply:
        row: Row = {"event": "notice", "notice": code.replace("_", "-"), "text": text,
                    "state": self._caller.session.state}  # fmt: skip
        return Reply(row, speech)

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
