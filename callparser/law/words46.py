"""Words that the Laws do not know: cover, ruff, discard, continue, honour ...

Each goes to the clause of nearest meaning, or is asked about. Docstrings name that clause, what the
sources say in our own words, and where. Their place in the order is in :data:`.law46.LAW_46`.
"""

from __future__ import annotations

from callparser.cards import Suit
from callparser.designation import (
    Acknowledge,
    AnySuit,
    Conditional,
    Continue,
    Cover,
    Deictic,
    Discard,
    Exclude,
    Finesse,
    Honour,
    Level,
    Middle,
    Ordinal,
    Overruff,
    Play,
    RankOnly,
    Ruff,
    Run,
    Spot,
)
from callparser.law.engine import (
    View,
    high_of,
    low_of,
    read_card,
    read_cards,
    read_result,
    suit_code,
    suit_of,
)
from callparser.law.shared import (
    card_facts,
    literal_reading,
    no_trumps,
    plain_call,
    rank_facts,
    revoke_suit,
    suit_facts,
    suit_just_won,
)
from callparser.outcome import Played, Reading, Resolution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_HONOURS: Final = sum(0x1F00 << 13 * suit for suit in range(4))


def word_cover(view: View, intent: Cover) -> Resolution:
    """46B1b, nearest: the cheapest card of the suit led above the best card so far."""
    covering = view.winning(view.in_led)
    if not covering:
        return view.ask("46B", "nothing_covers", {})
    bit = low_of(covering)
    facts = suit_facts(view.led, bit)
    readings = (
        () if view.one_legal else (read_card(bit, view.rules.win, "cheapest_above"), literal_reading(view))
    )
    return view.played(bit, view.rules.win, "covers", facts, readings)


def word_play(view: View, intent: Play | Acknowledge) -> Resolution | None:
    """46B1c, by usage: a bare "play" is the lowest card of the suit that must be followed; read
    literally it is 46B5. https://forumstest.bridgebase.com/forums/topic/49653-play/?comment=595074&do=findComment"""
    if isinstance(intent, Acknowledge) and not intent.request:
        return None
    clause = view.rules.low
    if view.in_led:
        bit = low_of(view.in_led)
        readings = () if view.one_legal else (read_card(bit, clause, "usage"), literal_reading(view))
        return view.played(bit, clause, "play_low", suit_facts(view.led, bit), readings)
    if view.led is None and view.in_won:
        return suit_just_won(view, clause, "play_suit_won")
    return None


def word_play_unclear(view: View, intent: Play | Acknowledge) -> Resolution | None:
    """46B: a bare "play" by a void dummy, or on lead without a suit to go on with: nothing to go by."""
    if isinstance(intent, Acknowledge) and not intent.request:
        return None
    return view.ask("46B", "bare_play", {}, (literal_reading(view),))


def word_continue(view: View, intent: Continue) -> Resolution:
    """46B, a gap: "again" is the suit dummy has just won with; which card of it is argued.
    https://www2.dal10.sl.bridgebase.com/forums/topic/80417-a-clever-chimp/page__view__findpost__p__972777"""
    if intent.suit is not None:
        return view.walk(plain_call(intent.suit, None, intent.level))
    if view.led is not None or not view.in_won:
        return view.ask("46B", "nothing_to_continue", {})
    top = intent.level in (Level.HIGH, Level.HIGHEST)
    bit = high_of(view.in_won) if top else low_of(view.in_won)
    verdict = "continue_high" if top else "continue_low"
    readings = (
        read_card(bit, "46B2", "suit_just_won"),
        read_card(low_of(view.in_won) if top else high_of(view.in_won), "46B", "next_card"),
        literal_reading(view),
    )
    facts = suit_facts(view.won_suit, bit)
    return view.played(bit, "46B2", verdict, facts, () if view.one_legal else readings)


def word_run(view: View, intent: Run) -> Resolution:
    """46B (a minute of the WBF laws committee): "run the clubs" is irregular; its first card is the top
    one by usage, and nothing later is bound. https://www.ebu.co.uk/forum/discussion/77/declarer-changes-designation-of-card-to-be-played-from-dummy"""
    suit = view.won_suit if intent.suit is None else intent.suit
    bits = 0 if suit is None else view.suit(suit)
    if not bits:
        return view.ask("46B", "nothing_to_run", {})
    bit = high_of(bits)
    readings = (
        read_card(bit, "46B", "from_the_top"),
        read_card(low_of(bits), "46B2", "suit_named"),
    )
    return view.played(bit, "46B", "run", suit_facts(suit, bit), readings if bits & bits - 1 else ())


def word_ruff_with_suit(view: View, intent: Ruff) -> Resolution | None:
    """46B2: to ruff with a suit that is named. The trump suit says no more than "ruff" does; at notrump
    the suit settles it; any other suit contradicts the verb."""
    suit = intent.suit
    if suit is None or suit == view.trumps:
        return None
    if view.trumps is None:
        return view.walk(plain_call(suit, intent.rank, intent.level))
    named, trumps = (low_of(bits & view.legal) for bits in (view.suit(suit), view.in_trumps))
    readings = [read_card(named, "46B2", "suit_named")] if named else []
    readings += [read_card(trumps, "46B2", "lowest_trump")] if trumps else []
    return view.ask("46B", "ruff_with_side_suit", {"suit": suit_code(suit)}, tuple(readings))


def b4_no_trump_to_ruff(view: View, intent: Ruff | Overruff) -> Resolution | None:
    """46B4: to ruff at notrump, or without a trump in dummy."""
    if view.trumps is None:
        return no_trumps(view)
    return None if view.in_trumps else view.void("46B4", "no_trumps_held", {})


def c44_ruff_must_follow(view: View, intent: Ruff | Overruff) -> Resolution | None:
    """44C: dummy has trumps but must follow suit."""
    return None if view.in_trumps & view.legal else revoke_suit(view, view.trumps)


def word_ruff_with_rank(view: View, intent: Ruff) -> Resolution | None:
    """45C4a: "ruff with the jack" names a card; 46B4 if dummy's trumps have no such rank. Where another
    suit has it, a rank call is a reading too. https://www.bridgebase.com/forums/topic/77976-what-does-ruff-mean/page__view__findpost__p__941924"""
    rank = intent.rank
    if rank is None:
        return None
    bit = view.rank(rank) & view.in_trumps
    if bit:
        return view.played(bit, "45C4a", "ruff_with", rank_facts(rank, bit))
    readings: tuple[Reading, ...] = ()
    if view.rank(rank) & view.legal:
        other = view.aside(RankOnly(rank))
        readings = (
            read_cards(view.legal, "46B4", "void", "no_such_trump"),
            read_result(other, "", "rank_named"),
        )
    return view.void("46B4", "no_such_trump", rank_facts(rank), readings)


def word_ruff_over_a_ruff(view: View, intent: Ruff) -> Resolution | None:
    """46B2 against 46B1b: an opponent has ruffed and dummy can ruff over or under: directors differ.
    http://lists.rtflb.org/pipermail/blml/2016-October/018619.html"""
    if intent.level is not None or not _opponent_ruffed(view):
        return None
    over = low_of(view.winning(view.in_trumps))
    under = low_of(view.in_trumps)
    if over in (0, under):
        return None
    readings = (read_card(under, "46B2", "lowest_trump"), read_card(over, view.rules.win, "over_the_ruff"))
    return view.ask("46B", "over_or_under", {}, readings)


def word_ruff(view: View, intent: Ruff) -> Resolution:
    """46B2: to ruff is to call the trump suit: its lowest card, or its highest (46B1a) if so said. Where
    trumps were led it is to follow suit."""
    if view.led is not None and view.led == view.trumps:
        return view.walk(plain_call(Suit(view.led), None, intent.level))
    trumps = view.in_trumps
    if intent.level in (Level.HIGH, Level.HIGHEST):
        bit = high_of(trumps)
        return view.played(bit, view.rules.high, "ruff_high", suit_facts(view.trumps, bit))
    bit = low_of(trumps)
    return view.played(bit, "46B2", "ruff_low", suit_facts(view.trumps, bit))


def word_overruff_on_lead(view: View, intent: Overruff) -> Resolution | None:
    """46B: on lead nobody has ruffed."""
    return view.ask("46B", "nothing_to_overruff", {}) if view.led is None else None


def word_overruff(view: View, intent: Overruff) -> Resolution:
    """46B1b: to overruff is to win with a trump: the cheapest that beats the trick so far."""
    over = low_of(view.winning(view.in_trumps))
    if not over:
        return view.void(view.rules.win, "cannot_overruff", {})
    return view.played(over, view.rules.win, "overruff", suit_facts(view.trumps, over))


def word_discard_named(view: View, intent: Discard) -> Resolution | None:
    """46B2, 46B3: a discard with suit or rank is a call for that suit or rank, trumps not excepted."""
    if intent.suit is None and intent.rank is None:
        return None
    return view.walk(plain_call(intent.suit, intent.rank, intent.level))


def c44_cannot_discard(view: View, intent: Discard) -> Resolution | None:
    """44C: dummy must follow suit; 46B: on lead there is no discard."""
    if view.led is None:
        return view.ask("46B", "discard_on_lead", {})
    if not view.in_led:
        return None
    return view.void("44C", "cannot_discard", {"suit": suit_code(view.led)}, (), ("would_revoke",))


def word_discard(view: View, intent: Discard) -> Resolution:
    """46B5, by analogy: a bare discard excludes the trumps; the defenders choose among the rest."""
    rest = view.legal & ~view.in_trumps
    if intent.level is not None:
        return _discard_level(view, rest, intent.level is Level.LOW)
    if not rest:
        return view.void("46B4", "nothing_to_discard", {})
    if not rest & rest - 1:
        return view.played(rest, "46B5", "one_discard", card_facts(rest))
    readings = (
        read_cards(rest, "46B5", "defender_designates", "not_a_trump"),
        read_cards(view.legal, "46B5", "defender_designates", "literal"),
    )
    return view.defenders(rest, "46B5", "discard", {}, readings)


def word_honour(view: View, intent: Honour) -> Resolution:
    """46B: "an honour" is one card if only one honour may be played. No source settles several."""
    bits = _in_question(view, intent.suit)
    if not bits:
        return view.ask("46B", "no_suit", {})
    honours = bits & _HONOURS
    if not honours:
        return view.void("46B4", "no_honour", {})
    if not honours & honours - 1:
        return view.played(honours, "46B", "honour", card_facts(honours), _described(view, honours))
    readings = (
        read_cards(honours, "46B", "choose", "declarer_says"),
        read_cards(honours, "46B5", "defender_designates", "limited"),
    )
    return view.ask("46B", "several_honours", {}, readings, honours)


def word_spot(view: View, intent: Spot) -> Resolution:
    """46B: "a spot card" is the lowest card of the suit, by usage."""
    bits = _in_question(view, intent.suit)
    if not bits:
        return view.ask("46B", "no_suit", {})
    bit = low_of(bits)
    return view.played(bit, "46B", "spot", card_facts(bit), _described(view, bit))


def word_middle(view: View, intent: Middle) -> Resolution:
    """46B: "the middle one" describes a card only among three."""
    bits = _in_question(view, intent.suit)
    if not bits:
        return view.ask("46B", "no_suit", {})
    if bits.bit_count() != 3:
        return view.ask("46B", "no_such_place", {}, (), bits)
    bit = _nth(bits, 2)
    return view.played(bit, "46B", "middle", card_facts(bit), _described(view, bit))


def word_ordinal(view: View, intent: Ordinal) -> Resolution:
    """46B: "the second from the top" describes a card; "the other one" only if one card is left."""
    bits = _in_question(view, intent.suit)
    if not bits:
        return view.ask("46B", "no_suit", {})
    bit = _ordinal(bits, intent)
    if not bit:
        return view.ask("46B", "no_such_place", {}, (), bits)
    return view.played(bit, "46B", "ordinal", card_facts(bit), _described(view, bit))


def word_exclude(view: View, intent: Exclude) -> Resolution:
    """46B: an exclusion designates only what it leaves over; one that limits a call leaves that call
    as it is, if it does not touch its card."""
    excluded = _excluded(view, intent)
    rest = view.legal & ~excluded
    if intent.base is not None:
        found = view.walk(intent.base)
        if isinstance(found, Played) and not found.card.bit & excluded:
            return found
    elif rest and not rest & rest - 1:
        return view.played(rest, "46B", "one_left", card_facts(rest))
    readings = (read_cards(rest, "46B5", "defender_designates", "limited"),) if rest else ()
    return view.ask("46B", "excluded", {}, readings, rest)


def word_finesse(view: View, intent: Finesse) -> Resolution:
    """46B: "finesse" is a plan; it is a card only if exactly one can win without being sure to. While an
    honour of declarer's is winning, to let it run is a finesse as well."""
    fits = view.winning(view.in_led) & ~view.table.known_winners().bits
    best = view.table.trick.best(view.trumps)
    runs = best is not None and best.seat == view.table.dummy_seat.partner and best.card.rank.is_honour
    if runs or not fits or fits & fits - 1:
        return view.ask("46B", "finesse_unclear", {}, (), fits | low_of(view.in_led) if runs else fits)
    readings = (read_card(fits, "46B", "only_card_that_fits"), literal_reading(view))
    return view.played(fits, "46B", "finesse", card_facts(fits), readings)


def b_cannot_be_seen(view: View, intent: Deictic | Conditional) -> Resolution:
    """46B: a gesture, or a call that hangs on another hand's card: no program can see it."""
    return view.ask("46B", intent.kind, {}, status="settled")


def _described(view: View, bit: int) -> tuple[Reading, ...]:
    """The readings of a call that describes a card in words the Laws do not know."""
    return () if view.one_legal else (read_card(bit, "46B", "described"), literal_reading(view))


def _discard_level(view: View, rest: int, low: bool) -> Resolution:
    """A low or high discard: a card only if one suit is left to discard from."""
    if not rest or suit_of(low_of(rest)) != suit_of(rest):
        return view.ask("46B", "discard_from_which", {}, (), rest)
    bit = low_of(rest) if low else high_of(rest)
    return view.played(bit, "46B", "one_suit_to_discard", suit_facts(suit_of(bit), bit))


def _in_question(view: View, suit: AnySuit | None) -> int:
    """The cards that a description is about: of the suit named, else of the suit led, else of the suit
    just won with. An empty set when there is nothing to go by."""
    if suit is not None:
        return view.suit(suit)
    return view.in_won if view.led is None else view.in_led


def _nth(bits: int, number: int) -> int:
    """The card at that place from the top; 0 if there are not so many."""
    for _ in range(number - 1):
        bits ^= high_of(bits)
    return high_of(bits)


def _ordinal(bits: int, intent: Ordinal) -> int:
    number, size = intent.number, bits.bit_count()
    if not number:
        return bits if size == 1 else 0
    if not 1 <= number <= size:
        return 0
    return _nth(bits, size + 1 - number if intent.from_low else number)


def _excluded(view: View, intent: Exclude) -> int:
    """The cards that an exclusion rules out. "Not high" is about the suit named, else the suit led."""
    if intent.rank is not None:
        bits = view.rank(intent.rank)
        return bits if intent.suit is None else bits & view.suit(intent.suit)
    bits = view.in_led if intent.suit is None else view.suit(intent.suit)
    if intent.level is None:
        return bits if intent.suit is not None else 0
    return low_of(bits) if intent.level is Level.LOW else high_of(bits)


def _opponent_ruffed(view: View) -> bool:
    return view.led != view.trumps and any(
        play.card.suit == view.trumps and (play.seat - view.table.dummy_seat) % 2 for play in view.table.trick
    )
