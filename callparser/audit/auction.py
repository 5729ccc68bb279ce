"""The auction: calls in turn and sufficient, and the contract that they make (Laws 17 to 39)."""

from __future__ import annotations

from callparser.audit.finding import Finding, finding
from callparser.record.board import (
    DOUBLE,
    PASS,
    REDOUBLE,
    SKIPPED,
    Board,
    Call,
    Contract,
    contract_of,
    contract_text,
)  # fmt: skip
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def auction_findings(board: Board, edition: str) -> Iterator[Finding]:
    """Irregular calls in their order, then what contradicts the auction; up to a call that is not read."""
    calls = board.auction
    if calls and board.dealer is not None and calls[0].seat != board.dealer:
        yield finding("dealer-differs", edition, seat=calls[0].seat, expected=board.dealer)
    unread = next((place for place, call in enumerate(calls) if not readable(call)), len(calls))
    yield from _Auction(edition).walk(calls[:unread])
    for call in calls[unread : unread + 1]:
        yield finding("unread-call", edition, seat=call.seat, call=call.text)
        return
    made = contract_of(calls)
    if made is None:
        return
    contract, declarer = made
    if board.contract and board.contract.level is not None and board.contract != contract:
        recorded, by_calls = board.contract.text, contract.text
        yield finding("contract-differs", edition, recorded=recorded, made=by_calls)
    elif declarer is not None and board.declarer not in (None, declarer):
        yield finding("declarer-differs", edition, seat=board.declarer, made=declarer)


def readable(call: Call) -> bool:
    """Is this a call, or the place of one who was passed over?"""
    return call.text in (PASS, DOUBLE, REDOUBLE, SKIPPED) or call.text[:1].isdigit()


class _Auction:
    """Follows the calls."""

    def __init__(self, edition: str) -> None:
        self.edition = edition
        self.bid: Contract | None = None
        self.bidder = Seat.NORTH
        self.doubled = 0
        self.passes = 0

    def walk(self, calls: tuple[Call, ...]) -> Iterator[Finding]:
        turn = calls[0].seat if calls else Seat.NORTH
        for call in calls:
            if call.text == SKIPPED:
                continue
            if call.seat != turn:
                yield self.found("call-out-of-turn", call, expected=turn)
            if self.ended:
                yield self.found("inadmissible-call", call)
            else:
                yield from self.heard(call)
            turn = call.seat.after()

    @property
    def ended(self) -> bool:
        return self.passes >= (3 if self.bid else 4)

    def found(self, name: str, call: Call, expected: Seat | None = None, over: str | None = None) -> Finding:
        return finding(name, self.edition, seat=call.seat, call=call.text, expected=expected, over=over)

    def heard(self, call: Call) -> Iterator[Finding]:
        if call.text == PASS:
            self.passes += 1
            return
        self.passes = 0
        if call.text in (DOUBLE, REDOUBLE):
            ours = self.bid is not None and (self.bidder - call.seat) % 2 == 0
            theirs = self.bid is not None and not ours
            if not (theirs and self.doubled == 0 if call.text == DOUBLE else ours and self.doubled == 1):
                yield self.found("inadmissible-call", call)
            self.doubled = len(call.text)
            return
        bid = contract_text(call.text)
        if bid and self.bid and _height(bid) <= _height(self.bid):
            yield self.found("insufficient-bid", call, over=self.bid.text)
        self.bid, self.bidder, self.doubled = bid, call.seat, 0


def _height(bid: Contract) -> int:
    return (bid.level or 0) * 5 + (4 if bid.trumps is None else bid.trumps)
