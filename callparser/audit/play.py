"""The play: who leads and plays when, how many cards, and whose (Laws 44, 53 to 57, 67)."""

from __future__ import annotations

from collections import Counter

from callparser.audit.course import Course, Step
from callparser.audit.deal import due
from callparser.audit.finding import Finding, finding
from callparser.cards import Card
from callparser.record.board import Board, holding, settled
from callparser.table import SEATS, Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def play_findings(board: Board, play: Course, edition: str) -> Iterator[Finding]:
    """Trick by trick: the lead, the turns, whose cards they are, how many."""
    auditor = _Play(board, play, edition)
    yield from _passed_out(board, play, edition)
    for step in play.steps:
        yield from auditor.lead(step)
        yield from auditor.turns(step)
        yield from auditor.owners(step)
        yield from auditor.numbers(step)
    yield from _piles(board, edition)
    yield from _piles_and_tricks(board, edition)


class _Play:
    def __init__(self, board: Board, play: Course, edition: str) -> None:
        self.board = board
        self.play = play
        self.edition = edition
        self.full = due(board)
        self.laid: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self.gone: set[Card] = set()
        self.untold: dict[Seat, int] = dict.fromkeys(SEATS, 0)

    def side(self, seat: Seat) -> str:
        """``declarer`` or ``defender``; without a declarer everybody counts as one of his side."""
        declarer = self.play.declarer
        return "defender" if declarer is not None and (seat - declarer) % 2 else "declarer"

    def lead(self, step: Step) -> Iterator[Finding]:
        if step.leader is None or not step.order or not step.due or any(map(self.empty, step.due)):
            return
        first = step.order[0]
        if step.told and step.leader not in step.due and first.seat == step.leader:
            kind = "opening" if step.number == 1 else self.side(step.leader)
            yield finding(
                f"lead-out-of-turn:{kind}",
                self.edition,
                trick=step.number,
                seat=step.leader,
                cards=(first.cards or ())[:1],
                expected=min(step.due),
                accepted="^L" in first.before or None,
            )
        elif "^L" in first.before and step.leader in step.due:
            yield self.unfounded(step, step.leader, "^L")

    def unfounded(self, step: Step, seat: Seat, mark: str) -> Finding:
        return finding("mark-unfounded", self.edition, trick=step.number, seat=seat, mark=mark)

    def turns(self, step: Step) -> Iterator[Finding]:
        """Plays before their turn: who was passed over plays later, or the trick is still going on."""
        if not step.trick.ordered or not step.order:
            return
        played: list[Seat] = []
        last = step.number == len(self.play.steps)
        everybody = {one.seat for one in step.order}
        for one in step.order:
            waiting = [seat for seat in _round(step.order[0].seat) if seat not in played]
            if one.seat in waiting and waiting[0] != one.seat:
                passed = [seat for seat in waiting[: waiting.index(one.seat)] if self.waits(step, seat)]
                passed = [seat for seat in passed if last or seat in everybody]
                if passed:
                    yield finding(
                        f"play-out-of-turn:{self.side(one.seat)}",
                        self.edition,
                        trick=step.number,
                        seat=one.seat,
                        cards=(one.cards or ())[:1],
                        expected=passed[0],
                    )
            played.append(one.seat)

    def waits(self, step: Step, seat: Seat) -> bool:
        """May this seat still play? Not if the record says that it did not, or if its hand is empty."""
        told_none = any(one.seat == seat and one.cards == () for one in step.trick.laid)
        return not told_none and not self.empty(seat)

    def empty(self, seat: Seat) -> bool:
        size = self.board.hands[seat]
        return len(self.laid[seat]) + self.untold[seat] >= (self.full if size is None else len(size))

    def owners(self, step: Step) -> Iterator[Finding]:
        """Cards that were not dealt to who plays them, or that have been played."""
        for seat in SEATS:
            dealt = self.board.hands[seat]
            for card in step.cards(seat):
                if card in self.gone and not self.twice_dealt(card):
                    yield self.card("played-twice", step, seat, card)
                elif dealt is not None and card not in dealt:
                    owner = next((s for s in SEATS if card in (self.board.hands[s] or ())), None)
                    yield self.card("not-held", step, seat, card, owner=owner)
                self.laid[seat].append(card)
                self.gone.add(card)
            self.untold[seat] += step.trick.untold(seat)

    def twice_dealt(self, card: Card) -> bool:
        return sum((cards or ()).count(card) for cards in self.board.hands) > 1

    def card(self, name: str, step: Step, seat: Seat, card: Card, **facts: Seat | None) -> Finding:
        return finding(name, self.edition, trick=step.number, seat=seat, cards=(card,), **facts)

    def numbers(self, step: Step) -> Iterator[Finding]:
        """Seats with no card, or more than one, in a trick (Law 67)."""
        last = step.number == len(self.play.steps)
        late = self.both_sides_played(step.number)
        when = "late" if late else "early"
        for seat in SEATS:
            count = len(step.cards(seat))
            if count > 1:
                together = any(len(one.cards or ()) > 1 for one in step.order if one.seat == seat)
                yield self.defect("many", when, step, seat, count - 1, together=together)
            elif count == 0 and (step.trick.untold(seat) or not step.order):
                if not last and not self.empty(seat):
                    yield finding("not-recorded", self.edition, trick=step.number, seat=seat)
            elif count == 0 and step.order and not self.empty(seat):
                said = any(one.seat == seat for one in step.trick.laid)
                if said or not last:
                    yield self.defect("few", when, step, seat, -1)

    def defect(
        self, kind: str, when: str, step: Step, seat: Seat, sign: int, together: bool | None = None
    ) -> Finding:
        return finding(
            f"too-{kind}-cards:{when}",
            self.edition,
            trick=step.number,
            seat=seat,
            cards=step.cards(seat),
            sign=sign,
            both_sides_played=when == "late",
            led=step.led.letter if step.led is not None else None,
            may_supply=self.may_supply(step, seat) if sign < 0 else None,
            together=together,
        )

    def may_supply(self, step: Step, seat: Seat) -> tuple[Card, ...] | None:
        """What the hand that is short may put into the trick (67A1, 67B1), of what is left at the end."""
        dealt = self.board.hands[seat]
        if dealt is None or step.led is None or any(trick.untold(seat) for trick in self.board.tricks):
            return None
        gone = {card for trick in self.board.tricks for card in trick.by(seat)}
        left = tuple(card for card in dealt if card not in gone)
        return tuple(card for card in left if card.suit == step.led) or left

    def both_sides_played(self, number: int) -> bool:
        """Has somebody of each side played to the trick after this one (67A, 67B)?"""
        if number >= len(self.play.steps):
            return False
        following = {one.seat % 2 for one in self.play.steps[number].order}
        return len(following) == 2


def _passed_out(board: Board, play: Course, edition: str) -> Iterator[Finding]:
    """The first card of a board that all have passed: there is no play (Law 22)."""
    contract, _ = settled(board)
    if contract is None or contract.level != 0:
        return
    for step in play.steps:
        for one in step.order[:1]:
            cards = (one.cards or ())[:1]
            yield finding("passed-out", edition, trick=step.number, seat=one.seat, cards=cards)
            return


def _round(first: Seat) -> tuple[Seat, ...]:
    return tuple(first.after(steps) for steps in range(4))


def _piles(board: Board, edition: str) -> Iterator[Finding]:
    """Piles of played cards that are not as many as the others', where no tricks are told."""
    sizes = {seat: len(pile) for seat, pile in zip(SEATS, board.piles, strict=True) if pile is not None}
    if board.tricks or len(sizes) < 3:
        return
    usual = max(sizes.values(), key=list(sizes.values()).count)
    if list(sizes.values()).count(usual) > len(sizes) / 2:
        for seat, size in sizes.items():
            if size != usual:
                yield finding("pile-count", edition, seat=seat, count=size, expected=usual)


def _piles_and_tricks(board: Board, edition: str) -> Iterator[Finding]:
    """Piles of played cards that are not the cards of the tricks, where the tricks tell all of a seat."""
    if not board.tricks:
        return
    for seat, pile in zip(SEATS, board.piles, strict=True):
        untold = any(trick.untold(seat) or not trick.laid for trick in board.tricks)
        laid = [card for trick in board.tricks for card in trick.by(seat)]
        if pile is not None and not untold and holding(pile) != holding(laid):
            in_pile, in_tricks = Counter(pile), Counter(laid)
            cards = tuple(dict.fromkeys(card for card in (*pile, *laid) if in_pile[card] != in_tricks[card]))
            yield finding("pile-differs", edition, seat=seat, cards=cards, count=len(pile), played=len(laid))
