"""Double dummy by endplay, in this process: quick, and only for hands that are known to fit."""

from __future__ import annotations

import warnings

from callparser.claims.position import ClaimPosition

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player


def board(at: ClaimPosition) -> Deal:
    hands = (".".join(held.holdings()[suit] for suit in "SHDC") for held in at.hands if held is not None)
    trumps = Denom.nt if at.trumps is None else Denom(3 - int(at.trumps))
    deal = Deal("N:" + " ".join(hands), Player(int(at.leader)), trumps)
    for play in at.trick:
        deal.play(play.card.code, from_hand=False)
    return deal


def solve(at: ClaimPosition) -> int:
    """Tricks of the claimer's side with best play."""
    made = max(tricks for _, tricks in solve_board(board(at)))
    return made if at.leader.after(len(at.trick)) % 2 == at.claimer % 2 else at.tricks_left - made
