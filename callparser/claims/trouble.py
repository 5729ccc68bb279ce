"""Why a line of play fails, in few words: the card after which it cannot be saved, the winners that nobody
can reach, and who wins the trick that is one too many."""

from __future__ import annotations

from callparser.cards import Card
from callparser.claims.ending import Ending
from callparser.claims.line import ANY_LEGAL
from callparser.claims.normal import Rules, State
from callparser.claims.search import search
from callparser.claims.witness import PlayedTrick
from callparser.table import SEATS, Play, Seat
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Trouble(Value):
    """``lost``: the number of the trick that is one too many, and ``winner`` the card that wins it.

    ``turning``: the number of a trick and the card of the claimer's side in it before which best play still
    makes the claim, and after which it does not; ``None`` where it never does. ``stranded``: winners of the
    claimer's side that the hand on lead in the lost trick has no way to, and ``holder`` whose they are.
    """

    lost: int
    winner: Play
    turning: tuple[int, Card] | None = None
    stranded: tuple[Card, ...] = ()
    holder: Seat = Seat.NORTH


def trouble(
    ending: Ending, line: Sequence[PlayedTrick], need: int, budget: int | None = None
) -> Trouble | None:
    """Why this failing line fails; ``None`` for a line that does not. Raises :class:`OutOfBudget`."""
    lost = [number for number, trick in enumerate(line, 1) if trick.winner is not None and not trick.ours]
    if not lost:
        return None
    last = line[lost[-1] - 1]
    best = next(play for play in last.plays if play.seat == last.winner)
    rules = Rules(ending, ANY_LEGAL)
    states = list(_states(rules, ending, line))
    turning = _turning(ending, states, need, budget)
    start = next(state for number, state, _ in states if number == lost[-1])
    stranded = _stranded(rules, start)
    return Trouble(
        lost[-1],
        best,
        turning,
        tuple(one for at, one in enumerate(ending.cards) if stranded >> at & 1),
        SEATS[(start.leader + 2) % 4],
    )


def _states(
    rules: Rules, ending: Ending, line: Sequence[PlayedTrick]
) -> Iterator[tuple[int, State, tuple[int, int, State]]]:
    """Before each card of the line that is still to be played: the number of its trick and the state; then
    the card, the trick that it wins for the claimer (0 or 1), and the state after it."""
    numbers = {card: at for at, card in enumerate(ending.cards)}
    state = rules.start()
    lying = len(ending.trick)
    for number, trick in enumerate(line, 1):
        for play in trick.plays[lying:]:
            card = numbers[play.card]
            won, after = rules.played(state, card)
            yield number, state, (card, won, after)
            state = after
        lying = 0


def _turning(
    ending: Ending, states: Sequence[tuple[int, State, tuple[int, int, State]]], need: int, budget: int | None
) -> tuple[int, Card] | None:
    best = search(ending, ANY_LEGAL, helped=True, budget=budget)
    found = None
    for number, state, (card, won, after) in states:
        ours = ending.controls[state.turn]
        if ours and best.holds(state, need) and not best.holds(after, need - won):
            found = number, ending.cards[card]
        need -= won
    return found


def _stranded(rules: Rules, state: State) -> int:
    """The winners in the other hand, where the hand on lead has none and no way to them; as a mask."""
    other = rules.partner(state.leader)
    mine = rules.ending.controls[state.leader] and not state.trick
    if other is None or not mine or rules.winners(state.hands[state.leader], state) or rules.crossings(state):
        return 0
    return rules.winners(state.hands[other], state)
