"""A game at a table that answers by itself what is said: it is told what came of it, and plays on.

Only what is said in the docstring asks the defence, and may take long and fail (:class:`EngineFailed`). What
has happened by then stays; ``defend`` goes on from there.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.play.game import Game
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.session.reply import Reply


class HostedGame(Game):
    """Between the calls of its methods nothing happens: it has no clock, and hears nothing."""

    @property
    def defending(self) -> bool:
        """Is it a defender's turn?"""
        return not self.over and not self.at.declaring

    def lay(self, card: Card, said: Sequence[str]) -> None:
        """Declarer's or dummy's card, for good; ``said``: the words for it."""
        self._words = list(said)
        self._keep_words(card)
        self._lay(card, self._teller.card(self.at.turn, card, "declarer", said=True))

    def name_for_dummy(self, said: Sequence[str]) -> None:
        """A defender names the card of dummy's that declarer left open (46B5). Asks the defence."""
        card = self._defence.designate(self.at)
        self._words = list(said)
        self._keep_words(card)
        self._lay(card, self._teller.designated(self.at.turn, card))

    def defend(self) -> None:
        """The defenders play until it is the turn of declarer's side, which is told, or until the end. Asks
        the defence if it is their turn."""
        self._defend()

    def is_claim(self, said: str, card: Card | None) -> bool:
        """Does declarer claim in words that Law 68 does not know? This card lies, but may be taken back."""
        return not self.over and self.claims.are_in(said, self.at.play(card) if card else self.at)

    def ask_claim(self, said: str, card: Card | None) -> None:
        """He seems to claim or concede, and is to be asked; this card lies, but may be taken back."""
        self.claims.hear(said, self.at.play(card) if card else self.at)

    def claim(self, reply: Reply, said: str) -> Reply:
        """A claim or concession that was confirmed; the answer says what it is worth. Then ``defend`` goes
        on, or ends play. A claim that does not stand is void where the edition lets play go on (68D2b)."""
        asked = self.claims.open
        question = self.claims.hear(said, self.at, asked)
        if self.claims.uncounted:
            self._give_up_claim("claim_untried")
            return _answered(reply, "claim_untried", question)
        reply = self._judged(reply)
        if self.over:
            return _answered(reply, "" if reply.row["accepted"] else "claim_ruled", reply.speech)
        claim = self.claims.open
        if claim is None:  # judged, and given up
            return _answered(reply, "claim_untried", reply.speech)
        return _answered(reply, "claim_bad", f"{claim.answer(may_go_on=False)} {self._claim_void().speech}")

    def told(self, about: str, card: Card | None) -> str:
        """The answer to a question about the table, on which this card lies but may be taken back."""
        return self._teller.answer(about, self.at.play(card) if card else self.at, self.contract)

    def text(self, name: str) -> str:
        return self._teller.text(name)


def _answered(reply: Reply, reason: str, speech: str) -> Reply:
    """``reason``: why the defenders do not accept, if they do not."""
    return replace(reply, row=reply.row | {"accepted": not reason, "reason": reason}, speech=speech)
