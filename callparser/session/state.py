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

from typing import cast

from callparser.cards import Card
from callparser.designation import (
    Acknowledge,
    Chatter,
    Claim,
    Correction,
    Designation,
    NamedCard,
    Query,
    Understood,
    is_play,
)
from callparser.explainer import said_cards
from callparser.explainer.messages import load_messages
from callparser.intentform import understood_out
from callparser.outcome import Ask, MustSpecify, Played, Void, effect
from callparser.session import readout
from callparser.session.lessons import Lessons
from callparser.session.memory import (
    Memory,
    as_spoken,
    counts,
    denied,
    ends_play,
    fits,
    likeliest,
    takes_back,
)
from callparser.session.orders import asked_about, order, plain, plays_on, says_yes
from callparser.session.trick import dummy_has_played, misfit, other_hand, played, takes_call, turned
from callparser.table import Play
from callparser.understand import parse
from callparser.understand.halves import after
from callparser.value import Value, replace
from callparser.voice.meaning import intent_of, meaning
from callparser.wire import Situation, answer_row, resolve_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Final

    from callparser.explainer.messages import Messages
    from callparser.jsonline import Row
    from callparser.outcome import Resolution
    from callparser.session.habits import Habits
    from callparser.table import TableState
    from callparser.voice.engine import Heard
    from callparser.voice.meaning import Outcome

    Again = Callable[[Heard, Callable[[str], Understood], Outcome], Heard]

#: A spoken call of less confidence is proposed, and played only after a "yes". On voices kept for tuning, one
#: right call in five is; none of the few wrong ones was surer.
SURE_HEARD: Final = 0.8
#: A refusal that is left open reaches so far, in seconds of silence.
REACH_S: Final = 3.0
#: A typed call of less was repaired or guessed.
SURE_TYPED: Final = 0.99
#: A spoken "yes" of less is no answer.
SURE_YES: Final = 0.5
#: What cannot be taken back: heard with less than :data:`SURE_HEARD`, it is not done.
_FINAL: Final = ("quit", "next")

#: What stands after an answer. ``standing``: a card (or, without a table, a call) that may be taken back;
#: ``confirm``: one that waits for a "yes"; ``choose``: several, of which declarer names one.
STATES: Final = ("idle", "standing", "confirm", "choose")
_ORDINALS: Final = ("first", "second", "third", "fourth")


class Reply(Value):
    """What to show (``row``, as on the wire) and what to say. ``action``: quit, stop, slower or faster.
    ``replaces``: it goes on with what was spoken before, which counts no longer."""

    row: Row
    speech: str
    action: str = ""
    replaces: bool = False


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
        self.asked = asked
        self._left = False  # dummy has played, and the table is not given
        self._entries: tuple[Situation, ...] = ()  # the tables before cards that may be taken off
        self._stopped = ""  # why no card is called at this table any more: the name of a message
        self.messages = load_messages(lang)
        self._words = self.messages.listening
        self._always = always_confirm
        self._moves = moves
        self._lessons = Lessons(habits)
        self._now = Memory()
        self._half: Memory | None = None  # what stood before a spoken call, as long as that is the last thing
        self._twice = False  # what is heard now begins with words that were answered already
        self._early = False  # what is said now began before the question that waits was asked
        self._just_said = ""

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
    def stands(self) -> Card | None:
        """The card that stands, also while a claim waits for a "yes"."""
        now = self._now.under or self._now
        return now.options[0] if self.asked is not None and now.state == "standing" and now.options else None

    def table(self, asked: Situation | None, *, left: bool = False) -> None:
        """Play goes on at this table: what was called before stands for good. ``left``: dummy has played, and
        the table is not given yet, so that "next" alone plays on."""
        self.asked, self._left, self._stopped = asked, left, ""
        self._now, self._half = Memory(), None
        self._just_said, self._entries = "", ()

    def next(self) -> Reply:
        """The card is played on: from now it cannot be taken back here. A table that moves does not move on
        from a question, which is asked again, nor before dummy has played to the trick."""
        if self._stopped:
            return self._notice("no_next", self._words[self._stopped])
        text, asked = self._words["next" if self.state == "standing" else "next_trick"], self.asked
        if asked is not None and self._moves:
            if self.state in ("confirm", "choose"):
                return self.repeat()
            table = self._with_dummys()
            if self.stands is None and not dummy_has_played(table):
                return self._notice("no_next", readout.trick(table, self.messages))
            table = turned(table)
            asked = replace(asked, table=table)
            text = " ".join(filter(None, [text, readout.won(table, self.messages)]))
        self.table(asked)
        return self._notice("next", text)

    def _with_dummys(self) -> TableState:
        """The table, and on it the card that stands."""
        table, card = cast("Situation", self.asked).table, self.stands
        return table if card is None else played(table, Play(table.dummy_seat, card))

    def _entered(self, play: Play) -> Reply:
        """A card of another hand: what dummy played before it stands for good."""
        messages, table = self.messages, self._with_dummys()
        name, wrong = messages.card(play.card.code), misfit(table, play)
        if wrong:
            due = table.next_seat
            seat = "" if due is None else readout.seat(due, messages)
            return self._notice(wrong, messages.page[wrong].format(seat=seat, card=name))
        before = replace(cast("Situation", self.asked), table=table)
        earlier = self._entries if self.stands is None else ()  # not past a card of dummy's
        entries, table = (*earlier, before), played(table, play)
        self.table(replace(before, table=table))
        self._entries = entries
        told = messages.page["entered"].format(seat=readout.seat(play.seat, messages), card=name)
        then = readout.won(table, messages) or readout.turn(table, messages)
        return self._notice("entered", f"{told} {then}")

    def typed(self, text: str, *, early: bool = False) -> Reply:
        """A call, a word or an answer that was typed. ``early``: before the question that waits was asked."""
        asked = self.asked
        self._half, self._twice, self._early = None, False, early
        if name := self._order(text):
            return self._obeyed(name)
        moves = self._moves and not self._stopped
        if asked is not None and moves and (play := other_hand(text, self.lang, self.messages.page)):
            return self.repeat() if self.state in ("confirm", "choose") else self._entered(play)
        if asked is None:
            said = self._understood(text, None, True)
        else:
            said = self._understood(text, asked.alphabet, asked.fallback)
        chosen = self._chosen(said, text)
        return self._taken(chosen or said, text, None, voice=False, answers=chosen is not None)

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
        replaces = continues and half is not None
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
        return replace(reply, replaces=replaces)

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
        before, self._half = self._now, None
        if before.under is not None:
            return self._goes_on(before.under)
        if before.state == "idle" and self._entries:
            return self._taken_off()
        if before.state == "idle":
            return self._notice("undo", self._words["nothing_to_undo"])
        row: Row = {"outcome": "ask", "card": None}
        if self.asked is not None and before.state == "standing":
            calls = (*before.calls, said or Designation(Correction(), "undo"))
            row = answer_row(calls, resolve_said(calls, self.asked), self.asked)
        what = before.heard if self.asked is None else self.messages.cards(c.code for c in before.options)
        speech = self._words["undone"].format(what=what or before.heard)
        memory = Memory(taken_back=_taken_back(before), denied=denied(before))
        return self._keep(row | {"event": "undone"}, speech, memory, before.heard)

    def ends(self, text: str) -> Reply:
        """Who knows more words than the grammar found a claim here: it waits for a "yes" as any does."""
        self._half, self._twice, self._early = None, False, False
        return self._ending(understood_out(Designation(Claim(), text)) | {"event": "answer"}, text)

    def _taken_off(self) -> Reply:
        """The card of another hand that was typed last; who is on turn is said."""
        *rest, before = self._entries
        self.table(before)
        self._entries = tuple(rest)
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
            if before and (gap_s is None or gap_s < REACH_S):
                said = after(before, said, self.lang)
        self._just_said = text
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
        if not self._takes_call or self._is_for_us(said):
            return intent_of(said)
        result, _, _ = self._resolved(said, gap_s, self._chosen(said, said.understood) is not None)
        return effect(result, said.intent)

    def _is_for_us(self, said: Designation) -> bool:
        """Is it said to the program, and not to dummy?"""
        intent = said.intent
        if isinstance(intent, Acknowledge):
            return (self.ending or not intent.request) and self.state != "idle"
        return isinstance(intent, Query) or takes_back(said) or bool(self._order(said.understood))

    def _order(self, text: str) -> str:
        state = "standing" if self._has_played else (self._now.under or self._now).state
        return order(text, self._words, state, asks=self.state in ("confirm", "choose"))

    @property
    def _has_played(self) -> bool:
        """Has dummy played to the trick that lies here, so that nothing can be called before the next?"""
        over = self._left or bool(self._stopped)
        return over or (self.asked is not None and dummy_has_played(self.asked.table))

    @property
    def _takes_call(self) -> bool:
        """Is there a table at which the law can say what a call is?"""
        return self.asked is not None and not self._stopped and takes_call(self.asked.table)

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
        return self._keep(row, self._named(now.options, now.heard), memory, now.heard)

    def _chosen(self, said: Understood, text: str) -> Designation | None:
        """The one option that the answer to a question fits: by its place among those said, suit or rank."""
        options = self._now.options if self.state == "choose" else ()
        if (card := self._counted(plain(text))) is not None:
            return Designation(NamedCard(card.suit, card.rank), text)  # "andra" is no "ändra" here
        if isinstance(said, Designation) and not said.guessed:
            fitting = [card for card in options if fits(said, card)]
            if len(fitting) == 1:
                return replace(said, intent=NamedCard(fitting[0].suit, fitting[0].rank))
        return None

    def _counted(self, words: str) -> Card | None:
        """The card of the question that has this place; only in a list that was said is there a second."""
        said = self._now.options[: self._now.said] if self.state == "choose" else ()
        places = [*zip(_ORDINALS, said, strict=False), *(("last", card) for card in said[-1:])]
        return next((card for name, card in places if words in self._words[name].split("|")), None)

    # --- calls ---------------------------------------------------------------------------------------

    def _call(self, said: Understood, text: str, gap_s: float | None, voice: bool, answers: bool) -> Reply:
        if self.asked is not None and not self._takes_call:
            return self._uncalled(said, text)
        if self.asked is not None and self.state in ("confirm", "choose") and counts(said):
            alone = resolve_said((said,), self.asked)
            if isinstance(alone, Void):  # it answers no question, no more than one that is unclear
                row = answer_row((said,), alone, self.asked) | {"event": "answer"}
                return self._remark(row, self._explained(row, text), text)
        if self._now.under is not None and counts(said):
            if self._early or isinstance(likeliest(said), Chatter):
                return self.repeat()
            self._now = self._now.under
            reply = self._call(said, text, gap_s, voice, answers)
            return replace(reply, speech=f"{self._words['no_claim']} {reply.speech}")
        if self.asked is None:
            return self._untabled(said, text, voice)
        now = self._now
        result, calls, gaps = self._resolved(said, gap_s, answers)
        if len(calls) == 1:
            result = self._lessons.in_order(result, said, voice)
        row = answer_row(calls, result, self.asked)
        if self._replaces(result, answers):
            row["flags"] = list(dict.fromkeys([*row["flags"], "correction"]))
        row["event"] = "answer"
        if ends_play(said):
            return self._ending(row, text)
        if not counts(said):
            return self._remark(row, self._explained(row, text), text)
        options: tuple[Card, ...] = ()
        told: tuple[Card, ...] = ()
        state, again = "idle", False
        if isinstance(result, Played):
            options = (result.card,)
            stays = now.state == "standing" and now.options == options
            again = now.state == "confirm" and now.options == options and self._is_plain(said, voice)
            # another call than those that were asked about, or a choice before they were
            past_it = now.state == "choose" and (self._early or not answers)
            certain = self._is_certain(row, said, voice) and not past_it
            sure = again or certain
            state = "standing" if stays or (sure and not self._always) else "confirm"
            row["sure"] = stays or sure
        elif isinstance(result, (MustSpecify, Ask)):
            told = tuple(c for c in said_cards(result, row["lang"]) if c in result.candidates)
            options = as_spoken(result, told)
            state = "choose" if options else "idle"
        several = len(options) > 1 or (state == "choose" and len(result.readings) > 1)
        taken_back = () if state == "standing" else now.taken_back
        memory = Memory(state, calls, gaps, options, len(told), several, taken_back=taken_back)
        memory = self._lessons.prepared(memory, now, said, self.asked, voice=voice, answers=answers)
        return self._keep(row, self._speech(row, memory, text), memory, text)

    def _resolved(
        self, said: Understood, gap_s: float | None, answers: bool
    ) -> tuple[Resolution, tuple[Understood, ...], tuple[float | None, ...]]:
        """What the law makes of it, and of which calls with which gaps. There must be a table.

        The answer to a question about two calls is a call of its own; any other call is one more of them.
        """
        now = self._now
        calls: tuple[Understood, ...] = (said,)
        gaps: tuple[float | None, ...] = ()
        which = now.state == "choose" and (now.row or {}).get("outcome") == "choose"
        third = now.state == "choose" and len(now.calls) > 1 and not answers
        if counts(said) and (now.state == "standing" or which or third):
            calls, gaps = (*now.calls, said), (*now.gaps_s, gap_s)
        asked = cast("Situation", self.asked)
        return resolve_said(calls, replace(asked, gaps_s=gaps)), calls, gaps

    def _is_certain(self, row: Row, said: Understood, voice: bool) -> bool:
        """Would it stand without a "yes" where not every card waits for one?"""
        if row["confidence"] < (SURE_HEARD if voice else SURE_TYPED) or plays_on(
            said.understood, self._words
        ):
            return False
        return self._is_plain(said, voice)

    def _is_plain(self, said: Understood, voice: bool) -> bool:
        """Is there no other reason to doubt that it was said now, and meant so?"""
        return not self._twice and not (voice and self._lessons.doubts(said))

    def _untabled(self, said: Understood, text: str, voice: bool) -> Reply:
        """Without a table: only what was understood."""
        row = understood_out(said) | {"event": "answer"}
        if ends_play(said):
            return self._ending(row, text)
        if not (isinstance(said, Designation) and is_play(said.intent)):
            return self._remark(row, self._understood_as(row, text), text)
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
            return self._remark(row, self._understood_as(row, text), text)
        if self.state in ("confirm", "choose"):
            return self.repeat()
        why = self._words[self._stopped] if self._stopped else self._read_out(readout.trick)
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
        if self.asked is not None:
            if self._moves:
                self.asked = replace(self.asked, table=self._with_dummys())
            self._stopped, self._entries = made, ()
        return self._keep(row, self._words[made], Memory(), now.heard)

    def _goes_on(self, before: Memory) -> Reply:
        """It was none; play goes on from where it was."""
        self._now = before
        return self._notice("no_claim", self._words["no_claim"])

    # --- how it is told ------------------------------------------------------------------------------

    def _replaces(self, result: Resolution, answers: bool) -> bool:
        """Is it a card in the place of another that was called? Then it says so, for the director."""
        if not isinstance(result, Played):
            return False
        asked = answers and "correction" in (self._now.row or {}).get("flags", ())
        return asked or any(card != result.card for card in self._now.taken_back)

    def _speech(self, row: Row, memory: Memory, text: str) -> str:
        if memory.state == "confirm":
            return self._words["confirm"].format(what=self._named(memory.options, text).rstrip("."))
        if memory.state == "standing" and row["status"] == "settled" and not row["repairs"]:
            return self._named(memory.options, text)
        way_out = memory.state == "choose" and len(memory.calls) > 1  # it grows with every call
        return self._explained(row, text) + (f" {self._words['way_out']}" if way_out else "")

    def _understood_as(self, row: Row, text: str) -> str:
        """What there is to say where the law was not asked."""
        return self._words["again"] if row["intent"] is None else self.messages.heard.format(said=text)

    def _explained(self, row: Row, text: str) -> str:
        if row["outcome"] == "not_understood":
            return self._words["again"]
        return f"{self.messages.heard.format(said=text)} {row['explanation']}"

    def _named(self, options: tuple[Card, ...], text: str) -> str:
        if not options:
            return self.messages.heard.format(said=text)
        name = self.messages.cards(card.code for card in options)
        return name[:1].upper() + name[1:] + "."

    def _remark(self, row: Row, speech: str, heard: str) -> Reply:
        """Talk: what stands goes on standing, and a "yes" is still the answer to what was asked."""
        if self.state == "idle":
            return self._keep(row, speech, self._now, heard)
        self._now = replace(self._now, why=_reason(row, speech) or self._now.why)
        return Reply(row | {"state": self.state}, speech)

    def _keep(self, row: Row, speech: str, memory: Memory, heard: str) -> Reply:
        row = row | {"state": memory.state}
        why = _reason(row, speech) or self._now.why
        self._now = replace(memory, row=row, speech=speech, heard=heard, why=why)
        return Reply(row, speech)

    def _notice(self, code: str, text: str) -> Reply:
        return Reply({"event": "notice", "notice": code, "text": text, "state": self.state}, text)


def _reason(row: Row, speech: str) -> str:
    """What to say to a "why" after this. A question about the table is no answer that has a reason."""
    about_the_table = (row.get("intent") or {}).get("kind") == "query"
    return "" if about_the_table else row.get("explanation") or speech


def _taken_back(now: Memory) -> tuple[Card, ...]:
    """The cards that had been called. A proposal that is refused was perhaps never said."""
    called = now.state == "standing" or len(now.calls) > 1
    return tuple(dict.fromkeys([*now.taken_back, *(now.options if called else ())]))
