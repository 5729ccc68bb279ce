"""Which cards the claimer may play along a line: what his words say, else what is normal.

Normal play, here, is that of a player who counts his winners and plans nothing: he leads a card that he
believes to be a winner, or towards one in the other hand, or towards a ruff there; he does not throw winners
away, and he takes a trick that he is sure of. Any such card is normal, in any order: careless ones too. What
he believes rests on the cards that are out, never on who holds them (Laws 70C to 70E).
"""

from __future__ import annotations

from callparser.claims.ending import Ending
from callparser.claims.line import Kind, Line, Step
from callparser.value import Value, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class State(Value):
    """Where play has come to. ``step`` counts finished steps, ``done`` the rounds of the one that is
    going on.

    ``active`` is the step that this trick was led by, -1 for none; ``slack`` the conceded tricks not yet
    lost.
    """

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    slack: int
    step: int = 0
    done: int = 0
    active: int = -1

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) % 4


class Rules:
    """The cards that may be played in an ending, by anybody."""

    def __init__(self, ending: Ending, line: Line) -> None:
        self.ending = ending
        self.line = line
        self._suit = [
            next(mask for mask in ending.suits if mask >> at & 1) for at in range(len(ending.cards))
        ]
        self._hidden = [seat for seat in range(4) if not ending.controls[seat]]
        self.forgotten = ending.mask(line.forgotten)
        self.trumps = ending.suits[ending.trump] if ending.trump >= 0 else 0
        self.thrown = sum(ending.suits[suit] for suit in line.discards)

    def start(self) -> State:
        return State(self.ending.hands, self.ending.leader, self.ending.trick, self.line.conceded)

    def legal(self, state: State) -> int:
        """Law 44C: the suit led if held, else any card."""
        held = state.hands[state.turn]
        if not state.trick:
            return held
        return held & self.suit_of(state.trick[0]) or held

    def options(self, state: State) -> tuple[int, State]:
        """The cards from which the worst counts, and the state with its steps brought up to date."""
        if not state.trick:
            state = self._brought_up_to_date(state)
        legal = self.legal(state)
        if self.line.free or not self.ending.controls[state.turn]:
            return legal, state
        if not state.trick:
            return self._leads(state)
        return self._follows(state, legal), state

    def moves(self, state: State) -> Iterator[tuple[int, int, State]]:
        """Every card that may be played: its number, the trick it wins for the claimer (0 or 1), and then."""
        options, state = self.options(state)
        while options:
            card = options.bit_length() - 1
            options ^= 1 << card
            yield card, *self.played(state, card)

    def played(self, state: State, card: int) -> tuple[int, State]:
        hands = list(state.hands)
        hands[state.turn] &= ~(1 << card)
        left, trick = tuple(hands), (*state.trick, card)
        if len(trick) < 4:
            after = State(left, state.leader, trick, state.slack, state.step, state.done, state.active)
            return 0, after
        _, winner = self.best(State(left, state.leader, trick, 0))
        won = winner % 2 == self.ending.side
        slack = state.slack if won else max(0, state.slack - 1)
        return int(won), State(left, winner, (), slack, state.step, state.done)

    # --- what he believes --------------------------------------------------------------------------------

    def suit_of(self, card: int) -> int:
        return self._suit[card]

    def pool(self, state: State) -> int:
        """The cards that he believes to be out."""
        return sum(state.hands[seat] for seat in self._hidden) & ~self.forgotten

    def winners(self, held: int, state: State) -> int:
        """Those of the cards that nothing he believes to be out can beat."""
        pool = self.pool(state)
        found = 0
        for suit in self.ending.suits:
            ruffed = suit != self.trumps and pool & self.trumps
            if not ruffed:
                found |= held & suit & ~((1 << (pool & suit).bit_length()) - 1)
        return found

    def tops(self, held: int, state: State) -> int:
        """Those that no card of their suit can beat, of those that he believes to be out."""
        pool = self.pool(state)
        return sum(held & suit & ~((1 << (pool & suit).bit_length()) - 1) for suit in self.ending.suits)

    def partner(self, seat: int) -> int | None:
        """The other hand that he plays."""
        other = (seat + 2) % 4
        return other if self.ending.controls[other] else None

    def best(self, state: State) -> tuple[int, int]:
        """The card that is winning, and whose it is."""
        card, seat = state.trick[0], state.leader
        for steps, other in enumerate(state.trick[1:], 1):
            if self.beats(other, card):
                card, seat = other, (state.leader + steps) % 4
        return card, seat

    def beats(self, card: int, best: int) -> bool:
        if self._suit[card] == self._suit[best]:
            return card > best
        return bool(self.trumps >> card & 1)

    # --- leads -------------------------------------------------------------------------------------------

    def _leads(self, state: State) -> tuple[int, State]:
        stated = self._stated_lead(state)
        if stated:
            return stated, replace(state, active=state.step, done=state.done + 1)
        return self.normal_lead(state), state

    def normal_lead(self, state: State) -> int:
        held = state.hands[state.leader]
        winners = self.winners(held, state)
        leads = winners | self.crossings(state)
        if state.slack or not leads:
            leads = held
        if self.line.top_down:
            for suit in self.ending.suits:
                if winners & suit:
                    leads &= ~suit | 1 << (held & suit).bit_length() - 1
        return leads

    def crossings(self, state: State) -> int:
        """Leads towards a winner, or a ruff, in the other hand."""
        other = self.partner(state.leader)
        if other is None:
            return 0
        held, there = state.hands[state.leader], state.hands[other]
        winners = self.winners(there, state)
        return sum(
            held & suit
            for suit in self.ending.suits
            if winners & suit or (suit != self.trumps and not there & suit and there & self.trumps)
        )

    def _stated_lead(self, state: State) -> int:
        """The cards that the step in force tells him to lead; 0 where it is silent."""
        step = self._step(state)
        if step is None:
            return 0
        held, suit = state.hands[state.leader], self.suit(step)
        other = self.partner(state.leader)
        there = 0 if other is None else state.hands[other]
        winners = self.winners(held, state)
        match step.kind:
            case Kind.DRAW:
                trumps = held & self.trumps
                return trumps & self.normal_lead(state) or trumps
            case Kind.CASH:
                mine = held & suit
                tops = self.tops(mine, state)
                top = 1 << mine.bit_length() - 1 if tops else 0
                towards = mine & ~tops if self.tops(there & suit, state) else 0
                return top | towards or mine
            case Kind.CARD:
                card = self.ending.mask([step.card] if step.card else [])
                if held & card or not there & card:
                    return held & card
                mine = held & suit
                return mine & ~winners or mine
            case Kind.RUFF:
                ruffs = other is not None and step.seat in (None, other) and there & self.trumps
                mine = held & suit if ruffs and not there & suit else 0
                return mine & ~winners or mine
            case Kind.CROSSRUFF:
                mine = self._ruffable(held, there)
                return mine & ~winners or mine
            case Kind.FINESSE:
                towards_top = there & suit and (there & suit) > (held & suit)
                return held & suit if towards_top else 0
            case Kind.CROSS:
                return held & suit if suit else self.crossings(state)
            case Kind.LOSE:
                mine = held & suit
                return mine & ~winners or mine

    def _ruffable(self, held: int, there: int) -> int:
        suits = (suit for suit in self.ending.suits if suit != self.trumps and not there & suit)
        return sum(held & suit for suit in suits) if there & self.trumps else 0

    # --- the other cards of a trick ------------------------------------------------------------------------

    def _follows(self, state: State, legal: int) -> int:
        best, whose = self.best(state)
        beating = sum(1 << card for card in _cards(legal) if self.beats(card, best))
        following = bool(legal & self.suit_of(state.trick[0]))
        stated = self._stated_follow(state, legal, beating, following)
        if stated:
            return stated
        later = [(state.leader + steps) % 4 for steps in range(len(state.trick) + 1, 4)]
        threatened = any(not self.ending.controls[seat] for seat in later)
        winners = self.winners(legal, state)
        safe = not threatened or self.winners(1 << best, state)
        if self._cashes(state):
            winners |= self.tops(legal & self.suit_of(state.trick[0]), state)
            safe = safe or self.tops(1 << best & self.suit_of(state.trick[0]), state)
        idle = legal if following else legal & ~self.trumps
        losers = idle & ~winners
        sure = beating & winners if threatened else beating
        if whose % 2 == self.ending.side and safe:
            return self._thrown(losers or idle or legal, following)
        if sure:
            return sure | (losers if state.slack or self._partner_may_win(state, best) else 0)
        return beating | self._thrown(losers, following) or legal

    def _cashes(self, state: State) -> bool:
        """Was the trick led to cash a suit? Then he takes for winners what nothing but a ruff can beat."""
        return state.active >= 0 and self.line.steps[state.active].kind is Kind.CASH

    def _partner_may_win(self, state: State, best: int) -> bool:
        """Is his other hand still to play, with a card that beats the trick so far?"""
        other = self.partner(state.turn)
        if other is None or len(state.trick) > 1:
            return False
        held = state.hands[other]
        return any(self.beats(card, best) for card in _cards(held & self.suit_of(state.trick[0]) or held))

    def _thrown(self, cards: int, following: bool) -> int:
        """The suit that he said he would throw, when he throws a card."""
        return cards if following else cards & self.thrown or cards

    def _stated_follow(self, state: State, legal: int, beating: int, following: bool) -> int:
        if state.active < 0:
            return 0
        step = self.line.steps[state.active]
        match step.kind:
            case Kind.RUFF | Kind.CROSSRUFF if not following and step.seat in (None, state.turn):
                trumps = legal & self.trumps
                return 1 << trumps.bit_length() - 1 if trumps and step.high else trumps
            case Kind.FINESSE if following:
                top = 1 << legal.bit_length() - 1
                rest = beating & ~top
                return rest & -rest
            case Kind.CARD:
                return legal & self.ending.mask([step.card] if step.card else [])
        return 0

    # --- steps -------------------------------------------------------------------------------------------

    def _step(self, state: State) -> Step | None:
        return self.line.steps[state.step] if state.step < len(self.line.steps) else None

    def suit(self, step: Step) -> int:
        """The suit of a step as a mask, 0 for none."""
        suit = step.card.suit if step.card is not None else step.suit
        return 0 if suit is None else self.ending.suits[suit]

    def _brought_up_to_date(self, state: State) -> State:
        """At the start of a trick: past the steps that are finished."""
        while (step := self._step(state)) is not None and self._finished(step, state):
            state = State(state.hands, state.leader, (), state.slack, state.step + 1)
        defended = not self.ending.controls[state.leader]
        if step is not None and defended and step.kind in (Kind.RUFF, Kind.CROSSRUFF):
            state = replace(state, active=state.step)  # a lead by the others may be ruffed, too
        return state

    def _finished(self, step: Step, state: State) -> bool:
        ours = sum(held for seat, held in enumerate(state.hands) if self.ending.controls[seat])
        suit = self.suit(step)
        if step.count and state.done >= step.count:
            return True
        match step.kind:
            case Kind.DRAW:
                return not ours & self.trumps or not self.pool(state) & self.trumps
            case Kind.CASH:
                whole = step.through or step.count or not state.done
                return not ours & suit or not (whole or self.tops(ours & suit, state))
            case Kind.CARD:
                return not ours & self.ending.mask([step.card] if step.card else [])
            case Kind.RUFF:
                return not ours & suit or not self._may_ruff(step, state)
            case Kind.CROSSRUFF:
                return not ours & self.trumps
            case Kind.FINESSE:
                holders = [
                    seat for seat in range(4) if self.ending.controls[seat] and state.hands[seat] & suit
                ]
                return state.done > 0 or len(holders) < 2
            case Kind.CROSS:
                return state.done > 0 or step.seat == state.leader
            case Kind.LOSE:
                return not ours & suit

    def _may_ruff(self, step: Step, state: State) -> bool:
        seats = [int(step.seat)] if step.seat is not None else range(4)
        return any(self.ending.controls[seat] and state.hands[seat] & self.trumps for seat in seats)


def _cards(mask: int) -> Iterator[int]:
    while mask:
        card = mask.bit_length() - 1
        yield card
        mask ^= 1 << card
