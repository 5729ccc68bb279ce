"""Law 45C4: several things said in one situation, and which designation stands.

What designates nothing falls away; two halves of one call are put together; a void call or an open
question gives way to the next call. If two different designations are left, the law asks what no
program can see (a slip of the tongue, or a change of mind?) and the answer is a question.
"""

from __future__ import annotations

from callparser.cards import Card
from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Chatter,
    Claim,
    Concession,
    Correction,
    Designation,
    DirectorCall,
    Exclude,
    High,
    Intent,
    Low,
    Marker,
    NamedCard,
    PlayIntent,
    Query,
    RankOnly,
    Ruff,
    Run,
    SuitOnly,
    Understood,
    completed,
    is_one_breath,
    is_play,
)
from callparser.law.engine import View, read_result
from callparser.outcome import Ask, Fact, MustSpecify, NoCall, Played, Reading, Resolution, Step, Void
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

ANSWERS_45: Final = (
    "ask.45C4b.two_calls",
    "ask.45C4b.second_only",
    "ask.45C4b.withdrawn",
    "ask.46B.ambiguous",
    "ask.46B.guessed",
    "played.46B3b.specified",
    "not_a_call.46B.run_stopped",
    "not_a_call.45C4b.correction_only",
    "not_a_call.45C4a.not_a_call",
    "not_understood.45C4a.not_understood",
)


class Part(Value):
    """One designation among several. ``corrects``: a correction word stands before it."""

    intent: PlayIntent | None  # None: the words were ambiguous
    found: Resolution
    gap_s: float | None = None
    corrects: bool = False
    marker: Marker | None = None


class Heard:
    """What was said, sorted: designations, the rest, and a correction word that names nothing yet."""

    __slots__ = ("parts", "rest", "run_stopped", "withdrawn")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.rest: list[Intent] = []
        self.withdrawn: Correction | None = None
        self.run_stopped = False


def c4_several(
    view: View, said: Sequence[Understood], gaps_s: Sequence[float | None], policy: str
) -> Resolution:
    """45C4: the designation that stands, or a question about two."""
    for one in said:
        if isinstance(one, Designation) and isinstance(one.intent, (Claim, Concession, DirectorCall)):
            return guessed(view, one) if one.guessed else view.walk(one.intent)
    heard = _sort(view, said, gaps_s)
    if not heard.parts:
        return _no_designation(view, said, heard)
    standing = _standing(view, heard.parts)
    if view.intention is not None:
        meant = [part.found for part in standing if _card(part.found) == view.intention]
        if meant:
            return meant[0]
    if len(standing) == 1 and heard.withdrawn is None and not standing[0].corrects:
        return standing[0].found
    return _question(view, standing, heard.withdrawn, policy)


def c4_ambiguous(view: View, said: Ambiguous, policy: str) -> Resolution:
    """46B: one card under every reading of the words is that card; else a question."""
    found = [c4_several(view, (one,), (), policy) for one in said.readings]
    if not found:
        return view.no_call("not_understood", "45C4a", {})
    first = found[0]
    if all(type(one) is type(first) and _card(one) == _card(first) for one in found) and isinstance(
        first, (Played, NoCall)
    ):
        return first
    flags = tuple(flag for flag in ("out_of_turn", "td") if flag in first.flags)
    readings = tuple(dict.fromkeys(read_result(one) for one in found))
    return view.ask("46B", "ambiguous", {}, readings, 0, flags, "settled")


def guessed(view: View, said: Designation) -> Resolution:
    """46B: what the words only may mean plays no card and ends no hand; it is laid out and asked."""
    found = view.walk(said.intent)
    if not is_play(said.intent) and not isinstance(said.intent, (Claim, Concession)):
        return found
    flags = tuple(flag for flag in ("out_of_turn", "td") if flag in found.flags)
    return view.ask("46B", "guessed", {}, (read_result(found),), 0, flags, "settled")


def _sort(view: View, said: Sequence[Understood], gaps_s: Sequence[float | None]) -> Heard:
    heard = Heard()
    gap: float | None = None
    for index, one in enumerate(said):
        if index:
            after = gaps_s[index - 1] if index <= len(gaps_s) else None
            gap = None if gap is None or after is None else gap + after
        before = len(heard.parts)
        if isinstance(one, Ambiguous):
            _add(heard, Part(None, c4_ambiguous(view, one, "ask"), gap))
        elif isinstance(one, Designation) and one.guessed and is_play(one.intent):
            _add(heard, Part(None, guessed(view, one), gap))
        elif isinstance(one, Designation):
            _add_intent(view, heard, one.intent, gap)
        elif heard.parts:  # words after a call that nobody understood may have taken it back
            heard.withdrawn = Correction()
        if len(heard.parts) > before or not heard.parts:
            gap = 0.0
    return heard


def _add_intent(view: View, heard: Heard, intent: Intent, gap: float | None) -> None:
    if isinstance(intent, Correction):
        if intent.first is not None:
            _add(heard, Part(intent.first, view.aside(intent.first), gap))
        heard.withdrawn = intent
        if intent.second is not None:
            _add(heard, Part(intent.second, view.aside(intent.second)))
    elif is_play(intent):
        _add(heard, Part(intent, view.aside(intent), gap))
    elif isinstance(intent, Query) and intent.about == "stop" and _running(heard):
        heard.parts.pop()
        heard.run_stopped = True
    elif heard.parts and _takes_back(intent):
        heard.withdrawn = Correction(marker=Marker.SLIP)
    else:
        heard.rest.append(intent)


def _add(heard: Heard, part: Part) -> None:
    if heard.withdrawn is not None:
        part = replace(part, corrects=True, marker=heard.withdrawn.marker)
        heard.withdrawn = None
    heard.parts.append(part)


def _takes_back(intent: Intent) -> bool:
    """A bare "no", "stop" or "wait" after a call."""
    match intent:
        case Acknowledge(yes) if not yes:
            return True
        case Chatter(hold) if hold:
            return True
        case Query(about) if about == "stop":
            return True
    return False


def _running(heard: Heard) -> bool:
    return bool(heard.parts) and isinstance(heard.parts[-1].intent, Run)


def _no_designation(view: View, said: Sequence[Understood], heard: Heard) -> Resolution:
    if heard.run_stopped:
        return view.no_call("not_a_call", "46B", {}, "run_stopped")
    if heard.withdrawn is not None:
        return view.no_call("not_a_call", "45C4b", {}, "correction_only", ("correction",))
    requests = [one for one in heard.rest if isinstance(one, Acknowledge) and one.request]
    if heard.rest:
        return view.walk((requests or heard.rest)[-1])
    return view.no_call("not_understood" if said else "not_a_call", "45C4a", {})


def _standing(view: View, parts: Sequence[Part]) -> list[Part]:
    """The designations that stand, in order, after every later one has been held against the last."""
    standing = [parts[0]]
    for later in parts[1:]:
        last = standing[-1]
        part = _with_suit(view, last, later)
        whole = None if part.corrects else _joined(last, part)
        if whole is not None:
            standing[-1] = replace(last, intent=whole, found=view.aside(whole))
        elif _gives_way(last.found, part):
            standing[-1:] = _instead(view, last, part)
        elif left := _left_open(last.found, part):
            standing[-1] = replace(last, intent=None, found=_specified(view, last.found, left))
        elif part.corrects or not _same(last, part):
            standing.append(part)
    return standing


def _with_suit(view: View, last: Part, part: Part) -> Part:
    """What puts a call right keeps what it does not say anew: "heart king, no, queen" is a heart."""
    before = last.intent
    if not part.corrects and not isinstance(before, (NamedCard, Exclude)):
        return part
    suit = getattr(before, "suit", None)
    base = Ruff(suit=suit) if isinstance(before, Ruff) else SuitOnly(suit) if suit is not None else None
    if base is None or not isinstance(part.intent, (RankOnly, Low, High)):
        return part
    whole = completed(base, part.intent)
    return part if whole is None else replace(part, intent=whole, found=view.aside(whole))


def _joined(first: Part, second: Part) -> PlayIntent | None:
    """The one call of which these are two halves, said in one breath."""
    if not is_one_breath(second.gap_s) or first.intent is None or second.intent is None:
        return None
    return completed(first.intent, second.intent)


def _gives_way(found: Resolution, part: Part) -> bool:
    """A void call always, an open question unless the next call corrects it."""
    return isinstance(found, (Void, NoCall)) or (isinstance(found, Ask) and not part.corrects)


def _instead(view: View, last: Part, part: Part) -> list[Part]:
    """What stands for a call that gave way. A suit alone behind a card of another suit is that suit, or the
    same rank of it: "king of spades, no, hearts"."""
    if isinstance(last.intent, NamedCard) and isinstance(part.intent, SuitOnly):
        whole = NamedCard(part.intent.suit, last.intent.rank)
        found = view.aside(whole)
        if isinstance(found, Played) and found.card != _card(part.found):
            return [replace(part, intent=whole, found=found, corrects=True), replace(part, corrects=True)]
    return [replace(part, corrects=False)]


def _left_open(choice: Resolution, part: Part) -> tuple[Card, ...]:
    """Those that the second call leaves of the cards the first left open: the one it names, by suit or in
    full, or all but those it rules out. None when it does not choose among them."""
    if not isinstance(choice, MustSpecify):
        return ()
    cards = choice.candidates
    if isinstance(part.intent, Exclude):
        left = tuple(card for card in cards if not _rules_out(part.intent, card))
        return left if left != cards else ()
    if not isinstance(part.found, Played):
        return ()
    card = part.found.card
    if isinstance(part.intent, SuitOnly):
        return tuple(one for one in cards if one.suit == card.suit)[:1]
    return (card,) if card in cards else ()


def _rules_out(intent: Exclude, card: Card) -> bool:
    """Only a suit, a rank or a card is ruled out here; a level is no choice among equal ranks."""
    if intent.level is not None or intent.base is not None or (intent.suit, intent.rank) == (None, None):
        return False
    return intent.suit in (None, card.suit) and intent.rank in (None, card.rank)


def _specified(view: View, choice: Resolution, left: tuple[Card, ...]) -> Resolution:
    """46B3b: the card that is left, or the same question about fewer."""
    if len(left) > 1:
        return replace(choice, candidates=left)
    return view.played(left[0].bit, "46B3b", "specified", {"card": left[0].code})


def _same(first: Part, second: Part) -> bool:
    """The same words, or the same card by other words."""
    if first.intent is not None and first.intent == second.intent:
        return True
    return isinstance(first.found, Played) and _card(first.found) == _card(second.found)


def _card(found: Resolution) -> object:
    return found.card if isinstance(found, Played) else found.outcome


def _question(view: View, standing: Sequence[Part], withdrawn: Correction | None, policy: str) -> Resolution:
    """45C4a against 45C4b: the readings, and, if a policy chooses, what that one gives."""
    readings = tuple(_reading(part, index) for index, part in enumerate(standing))
    verdict = "withdrawn" if withdrawn else "two_calls" if len(standing) > 1 else "second_only"
    marker = withdrawn.marker if withdrawn else standing[-1].marker
    facts: dict[str, Fact] = {
        "window": view.rules.change_window,
        "marker": marker.value if marker else "unknown",
    }
    chosen = None
    if policy == "first" and not standing[0].corrects:
        chosen = standing[0].found
    elif policy == "last":
        chosen = standing[-1].found
    if chosen is None:
        return view.ask("45C4b", verdict, facts, readings, 0, ("correction",))
    trace = (Step("45C4b", verdict, {**facts, "policy": policy}), *chosen.trace)
    flags = (*chosen.flags, "correction")
    return replace(chosen, status="disputed", readings=readings, flags=flags, trace=trace)


def _reading(part: Part, index: int) -> Reading:
    if index or part.corrects:
        return read_result(part.found, "45C4b", "put_right")
    return read_result(part.found, "45C4a", "first_stands")
