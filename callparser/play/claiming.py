"""A claim at the table: as what it was understood, whether it is good, and what becomes of it.

The cards are those of the deal. The claimer is taken at his words: where they are silent, any normal play
counts, and doubt goes against him (Law 70A). Nothing is asked that he could answer only in his own favour.
"""

from __future__ import annotations

from callparser.claims.position import ClaimPosition
from callparser.claims.report import in_words, line_in_words
from callparser.claims.search import MOST_TRICKS
from callparser.claims.stated import Stated
from callparser.claims.trial import check
from callparser.claims.verdict import BAD, Verdict
from callparser.claims.vocabulary import LINE_LANGUAGES, SILENT, tokens
from callparser.claims.words import number_in, understood
from callparser.designation import Chatter, Designation, NotUnderstood
from callparser.explainer.messages import load_messages
from callparser.law.branch import referee_rules
from callparser.play.questions import (
    answered,
    asked_about,
    corrects_only,
    is_aside,
    is_ending,
    without_commas,
    without_correction,
)
from callparser.play.words import Count, play_words
from callparser.referee.statement import understood as statement
from callparser.session.orders import order, says_yes
from callparser.understand import parse
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from callparser.play.inplay import InPlay

#: Positions that one search may look at: some seconds for a verdict.
BUDGET: Final = 1_000_000


class Claim(Value):
    """``claimed``: how many of the tricks left; ``None`` while that is asked.

    ``words`` alone are read; ``earlier`` and ``later``: what was said of it before and after them.
    """

    words: str
    lang: str
    said: Stated
    position: ClaimPosition
    claimed: int | None
    verdict: Verdict | None = None
    earlier: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """All that was said of it, in order."""
        return " / ".join([*self.earlier, self.words, *self.later])

    @property
    def left(self) -> int:
        return self.position.tricks_left

    @property
    def made(self) -> int | None:
        """Declarer's tricks of those left by the law; ``None`` while nobody knows."""
        return None if self.verdict is None else self.verdict.worth

    @property
    def stands(self) -> bool:
        """Have the defenders nothing to object? No normal play, as the cards lie, makes fewer."""
        return self.made is not None and self.claimed is not None and self.made >= self.claimed

    # --- what is said of it ------------------------------------------------------------------------------

    def question(self) -> str:
        """What he is asked before it is checked: is this what he said, or how many tricks?

        Where it is too early for the search, he is told so before he answers.
        """
        texts = play_words(self.lang).texts
        early = self.left > MOST_TRICKS and self.claimed != 0
        before = [texts["claim_long"].format(most=Count(MOST_TRICKS))] if early else []
        if self.claimed is None:
            return " ".join([*before, texts["claim_count"].format(left=Count(self.left))])
        which = "claim_heard" if self.claimed else "claim_none"
        told = texts[which].format(claimed=self.claimed, left=Count(self.left))
        line = in_words(self.said, load_messages(self.lang))
        return " ".join([*before, told, *line, texts["claim_right"]])

    def answer(self, *, may_go_on: bool) -> str:
        """What becomes of it. ``may_go_on``: a "no" to the ruling takes the claim as of no use."""
        return " ".join(self._answer(may_go_on))

    def _answer(self, may_go_on: bool) -> Iterator[str]:
        texts, found = play_words(self.lang).texts, self.verdict
        assert found is not None
        if self.stands:
            told = "claim_kept" if self.made != self.claimed else "claim_good" if self.made else "claim_given"
            yield texts[told].format(made=self.made, left=Count(self.left))
            return
        yield texts["claim_bad"]
        if found.failing and found.elsewhere is None:
            line = "; ".join(line_in_words(found.failing, load_messages(self.lang)))
            yield texts["claim_fails"].format(line=line)
        elif found.word == BAD:
            yield texts["claim_best"]
        if self.made is None:
            yield texts["claim_open"]
            return
        yield texts["claim_ruling"].format(made=self.made, left=Count(self.left))
        if may_go_on:
            yield texts["claim_choice"]

    def ruled(self) -> str:
        """One line for the record."""
        found = self.verdict
        if found is None or self.made is None:
            return ""
        return f"{self.claimed} of {self.left} claimed, {self.made} made ({found.clause}, {found.edition})"


class Claims:
    """The claim that is open at a table, if one is: heard, confirmed, then perhaps objected to."""

    def __init__(self, lang: str, edition: str) -> None:
        self.open: Claim | None = None
        self.settled: Claim | None = None  # what ended play
        self.may_go_on = referee_rules(edition).params["accepts_to_play_on"] == "true"  # 68D2b
        self._lang, self._edition = lang, edition

    @property
    def uncounted(self) -> bool:
        """Is it asked how many tricks are claimed?"""
        return self.open is not None and self.open.claimed is None

    @property
    def objected(self) -> bool:
        """Is it for the claimer to accept the ruling, or to play on?"""
        return self.open is not None and self.open.verdict is not None

    def are_in(self, words: str, at: InPlay) -> bool:
        """Are words that are no call to dummy a claim all the same?

        They must name a number of tricks; a line alone is talk, unless Law 68 knows the words.
        """
        said = parse(words, self._lang, fallback=False)
        talk = isinstance(said, Designation) and isinstance(said.intent, Chatter)
        if self._lang not in LINE_LANGUAGES or not (talk or isinstance(said, NotUnderstood)):
            return False
        if self._ends_after(words):
            return True
        found = self._claim(words, at)
        known = not found.said.steps or statement(words, self._lang) is not None
        numbered = found.claimed is not None or found.said.wins is not None
        return found.said.is_claim and numbered and known

    def hear(self, words: str, at: InPlay, asked: Claim | None = None) -> str:
        """It was made, and is to be confirmed. Returns the question.

        ``asked``: the same claim as it was asked about; what he answered of its number holds.
        """
        heard, before = self._claim(words, at), self.open
        if asked is not None:
            heard = replace(heard, earlier=asked.earlier, later=asked.later)
        elif before is not None:
            heard = replace(heard, earlier=(*before.earlier, before.words, *before.later))
        if asked is not None or self._ends_after(words):  # how much of it he takes is not said
            heard = replace(heard, claimed=asked.claimed if asked else None)
        self.open = heard
        return self.open.question()

    def _ends_after(self, words: str) -> bool:
        """Does it name something to play, and then end play: "two spades and you get the rest"?"""
        if not isinstance(parse(words, self._lang, fallback=False), NotUnderstood):
            return False
        said = tokens(words, self._lang)
        last = max((at for at, token in enumerate(said) if token.kind in ("and", "then")), default=-1)
        rest = said[last + 1 :]
        gives_up = rest and rest[0].kind == "lose" and all(token.kind in ("lose", *SILENT) for token in rest)
        ends = gives_up or is_ending(" ".join(token.text for token in rest), self._lang)
        return last > 0 and bool(ends)

    def answer(self, words: str) -> str:
        """What becomes of the claim that waits for a "yes", now that this was said.

        ``again``: it is asked about again, perhaps with another number; ``back``: it is taken back;
        nothing: the words are for the session, a yes, another claim or a question.
        """
        messages = load_messages(self._lang)
        if not words or asked_about(words, self._lang) or is_aside(words, messages):
            return ""
        rest = without_correction(words, self._lang)
        corrects = rest != without_commas(words) or corrects_only(words, self._lang)
        number = self._number(rest)
        if number is not None:
            return self._counted(number, words, corrects=corrects)
        undoes = order(words, messages.listening, "confirm", asks=True) == "undo"
        if corrects or undoes or answered(words, self._lang) is False:
            return "back"
        if is_ending(words, self._lang):
            return ""
        if not says_yes(words, messages.listening):
            self._note(words)
            return "again"
        return "again" if self.uncounted else ""

    def _counted(self, number: int, words: str, *, corrects: bool) -> str:
        """He says a number, perhaps in the place of another.

        After a concession of all nobody knows whether it is to be won or lost: it is asked.
        """
        assert self.open is not None
        before = self.open.claimed
        if corrects and number == before:  # "not two"
            return "back"
        self._note(words)
        open_still = number > self.open.left or (before == 0 and number != 0)
        self.open = replace(self.open, claimed=None if open_still else number)
        return "again"

    def _note(self, words: str) -> None:
        """They were said of the open claim, and do not take it back: its record has them."""
        assert self.open is not None
        self.open = replace(self.open, later=(*self.open.later, words))

    def _number(self, said: str) -> int | None:
        assert self.open is not None
        counts = play_words(self._lang).counts
        if said in counts["all"].split("|"):
            return self.open.left
        return 0 if said in counts["none"].split("|") else number_in(said, self._lang)

    def judge(self) -> Claim:
        """It was confirmed. There must be one."""
        assert self.open is not None
        claim = self.open
        found = check(claim.position, claim.said, edition=self._edition, tricks=claim.claimed, budget=BUDGET)
        self.open = replace(claim, verdict=found)
        return self.open

    def settle(self) -> None:
        """Play ends with it."""
        self.open, self.settled = None, self.open

    def drop(self) -> None:
        """It came to nothing."""
        self.open = None

    def _claim(self, words: str, at: InPlay) -> Claim:
        position = _position(at)
        said = understood(words, self._lang, position)
        return Claim(words, self._lang, said, position, said.claimed(position.tricks_left, at.won))


def _position(at: InPlay) -> ClaimPosition:
    return ClaimPosition(
        at.hands,
        at.trumps,
        at.declarer,
        at.declarer,
        at.leader,
        at.trick,
        at.gone,
        at.shown_out,
        (at.won, len(at.tricks) - at.won),
    )
