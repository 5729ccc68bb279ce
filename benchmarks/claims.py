"""A whole verdict on a claim against one double-dummy solve of the same ending: medians of processor time.

``python -m benchmarks.claims`` (extra ``claims``), both in turn. Five cards: all five quantities, known
hands, no line; bar 100 times. Seven cards with a stated line; bar 20,000 times.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from argparse import ArgumentParser
from random import Random
from statistics import median
from typing import Final

from callparser.cards import PACK, SUITS, Hand
from callparser.claims import ClaimPosition, Stated, check
from callparser.claims.ceiling import ceiling
from callparser.claims.line import Kind, Step
from callparser.table import SEATS, Seat

BARS: Final = {5: 100, 7: 20_000}


def position(random: Random, tricks: int) -> ClaimPosition:
    """An ending in which declarer, on lead, holds his share of high cards."""
    dealt = random.sample(PACK, 4 * tricks)
    hands = tuple(Hand.of(dealt[at * tricks : (at + 1) * tricks]) for at in range(4))
    return ClaimPosition(hands, random.choice([None, *SUITS]), Seat.SOUTH, Seat.SOUTH, random.choice(SEATS))


def claim(random: Random, at: ClaimPosition, best: int) -> Stated:
    """As many tricks as the best play makes; with seven cards also a line."""
    if at.tricks_left == 5:
        return Stated("claim", wins=best)
    suits = random.sample(SUITS, 2)
    steps = (Step(Kind.DRAW), *(Step(Kind.CASH, suit) for suit in suits))
    return Stated("claim", wins=best, steps=steps, trumps="drawn")


def run(tricks: int, count: int) -> bool:
    """Prints one line. Is the bar kept?"""
    from tests.claims.solver import board, solve_board

    random = Random(tricks)
    ours, theirs, ratios, words = [], [], [], dict.fromkeys(("CERTAIN", "GOOD", "BAD", "DOUBTFUL"), 0)
    while len(ours) < count:
        at = position(random, tricks)
        best = ceiling(at)
        if not best:
            continue
        deal, said = board(at), claim(random, at, best)
        begun = time.process_time()
        solve_board(deal)
        between = time.process_time()
        word = check(at, said).word
        ended = time.process_time()
        words[str(word)] += 1
        theirs.append(between - begun)
        ours.append(ended - between)
        ratios.append(ours[-1] / theirs[-1])
    ratio = median(ours) / median(theirs)
    print(
        f"{tricks} cards, {count} endings: verdict {1e3 * median(ours):.2f} ms "
        f"(worst {1e3 * max(ours):.0f}), "
        f"solve {1e3 * median(theirs):.2f} ms: {ratio:.1f} times (median of each {median(ratios):.1f}, "
        f"worst {max(ratios):.0f}); bar {BARS[tricks]}; {words}"
    )
    return ratio <= BARS[tricks]


def main() -> int:
    parser = ArgumentParser("benchmarks.claims", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--endings", type=int, default=200, help="endings of five cards; a tenth of seven")
    args = parser.parse_args()
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # a solver that is given hands that do not fit writes where it stands
        try:
            check(position(Random(0), 5), Stated("claim", wins=3))  # load what is compiled
            kept = [run(5, args.endings), run(7, max(1, args.endings // 10))]
        finally:
            os.chdir(home)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
