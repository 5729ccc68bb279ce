"""The conversation itself: an ear, a mouth and a keyboard around a :class:`Session`.

Everything that happens is an event in one queue, and one thread answers them in order, so that nothing is
played between two thoughts. The card is shown as soon as it is known; it is said when the speaker has
been quiet long enough to have finished.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from callparser.designation import Understood
from callparser.errors import CallparserError, EngineFailed, InputError
from callparser.jsonline import decode, error_row
from callparser.session.reply import Reply
from callparser.voice.attention import JOIN_S, ONSET_S, Nothing
from callparser.voice.audio import Audio
from callparser.voice.ear import Ear, Ended
from callparser.voice.endpoint import Dropped, Utterance
from callparser.voice.engine import UNKNOWN, Heard
from callparser.voice.hearing import Hearing, hearings_out
from callparser.voice.meaning import Outcome
from callparser.voice.mouth import Mouth
from callparser.voice.second import Reconsidered
from callparser.voice.source import RATE_HZ, Clock
from callparser.wire import Situation, situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.session.state import Again

COMMANDS: Final = ("undo", "repeat", "next", "talk", "release", "on", "off", "hush", "quit", "exit")
MODES: Final = ("push", "toggle", "hands-free")
#: A key that is held repeats itself; when it has not for so long, it was released.
HELD_S: Final = 0.15
_IDLE_S: Final = 0.5
_LAST_WORDS_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Typed:
    """A line: a call, an answer, ``/command``, or a JSON object with one of ``utterance``, ``command`` and
    ``situation``."""

    line: str


@dataclass(frozen=True, slots=True)
class Key:
    """``talk``: the key for speaking (again while it is held); ``hush``: silence, please."""

    name: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Hung:
    """The keyboard, or whatever typed, has gone. ``quit``: because the player wants to leave."""

    quit: bool = True


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something happened to the microphone; ``code`` is the name of a message."""

    code: str


class Opinion(Protocol):
    """What is asked again about a hearing in doubt: :class:`callparser.voice.second.Second` and its like."""

    def reconsider(
        self, audio: Audio, heard: Heard, parse: Callable[[str], Understood], outcome: Outcome
    ) -> Reconsidered: ...


class Talk(Protocol):
    """Who answers what is said: :class:`callparser.session.state.Session`, or a table that holds one."""

    @property
    def messages(self) -> Messages: ...
    def typed(self, text: str) -> Reply: ...
    def heard(
        self, heard: Heard, *, gap_s: float | None = ..., continues: bool = ..., again: Again = ...
    ) -> Reply: ...
    def undo(self) -> Reply: ...
    def repeat(self) -> Reply: ...
    def next(self) -> Reply: ...
    def unheard(self) -> None: ...
    def table(self, asked: Situation | None) -> None: ...


Event = Utterance | Dropped | Nothing | Ended | Typed | Key | Hung | Noticed


class Dialog:
    """Runs until the player leaves or nothing more can come. ``show`` gets every row, as on the wire.

    ``after`` is called when it has been quiet for ``quiet_s`` after an answer; what it returns is said.
    """

    def __init__(
        self,
        session: Talk,
        mouth: Mouth,
        show: Callable[[Row], None],
        *,
        hearing: Hearing | None = None,
        second: Opinion | None = None,
        mode: str = "push",
        after: Callable[[], str] = lambda: "",
        quiet_s: float = 0.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self.session, self.mouth, self.show = session, mouth, show
        self.ear: Ear | None = None
        self.mode = mode
        self.answered = 0  # calls, typed or spoken
        self.left = False  # the player said so
        self.failed = ""  # why the microphone ended, if it did
        self._hearing, self._second = hearing, second
        self._after, self._quiet_s = after, quiet_s
        self._busy_s = clock()  # when something was last said, by whomever
        self._clock = clock
        self._words = session.messages.listening
        self._events: queue.Queue[Event] = queue.Queue()
        self._zero_s = clock()
        self._early: tuple[float, float, Heard] | None = None  # heard before the end was certain
        self._say: tuple[str, float] | None = None
        self._last_s: float | None = None
        self._spoken: int | None = None  # the answer to what was spoken last
        self._press_s: float | None = None
        self._release_s: float | None = None
        self._complained = False
        self._typing = True
        self._going = True

    def post(self, event: Event) -> None:
        """From any thread."""
        self._events.put(event)

    def listen(self, ear: Ear) -> None:
        """Begin to listen with this ear; its sounds must be posted here."""
        self.ear = self.mouth.ear = ear
        self._zero_s = self._clock()
        if self.mode == "hands-free":
            ear.open(self._clock())
        ear.start()

    def run(self, *, typing: bool = True) -> None:
        """Answer until it is over. Without ``typing`` the end of the sound is the end."""
        self._typing = typing
        while self._going:
            try:
                event = self._events.get(timeout=self._wait_s())
            except queue.Empty:
                pass
            else:
                self._handle(event)
            self._due()
        if self._say is not None:
            self.mouth.say(self._say[0])
        self.mouth.wait(_LAST_WORDS_S)

    # --- time ----------------------------------------------------------------------------------------

    def _wait_s(self) -> float:
        due = [_IDLE_S]
        if self._say is not None:
            due.append(max(0.01, self._say[1] - self._clock()))
        if self._release_s is not None:
            due.append(max(0.0, self._release_s - self._clock()))
        return min(due)

    def _due(self) -> None:
        now_s = self._clock()
        if self._release_s is not None and now_s >= self._release_s:
            self._release(self._release_s)
        if self._say is not None and now_s >= self._say[1] and not self._more():
            text, self._say = self._say[0], None
            self.mouth.say(text)
        if self._say is not None or self.mouth.speaking or self._press_s is not None or self._more():
            self._busy_s = now_s
        elif now_s >= self._busy_s + self._quiet_s and (text := self._after()):
            self._say = (text, now_s)
        if self.mouth.failed and not self.mouth.speaking:
            self.mouth.failed, self.mouth.speaker = False, None
            self._notice("speaker_failed", speak=False)

    def _more(self) -> bool:
        """Is somebody speaking, or has something happened that may change what is to be said?"""
        return bool(self.ear and self.ear.speaking) or not self._events.empty()

    # --- events --------------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        if isinstance(event, Utterance):
            self._heard(event)
        elif isinstance(event, Dropped):
            self._complain(event.why)
        elif isinstance(event, Nothing):
            self._notice("silence")
        elif isinstance(event, Typed):
            self._typed(event.line.strip())
        elif isinstance(event, Key):
            self._key(event)
        elif isinstance(event, Noticed):
            self._notice(event.code)
        elif isinstance(event, Ended):
            self._ended(event)
        else:
            self._typing = False
            self._going = self._going and not event.quit and self.ear is not None

    def _ended(self, event: Ended) -> None:
        self.ear = self.mouth.ear = None
        self.failed = event.reason
        if event.reason:
            self.show({"event": "notice", "notice": "typed_only", "text": event.reason})
        self._going = self._typing

    def _heard(self, found: Utterance) -> None:
        """Whatever goes wrong with it, the players are told, and the conversation goes on."""
        try:
            self._utterance(found)
        except CallparserError as err:
            self._unheard()
            self._failed(err, "again")

    def _utterance(self, found: Utterance) -> None:
        """Raises :class:`CallparserError` for what cannot be answered."""
        if self._hearing is None:
            return
        early = self._early
        if early is not None and early[:2] == (found.first_s, found.last_s):
            heard = early[2]
        else:
            try:
                heard = self._hearing.hear(found.samples, RATE_HZ)
            except EngineFailed as err:
                if found.final:
                    self._unheard()
                    self._failed(err, "engine_failed")
                return
        self._early = None if found.final else (found.first_s, found.last_s, heard)
        if not found.final:
            return
        if self.mode != "push" and not heard.text.replace(UNKNOWN, "").strip():
            self._unheard()
            self.show({"event": "noise", **self._times(found)})
            return
        self._complained = False
        gap_s = None if self._last_s is None else max(0.0, found.first_s - self._last_s)
        opinions: list[Reconsidered] = []

        def again(heard: Heard, parse: Callable[[str], Understood], outcome: Outcome) -> Heard:
            if self._second is not None:
                audio = Audio(found.samples, RATE_HZ)
                opinions.append(self._second.reconsider(audio, heard, parse, outcome))
            return opinions[0].heard if opinions else heard

        reply = self.session.heard(heard, gap_s=gap_s, continues=found.continues, again=again)
        self._last_s = found.last_s
        heard = opinions[0].heard if opinions else heard
        times: Row = {"by": "voice", "heard": heard.text, "hearings": hearings_out(heard),
                      **self._times(found), "latency_s": round(self._clock() - found.last_s, 3),
                      **self._opinion(opinions)}  # fmt: skip
        released = self.mode == "push" and self.ear is not None and not self.ear.listening
        self._reply(reply, times, self._clock() if released else found.last_s + JOIN_S + ONSET_S)
        self._spoken = self.answered

    def _failed(self, err: CallparserError, code: str) -> None:
        """The reason for who reads, and words for the players."""
        self.show({"event": "error", **error_row(err)})
        self._notice(code)

    def _unheard(self) -> None:
        """Speech that goes on from this goes on from no answer."""
        self.session.unheard()
        self._spoken = None

    def _opinion(self, found: Sequence[Reconsidered]) -> Row:
        """What came of the second opinion, if there is one. That it failed is told."""
        if not found:
            return {}
        if found[0].failure:
            self.show({"event": "notice", "notice": "no-second-opinion", "text": found[0].failure})
        return {"second_opinion": "failed" if found[0].failure else found[0].kind}

    def _times(self, found: Utterance) -> Row:
        """In seconds since it began to listen."""
        first_s, last_s = found.first_s - self._zero_s, found.last_s - self._zero_s
        return {"start_s": round(first_s, 3), "end_s": round(last_s, 3)}

    def _typed(self, line: str) -> None:
        self.mouth.hush()
        row: Row = {"command": line[1:]} if line.startswith("/") else {"utterance": line}
        if line.startswith("/") and line[1:].strip().casefold() not in COMMANDS:
            self._notice("help")
            return
        if line.startswith("{"):
            try:
                row = decode(line.encode("utf-8", "replace"))
            except CallparserError as err:
                self.show({"event": "error", **error_row(err)})
                return
        try:
            self._row(row)
        except CallparserError as err:
            if line.startswith(("{", "/")):  # a program, or its author
                self.show({"event": "error", **error_row(err)})
            else:
                self._failed(err, "again")

    def _row(self, row: Row) -> None:
        if "situation" in row:
            given = row["situation"]
            if given is not None and not isinstance(given, dict):
                given = {}
            self.session.table(None if given is None else situation(given | {"utterance": ""}))
            self._notice("next", speak=False)
        elif "command" in row:
            self._command(str(row["command"]).strip().casefold()[:40])
        elif isinstance(row.get("utterance"), str) and row["utterance"].strip():
            text = row["utterance"]
            self._last_s = None
            self._reply(self.session.typed(text), {"by": "text", "heard": text}, self._clock())
        else:
            raise InputError("found no call; expected 'utterance' with a text, 'situation' or 'command'")

    def _command(self, name: str) -> None:
        if name in ("quit", "exit"):
            self.leave()
        elif name in ("undo", "repeat", "next"):
            reply = {"undo": self.session.undo, "repeat": self.session.repeat, "next": self.session.next}[
                name
            ]()
            self._reply(reply, {"by": "text"}, self._clock())
        elif name in ("talk", "release", "hush"):
            self._key(Key(name, self._clock()))
        elif name in ("on", "off"):
            self._switch(name == "on")
        else:
            raise InputError(f"found the command {name!r}; expected one of {', '.join(COMMANDS)}")

    # --- the key for speaking ------------------------------------------------------------------------

    def _key(self, key: Key) -> None:
        if key.name == "hush":
            self._say = None
            self.mouth.hush()
        elif self.ear is None:
            self._notice("typed_only")
        elif key.name == "release":
            self._release(key.at_s)
        elif self.mode != "push":
            self._switch(not self.ear.listening)
        elif self.ear.listening and self._press_s is not None:
            self.ear.hold(key.at_s)  # again: held, or pressed a second time
            self._release_s = key.at_s + HELD_S
        else:
            self._say = None
            self.mouth.hush()
            self._press_s, self._release_s = key.at_s, None
            self.ear.press(key.at_s)
            self._notice("talk", speak=False)

    def _release(self, at_s: float) -> None:
        self._release_s = self._press_s = None
        if self.ear is not None:
            self.ear.release(at_s)

    def _switch(self, on: bool) -> None:
        self._say = None
        self.mouth.hush()
        if self.ear is None:
            self._notice("typed_only")
            return
        if on:
            self._notice("on")
            self.ear.open(self._clock())
        else:
            self.ear.shut()
            self._notice("off")

    # --- answers -------------------------------------------------------------------------------------

    def leave(self) -> None:
        """It is over when what is to be said has been said."""
        self._going, self.left = False, True

    def _reply(self, reply: Reply, more: Row, say_s: float) -> None:
        self._busy_s = self._clock()
        if reply.action == "quit":
            self.leave()
            self._say = (reply.speech, say_s)
            return
        if reply.action == "stop" and self.ear is not None and self.mode != "push":
            self._switch(False)
            return
        if reply.action in ("slower", "faster"):
            getattr(self.mouth, reply.action)()
        self.answered += 1
        row: Row = {"event": "answer", "n": self.answered} | reply.row | more | {"spoken": reply.speech}
        if reply.replaces and self._spoken is not None:
            row["replaces"] = self._spoken
        self.show(row)
        self._say = None if reply.action == "stop" else (reply.speech, say_s)

    def _notice(self, code: str, *, speak: bool = True) -> None:
        text = self._words[code.replace("-", "_")]
        self.show({"event": "notice", "notice": code.replace("_", "-"), "text": text})
        if speak:
            self._say = (text, self._clock())

    def _complain(self, why: str) -> None:
        """Sound that could not be used. Said once until something could, for an echo may be the reason."""
        self._early = None
        self._notice(why, speak=not self._complained)
        self._complained = True
