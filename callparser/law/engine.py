"""The walk through the clauses, and what a clause function sees of the table.

A law is a tuple of :class:`Row`. :func:`by_kind` turns it round once, so that a call walks only past
the clauses that can speak on its kind, in the order of the tuple. The first clause that gives an
answer ends the walk; a clause that has only something to note adds a step to the trace.
"""

from __future__ import annotations

from functools import lru_cache

from callparser.cards import FULL, PACK, RANK_LETTERS, SUIT_LETTERS, Card
from callparser.designation import AnySuit, Intent, NamedCard
from callparser.errors import InvalidTable
from callparser.law.edition import Rules
from callparser.outcome import (
    Ask,
    DefenderDesignates,
    Fact,
    MustSpecify,
    NoCall,
    Played,
    Reading,
    Resolution,
    Step,
    Trace,
    Void,
)
from callparser.table import TableState, problems
from callparser.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final

    ClauseFn = Callable[["View", Any], Resolution | None]


class Row(Value):
    """One clause: its citation, its function, the kinds of call it speaks on, the answers it may give.

    ``answers`` are ``outcome.clause.verdict``, the keys of the messages.
    """

    clause: str
    function: ClauseFn
    kinds: tuple[str, ...]
    answers: tuple[str, ...] = ()


def by_kind(law: Iterable[Row]) -> dict[str, tuple[ClauseFn, ...]]:
    """For each kind of call the functions that speak on it, in the order of the law."""
    found: dict[str, tuple[ClauseFn, ...]] = {}
    for row in law:
        for kind in row.kinds:
            found[kind] = (*found.get(kind, ()), row.function)
    return found


SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
RANK_MASKS: Final = tuple(sum(1 << 13 * suit + rank - 2 for suit in range(4)) for rank in range(2, 15))
_ALONE: Final = tuple((card,) for card in PACK)
CODES: Final = tuple(card.code for card in PACK)


def low_of(bits: int) -> int:
    """The lowest card of a one-suit set, as one bit; 0 of an empty set."""
    return bits & -bits


def high_of(bits: int) -> int:
    """The highest card of a one-suit set, as one bit; 0 of an empty set."""
    return 1 << bits.bit_length() - 1 if bits else 0


@lru_cache(maxsize=4096)
def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a set, highest spade first."""
    found = []
    while bits:
        index = bits.bit_length() - 1
        found.append(PACK[index])
        bits ^= 1 << index
    return tuple(found)


def suit_of(bits: int) -> int:
    """The suit of the highest card of a set."""
    return (bits.bit_length() - 1) // 13


def suit_code(suit: AnySuit | int | None) -> str:
    """Its letter. The law has put a suit in the place of "trumps" and of nothing before it asks."""
    return SUIT_LETTERS[suit]  # type: ignore[index]


def rank_code(rank: int) -> str:
    return RANK_LETTERS[rank - 2]


def named(intent: NamedCard) -> int:
    """The card of a full call, as one bit; its suit is a suit by now."""
    return 1 << intent.suit * 13 + intent.rank - 2  # type: ignore[operator]


class View:
    """The situation of one call, as sets of cards in 52 bits, and the answers a clause can give.

    ``led`` and ``trumps`` are suits, ``None`` when there are none. ``in_led`` are dummy's cards of
    the suit led; ``won_suit`` is the suit with which dummy won the trick before, if dummy leads.
    Raises :class:`InvalidTable` for a table on which nothing can be called.
    """

    __slots__ = (
        "clauses",
        "dummy",
        "flags",
        "fourth_hand",
        "in_led",
        "intention",
        "led",
        "legal",
        "out_of_turn",
        "rules",
        "steps",
        "table",
        "trumps",
        "won_suit",
    )

    def __init__(
        self,
        table: TableState,
        rules: Rules,
        clauses: Mapping[str, tuple[ClauseFn, ...]],
        intention: Card | None = None,
    ) -> None:
        self.table = table
        self.rules = rules
        self.clauses = clauses
        self.intention = intention
        self.steps: Trace = ()
        self.flags: tuple[str, ...] = ()
        self.dummy = dummy = table.dummy.bits
        self.trumps = table.trumps
        plays = table.trick.plays
        if not dummy or dummy & table.played.bits or len(plays) > 3:
            raise InvalidTable(_complaint(table))
        if plays:
            self._following(table, plays[0].card.suit)
        else:
            self._leading(table)

    def _following(self, table: TableState, led: int) -> None:
        plays = table.trick.plays
        dummy_seat = table.dummy_seat
        on_table = 0
        for play in plays:
            bit = play.card.bit
            if play.seat == dummy_seat or bit & on_table:
                raise InvalidTable(_complaint(table))
            on_table |= bit
        if on_table & (self.dummy | table.played.bits):
            raise InvalidTable(_complaint(table))
        in_turn = (plays[0].seat + len(plays) - dummy_seat) % 4 == 0
        if not in_turn:
            self.flags = ("premature",)
        self.out_of_turn = False
        self.fourth_hand = in_turn and len(plays) == 3
        self.led: int | None = led
        self.won_suit: int | None = None
        self.in_led = self.dummy & SUIT_MASKS[led]
        self.legal = self.in_led or self.dummy

    def _leading(self, table: TableState) -> None:
        last = table.last_trick
        self.out_of_turn = last is not None and last.won_by != table.dummy_seat
        self.fourth_hand = False
        self.led = None
        self.won_suit = last.won_with.suit if last is not None and not self.out_of_turn else None
        self.in_led = 0
        self.legal = self.dummy

    # What the clauses ask about.

    def suit(self, suit: AnySuit | int) -> int:
        """Dummy's cards of that suit; "trumps" has been put into place before."""
        return self.dummy & SUIT_MASKS[suit]  # type: ignore[index]

    def rank(self, rank: int) -> int:
        """Dummy's cards of that rank."""
        return self.dummy & RANK_MASKS[rank - 2]

    @property
    def in_trumps(self) -> int:
        """Dummy's trumps; an empty set at notrump."""
        return 0 if self.trumps is None else self.dummy & SUIT_MASKS[self.trumps]

    @property
    def in_won(self) -> int:
        """Dummy's cards of the suit with which dummy has just won; an empty set if there is none such."""
        return 0 if self.won_suit is None else self.dummy & SUIT_MASKS[self.won_suit]

    @property
    def one_legal(self) -> bool:
        return self.legal & self.legal - 1 == 0

    def winning(self, among: int) -> int:
        """The cards among these that beat the trick as it stands (Law 44E, 44F)."""
        best = self.table.trick.best(self.table.trumps)
        if best is None:
            return 0
        suit = best.card.suit
        beating = among & SUIT_MASKS[suit] & -(2 << suit * 13 + best.card.rank - 2)
        if self.trumps is not None and suit != self.trumps:
            beating |= among & SUIT_MASKS[self.trumps]
        return beating

    def unseen(self, suit: int | None) -> int:
        """The cards of that suit that nobody has been shown."""
        return (FULL ^ self.table.seen.bits) & SUIT_MASKS[suit]  # type: ignore[index]

    def walk(self, intent: Intent) -> Resolution:
        """The answer of the first clause that has one."""
        for clause in self.clauses[intent.kind]:
            found = clause(self, intent)
            if found is not None:
                return found
        raise AssertionError(f"no clause answers on {intent.kind!r}")  # the law has a hole: a bug

    def aside(self, intent: Intent) -> Resolution:
        """What a call would give, without a mark on the trace of this one."""
        steps, turn = self.steps, self.out_of_turn
        self.steps = ()
        found = self.walk(intent)
        self.steps, self.out_of_turn = steps, turn
        return found

    # What the clauses answer.

    def note(self, clause: str, verdict: str, facts: Mapping[str, Fact]) -> None:
        """A step that decides nothing yet."""
        self.steps += (Step(clause, verdict, facts),)

    def _trace(self, clause: str, verdict: str, facts: Mapping[str, Fact]) -> Trace:
        return (*self.steps, Step(clause, verdict, facts)) if self.steps else (Step(clause, verdict, facts),)

    def played(
        self,
        bit: int,
        clause: str,
        verdict: str,
        facts: Mapping[str, Fact],
        readings: tuple[Reading, ...] = (),
        flags: tuple[str, ...] = (),
    ) -> Played:
        """That card; ``disputed`` when there are readings."""
        trace = self._trace(clause, verdict, facts)
        status = "disputed" if readings else "settled"
        return Played(clause, trace, _ALONE[bit.bit_length() - 1], status, readings, self.flags + flags)

    def void(
        self,
        clause: str,
        verdict: str,
        facts: Mapping[str, Fact],
        readings: tuple[Reading, ...] = (),
        flags: tuple[str, ...] = (),
    ) -> Void:
        """No designation: any legal card may be called."""
        trace = self._trace(clause, verdict, facts)
        status = "disputed" if readings else "settled"
        return Void(clause, trace, cards_of(self.legal), status, readings, self.flags + flags)

    def choose(self, among: int, clause: str, verdict: str, facts: Mapping[str, Fact]) -> MustSpecify:
        return MustSpecify(
            clause, self._trace(clause, verdict, facts), cards_of(among), "settled", (), self.flags
        )

    def defenders(
        self,
        among: int,
        clause: str,
        verdict: str,
        facts: Mapping[str, Fact],
        readings: tuple[Reading, ...] = (),
    ) -> DefenderDesignates:
        trace = self._trace(clause, verdict, facts)
        status = "disputed" if readings else "settled"
        return DefenderDesignates(clause, trace, cards_of(among), status, readings, self.flags)

    def ask(
        self,
        clause: str,
        verdict: str,
        facts: Mapping[str, Fact],
        readings: tuple[Reading, ...] = (),
        among: int = 0,
        flags: tuple[str, ...] = (),
        status: str = "disputed",
    ) -> Ask:
        """A question. What may be called next: ``among``, else the cards of the readings, else all legal."""
        trace = self._trace(clause, verdict, facts)
        cards = cards_of(among or _bits_of(readings) or self.legal)
        return Ask(clause, trace, cards, status, readings, self.flags + flags)

    def no_call(
        self,
        word: str,
        clause: str,
        facts: Mapping[str, Fact],
        verdict: str = "",
        flags: tuple[str, ...] = (),
    ) -> NoCall:
        """Nothing was called; ``word`` is the outcome."""
        trace = self._trace(clause, verdict or word, facts)
        return NoCall(clause, trace, (), "settled", (), self.flags + flags, word)


def _bits_of(readings: Iterable[Reading]) -> int:
    bits = 0
    for reading in readings:
        if reading.card is not None:
            bits |= reading.card.bit
    return bits


def read_card(bit: int, clause: str, source: str = "") -> Reading:
    """The reading that plays that card."""
    card = PACK[bit.bit_length() - 1]
    return Reading(clause, "played", card, (card,), source)


def read_cards(bits: int, clause: str, outcome: str, source: str = "") -> Reading:
    """A reading that leaves a choice among these cards, or none."""
    return Reading(clause, outcome, None, cards_of(bits), source)


def read_result(found: Resolution, clause: str = "", source: str = "") -> Reading:
    """The reading that gives what was found; ``clause`` if it is another than found there."""
    card = found.card if isinstance(found, Played) else None
    return Reading(clause or found.clause, found.outcome, card, found.candidates, source)


_COMPLAINTS: Final = {
    "no-cards": "dummy has no cards left; give the cards that dummy still holds",
    "trick-too-long": "the trick has more than four cards; give only the cards of the current trick",
    "dummy-has-played": "dummy's card is already in this trick; give the trick as it was before dummy played",
    "card-twice": "a card stands in two places; each card is in dummy, in the trick or among those played",
}


def _complaint(table: TableState) -> str:
    found = [_COMPLAINTS[code] for code in problems(table) if code in _COMPLAINTS]
    return "; ".join(found) or "the trick is full; a call belongs to a trick with at most three cards"
