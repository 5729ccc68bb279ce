"""One deal from the opening lead to the score: the user declares, the program defends.

The game answers as a :class:`callparser.session.state.Session` does, so that a
:class:`callparser.session.dialog.Dialog` can hold the conversation. What happens beside the answers is told
as it happens (``tell``). A card that was called stands until play goes on (:meth:`Game.go_on`): until then it
may be taken back (45C4b), and no defender has played.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.claims.report import verdict_row
from callparser.errors import InputError
from callparser.play.caller import Caller
from callparser.play.claiming import Claims
from callparser.play.contract import is_vulnerable
from callparser.play.inplay import InPlay
from callparser.play.questions import answered, asked_about, corrects_only, is_about_last, is_ending
from callparser.play.scoring import score
from callparser.play.telling import Teller, spoken
from callparser.session.orders import order, plays_on
from callparser.session.reply import SURE_HEARD, SURE_TYPED, Reply
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.play.caller import Turn
    from callparser.play.deal import Deal
    from callparser.play.defence import Defence
    from callparser.record.board import Contract
    from callparser.session.state import Session
    from callparser.table import Seat
    from callparser.voice.engine import Heard
    from callparser.wire import Situation

_ENDINGS: Final = ("claim", "concession")
#: Longer words are cut in the record.
MOST_SAID: Final = 200


class _Played(Value):
    """A card of declarer's side after which no defender has played: the table and the turn before it, and
    what was said for it."""

    card: Card
    at: InPlay
    turn: Turn
    words: tuple[str, ...]


class Game:
    """``patient``: play goes on only when :meth:`go_on` says so, as a clock does; else as soon as something
    is said that is not about the last card, as in a list of calls."""

    def __init__(
        self,
        deal: Deal,
        contract: Contract,
        declarer: Seat,
        defence: Defence,
        tell: Callable[[Row], None],
        *,
        lang: str = "sv",
        edition: str = "wbf-2017",
        patient: bool = False,
        always_confirm: bool = False,
    ) -> None:
        self.deal, self.contract = deal, contract
        self.at = InPlay.begin(deal.hands, contract.trumps, declarer)
        self.claimed: int | None = None
        self.said: dict[Card, str] = {}  # what was said for each card of declarer's side
        self.unanswered = ""  # what was said last, where something failed before there was an answer
        self.claims = Claims(lang, edition)
        self._defence, self._tell, self._patient = defence, tell, patient
        self._teller = Teller(lang)
        self._caller = Caller(lang, edition, always_confirm=always_confirm)
        self._words: list[str] = []  # what was said this turn
        self._given_up: list[str] = []  # what was said up to claims that came to nothing, since the last card
        self._last: _Played | None = None
        self._left_open = False  # a defender is to name dummy's card (46B5)
        self._ended = False  # the end is told

    @property
    def messages(self) -> Messages:
        return self._teller.messages

    @property
    def over(self) -> bool:
        return self.at.over or self.claimed is not None

    @property
    def tricks(self) -> int | None:
        """Declarer's tricks in the end; ``None`` before it."""
        return self.at.won + (self.claimed or 0) if self.over else None

    @property
    def points(self) -> int | None:
        """Declarer's score in the end; ``None`` before it."""
        if self.tricks is None:
            return None
        return score(self.contract, self.tricks, is_vulnerable(self.deal.vulnerable, self.at.declarer))

    # --- play ----------------------------------------------------------------------------------------

    def begin(self) -> str:
        """Tell the deal and the contract, and let the opening lead be made. Returns what to say."""
        return self._heard_by_all(self._open)

    def go_on(self) -> str:
        """What was called is played for good, and the defenders follow. Returns what to say."""
        card = self._caller.stands
        if self._left_open:
            return self._heard_by_all(self._designate)
        if card is not None:
            return self._heard_by_all(lambda: self._settle(card))
        if self.over and not self._ended:
            return self._heard_by_all(self._finish)
        return ""

    def _heard_by_all(self, happens: Callable[[], None]) -> str:
        """What is told while it happens, to be said."""
        rows: list[Row] = []
        tell = self._tell

        def both(row: Row) -> None:
            rows.append(row)
            tell(row)

        self._tell = both
        try:
            happens()
        finally:
            self._tell = tell
        return spoken(rows)

    def _open(self) -> None:
        teller, at = self._teller, self.at
        deal = self.deal
        self._tell(teller.deal(deal.number, deal.dealer, deal.vulnerable, deal.lesson))
        self._tell(teller.bought(self.contract, at.declarer))
        self._tell(teller.hand(at.declarer, at.hands[at.declarer]))
        self._defend()

    def _settle(self, card: Card) -> None:
        """It is played for good, if a defender follows; else it stands until another card is played."""
        before = _Played(card, self.at, self._caller.this_turn, tuple(self._words))
        self._keep_words(card)
        self._lay(card, self._teller.card(self.at.turn, card, "declarer", said=True))
        alone = self.at.declaring and not self.over
        self._defend()
        self._last = before if alone else None

    def _lay_again(self, last: _Played) -> None:
        """That card stands again, and the trick that it completed lies as it did."""
        del self.said[last.card]
        self.at, self._words, self._last = last.at, list(last.words), None
        self._caller.back_to(last.turn)

    def _designate(self) -> None:
        """A defender names the card that declarer left open (46B5); it cannot be taken back."""
        card = self._defence.designate(self.at)
        self._keep_words(card)
        self._lay(card, self._teller.designated(self.at.turn, card))
        self._last = None
        self._defend()

    def _keep_words(self, card: Card) -> None:
        self.said[card] = self.said_since[:MOST_SAID]
        self._given_up = []

    @property
    def said_since(self) -> str:
        """What was said since the last card that was named, in order."""
        return " / ".join([*self._given_up, *self._words])

    def _defend(self) -> None:
        """The defenders play until it is the turn of declarer's side, or all is over."""
        while not self.over and not self.at.declaring:
            card = self._defence.play(self.at)
            self._lay(card, self._teller.card(self.at.turn, card, "defender"))
        self._words, self._left_open = [], False
        if self.over:
            self._finish()
            return
        own = self.at.turn == self.at.declarer
        self._caller.turn(self.at.for_caller(), own=own)
        self._tell(self._teller.turn(self.at))

    def _lay(self, card: Card, row: Row) -> None:
        opening = not self.at.tricks and not self.at.trick.plays
        self.at = self.at.play(card)
        self._tell(row)
        if opening:
            self._tell(self._teller.hand(self.at.dummy, self.at.hands[self.at.dummy], dummy=True))
        if not self.at.trick.plays:
            self._tell(self._teller.trick(self.at))

    def _finish(self) -> None:
        self._ended = True
        self._caller.away()
        tricks, points = self.tricks, self.points
        assert tricks is not None
        assert points is not None
        self._tell(self._teller.end(self.contract, tricks, points))

    # --- what is said --------------------------------------------------------------------------------

    def typed(self, text: str) -> Reply:
        """A call, an answer or a question that was typed."""
        return self._answer(text, 1.0, lambda session: session.typed(text), SURE_TYPED)

    def heard(self, heard: Heard, **how: Any) -> Reply:
        """What was spoken; ``how`` as :meth:`callparser.session.state.Session.heard` has it."""
        text = heard.text if heard.in_language else ""
        return self._answer(text, heard.confidence, lambda session: session.heard(heard, **how), SURE_HEARD)

    def undo(self) -> Reply:
        if self.claims.objected:
            return self._claim_void()
        return self._commanded(lambda session: session.undo())

    def repeat(self) -> Reply:
        if self.claims.objected:
            return self._claim_again()
        return self._commanded(lambda session: session.repeat())

    def next(self) -> Reply:
        """Play goes on now."""
        if self.claims.objected:
            return self._claim_again()
        waits = self._left_open or self._caller.stands is not None
        said = self.go_on() or self._now("turn")
        row = self._notice("next", "" if waits else said)
        return replace(row, speech=said)

    def unheard(self) -> None:
        self._caller.session.unheard()

    def table(self, asked: Situation | None) -> None:
        """Raises :class:`InputError`: the deal makes the table here."""
        raise InputError("found a situation; the table here is that of the deal, expected a call")

    def _answer(self, text: str, confidence: float, ask: Callable[[Session], Reply], sure: float) -> Reply:
        self.unanswered = text
        reply = self._answer_to(text, confidence, ask, sure)
        self.unanswered = ""
        return reply

    def _answer_to(self, text: str, confidence: float, ask: Callable[[Session], Reply], sure: float) -> Reply:
        lang, state = self._teller.lang, self._caller.session.state
        name = order(text, self.messages.listening, state, asks=False)
        waits = self._left_open or self._caller.stands is not None
        if name == "next" and waits and confidence >= SURE_HEARD:
            return self.next()
        if self.claims.open and name != "quit" and (reply := self._on_claim(text, name, confidence)):
            return reply
        in_other_words = not self.over and self.claims.are_in(text, self.at)
        ends = in_other_words or is_ending(text, lang)
        if ends or not (self._patient or is_about_last(text, self.messages)):
            self.go_on()
        about = asked_about(text, lang)
        if about:
            return self._notice(about, self._now(about))
        if self.over and name != "quit":
            return self._notice("over", self._teller.text("over"))
        if plays_on(text, self.messages.listening) and not self.claims.open:  # never a card in a whole deal
            return self.repeat() if state in ("confirm", "choose") else self.next()
        corrects = bool(self.said) and not self.said_since and corrects_only(text, lang)
        if corrects and self._last is None:
            return self._notice("undo", self._teller.text("too_late"))
        if self._last is not None and (corrects or (state == "idle" and answered(text, lang) is False)):
            self._lay_again(self._last)
            return self._outcome(self._with_turn(self._commanded(ask)), text, sure)
        standing = self._caller.stands
        reply = self._commanded((lambda session: session.ends(text)) if in_other_words else ask)
        if standing is not None and reply.row.get("notice") == "next":
            said = self._heard_by_all(lambda: self._settle(standing))
            return replace(self._notice("next", ""), speech=said)
        return self._outcome(reply, text, sure)

    def _now(self, about: str) -> str:
        """The answer to a question, with the card that stands on the table."""
        card = self._caller.stands
        return self._teller.answer(about, self.at.play(card) if card else self.at, self.contract)

    def _commanded(self, ask: Callable[[Session], Reply]) -> Reply:
        """An answer of the session; that it is too late to take back is said as what it is."""
        reply = self._caller.said(ask)
        if reply.row["event"] == "undone":
            self._mark_undone()
        if self.claims.open and not reply.row.get("confirmed"):
            if not self._caller.session.ending:
                self._give_up_claim("no_claim_made")
            elif reply.row["event"] == "repeat":
                reply = replace(reply, speech=self.claims.open.question())
        if reply.row.get("notice") == "undo" and self._left_open:
            self._left_open = False
            what = self._words[-1]
            self._mark_undone()
            return self._notice("undo", self.messages.listening["undone"].format(what=what))
        if reply.row.get("notice") == "undo" and self._last is not None:
            self._lay_again(self._last)
            return self._with_turn(self._commanded(lambda session: session.undo()))
        if reply.row.get("notice") == "undo" and self.said:
            return self._notice("undo", self._teller.text("too_late"))
        return reply

    def _outcome(self, reply: Reply, text: str, sure: float) -> Reply:
        row = reply.row
        if row["event"] not in ("answer", "undone"):
            return reply
        outcome = row.get("outcome")
        if outcome in _ENDINGS:
            if row.get("confirmed"):
                return self._judged(reply)
            return replace(reply, speech=self.claims.hear(text, self.at))
        called = row["state"] in ("standing", "confirm", "choose")
        left_open = outcome == "defender_designates" and self.at.turn == self.at.dummy
        if called or left_open or outcome == "void":
            self._words.append(text)
        if left_open and row["confidence"] < sure:
            return replace(reply, speech=self.messages.listening["again"])
        self._left_open = left_open or (self._left_open and not called)
        return reply

    def _with_turn(self, reply: Reply) -> Reply:
        """A card was taken back from a trick that had been turned: whose turn it is again."""
        if reply.row["event"] != "undone":
            return reply
        return replace(reply, speech=f"{reply.speech} {self._now('turn')}")

    def _mark_undone(self) -> None:
        """What was said last stays in the record, as taken back."""
        if self._words:
            self._words[-1] = self._marked(self._words[-1], "taken_back")

    def _marked(self, words: str, how: str) -> str:
        return f"{words} ({self._teller.text(how)})"

    # --- claims --------------------------------------------------------------------------------------

    def _on_claim(self, text: str, name: str, confidence: float) -> Reply | None:
        """The answer to words about an open claim; ``None`` where they are for the session."""
        yes = answered(text, self._teller.lang)
        if self.claims.objected:
            if asked_about(text, self._teller.lang):
                return None
            if confidence < SURE_HEARD or (yes is None and name != "undo"):
                return self._claim_again()
            return self._accepted() if yes else self._claim_void()
        what = self.claims.answer(text)
        if what == "back":
            return self._commanded(lambda session: session.undo())
        return self._claim_again() if what else None

    def _judged(self, reply: Reply) -> Reply:
        """Declarer claims or concedes, and has said that he does (68A, 68B). Is it good?"""
        claim, objects = self.claims.judge(), self.claims.may_go_on
        found = claim.verdict
        assert found is not None
        row = reply.row | {"accepted": claim.stands, "clause": found.clause,
                           "claim": verdict_row(found, self._teller.lang)}  # fmt: skip
        reply = replace(reply, row=row, speech=claim.answer(may_go_on=objects))
        if claim.made is None:
            self._give_up_claim("claim_untried")
        elif claim.stands or not objects:
            self._end_by_claim()
        self._turn_again()
        return reply

    def _claim_again(self) -> Reply:
        claim = self.claims.open
        assert claim is not None
        asks = claim.question() if claim.verdict is None else claim.answer(may_go_on=self.claims.may_go_on)
        return self._notice("claim", asks)

    def _end_by_claim(self) -> None:
        self.claims.settle()
        self.claimed = self.claims.settled.made if self.claims.settled else None

    def _accepted(self) -> Reply:
        """The ruling on a claim that was objected to."""
        self._end_by_claim()
        return self._notice("claim_accepted", self._teller.text("claim_accepted"))

    def _claim_void(self) -> Reply:
        """All four agree that the claim is of no use, and play goes on (68D2b)."""
        self._give_up_claim("claim_void")
        self._turn_again()
        return self._notice("claim_on", self._teller.text("claim_on"))

    def _give_up_claim(self, why: str) -> None:
        """It came to nothing; its words are kept with the next card."""
        if self.claims.open is not None:
            self._given_up += [*self._words, self._marked(self.claims.open.told, why)]
            self._words = []
        self.claims.drop()

    def _turn_again(self) -> None:
        self._last = None
        self._caller.turn(self.at.for_caller(), own=self.at.turn == self.at.declarer)

    def _notice(self, code: str, text: str) -> Reply:
        row: Row = {"event": "notice", "notice": code.replace("_", "-"), "text": text,
                    "state": self._caller.session.state}  # fmt: skip
        return Reply(row, text)
