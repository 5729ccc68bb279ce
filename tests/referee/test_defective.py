"""The arithmetic of Law 67 on small tables, and candidates from piles."""

from __future__ import annotations

import pytest

from callparser.cards import Card, Hand, Suit
from callparser.referee import defective
from callparser.referee.kinds import Laid, Quitted
from callparser.referee.piles import candidates
from callparser.referee.rule import answer
from callparser.table import Seat
from tests.referee import oracle67
from tests.referee.oracle67 import Play, play


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("D9 SA H2", "D", "D9"),
        ("C9 SA H2", "D", "C9 SA H2"),
        ("C9 C3 S2", "C", "C9 C3"),
        ("", "C", ""),
    ],
)
def test_what_may_be_supplied(hand: str, led: str, legal: str) -> None:
    found = defective.legal_to_supply(Hand.of(_cards(hand)), Suit.parse(led))
    assert found == Hand.of(_cards(legal))


@pytest.mark.parametrize(
    ("laid", "hand", "led", "stays"),
    [
        ("D8 D3", "D8 D3 SA", "D", "D8"),
        ("D3 DQ", "D3 DQ SA", "D", "DQ"),
        ("D3 CA", "D3 CA SA", "D", "D3"),  # the ace of clubs would have been a revoke
        ("H4 CA", "H4 CA SA", "D", "CA"),
        ("H4 C4", "H4 C4 SA", "D", "H4 C4"),  # neither is the higher
        ("H4 C4", "H4 C4 D2", "D", ""),  # neither was legal
    ],
)
def test_the_highest_that_he_could_legally_have_played(laid: str, hand: str, led: str, stays: str) -> None:
    assert defective.highest_legal(_cards(laid), Hand.of(_cards(hand)), Suit.parse(led)) == _cards(stays)


def test_a_seat_still_to_play_to_the_last_trick_has_not_omitted() -> None:
    lead = Laid(Seat.WEST, _cards("H7"))
    assert defective.defects([(lead,)]) == ()
    assert [one.seat for one in defective.defects([(lead, Laid(Seat.NORTH))])] == [Seat.NORTH]
    whole = tuple(Laid(seat, (card,)) for seat, card in zip(Seat, _cards("H2 H3 H4 H5"), strict=True))
    assert {one.seat for one in defective.defects([(lead,), whole])} == set(Seat) - {Seat.WEST}


# --- piles ---------------------------------------------------------------------------------------------


def _whole(game: Play) -> bool:
    return len(game.faults) == 1 and all(len(row) == 4 for row in game.rows)


def _piles(game: Play, *, pointed: bool) -> list[list[Quitted]]:
    piles: list[list[Quitted]] = [[], [], [], []]
    for row, won_by in zip(game.rows, game.winners, strict=True):
        for seat, cards in row:
            won = seat % 2 == won_by % 2 if pointed else None
            piles[seat] += [Quitted(Card.parse(oracle67.code(card)), won) for card in cards]
    return piles


@pytest.mark.parametrize("pointed", [True, False])
def test_the_true_trick_is_among_the_candidates_and_no_trick_is_assumed(pointed: bool) -> None:
    count = 0
    several = 0
    for game in filter(_whole, map(play, range(400))):
        fault, trumps = game.faults[0], None if game.trump is None else Suit(game.trump)
        leader = Seat((game.declarer + 1) % 4)
        found = candidates(_piles(game, pointed=pointed), leader, trumps, Seat(fault.seat), len(game.rows))
        assert fault.trick in [one.trick for one in found], game
        failures = [len(one.failures) for one in found]
        assert failures == sorted(failures)
        count += 1
        several += len(found) > 1
    assert count > 100
    assert several > count / 2


def test_piles_that_are_right_or_hopeless_give_no_candidate() -> None:
    piles = [[Quitted(card)] for card in _cards("H2 H3 H4 H5")]
    assert candidates(piles, Seat.NORTH, None, Seat.EAST, 1) == ()
    assert candidates([[], *piles[1:]], Seat.NORTH, None, Seat.NORTH, 5) == ()


def test_candidates_are_laid_out_with_reasons_and_the_trick_is_asked() -> None:
    game = next(game for game in filter(_whole, map(play, range(100))) if not game.faults[0].cards)
    piles = {
        oracle67.SEATS[s]: [q.card.code for q in pile] for s, pile in enumerate(_piles(game, pointed=False))
    }
    fault = game.faults[0]
    incident = {
        "law": "67",
        "board": {"hands": "wrong_piles"},
        "play": {
            "declarer": oracle67.SEATS[game.declarer], "piles": piles, "completed": len(game.rows),
            "trump": "NT" if game.trump is None else oracle67.SUITS[game.trump],
        },
        "defect": {
            "offender": oracle67.SEATS[fault.seat], "played": "too_few", "both_sides_played": True,
            "still_to_play": False,
        },
    }  # fmt: skip
    got = answer({"incident": incident})
    assert got["branch"] == "67B-which"
    assert got["ask"][0] == "defect.trick"
    assert str(fault.trick) in [reason.split(":")[0] for reason in got["facts"]["candidates"]]
    got = answer({"incident": incident | {"play": incident["play"] | {"completed": 3}}})  # type: ignore[operator]
    assert "candidates" not in got["facts"]
