"""A game at a table that answers by itself what is said: it is told what came of it, and plays on.

Only what is said in the docstring asks the defence, and may take long and fail (:class:`EngineFailed`). What
has happened by then stays; ``defend`` goes on from there.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.errors import EngineFailed
from callparser.play.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from callparser.session.state import Reply


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

    def claim(self, reply: Reply, said: str) -> Reply:
        """A claim or concession that was confirmed; the answer says whether it is accepted. Then
        ``defend`` goes on, or ends play. Asks the defence, and where that fails play goes on."""
        self.claim_said = said
        try:
            return self._claim(reply)
        except EngineFailed:
            return self._goes_on(reply, "claim_unknown")

    def told(self, about: str, card: Card | None) -> str:
        """The answer to a question about the table, on which this card lies but may be taken back."""
        return self._teller.answer(about, self.at.play(card) if card else self.at, self.contract)

    def text(self, name: str) -> str:
        return self._teller.text(name)
