"""Law 46: which card a call designates. One function per clause, named by its citation.

Each function sees the :class:`~callparser.law.engine.View` of one call and its intent, and answers or
passes (``None``). Docstrings give the citation, what it says in our own words, and where to read it;
the links stand in ``editions/*.yaml``. Words that the Laws do not know (cover, ruff, continue ...)
have a function each, prefixed ``word_``. The order of evaluation is the tuple :data:`LAW_46`.
"""

from __future__ import annotations

from callparser.cards import Suit
from callparser.designation import (
    PLAY_KINDS,
    Acknowledge,
    Anything,
    Conditional,
    Continue,
    Cover,
    Deictic,
    Duck,
    Either,
    Exclude,
    High,
    Low,
    NamedCard,
    Play,
    PlayIntent,
    RankOnly,
    Ruff,
    SuitOnly,
    SuitRef,
    Win,
)
from callparser.law.engine import (
    CODES,
    Row,
    View,
    cards_of,
    high_of,
    low_of,
    named,
    rank_code,
    read_card,
    read_cards,
    read_result,
    suit_code,
)
from callparser.law.shared import (
    bits_of,
    card_facts,
    no_trumps,
    plain_call,
    rank_facts,
    revoke_card,
    revoke_suit,
    stronger_meant,
    suit_facts,
    suit_just_won,
    void_in_led,
)
from callparser.law.words46 import (
    b4_no_trump_to_ruff,
    b_cannot_be_seen,
    c44_cannot_discard,
    c44_ruff_must_follow,
    word_continue,
    word_cover,
    word_discard,
    word_discard_named,
    word_exclude,
    word_finesse,
    word_honour,
    word_middle,
    word_ordinal,
    word_overruff,
    word_overruff_on_lead,
    word_play,
    word_play_unclear,
    word_ruff,
    word_ruff_over_a_ruff,
    word_ruff_with_rank,
    word_ruff_with_suit,
    word_run,
    word_spot,
)
from callparser.outcome import MustSpecify, Played, Reading, Resolution
from callparser.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Before anything else: whose turn, what was meant, which suit is "trumps".


def l55_not_dummys_lead(view: View, intent: PlayIntent) -> Resolution | None:
    """55: a lead called from dummy when the lead is elsewhere. For the director; the reading shows
    what the call would be as a lead. https://pzbs.pl/sedziowie/mpb/2017/en/l55.html"""
    if not view.out_of_turn:
        return None
    view.out_of_turn = False
    found = view.aside(intent)
    view.out_of_turn = True
    cards = 0 if isinstance(found, Played) else bits_of(found.candidates)
    flags = ("out_of_turn", "td", *found.flags)
    return view.ask("55", "not_dummys_lead", {}, (read_result(found),), cards, flags, "settled")


def _stands(view: View, intent: NamedCard) -> bool:
    """A full designation of a card that may be played: 46B does not reach it."""
    suit = view.trumps if intent.suit is SuitRef.TRUMP else intent.suit
    return isinstance(suit, Suit) and bool(named(NamedCard(suit, intent.rank)) & view.legal)


def b_other_intention(view: View, intent: PlayIntent) -> Resolution | None:
    """46B, preamble: the defaults give way to a different intention that is incontrovertible. A human
    asserts it; it is never inferred. 44C and 46B4 still hold."""
    meant = view.intention
    if meant is None or (isinstance(intent, NamedCard) and _stands(view, intent)):
        return None
    facts = {"card": meant.code}
    if not meant.bit & view.dummy:
        return view.void("46B4", "not_held", facts)
    if not meant.bit & view.legal:
        return revoke_card(view, meant.bit)
    return view.played(meant.bit, "46B", "other_intention", facts)


def b4_trump_at_notrump(view: View, intent: SuitOnly) -> Resolution | None:
    """46B4: at notrump there is no trump to call. Directors differ; a named suit settles it.
    http://www.amsterdamned.org/pipermail/blml/2007-August/033646.html"""
    if isinstance(intent, Exclude):
        return None  # to exclude trumps is no call for one
    if intent.suit is not SuitRef.TRUMP or view.trumps is not None:
        return None
    return no_trumps(view)


def b_suit_of_the_table(view: View, intent: SuitOnly | Continue) -> Resolution | None:
    """46B: "trumps" and "the same suit" name a suit that the table tells; without a trick before this
    one there is no same suit."""
    if type(intent.suit) is not SuitRef:
        return None
    if intent.suit is SuitRef.TRUMP:
        return view.walk(replace(intent, suit=view.trumps))  # not at notrump
    last = view.table.last_trick
    if last is None:
        return view.ask("46B", "no_last_trick", {}, status="settled")
    if type(intent) is Continue and view.in_won:
        return view.walk(replace(intent, suit=None))  # "same again" is "again" while the suit lasts
    return view.walk(replace(intent, suit=last.won_with.suit))


# 44C and 46B4 for a card, a suit, a rank.


def b4_not_in_dummy(view: View, intent: NamedCard) -> Resolution | None:
    """46B4: a card that dummy does not hold is not designated; any legal card may be called."""
    bit = named(intent)
    return None if bit & view.dummy else view.void("46B4", "not_held", card_facts(bit))


def c44_must_follow(view: View, intent: NamedCard) -> Resolution | None:
    """44C: following suit goes before everything; a card that would revoke cannot be played."""
    bit = named(intent)
    return None if bit & view.legal else revoke_card(view, bit)


def a46_full_designation(view: View, intent: NamedCard) -> Resolution:
    """46A: suit and rank said, held and legal: that card."""
    bit = named(intent)
    return view.played(bit, "46A", "named", {"card": CODES[bit.bit_length() - 1]})


def b4_suit_not_held(view: View, intent: SuitOnly) -> Resolution | None:
    """46B4: a suit that dummy does not hold."""
    suit = intent.suit
    if suit is None or view.suit(suit):
        return None
    return view.void("46B4", "suit_not_held", {"suit": suit_code(suit)})


def c44_must_follow_suit(view: View, intent: SuitOnly) -> Resolution | None:
    """44C: a suit that dummy holds but may not play, because it must follow suit."""
    suit = intent.suit
    if suit is None or view.suit(suit) & view.legal:
        return None
    return revoke_suit(view, suit)


# 46B1, 46B2: how high, and which suit.


def b2_suit_only(view: View, intent: SuitOnly | Low) -> Resolution | None:
    """46B2: a suit without a rank calls the lowest card of it. "A low heart" says the same."""
    suit = intent.suit
    if suit is None:
        return None
    bits = view.suit(suit)
    bit = bits & -bits
    facts = {"suit": suit_code(suit), "card": CODES[bit.bit_length() - 1]}
    flags = () if view.led is not None else stronger_meant(view, bits)
    return view.played(bit, "46B2", "lowest", facts, (), flags)


def b1_high_fourth_hand(view: View, intent: High) -> Resolution | None:
    """46B1 (1997): in fourth hand "high" is the lowest winning card of the suit led. A superlative
    describes one card and stands outside; if nothing wins, the highest card (disputed)."""
    named_other = intent.suit is not None and intent.suit != view.led
    proviso = view.rules.high_takes_cheapest_in_fourth_hand and view.fourth_hand
    if not proviso or named_other or intent.highest or not view.in_led:
        return None
    winners = view.winning(view.in_led)
    if winners:
        bit = low_of(winners)
        return view.played(bit, view.rules.high, "cheapest_in_fourth_hand", suit_facts(view.led, bit))
    bit = high_of(view.in_led)
    readings = (
        read_card(bit, view.rules.high, "high_plain"),
        read_cards(view.legal, view.rules.high, "void", "high_must_win"),
    )
    return view.played(bit, view.rules.high, "none_wins", suit_facts(view.led, bit), readings)


def b1a_high(view: View, intent: High) -> Resolution:
    """46B1a: high is the highest card of the suit led, or of the suit named."""
    clause = view.rules.high
    if intent.suit is not None:
        bit = high_of(view.suit(intent.suit))
        return view.played(bit, clause, "highest", suit_facts(intent.suit, bit))
    if view.in_led:
        bit = high_of(view.in_led)
        return view.played(bit, clause, "highest", suit_facts(view.led, bit))
    if view.led is not None:
        return void_in_led(view, view.rules.high_when_void)
    return suit_just_won(view, clause, "highest_of_suit_won", top=True)


def b1c_low(view: View, intent: Low) -> Resolution:
    """46B1c: low is the lowest card of the suit led."""
    clause = view.rules.low
    if view.in_led:
        bit = low_of(view.in_led)
        return view.played(bit, clause, "lowest", suit_facts(view.led, bit))
    if view.led is not None:
        return void_in_led(view, view.rules.low_when_void)
    return suit_just_won(view, clause, "lowest_of_suit_won")


def word_duck(view: View, intent: Duck) -> Resolution:
    """46B1c, like meaning: to duck is to play low."""
    view.note(view.rules.low, "like_low", {"word": "duck"})
    return view.walk(Low())


# 46B1b: win.


def b_rank_of_nobody(view: View, intent: Win | Cover | Duck | Ruff) -> Resolution | None:
    """46B: "cover the queen" speaks of the enemy's queen. If none lies in the trick and dummy holds one
    that may be played, the words may have named that one."""
    rank = intent.over
    if rank is None or any(play.card.rank == rank for play in view.table.trick):
        return None
    if not view.rank(rank) & view.legal:
        return None
    readings = (read_result(view.aside(replace(intent, over=None))), read_result(view.aside(RankOnly(rank))))
    return view.ask("46B", "whose_rank", {"rank": rank_code(rank)}, readings)


def b1b_rank_of_the_enemy(view: View, intent: Win) -> Resolution | None:
    """46B1b: "take the queen" is *win* when a queen lies in the trick, else a call for dummy's queen."""
    rank = intent.rank
    if rank is None or any(play.card.rank == rank for play in view.table.trick):
        return None
    return view.walk(RankOnly(rank))


def b1b_win_on_lead(view: View, intent: Win) -> Resolution | None:
    """46B1b: on lead there is nothing to win over; the law is silent."""
    return view.ask(view.rules.win, "on_lead", {}) if view.led is None else None


def b1b_win_fourth_hand(view: View, intent: Win) -> Resolution | None:
    """46B1b: in fourth hand everything is known: the cheapest winner, a trump too if dummy is void;
    without a winner there is no such card."""
    if not view.fourth_hand:
        return None
    winners = view.winning(view.legal)
    if not winners:
        return view.void(view.rules.win, "none_wins", {})
    bit = low_of(winners)
    return view.played(bit, view.rules.win, "cheapest_winner", card_facts(bit))


def b1b_win_impossible(view: View, intent: Win) -> Resolution | None:
    """46B1b with 44C: dummy must follow to a suit that has been ruffed: no card of it can win."""
    best = view.table.trick.best(view.trumps)
    if not view.in_led or best is None or best.card.suit == view.led:
        return None
    return view.void(view.rules.win, "none_wins", {})


def b1b_win(view: View, intent: Win) -> Resolution:
    """46B1b: the lowest card known to win on what everybody can see (1997: the lowest sufficient one,
    so that a cheaper card that leads so far is a reading too). The chance of a ruff is only flagged."""
    clause = view.rules.win
    beating = view.winning(view.in_led)
    if not view.in_led:
        return view.ask(clause, "void_in_led", {}, (), view.winning(view.legal))
    flags = ("ruff_possible",) if view.trumps is not None and view.trumps != view.led else ()
    known = view.table.known_winners().bits
    if not known:
        readings = tuple(read_card(card.bit, clause, "so_far") for card in cards_of(beating))
        return view.ask(clause, "none_known", {"suit": suit_code(view.led)}, readings, 0, flags)
    bit, cheapest = low_of(known), low_of(beating)
    readings = ()
    if view.rules.win_is_sufficient and bit != cheapest:
        readings = (read_card(bit, clause, "known"), read_card(cheapest, clause, "so_far"))
    return view.played(bit, clause, "lowest_known_winner", card_facts(bit), readings, flags)


# 46B3: rank only.


def b4_rank_not_held(view: View, intent: RankOnly) -> Resolution | None:
    """46B4: a rank that dummy does not hold."""
    rank = intent.rank
    return None if view.rank(rank) else view.void("46B4", "rank_not_held", {"rank": rank_code(rank)})


def b3a_rank_leading(view: View, intent: RankOnly) -> Resolution | None:
    """46B3a: on lead, the suit with which (older texts: in which) dummy won the last trick goes first.
    After a ruff the two differ. https://www4.dal13.sl.bridgebase.com/forums/topic/75934-director-error-on-ib/page__view__new"""
    if view.won_suit is None:
        return None
    rank = intent.rank
    bit = view.rank(rank) & view.in_won
    ruffed = _ruffed_suit(view)
    if view.rules.lead_suit_in_which and ruffed is not None:
        return _rank_after_ruff(view, rank, bit, ruffed)
    if bit:
        return view.played(bit, "46B3a", "suit_just_won", rank_facts(rank, bit))
    view.note("46B3a", "not_in_suit_won", {"suit": suit_code(view.won_suit)})
    return None


def b3b_rank_not_leading(view: View, intent: RankOnly) -> Resolution:
    """46B3b: the card of that rank if it can legally be played; of several, declarer says which."""
    rank = intent.rank
    bits = view.rank(rank) & view.legal
    if not bits:
        view.note("44C", "must_follow", {"suit": suit_code(view.led)})
        return view.void("46B3b", "would_revoke", rank_facts(rank), (), ("would_revoke",))
    if bits & bits - 1:
        return view.choose(bits, "46B3b", "several", rank_facts(rank))
    return view.played(bits, "46B3b", "only_one", rank_facts(rank, bits))


# 46B5: neither suit nor rank.


def c44_one_card(
    view: View, intent: Anything | Deictic | Conditional | Acknowledge | Play
) -> Resolution | None:
    """44C: with one legal card nothing turns on the words."""
    if not view.one_legal or (isinstance(intent, Acknowledge) and not intent.yes):
        return None
    return view.played(view.legal, "44C", "one_card", card_facts(view.legal))


def b_anything_of(view: View, intent: Anything) -> Resolution | None:
    """46B2, 46B3: "any heart" names a suit, "any ace" a rank."""
    if intent.suit is None and intent.rank is None:
        return None
    return view.walk(plain_call(intent.suit, intent.rank, None))


def b5_anything(view: View, intent: Anything) -> Resolution:
    """46B5: neither suit nor rank: either defender may designate any legal card."""
    return view.defenders(view.legal, "46B5", "any_card", {})


def b5_either(view: View, intent: Either) -> Resolution:
    """46B5: one of several calls, the choice left open: the defenders choose among them. Where all but one
    have no card it is asked which was meant."""
    if not intent.options:
        return view.walk(Anything())
    found = [view.aside(option) for option in intent.options]
    named = [bits_of(one.candidates) for one in found if isinstance(one, (Played, MustSpecify))]
    bits = 0
    for some in named:
        bits |= some
    if not bits:
        return view.void("46B4", "no_option", {})
    if not bits & bits - 1:
        only = (read_card(bits, "46B5", "limited"),)
        if len(named) < len(found):
            return view.ask("46B5", "one_option", card_facts(bits), only)
        return view.played(bits, "46B5", "one_option", card_facts(bits), only)
    readings = (
        read_cards(bits, "46B5", "defender_designates", "limited"),
        read_cards(bits, "46B", "choose", "declarer_says"),
    )
    return view.defenders(bits, "46B5", "limited", {}, readings)


def _ruffed_suit(view: View) -> Suit | None:
    """The suit led to the last trick, if that trick was won by a ruff."""
    last = view.table.last_trick
    if last is None or last.led is None or last.led.suit == last.won_with.suit:
        return None
    return last.led.suit


def _rank_after_ruff(view: View, rank: int, trump: int, ruffed: Suit) -> Resolution:
    """46B3a where the text says "in which": the trump suit, or the suit that was led? Both read."""
    led = view.rank(rank) & view.suit(ruffed)
    anywhere = view.rank(rank)
    one = not anywhere & anywhere - 1
    first = _rank_reading(trump or anywhere, bool(trump), bool(trump) or one, "with_which")
    second = _rank_reading(led or anywhere, bool(led), bool(led) or one, "in_which")
    differ = (first.outcome, first.candidates) != (second.outcome, second.candidates)
    readings = (first, second) if differ else ()
    bit = 0 if first.card is None else first.card.bit
    if trump:
        return view.played(bit, "46B3a", "suit_just_won", rank_facts(rank, bit), readings)
    view.note("46B3a", "not_in_suit_won", {"suit": suit_code(view.won_suit)})
    if bit:
        return view.played(bit, "46B3b", "only_one", rank_facts(rank, bit), readings)
    found = view.choose(anywhere, "46B3b", "several", rank_facts(rank))
    return replace(found, status="disputed", readings=readings) if readings else found


def _rank_reading(bits: int, by_suit: bool, one: bool, source: str) -> Reading:
    clause = "46B3a" if by_suit else "46B3b"
    return read_card(bits, clause, source) if one else read_cards(bits, clause, "choose", source)


# The law, in order.

_SUITED: Final = ("card", "suit", "high", "low", "ruff", "discard", "anything", "continue", "run", "honour",
                  "spot", "middle", "ordinal", "exclude")  # fmt: skip
_OF_A_SUIT: Final = ("suit", "high", "low", "run", "honour", "spot", "middle", "ordinal")
_ALL: Final = tuple(sorted(PLAY_KINDS))

LAW_46: Final[tuple[Row, ...]] = (
    Row("55", l55_not_dummys_lead, _ALL, ("ask.55.not_dummys_lead",)),
    Row("46B", b_other_intention, _ALL, ("played.46B.other_intention",)),
    Row("46B4", b4_trump_at_notrump, _SUITED, ("void.46B4.trump_at_notrump",)),
    Row("46B", b_suit_of_the_table, _SUITED, ("ask.46B.no_last_trick",)),
    Row("46B", b_rank_of_nobody, ("win", "cover", "duck", "ruff"), ("ask.46B.whose_rank",)),
    Row("46B4", b4_not_in_dummy, ("card",), ("void.46B4.not_held",)),
    Row("44C", c44_must_follow, ("card",), ("void.44C.must_follow_card",)),
    Row("46A", a46_full_designation, ("card",), ("played.46A.named",)),
    Row("46B4", b4_suit_not_held, _OF_A_SUIT, ("void.46B4.suit_not_held",)),
    Row("44C", c44_must_follow_suit, _OF_A_SUIT, ("void.44C.must_follow_suit",)),
    Row("46B2", b2_suit_only, ("suit", "low"), ("played.46B2.lowest",)),
    Row("46B1", b1_high_fourth_hand, ("high",),
        ("played.46B1.cheapest_in_fourth_hand", "played.46B1.none_wins")),
    Row("46B1a", b1a_high, ("high",),
        ("played.46B1a.highest", "played.46B1a.highest_of_suit_won", "ask.46B1a.no_suit",
         "void.46B4.void_in_led")),
    Row("46B1c", word_duck, ("duck",)),
    Row("46B1c", b1c_low, ("low",),
        ("played.46B1c.lowest", "played.46B1c.lowest_of_suit_won", "ask.46B1c.no_suit",
         "void.46B4.void_in_led")),
    Row("46B1b", b1b_rank_of_the_enemy, ("win",)),
    Row("46B1b", b1b_win_on_lead, ("win",), ("ask.46B1b.on_lead",)),
    Row("46B1b", b1b_win_fourth_hand, ("win",), ("played.46B1b.cheapest_winner", "void.46B1b.none_wins")),
    Row("46B1b", b1b_win_impossible, ("win",), ("void.46B1b.none_wins",)),
    Row("46B1b", b1b_win, ("win",),
        ("played.46B1b.lowest_known_winner", "ask.46B1b.none_known", "ask.46B1b.void_in_led")),
    Row("46B4", b4_rank_not_held, ("rank",), ("void.46B4.rank_not_held",)),
    Row("46B3a", b3a_rank_leading, ("rank",),
        ("played.46B3a.suit_just_won", "played.46B3b.only_one", "choose.46B3b.several")),
    Row("46B3b", b3b_rank_not_leading, ("rank",),
        ("played.46B3b.only_one", "choose.46B3b.several", "void.46B3b.would_revoke")),
    Row("46B2", b_anything_of, ("anything",)),
    Row("46B1c", word_play, ("play", "acknowledge"),
        ("played.46B1c.play_low", "played.46B1c.play_suit_won")),
    Row("44C", c44_one_card, ("play", "anything", "deictic", "conditional", "acknowledge"),
        ("played.44C.one_card",)),
    Row("46B", word_play_unclear, ("play", "acknowledge"), ("ask.46B.bare_play",)),
    Row("46B5", b5_anything, ("anything",), ("defender_designates.46B5.any_card",)),
    Row("46B5", b5_either, ("either",),
        ("played.46B5.one_option", "ask.46B5.one_option", "defender_designates.46B5.limited",
         "void.46B4.no_option")),
    Row("46B1b", word_cover, ("cover",), ("played.46B1b.covers", "ask.46B.nothing_covers")),
    Row("46B", word_continue, ("continue",),
        ("played.46B2.continue_low", "played.46B2.continue_high", "ask.46B.nothing_to_continue")),
    Row("46B", word_run, ("run",), ("played.46B.run", "ask.46B.nothing_to_run")),
    Row("46B2", word_ruff_with_suit, ("ruff",), ("ask.46B.ruff_with_side_suit",)),
    Row("46B", word_overruff_on_lead, ("overruff",), ("ask.46B.nothing_to_overruff",)),
    Row("46B4", b4_no_trump_to_ruff, ("ruff", "overruff"),
        ("void.46B4.trump_at_notrump", "void.46B4.no_trumps_held")),
    Row("44C", c44_ruff_must_follow, ("ruff", "overruff"), ("void.44C.must_follow_suit",)),
    Row("45C4a", word_ruff_with_rank, ("ruff",), ("played.45C4a.ruff_with", "void.46B4.no_such_trump")),
    Row("46B2", word_ruff_over_a_ruff, ("ruff",), ("ask.46B.over_or_under",)),
    Row("46B2", word_ruff, ("ruff",), ("played.46B2.ruff_low", "played.46B1a.ruff_high")),
    Row("46B1b", word_overruff, ("overruff",),
        ("played.46B1b.overruff", "void.46B1b.cannot_overruff")),
    Row("46B2", word_discard_named, ("discard",)),
    Row("44C", c44_cannot_discard, ("discard",), ("void.44C.cannot_discard", "ask.46B.discard_on_lead")),
    Row("46B5", word_discard, ("discard",),
        ("defender_designates.46B5.discard", "played.46B5.one_discard", "void.46B4.nothing_to_discard",
         "played.46B.one_suit_to_discard", "ask.46B.discard_from_which")),
    Row("46B", word_honour, ("honour",),
        ("played.46B.honour", "ask.46B.several_honours", "void.46B4.no_honour", "ask.46B.no_suit")),
    Row("46B", word_spot, ("spot",), ("played.46B.spot", "ask.46B.no_suit")),
    Row("46B", word_middle, ("middle",), ("played.46B.middle", "ask.46B.no_such_place", "ask.46B.no_suit")),
    Row("46B", word_ordinal, ("ordinal",),
        ("played.46B.ordinal", "ask.46B.no_such_place", "ask.46B.no_suit")),
    Row("46B", word_exclude, ("exclude",), ("played.46B.one_left", "ask.46B.excluded")),
    Row("46B", word_finesse, ("finesse",), ("played.46B.finesse", "ask.46B.finesse_unclear")),
    Row("46B", b_cannot_be_seen, ("deictic", "conditional"), ("ask.46B.deictic", "ask.46B.conditional")),
)  # fmt: skip
