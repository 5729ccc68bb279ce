"""Law 46, clause by clause: the situation, the call, the ruling, and who says so.

Sources: "law" is the clause itself; "EBU 335" and the like are threads quoted in the docstrings of
the clauses; "by analogy" and "usage" mark what the Laws leave open.
"""

from __future__ import annotations

import pytest

from callparser.cards import Card, Rank, Suit
from callparser.designation import (
    Acknowledge,
    Anything,
    Chatter,
    Conditional,
    Continue,
    Cover,
    Deictic,
    Discard,
    Duck,
    Either,
    Exclude,
    Finesse,
    High,
    Honour,
    Intent,
    Level,
    Low,
    Middle,
    NamedCard,
    Ordinal,
    Overruff,
    RankOnly,
    Ruff,
    Run,
    Spot,
    SuitOnly,
    SuitRef,
    Win,
)
from callparser.designation import Play as PlayOne
from callparser.outcome import Resolution
from callparser.resolver import resolve
from callparser.table import TableState
from tests.scene import codes, said, scene

S, H, D, C = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS
TRUMP, LAST = SuitRef.TRUMP, SuitRef.LAST
A, K, Q, J = Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK
NINE, THREE, TWO = Rank.NINE, Rank.THREE, Rank.TWO

FOLLOW = scene("S:AQ74 H:K82 C:T2", "W:H7", "S")  # second hand, hearts led, spades trumps
FOURTH = scene("S:6 H:AQ74 D:53", "E:H5 S:H8 W:H9")
BEATEN = scene("S:6 H:Q74 D:53", "E:H5 S:H8 W:HA")
VOID = scene("S:K2 D:83 C:94", "W:H5", "S")
LEAD = scene("S:K84 H:A2 D:J6 C:T", "", last="N:SA/S5")
OUT = scene("S:K84 H:52 D:J6", "", last="N:CA/C5")  # dummy has no more of the suit it won with
FIRST = scene("S:K84 H:52 D:J6")
RUFFED = scene("S:Q73 H:Q4 D:T2", "", "S", last="N:S9/H5")  # dummy won hearts with a trump
OVER = scene("S:972 D:53", "S:H5 W:S6", "S")  # an opponent has ruffed with the six


def call(intent: Intent, table: TableState, edition: str = "2017", **how: object) -> Resolution:
    return resolve(said(intent), table, edition, **how)  # type: ignore[arg-type]


def brief(found: Resolution) -> str:
    """``"played H2 46B2"``; ``?`` at the end: disputed."""
    mark = "?" if found.status == "disputed" else ""
    cards = "" if found.outcome == "void" else codes(found.candidates) + " "
    return f"{found.outcome} {cards}{found.clause}{mark}"


@pytest.mark.parametrize(
    ("intent", "table", "ruling", "source"),
    [
        # 46A, 44C, 46B4: a full name
        (NamedCard(H, K), FOLLOW, "played HK 46A", "law"),
        (NamedCard(H, A), FOLLOW, "void 46B4", "law"),
        (NamedCard(S, A), FOLLOW, "void 44C", "law"),
        (NamedCard(TRUMP, A), VOID, "void 46B4", "law"),
        (NamedCard(TRUMP, K), VOID, "played SK 46A", "law"),
        (NamedCard(LAST, K), LEAD, "played SK 46A", "law"),
        (NamedCard(LAST, K), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B", "no trick before"),
        # 46B2: a suit
        (SuitOnly(H), FOLLOW, "played H2 46B2", "law"),
        (SuitOnly(S), FOLLOW, "void 44C", "law; 44C goes first"),
        (SuitOnly(D), FOLLOW, "void 46B4", "law"),
        (SuitOnly(D), VOID, "played D3 46B2", "law"),
        (SuitOnly(TRUMP), VOID, "played S2 46B2", "law"),
        (SuitOnly(TRUMP), LEAD, "void 46B4", "BLML 2007-August 33646"),
        (Low(H), FOLLOW, "played H2 46B2", "law"),
        (Low(D), LEAD, "played D6 46B2", "law"),
        (High(D), LEAD, "played DJ 46B1a", "law"),
        (High(S), FOLLOW, "void 44C", "law"),
        # 46B1a, 46B1c: how high
        (Low(), FOLLOW, "played H2 46B1c", "law"),
        (Duck(), FOLLOW, "played H2 46B1c", "like meaning"),
        (High(), FOLLOW, "played HK 46B1a", "law"),
        (High(), FOURTH, "played HA 46B1a", "law"),
        (Low(), VOID, "void 46B4", "BLML 2012-April 12484"),
        (High(), VOID, "void 46B4", "like low"),
        (Low(), LEAD, "played S4 46B1c?", "by analogy with 46B3a"),
        (High(), LEAD, "played SK 46B1a?", "by analogy with 46B3a"),
        (Low(), OUT, "ask SK S8 S4 H5 H2 DJ D6 46B1c?", "the law is silent"),
        (Low(), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B1c?", "the law is silent"),
        (High(), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B1a?", "the law is silent"),
        (Low(), scene("S:4", "", last="N:SA"), "played S4 46B1c", "one legal card"),
        # 46B1b: win
        (Win(), FOURTH, "played HQ 46B1b", "law"),
        (Win(), BEATEN, "void 46B1b", "no such card"),
        (Win(), scene("S:K2 D:83", "E:H5 S:H8 W:H9", "S"), "played S2 46B1b", "EBU 335"),
        (Win(), scene("S:K2 H:A", "E:H5 S:H8 W:S9", "S"), "void 46B1b", "44C"),
        (Win(), scene("S:K2 H:A3", "S:H5 W:S9", "S"), "void 46B1b", "44C"),
        (Win(), scene("H:AKQ3", "W:H7"), "played HQ 46B1b", "known on visible cards"),
        (Win(), scene("H:AQ3", "W:HJ"), "played HA 46B1b", "BBO 76192"),
        (Win(), scene("H:AQ3", "W:HJ", played="HK"), "played HQ 46B1b", "known on visible cards"),
        (Win(), FOLLOW, "ask HK H8 46B1b?", "EBU 335"),
        (Win(), VOID, "ask SK S2 46B1b?", "a hand is still to play"),
        (Win(), LEAD, "ask SK S8 S4 HA H2 DJ D6 CT 46B1b?", "nothing to win over"),
        (Win(J), scene("H:AQ3", "W:HJ", played="HK"), "played HQ 46B1b", "the enemy's jack"),
        (Win(Q), scene("H:AQ3", "W:HJ"), "played HQ 46B3b", "dummy's queen"),
        # 46B3: a rank
        (RankOnly(K), FOLLOW, "played HK 46B3b", "law"),
        (RankOnly(Q), FOLLOW, "void 46B3b", "only where it would revoke"),
        (RankOnly(NINE), FOLLOW, "void 46B4", "law"),
        (RankOnly(K), scene("S:K2 D:K3", "W:H5"), "choose SK DK 46B3b", "law"),
        (RankOnly(K), LEAD, "played SK 46B3a", "law"),
        (RankOnly(J), LEAD, "played DJ 46B3b", "law"),
        (RankOnly(TWO), scene("S:K8 H:2 D:2", "", last="N:SA"), "choose H2 D2 46B3b", "law"),
        (RankOnly(Q), RUFFED, "played SQ 46B3a", "2017: with which"),
        # 46B5 and 44C: anything
        (Anything(), VOID, "defender_designates SK S2 D8 D3 C9 C4 46B5", "law"),
        (Anything(), scene("S:4 H:6", "W:H5"), "played H6 44C", "one legal card"),
        (Anything(H), FOLLOW, "played H2 46B2", "any heart names a suit"),
        (Anything(rank=K), FOLLOW, "played HK 46B3b", "any king names a rank"),
        (Anything(H, K), FOLLOW, "played HK 46A", "law"),
        (Either(), VOID, "defender_designates SK S2 D8 D3 C9 C4 46B5", "law"),
        (Either((RankOnly(K), RankOnly(TWO))), FOLLOW, "defender_designates HK H2 46B5?", "BBO 57828"),
        (Either((RankOnly(K), RankOnly(Q))), FOLLOW, "ask HK 46B5?", "one is legal: which was meant?"),
        (Either((RankOnly(K), NamedCard(H, K))), FOLLOW, "played HK 46B5?", "the same card by two names"),
        (Either((NamedCard(S, A),)), FOLLOW, "void 46B4", "none is legal"),
        (Either((RankOnly(K),)), scene("S:K D:K"), "defender_designates SK DK 46B5?", "46B5, limited"),
        # words the Laws do not know
        (Cover(), FOLLOW, "played H8 46B1b?", "nearest 46B1b"),
        (Cover(), scene("S:A H:8", "W:H7"), "played H8 46B1b", "one legal card"),
        (Cover(), BEATEN, "ask HQ H7 H4 46B?", "no authority"),
        (PlayOne(), FOLLOW, "played H2 46B1c?", "BBO 49653"),
        (PlayOne(), scene("S:K H:8", "W:H7"), "played H8 46B1c", "one legal card"),
        (PlayOne(), LEAD, "played S4 46B1c?", "BBO 81465"),
        (PlayOne(), VOID, "ask SK S2 D8 D3 C9 C4 46B?", "BBO 57733"),
        (PlayOne(), scene("S:4", "W:H7"), "played S4 44C", "nothing turns on it"),
        (Continue(), LEAD, "played S4 46B2?", "BBO 80417"),
        (Continue(level=Level.HIGH), LEAD, "played SK 46B2?", "BBO 80417"),
        (Continue(), scene("S:4", "", last="N:SA"), "played S4 46B2", "one legal card"),
        (Continue(D), LEAD, "played D6 46B2", "law"),
        (Continue(D, Level.HIGH), LEAD, "played DJ 46B1a", "law"),
        (Continue(), OUT, "ask SK S8 S4 H5 H2 DJ D6 46B?", "exhausted"),
        (Continue(LAST), OUT, "void 46B4", "law"),
        (Continue(), FOLLOW, "ask HK H8 H2 46B?", "nothing to continue"),
        (Run(D), LEAD, "played DJ 46B?", "White Book 8.46.1"),
        (Run(), LEAD, "played SK 46B?", "White Book 8.46.1"),
        (Run(C), LEAD, "played CT 46B", "one card of the suit"),
        (Run(), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B?", "no suit"),
        (Run(S), FOLLOW, "void 44C", "law"),
        (Ruff(), VOID, "played S2 46B2", "law"),
        (Ruff(Level.LOW), OVER, "played S2 46B2", "the level is said"),
        (Ruff(Level.HIGH), VOID, "played SK 46B1a", "law"),
        (Ruff(), FOLLOW, "void 44C", "law"),
        (Ruff(), scene("D:83", "W:H5", "S"), "void 46B4", "law"),
        (Ruff(), scene("D:83", "W:H5"), "void 46B4", "BLML 2007-August 33646"),
        (Ruff(rank=K), VOID, "played SK 45C4a", "law"),
        (Ruff(rank=A), VOID, "void 46B4", "EBU 3398"),
        (Ruff(rank=THREE), VOID, "void 46B4?", "BBO 77976"),
        (Ruff(), OVER, "ask S7 S2 46B?", "BLML 2016-October 18619"),
        (Ruff(), scene("S:52 D:53", "S:H5 W:S6", "S"), "played S2 46B2", "no over-ruff, no discard"),
        (Ruff(), scene("S:97 D:53", "S:H5 W:S6", "S"), "played S7 46B2", "the lowest also over-ruffs"),
        (Ruff(), scene("S:97 D:53", "S:S5 W:S6", "S"), "played S7 46B2", "trumps led"),
        (Ruff(suit=S), VOID, "played S2 46B2", "the suit is named"),
        (Ruff(Level.HIGH, suit=TRUMP), VOID, "played SK 46B1a", "the suit is named"),
        (Ruff(suit=D), VOID, "ask S2 D3 46B?", "a contradiction"),
        (Ruff(suit=H), VOID, "ask S2 46B?", "a contradiction"),
        (Ruff(suit=C), scene("D:83 H:4", "W:H5", "S"), "ask H4 46B?", "a contradiction"),
        (Ruff(suit=D), scene("D:83", "W:H5"), "played D3 46B2", "BBO 39151: the named suit settles it"),
        (Ruff(rank=THREE, suit=D), scene("D:83", "W:H5"), "played D3 46A", "BBO 39151"),
        (Overruff(), OVER, "played S7 46B1b", "win with a trump"),
        (Overruff(), scene("S:52 D:53", "S:H5 W:S6", "S"), "void 46B1b", "none over-ruffs"),
        (Overruff(), FOLLOW, "void 44C", "law"),
        (Overruff(), LEAD, "ask SK S8 S4 HA H2 DJ D6 CT 46B?", "nobody has ruffed"),
        (Discard(), VOID, "defender_designates D8 D3 C9 C4 46B5?", "46B5 by analogy"),
        (Discard(), scene("S:K2 D:8", "W:H5", "S"), "played D8 46B5", "one card"),
        (Discard(), scene("S:K2", "W:H5", "S"), "void 46B4", "none"),
        (Discard(), FOLLOW, "void 44C", "law"),
        (Discard(), LEAD, "ask SK S8 S4 HA H2 DJ D6 CT 46B?", "on lead"),
        (Discard(D), VOID, "played D3 46B2", "law"),
        (Discard(S), VOID, "played S2 46B2", "the suit named governs"),
        (Discard(rank=NINE), VOID, "played C9 46B3b", "law"),
        (Discard(D, level=Level.HIGHEST), VOID, "played D8 46B1a", "law"),
        (Discard(level=Level.LOW), VOID, "ask D8 D3 C9 C4 46B?", "two suits"),
        (Discard(level=Level.LOW), scene("S:K2 D:83", "W:H5", "S"), "played D3 46B", "one suit"),
        (Discard(level=Level.HIGH), scene("S:K2 D:83", "W:H5", "S"), "played D8 46B", "one suit"),
        (Discard(level=Level.HIGH), scene("S:K2", "W:H5", "S"), "ask SK S2 46B?", "no suit"),
        (Honour(), FOLLOW, "played HK 46B?", "one honour"),
        (Honour(), BEATEN, "played HQ 46B?", "one honour"),
        (Honour(), FOURTH, "ask HA HQ 46B?", "several: no source"),
        (Honour(), scene("S:A H:82", "W:H7"), "void 46B4", "none"),
        (Honour(D), LEAD, "played DJ 46B?", "one honour"),
        (Honour(), VOID, "ask SK S2 D8 D3 C9 C4 46B?", "no suit to go by"),
        (Spot(), FOLLOW, "played H2 46B?", "usage"),
        (Spot(), LEAD, "played S4 46B?", "usage"),
        (Spot(), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B?", "no suit to go by"),
        (Spot(), scene("S:A H:8", "W:H7"), "played H8 46B", "one legal card"),
        (Middle(), FOLLOW, "played H8 46B?", "three cards"),
        (Middle(), FOURTH, "ask HA HQ H7 H4 46B?", "four cards"),
        (Middle(), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B?", "no suit to go by"),
        (Ordinal(2), FOLLOW, "played H8 46B?", "second from the top"),
        (Ordinal(1, from_low=True), FOLLOW, "played H2 46B?", "lowest"),
        (Ordinal(4), FOLLOW, "ask HK H8 H2 46B?", "not so many"),
        (Ordinal(0), FOLLOW, "ask HK H8 H2 46B?", "not the only one"),
        (Ordinal(0), scene("S:A H:8", "W:H7"), "played H8 46B", "the only one"),
        (Ordinal(), FOLLOW, "ask HK H8 H2 46B?", "no direction"),
        (Ordinal(suit=C), LEAD, "played CT 46B?", "one card in question"),
        (Ordinal(1), FIRST, "ask SK S8 S4 H5 H2 DJ D6 46B?", "no suit to go by"),
        (Exclude(rank=A), scene("S:A6 H:A3", "W:H4"), "played H3 46B", "one card is left"),
        (Exclude(rank=K), FOLLOW, "ask H8 H2 46B?", "46B5 or ask"),
        (Exclude(H, K), FOLLOW, "ask H8 H2 46B?", "46B5 or ask"),
        (Exclude(S), LEAD, "ask HA H2 DJ D6 CT 46B?", "46B5 or ask"),
        (Exclude(level=Level.LOW), scene("H:K2", "W:H7"), "played HK 46B", "one card is left"),
        (Exclude(level=Level.HIGH), scene("H:K2", "W:H7"), "played H2 46B", "one card is left"),
        (Exclude(level=Level.HIGH), LEAD, "ask SK S8 S4 HA H2 DJ D6 CT 46B?", "no suit to go by"),
        (Exclude(H), scene("H:K2", "W:H7"), "ask HK H2 46B?", "nothing is left"),
        (Exclude(rank=K, base=SuitOnly(H)), FOLLOW, "played H2 46B2", "the limit does not touch it"),
        (Exclude(rank=TWO, base=SuitOnly(H)), FOLLOW, "ask HK H8 46B?", "the limit touches it"),
        (Exclude(rank=TWO, base=Anything()), FOLLOW, "ask HK H8 46B?", "46B5 or ask"),
        (Finesse(), scene("H:AQ4", "S:H5 W:H6"), "played HQ 46B?", "only one card fits"),
        (Finesse(), scene("H:AQT4", "S:H5 W:H6"), "ask HQ HT 46B?", "two fit"),
        (Finesse(), LEAD, "ask SK S8 S4 HA H2 DJ D6 CT 46B?", "a plan"),
        (Deictic(), FOLLOW, "ask HK H8 H2 46B", "EBU 776: eyes only"),
        (Conditional(), FOLLOW, "ask HK H8 H2 46B", "a condition"),
        (Deictic(), scene("S:A H:8", "W:H7"), "played H8 44C", "one legal card"),
        (Acknowledge(), FOLLOW, "acknowledge 45C4a", "law"),
        (Acknowledge(), scene("S:A H:8", "W:H7"), "played H8 44C", "one legal card"),
        (Acknowledge(yes=False), scene("S:A H:8", "W:H7"), "acknowledge 45C4a", "no means no"),
        (Acknowledge(request=True), FOLLOW, "played H2 46B1c?", "as play"),
        (Acknowledge(request=True), VOID, "ask SK S2 D8 D3 C9 C4 46B?", "as play"),
        (Chatter(), FOLLOW, "not_a_call 45C4a", "law"),
    ],
)  # fmt: skip
def test_2017(intent: Intent, table: TableState, ruling: str, source: str):
    assert brief(call(intent, table)).replace("  ", " ") == ruling, source


@pytest.mark.parametrize(
    ("intent", "table", "edition", "ruling"),
    [
        # 1997, fourth hand: the lowest card that wins, in the suit led
        (High(), FOURTH, "1997", "played HQ 46B1"),
        (High(), FOURTH, "2007", "played HA 46B1a"),
        (High(H), FOURTH, "1997", "played HQ 46B1"),
        (High(D), scene("D:K3", "E:H5 S:H8 W:H9"), "1997", "played DK 46B1"),
        (High(highest=True), FOURTH, "1997", "played HA 46B1"),
        (High(H, highest=True), FOURTH, "1997", "played HA 46B1"),
        (High(), BEATEN, "1997", "played HQ 46B1?"),
        (High(), FOLLOW, "1997", "played HK 46B1"),
        (Ruff(Level.HIGH), scene("S:K84 D:83", "E:H5 S:H9 W:HT", "S"), "1997", "played SK 46B1"),
        (Ruff(Level.HIGH), scene("S:KQ4", "E:S5 S:S9 W:ST", "S"), "1997", "played SQ 46B1"),
        # low and high when void: the older texts do not say "of the suit led"
        (Low(), VOID, "2007", "void 46B4?"),
        (High(), VOID, "1997", "void 46B4?"),
        # win, 1997: the lowest sufficient card
        (Win(), scene("H:AQ3", "W:HJ"), "1997", "played HA 46B1?"),
        (Win(), scene("H:AK3", "W:HQ"), "1997", "played HK 46B1"),
        (Low(), FOLLOW, "1997", "played H2 46B1"),
        # 46B3a, "in which": after a ruff two suits are read
        (RankOnly(Q), RUFFED, "2007", "played SQ 46B3a?"),
        (RankOnly(Q), RUFFED, "2017", "played SQ 46B3a"),
        (RankOnly(Q), scene("S:73 H:Q4 D:T2", "", "S", last="N:S9/H5"), "1997", "played HQ 46B3b"),
        (RankOnly(Q), scene("S:73 H:Q4 D:Q2", "", "S", last="N:S9/H5"), "1997", "choose HQ DQ 46B3b?"),
        (RankOnly(Q), scene("S:73 H:64 D:Q2 C:Q", "", "S", last="N:S9/H5"), "1997", "choose DQ CQ 46B3b"),
        (RankOnly(Q), scene("S:Q3 H:64", "", "S", last="N:S9/H5"), "2007", "played SQ 46B3a"),
        (RankOnly(Q), scene("S:Q3 H:64 D:Q", "", "S", last="N:S9/H5"), "2007", "played SQ 46B3a?"),
        (RankOnly(Q), scene("S:Q3 H:Q4", "", "S", last="N:S9/S5"), "2007", "played SQ 46B3a"),
    ],
)
def test_what_differs_between_editions(intent: Intent, table: TableState, edition: str, ruling: str):
    assert brief(call(intent, table, edition)) == ruling


def test_disputed_answers_lay_out_their_readings():
    found = call(RankOnly(Q), RUFFED, "2007")
    assert [(r.clause, r.card and r.card.code) for r in found.readings] == [("46B3a", "SQ"), ("46B3a", "HQ")]
    found = call(Win(), scene("H:AQ3", "W:HJ"), "1997")
    assert [r.card.code for r in found.readings if r.card] == ["HA", "HQ"]
    found = call(Ruff(rank=THREE), VOID)
    assert [(r.clause, r.outcome) for r in found.readings] == [("46B4", "void"), ("46B3b", "played")]


@pytest.mark.parametrize(
    ("meant", "ruling"), [("H8", "played H8 46B"), ("SA", "void 44C"), ("H3", "void 46B4")]
)
def test_46b_an_intention_that_a_human_asserts_goes_first(meant: str, ruling: str):
    assert brief(call(SuitOnly(H), FOLLOW, intention=Card.parse(meant))) == ruling


@pytest.mark.parametrize(
    ("intent", "table", "flags"),
    [
        (SuitOnly(S), FOLLOW, ("would_revoke",)),
        (NamedCard(S, A), FOLLOW, ("would_revoke",)),
        (SuitOnly(TRUMP), LEAD, ("trump_at_notrump",)),
        (SuitOnly(H), LEAD, ("maybe_incontrovertible",)),  # from A-2 the two; nobody can beat the ace
        (SuitOnly(D), LEAD, ()),  # J-6: better diamonds are unseen
        (SuitOnly(C), LEAD, ()),  # one card
        (SuitOnly(S), LEAD, ("maybe_incontrovertible",)),  # K-8-4, the ace is gone
        (Low(), LEAD, ("maybe_incontrovertible",)),
        (High(), LEAD, ()),
        (SuitOnly(H), scene("H:AK2", "W:H7"), ()),  # not on lead
        (Win(), scene("H:AK3", "W:HQ", "S"), ("ruff_possible",)),
        (Win(), scene("H:AK3", "W:HQ", "H"), ()),
        (Win(), scene("H:AK3", "W:HQ"), ()),
        (Win(), scene("H:AK3", "E:H2 S:H4 W:HQ", "S"), ()),
        (SuitOnly(H), scene("H:AK3", "S:HQ"), ("premature",)),
        (SuitOnly(H), scene("H:52", last="W:CA"), ("out_of_turn", "td")),
    ],
)
def test_flags(intent: Intent, table: TableState, flags: tuple[str, ...]):
    assert call(intent, table).flags == flags


def test_55_a_lead_from_dummy_when_the_lead_is_elsewhere_is_for_the_director():
    found = call(SuitOnly(H), scene("S:A H:52", last="W:CA"))
    assert (found.outcome, found.clause, codes(found.candidates)) == ("ask", "55", "H2")
    assert [r.card.code for r in found.readings if r.card] == ["H2"]
    several = call(RankOnly(A), scene("S:A H:A", last="W:CA"))
    assert codes(several.candidates) == "SA HA"
    nothing = call(Chatter(), scene("S:A H:52", last="W:CA"))
    assert nothing.outcome == "not_a_call"


def test_57_a_call_before_the_hand_in_front_is_resolved_on_what_is_visible():
    found = call(High(), scene("H:AQ4", "E:H5 S:H8"), "1997")
    assert (found.flags, codes(found.candidates)) == (("premature",), "HA")  # not fourth hand yet


def test_the_trace_shows_the_clause_that_was_passed():
    found = call(RankOnly(J), LEAD)
    assert [(step.clause, step.verdict) for step in found.trace] == [
        ("46B3a", "not_in_suit_won"),
        ("46B3b", "only_one"),
    ]
    assert found.trace[-1].facts == {"rank": "J", "card": "DJ"}


@pytest.mark.parametrize("intent", [Win(over=Rank.QUEEN), Cover(over=Rank.QUEEN), Duck(over=Rank.QUEEN)])
def test_46b_a_rank_that_lies_nowhere_may_be_dummys(intent):
    """ "Top the queen" is about the enemy's; if none lies in the trick and dummy holds one: a question."""
    held = scene("S:A9 H:AQ6 D:K4 C:73", "W:H9")
    assert resolve(said(intent), held).trace[-1].verdict == "whose_rank"
    assert resolve(said(intent), scene("S:A9 H:AQ6 D:K4 C:73", "W:HT")).outcome == "ask"
    played = resolve(said(intent), scene("S:A9 H:AK6 D:K4 C:73", "W:HQ"))
    assert played.outcome == "played"
