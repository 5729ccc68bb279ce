"""One declarer at one table: what is told of every call, and when a card is played.

:class:`callparser.session.state.Session` decides what was called and what the law makes of it. Here stands
what a client must be able to rely on beside that:

* **A card is played when it falls due**: at once, after the time of the timer, after a yes, or when a
  defender names it. While somebody speaks, and while a claim waits for an answer, nothing falls due, and
  whatever is said stops a running timer: then only a yes plays the card.
* **An answer follows its question.** What began before the client was told the question that waits is no
  "yes" to it and no choice, and no card of a defender. To take back it is never too early.
* **One tempo.** What answers a call, of whatever kind, goes out ``tempo_s`` after the end of speech.
* **One wording.** A void call (46B4), words that mean nothing and sound that was not heard are asked about in
  the same words (Law 43).

No sound, no sockets, no threads: the clock is given, :attr:`Conversation.due_s` says when to ask again for
what is due, and :meth:`Conversation.take` gives it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Final, Protocol

from callparser.errors import InputError
from callparser.intentform import understood_out
from callparser.service.events import (
    Bye,
    CardPlayed,
    Claimed,
    Event,
    Heard,
    Notice,
    NotUnderstood,
    Prompt,
    Resolved,
    TakenBack,
)
from callparser.service.falling import CalledCard, Falling
from callparser.service.leftopen import Ears, LeftOpen
from callparser.service.outbox import Outbox
from callparser.service.questions import Questions, Told
from callparser.service.spoken import Spoken
from callparser.service.terms import Terms
from callparser.session.reply import SURE_HEARD, SURE_TYPED, Reply
from callparser.session.state import Session
from callparser.table import Seat
from callparser.voice.hearing import hearings_out
from callparser.wire import situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.jsonline import Row
    from callparser.voice.engine import Heard as Hearings
    from callparser.wire import Situation

__all__ = ["COMMANDS", "Conversation", "Spoken"]

COMMANDS: Final = ("undo", "repeat", "next", "yes", "no")
#: What the answer of a session has beside the answer of the contract.
_OURS: Final = ("event", "state", "sure", "confirmed")
_ENDINGS: Final = ("claim", "concession")
#: Outcomes of which a question may be made.
_QUESTIONS: Final = ("played", "choose", "ask", *_ENDINGS)


@dataclass(frozen=True, slots=True)
class _Before:
    """What waited before something was spoken."""

    prompt: Prompt | None
    claim: Prompt | None
    told: Told | None
    open: LeftOpen | None
    falling: Falling | None


class Talk(Protocol):
    """Who answers what is said: the session, or what stands between it and declarer."""

    def typed(self, text: str, *, early: bool = ...) -> Reply: ...
    def heard(
        self, heard: Hearings, *, gap_s: float | None = ..., continues: bool = ..., early: bool = ...
    ) -> Reply: ...
    def undo(self) -> Reply: ...
    def accept(self) -> Reply: ...
    def repeat(self) -> Reply: ...


class Conversation:
    """Feed it what comes from the client; :meth:`take` what is to be told."""

    def __init__(self, terms: Terms, clock: Callable[[], float] = monotonic) -> None:
        self.terms = terms
        self.session = Session(terms.lang, always_confirm=terms.confirm != "at_once")
        self.talk: Talk = self.session
        self.defended = False  # do the defenders answer by themselves for dummy (46B5)?
        self.over = False
        self._clock = clock
        self._words = self.session.messages.listening
        self._out = Outbox()
        self._n = 0
        self._questions = Questions(clock)
        self._open: LeftOpen | None = None
        self._ears = Ears(terms.lang, self._words)  # while a card is left open
        self._played: CalledCard | None = None  # may be taken back
        self._falling: Falling | None = None
        self._before = self._now()  # what was spoken last
        self._left = False  # play goes on, and the table is not given yet
        self._attending = False
        self._complained = False
        self._end_s: float | None = None  # of what was spoken last, in the sound

    # --- time ------------------------------------------------------------------------------------------

    @property
    def due_s(self) -> float | None:
        """When there is something to :meth:`take`, if nothing comes before."""
        due = [] if self._out.due_s is None else [self._out.due_s]
        if self._falling is not None and not self._waits:
            due.append(self._falling.due_s)
        return min(due, default=None)

    def take(self) -> list[Event]:
        """What is due now, in order; when it is over, all that is left."""
        told = self._out.take(inf if self.over else self._clock())
        falling = self._falling
        if falling is not None and not self._waits and falling.due_s <= self._clock():
            told.append(self._fallen(falling))  # now, whatever is still held: the key may be down by then
        for event in told:
            if isinstance(event, Prompt) and event.code != "again":
                self._questions.tell(event)
        return told

    @property
    def _waits(self) -> bool:
        """Does nothing fall due: declarer speaks, or a claim is to be answered first?"""
        return self._attending or self.session.ending

    def attend(self, on: bool) -> None:
        """Somebody speaks, or what was said is being recognised: until that is over no card is played."""
        self._attending = on

    @property
    def waiting(self) -> bool:
        """Is there a question that waits for an answer?"""
        return self._questions.first is not None

    @property
    def left_open(self) -> bool:
        """Is a defender to name dummy's card (46B5)?"""
        return self._open is not None and self._open.asked

    @property
    def busy(self) -> bool:
        """Does somebody speak, a question wait for declarer, a card to be played, or anything to be told?"""
        asks = self.waiting and (self.session.ending or not self.left_open)
        held = self._out.due_s is not None  # it may be that what was played is taken back
        return self._attending or asks or held or self._falling is not None

    def ask_again(self) -> None:
        """The question that waits, once more and without a timer; one that is still held comes as it is."""
        self.stop_timer()
        self._questions.untime()
        first = self._questions.first
        if first is not None and first != self._out.question:
            self._tell(first)

    # --- what comes in ---------------------------------------------------------------------------------

    def situation(self, given: Row | None) -> None:
        """Play goes on at this table, and what stood is final. Raises :class:`InputError`."""
        self.lay(None if given is None else situation(self._defaults() | given | self._fixed()))
        self._tell(Notice("situation", ""))

    def lay(self, asked: Situation | None) -> None:
        """Play goes on at this table, and what stood is final."""
        self._settle_for_good()
        self.session.table(asked)
        self._left = False

    def _defaults(self) -> Row:
        return {"edition": self.terms.edition, "alphabet": self.terms.alphabet}

    def _fixed(self) -> Row:
        return {"utterance": "", "lang": self.terms.lang}

    def typed(self, text: str) -> None:
        """A call, an answer, an order."""
        n, now_s = self._next(), self._clock()
        early, self._end_s = self._questions.is_early(now_s), None
        self._tell(Heard(n, "text", text, {}))
        if not self._is_for_session(text):
            self._said_while_open(text, 1.0, n, early)
            return
        self._reply(self.talk.typed(text, early=early), n, SURE_TYPED, now_s, now_s)

    def heard(self, heard: Hearings, when: Spoken) -> None:
        """What the recogniser made of an utterance."""
        n, before_s, self._end_s = self._next(), self._end_s, when.end_s
        gap_s = None if before_s is None else max(0.0, when.start_s - before_s)
        self._complained = False
        self._tell(Heard(n, "voice", heard.text, {"hearings": hearings_out(heard)} | when.row()))
        if when.continues and self.session.goes_on:
            self._go_back()
        self._before, early = self._now(), self._questions.is_early(when.began_at_s)
        text = heard.text if heard.in_language else ""
        if not self._is_for_session(text):
            self._said_while_open(text, heard.confidence, n, early)
            return
        reply = self.talk.heard(heard, gap_s=gap_s, continues=when.continues, early=early)
        self._reply(reply, n, SURE_HEARD, when.ended_at_s, when.settled_at_s)

    def _now(self) -> _Before:
        asked = self._questions
        return _Before(asked.call, asked.claim, asked.told, self._open, self._falling)

    def _go_back(self) -> None:
        """What was spoken last counts no longer: its card does not fall, and what waited before it waits."""
        before, asked = self._before, self._questions
        asked.call, asked.claim, asked.told = before.prompt, before.claim, before.told
        self._open = before.open
        if self._falling is not before.falling:
            self._falling = None

    def unheard(self, reason: str, ended_at_s: float, *, aloud: bool = True) -> None:
        """Sound that is no utterance. Hands-free that is said once until something is heard, for an echo may
        be the reason; not ``aloud``, it is not said at all."""
        self.session.unheard()
        self._before = self._now()
        aloud = aloud and not (self._complained and self.terms.mode == "hands-free")
        self._complained = self._complained or aloud
        say = self._words["again"] if aloud and self._open is None else ""
        self._put(NotUnderstood(self._next(), reason, say), ended_at_s)
        if self.stop_timer() or (aloud and self._open is not None):
            self.ask_again()

    def command(self, name: str) -> None:
        """One of :data:`COMMANDS`. Raises :class:`InputError` for another."""
        if name not in COMMANDS:
            raise InputError(f"command is {name[:20]!r}; expected one of {', '.join(COMMANDS)}")
        now_s = self._clock()
        early = self._questions.is_early(now_s)
        if self._open is not None and not self.session.ending:
            self._ordered_while_open(name, early)
        elif name == "next":
            self._reply(self.talk.typed("next trick"), self._n, SURE_TYPED, now_s, now_s)
        else:
            self._reply(self._commanded(name, early), self._n, SURE_TYPED, now_s, now_s)

    def _commanded(self, name: str, early: bool) -> Reply:
        if name in ("undo", "no"):
            return self.talk.undo()
        if name == "yes" and not early and self.session.state in ("confirm", "choose"):
            return self.talk.accept()
        return self.talk.repeat()

    def designate(self, card: str, by: Seat) -> None:
        """A defender names the card (46B5). Raises :class:`InputError` when none is asked, while declarer
        speaks, for a card that may not be played, and for a seat that is not a defender's."""
        found, asked = self._open, self.session.asked
        if self.session.ending:
            raise InputError("a claim or concession waits for an answer; expected yes or no before a card")
        early = self._questions.is_early(self._clock()) or self._out.question is not None
        if found is None or not found.asked or asked is None or early:
            raise InputError("no defender is asked; expected after a prompt with the code 'defenders'")
        if self._attending:
            raise InputError("declarer speaks, or the key is down: no card is played; expected after that")
        dummy = asked.table.dummy_seat
        if by in (dummy, dummy.partner):
            raise InputError(f"{by.letter} is no defender; expected {dummy.after().letter} or "
                             f"{dummy.after(3).letter}")  # fmt: skip
        legal = found.reply.row["candidates"]
        if card not in legal:
            raise InputError(f"{card[:20]!r} may not be played; expected one of {', '.join(legal)}")
        self._open = self._questions.call = None
        self._out.put_first(CardPlayed(found.n, card, "defender"), self._clock())
        self._leave_table()  # it cannot be taken back

    # --- what a defender is to name (46B5) -------------------------------------------------------------

    def _left_open(self, reply: Reply, n: int, sure: float) -> Prompt:
        """The card is for a defender to name; what is in doubt, declarer is asked first."""
        certain = self.terms.confirm != "always" and reply.row["confidence"] >= sure
        self._open = LeftOpen(n, reply, certain)
        return self._question_of(self._open)

    def _question_of(self, found: LeftOpen) -> Prompt:
        if found.asked:
            return Prompt(
                found.n, "defenders", found.reply.speech, self._options(found.reply.row["candidates"])
            )
        said = found.reply.row["understood"]
        return Prompt(found.n, "confirm", self._words["confirm"].format(what=said[:1].upper() + said[1:]))

    def _is_for_session(self, text: str) -> bool:
        """While a card is left open, only the end of the hand or session is, and what answers a claim."""
        if self._open is None:
            return True
        return self._ears.is_for_session(text, ending=self.session.ending)

    def _said_while_open(self, text: str, confidence: float, n: int, early: bool) -> None:
        """Only words that take it back, or answer the question whether it was said, count now. All else is
        told, and answered with the question that waits."""
        found = self._ears.meanwhile(text, confidence, defended=self.defended)
        if found.name == "repeat":
            self._tell(Resolved(n, self.session.state, understood_out(found.said), "", self.terms.lang))
        self._ordered_while_open(found.name if found.sure else "repeat", early)

    def _ordered_while_open(self, name: str, early: bool) -> None:
        found = self._open
        assert found is not None
        self.session.passed()
        if self.session.ending:
            name = "repeat"  # first the claim
        if name in ("undo", "no"):
            self._open = self._questions.call = None
            what = found.reply.row["understood"]
            self._tell(TakenBack(found.n, None, self._words["undone"].format(what=what)))
        elif name == "yes" and not found.asked and not early:
            self._open = replace(found, asked=True)
            self._ask(self._question_of(self._open), self._clock())
        elif name == "next" and found.asked and self.defended:
            self._tell(Notice("next", ""))
        else:
            self.ask_again()

    # --- replies of the session ------------------------------------------------------------------------

    def _reply(self, reply: Reply, n: int, sure: float, ended_s: float, settled_s: float) -> None:
        """``sure``: the confidence that needs no question; speech ended at ``ended_s``."""
        timed, by = self.stop_timer(), "call"
        replaces = n - 1 if reply.replaces else None
        if reply.row.get("confirmed"):
            by, n = "yes", self._questions.first.n if self._questions.first else n
        event, asked = reply.row["event"], False
        if reply.action == "quit":
            self.bye("quit", reply.speech)
        elif event == "answer":
            asked = self._answered(reply, n, sure, ended_s, replaces)
        elif event == "undone":
            self._undone(reply)
        elif event == "repeat" and self.waiting:
            timed = True
        else:
            asked = self._noticed(reply)
        if not self.session.ending:
            self._questions.claim = None
        called = event == "answer" and ("sure" in reply.row or by == "yes")
        self._stands(n, by, max(settled_s, ended_s + self.terms.tempo_s), called=called)
        if timed and not asked:
            self.ask_again()

    def _noticed(self, reply: Reply) -> bool:
        """Something to be said that answers no call; a question that waits is asked again after it."""
        code = reply.row.get("notice", "repeat")
        if code == "next":
            self._play_on()
        if code == "no_claim":
            self._questions.claim = None
        self._tell(Notice(code.replace("_", "-"), reply.speech))
        self.ask_again()
        return True

    def _undone(self, reply: Reply) -> None:
        played, falling, asked = self._played, self._falling, self._questions.call
        waits = asked.n if asked else self._n
        n = played.n if played else falling.card.n if falling else waits
        self._tell(TakenBack(n, played.code if played else None, reply.speech))
        self._played = self._questions.call = None

    def _answered(self, reply: Reply, n: int, sure: float, ended_s: float, replaces: int | None) -> bool:
        """Tell what comes of a call; was a question asked?"""
        row = reply.row
        outcome = row.get("outcome")
        lost = self._left and "sure" in row  # a call, and no table to play it at
        if lost:
            self.session.table(None)
            row = row | {"state": "idle"}
        if outcome in _ENDINGS and row.get("confirmed"):
            self._claimed(reply, n)
            return False
        if outcome not in _ENDINGS:
            self._withdraw()
        asks = None if lost else self._asks(reply, n, sure)
        nothing = outcome == "not_understood" or ("outcome" not in row and row["intent"] is None)
        speech = self.session.messages.heard.format(said=row["understood"]) if lost else reply.speech
        say = "" if asks or nothing else speech
        answer = {key: value for key, value in row.items() if key not in _OURS}
        lang = row.get("lang", self.terms.lang)
        self._put(Resolved(n, row["state"], answer, say, lang, replaces), ended_s)
        if nothing:
            self._put(NotUnderstood(n, "unclear", self._words["again"]), ended_s)
        if row["state"] not in ("confirm", "choose"):
            self._questions.call = None
        if asks is not None:
            self._ask(asks, ended_s)
        if lost:
            self._put(Notice("no-table", self._words["no_table"]), ended_s)
        return asks is not None and asks.code != "again"

    def _asks(self, reply: Reply, n: int, sure: float) -> Prompt | None:
        """The question that a call leads to. Talk leads to none; one that waits goes on waiting."""
        row = reply.row
        outcome, state = row.get("outcome"), row["state"]
        if row.get("hand") == "own" and outcome in ("defender_designates", "void"):
            return Prompt(n, "again", reply.speech)
        if outcome == "defender_designates":
            return self._left_open(reply, n, sure)
        if outcome == "void":
            return Prompt(n, "again", self._words["again"])
        if state not in ("confirm", "choose") or not (outcome in _QUESTIONS or "sure" in row):
            return None
        cards = [] if outcome in _ENDINGS else [card.code for card in self.session.options]
        timer = self.terms.confirm == "timer" and row.get("sure") and state == "confirm" and cards
        return Prompt(n, state, reply.speech, self._options(cards), self.terms.timer_s if timer else None)

    def _claimed(self, reply: Reply, n: int) -> None:
        self._settle_for_good()
        self._tell(Claimed(n, reply.row["outcome"], reply.speech))
        self._leave_table()

    def _options(self, codes: list[str]) -> tuple[Row, ...]:
        names = self.session.messages
        return tuple({"n": n, "card": code, "name": names.card(code)} for n, code in enumerate(codes, 1))

    def _ask(self, prompt: Prompt, ended_s: float) -> None:
        if prompt.code != "again" and self.session.ending:
            self._questions.claim = prompt
        elif prompt.code != "again":
            self._questions.call = prompt
        self._put(prompt, ended_s)
        if prompt.plays_in_s is not None:
            due_s = self._out.after(self._clock()) + prompt.plays_in_s
            self._falling = Falling(CalledCard(prompt.n, prompt.options[0]["card"]), "timer", due_s)

    # --- the card that stands --------------------------------------------------------------------------

    def _stands(self, n: int, by: str, free_s: float, *, called: bool) -> None:
        """What stands no longer does not fall; what was ``called``, and stands, does when it is free to."""
        standing = self._standing()
        falling = self._falling
        if falling is not None and not falling.timed and falling.card.code != standing:
            self._falling = None
        if called and standing is not None and self._played is None and self._falling is None:
            self._falling = Falling(CalledCard(n, standing), by, self._out.after(free_s))

    def _standing(self) -> str | None:
        """The card that stands in the session."""
        stands = self.session.stands
        return stands.code if stands else None

    def _withdraw(self) -> None:
        """Another call came: a card that was played and stands no longer is taken back."""
        if self._played is not None and self._played.code != self._standing():
            self._tell(TakenBack(self._played.n, self._played.code, ""))
            self._played = None

    def _fallen(self, falling: Falling) -> CardPlayed:
        """The card is played."""
        if falling.timed:
            self.session.accept()
        self._falling = self._questions.call = None
        self._played = falling.card
        return CardPlayed(falling.card.n, falling.card.code, falling.by)

    def stop_timer(self) -> bool:
        """From now on only a yes plays the card that waits. Was a timer running?"""
        running = self._falling is not None and self._falling.timed
        if running:
            self._falling = None
            self._out.untime()
        return running

    def _play_on(self) -> None:
        """A card that was called is final. From now dummy has other cards: no other is played from these."""
        final = self._played is not None or self._falling is not None
        self._settle_for_good()
        if final:
            self._leave_table()

    def play_on(self) -> None:
        """What was called is final, also what was left to the defenders; nothing is played until
        :meth:`lay`."""
        self._settle_for_good()
        self._leave_table()

    def _leave_table(self) -> None:
        """Nothing is played until the next situation."""
        self.session.table(None, left=True)
        self._left = True

    def _settle_for_good(self) -> None:
        """Play goes on: a card that was to be played at once has been, and nothing waits any more."""
        if self._falling is not None and not self._falling.timed:
            self._tell(self._fallen(self._falling))
        self._questions.drop()
        self._falling = self._open = self._played = None

    # --- out -------------------------------------------------------------------------------------------

    def bye(self, reason: str, say: str = "") -> None:
        """The session ends."""
        if say:
            self._tell(Notice("closed", say))
        self._tell(Bye(reason))
        self._falling, self.over = None, True

    def tell(self, event: Event) -> None:
        """Something from around the conversation, in its turn."""
        self._tell(event)

    def _tell(self, event: Event) -> None:
        self._out.put(event, self._clock())

    def _put(self, event: Event, ended_s: float) -> None:
        """The answer to a call, in tempo."""
        self._out.put(event, max(self._clock(), ended_s + self.terms.tempo_s))

    def _next(self) -> int:
        self._n += 1
        return self._n
