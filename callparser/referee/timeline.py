"""The time line of a disputed call: what was said, when, what lay on the table, and what the words call.

Evidence only. What declarer meant, and whether he stopped to think, stands nowhere in it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from callparser.designation import (
    Ambiguous,
    Correction,
    Designation,
    Intent,
    Understood,
    is_one_breath,
    is_play,
)
from callparser.outcome import NoCall, Resolution
from callparser.referee.laid import Laid
from callparser.referee.moment import Called, Moment
from callparser.referee.scene import Scene
from callparser.resolver import resolve
from callparser.table import TableState
from callparser.understand import parse
from callparser.understand.halves import after
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Timeline(Value):
    """The moments in order.

    ``turn`` is the trick of the dispute, counted as in a moment; ``None`` where declarer has said nothing.
    ``spoken`` are the places of declarer's words for it, ``table`` what dummy could play to then, ``whole``
    what Law 45C4 makes of all those words together, as far as it is arithmetic.
    """

    moments: tuple[Moment, ...] = ()
    turn: int | None = None
    spoken: tuple[int, ...] = ()
    table: TableState | None = None
    whole: Resolution | None = None


@lru_cache(maxsize=64)
def timeline(scene: Scene, edition: str) -> Timeline:
    """The time line under an edition, by its id.

    Raises :class:`InputError` for events that contradict each other, :class:`InvalidTable` for a table on
    which nothing can be called.
    """
    moments = _timed(_laid(scene))
    said = _understood(moments, scene.lang)
    moments = [replace(one, said=said.get(place)) for place, one in enumerate(moments)]
    turn = _turn(moments)
    spoken = _spoken(moments, turn)
    table = _table(moments, turn)
    moments = [
        replace(one, calls=_calls(one.said, table, edition)) if place in spoken and one.said else one
        for place, one in enumerate(moments)
    ]
    whole = _whole([moments[place] for place in spoken], table, edition)
    if (
        spoken
        and whole is not None
        and not isinstance(whole, NoCall)
        and not any(one.calls for one in moments)
    ):
        last = spoken[-1]  # "please", a nod: no call beside another, and one alone
        moments[last] = replace(moments[last], calls=(Called(None, whole),))
    return Timeline(tuple(moments), turn, spoken, table, whole)


def _laid(scene: Scene) -> list[Moment]:
    laid = Laid(scene)
    return [laid.take(one) for one in scene.events]


def _timed(moments: Sequence[Moment]) -> list[Moment]:
    """With the gaps between what has a time."""
    found: list[Moment] = []
    last_s: float | None = None
    for one in moments:
        at_s, end_s = one.what.at_s, one.what.end_s
        if at_s is not None and last_s is not None:
            one = replace(one, gap_s=round(max(0.0, at_s - last_s), 3))
        found.append(one)
        last_s = end_s if end_s is not None else last_s
    return found


# --- the words -------------------------------------------------------------------------------------------


def _understood(moments: Sequence[Moment], lang: str) -> dict[int, Understood]:
    """What declarer's words mean, by their places."""
    found: dict[int, Understood] = {}
    before = ""
    for place, one in enumerate(moments):
        if one.by_declarer:
            said = parse(one.what.text, lang)
            text = one.what.text
            found[place] = after(before, text, said, lang, one.gap_s) if before else said
            before = f"{before} {text}" if is_one_breath(one.gap_s) else text
    return found


def _turn(moments: Sequence[Moment]) -> int | None:
    """The turn of dummy that the first call was for, else that of declarer's first words."""
    turns = [one.turn for one in moments if one.by_declarer and _may_call(one.said)]
    turns += [one.turn for one in moments if one.by_declarer]
    return turns[0] if turns else None


def _may_call(said: Understood | None) -> bool:
    """A call, or words of which nobody knows that they are none."""
    if isinstance(said, Designation):
        return is_play(said.intent) or isinstance(said.intent, Correction)
    return said is not None


def _spoken(moments: Sequence[Moment], turn: int | None) -> tuple[int, ...]:
    """The places of declarer's words for that turn of dummy; a call for the next turn is none of them.

    Words that take back what was called belong to it however late they come.
    """
    return tuple(
        place
        for place, one in enumerate(moments)
        if one.by_declarer and turn is not None and (one.turn == turn or (one.turn > turn and one.takes_back))
    )


def _table(moments: Sequence[Moment], turn: int | None) -> TableState | None:
    """The table at that turn: where declarer first spoke, or before dummy's card if that came before."""
    for one in moments:
        if (one.by_dummy and turn in (None, one.number)) or (one.by_declarer and one.turn == turn):
            return one.table
    return None


def _calls(said: Understood, table: TableState | None, edition: str) -> tuple[Called, ...]:
    """The designations in one utterance, each for itself."""
    if isinstance(said, Ambiguous):
        return (Called(None, _result(said, table, edition)),)
    if not isinstance(said, Designation):
        return ()
    intents: tuple[Intent | None, ...] = (said.intent,)
    if isinstance(said.intent, Correction):
        intents = (said.intent.first, said.intent.second)
    return tuple(
        Called(one, _result(replace(said, intent=one), table, edition))
        for one in intents
        if one is not None and is_play(one)
    )


def _result(said: Understood, table: TableState | None, edition: str) -> Resolution | None:
    return None if table is None else resolve(said, table, edition)


def _whole(spoken: Sequence[Moment], table: TableState | None, edition: str) -> Resolution | None:
    said = [one.said for one in spoken if one.said is not None]
    if table is None or not said:
        return None
    gaps_s = [_gap_s(before, one) for before, one in pairwise(spoken)]
    return resolve(said[0] if len(said) == 1 else said, table, edition, gaps_s=gaps_s)


def _gap_s(before: Moment, one: Moment) -> float | None:
    """From the end of some words to the beginning of others."""
    end_s, at_s = before.what.end_s, one.what.at_s
    return None if end_s is None or at_s is None else max(0.0, at_s - end_s)
