"""The sound of one client: found in it what was said, and had it recognised, one turn at a time.

Time runs with the samples, so that a network that stutters changes nothing; while a client sends none it runs
on with the clock.
"""

from __future__ import annotations

import asyncio
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from math import inf
from typing import Final, ParamSpec

from callparser.errors import CallparserError, InputError
from callparser.service.conversation import Conversation
from callparser.service.events import Failed, Listening, Partial
from callparser.service.listeners import Listeners, Turn
from callparser.service.spoken import Spoken
from callparser.voice.attention import JOIN_S, ONSET_S, TAIL_S, Attention, Found, Nothing
from callparser.voice.endpoint import Dropped, Utterance
from callparser.voice.engine import UNKNOWN, Heard
from callparser.voice.mouth import ECHO_TAIL_S
from callparser.voice.resample import Resampler
from callparser.voice.source import BLOCK_S, RATE_HZ, Block

P = ParamSpec("P")

_BLOCK: Final = int(BLOCK_S * RATE_HZ)
#: A client that is so far behind the clock had stopped sending.
_PAUSE_S: Final = 0.5
#: A client that sends no sound for so long says nothing, whatever it said before.
_STALL_S: Final = 1.0
#: When the key is up and no sound comes, what was said ends so much later.
_FINISH_S: Final = TAIL_S + 0.1
_REASONS: Final = {"lost": "overflow", "long": "too_long", "cut": "cut"}


class Listener:
    """Runs in the event loop. ``flush`` is called after everything that the conversation was told; ``record``
    is given every utterance, before it is heard."""

    def __init__(
        self,
        conversation: Conversation,
        pool: Listeners,
        flush: Callable[[], None],
        record: Callable[[array[int]], None],
        clock: Callable[[], float],
    ) -> None:
        self._conversation, self._pool, self._flush, self._record = conversation, pool, flush, record
        self._clock = clock
        self._lang, self._push = conversation.terms.lang, conversation.terms.mode == "push"
        self._attention = Attention()
        self._zero_s = clock()
        self._at_s = 0.0  # of the last sample, since it began
        self._behind_s = 0.0  # so much later than it ended, sound arrived
        self._left = array("h")
        self._lost = False
        self._turn: Turn | None = None
        self._early: tuple[Utterance, Future[Heard]] | None = None
        self._recognising = 0
        self._table_s = -inf  # where in the sound the table came
        self._away = True  # there is no connection
        self._deaf_until_s = -inf
        self._shown = False
        self._fresh_s = -inf  # when sound came, or the key went down
        self._stall: asyncio.TimerHandle | None = None
        self.rate(conversation.terms.rate_hz)

    # --- what comes in ---------------------------------------------------------------------------------

    def rate(self, rate_hz: int) -> None:
        """Sound has this rate from now on."""
        self._rate_hz = rate_hz
        self._resampler = Resampler(rate_hz, RATE_HZ)

    def seconds(self, data: bytes) -> float:
        return len(data) / 2 / self._rate_hz

    def hear(self, data: bytes) -> None:
        """Mono s16le at the rate that was declared. Raises :class:`InputError` for half a sample."""
        if len(data) % 2:
            self.lose()
            raise InputError(f"found {len(data)} bytes of sound; expected 16-bit samples, two bytes each")
        samples = array("h", data)
        if sys.byteorder == "big":
            samples.byteswap()
        self._left.extend(self._resampler.feed(samples))
        self._catch_up(len(self._left) / RATE_HZ)
        while len(self._left) >= _BLOCK:
            block, self._left = self._left[:_BLOCK], self._left[_BLOCK:]
            self._at_s += BLOCK_S
            self._took(self._attention.take(Block(block, self._at_s, self._lost)))
            self._lost = False
        self._fresh_s = self._clock()
        self._behind_s = self._fresh_s - self._zero_s - self._at_s
        self._look()

    def lose(self) -> None:
        """Sound was dropped: what is being said is not whole."""
        self._lost = True

    def talk(self, on: bool) -> None:
        """The key for speaking goes down or up; hands-free it changes nothing."""
        if not self._push:
            return
        if on:
            self._catch_up(0.0)
            self._fresh_s = self._clock()
            self._attention.press(self._at_s)
        elif self._attention.listening:
            self._attention.release(self._at_s)
            asyncio.get_running_loop().call_later(_FINISH_S, self._finish, self._at_s)
        self._look()

    def new_table(self) -> None:
        """Another table: what began to be said before was not said to it."""
        self._table_s = self._at_s

    def speaking(self, on: bool) -> None:
        """The client's own speech begins or ends."""
        if on:
            self._deaf_until_s = inf
            self._attention.deafen(self._at_s)
            self._end_turn()
        else:
            self._catch_up(0.0)
            self._deaf_until_s = self._at_s + ECHO_TAIL_S
            self._attention.undeafen(self._deaf_until_s)
        self._look()

    def stop(self) -> None:
        """The connection is gone: what was being said is forgotten."""
        self._away = True
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        self._attention.shut()
        self._end_turn()
        self._look()

    def go_on(self) -> None:
        """Another connection goes on."""
        self._away = self._shown = False
        if not self._push:
            self._attention.open(self._at_s)
        self._look()

    def _catch_up(self, duration_s: float) -> None:
        """Where nothing is being said, time goes on though no sound came."""
        now_s = self._clock() - self._zero_s
        if not self._attention.speaking and now_s - duration_s - self._at_s > _PAUSE_S:
            self._at_s = now_s - duration_s

    def _finish(self, at_s: float) -> None:
        """No sound came after the key went up."""
        if self._attention.listening and self._at_s - at_s < TAIL_S:
            self._took(self._attention.finish())
            self._look()

    # --- what was said ---------------------------------------------------------------------------------

    def _took(self, found: list[Found]) -> None:
        if self._attention.speaking and self._turn is None:
            self._turn = self._pool.turn(self._lang, self._in_loop(self._turn_lost))
        for one in found:
            if isinstance(one, Utterance) and not one.final:
                self._begin_early(one)
                continue
            if isinstance(one, Utterance):
                self._recognise(one)
            else:
                self._unheard(one)
        if not self._attention.speaking:
            self._end_turn()

    def _begin_early(self, found: Utterance) -> None:
        """A pause: if it is the end, the answer is ready when that is certain."""
        if self._turn is not None and self._turn.idle:
            hearing = self._turn.hear(found.samples)
            self._early = found, hearing
            hearing.add_done_callback(self._in_loop(partial(self._sounds_like, found)))

    def _sounds_like(self, found: Utterance, hearing: Future[Heard]) -> None:
        if self._early is None or self._early[0] is not found or hearing.exception() is not None:
            return
        text = hearing.result().text
        if text:
            self._conversation.tell(Partial(text))
            self._flush()

    def _recognise(self, found: Utterance) -> None:
        turn = self._turn or self._pool.turn(self._lang, lambda _: None)
        early, self._early, self._turn = self._early, None, None
        if early is not None and (early[0].first_s, early[0].last_s) == (found.first_s, found.last_s):
            hearing = early[1]
        else:
            hearing = turn.hear(found.samples)
        self._recognising += 1
        self._record(found.samples)
        hearing.add_done_callback(self._in_loop(partial(self._recognised, found, turn)))

    def _in_loop(self, call: Callable[P, None]) -> Callable[P, None]:
        """The same, called from another thread."""
        loop = asyncio.get_running_loop()

        def called(*args: P.args, **kwargs: P.kwargs) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(partial(call, *args, **kwargs))

        return called

    def _recognised(self, found: Utterance, turn: Turn, hearing: Future[Heard]) -> None:
        self._recognising -= 1
        turn.end()
        failure = hearing.exception()
        if failure is not None:
            self._conversation.tell(Failed("recogniser_lost", str(failure)))
            self._conversation.unheard("overflow", self._on_clock(found.last_s))
        else:
            self._heard(found, hearing.result())
        self._look()

    def _heard(self, found: Utterance, heard: Heard) -> None:
        now_s = self._clock()
        ended_s = self._on_clock(found.last_s)
        if not self._push and not heard.text.replace(UNKNOWN, "").strip():
            self._conversation.unheard("noise", ended_s, aloud=False)
            return
        if found.first_s < self._table_s:
            self._conversation.unheard("cut", ended_s)
            return
        released = self._push and not self._attention.listening
        settled_s = now_s if released else max(now_s, ended_s + JOIN_S + ONSET_S)
        late_s = max(0.0, now_s - ended_s)
        when = Spoken(ended_s, settled_s, found.first_s, found.last_s, late_s, found.continues)
        try:
            self._conversation.heard(heard, when)
        except CallparserError as err:
            self._conversation.tell(Failed(err.code, str(err)))

    def _unheard(self, found: Dropped | Nothing) -> None:
        self._end_turn()
        if isinstance(found, Nothing):
            self._conversation.unheard("silence", self._clock())
        else:
            self._conversation.unheard(_REASONS[found.why], self._on_clock(found.at_s))

    def _on_clock(self, sound_s: float) -> float:
        """A time of the sound on the clock; never later than now."""
        return min(self._clock(), self._zero_s + sound_s + max(0.0, self._behind_s))

    # --- turns -----------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.end()
        self._turn = self._early = None

    def _turn_lost(self, turn: Turn) -> None:
        """The process that listened to what is being said has died."""
        if self._turn is not turn:
            return  # it was being recognised: its future tells
        self._end_turn()
        self.lose()
        self._conversation.tell(Failed("recogniser_lost", "the recogniser has died; say it again"))
        self._look()

    def _goes_on(self) -> bool:
        """Does sound still come? If not, what was being said is forgotten."""
        left_s = self._fresh_s + _STALL_S - self._clock()
        if left_s > 0:
            if self._stall is None:
                self._stall = asyncio.get_running_loop().call_later(left_s, self._look_again)
            return True
        if self._attention.speaking:
            self._end_turn()
            self._attention.forget()
            self._conversation.unheard("overflow", self._clock())
        return False

    def _look_again(self) -> None:
        self._stall = None
        self._look()

    def _look(self) -> None:
        """Tell whether sound counts; while the key is down, and while somebody speaks, no card is played."""
        listening = self._attention.listening
        speaks = self._attention.speaking and self._goes_on()
        held = self._push and listening
        if not self._away:  # else it is not this ear that holds a card back
            self._conversation.attend(held or speaks or self._recognising > 0)
        counts = listening and self._at_s >= self._deaf_until_s
        if counts != self._shown:
            self._shown = counts
            self._conversation.tell(Listening(counts))
        self._flush()
