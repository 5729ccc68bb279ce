"""The checks by name that a claim may not pass: branches of Laws 68 to 71, and what else was found."""

from __future__ import annotations

from callparser.cards import Hand, Suit
from callparser.claims.line import Kind
from callparser.claims.position import ClaimPosition
from callparser.claims.quantities import Case, Quantities
from callparser.claims.search import OutOfBudget
from callparser.claims.stated import Stated
from callparser.law.branch import branches
from callparser.table import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def failed(at: Quantities, cases: Sequence[Case], ceiling: int | None, edition: str) -> Iterator[str]:
    """Each named check that this claim does not pass, in the order in which they decide."""
    claimed, said = at.claimed, at.said
    if _trump_forgotten(cases, claimed):
        yield "70C"
    if _partner_needed(at, cases[0], edition):
        yield "70D2"
    if not said.located and _depends_on_a_card(at, cases, ceiling):
        yield "70E1"
    if any(case.made is not None and case.made < claimed for case in cases if case.aware):
        yield "70D1"
    if said.unread:
        yield "unread"
    if said.few:
        yield "few"
    if not_held(at.position, said):
        yield "not_held"
    if not said.steps:
        yield "68C-miss"


def not_held(at: ClaimPosition, said: Stated) -> bool:
    """Does a step name a card or a suit that the claimer's side does not hold, or a ruff or a finesse
    that it cannot take? It cannot be followed."""
    hands = {seat: at.hands[seat] or Hand() for seat in at.controls}
    held = Hand.of(play.card for play in at.trick if play.seat in at.controls)
    for hand in hands.values():
        held |= hand
    for step in said.steps:
        suit = at.trumps if step.kind is Kind.DRAW and at.trumps_out else step.suit
        if step.card is not None and step.card not in held:
            return True
        if suit is None:
            continue
        if not held.in_suit(suit):
            return True
        if step.kind is Kind.FINESSE and not all(hand.in_suit(suit) for hand in hands.values()):
            return True
        if step.kind is Kind.RUFF and not _can_ruff(at.trumps, suit, step.seat, hands):
            return True
    return False


def _can_ruff(trumps: Suit | None, suit: Suit, by: Seat | None, hands: Mapping[Seat, Hand]) -> bool:
    """Has a hand trumps, and the other one the suit?"""
    return trumps is not None and any(
        seat.partner in hands and hand.in_suit(trumps) and hands[seat.partner].in_suit(suit)
        for seat, hand in hands.items()
        if by in (None, seat)
    )


def _trump_forgotten(cases: Sequence[Case], claimed: int) -> bool:
    """70C: a trump is out, he did not speak of it, and a normal line that forgets it loses a trick."""
    return any(not case.aware and not (case.lies_well(claimed) and case.good == case.of) for case in cases)


def _depends_on_a_card(at: Quantities, cases: Sequence[Case], ceiling: int | None) -> bool:
    """70E1: it works as some cards lie, and as others do not even the best play would do."""
    if any(case.aware and 0 < case.good < case.of for case in cases):
        return True
    if not at.splits or ceiling is None or ceiling < at.claimed:
        return False
    try:
        return not at.best_holds_everywhere()
    except OutOfBudget:
        return False


def _partner_needed(at: Quantities, case: Case, edition: str) -> bool:
    """70D2: a defender's claim that holds only if his partner plays the right card."""
    alone = len(at.position.controls) == 1 and edition in branches()["70D2"].cites
    if not alone or not at.known:
        return False
    try:
        return at.with_partner(case.line) >= at.claimed
    except OutOfBudget:
        return False
