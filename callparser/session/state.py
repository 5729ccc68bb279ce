"""The memory between two utterances: the table, the calls that still count, and the last answer.

It makes no ruling. Every call goes, with the call that stands, to the law (Law 45C4): a second call, a "no"
or an "undo" before the card is played on takes it back, and the answer is then a question. What is
played on, with :meth:`Session.next` or a new table, can no longer be taken back here.
"""

from __future__ import annotations

from callparser.cards import RANK_LETTERS, SUIT_LETTERS, Card, Suit
from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Chatter,
    Correction,
    Designation,
    NamedCard,
    NotUnderstood,
    Query,
    RankOnly,
    SuitOnly,
    Understood,
    is_play,
)
from callparser.explainer.messages import load_messages
from callparser.intentform import understood_out
from callparser.outcome import Ask, MustSpecify, Played
from callparser.understand import parse
from callparser.value import Value, replace
from callparser.wire import Situation, answer_row, resolve_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from callparser.jsonline import Row

#: A spoken call of less confidence is proposed, and played only after a "yes". On voices kept for tuning, one
#: right call in five is; none of the few wrong ones was surer.
SURE_HEARD: Final = 0.8
#: A typed call of less was repaired or guessed.
SURE_TYPED: Final = 0.99
#: A spoken "yes" of less is no answer.
SURE_YES: Final = 0.5

#: What stands after an answer. ``standing``: a card (or, without a table, a call) that may be taken back;
#: ``confirm``: one that waits for a "yes"; ``choose``: several, of which declarer names one.
STATES: Final = ("idle", "standing", "confirm", "choose")
_ORDINALS: Final = ("first", "second", "third", "fourth")


class Reply(Value):
    """What to show (``row``, as on the wire) and what to say. ``action``: stop, slower or faster."""

    row: Row
    speech: str
    action: str = ""


class _Memory(Value):
    state: str = "idle"
    calls: tuple[Understood, ...] = ()  # what the law is asked about, with the next call
    gaps_s: tuple[float | None, ...] = ()
    options: tuple[Card, ...] = ()
    heard: str = ""
    row: Row | None = None
    speech: str = ""
    corrected: bool = False  # a call was taken back since the last card


class Session:
    """One table, one language. ``always_confirm``: even what is certain waits for a "yes"."""

    def __init__(self, lang: str, asked: Situation | None = None, *, always_confirm: bool = False) -> None:
        self.lang = lang
        self.asked = asked
        self.messages = load_messages(lang)
        self._words = self.messages.listening
        self._always = always_confirm
        self._now = self._before = _Memory()

    @property
    def state(self) -> str:
        """One of :data:`STATES`."""
        return self._now.state

    def table(self, asked: Situation | None) -> None:
        """Play goes on at this table: what was called before stands for good."""
        self.asked = asked
        self._now = self._before = _Memory()

    def next(self) -> Reply:
        """The card is played on: from now it cannot be taken back here."""
        self.table(self.asked)
        return self._notice("next", self._words["next"])

    def typed(self, text: str) -> Reply:
        """A call, a word or an answer that was typed."""
        asked = self.asked
        if asked is None:
            said = parse(text, self.lang)
        else:
            said = parse(text, self.lang, alphabet=asked.alphabet, fallback=asked.fallback)
        return self.heard(said, text, sure=SURE_TYPED)

    def heard(
        self,
        said: Understood,
        text: str,
        *,
        confidence: float = 1.0,
        sure: float = SURE_HEARD,
        gap_s: float | None = None,
        continues: bool = False,
    ) -> Reply:
        """What was said. ``gap_s``: since the end of what was said before; ``continues``: it replaces it."""
        if continues:
            self._now = self._before
        self._before = self._now
        chosen = self._chosen(said, text)
        if chosen is None and isinstance(said, Designation):
            answer = self._answer(said, text, min(confidence, said.confidence))
            if answer is not None:
                return answer
        return self._call(chosen or said, text, confidence, sure, gap_s, chosen is not None)

    def undo(self, said: Designation | None = None) -> Reply:
        """Take back the card or the question that stands; the law says what that means (45C4b)."""
        before = self._now
        if before.state == "idle":
            return self._notice("undo", self._words["nothing_to_undo"])
        row: Row = {"outcome": "ask", "card": None}
        if self.asked is not None and before.state == "standing":
            calls = (*before.calls, said or Designation(Correction(), "undo"))
            row = answer_row(calls, resolve_said(calls, self.asked), self.asked)
        what = before.heard if self.asked is None else self.messages.cards(c.code for c in before.options)
        speech = self._words["undone"].format(what=what or before.heard)
        self._before = before
        return self._keep(row | {"event": "undone"}, speech, _Memory(corrected=True), before.heard)

    def repeat(self) -> Reply:
        """What was heard, and the last answer, once more."""
        now = self._now
        if not now.speech:
            return self._notice("repeat", self._words["nothing_yet"])
        heard = self.messages.heard.format(said=now.heard) + " " if now.heard else ""
        row = (now.row or {}) | {"event": "repeat", "state": now.state}
        return Reply(row, heard + now.speech)

    # --- words to the program ------------------------------------------------------------------------

    def _answer(self, said: Designation, text: str, confidence: float) -> Reply | None:
        """The answer to words that are for the program; ``None`` for a call and for talk."""
        if isinstance(said.intent, Query):
            return self._query(said.intent.about, said, text)
        if isinstance(said.intent, Acknowledge) and not said.intent.request:
            return self._answered(said.intent.yes, text, confidence)
        return self.undo(said) if _takes_back(said) and self.state != "idle" else None

    def _query(self, about: str, said: Designation, text: str) -> Reply:
        if about in ("repeat", "heard"):
            return self.repeat()
        if about in ("stop", "slower", "faster"):
            return replace(self._notice(about, self._words.get(about, "")), action=about)
        if about == "help":
            return self._notice("help", self._words["help"])
        if about == "dummy":
            return self._notice("dummy", self._dummy())
        return self._call(said, text, 1.0, 0.0, None, False)

    def _dummy(self) -> str:
        """Dummy's cards, suit by suit, as everybody sees them."""
        if self.asked is None:
            return self._words["no_table"]
        parts = []
        for letter in reversed(SUIT_LETTERS):
            held = {card.code[1] for card in self.asked.table.dummy.in_suit(Suit.parse(letter))}
            ranks = [self.messages.ranks[rank] for rank in reversed(RANK_LETTERS) if rank in held]
            parts.append(f"{self.messages.suits[letter]}: {', '.join(ranks) or self._words['none']}")
        return self._words["dummy"].format(cards="; ".join(parts))

    def _answered(self, yes: bool, text: str, confidence: float) -> Reply | None:
        """A "yes" or "no" to what the program said last; ``None`` when it is an answer to nothing."""
        now = self._now
        if now.state == "idle":
            return None
        if not yes:
            return self.undo()
        if now.state == "standing" or confidence < SURE_YES or len(now.options) > 1:
            return self.repeat()
        memory = replace(now, state="standing")
        row = (now.row or {}) | {"event": "answer", "confirmed": True}
        return self._keep(row, self._named(now.options, now.heard), memory, now.heard)

    def _chosen(self, said: Understood, text: str) -> Designation | None:
        """The one option that the answer to a question fits: by its place in the list, suit or rank."""
        options = self._now.options if self.state == "choose" else ()
        words = " ".join(text.casefold().split()).strip(".!")
        for card, name in zip(options, _ORDINALS, strict=False):
            if words in self._words[name].split("|"):
                return Designation(NamedCard(card.suit, card.rank), text)  # "andra" is no "ändra" here
        if isinstance(said, Designation) and not said.guessed:
            fitting = [card for card in options if _fits(said, card)]
            if len(fitting) == 1:
                return replace(said, intent=NamedCard(fitting[0].suit, fitting[0].rank))
        return None

    # --- calls ---------------------------------------------------------------------------------------

    def _call(
        self, said: Understood, text: str, confidence: float, sure: float, gap_s: float | None, answers: bool
    ) -> Reply:
        if self.asked is None:
            return self._untabled(said, text, confidence, sure)
        now = self._now
        counts = _counts(said)
        calls: tuple[Understood, ...] = (said,)
        gaps: tuple[float | None, ...] = ()
        asked_which = answers and (now.row or {}).get("outcome") == "choose"
        if counts and (now.state == "standing" or asked_which):
            calls, gaps = (*now.calls, said), (*now.gaps_s, gap_s)
        result = resolve_said(calls, replace(self.asked, gaps_s=gaps))
        row = answer_row(calls, result, self.asked)
        if answers or now.corrected:
            row["flags"] = list(dict.fromkeys([*row["flags"], *self._flags()]))
        row["confidence"] = round(min(confidence, row["confidence"]), 3)
        row["event"] = "answer"
        if not counts:  # talk: what stands goes on standing
            return self._keep(row, self._explained(row, text), now, text)
        options: tuple[Card, ...] = ()
        state = "idle"
        if isinstance(result, Played):
            options = (result.card,)
            certain = row["confidence"] >= sure and not self._always
            again = now.state == "confirm" and now.options == options
            state = "standing" if certain or again else "confirm"
        elif isinstance(result, (MustSpecify, Ask)):
            options = result.candidates
            state = "choose" if options else "idle"
        memory = _Memory(state, calls, gaps, options, corrected=now.corrected and state != "standing")
        return self._keep(row, self._speech(row, memory, text), memory, text)

    def _untabled(self, said: Understood, text: str, confidence: float, sure: float) -> Reply:
        """Without a table: only what was understood."""
        row = understood_out(said) | {"event": "answer"}
        row["confidence"] = round(min(confidence, row["confidence"]), 3)
        if not (isinstance(said, Designation) and is_play(said.intent)):
            speech = self._words["again"] if row["intent"] is None else self.messages.heard.format(said=text)
            return self._keep(row, speech, self._now, text)
        certain = row["confidence"] >= sure and not self._always
        memory = _Memory("standing" if certain else "confirm", (said,))
        speech = self.messages.heard.format(said=text)
        return self._keep(row, speech if certain else self._words["confirm"].format(what=text), memory, text)

    def _flags(self) -> list[str]:
        """A call that was corrected on the way says so, for the director."""
        before = self._now.row or {}
        return ["correction"] if self._now.corrected or "correction" in before.get("flags", ()) else []

    def _speech(self, row: Row, memory: _Memory, text: str) -> str:
        if memory.state == "confirm":
            return self._words["confirm"].format(what=self._named(memory.options, text).rstrip("."))
        if memory.state == "standing" and row["status"] == "settled" and not row["repairs"]:
            return self._named(memory.options, text)
        return self._explained(row, text)

    def _explained(self, row: Row, text: str) -> str:
        if row["outcome"] == "not_understood":
            return self._words["again"]
        return f"{self.messages.heard.format(said=text)} {row['explanation']}"

    def _named(self, options: tuple[Card, ...], text: str) -> str:
        if not options:
            return self.messages.heard.format(said=text)
        name = self.messages.cards(card.code for card in options)
        return name[:1].upper() + name[1:] + "."

    def _keep(self, row: Row, speech: str, memory: _Memory, heard: str) -> Reply:
        row = row | {"state": memory.state}
        self._now = replace(memory, row=row, speech=speech, heard=heard)
        return Reply(row, speech)

    def _notice(self, code: str, text: str) -> Reply:
        return Reply({"event": "notice", "notice": code, "text": text, "state": self.state}, text)


def _takes_back(said: Designation) -> bool:
    intent = said.intent
    return isinstance(intent, Correction) and intent.first is None and intent.second is None


def _counts(said: Understood) -> bool:
    """Does it touch the call that stands? Remarks, claims and what was not understood do not."""
    if isinstance(said, Ambiguous):
        return any(is_play(one.intent) for one in said.readings)
    if isinstance(said, NotUnderstood):
        return False
    intent = said.intent
    if isinstance(intent, Chatter):
        return intent.hold
    return is_play(intent) or isinstance(intent, (Correction, Acknowledge))


def _fits(said: Designation, card: Card) -> bool:
    intent = said.intent
    if isinstance(intent, NamedCard):
        return (intent.suit, intent.rank) == (card.suit, card.rank)
    if isinstance(intent, SuitOnly):
        return intent.suit == card.suit
    return isinstance(intent, RankOnly) and intent.rank == card.rank
