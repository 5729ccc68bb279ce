"""A call at a table, with those before it that still count, and what the law makes of them together."""

from __future__ import annotations

from callparser.explainer import said_cards
from callparser.outcome import Ask, MustSpecify
from callparser.session.memory import Memory, as_spoken, counts
from callparser.value import Value, replace
from callparser.wire import resolve_said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from callparser.designation import Understood
    from callparser.outcome import Resolution
    from callparser.wire import Situation


class Called(Value):
    """``gaps_s``: the seconds between the calls, one fewer than those; ``None`` is unknown."""

    result: Resolution
    calls: tuple[Understood, ...]
    gaps_s: tuple[float | None, ...] = ()


def called(said: Understood, now: Memory, asked: Situation, gap_s: float | None, *, answers: bool) -> Called:
    """The law is asked about this call after what is remembered, at this table.

    The answer to a question about two calls is a call of its own; any other call is one more of them.
    """
    calls: tuple[Understood, ...] = (said,)
    gaps: tuple[float | None, ...] = ()
    which = now.state == "choose" and (now.row or {}).get("outcome") == "choose"
    third = now.state == "choose" and len(now.calls) > 1 and not answers
    if counts(said) and (now.state == "standing" or which or third):
        calls, gaps = (*now.calls, said), (*now.gaps_s, gap_s)
    return Called(resolve_said(calls, replace(asked, gaps_s=gaps)), calls, gaps)


def question(made: Called, lang: str) -> Memory:
    """What is remembered of a call that is no card: the cards of the question, as they are read out, if it
    is one."""
    result = made.result
    if not isinstance(result, (MustSpecify, Ask)):
        return Memory("idle", made.calls, made.gaps_s)
    told = tuple(card for card in said_cards(result, lang) if card in result.candidates)
    options = as_spoken(result, told)
    state = "choose" if options else "idle"
    several = len(options) > 1 or (state == "choose" and len(result.readings) > 1)
    return Memory(state, made.calls, made.gaps_s, options, len(told), several)
