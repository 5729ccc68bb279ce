"""Lines of play to look at: the shortest one on which the claim fails, and one on which it holds."""

from __future__ import annotations

from callparser.cards import Card
from callparser.claims.ending import Ending
from callparser.claims.line import ANY_LEGAL, Line
from callparser.claims.normal import Rules, State
from callparser.claims.search import search
from callparser.table import SEATS, Play, Seat
from callparser.value import Value


class PlayedTrick(Value):
    """``plays`` in order; ``winner`` is ``None`` for the trick that is left unfinished."""

    plays: tuple[Play, ...]
    winner: Seat | None
    ours: bool = False


def failing(ending: Ending, line: Line, need: int, budget: int | None = None) -> tuple[PlayedTrick, ...]:
    """The shortest line along which ``need`` tricks are out of reach; empty when there is none.

    Raises :class:`OutOfBudget`.
    """
    rules = Rules(ending, line)
    for tricks in range(1, ending.tricks + 1):
        found = search(ending, line, budget=budget, horizon=ending.tricks - tricks)
        if found.holds(rules.start(), need):
            continue
        state, cards = rules.start(), list[int]()
        while state.trick or need <= max(held.bit_count() for held in state.hands):
            card, won, state = next(
                move for move in rules.moves(state) if not found.holds(move[2], need - move[1])
            )
            cards.append(card)
            need -= won
        return _tricks(ending, cards)
    return ()


def working(ending: Ending, need: int, budget: int | None = None) -> tuple[PlayedTrick, ...]:
    """A line on which ``need`` tricks are made against every defence; empty when there is none."""
    best = search(ending, ANY_LEGAL, helped=True, budget=budget)
    rules = Rules(ending, ANY_LEGAL)
    state, cards = rules.start(), list[int]()
    if not best.holds(state, need):
        return ()
    while any(state.hands):
        ours = state.turn % 2 == ending.side
        moves = sorted(rules.moves(state), key=lambda move: move[0])
        card, won, after = next(
            (move for move in moves if best.holds(move[2], need - move[1])) if ours else iter(moves)
        )
        cards.append(card)
        state, need = after, need - won
    return _tricks(ending, cards)


def _tricks(ending: Ending, numbers: list[int]) -> tuple[PlayedTrick, ...]:
    """The cards of a line, trick by trick, after those that lay there."""
    rules = Rules(ending, ANY_LEGAL)
    leader, found, trick = ending.leader, list[PlayedTrick](), list(ending.trick)
    waiting = list(numbers)
    while trick or waiting:
        while len(trick) < 4 and waiting:
            trick.append(waiting.pop(0))
        plays = tuple(Play(SEATS[(leader + at) % 4], _card(ending, one)) for at, one in enumerate(trick))
        winner = None
        if len(trick) == 4:
            _, winner = rules.best(State((0, 0, 0, 0), leader, tuple(trick), 0))
            leader = winner
        ours = winner is not None and winner % 2 == ending.side
        found.append(PlayedTrick(plays, None if winner is None else SEATS[winner], ours))
        trick = []
    return tuple(found)


def _card(ending: Ending, number: int) -> Card:
    return ending.cards[number]
