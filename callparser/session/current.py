"""The table as it lies before a session: which cards are called from it, and how it moves on."""

from __future__ import annotations

from callparser.session.trick import dummy_has_played, played, takes_call, turned
from callparser.table import Play
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.cards import Card
    from callparser.table import TableState
    from callparser.wire import Situation


class CurrentTable:
    """``asked`` is ``None`` where no table is known. ``left``: dummy has played, and the next table is not
    given yet. ``stopped``: why no card is called at this table any more, the name of a message."""

    def __init__(self, asked: Situation | None) -> None:
        self.asked = asked
        self.left = False
        self.stopped = ""
        self.entries: tuple[Situation, ...] = ()  # the tables before cards that may be taken off

    def give(self, asked: Situation | None, *, left: bool = False) -> None:
        """Another one."""
        self.asked, self.left, self.stopped, self.entries = asked, left, "", ()

    @property
    def has_played(self) -> bool:
        """Has dummy played to the trick that lies here, so that nothing can be called before the next?"""
        over = self.left or bool(self.stopped)
        return over or (self.asked is not None and dummy_has_played(self.asked.table))

    @property
    def takes_call(self) -> bool:
        """Is there a table at which the law can say what a call is?"""
        return self.asked is not None and not self.stopped and takes_call(self.asked.table)

    def where(self, card: Card | None) -> TableState:
        """With this card of dummy's on it, if there is one. There must be a table."""
        assert self.asked is not None
        table = self.asked.table
        return table if card is None else played(table, Play(table.dummy_seat, card))

    def put(self, table: TableState) -> Situation:
        """The same situation at that table. There must be one."""
        assert self.asked is not None
        return replace(self.asked, table=table)

    def turn(self, card: Card | None) -> None:
        """The trick is turned, with this card of dummy's."""
        self.give(self.put(turned(self.where(card))))

    def enter(self, play: Play, card: Card | None) -> None:
        """A card of another hand, after this one of dummy's, past which none is taken off."""
        earlier = self.entries if card is None else ()
        before = self.where(card)
        entries = (*earlier, self.put(before))
        self.give(self.put(played(before, play)))
        self.entries = entries

    def take_off(self) -> None:
        """The card that was entered last. There must be one."""
        *rest, before = self.entries
        self.give(before)
        self.entries = tuple(rest)

    def stop(self, why: str, card: Card | None) -> None:
        """No card is called any more; this one of dummy's stays where it lies."""
        if self.asked is not None:
            self.asked, self.stopped, self.entries = self.put(self.where(card)), why, ()
