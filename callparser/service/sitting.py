"""A session as the server keeps it: a conversation, what was told in it, and who reads that now.

A sitting outlives its connection: for a while another one may go on with it, from the event that was read
last. All of it runs in the event loop.
"""

from __future__ import annotations

import asyncio
import secrets
from array import array
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from callparser.errors import CallparserError, InputError
from callparser.jsonline import type_name
from callparser.service.conversation import Conversation
from callparser.service.dealing import Dealing
from callparser.service.deals import Deals
from callparser.service.events import Event, Failed, Notice, Prompt, Turn, Welcome
from callparser.service.journal import AUDIO, Journal, utc
from callparser.service.limits import TableLimits
from callparser.service.listener import Listener
from callparser.service.listeners import Listeners
from callparser.service.terms import Terms
from callparser.table import Seat
from callparser.voice.flac import can_pack, flac
from callparser.voice.source import RATE_HZ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row

#: Why a session does not listen.
NO_SOUND: Final = "no sound was asked for (rate_hz 0)"
NO_POOL: Final = "no recogniser runs on this server"
FULL: Final = "there is no room for one more who speaks; type, or come again later"
#: What a client may send; a frame of another type is recorded as "unknown".
_FRAMES: Final = ("hello", "text", "command", "situation", "designate", "play", "talk", "speaking", "bye")
#: The code of an error in a frame of these types.
_BAD: Final = {"situation": "bad-situation", "play": "bad-deal"}
#: What opens a session or the service: it is never recorded.
_SECRETS: Final = ("token", "auth")


@dataclass(frozen=True, slots=True)
class Sent:
    """An event as on the wire, and when it is kept: it may not be sent before. An empty ``row`` is not sent:
    it stands for something else that must be on disk before what follows is sent."""

    row: Row
    kept: Future[None] | None = None


def stamped(event: Event, seq: int) -> Row:
    """With its number and the time."""
    row = event.row()
    return {"type": row.pop("type"), "seq": seq, "at": utc()} | row


class Sitting:
    """One declarer. Without a ``pool`` it does not listen, without ``deals`` none is played."""

    def __init__(
        self,
        terms: Terms,
        limits: TableLimits,
        pool: Listeners | None = None,
        journal: Journal | None = None,
        clock: Callable[[], float] = monotonic,
        deals: Deals | None = None,
    ) -> None:
        self.terms = terms
        self.session, self.token = secrets.token_hex(8), secrets.token_urlsafe(24)
        self.conversation = Conversation(terms, clock)
        self.seq = 0
        self._turn_seq = 0  # of the last turn of a deal
        self._limits = limits
        self._clock = clock
        self._reader: Callable[[Sent], None] | None = None
        self._leave: Callable[[], None] | None = None
        self._kept: deque[Sent] = deque(maxlen=limits.kept_events)
        self._timer: asyncio.TimerHandle | None = None
        self._dealing = Dealing(
            deals, self.conversation, limits, self.tell_now, self.flush, self._new_table, clock
        )
        self._pool = pool
        self._log = journal
        self._journal: Journal | None = None  # only with consent
        self._audio = False
        self.deaf, self.full = "", False  # why it does not listen; because too many speak?
        self.listener: Listener | None = None  # while it has a seat
        self._ear: Listener | None = None
        self._address = ""

    def consent(self, hello: Row, terms: Terms) -> Future[None] | None:
        """From now on it is recorded as these terms say. The ``hello`` itself is kept if one of the two, what
        held before and what holds now, allows it: it is the first of what is recorded, or the last."""
        if terms.log:
            self._journal = self._log
        kept = self._keep_frame(hello)
        if not terms.log:
            self._journal = None
        self._audio = terms.audio
        return kept

    def _sit_down(self, address: str) -> None:
        """Take a seat among those who speak, if it has none; else say why it does not listen."""
        if self.listener is not None:
            return
        self.full = False
        if not self.terms.rate_hz:
            self.deaf = NO_SOUND
        elif self._pool is None:
            self.deaf = NO_POOL
        else:
            self.deaf = self._pool.why_not(self.terms.lang)
            if not self.deaf and not self._pool.admit(address):
                self.deaf, self.full = FULL, True
        if self.deaf or self._pool is None:
            return
        if self._ear is None:
            self._ear = Listener(self.conversation, self._pool, self.flush, self._keep_sound, self._clock)
        self.listener, self._address = self._ear, address

    def _stand_up(self) -> None:
        """Give the seat back: another may speak."""
        if self.listener is not None and self._pool is not None:
            self.listener.stop()
            self.listener = None
            self._pool.dismiss(self._address)

    def close(self) -> None:
        """It is over."""
        self._dealing.close()
        self._stand_up()
        self._cancel()

    # --- who reads -------------------------------------------------------------------------------------

    @property
    def attached(self) -> bool:
        return self._reader is not None

    def attach(
        self,
        reader: Callable[[Sent], None],
        after: int | None = None,
        *,
        leave: Callable[[], None],
        address: str = "127.0.0.1",
    ) -> None:
        """Events go to this reader from now on: all of them, or those ``after`` the one that was read last
        and a question that waits. No timer runs on from one reader to the next. ``leave`` is called when
        another takes its place. Who may speak has a seat as long as somebody reads: one from this
        ``address``."""
        self.conversation.stop_timer()
        self._dealing.address = address
        self._dealing.speaking(False)
        if self._leave is not None:
            self._leave()
        self._reader, self._leave = reader, leave
        self._sit_down(address)
        welcome = self._welcome(resumed=after is not None)
        if after is None:
            self.tell_now(welcome)
            if self.full:
                self.tell_now(Failed("full", FULL))
            self._listen()
            return
        read, after = after, min(after, self.seq)
        again = stamped(welcome, after)
        reader(Sent(again, self._keep("server.welcome", again)))
        missed = [sent for sent in self._kept if sent.row["seq"] > after]
        for sent in missed:
            reader(sent)
        if read > after:
            self.tell_now(Failed("bad-message", f"resume.seq is {read}; expected at most {after}, the last "
                                                "event: it goes on from there"))  # fmt: skip
        if self.full:
            self.tell_now(Failed("full", FULL))
        self.conversation.attend(False)
        self._listen()
        asked = [sent.row for sent in missed if sent.row["type"] == Prompt.type]
        if not asked or asked[-1]["plays_in_s"] is not None:
            self.conversation.ask_again()
        self.flush()

    def detach(self) -> None:
        """Nobody reads: time stands still, and no card is played."""
        self._reader = self._leave = None
        self._stand_up()
        self.conversation.attend(True)
        self.conversation.stop_timer()
        self._dealing.look()
        self._cancel()

    def _welcome(self, *, resumed: bool) -> Welcome:
        terms = self.terms
        return Welcome(self.session, self.token, terms.lang, terms.edition, self.listener is not None,
                       self.deaf or None, resumed, self._limits.row())  # fmt: skip

    def _listen(self) -> None:
        if self.listener is not None:
            self.listener.go_on()

    # --- what comes in ---------------------------------------------------------------------------------

    def receive(self, row: Row) -> None:
        """A frame of the client, decoded. What is wrong with it is told, and raised as
        :class:`CallparserError`."""
        self._wait_for(self._keep_frame(row))
        self._dealing.stirred()
        try:
            self._received(row)
        except CallparserError as err:
            self.tell_now(Failed(_BAD.get(str(row.get("type")), "bad-message"), str(err)))
            self.refused()
            raise
        finally:
            self.flush()

    def refused(self) -> None:
        """A frame was not taken, and may have been another table or a "no": no timer runs on past it."""
        if self.conversation.stop_timer():
            self.conversation.ask_again()
            self.flush()

    def _received(self, row: Row) -> None:
        kind = row.get("type")
        if kind == "text":
            text, seq = self._text(row, "text"), row.get("seq")
            if type(seq) is int and seq < self._turn_seq:
                self._dealing.missed()
            else:
                self.conversation.typed(text)
        elif kind == "command":
            self.conversation.command(self._text(row, "command"))
        elif kind == "situation":
            if "situation" not in row:
                raise InputError("'situation' is missing; expected it beside 'type', an object or null")
            given = row["situation"]
            if given is not None and not isinstance(given, dict):
                raise InputError(f"situation is {type_name(given)}; expected an object or null")
            self._dealing.allow("situation")
            self.conversation.situation(given)
            self._new_table()
        elif kind == "play":
            self._dealing.receive(row)
        elif kind == "designate":
            self._dealing.allow("designate")
            self.conversation.designate(self._text(row, "card"), Seat.parse(self._text(row, "by")))
        elif kind in ("talk", "speaking"):
            self._sound(str(kind), row.get("on"))
        elif kind == "bye":
            self.conversation.bye("bye")
        else:
            raise InputError(f"type is {str(kind)[:20]!r}; expected text, command, situation, designate, "
                             "play, talk, speaking or bye")  # fmt: skip

    def _new_table(self) -> None:
        if self.listener is not None:
            self.listener.new_table()

    def _text(self, row: Row, name: str) -> str:
        value = row.get(name)
        if not isinstance(value, str) or not value.strip():
            found = f"is {repr(value)[:20]}" if name in row else "is missing"
            raise InputError(f"{name} {found}; expected a text")
        if len(value) > self._limits.text_chars:
            raise InputError(
                f"{name} has {len(value)} characters; expected at most {self._limits.text_chars}"
            )
        return value.strip()

    def _sound(self, kind: str, on: Any) -> None:
        if not isinstance(on, bool):
            raise InputError(f"{kind}.on is {type_name(on)}; expected true or false")
        if kind == "speaking":
            self._dealing.speaking(on)
        if self.listener is None:
            if kind == "talk":
                self._unheard_key(on)
        elif kind == "talk":
            self.listener.talk(on)
        else:
            self.listener.speaking(on)

    def _unheard_key(self, on: bool) -> None:
        """The key for speaking, where nobody listens: what declarer says now may be a "no"."""
        if on:
            words = self.conversation.session.messages.listening
            self.conversation.tell(Notice("typed-only", words["typed_only"]))
            if self.conversation.stop_timer():
                self.conversation.ask_again()
        self.conversation.attend(on and self.terms.mode == "push")

    # --- what goes out ---------------------------------------------------------------------------------

    def tell_now(self, event: Event) -> None:
        """An event that waits for nothing."""
        self.seq += 1
        row = stamped(event, self.seq)
        sent = Sent(row, self._keep(f"server.{event.type}", row))
        self._kept.append(sent)
        if self._reader is not None:
            self._reader(sent)

    def flush(self) -> None:
        """Tell what is due, and look again when more will be."""
        self._cancel()
        for event in self.conversation.take():
            shown = self._dealing.seen(event)
            self.tell_now(shown)
            if isinstance(shown, Turn):
                self._turn_seq = self.seq
        self._dealing.look()
        due_s = self.conversation.due_s
        if due_s is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due_s - self._clock()), self.flush)

    # --- what is recorded ------------------------------------------------------------------------------

    def _keep_frame(self, row: Row) -> Future[None] | None:
        kind = row.get("type")
        return self._keep(f"client.{kind if kind in _FRAMES else 'unknown'}", row)

    def _keep(self, kind: str, row: Row) -> Future[None] | None:
        """With consent, in the log."""
        if self._journal is None:
            return None
        return self._journal.keep(self.session, kind, _open(row))

    def _keep_sound(self, samples: array[int]) -> None:
        if self._journal is not None and self._audio and can_pack():
            self._wait_for(self._journal.keep(self.session, AUDIO, lambda: flac(samples, RATE_HZ)))

    def _wait_for(self, kept: Future[None] | None) -> None:
        """Nothing more is told before this is on disk."""
        if kept is not None and self._reader is not None:
            self._reader(Sent({}, kept))

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _open(value: Any) -> Any:
    """The same without secrets, however deep they are."""
    if isinstance(value, dict):
        return {key: _open(part) for key, part in value.items() if key not in _SECRETS}
    return [_open(part) for part in value] if isinstance(value, list) else value


class Sittings:
    """All sessions of a server, by token."""

    def __init__(
        self,
        limits: TableLimits,
        pool: Listeners | None = None,
        journal: Journal | None = None,
        deals: Deals | None = None,
    ) -> None:
        self.limits, self.pool, self.journal, self.deals = limits, pool, journal, deals
        self._there: dict[str, Sitting] = {}
        self._leaving: dict[str, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._there)

    def open(self, terms: Terms) -> Sitting | None:
        """A new one, or none when there is no room. The one that has been without a connection for longest
        makes room."""
        if len(self._there) >= self.limits.sessions and self._leaving:
            self.forget(self._there[next(iter(self._leaving))])
        if len(self._there) >= self.limits.sessions:
            return None
        made = Sitting(terms, self.limits, self.pool, self.journal, deals=self.deals)
        self._there[made.token] = made
        return made

    def find(self, token: str) -> Sitting | None:
        """The one that a token stands for, if it is still there."""
        if token in self._leaving:
            self._leaving.pop(token).cancel()
        return self._there.get(token)

    def leave(self, sitting: Sitting) -> None:
        """Its connection is gone: keep it for a while, unless it is over."""
        sitting.detach()
        if sitting.conversation.over:
            self.forget(sitting)
        elif sitting.token in self._there:
            loop = asyncio.get_running_loop()
            self._leaving[sitting.token] = loop.call_later(self.limits.resume_s, self.forget, sitting)

    def forget(self, sitting: Sitting) -> None:
        sitting.close()
        self._there.pop(sitting.token, None)
        leaving = self._leaving.pop(sitting.token, None)
        if leaving is not None:
            leaving.cancel()
