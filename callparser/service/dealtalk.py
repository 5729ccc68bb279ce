"""What declarer says while a deal is played: a question about it, or a call from the hand that is to play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from callparser.play.caller import Caller
from callparser.play.hosted import HostedGame
from callparser.play.questions import asked_about, corrects_only
from callparser.session.orders import order, plays_on
from callparser.session.reply import Reply
from callparser.session.state import Session
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.service.terms import Terms
    from callparser.voice.engine import Heard

_ENDINGS: Final = ("claim", "concession")
_CALLED: Final = ("standing", "confirm", "choose")
_SAID: Final = ("void", "defender_designates")


class DealTalk:
    """Answers as the session does that the conversation has, with what a deal adds.

    ``words`` is what was said this turn, ``ending`` the claim or concession that was confirmed last.
    """

    def __init__(self, session: Session, game: HostedGame, terms: Terms) -> None:
        self.words: list[str] = []
        self.claim_said = ""
        self.ending: Reply | None = None
        self._session, self._game, self._lang = session, game, terms.lang
        self._caller = Caller(terms.lang, terms.edition, session=session, alphabet=terms.alphabet)

    def turn(self) -> None:
        """The hand that is to play now may be called from."""
        at = self._game.at
        self.words = []
        self._caller.turn(at.for_caller(), own=at.turn == at.declarer)

    def typed(self, text: str, *, early: bool = False) -> Reply:
        return self._answer(text, lambda session: session.typed(text, early=early))

    def heard(self, heard: Heard, **how: Any) -> Reply:
        """``how`` as :meth:`callparser.session.state.Session.heard` has it."""
        text = heard.text if heard.in_language else ""
        return self._answer(text, lambda session: session.heard(heard, **how))

    def undo(self) -> Reply:
        return self._said(lambda session: session.undo())

    def accept(self) -> Reply:
        if self._game.claims.uncounted:  # a yes is no number
            return self._claim_again()
        return self._noted(self._said(lambda session: session.accept()), "")

    def repeat(self) -> Reply:
        return self._said(lambda session: session.repeat())

    def _answer(self, text: str, ask: Callable[[Session], Reply]) -> Reply:
        game = self._game
        if about := asked_about(text, self._lang):
            return self._notice(about, game.told(about, self._session.stands))
        if (asked := game.claims.open) and (what := game.claims.answer(text)):
            if what == "back":
                return self._said(lambda session: session.undo())
            counted = game.claims.open is not None and game.claims.open.claimed != asked.claimed
            return self._claim_counted(text) if counted else self._claim_again()
        if game.said and not self.words and corrects_only(text, self._lang):
            return self._notice("undo", game.text("too_late"))
        words = self._session.messages.listening
        if game.over and order(text, words, self._session.state, asks=False) != "quit":
            return self._notice("over", game.text("over"))
        if plays_on(text, words) and self._session.state != "standing":  # never a card in a whole deal
            return self._said(lambda session: session.typed("next trick"))
        if game.is_claim(text, self._session.stands):
            return self._noted(self._said(lambda session: session.ends(text)), text)
        return self._noted(self._said(ask), text)

    def _said(self, ask: Callable[[Session], Reply]) -> Reply:
        """What the session answers; that it is too late to take back is said as what it is."""
        reply = self._caller.said(ask)
        if self._game.claims.open and not reply.row.get("confirmed"):
            if not self._session.ending:
                self._game.claims.drop()
            elif reply.row["event"] == "repeat":
                return self._claim_again()
        if reply.row.get("notice") == "undo" and self._game.said:
            return self._notice("undo", self._game.text("too_late"))
        return reply

    def _noted(self, reply: Reply, text: str) -> Reply:
        """Keep the words of a call for the record, and a claim for who answers it."""
        row = reply.row
        if row["event"] != "answer":
            return reply
        outcome = row.get("outcome")
        if outcome in _ENDINGS:
            if row.get("confirmed"):
                self.ending = reply
            elif text:
                self.claim_said = text
                self._game.ask_claim(text, self._session.stands)
                return self._claim_asked(reply)
        elif text and (row["state"] in _CALLED or outcome in _SAID):
            self.words.append(text)
        return reply

    def _claim_again(self) -> Reply:
        claim = self._game.claims.open
        assert claim is not None
        return replace(self._session.repeat(), speech=claim.question())

    def _claim_counted(self, text: str) -> Reply:
        """A new question, for the number of tricks is another."""
        return self._claim_asked(self._said(lambda session: session.ends(text)))

    def _claim_asked(self, reply: Reply) -> Reply:
        """With the question of the claim. "How many?" is no question for a yes."""
        claim = self._game.claims.open
        assert claim is not None
        row = reply.row | {"state": "choose"} if claim.claimed is None else reply.row
        return replace(reply, row=row, speech=claim.question())

    def _notice(self, code: str, text: str) -> Reply:
        row = {"event": "notice", "notice": code, "text": text, "state": self._session.state}
        return Reply(row, text)
