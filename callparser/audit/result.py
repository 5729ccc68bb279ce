"""The end: a claim, play after it, and whether the tricks add up (Laws 68 and 79)."""

from __future__ import annotations

from callparser.audit.course import Course
from callparser.audit.deal import due
from callparser.audit.finding import Finding, finding
from callparser.record.board import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def claim_findings(board: Board, edition: str) -> Iterator[Finding]:
    """A claim is a note; the first card played after it an irregularity."""
    claim = board.claim
    if claim is None:
        return
    yield finding("claim", edition, seat=claim.seat, tricks=claim.tricks, played=claim.played)
    if claim.played is None:
        return
    laid = [(trick, one) for trick in range(len(board.tricks)) for one in board.tricks[trick].laid]
    after = [(trick, one) for trick, one in laid[claim.played :] if one.cards]
    if after:
        trick, one = after[0]
        yield finding(
            "play-after-claim", edition, trick=trick + 1, seat=one.seat, cards=(one.cards or ())[:1]
        )


def result_findings(
    board: Board, play: Course, revoked: Sequence[Finding], edition: str
) -> Iterator[Finding]:
    """Does the recorded number of tricks lie within what the cards allow?

    Tricks that are not played, or whose winner is not known, may be anybody's; so may tricks that a revoke
    transfers.
    """
    declarer = play.declarer
    recorded = board.result
    if recorded is None and board.claim:
        recorded = board.claim.tricks
    if recorded is None or declarer is None or not play.known or not play.steps:
        return
    won = [step.winner for step in play.steps]
    low = sum(seat is not None and (seat - declarer) % 2 == 0 for seat in won)
    theirs = sum(seat is not None and (seat - declarer) % 2 == 1 for seat in won)
    high = due(board) - theirs
    for one in (found for found in revoked if found.code == "revoke"):
        tricks = one.facts["transfer"]
        count = tricks if isinstance(tricks, int) else 2
        ours = one.seat is not None and (one.seat - declarer) % 2 == 0
        low, high = (low - count, high) if ours else (low, high + count)
    if not max(0, low) <= recorded <= min(13, max(high, low)):
        made = str(low) if low == high else f"{max(0, low)}–{min(13, high)}"
        yield finding("result-differs", edition, recorded=recorded, made=made)
