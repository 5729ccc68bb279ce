"""What must hold of every answer, in random states of full size."""

from __future__ import annotations

import inspect

from hypothesis import given
from hypothesis import strategies as st

from callparser.cards import PACK, Hand, Suit
from callparser.designation import Designation
from callparser.errors import InvalidTable
from callparser.intentform import intent_in
from callparser.outcome import OUTCOMES
from callparser.resolver import resolve
from callparser.table import LastTrick, Play, Seat, TableState, Trick, problems
from callparser.wire import table_row, table_state
from tests import oracle
from tests.small_world import EDITIONS, LISTED, engine_answer, said, state_of

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SEATS = "NESW"

suit_names = st.sampled_from([*SUITS, "trump", "last"])
rank_names = st.sampled_from(RANKS)
levels = st.sampled_from(["low", "high", "highest"])
yes = st.just(True)


def row(kind: str, /, *, required=(), **slots):
    """The wire form of one kind, each optional slot there or not."""
    needed = {name: slots.pop(name) for name in required}
    return st.fixed_dictionaries({"kind": st.just(kind), **needed}, optional=slots)


SIMPLE = st.one_of(
    row("card", suit=suit_names, rank=rank_names, required=("suit", "rank")),
    row("suit", suit=suit_names, required=("suit",)),
    row("rank", rank=rank_names, required=("rank",)),
    row("high", suit=suit_names, highest=yes),
    row("low", suit=suit_names),
    row("win", rank=rank_names),
    row("ruff", level=levels, rank=rank_names, suit=suit_names),
    row("discard", suit=suit_names, rank=rank_names, level=levels),
    row("anything", suit=suit_names, rank=rank_names),
    row("continue", suit=suit_names, level=levels),
    row("ordinal", number=st.integers(0, 5), from_low=yes, suit=suit_names),
    *(row(kind, suit=suit_names) for kind in ("run", "honour", "spot", "middle")),
    *(row(kind) for kind in ("cover", "duck", "overruff", "play", "finesse", "deictic", "conditional")),
)
#: A suit and a level together are left out: the specification does not say what "not a high heart" excludes.
EXCLUSIONS = st.one_of(
    row("exclude", suit=suit_names, rank=rank_names, base=SIMPLE),
    row("exclude", level=levels, base=SIMPLE, required=("level",)),
)
CALLS = st.one_of(
    SIMPLE, SIMPLE, EXCLUSIONS, row("either", options=st.lists(SIMPLE | EXCLUSIONS, max_size=4))
)


@st.composite
def situations(draw):
    """A regular table: dummy to play, or called on too early, or not on lead at all."""
    deck = draw(st.permutations(oracle.PACK))
    deal = iter(deck)
    seat = draw(st.sampled_from(SEATS))
    held = sorted(next(deal) for _ in range(draw(st.integers(1, 13))))
    before = draw(st.integers(0, 3))
    early = draw(st.integers(0, before - 1)) if before and draw(st.integers(0, 4)) == 0 else 0
    start = SEATS.index(seat) - before
    seats = [SEATS[(start + n) % 4] for n in range(before - early)]
    last = None
    if draw(st.integers(0, 3)):
        won_by = seat if draw(st.integers(0, 3)) else draw(st.sampled_from(SEATS))
        last = {"won_by": won_by, "won_with": next(deal)}
        if draw(st.booleans()):
            last["led"] = next(deal)
    return {
        "dummy": {suit: "".join(c[1] for c in held if c[0] == suit) for suit in SUITS},
        "dummy_seat": seat,
        "trump": draw(st.sampled_from([*SUITS, "NT"])),
        "trick": [{"seat": s, "card": next(deal)} for s in seats],
        "last_trick": last,
        "played": [next(deal) for _ in range(draw(st.integers(0, 20)))],
    }


editions = st.sampled_from(EDITIONS)


@given(CALLS, situations(), editions)
def test_the_engine_agrees_with_the_oracle(intent, situation, edition):
    got = engine_answer(said(intent), state_of(situation), edition)
    assert got == oracle.answer(intent, situation, edition)


@given(CALLS, situations(), editions)
def test_every_answer_can_be_carried_out(intent, situation, edition):
    state = state_of(situation)
    found = resolve(Designation(said(intent), ""), state, edition)
    assert found.outcome in ("played", "choose", "void", "defender_designates", "ask")
    assert all(one in state.dummy for one in found.candidates)
    if found.outcome == "played":
        assert found.candidates == (found.card,)
    if found.outcome in ("played", *LISTED):
        assert found.candidates
        assert all(one in state.legal for one in found.candidates)
    if found.outcome in ("choose", "defender_designates"):
        assert len(found.candidates) > 1
    if found.outcome == "void":
        assert set(found.candidates) == set(state.legal)


def mirror(one, other):
    """Functions that change two suits for each other in a card, an intent and a situation."""

    def code(text):
        return {one: other, other: one}.get(text[0], text[0]) + text[1:]

    def intent(row):
        changed = dict(row)
        if row.get("suit") in tuple(SUITS):
            changed["suit"] = code(row["suit"])
        if "base" in row:
            changed["base"] = intent(row["base"])
        if "options" in row:
            changed["options"] = [intent(option) for option in row["options"]]
        return changed

    def situation(row):
        last = row["last_trick"]
        return {
            **row,
            "dummy": {code(suit): ranks for suit, ranks in row["dummy"].items()},
            "trick": [{**play, "card": code(play["card"])} for play in row["trick"]],
            "last_trick": last and {k: v if k == "won_by" else code(v) for k, v in last.items()},
            "played": [code(card) for card in row["played"]],
        }

    return code, intent, situation


@given(CALLS, situations(), editions, st.data())
def test_side_suits_are_alike(intent, situation, edition, data):
    sides = [suit for suit in SUITS if suit != situation["trump"]]
    one, other = data.draw(st.permutations(sides))[:2]
    code, mirrored_intent, mirrored_situation = mirror(one, other)
    outcome, card, listed = engine_answer(said(intent), state_of(situation), edition)
    want = (outcome, card and code(card), tuple(sorted(map(code, listed))))
    assert want == engine_answer(
        said(mirrored_intent(intent)), state_of(mirrored_situation(situation)), edition
    )


@given(CALLS, situations(), editions, st.floats(0, 1))
def test_the_situation_and_the_call_decide_alone(intent, situation, edition, confidence):
    call, state = said(intent), state_of(situation)
    first = resolve(Designation(call, ""), state, edition)
    assert resolve(Designation(call, ""), state, edition) == first
    assert resolve(Designation(said(intent), ""), state_of(situation), edition) == first
    heard = resolve(Designation(call, "other words", confidence), state, edition)
    assert (heard.outcome, heard.candidates, heard.clause) == (first.outcome, first.candidates, first.clause)


def test_no_argument_can_carry_a_hidden_hand():
    assert set(TableState.__match_args__) == {
        "dummy", "trumps", "dummy_seat", "trick", "last_trick", "played",
    }  # fmt: skip
    assert set(inspect.signature(resolve).parameters) == {
        "said", "table", "edition", "gaps_s", "intention", "correction",
    }  # fmt: skip


# Irregular tables and table talk: an answer, or :class:`InvalidTable` where ``problems`` says why.

TALK = st.sampled_from(
    [
        {"kind": "claim"},
        {"kind": "concession", "tricks": 1},
        {"kind": "current_trick"},
        {"kind": "objection"},
        {"kind": "director"},
        {"kind": "query", "about": "repeat"},
        {"kind": "acknowledge", "yes": True},
        {"kind": "acknowledge", "yes": True, "request": True},
        {"kind": "acknowledge", "yes": False},
        {"kind": "chatter"},
    ]
)
CORRECTIONS = row("correction", first=SIMPLE, second=SIMPLE, marker=st.sampled_from(["slip", "change"]))
cards = st.sampled_from(PACK)
hands = st.integers(0, (1 << 52) - 1).map(Hand) | st.sets(cards, max_size=15).map(Hand.of)
tables = st.builds(
    TableState,
    dummy=hands,
    trumps=st.none() | st.sampled_from(Suit),
    dummy_seat=st.sampled_from(Seat),
    trick=st.lists(st.builds(Play, st.sampled_from(Seat), cards), max_size=6).map(lambda p: Trick(tuple(p))),
    last_trick=st.none() | st.builds(LastTrick, st.sampled_from(Seat), cards, st.none() | cards),
    played=hands,
)


@given(st.one_of(CALLS, TALK, CORRECTIONS), tables, editions)
def test_nothing_raises_but_a_complaint_about_the_table(intent, table, edition):
    try:
        found = resolve(Designation(intent_in(intent), ""), table, edition)
    except InvalidTable:
        assert problems(table)
        return
    assert found.outcome in OUTCOMES
    assert found.outcome != "error"
    if found.outcome == "played":
        assert found.card in table.legal


@given(situations())
def test_a_table_is_written_as_it_is_read(situation):
    table = table_state(situation)
    assert table_state(table_row(table)) == table
