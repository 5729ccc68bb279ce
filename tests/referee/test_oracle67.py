"""Law 67 against brute force: rows give offender, sign and trick every time, and the tricks agree."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import settings

from callparser.cards import Card, Hand
from callparser.referee import defective
from callparser.referee.incident import Incident, read_incident
from callparser.referee.played import record_of
from callparser.referee.rule import rule
from tests.referee import oracle67
from tests.referee.oracle67 import Fault, Play

YEARS = ("1997", "2007", "2017")
#: 20,000 deals with ``HYPOTHESIS_PROFILE=long``.
DEALS = 20_000 if settings.default.max_examples > 1000 else 1_000
PARTS = 4


def _cards(cards: Any) -> set[str]:
    return {card.code for card in cards}


def _codes(cards: Any) -> set[str]:
    return {oracle67.code(card) for card in cards}


@pytest.mark.parametrize("part", range(PARTS))
def test_the_engine_agrees_with_brute_force(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, DEALS, PARTS):
        game = oracle67.play(seed)
        incident = read_incident(game.incident())
        record = record_of(incident.facts)
        assert record is not None
        found = {(one.trick, one.seat.value, _s(one.cards)) for one in defective.defects(record.rows)}
        assert found == {(f.trick, f.seat, tuple(map(oracle67.code, f.cards))) for f in game.faults}, seed
        _restored(game, record, seed)
        for fault in game.faults:
            known = seed % 3 != 0
            _ruled(game, fault, incident, known, seed, seen)
    assert min(seen[kind] for kind in ("omitted", "doubled", "dummy", "in time", "1", "2")) > 0, seen


def _s(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def _restored(game: Play, record: defective.Record, seed: int) -> None:
    """Put every fault right, doubled tricks first: thirteen cards everywhere, one from each to a trick."""
    game = deepcopy(game)
    for fault in sorted(game.faults, key=lambda one: not one.cards):
        card = fault.cards[0] if fault.cards else min(oracle67.to_supply(game, fault))
        row = game.rows[fault.trick - 1]
        game.rows[fault.trick - 1] = [(s, (card,) if s == fault.seat else cards) for s, cards in row]
        seat = defective.SEATS[fault.seat]
        record = defective.with_cards(record, fault.trick, seat, (Card.parse(oracle67.code(card)),))
    for seat in defective.SEATS:
        assert len(defective.left(record, seat)) + len(defective.played_by(record.rows, seat)) == 13, seed
    assert all(len(one.cards) == 1 for row in record.rows for one in row), seed
    assert defective.defects(record.rows) == (), seed


def _ruled(game: Play, fault: Fault, incident: Incident, known: bool, seed: int, seen: Counter[str]) -> None:
    row = game.incident() | {
        "defect": {
            "offender": oracle67.SEATS[fault.seat], "trick": fault.trick, "still_to_play": False,
            "exposed": False, "how": "together", "faces": "one", "partner_went_ahead": False,
        },
        "revoke": {"exception": "none"},
        "law": "67",
    }  # fmt: skip
    if fault.cards:
        row["defect"] |= {"faced": oracle67.code(fault.cards[0])} if known else {"face_known": False}
    asked = read_incident(row)
    kept = oracle67.stays(game, fault, known) if fault.cards else None
    both = len({bool(one.cards) for one in game.faults if one.seat == fault.seat}) == 2
    for year in YEARS:
        ruling = rule(asked, year)
        if both and not fault.cards:  # what he holds is not known until the doubled trick is put right
            seen["both"] += 1
            assert "legal_cards" not in ruling.facts, seed
            continue
        seen["omitted" if not fault.cards else "doubled"] += 1
        if not oracle67.both_sides(game, fault.trick):
            seen["in time"] += 1
            assert ruling.branch.startswith("67A"), (seed, fault, ruling)
        elif fault.cards and kept is None:
            seen["equal"] += 1
            assert ruling.ask, (seed, fault, ruling)
        else:
            want = oracle67.transferred(game, fault, kept, year)
            assert ruling.tricks_transferred == want, (seed, year, fault, want, ruling)
            assert bool(ruling.ask) == (want is None), (seed, fault, ruling)
            seen[str(want)] += 1
            seen["dummy"] += fault.seat == (game.declarer + 2) % 4
        if not fault.cards:
            assert set(ruling.facts["legal_cards"]) == _codes(oracle67.to_supply(game, fault)), seed  # type: ignore[arg-type]
        elif kept is not None and "stays" in ruling.facts:
            assert ruling.facts["stays"] == (oracle67.code(kept),), seed


def test_the_highest_of_two_suits_of_one_rank_is_not_decided() -> None:
    cards = (Card.parse("H9"), Card.parse("C9"))
    assert defective.highest_legal(cards, Hand.of(cards), Card.parse("S2").suit) == cards
