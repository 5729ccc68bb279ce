"""The arithmetic of Law 67 on small tables, and candidates from piles."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from callparser.cards import NO_CARDS, Card, Hand, Suit
from callparser.referee import defective
from callparser.referee.defective import Record
from callparser.referee.incident import read_incident
from callparser.referee.kinds import Laid, Quitted
from callparser.referee.piles import candidates
from callparser.referee.played import record_of
from callparser.referee.rule import answer
from callparser.table import Seat
from callparser.value import replace
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


# --- who won, and what is a revoke ----------------------------------------------------------------------


def test_who_won_is_read_from_the_cards_and_not_from_the_lead_after() -> None:
    """44E, 44F; a lead out of turn makes nobody the winner of the trick before."""
    count = 0
    for game in map(play, range(150)):
        record = _record(game)
        for number in range(1, len(game.winners)):
            row, after = record.rows[number - 1], record.rows[number]
            if any(len(one.cards) > 1 for one in row):
                continue
            for first in range(len(after)):
                rows = (*record.rows[:number], after[first:] + after[:first], *record.rows[number + 1 :])
                turned = replace(record, rows=rows)
                assert defective.winner(turned, number) == game.winners[number - 1], (game, number, first)
                count += 1
    assert count > 1000


@pytest.mark.parametrize(
    ("row", "after", "trumps", "won_by"),
    [
        ("W:H7 N:H2 E:H9,HK S:H3", "", "S", "E"),  # either of the two wins
        ("W:H7 N:H2 E:H5,HK S:H3", "E", "S", "E"),  # it hangs on which counts: he who led next
        ("W:H7 N:H2 E:H5,HK S:H3", "W", "S", "W"),
        ("W:H7 N:H2 E:H5,HK S:H3", "N", "S", ""),  # he cannot have won
        ("W:H7 N:H2 E:H5,HK S:H3", "", "S", ""),
        ("W:H7,SA N:H2 E:H9 S:H3", "", "", ""),  # which card was led
        ("W:H7 N:C2 E:H9 S:H3", "E", "", "E"),
        ("W:H7 N:C2 E:H9 S:H3", "", "?", ""),  # trumps not told: a club may be one
        ("W:H7 N:C2 E:H9 S:H3", "N", "?", "N"),
        ("W:H7 N:H2 E:H9 S:H3", "N", "?", "E"),
    ],
)
def test_who_won_where_it_cannot_be_told(row: str, after: str, trumps: str, won_by: str) -> None:
    laid = tuple(Laid(Seat.parse(one[0]), tuple(map(Card.parse, one[2:].split(",")))) for one in row.split())
    rows = (laid, (Laid(Seat.parse(after), _cards("D2")),)) if after else (laid,)
    suit = Suit.parse(trumps) if trumps == "S" else None
    record = Record((NO_CARDS,) * 4, rows, suit, trumps != "?")
    assert defective.winner(record, 1) == (Seat.parse(won_by) if won_by else None)


def test_every_failure_to_follow_with_the_card_back_in_hand_is_a_revoke() -> None:
    """61A, 67B2b: whatever cards he could have followed with, in whatever trick; play is at random."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        incident, revokes = _at_random(Random(seed))
        got = answer({"incident": incident})
        assert got["outcome"] != "error", (seed, got)
        found = [int(trick) for trick in got["facts"].get("revokes", ())]
        assert found == revokes, (seed, got)
        assert (got["branch"] == "67B2b-norev") == (not revokes), seed
        assert (got["facts"].get("stays") is not None) == (got["branch"] != "error")
        seen[got["branch"]] += 1
        stated = incident | {"defect": incident["defect"] | {"makes_revoke": not revokes}}
        assert answer({"incident": stated})["outcome"] == "error", seed
    assert min(seen[one] for one in ("67B2b-norev", "67B2b-rev", "67B2b-several")) > 5, seen


def _at_random(rng: Random) -> tuple[dict[str, Any], list[int]]:
    """Three tricks of any cards after East has laid two to the first, and where East then did not follow."""
    pack = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
    rng.shuffle(pack)
    hands = {seat: pack[at * 13 : at * 13 + 13] for at, seat in enumerate("NESW")}
    deal = {
        seat: ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in "SHDC")
        for seat, hand in hands.items()
    }
    rows: list[list[dict[str, Any]]] = []
    revokes = []
    for number in range(1, rng.randint(3, 5)):
        row = [{"seat": seat, "cards": [hands[seat].pop()]} for seat in "WNES"]
        kept = row[2]["cards"][0]
        if number == 1:
            extra = hands["E"].pop()
            back = extra
            row[2]["cards"].append(extra)
        led = row[0]["cards"][0][0]
        if kept[0] != led and any(card[0] == led for card in [*hands["E"], back]):
            revokes.append(number)
        rows.append(row)
    defect = {"faced": rows[0][2]["cards"][0], "exposed": False}
    played = {"declarer": "S", "trump": "NT", "deal": deal, "tricks": rows}
    return {"law": "67", "play": played, "defect": defect, "revoke": {"exception": "none"}}, revokes


def test_two_cards_neither_of_them_legal_are_a_revoke_whichever_stays() -> None:
    """67B2a, 61A: no card of the two follows although he could."""
    deal = {
        "N": "AT75.K93.QJ8.K53", "E": "863.752.T62.A972", "S": "KQJ4.A64.K73.QJ4", "W": "92.QJT8.A954.T86",
    }  # fmt: skip
    rows = ["S:SK W:S2 N:S5 E:D2,DT", "S:SQ W:S9 N:S7 E:S6"]
    tricks = [[{"seat": one[0], "cards": one[2:].split(",")} for one in row.split()] for row in rows]
    incident: dict[str, Any] = {
        "law": "67", "play": {"declarer": "S", "trump": "S", "deal": deal, "tricks": tricks},
        "defect": {"face_known": False, "exposed": False}, "revoke": {"exception": "none"},
    }  # fmt: skip
    assert answer({"incident": incident})["branch"] == "67B2b-rev"
    denied = incident | {"defect": incident["defect"] | {"makes_revoke": False}}
    assert "makes_revoke is stated as no" in answer({"incident": denied})["error"]["message"]


def _record(game: Play) -> Record:
    found = record_of(read_incident(game.incident()).facts)
    assert found is not None
    return found
