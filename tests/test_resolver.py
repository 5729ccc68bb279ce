"""The entry: what it refuses, and that everything else gets an answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callparser.cards import PACK, Card, Hand, Rank, Suit
from callparser.designation import INTENTS, Correction, Designation, High, Low, SuitOnly, Win
from callparser.errors import EditionError, InputError, InvalidTable
from callparser.law.edition import EDITIONS
from callparser.law.engine import View, by_kind
from callparser.law.law46 import LAW_46
from callparser.law.talk import TABLE_TALK
from callparser.resolver import CLAUSES, resolve
from callparser.table import SEATS, LastTrick, Play, TableState, Trick
from tests.scene import codes, said, scene

HEART = said(SuitOnly(Suit.HEARTS))


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (TableState(Hand()), "no cards left"),
        (scene("H:A2", "N:H7"), "before dummy played"),
        (scene("H:A2", "E:H3 S:H4 W:H5 N:H6"), "before dummy played"),
        (scene("H:A2", "E:H3 S:H4 W:H5 E:H6"), "at most three"),
        (scene("H:A2", "E:H3 S:H4 W:H5 E:H6 S:H7"), "more than four"),
        (scene("H:A2", "E:H3 S:H3"), "two places"),
        (scene("H:A2", "E:HA"), "two places"),
        (scene("H:A2", "E:HK", played="HK"), "two places"),
        (scene("H:A2", played="HA"), "two places"),
    ],
)
def test_a_table_on_which_nothing_can_be_called_is_refused(table: TableState, complaint: str):
    with pytest.raises(InvalidTable, match=complaint):
        resolve(HEART, table)


def test_an_unknown_edition_or_policy_is_refused():
    with pytest.raises(EditionError):
        resolve(HEART, scene("H:A2"), "1950")
    with pytest.raises(InputError, match="ask, first, last"):
        resolve(HEART, scene("H:A2"), correction="guess")


def test_the_clauses_answer_on_every_kind_of_intent():
    assert set(CLAUSES) == set(INTENTS) - {Correction.kind}


def test_every_row_of_the_law_is_a_function_with_its_citation():
    for row in (*LAW_46, *TABLE_TALK):
        assert row.function.__doc__
        assert row.function.__doc__.startswith(row.clause[:2]), row.function.__name__


def test_a_law_without_an_answer_is_a_bug():
    from callparser.law.edition import load_edition

    view = View(scene("H:A2"), load_edition().rules, by_kind(LAW_46[:2]))
    with pytest.raises(AssertionError, match="suit"):
        view.walk(SuitOnly(Suit.HEARTS))


@st.composite
def tables(draw: st.DrawFn) -> TableState:
    """Any table with dummy's cards and up to three others, regular or not."""
    cards = draw(st.lists(st.sampled_from(PACK), min_size=6, max_size=20, unique=True))
    trick = tuple(Play(draw(st.sampled_from(SEATS[1:])), cards.pop()) for _ in range(draw(st.integers(0, 3))))
    last = LastTrick(draw(st.sampled_from(SEATS)), cards.pop(), cards.pop()) if draw(st.booleans()) else None
    trumps = draw(st.sampled_from([None, *Suit]))
    return TableState(Hand.of(cards), trumps, trick=Trick(trick), last_trick=last)


@settings(deadline=None)
@given(tables(), st.sampled_from(["", *EDITIONS]).filter(bool), st.sampled_from(Suit), st.sampled_from(Rank))
def test_swapping_two_side_suits_changes_nothing_else(
    table: TableState, edition: str, suit: Suit, rank: Rank
):
    """The Laws know no order of suits in play: renaming them commutes with resolving."""

    def swapped(one: Card) -> Card:
        pair = {Suit.CLUBS: Suit.DIAMONDS, Suit.DIAMONDS: Suit.CLUBS}
        return Card(pair.get(one.suit, one.suit), one.rank)

    if table.trumps in (Suit.CLUBS, Suit.DIAMONDS):
        return
    last = table.last_trick
    other = TableState(
        Hand.of(swapped(one) for one in table.dummy),
        table.trumps,
        trick=Trick(tuple(Play(play.seat, swapped(play.card)) for play in table.trick)),
        last_trick=last and LastTrick(last.won_by, swapped(last.won_with), last.led and swapped(last.led)),
    )
    for intent in (Low(), High(), Win()):
        one, two = resolve(said(intent), table, edition), resolve(said(intent), other, edition)
        assert {swapped(card) for card in one.candidates} == set(two.candidates)
        assert (one.outcome, one.clause, one.status, one.flags) == (
            two.outcome,
            two.clause,
            two.status,
            two.flags,
        )


@settings(deadline=None)
@given(tables(), st.sampled_from(EDITIONS))
def test_a_win_in_the_suit_led_is_one_of_the_known_winners(table: TableState, edition: str):
    """46B1b against :meth:`TableState.known_winners`, which is written another way."""
    found = resolve(said(Win()), table, edition)
    led = table.led_suit
    if found.outcome == "played" and led is not None and table.dummy.in_suit(led):
        assert found.candidates[0] in table.known_winners() or "premature" in found.flags


def test_the_edition_is_2017_unless_another_is_named():
    table = scene("H:AQ74", "E:H5 S:H8 W:H9")
    assert codes(resolve(said(High()), table).candidates) == "HA"
    assert resolve(said(High()), table) == resolve(Designation(High(), "högt"), table, "wbf-2017")
