"""The memory between two utterances: the table, the calls that still count, and the last answer.

It makes no ruling. Every call goes, with the call that stands, to the law (Law 45C4): a second call, a "no"
or an "undo" before the card is played on takes it back, and the answer is then a question. What is
played on, with :meth:`Session.next` or a new table, can no longer be taken back here.

A claim or a concession stops play (68A, 68B) and cannot be taken back at the table, so it always waits for a
"yes" in so many words; after a "no", and after another call, what stood before stands. After the "yes" no
card is called until there is a new table.

Hearings are votes for what comes of them at this table, see :func:`callparser.outcome.effect`. That decides
whether to ask, never what was heard.
"""

from __future__ import annotations

from callparser.designation import (
    Acknowledge,
    Chatter,
    Claim,
    Correction,
    Designation,
    NamedCard,
    Query,
    Ruff,
    Understood,
    is_one_breath,
    is_play,
)
from callparser.explainer.messages import load_messages
from callparser.intentform import understood_out
from callparser.outcome import Played, Void, effect
from callparser.session import readout
from callparser.session.called import called, question
from callparser.session.current import CurrentTable
from callparser.session.lessons import Lessons
from callparser.session.memory import (
    Memory,
    counts,
    denied,
    ends_play,
    likeliest,
    replaces,
    taken_back,
    takes_back,
)
from callparser.session.orders import asked_about, order, plays_on, says_yes
from callparser.session.question import chosen
from callparser.session.reply import SURE_HEARD, SURE_TYPED, SURE_YES, Reply
from callparser.session.trick import dummy_has_played, misfit, other_hand
from callparser.session.wording import Wording, reason
from callparser.understand import parse
from callparser.understand.halves import after
from callparser.value import replace
from callparser.voice.meaning import intent_of, meaning
from callparser.wire import Situation, answer_row, resolve_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Final

    from callparser.cards import Card
    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.session.called import Called
    from callparser.session.habits import Habits
    from callparser.table import Play, TableState
    from callparser.voice.engine import Heard
    from callparser.voice.meaning import Outcome

    Again = Callable[[Heard, Callable[[str], Understood], Outcome], Heard]

#: A refusal that is left open reaches so far, in seconds of silence.
REACH_S: Final = 3.0
#: What cannot be taken back: heard with less than :data:`SURE_HEARD`, it is not done.
_FINAL: Final = ("quit", "next")

#: What stands after an answer. ``standing``: a card (or, without a table, a call) that may be taken back;
#: ``confirm``: one that waits for a "yes"; ``choose``: several, of which declarer names one.
STATES: Final = ("idle", "standing", "confirm", "choose")
__all__ = ["STATES", "SURE_HEARD", "Reply", "Session"]


class Session:
    """One table, one language. ``always_confirm``: even what is certain waits for a "yes". ``moves``: it
    moves its table on itself, from card to card and trick to trick; else whoever gives it the table does.

    ``habits`` learn from this player and are asked about him; without them nothing is learnt.
    """

    def __init__(
        self,
        lang: str,
        asked: Situation | None = None,
        *,
        always_confirm: bool = False,
        moves: bool = False,
        habits: Habits | None = None,
    ) -> None:
        self.lang = lang
        self._current = CurrentTable(asked)
        self.messages = load_messages(lang)
        self._words = self.messages.listening
        self._wording = Wording(self.messages)
        self._always = always_confirm
        self._moves = moves
        self._lessons = Lessons(habits)
        self._now = Memory()
        self._half: Memory | None = None  # what stood before a spoken call, as long as that is the last thing
        self._twice = False  # what is heard now begins with words that were answered already
        self._early = False  # what is said now began before the question that waits was asked
        self._just_said = ""

    @property
    def asked(self) -> Situation | None:
        """The table at which the law is asked about a call, if there is one."""
        return self._current.asked

    @property
    def state(self) -> str:
        """One of :data:`STATES`."""
        return self._now.state

    @property
    def options(self) -> tuple[Card, ...]:
        """The card that stands or waits for a "yes", or the cards of the question as they are said."""
        return self._now.options

    @property
    def ending(self) -> bool:
        """Does a claim or a concession wait for a "yes"?"""
        return self._now.under is not None

    @property
    def why(self) -> str:
        """What there is to say to a "why"; nothing if nothing was answered."""
        return self._now.why

    @property
    def stands(self) -> Card | None:
        """The card that stands, also while a claim waits for a "yes"."""
        now = self._now.under or self._now
        return now.options[0] if self.asked is not None and now.state == "standing" and now.options else None

    def table(self, asked: Situation | None, *, left: bool = False, why: str = "") -> None:
        """Play goes on at this table: what was called before stands for good. ``left``: dummy has played, and
        the table is not given yet, so that "next" alone plays on. ``why``: what there is still to say to a
        "why", at a table that is the same hand."""
        self._current.give(asked, left=left)
        self._settled(why)

    @property
    def memory(self) -> Memory:
        """What is remembered, for :meth:`back_to`."""
        return self._now

    def back_to(self, asked: Situation | None, memory: Memory) -> None:
        """That table lies again, with what stood at it: nobody has played since."""
        self.table(asked)
        self._now = memory

    def _settled(self, why: str = "") -> None:
        """What was called before stands for good."""
        self._now, self._half, self._just_said = Memory(why=why), None, ""

    def _go_on(self) -> None:
        """The same at a table that has moved on: why it was so can still be asked."""
        self._settled(self._now.why)

    def next(self) -> Reply:
        """The card is played on: from now it cannot be taken back here. A table that moves does not move on
        from a question, which is asked again, nor before dummy has played to the trick."""
        if self._current.stopped:
            return self._notice("no_next", self._words[self._current.stopped])
        text = self._words["next" if self.state == "standing" else "next_trick"]
        if self.asked is None or not self._moves:
            self.table(self.asked, why=self._now.why)
            return self._notice("next", text)
        if self.state in ("confirm", "choose"):
            return self.repeat()
        table = self._current.where(self.stands)
        if self.stands is None and not dummy_has_played(table):
            return self._notice("no_next", readout.trick(table, self.messages))
        self._current.turn(self.stands)
        self._go_on()
        return self._notice("next", " ".join(filter(None, [text, self._read_out(readout.won)])))

    def _entered(self, play: Play) -> Reply:
        """A card of another hand: what dummy played before it stands for good."""
        messages, table = self.messages, self._current.where(self.stands)
        name, wrong = messages.card(play.card.code), misfit(table, play)
        if wrong:
            due = table.next_seat
            seat = "" if due is None else readout.seat(due, messages)
            return self._notice(wrong, messages.page[wrong].format(seat=seat, card=name))
        self._current.enter(play, self.stands)
        self._go_on()
        told = messages.page["entered"].format(seat=readout.seat(play.seat, messages), card=name)
        then = self._read_out(readout.won) or self._read_out(readout.turn)
        return self._notice("entered", f"{told} {then}")

    def typed(self, text: str, *, early: bool = False) -> Reply:
        """A call, a word or an answer that was typed. ``early``: before the question that waits was asked."""
        asked = self.asked
        self._half, self._twice, self._early = None, False, early
        if name := self._order(text):
            return self._obeyed(name)
        moves = self._moves and not self._current.stopped
        if asked is not None and moves and (play := other_hand(text, self.lang, self.messages.page)):
            return self.repeat() if self.state in ("confirm", "choose") else self._entered(play)
        if asked is None:
            said = self._understood(text, None, True)
        else:
            said = self._understood(text, asked.alphabet, asked.fallback)
        option = self._chosen(said, text)
        return self._taken(option or said, text, None, voice=False, answers=option is not None)

    def heard(
        self,
        heard: Heard,
        *,
        gap_s: float | None = None,
        continues: bool = False,
        early: bool = False,
        again: Again = lambda heard, parse, outcome: heard,
    ) -> Reply:
        """What was spoken. ``gap_s``: since what was said before; ``continues``: it begins with that;
        ``early``: it began before the question that waits was asked, and is no "yes" to it.

        What ``continues`` replaces that, if that was a call and nothing happened since. If not, its first
        words were answered already: nothing stands by it without a question.

        ``again`` may hear it anew: it is told how hearings are read here, and what they are votes for.
        """
        half, self._half = self._half, None
        goes_on = continues and half is not None
        self._twice, self._early = continues and half is None, early
        if continues and half is not None:
            self._now = half
        before = self._now

        def outcome(said: Designation) -> Hashable:
            return self._outcome(said, gap_s)

        heard = again(heard, self._read, outcome)
        said = meaning(heard, self._read, outcome)
        answers = isinstance(said, Designation) and self._chosen(said, heard.text) is not None
        reply = self._taken(said, heard.text, gap_s, voice=True, answers=answers)
        self._half = before if reply.row["event"] == "answer" else None
        return replace(reply, replaces=goes_on)

    @property
    def goes_on(self) -> bool:
        """Would speech that goes on replace what was spoken last?"""
        return self._half is not None

    def passed(self) -> None:
        """Something was said that is not for this session: speech that goes on from it replaces nothing."""
        self._half = None

    def unheard(self) -> None:
        """Sound that was no call: speech that goes on from it replaces nothing but that."""
        self._half = self._now
        self._now = replace(self._now, why=self._words["again"])

    def undo(self, said: Designation | None = None) -> Reply:
        """Take back the card or the question that stands; the law says what that means (45C4b). When nothing
        stands, a card of another hand that was typed is taken off, the last first."""
        before, self._half, self._just_said = self._now, None, ""
        if before.under is not None:
            return self._goes_on(before.under)
        if before.state == "idle" and self._current.entries:
            return self._taken_off()
        if before.state == "idle":
            return self._notice("undo", self._words["nothing_to_undo"])
        row: Row = {"outcome": "ask", "card": None}
        if self.asked is not None and before.state == "standing":
            calls = (*before.calls, said or Designation(Correction(), "undo"))
            row = answer_row(calls, resolve_said(calls, self.asked), self.asked)
        is_question = self.asked is None or before.state == "choose"  # then no card was played
        what = before.heard if is_question else self.messages.cards(c.code for c in before.options)
        speech = self._words["undone"].format(what=what or before.heard)
        memory = Memory(taken_back=taken_back(before), denied=denied(before))
        return self._keep(row | {"event": "undone"}, speech, memory, before.heard)

    def ends(self, text: str) -> Reply:
        """Who knows more words than the grammar found a claim here: it waits for a "yes" as any does."""
        self._half, self._twice, self._early = None, False, False
        return self._ending(understood_out(Designation(Claim(), text)) | {"event": "answer"}, text)

    def _taken_off(self) -> Reply:
        """The card of another hand that was typed last; who is on turn is said."""
        self._current.take_off()
        self._go_on()
        return self._notice("taken_off", f"{self.messages.page['taken_off']} {self._read_out(readout.trick)}")

    def accept(self) -> Reply:
        """A "yes" that nobody had to hear: a button, or the end of the time for a "no"."""
        self._half, self._twice, self._early = None, False, False
        return self._answered(True, 1.0)

    def repeat(self) -> Reply:
        """What was heard, and the last answer, once more."""
        now = self._now
        if not now.speech:
            return self._notice("repeat", self._words["nothing_yet"])
        heard = self.messages.heard.format(said=now.heard) if now.heard else ""
        row = (now.row or {}) | {"event": "repeat", "state": now.state}
        return Reply(row, now.speech if now.speech.startswith(heard) else f"{heard} {now.speech}")

    # --- what was said, and to whom ---------------------------------------------------------------------

    def _taken(
        self, said: Understood, text: str, gap_s: float | None, *, voice: bool, answers: bool
    ) -> Reply:
        """``answers``: it is one of the options of the question that stands."""
        before, self._just_said = self._just_said, ""
        if isinstance(said, Designation) and not answers:
            answer = self._answer(said, text, voice)
            if answer is not None:
                return answer
        if before and not answers and (gap_s is None or gap_s < REACH_S):
            said = after(before, text, said, self.lang, gap_s)
        self._just_said = f"{before} {text}" if before and is_one_breath(gap_s) else text
        return self._call(said, text, gap_s, voice, answers)

    def _read(self, text: str) -> Understood:
        """A hearing, read as an answer to the question that stands, if it is one."""
        said = self._understood(text, None, False)
        return self._chosen(said, text) or said

    def _understood(self, text: str, alphabet: str | None, fallback: bool) -> Understood:
        if about := asked_about(text, self._words):
            return Designation(Query("turn" if about == "trick" else about), text)  # one answer tells both
        if self._order(text) == "undo":
            return Designation(Correction(), text)
        return parse(text, self.lang, alphabet=alphabet, fallback=fallback)

    def _outcome(self, said: Designation, gap_s: float | None) -> Hashable:
        """What a hearing is a vote for, after what was called before."""
        if not self._current.takes_call or self._is_for_us(said):
            return intent_of(said)
        answers = self._chosen(said, said.understood) is not None
        return effect(self._called(said, gap_s, answers).result, said.intent)

    def _is_for_us(self, said: Designation) -> bool:
        """Is it said to the program, and not to dummy?"""
        intent = said.intent
        if isinstance(intent, Acknowledge):
            return (self.ending or not intent.request) and self.state != "idle"
        return isinstance(intent, Query) or takes_back(said) or bool(self._order(said.understood))

    def _order(self, text: str) -> str:
        state = "standing" if self._current.has_played else (self._now.under or self._now).state
        return order(text, self._words, state, asks=self.state in ("confirm", "choose"))

    def _obeyed(self, name: str, confidence: float = 1.0) -> Reply:
        """What comes of an order. While a question is open there is no playing on: it is asked again."""
        if confidence < SURE_HEARD and name in _FINAL:
            return self._notice("again", self._words["again"])
        if name == "quit":
            return replace(self._notice("closed", self._words["closed"]), action="quit")
        if name == "next" and self.state not in ("confirm", "choose"):
            return self.next()
        return self.undo() if name == "undo" else self.repeat()

    def _answer(self, said: Designation, text: str, voice: bool) -> Reply | None:
        """The answer to words that are for the program; ``None`` for a call and for talk."""
        if not self._is_for_us(said):
            return None
        if name := self._order(said.understood):
            return self._obeyed(name, said.confidence)
        if isinstance(said.intent, Query):
            return self._query(said.intent.about, said, text, voice)
        if isinstance(said.intent, Acknowledge):
            if self.ending and said.intent.yes and not says_yes(text, self._words):
                return self.repeat()
            return self._answered(said.intent.yes, said.confidence)
        return self.undo(said)

    def _query(self, about: str, said: Designation, text: str, voice: bool) -> Reply:
        if about in ("repeat", "heard"):
            return self.repeat()
        if about in ("stop", "slower", "faster"):
            return replace(self._notice(about, self._words.get(about, "")), action=about)
        if about == "next":
            return self._obeyed("next", said.confidence)
        if about == "help":
            return self._notice("help", self._words["help"])
        if about == "dummy":
            return self._notice("dummy", self._read_out(readout.dummy))
        if about == "why":
            return self._notice("why", self._now.why or self._words["nothing_to_explain"])
        reply = self._call(said, text, None, voice, False)
        told = {"turn": readout.trick, "last_trick": readout.last_trick}.get(about)
        return reply if told is None else replace(reply, speech=self._read_out(told))

    def _read_out(self, told: Callable[[TableState, Messages], str]) -> str:
        if self.asked is None:
            return self._words["no_table"]
        return told(self.asked.table, self.messages)

    def _answered(self, yes: bool, confidence: float) -> Reply:
        """A "yes" or "no" to what the program said last."""
        now = self._now
        if not yes:
            return self.undo()
        sure = SURE_YES if now.under is None else SURE_HEARD
        if now.state == "standing" or confidence < sure or now.several or self._twice or self._early:
            return self.repeat()
        if now.under is not None:
            return self._ended(now)
        guess = (now.row or {}).get("outcome") == "ask"
        if guess and len(now.options) == 1:  # now it is said
            (card,) = now.options
            named = Designation(NamedCard(card.suit, card.rank), now.heard)
            return self._call(named, now.heard, None, voice=False, answers=True)
        memory = self._lessons.learnt(replace(now, state="standing"), confirmed=now.spoken)
        row = (now.row or {}) | {"event": "answer", "confirmed": True}
        return self._keep(row, self._wording.named(now.options, now.heard), memory, now.heard)

    def _chosen(self, said: Understood, text: str) -> Designation | None:
        """The one option that the answer to a question fits."""
        return chosen(self._now, said, text, self._words)

    # --- calls ---------------------------------------------------------------------------------------

    def _call(self, said: Understood, text: str, gap_s: float | None, voice: bool, answers: bool) -> Reply:
        asked = self.asked
        if asked is not None and not self._current.takes_call:
            return self._uncalled(said, text)
        if asked is not None and self.state in ("confirm", "choose") and counts(said):
            alone = resolve_said((said,), asked)
            if isinstance(alone, Void):  # it answers no question, no more than one that is unclear
                row = answer_row((said,), alone, asked) | {"event": "answer"}
                return self._remark(row, self._wording.explained(alone, text), text)
        if self._now.under is not None and counts(said):
            if self._early or isinstance(likeliest(said), Chatter):
                return self.repeat()
            self._now = self._now.under
            reply = self._call(said, text, gap_s, voice, answers)
            return replace(reply, speech=f"{self._words['no_claim']} {reply.speech}")
        if asked is None:
            return self._untabled(said, text, voice)
        return self._at_table(said, asked, self._called(said, gap_s, answers), text, voice, answers)

    def _called(self, said: Understood, gap_s: float | None, answers: bool) -> Called:
        """What the law makes of it after the calls that count. There must be a table."""
        assert self.asked is not None
        return called(said, self._now, self.asked, gap_s, answers=answers)

    def _at_table(
        self, said: Understood, asked: Situation, made: Called, text: str, voice: bool, answers: bool
    ) -> Reply:
        """What comes of a call to which the law has its answer."""
        if len(made.calls) == 1:
            made = replace(made, result=self._lessons.in_order(made.result, said, voice))
        row = answer_row(made.calls, made.result, asked)
        if replaces(self._now, made.result, answers=answers):
            row["flags"] = list(dict.fromkeys([*row["flags"], "correction"]))
        row["event"] = "answer"
        if ends_play(said):
            return self._ending(row, text)
        if not counts(said):
            return self._remark(row, self._wording.explained(made.result, text), text)
        memory = question(made, row["lang"])
        if isinstance(made.result, Played):
            state, row["sure"] = self._proposed(made.result.card, row, said, voice, answers)
            memory = replace(memory, state=state, options=(made.result.card,))
        if memory.state != "standing":
            memory = replace(memory, taken_back=self._now.taken_back)
        memory = self._lessons.prepared(memory, self._now, said, asked, voice=voice, answers=answers)
        return self._keep(row, self._wording.answer(row, made.result, memory, text), memory, text)

    def _proposed(
        self, card: Card, row: Row, said: Understood, voice: bool, answers: bool
    ) -> tuple[str, bool]:
        """Does this card stand, or wait for a "yes"? And was it certain that it was called?"""
        now = self._now
        same = now.options == (card,)
        stays = now.state == "standing" and same
        again = now.state == "confirm" and same and self._is_plain(said, voice)
        # another call than those that were asked about, or a choice before they were
        past_it = now.state == "choose" and (self._early or not answers)
        sure = again or (self._is_certain(row, said, voice) and not past_it)
        return "standing" if stays or (sure and not self._always) else "confirm", stays or sure

    def _is_certain(self, row: Row, said: Understood, voice: bool) -> bool:
        """Would it stand without a "yes" where not every card waits for one? What directors read in more ways
        than one would not, nor a ruff where nothing is to be ruffed."""
        if row.get("status") == "disputed" or self._leads_a_ruff(said):
            return False
        if row["confidence"] < (SURE_HEARD if voice else SURE_TYPED) or plays_on(
            said.understood, self._words
        ):
            return False
        return self._is_plain(said, voice)

    def _leads_a_ruff(self, said: Understood) -> bool:
        on_lead = self.asked is not None and not self.asked.table.trick.plays
        return on_lead and isinstance(likeliest(said), Ruff)

    def _is_plain(self, said: Understood, voice: bool) -> bool:
        """Is there no other reason to doubt that it was said now, and meant so?"""
        return not self._twice and not (voice and self._lessons.doubts(said))

    def _untabled(self, said: Understood, text: str, voice: bool) -> Reply:
        """Without a table: only what was understood."""
        row = understood_out(said) | {"event": "answer"}
        if ends_play(said):
            return self._ending(row, text)
        if not (isinstance(said, Designation) and is_play(said.intent)):
            return self._remark(row, self._wording.understood(row, text), text)
        certain = self._is_certain(row, said, voice)
        row["sure"], stands = certain, certain and not self._always
        memory = Memory("standing" if stands else "confirm", (said,))
        memory = self._lessons.prepared(memory, self._now, said, None, voice=voice, answers=False)
        speech = self.messages.heard.format(said=text) if stands else self._words["confirm"].format(what=text)
        return self._keep(row, speech, memory, text)

    def _uncalled(self, said: Understood, text: str) -> Reply:
        """Dummy has played to this trick, or has no card left: a call is answered with whose turn it is. Or
        play has stopped, and it is answered with that."""
        row = understood_out(said) | {"event": "answer"}
        if ends_play(said):
            return self._ending(row, text)
        if not counts(said):
            return self._remark(row, self._wording.understood(row, text), text)
        if self.state in ("confirm", "choose"):
            return self.repeat()
        stopped = self._current.stopped
        why = self._words[stopped] if stopped else self._read_out(readout.trick)
        return self._notice("no_call", why)

    # --- the end of the hand --------------------------------------------------------------------------

    def _ending(self, row: Row, text: str) -> Reply:
        """A claim or a concession was heard: is it one? It is the same without a table."""
        now, kind = self._now, row["intent"]["kind"]
        row = {"outcome": kind} | row
        asked = Memory("confirm", under=now.under or now)
        what = self._words[f"{kind}_heard"]
        speech = f"{self.messages.heard.format(said=text)} {what}"
        return self._keep(row, speech, asked, text)

    def _ended(self, now: Memory) -> Reply:
        """It is one, and play stops. A card that stood has been played, and lies on a table that moves."""
        row = (now.row or {}) | {"event": "answer", "confirmed": True}
        made = f"{row['intent']['kind']}_made"
        self._current.stop(made, self.stands if self._moves else None)
        return self._keep(row, self._words[made], Memory(), now.heard)

    def _goes_on(self, before: Memory) -> Reply:
        """It was none; play goes on from where it was."""
        self._now = before
        return self._notice("no_claim", self._words["no_claim"])

    # --- how it is told ------------------------------------------------------------------------------

    def _remark(self, row: Row, speech: str, heard: str) -> Reply:
        """Talk: what stands goes on standing, and a "yes" is still the answer to what was asked."""
        if self.state == "idle":
            return self._keep(row, speech, self._now, heard)
        self._now = replace(self._now, why=reason(row, speech) or self._now.why)
        return Reply(row | {"state": self.state}, speech)

    def _keep(self, row: Row, speech: str, memory: Memory, heard: str) -> Reply:
        row = row | {"state": memory.state}
        why = reason(row, speech) or self._now.why
        self._now = replace(memory, row=row, speech=speech, heard=heard, why=why)
        return Reply(row, speech)

    def _notice(self, code: str, text: str) -> Reply:
        return Reply({"event": "notice", "notice": code, "text": text, "state": self.state}, text)
