"""A whole deal at one table: declarer is the client, the program defends.

The conversation answers what declarer says, as at any table: its policy, its times and its questions are the
same. Here stands what a deal adds. A card that was played stands until it has been quiet for a while, or
declarer says "next"; then it is played for good, a thread lets the defenders follow, and the conversation
gets its next table, for dummy or for declarer's own hand. While they think there is none, so that nothing
can be called or taken back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Final

from callparser.cards import BY_CODE, Card
from callparser.errors import CallparserError, EngineFailed
from callparser.play.hosted import HostedGame
from callparser.play.keeping import as_pbn
from callparser.play.telling import Teller
from callparser.service.conversation import Conversation
from callparser.service.deals import DealAsked, Deals
from callparser.service.dealtalk import DealTalk
from callparser.service.events import (
    CardPlayed,
    Claimed,
    DealCard,
    Dealt,
    DummyFaced,
    Event,
    Failed,
    Notice,
    Prompt,
    Recorded,
    Resolved,
    Score,
    TakenBack,
    TrickWon,
    Turn,
)
from callparser.service.seats import HERE
from callparser.session.reply import Reply
from callparser.wire import table_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_log = logging.getLogger("callparser.service")

SOLVER_LOST: Final = "solver_lost"


class Playing:
    """Runs in the event loop. What it tells goes the way of the conversation's events, in order with them.

    ``flush`` is called when there is more to tell, ``new_table`` when another hand is to play. It has a place
    among ``deals``, as one of that ``address``, until play is over.
    """

    def __init__(
        self,
        asked: DealAsked,
        deals: Deals,
        conversation: Conversation,
        flush: Callable[[], None],
        new_table: Callable[[], None],
        clock: Callable[[], float] = monotonic,
        address: str = HERE,
    ) -> None:
        self.over = False
        self._asked, self._deals, self._conversation = asked, deals, conversation
        self._tell = conversation.tell
        self._flush, self._new_table, self._clock = flush, new_table, clock
        self._teller = Teller(conversation.terms.lang)
        self._rows: list[Row] = []  # what happened, and is not told
        self._game: HostedGame | None = None
        self._talk: DealTalk | None = None
        self._is_dealt = False  # and that is told: what was told before is of another table
        self._card: Card | None = None  # played, and may be taken back
        self._clause: dict[int, str | None] = {}  # of each call
        self._open_n: int | None = None  # the call that left the card to a defender
        self._claimed = self._hurried = False
        self._job: Callable[[], None] | None = self._deal_out  # what is to be done when somebody has time
        self._thinks: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._quiet_s = clock()  # since when
        self._speaks = False  # does the client read aloud?
        self._address, self._has_place = address, True
        conversation.lay(None)
        conversation.defended = True
        self._think()

    @property
    def is_there(self) -> bool:
        """Is there a deal, to be played or to be asked about? One that could not be made is none."""
        return not self.over or self._game is not None

    # --- what comes in -----------------------------------------------------------------------------------

    def stirred(self) -> None:
        """Something was said or done: the defenders wait on."""
        self._quiet_s = self._clock()

    def speaking(self, on: bool) -> None:
        """The client reads aloud: the defenders wait until it has."""
        self._speaks = on
        self.stirred()

    def missed(self) -> None:
        """What was typed was meant for the table before: it is told whose turn it is."""
        self._tell(self._whose_turn())

    def seen(self, event: Event) -> Event:
        """An event of the conversation, as a deal tells it."""
        if isinstance(event, Dealt):
            self._is_dealt = True
        elif not self._is_dealt:
            return event
        elif isinstance(event, Resolved):
            self._clause[event.n] = event.answer.get("clause")
        elif isinstance(event, CardPlayed):
            return self._played(event)
        elif isinstance(event, TakenBack) and event.card:
            self._card = None
        elif isinstance(event, Claimed):
            self._claimed = True
        elif isinstance(event, Prompt) and event.code == "defenders":
            self._open_n = event.n
            return Notice(event.code, event.say)  # the program answers
        elif isinstance(event, Notice) and event.code == "next":
            return self._next()
        elif isinstance(event, Notice) and event.code == "no-table":
            return self._whose_turn()
        return event

    def _played(self, event: CardPlayed) -> Event:
        self.stirred()
        self._card = BY_CODE[event.card]
        seat = self._on().at.turn.letter
        return DealCard(event.n, event.card, event.by, seat, self._clause.get(event.n))

    def _next(self) -> Event:
        """Declarer wants play to go on. Where it cannot, he is told whose turn it is."""
        if not self._waits and (self._job is None or self._thinks is not None):
            return self._whose_turn()
        self._hurried = True
        return Notice("next", "")

    def _whose_turn(self) -> Event:
        game = self._on()
        if self.over:
            return Notice("over", game.text("over"))
        return Notice("turn", game.told("turn", None))

    @property
    def _waits(self) -> bool:
        """Is there a card to be played for good, or to be named by a defender?"""
        return self._card is not None or self._conversation.left_open

    # --- when play goes on -------------------------------------------------------------------------------

    def look(self) -> None:
        """Everything was told: does play go on, or when?"""
        self._unwind()
        if self._thinks is not None or self.over:
            return
        hurried, self._hurried = self._hurried, False
        if self._claimed:
            self._claim()
        elif self._waits and (hurried or self._is_quiet):
            self._go_on()
        elif hurried and self._job is not None:
            self._think()
        elif self._waits and self._asked.wait_s is not None and not self._is_busy:
            left_s = self._quiet_s + self._asked.wait_s - self._clock()
            self._timer = asyncio.get_running_loop().call_later(max(0.0, left_s), self.look)

    @property
    def _is_busy(self) -> bool:
        return self._conversation.busy or self._speaks

    @property
    def _is_quiet(self) -> bool:
        """Has it been, for as long as the defenders wait?"""
        wait_s = self._asked.wait_s
        return wait_s is not None and not self._is_busy and self._clock() >= self._quiet_s + wait_s

    def _go_on(self) -> None:
        """What was called is played for good, and the defenders follow."""
        left_open = self._conversation.left_open
        self._conversation.play_on()
        self._lay()
        self._job = self._name_and_defend if left_open else self._on().defend
        self._think()

    def _lay(self) -> None:
        card, self._card = self._card, None
        if card is not None:
            self._on().lay(card, self._say_for().words)

    def _claim(self) -> None:
        """Declarer has claimed or conceded, and confirmed it."""
        self._claimed = False
        self._lay()
        self._job = self._answer_claim
        self._think()

    # --- what asks the defence: in a thread --------------------------------------------------------------

    def _deal_out(self) -> None:
        conversation = self._conversation
        game = self._deals.game(self._asked, conversation.terms, self._rows.append)
        self._game, self._job = game, game.defend
        self._talk = DealTalk(conversation.session, game, conversation.terms)
        game.begin()

    def _name_and_defend(self) -> None:
        game = self._on()
        game.name_for_dummy(self._say_for().words)
        self._job = game.defend
        game.defend()

    def _answer_claim(self) -> None:
        game, talk = self._on(), self._say_for()
        claim = talk.ending
        assert claim is not None
        answer = game.claim(claim, talk.claim_said)
        self._rows.append(_claim_row(answer))
        self._job = game.defend
        game.defend()

    def _think(self) -> None:
        """Do what is to be done: at once where nobody must be asked."""
        game = self._game
        if game is not None and self._job == game.defend and not game.defending:
            game.defend()
            self._thought()
            self._flush()
            return
        self._thinks = asyncio.get_running_loop().create_task(self._thinking())

    async def _thinking(self) -> None:
        assert self._job is not None
        failure: Exception | None = None
        try:
            await self._deals.run(self._job)
        except Exception as err:
            failure = err
        self._thinks = None
        if not self._has_place:
            return
        if self.over:
            self._leave()  # it was ended meanwhile
            return
        self._thought(failure)
        self._flush()

    def _thought(self, failure: Exception | None = None) -> None:
        """Tell what happened, and give the conversation its next table."""
        for row in self._rows:
            for event in self._events(row):
                self._tell(event)
        self._rows.clear()
        if failure is not None:
            self._failed(failure)
            return
        self._job = None
        if self._on().over:
            self._conversation.lay(None)
            self._end()
            return
        self._conversation.lay(None)
        self._say_for().turn()
        self._conversation.talk = self._say_for()
        self._new_table()
        self.stirred()

    def _failed(self, failure: Exception) -> None:
        """The deal is kept as it stands, if there is one yet: "next" tries again."""
        if not isinstance(failure, CallparserError):
            _log.error("a deal broke", exc_info=failure)
        code = SOLVER_LOST if isinstance(failure, EngineFailed) else "bad-deal"
        self._tell(
            Failed(code, str(failure) if isinstance(failure, CallparserError) else "a fault of the service")
        )
        if self._game is None:
            self.close()

    # --- the end -----------------------------------------------------------------------------------------

    def _end(self) -> None:
        """It is played; questions about it can still be asked."""
        self.over = True
        self._tell(self._record())
        self._leave()

    def _record(self) -> Event:
        game = self._on()
        number = "".join(char for char in game.deal.number if char.isalnum())
        return Recorded(f"deal-{number}.pbn", as_pbn(game))

    def end(self) -> None:
        """The client wants no more of it. What was played is told, if it was not."""
        if not self.over and self._thinks is None and self._game is not None and self._game.at.tricks:
            self._tell(self._record())
        self.close()

    def close(self) -> None:
        """Nobody is there any more."""
        self._unwind()
        self.over = True
        self._conversation.lay(None)
        self._conversation.talk, self._conversation.defended = self._conversation.session, False
        if self._thinks is None:
            self._leave()

    def _leave(self) -> None:
        if self._has_place:
            self._has_place = False
            self._deals.dismiss(self._address)

    def _unwind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on(self) -> HostedGame:
        """The game, which is dealt."""
        assert self._game is not None
        return self._game

    def _say_for(self) -> DealTalk:
        assert self._talk is not None
        return self._talk

    # --- what is told ------------------------------------------------------------------------------------

    def _events(self, row: Row) -> list[Event]:
        kind, say = row["event"], row["text"]
        if kind == "hand":
            return [self._dealt(row)]
        if kind == "dummy":
            return [DummyFaced(row["seat"], row["cards"], say)]
        if kind == "card" and row["by"] == "declarer":
            return []  # it was told when it was called
        if kind == "card":
            by, n = ("defender", self._open_n) if row.get("clause") else ("defence", None)
            return [DealCard(n, row["card"], by, row["seat"], row.get("clause"), say)]
        if kind == "trick":
            return [TrickWon(row["number"], row["won_by"], row["declarer"], row["defenders"], say)]
        if kind == "turn":
            return [Turn(row["seat"], row["hand"], self._situation(row["hand"]), say)]
        if kind == "end":
            return [Score(row["contract"], row["tricks"], row["score"], say)]
        if kind == "notice":
            return [Notice(row["notice"], say)]
        return []

    def _situation(self, hand: str) -> Row | None:
        terms = self._conversation.terms
        if hand != "dummy":
            return None
        return {"lang": terms.lang, "edition": terms.edition} | table_row(self._on().at.for_caller())

    def _dealt(self, hand: Row) -> Event:
        """The deal, its contract and declarer's hand are one event."""
        game = self._on()
        deal, contract = game.deal, game.contract
        say = " ".join(row["text"] for row in self._rows[:3])
        return Dealt(
            board=deal.number,
            dealer=deal.dealer.letter,
            vulnerable=deal.vulnerable,
            lesson=deal.lesson or None,
            contract=contract.text,
            name=self._teller.contract(contract),
            trump="NT" if contract.trumps is None else contract.trumps.letter,
            declarer=game.at.declarer.letter,
            hand=hand["cards"],
            say=say,
        )


def _claim_row(answer: Reply) -> Row:
    """Whether the defenders accept a claim; what they say to it is in the answer."""
    code = "claim_good" if answer.row.get("accepted") else answer.row.get("reason", "claim_bad")
    return {"event": "notice", "notice": code.replace("_", "-"), "text": answer.speech}
