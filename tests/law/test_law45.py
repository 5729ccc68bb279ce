"""Law 45C4: several things said in one situation (``law46.md`` section 3, "Settled")."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from callparser.cards import Card, Rank, Suit
from callparser.designation import (
    Acknowledge,
    Ambiguous,
    Chatter,
    Claim,
    Concession,
    Correction,
    Designation,
    DirectorCall,
    Exclude,
    High,
    Intent,
    Low,
    Marker,
    NamedCard,
    NotUnderstood,
    Objection,
    Query,
    RankOnly,
    Ruff,
    Run,
    SuitOnly,
    SuitRef,
    Win,
)
from callparser.outcome import Resolution
from callparser.resolver import resolve
from callparser.table import TableState
from tests.scene import codes, said, scene

S, H, D = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS
A, K, TWO = Rank.ACE, Rank.KING, Rank.TWO

LEAD = scene("S:K94 H:KJ6 D:Q53", last="N:CK/C3")
FOLLOW = scene("S:9 H:AK6 D:A53", "W:H4")
VOID = scene("S:K92 D:K3", "W:H4", "S")
STOP, AGAIN = Query("stop"), Query("repeat")


def say(
    things: Sequence[Intent], table: TableState = LEAD, gaps: Sequence[float | None] | None = None, **how: str
) -> Resolution:
    return resolve([said(one) for one in things], table, gaps_s=gaps, **how)


def brief(found: Resolution) -> str:
    return f"{found.outcome} {codes(found.candidates)} {found.clause}".replace("  ", " ")


@pytest.mark.parametrize(
    ("first", "second", "table", "ruling"),
    [
        (RankOnly(K), SuitOnly(H), LEAD, "played HK 46A"),
        (SuitOnly(H), RankOnly(K), LEAD, "played HK 46A"),
        (Low(), SuitOnly(H), LEAD, "played H6 46B2"),
        (SuitOnly(H), High(), LEAD, "played HK 46B1a"),
        (Ruff(), RankOnly(K), VOID, "played SK 45C4a"),
        (Ruff(), Low(), VOID, "played S2 46B2"),
        (Ruff(), High(), VOID, "played SK 46B1a"),
        (Ruff(), High(highest=True), VOID, "played SK 46B1a"),
    ],
)
def test_two_halves_in_one_breath_are_one_designation(
    first: Intent, second: Intent, table: TableState, ruling: str
):
    assert brief(say((first, second), table, [0.4])) == ruling
    assert brief(say((first, Chatter(), second), table, [0.2, 0.3])) == ruling


@pytest.mark.parametrize("gaps", [[1.0], [None], [], None, [float("nan")]])
def test_with_a_longer_or_unknown_gap_they_are_two(gaps: Sequence[float | None] | None):
    found = say((SuitOnly(H), RankOnly(K)), FOLLOW, gaps)
    assert brief(found) == "ask HK H6 45C4b"


def test_two_suits_in_one_breath_are_no_halves():
    assert brief(say((SuitOnly(H), SuitOnly(D)), LEAD, [0.2])) == "ask H6 D3 45C4b"


def test_a_chain_of_gaps_adds_up():
    assert brief(say((SuitOnly(H), Chatter(), RankOnly(K)), FOLLOW, [0.6, 0.6])) == "ask HK H6 45C4b"
    assert brief(say((Chatter(), SuitOnly(H), RankOnly(K)), FOLLOW, [None, 0.5])) == "played HK 46A"


def test_what_designates_nothing_falls_away():
    things = (Chatter(), SuitOnly(H), Acknowledge(), AGAIN)
    assert brief(say(things)) == "played H6 46B2"
    assert brief(resolve([NotUnderstood("x"), said(SuitOnly(H))], LEAD)) == "played H6 46B2"


def test_the_same_designation_twice_is_one():
    assert brief(say((SuitOnly(H), SuitOnly(H)))) == "played H6 46B2"
    assert brief(say((SuitOnly(H), NamedCard(H, Rank.SIX)))) == "played H6 46B2"
    assert brief(say((Win(), Win()), LEAD)).startswith("ask")


def test_46b4_a_void_call_gives_way_to_the_next():
    """``swedish.md`` 1.10: after a void call every later call is free."""
    assert brief(say((NamedCard(H, TWO), NamedCard(H, K)))) == "played HK 46A"
    correction = Correction(NamedCard(H, TWO), NamedCard(H, K), Marker.CHANGE)
    assert brief(resolve(said(correction), LEAD)) == "played HK 46A"


def test_an_open_question_gives_way_unless_it_is_corrected():
    assert brief(say((Win(), SuitOnly(H)))) == "played H6 46B2"
    assert brief(say((Win(), Correction(None, SuitOnly(H))))) == "ask H6 45C4b"


@pytest.mark.parametrize(
    ("second", "ruling"),
    [
        (SuitOnly(D), "played DK 46B3b"),
        (NamedCard(S, K), "played SK 46B3b"),
        (SuitOnly(SuitRef.TRUMP), "played SK 46B3b"),
        (NamedCard(D, Rank.THREE), "ask D3 45C4b"),
    ],
)
def test_46b3b_declarer_says_which(second: Intent, ruling: str):
    """BLML 2013-February 14885: he must pick one of them."""
    assert brief(say((RankOnly(K), second), VOID)) == ruling


def test_46b3b_a_suit_without_that_rank_picks_none():
    table = scene("S:K9 H:K6 D:53", last="N:CA")
    assert brief(say((RankOnly(K), SuitOnly(D)), table)) == "ask D3 45C4b"


def test_46b3b_and_then_a_change_of_the_choice():
    found = say((RankOnly(K), SuitOnly(D), SuitOnly(S)), VOID)
    assert brief(found) == "ask S2 DK 45C4b"


def test_45c4_two_designations_are_a_question():
    found = resolve(said(Correction(SuitOnly(H), SuitOnly(D), Marker.SLIP)), LEAD)
    assert brief(found) == "ask H6 D3 45C4b"
    assert (found.status, found.flags) == ("disputed", ("correction",))
    assert [(r.clause, r.card and r.card.code) for r in found.readings] == [("45C4a", "H6"), ("45C4b", "D3")]
    assert found.trace[-1].facts == {"window": "until_declarer_next_plays", "marker": "slip"}


@pytest.mark.parametrize(
    ("edition", "window"),
    [("1997", "without_pause"), ("2007", "until_partner_plays"), ("2017", "until_declarer_next_plays")],
)
def test_45c4b_the_window_is_the_editions(edition: str, window: str):
    found = resolve([said(SuitOnly(H)), said(SuitOnly(D))], LEAD, edition)
    assert found.trace[-1].facts == {"window": window, "marker": "unknown"}


@pytest.mark.parametrize(("policy", "card", "clause"), [("first", "H6", "46B2"), ("last", "D3", "46B2")])
def test_a_policy_may_choose(policy: str, card: str, clause: str):
    found = say((SuitOnly(H), SuitOnly(D)), correction=policy)
    assert brief(found) == f"played {card} {clause}"
    assert (found.status, found.flags, len(found.readings)) == ("disputed", ("correction",), 2)
    assert [step.clause for step in found.trace] == ["45C4b", clause]


@pytest.mark.parametrize(
    ("policy", "ruling"), [("ask", "ask D3 45C4b"), ("first", "ask D3 45C4b"), ("last", "played D3 46B2")]
)
def test_a_correction_without_a_first_call(policy: str, ruling: str):
    found = resolve(said(Correction(None, SuitOnly(D))), LEAD, correction=policy)
    assert brief(found) == ruling
    assert found.flags == ("correction",)
    assert [r.clause for r in found.readings] == ["45C4b"]


@pytest.mark.parametrize("policy", ["first", "last"])
def test_a_call_taken_back_with_nothing_in_its_place(policy: str):
    taken_back = said(Correction(SuitOnly(H), None, Marker.CHANGE))
    assert brief(resolve(taken_back, LEAD)) == "ask H6 45C4b"
    assert resolve(taken_back, LEAD).trace[-1].verdict == "withdrawn"
    assert brief(resolve(taken_back, LEAD, correction=policy)) == "played H6 46B2"


def test_a_correction_word_between_two_things_said():
    assert brief(say((SuitOnly(H), Correction(None, SuitOnly(D))))) == "ask H6 D3 45C4b"
    assert brief(say((Correction(SuitOnly(H)), SuitOnly(D)))) == "ask H6 D3 45C4b"
    assert brief(say((SuitOnly(H), Correction(), RankOnly(K)), LEAD, [0.1, 0.1])).startswith("ask")


def test_a_correction_word_alone():
    found = say((Correction(),))
    assert (found.outcome, found.flags) == ("not_a_call", ("correction",))


def test_a_claim_anywhere_stops_play():
    assert say((SuitOnly(H), Claim())).outcome == "claim"
    assert say((Concession(2), SuitOnly(H))).outcome == "concession"
    assert say((SuitOnly(H), DirectorCall(), SuitOnly(D))).outcome == "director"


def test_46b_a_run_binds_nothing_later():
    """White Book 8.46.1: declarer may stop."""
    found = say((Run(H), STOP))
    assert (found.outcome, found.clause, found.trace[-1].verdict) == ("not_a_call", "46B", "run_stopped")
    assert brief(say((Run(H), STOP, SuitOnly(D)))) == "played D3 46B2"
    assert brief(say((SuitOnly(H), STOP))) == "ask H6 45C4b"  # another call is taken back


def test_nothing_but_talk():
    assert say((Chatter(), AGAIN)).outcome == "query"
    assert say((Objection(), NotUnderstood("x") and Chatter())).outcome == "not_a_call"
    assert say((Acknowledge(request=True), Chatter()), FOLLOW).clause == "46B1c"
    assert say(()).outcome == "not_a_call"
    assert resolve([NotUnderstood("brumma")], LEAD).outcome == "not_understood"
    assert resolve(NotUnderstood("brumma"), LEAD).outcome == "not_understood"


def ambiguous(*intents: Intent) -> Ambiguous:
    return Ambiguous(tuple(Designation(one, "") for one in intents), "d")


def test_46b_ambiguous_words():
    found = resolve(ambiguous(SuitOnly(D), RankOnly(K)), scene("S:K5 H:A D:43", last="N:HK/H2"))
    assert brief(found) == "ask SK D3 46B"
    assert (found.status, [r.clause for r in found.readings]) == ("settled", ["46B2", "46B3b"])
    same = resolve(ambiguous(SuitOnly(H), Low()), FOLLOW)
    assert brief(same) == "played H6 46B2"
    void = resolve(ambiguous(SuitOnly(S), NamedCard(H, TWO)), FOLLOW)
    assert brief(void) == "ask HA HK H6 46B"
    assert resolve(ambiguous(), LEAD).outcome == "not_understood"
    assert resolve(ambiguous(Chatter(), Chatter()), LEAD).outcome == "not_a_call"
    assert resolve(ambiguous(Chatter(), Claim()), LEAD).outcome == "ask"
    assert resolve(ambiguous(Correction(SuitOnly(H), SuitOnly(D)), SuitOnly(D)), LEAD).outcome == "ask"


def test_55_ambiguous_words_when_the_lead_is_elsewhere():
    found = resolve(ambiguous(SuitOnly(D), RankOnly(K)), scene("S:K5 D:43", last="W:HK"))
    assert (found.outcome, found.flags) == ("ask", ("out_of_turn", "td"))


def test_ambiguous_words_among_others():
    words = ambiguous(SuitOnly(D), RankOnly(K))
    assert brief(resolve([words, said(SuitOnly(H))], LEAD)) == "played H6 46B2"
    assert brief(resolve([said(SuitOnly(H)), words], LEAD)) == "ask H6 45C4b"


def test_46b_an_intention_settles_a_correction():
    correction = said(Correction(SuitOnly(H), SuitOnly(D)))
    found = resolve(correction, LEAD, intention=Card.parse("HJ"))
    assert brief(found) == "played HJ 46B"


def test_an_open_letter_is_no_half_of_a_call():
    """46B: "D" is a suit or a rank; said in one breath with "hearts" it stays open, and hearts stands."""
    table = scene("S:A9 H:AQ6 D:K4 C:73", last="N:SK/S2")
    open_letter = ambiguous(SuitOnly(Suit.DIAMONDS), RankOnly(Rank.QUEEN))
    result = resolve((open_letter, said(SuitOnly(Suit.HEARTS))), table, gaps_s=(0.2,))
    assert (result.outcome, result.candidates[0].code) == ("played", "H6")


@pytest.mark.parametrize("refusal", [Acknowledge(yes=False), Query("stop"), Correction()])
def test_45c4_a_bare_refusal_takes_a_call_back(refusal: Intent):
    """What "no" after a call means no program can see; the card is not played over it."""
    found = say((SuitOnly(H), refusal), LEAD)
    assert (found.outcome, found.flags) == ("ask", ("correction",))
    assert say((refusal, SuitOnly(H)), LEAD).outcome != "choose"


@pytest.mark.parametrize(
    ("first", "marked", "second"),
    [(NamedCard(H, K), True, "HA"), (NamedCard(H, K), False, "HA"), (SuitOnly(H), True, "HA")],
)
def test_45c4b_a_bare_rank_keeps_the_suit_of_the_call_it_corrects(first: Intent, marked: bool, second: str):
    """ "Heart king, no, ace" is the ace of hearts, also where dummy has won with another suit."""
    table = scene("S:A3 H:AK6 D:43 C:A2", last="N:CK/C3")
    words = (
        [said(Correction(first, RankOnly(Rank.ACE), Marker.SLIP))]
        if marked
        else [said(first), said(RankOnly(Rank.ACE))]
    )
    found = resolve(words, table)
    assert found.outcome == "ask"
    assert [reading.card.code for reading in found.readings if reading.card][1] == second
    void = resolve([said(NamedCard(H, Rank.TWO)), said(RankOnly(Rank.ACE))], table)
    assert brief(void) == "played HA 46A"


def test_45c4_a_call_and_the_same_call_refused_do_not_make_one():
    found = resolve(said(Correction(SuitOnly(H), SuitOnly(H), Marker.SLIP)), LEAD)
    assert found.outcome == "ask"


def test_46b_an_intention_does_not_reach_a_full_designation():
    """The preamble of 46B covers incomplete and invalid calls; a full legal one stands (46A, 45C4a)."""
    full = resolve(said(NamedCard(H, K)), LEAD, intention=Card.parse("H6"))
    assert brief(full) == "played HK 46A"
    corrected = resolve(said(Correction(NamedCard(H, K), SuitOnly(H))), LEAD, intention=Card.parse("H6"))
    assert corrected.candidates[0].code == "H6"


def test_46b_to_exclude_trumps_at_notrump_is_no_call_for_one():
    found = resolve(said(Exclude(SuitRef.TRUMP)), LEAD)
    assert found.outcome == "ask"


@pytest.mark.parametrize(
    ("first", "second", "ruling"),
    [
        (NamedCard(D, K), SuitOnly(H), "ask HK H6 45C4b"),
        (NamedCard(D, K), SuitOnly(S), "ask SK S4 45C4b"),
        (NamedCard(S, A), SuitOnly(H), "played H6 46B2"),  # no ace there either
        (NamedCard(H, A), SuitOnly(H), "played H6 46B2"),
        (NamedCard(D, K), NamedCard(H, K), "played HK 46A"),
        (NamedCard(D, K), Low(), "played D3 46B2"),
    ],
)
def test_a_suit_behind_a_void_card_may_mean_the_same_rank_of_it(first: Intent, second: Intent, ruling: str):
    """ "King of diamonds, no, hearts": the lowest heart, or the king of hearts."""
    assert brief(say((Correction(first, second, Marker.SLIP),))) == ruling
    assert brief(say((first, Correction(second=second, marker=Marker.SLIP)))) == ruling
    assert brief(say((first, second), LEAD, [None])) == ruling
