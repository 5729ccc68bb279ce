"""Writing play records: one line of JSON a board (:mod:`callparser.record.playrecord`)."""

from __future__ import annotations

import json

from callparser.cards import Card
from callparser.record.board import Board, Call, Claim, Comment, Event, Holding, Laid, Note, Tag, Trick
from callparser.record.pbndeal import deal_value
from callparser.record.playrecord import FORMAT
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from callparser.jsonline import Row


def write_play_records(boards: Iterable[Board]) -> str:
    """One line of JSON a board."""
    return "".join(json.dumps(board_row(board), ensure_ascii=False) + "\n" for board in boards)


def board_row(board: Board) -> Row:
    """A board as an object; what is not known is left out."""
    row: Row = {"format": FORMAT, "board": board.number, "vulnerable": board.vulnerable}
    for key in ("dealer", "opening", "declarer", "leader"):
        seat = getattr(board, key)
        row[key] = None if seat is None else seat.letter
    row["players"] = _by_seat(board.players) if any(board.players) else None
    row["hands"] = _by_seat([_hand_text(cards) for cards in board.hands])
    row["auction"] = [_call_row(call) for call in board.auction]
    row["contract"] = board.contract.text if board.contract else None
    row["tricks"] = [_trick_row(trick) for trick in board.tricks]
    row["claim"] = _claim_row(board.claim) if board.claim else None
    row["result"] = board.result
    row["piles"] = _by_seat([None if pile is None else _codes(pile) for pile in board.piles])
    row["events"] = [_event_row(event) for event in board.events]
    for key in ("auction_end", "play_end", "swapped", "result_differs"):
        row[key] = getattr(board, key)
    for key in ("notes", "tags", "comments"):
        row[key] = [_plain(one) for one in getattr(board, key)]
    return _told(row) | _unkept(board.extras)


def _told(row: Row) -> Row:
    """Without what says nothing; zero says something."""
    nothing: tuple[Any, ...] = (None, "", [], {})
    return {key: value for key, value in row.items() if value is not False and value not in nothing}


def _unkept(extras: str) -> Row:
    found: Row = json.loads(extras) if extras else {}
    return found


def _by_seat(values: Iterable[Any]) -> Row:
    return {
        seat.letter: value
        for seat, value in zip(SEATS, values, strict=True)
        if value is not None and value != ""
    }


def _hand_text(cards: Holding | None) -> str | None:
    return None if cards is None else deal_value((cards, None, None, None), Seat.NORTH)[2:].split()[0]


def _codes(cards: Iterable[Card]) -> list[str]:
    return [one.code for one in cards]


def _call_row(call: Call) -> Row:
    row: Row = {"seat": call.seat.letter, "call": call.text, "t": call.at_s}
    row |= {"before": list(call.before), "marks": list(call.marks)}
    return _told(row) | _unkept(call.extras)


def _trick_row(trick: Trick) -> Row | list[Row]:
    laid = [_laid_row(one) for one in trick.laid]
    if trick.ordered and not trick.extras:
        return laid
    return ({} if trick.ordered else {"ordered": False}) | {"laid": laid} | _unkept(trick.extras)


def _laid_row(one: Laid) -> Row:
    row: Row = {"seat": one.seat.letter, "cards": None if one.cards is None else _codes(one.cards)}
    row |= {key: getattr(one, key) for key in ("faced", "turned") if getattr(one, key) is not None}
    more: Row = {
        "t": one.at_s, "before": list(one.before), "marks": list(one.marks), "unread": one.unread,
    }  # fmt: skip
    return (
        row | {key: value for key, value in more.items() if value not in (None, "", [])} | _unkept(one.extras)
    )


def _claim_row(claim: Claim) -> Row:
    row: Row = {
        "seat": None if claim.seat is None else claim.seat.letter, "tricks": claim.tricks,
        "text": claim.text, "t": claim.at_s, "played": claim.played,
    }  # fmt: skip
    return _told(row) | _unkept(claim.extras)


def _event_row(event: Event) -> Row:
    row: Row = {
        "kind": event.kind, "seat": None if event.seat is None else event.seat.letter, "t": event.at_s,
        "text": event.text, "cards": _codes(event.cards), "to": [seat.letter for seat in event.to],
    }  # fmt: skip
    return _told(row) | _unkept(event.extras)


def _plain(one: Note | Tag | Comment) -> Row:
    row: Row = {name: getattr(one, name) for name in one.__match_args__}
    if isinstance(one, Tag):
        row["lines"] = list(one.lines)
    return row
