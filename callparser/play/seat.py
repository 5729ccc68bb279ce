"""One of the four seats at a table that another program manages.

The person bids, names the cards of his hand and, as declarer, calls dummy's under Law 46; what the others do
is told. What was said stands until :meth:`Sitting.go_on`; then it goes to the manager and is final. What was
heard in doubt waits for a "yes" first.
"""

from __future__ import annotations

from callparser.errors import InputError
from callparser.play.bidding import read_bid
from callparser.play.managed import Managed
from callparser.play.questions import (
    asked_about,
    corrects_only,
    is_about_last,
    without_commas,
    without_correction,
)
from callparser.session.memory import counts
from callparser.session.orders import order
from callparser.session.reply import SURE_HEARD, Reply
from callparser.understand import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from callparser.jsonline import Row
    from callparser.play.bidtalk import Answer
    from callparser.session.state import Session
    from callparser.voice.engine import Heard
    from callparser.wire import Situation


class Sitting(Managed):
    """A managed board with what the person says to it."""

    def typed(self, text: str) -> Reply:
        """A bid, a card or a question that was typed."""
        return self._answer(text, 1.0, lambda session: session.typed(text))

    def heard(self, heard: Heard, **how: Any) -> Reply:
        """What was spoken; ``how`` as :meth:`callparser.session.state.Session.heard` has it."""
        text = heard.text if heard.in_language else ""
        return self._answer(text, heard.confidence, lambda session: session.heard(heard, **how))

    def undo(self) -> Reply:
        if self._bids.waits:
            return self._told(self._bids.undo())
        return self._caller.said(lambda session: session.undo())

    def repeat(self) -> Reply:
        if self._bids.waits:
            return self._told(self._bids.repeat())
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
        if name == "next" and (self._bids.called or self._caller.stands):
            return self.next() if confidence >= SURE_HEARD else self.repeat()
        if not (
            self._patient or is_about_last(text, self.messages) or (self._bids.called and self._unread(text))
        ):
            self.go_on()
        about = asked_about(text, self._teller.lang)
        if about and not name:
            answer = self._now(about)
            return self._reply(about, answer, answer)
        if name == "repeat" and self._bids.waits:
            return self.repeat()
        if name in ("quit", "repeat"):
            return self._caller.said(ask)
        if not self._asked:
            return self._reply("wait", self._words["wait"], self._words["wait"])
        if self.at is None:
            return self._told(self._bids.heard(text, confidence, name, self.auction))
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
        bids = ", ".join(f"{self._teller.seat(one.seat)} {self._bids.name(one.text)}" for one in self.auction)
        return self._words["auction"].format(bids=bids) if bids else self._words["no_auction"]

    def _told(self, answer: Answer) -> Reply:
        return self._reply(answer.code, answer.text, answer.text)

    def _reply(self, code: str, text: str, speech: str) -> Reply:
        row: Row = {"event": "notice", "notice": code.replace("_", "-"), "text": text,
                    "state": self._caller.session.state}  # fmt: skip
        return Reply(row, speech)
