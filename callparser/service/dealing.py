"""The deal at one table, if one is played there: how it begins and ends, and what does not go with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from callparser.errors import InputError
from callparser.jsonline import type_name
from callparser.play.words import PLAY_LANGUAGES
from callparser.service.conversation import Conversation
from callparser.service.deals import Deals, deal_asked
from callparser.service.events import Event, Failed, Notice
from callparser.service.limits import Bucket, TableLimits
from callparser.service.playing import Playing
from callparser.service.seats import HERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

_END: Final = '{"type": "play", "deal": null}'


class Dealing:
    """Runs in the event loop, as :class:`callparser.service.playing.Playing`. Without ``deals`` none is
    played. ``address``: from where the client comes."""

    def __init__(
        self,
        deals: Deals | None,
        conversation: Conversation,
        limits: TableLimits,
        tell: Callable[[Event], None],
        flush: Callable[[], None],
        new_table: Callable[[], None],
        clock: Callable[[], float],
    ) -> None:
        self.address = HERE
        self._deals, self._conversation, self._limits = deals, conversation, limits
        self._tell, self._flush, self._new_table, self._clock = tell, flush, new_table, clock
        self._often = Bucket(limits.deals_per_min / 60, limits.deals_per_min, clock)
        self._playing: Playing | None = None  # also when it is over: it can be asked about

    def receive(self, row: Row) -> None:
        """A frame of type ``play``. Raises :class:`InputError`; that there is no room is told."""
        if "deal" not in row:
            raise InputError("'deal' is missing; expected it beside 'type', an object or null")
        given = row["deal"]
        if given is not None and not isinstance(given, dict):
            raise InputError(f"deal is {type_name(given)}; expected an object or null")
        if given is None:
            self._end()
            return
        if self._playing is not None and not self._playing.over:
            raise InputError(f"a deal is being played; end it first, with {_END}")
        self._begin(given)

    def _begin(self, given: Row) -> None:
        asked = deal_asked(given)
        deals, why_not = self._deals, self._why_not
        most = self._limits.deals_per_min
        if deals is None or why_not:
            self._tell(Failed("no-play", why_not))
        elif not self._often.take():
            self._tell(Failed("too-fast", f"expected at most {most:g} deals a minute"))
        elif not deals.admit(self.address):
            self._tell(Failed("deals-full", "as many deals are played as there is room for; try again later"))
        else:
            self._playing = Playing(
                asked,
                deals,
                self._conversation,
                self._flush,
                self._new_table,
                self._clock,
                self.address,
            )

    @property
    def _why_not(self) -> str:
        """Why no deal can be played here, if none can."""
        lang = self._conversation.terms.lang
        if self._deals is None:
            return "no deals are played on this service"
        if lang not in PLAY_LANGUAGES:
            return f"lang is {lang!r}; deals are played in {', '.join(PLAY_LANGUAGES)}"
        return self._deals.why_not

    def _end(self) -> None:
        if self._playing is not None:
            self._playing.end()
            self._playing = None
        self._conversation.tell(Notice("no-deal", ""))

    def allow(self, kind: str) -> None:
        """Raises :class:`InputError` for a frame that would be about another table."""
        if self._playing is not None and self._playing.is_there:
            raise InputError(
                f"found {kind} at a deal, which makes the table, and whose defenders the program plays; "
                f"expected it after {_END}"
            )

    def stirred(self) -> None:
        if self._playing is not None:
            self._playing.stirred()

    def speaking(self, on: bool) -> None:
        if self._playing is not None:
            self._playing.speaking(on)

    def seen(self, event: Event) -> Event:
        """An event of the conversation, as it is told."""
        return event if self._playing is None else self._playing.seen(event)

    def missed(self) -> None:
        """Something was typed before its writer had read that another hand is to play."""
        if self._playing is not None:
            self._playing.missed()

    def look(self) -> None:
        """Everything was told."""
        if self._playing is not None:
            self._playing.look()

    def close(self) -> None:
        """The session is over."""
        if self._playing is not None:
            self._playing.close()
            self._playing = None
