"""What the user says when one of his hands is to play: a call for dummy, or a card of his own.

For dummy it is Law 46. From his own hand a card is played when he names it (Law 45A, 45C4a), and the same
words mean the same cards; but no clause of Law 46 stands behind it, and what is open is asked: also a suit
alone.
"""

from __future__ import annotations

from callparser.cards import NO_CARDS, Card
from callparser.play.words import play_words
from callparser.session.reply import Reply
from callparser.session.state import Session
from callparser.table import TableState
from callparser.value import Value, replace
from callparser.wire import Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from callparser.jsonline import Row
    from callparser.session.memory import Memory

#: So many cards of a question are read out.
_MOST_NAMED: Final = 4


class Turn(Value):
    """The turn of a hand as it stood when its card was played: see :meth:`Caller.back_to`."""

    own: bool
    table: TableState | None
    speech: str
    why: str
    asked: Situation | None
    memory: Memory


class Caller:
    """A session for the hand whose turn it is: one of its own, or one that is given."""

    def __init__(
        self,
        lang: str,
        edition: str,
        *,
        always_confirm: bool = False,
        session: Session | None = None,
        alphabet: str | None = None,
    ) -> None:
        self.session = session or Session(lang, None, always_confirm=always_confirm)
        self._lang, self._edition, self._alphabet = lang, edition, alphabet
        self._texts = play_words(lang).texts
        self._own = False
        self._speech = ""
        self._table: TableState | None = None
        self._why = ""  # the reason of the last answer, where there is more to it than was said
        self._told = ""  # the last answer from either hand, likewise
        self._reason = ""  # that of the last answer from either hand, for whoever asks after the trick

    @property
    def stands(self) -> Card | None:
        """The card that is played if nothing takes it back."""
        return self.session.stands

    def turn(self, table: TableState, *, own: bool) -> None:
        """It is that hand's turn. What was called before stands for good."""
        self._own, self._speech, self._why = own, "", ""
        self._table = table
        asked = Situation(("",), table, self._lang, self._edition, alphabet=self._alphabet, own_hand=own)
        self.session.table(asked, why=self._reason)

    @property
    def this_turn(self) -> Turn:
        session = self.session
        return Turn(self._own, self._table, self._speech, self._why, session.asked, session.memory)

    def back_to(self, before: Turn) -> None:
        """It is that turn again, and its card stands as it did."""
        self._own, self._table, self._speech, self._why = before.own, before.table, before.speech, before.why
        self.session.back_to(before.asked, before.memory)

    def away(self) -> None:
        """It is nobody's turn here."""
        self._own = False
        self.session.table(None)

    def said(self, answer: Callable[[Session], Reply]) -> Reply:
        """What the session answers, in the words of this hand."""
        reply = self._said(answer(self.session))
        if reply.row.get("notice") == "repeat" and self._told:  # nothing was said since the turn began
            reply = replace(reply, row=reply.row | {"text": self._told}, speech=self._told)
        elif reply.row["event"] == "answer":
            self._told = reply.speech
        self._reason = (self._why or self._speech if self._own else "") or self.session.why or self._reason
        return reply

    def _said(self, reply: Reply) -> Reply:
        if not self._own:
            return reply
        if reply.row["event"] == "repeat":
            return replace(reply, speech=self._speech or reply.speech)
        if reply.row.get("notice") == "why":
            why = self._why or self._speech or reply.speech
            return replace(reply, row=reply.row | {"text": why}, speech=why)
        if "outcome" not in reply.row:
            return reply
        asked, speech = self._speech, self._worded(reply)
        self._speech = speech
        if speech == asked and reply.row["state"] in ("confirm", "choose"):  # heard, and no answer
            speech = f"{self._texts['still_open']} {speech}"
        return Reply(_unlawed(reply.row), speech, reply.action, reply.replaces)

    def _worded(self, reply: Reply) -> str:
        row, messages = reply.row, self.session.messages
        self._why = ""
        if row["event"] != "answer":
            return reply.speech
        cards = messages.cards(card.code for card in self.session.options)
        if row["state"] == "standing" and row["outcome"] == "played":
            return f"{cards[:1].upper()}{cards[1:]}."
        if row["outcome"] == "void":
            self._why = self._refusal(row["intent"] or {})
            return f"{self._why} {self._texts['another']}"
        if row["outcome"] in ("choose", "ask", "defender_designates"):
            return self._which(cards, len(self.session.options))
        return reply.speech

    def _refusal(self, intent: Row) -> str:
        """Why it cannot be played: he does not hold it, or must follow suit (44C)."""
        held = self._table.dummy if self._table is not None else NO_CARDS
        led = self._table.trick.led_suit if self._table is not None else None
        fits = [
            card
            for card in held
            if intent.get("suit") in (None, card.suit.letter)
            and intent.get("rank") in (None, card.rank.letter)
        ]
        if not fits or led is None:
            return self._texts["not_held"]
        return self._texts["must_follow"].format(suit=self.session.messages.suits[led.letter])

    def _which(self, cards: str, count: int) -> str:
        """The question that is open, about so many cards."""
        if count == 1:
            return self.session.messages.listening["confirm"].format(what=cards[:1].upper() + cards[1:])
        few = 0 < count <= _MOST_NAMED
        return self._texts["which"].format(cards=cards) if few else self._texts["name_one"]


def _unlawed(row: Row) -> Row:
    """An answer about a card from his own hand: nothing of Law 46 has to do with it."""
    row = row | {"hand": "own"}
    clause = str(row.get("clause") or "")
    if not clause.startswith(("44", "45A", "46")):
        return row
    stays = clause if clause == "45A" else None  # a card is named, not called
    return row | {"clause": stays, "trace": [], "readings": [], "explanation": ""}
