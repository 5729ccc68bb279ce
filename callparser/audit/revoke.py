"""Revokes (Laws 61 to 64): the card, what could have been played, whether it is established, the tricks."""

from __future__ import annotations

from callparser.audit.course import Course, Step
from callparser.audit.deal import due
from callparser.audit.finding import Finding, finding
from callparser.cards import Card, Suit
from callparser.law.edition import EDITIONS
from callparser.record.board import Board, Claim
from callparser.table import SEATS, Seat
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Revoke(Value):
    """One failure to follow suit. ``established`` is ``None`` when it hangs on who claimed."""

    step: Step
    seat: Seat
    card: Card
    could: tuple[Card, ...]
    established: bool | None
    marked: bool = False

    @property
    def led(self) -> Suit | None:
        return self.step.led


def revoke_findings(board: Board, play: Course, edition: str) -> Iterator[Finding]:
    found = revokes(board, play)
    for one in found:
        count, rule = transfer(one, found, play, due(board), edition) if one.established else (None, "")
        yield finding(
            "revoke",
            edition,
            trick=one.step.number,
            seat=one.seat,
            cards=(one.card,),
            led=None if one.led is None else one.led.letter,
            could=one.could,
            established=one.established,
            won_by=one.step.winner,
            won_later=_won_later(one, play),
            transfer=count,
            rule=rule,
            marked=one.marked or None,
        )
    shown = {(one.step.number, one.seat) for one in found}
    for step in play.steps:
        for laid in step.order:
            if "^R" in laid.before and (step.number, laid.seat) not in shown:
                yield finding("mark-unfounded", edition, trick=step.number, seat=laid.seat, mark="^R")


def revokes(board: Board, play: Course) -> list[Revoke]:
    """All revokes, in the order of the tricks.

    A hand that is not known holds what it plays later.
    """
    left = [list(cards) for cards in play.held]
    found = []
    for step in play.steps:
        for seat in SEATS:
            cards = step.cards(seat)
            one = _revoke(step, seat, cards, left[seat], board.hands[seat] is not None)
            if one is not None:
                found.append(replace(one, established=_established(one, board, play)))
            for card in cards:
                if card in left[seat]:
                    left[seat].remove(card)
    return found


def _revoke(
    step: Step, seat: Seat, cards: Sequence[Card], left: Sequence[Card], dealt: bool
) -> Revoke | None:
    """A revoke of this seat in this trick: the cards show it, or the record marks one they may hide."""
    if not cards or step.leader is None or seat == step.leader or step.led is None:
        return None
    if any(card.suit == step.led or card not in left for card in cards):
        return None
    could = tuple(card for card in left if card.suit == step.led)
    marked = any("^R" in one.before for one in step.order if one.seat == seat)
    if could or (marked and not dealt):
        return Revoke(step, seat, cards[0], could, None, marked)
    return None


def _established(one: Revoke, board: Board, play: Course) -> bool | None:
    """63A1 to 63A3: his side has played to a later trick, or claims. The last trick but one is always
    corrected: trick 12 of a whole deal (62D).
    """
    number = one.step.number
    if number >= due(board) - 1:
        return False
    if any((card.seat - one.seat) % 2 == 0 for step in play.steps[number:] for card in step.order):
        return True
    if board.claim is None:
        return False
    by = claimer(board, play)
    return None if by is None else (by - one.seat) % 2 == 0


def claimer(board: Board, play: Course) -> Seat | None:
    """Who ended play by a claim or concession after the last card told; ``None`` where that is not certain.

    Dummy cannot (43A1); play that went on, and what his partner said to a defender, leave it open.
    """
    claim = board.claim
    if claim is None or claim.seat is None or claim.seat == play.dummy:
        return None
    laid = [one for step in play.steps for one in step.order]
    cards = sum(len(one.cards or ()) for one in laid)
    if claim.played is not None and claim.played < cards:
        return None
    if claim.at_s is not None and any(one.at_s is not None and one.at_s > claim.at_s for one in laid):
        return None
    return None if claim.seat.partner != play.dummy and _spoke_after(board, claim) else claim.seat


def _spoke_after(board: Board, claim: Claim) -> bool:
    """Did the claimer's partner say something that may be an objection?"""
    partner = claim.seat.partner if claim.seat is not None else None
    said = [one for one in board.events if one.kind == "say" and one.seat == partner]
    return any(one.at_s is None or claim.at_s is None or one.at_s >= claim.at_s for one in said)


def transfer(
    one: Revoke, every: Sequence[Revoke], play: Course, tricks: int, edition: str
) -> tuple[int | None, str]:
    """How many tricks go over, and by which clause (64A, 64B); ``None`` when the record does not tell.

    ``tricks`` are those of the whole deal. One whose winner is not told, or that is not in the record, may
    be anybody's: the number is given only where it is the same either way.
    """
    excluded = _excluded(one, every, play, edition)
    if excluded:
        return 0, excluded
    if one.step.winner is None:
        return None, ""
    later = [step for step in play.steps if step.number > one.step.number]
    ours = [step for step in later if step.winner is not None and (step.winner - one.seat) % 2 == 0]
    told = sum(step.winner is not None for step in later)
    open_tricks = max(tricks, len(play.steps)) - one.step.number - told
    if one.step.winner == one.seat:
        least, most, rule = 1 + min(1, len(ours)), 1 + min(1, len(ours) + open_tricks), "64A1"
    else:
        least, most, rule = *_one_trick(one, ours, open_tricks, edition), "64A2"
    if most and (_may_be_excluded(one, every, edition) or _dummy(play) is None):
        least = 0
    return (least, rule) if least == most else (None, "")


def _one_trick(one: Revoke, ours: Sequence[Step], open_tricks: int, edition: str) -> tuple[int, int]:
    """64A2, at least and at most: one, if his side won that trick or a later one.

    1997 adds one that the offender won later with a card he could have played to the revoke trick.
    """
    won = (one.step.winner is not None and (one.step.winner - one.seat) % 2 == 0) + len(ours)
    if edition != EDITIONS[0]:
        return min(1, won), min(1, won + open_tricks)
    second = won > 1 and any(_with_led_suit(one, step) for step in ours)
    return min(1, won) + second, 2 if second else min(2 if open_tricks else 1, won + open_tricks)


def _excluded(one: Revoke, every: Sequence[Revoke], play: Course, edition: str) -> str:
    """The exception of 64B that keeps tricks from going over; empty when there is none."""
    if one.seat == _dummy(play):
        return "64B3"
    if any(
        (other.seat, other.led) == (one.seat, one.led) and other.step.number < one.step.number
        for other in every
        if other.established
    ):
        return "64B2"
    if any(other.established or edition == EDITIONS[1] for other in _theirs(one, every, edition)):
        return "64B7"
    return ""


def _dummy(play: Course) -> Seat | None:
    """Dummy; where declarer is not told he who sits after the opening leader. ``None`` where nobody tells."""
    first = play.steps[0] if play.dummy is None and play.steps else None
    return first.leader.after() if first and first.told and first.leader is not None else play.dummy


def _may_be_excluded(one: Revoke, every: Sequence[Revoke], edition: str) -> bool:
    """Does 64B7 hang on who claimed? Since 2017 the revoke of the other side must be established too."""
    return any(other.established is None for other in _theirs(one, every, edition))


def _theirs(one: Revoke, every: Sequence[Revoke], edition: str) -> list[Revoke]:
    """The revokes of the other side, where they count (64B7: not in 1997)."""
    return [] if edition == EDITIONS[0] else [other for other in every if (other.seat - one.seat) % 2]


def _with_led_suit(one: Revoke, step: Step) -> bool:
    return step.winner == one.seat and any(card in one.could for card in step.cards(one.seat))


def _won_later(one: Revoke, play: Course) -> int:
    """Later tricks that the offender's side is known to have won."""
    later = [step for step in play.steps if step.number > one.step.number and step.winner is not None]
    return sum((step.winner - one.seat) % 2 == 0 for step in later if step.winner is not None)
