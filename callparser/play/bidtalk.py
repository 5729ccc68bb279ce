"""The bid of the person at a table that another program manages: asked about, standing, taken back.

What is sent is final, so nothing in doubt is: a bid that was not heard for sure waits for a "yes", and one
that stands may be taken back until play goes on.
"""

from __future__ import annotations

from callparser.play.bidding import may_call, read_bid
from callparser.play.questions import answered
from callparser.record.board import DOUBLE, PASS, REDOUBLE, contract_text
from callparser.session.reply import SURE_HEARD
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from callparser.play.telling import Teller
    from callparser.record.board import Call
    from callparser.table import Seat

_NAMES: Final = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}


class Answer(Value):
    """``code`` of the notice, and its text, which is spoken too."""

    code: str
    text: str


class BidTalk:
    """``always``: every bid is asked about. At most one of ``proposed`` and ``called`` is not empty."""

    def __init__(self, teller: Teller, seat: Seat, *, always: bool) -> None:
        self.proposed = ""  # waits for a "yes"
        self.called = ""  # stands
        self._teller, self._seat, self._always = teller, seat, always
        self._words = teller.words.seat

    @property
    def waits(self) -> bool:
        """Is there one that is not sent?"""
        return bool(self.proposed or self.called)

    def clear(self) -> None:
        self.proposed = self.called = ""

    def sent(self) -> str:
        """The bid that stood, which is on its way now."""
        call, self.called = self.called, ""
        return call

    def heard(self, text: str, confidence: float, name: str, auction: Sequence[Call]) -> Answer:
        """A bid, or the answer to whether it was one. ``name``: the order that the words are, if any."""
        waits, self.proposed = self.proposed, ""
        yes = False if name == "undo" else answered(text, self._teller.lang)
        if yes is False and (waits or self.called):
            return self.undo()
        if yes and self.called:
            return self._stand(self.called)
        if yes and waits:
            return self._stand(waits) if confidence >= SURE_HEARD else self._ask(waits)
        waits, self.called = waits or self.called, ""
        call = read_bid(text, self._teller.lang)
        if call is None or not may_call(auction, self._seat, call):
            why = self._words["not_a_bid" if call is None else "insufficient"]
            off = f"{self._words['bid_off'].format(bid=self._named(waits))} " if waits else ""
            return Answer("bid", off + why)
        if self._always or confidence < SURE_HEARD:
            return self._ask(call)
        return self._stand(call)

    def undo(self) -> Answer:
        self.clear()
        return Answer("your_bid", self._words["your_bid"])

    def repeat(self) -> Answer:
        """There must be one that waits."""
        return self._ask(self.proposed) if self.proposed else self._stand(self.called)

    def name(self, call: str) -> str:
        """``"1S"`` -> "1 spader"."""
        if call in _NAMES:
            return self._words[_NAMES[call]]
        bid = contract_text(call)
        return call if bid is None else self._teller.contract(bid)

    def _ask(self, call: str) -> Answer:
        self.called, self.proposed = "", call
        return Answer(
            "confirm_bid", self._teller.messages.listening["confirm"].format(what=self._named(call))
        )

    def _stand(self, call: str) -> Answer:
        self.called = call
        return Answer("bid", f"{self._named(call)}.")

    def _named(self, call: str) -> str:
        name = self.name(call)
        return name[:1].upper() + name[1:]
