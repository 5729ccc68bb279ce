"""Correct boards have no findings; a board with one fault has that finding and no other, of every kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from callparser.audit import Finding, audit
from callparser.audit.finding import CODES
from callparser.cards import Card
from callparser.law.edition import EDITIONS
from callparser.record.board import Board, Call, Claim, Contract, Laid, Trick, contract_of, holding
from callparser.table import SEATS, Seat
from callparser.value import replace
from tests.deals import claimed, for_lin, in_columns, legal, random_board, winners

COUNT = 1_000


def correct(seed: int) -> Board:
    """A legal board in one of the shapes that files have."""
    board = random_board(seed)
    dice = Random(seed)
    shape = seed % 5
    if shape == 1:
        return in_columns(board)
    if shape == 2:
        return for_lin(board)
    if shape == 3:
        return cut(board, dice.randint(0, 51))
    if shape == 4:
        hidden = dice.sample(SEATS, dice.randint(1, 4))
        return replace(board, hands=tuple(None if s in hidden else board.hands[s] for s in SEATS))
    return board


def test_correct_boards_have_no_findings() -> None:
    for seed in range(COUNT):
        assert audit(correct(seed), EDITIONS[seed % 3]) == (), seed


# --- one fault each: the board with it, where and whose it is; None where the deal does not allow it -------


Fault = Callable[[Board, Random], "tuple[Board, int | None, Seat | None] | None"]


def cut(board: Board, cards: int) -> Board:
    """Only so many cards of the play, and no result."""
    return replace(claimed(board, cards, 0), claim=None, result=None)


def moved_card(board: Board, dice: Random):
    giver, taker = dice.sample(SEATS, 2)
    card = dice.choice(board.hands[giver])
    hands = list(board.hands)
    hands[giver] = tuple(one for one in hands[giver] if one != card)
    hands[taker] = holding((*hands[taker], card))
    return replace(board, hands=tuple(hands), tricks=(), result=None), None, None


def doubled_card(board: Board, dice: Random):
    giver, taker = dice.sample(SEATS, 2)
    hands = list(board.hands)
    hands[taker] = holding((*hands[taker], dice.choice(hands[giver])))
    return replace(board, hands=tuple(hands), tricks=(), result=None), None, None


def lost_card(board: Board, dice: Random):
    seat = dice.choice(SEATS)
    hands = list(board.hands)
    hands[seat] = tuple(one for one in hands[seat] if one != dice.choice(hands[seat]))
    hands[seat] = hands[seat][:12]
    return replace(board, hands=tuple(hands), tricks=(), result=None), None, None


def other_dealer(board: Board, dice: Random):
    return replace(board, dealer=board.dealer.after(dice.randint(1, 3))), None, board.auction[0].seat


def with_calls(board: Board, calls: list[Call]) -> Board:
    contract, declarer = contract_of(tuple(calls))
    return replace(board, auction=tuple(calls), contract=contract, declarer=declarer, tricks=(), result=None)


def insufficient(board: Board, dice: Random):
    calls = [call for call in board.auction if call.text not in ("X", "XX")]
    at = next(place for place, call in enumerate(calls) if call.text[:1].isdigit())
    first = calls[at].seat
    texts = [call.text for call in calls[: at + 1]] + ["1C", "Pass", "Pass", "Pass"]
    start = first.after(4 - at % 4)
    made = [Call(start.after(place), text) for place, text in enumerate(texts)]
    return with_calls(replace(board, dealer=start, opening=start), made), None, made[at + 1].seat


def passed_over(board: Board, dice: Random):
    calls = [Call(board.dealer, "Pass"), Call(board.dealer.after(2), "1H")]
    calls += [Call(board.dealer.after(3 + steps), "Pass") for steps in range(3)]
    return with_calls(board, calls), None, board.dealer.after(2)


def own_doubled(board: Board, dice: Random):
    texts = ["1H", "Pass", "X", "Pass", "Pass", "Pass"]
    return (
        with_calls(board, [Call(board.dealer.after(n), text) for n, text in enumerate(texts)]),
        None,
        board.dealer.partner,
    )


def call_too_late(board: Board, dice: Random):
    seat = board.auction[-1].seat.after()
    return replace(board, auction=(*board.auction, Call(seat, "Pass"))), None, seat


def other_contract(board: Board, dice: Random):
    level = board.contract.level % 7 + 1
    return replace(board, contract=Contract(level, board.contract.trumps, board.contract.doubled)), None, None


def other_declarer(board: Board, dice: Random):
    wrong = board.declarer.after(dice.randint(1, 3))
    return replace(board, declarer=wrong, tricks=(), result=None, leader=None), None, wrong


def replay(board: Board, dice: Random, until: int, fault: Callable, first: Callable | None = None) -> Board:
    """Play the board again, with what ``fault`` lays in place of a legal card; ``None``: play on legally."""
    left = [list(cards) for cards in board.hands]
    leader = board.leader
    tricks = []
    for number in range(1, until + 1):
        laid: list[Laid] = []
        leader = first(number, leader) if first else leader
        for steps in range(4):
            seat = leader.after(steps)
            if not left[seat]:
                continue
            own = fault(number, seat, left[seat], laid)
            own = [Laid(seat, (dice.choice(legal(left[seat], laid)),))] if own is None else own
            for one in own:
                for card in one.cards or ():
                    if card in left[seat]:
                        left[seat].remove(card)
            laid += own
        tricks.append(Trick(tuple(laid)))
        leader = winners(tricks[-1:], board.contract.trumps)[0]
    return replace(board, tricks=tuple(tricks), result=None)


def wrong_lead(board: Board, dice: Random):
    at, steps = dice.randint(1, 13), dice.randint(1, 3)
    seen = []

    def first(number, leader):
        if number == at:
            seen.append(leader.after(steps))
            return seen[0]
        return leader

    made = replay(board, dice, at, lambda *_: None, first)
    return replace(made, leader=made.tricks[0].laid[0].seat), at, seen[0]


def wrong_turn(board: Board, dice: Random):
    at = dice.randint(0, 12)
    laid = list(board.tricks[at].laid)
    place = dice.randint(1, 2)
    laid[place], laid[place + 1] = laid[place + 1], laid[place]
    tricks = (*board.tricks[:at], Trick(tuple(laid)), *board.tricks[at + 1 :])
    return replace(board, tricks=tricks), at + 1, laid[place].seat


def revoke(board: Board, dice: Random):
    at, found = dice.randint(1, 12), []

    def fault(number, seat, left, laid):
        led = laid[0].cards[0].suit if laid else None
        others = [card for card in left if card.suit != led]
        if number < at or found or not laid or len(others) in (0, len(left)):
            return None
        found.append((number, seat))
        return [Laid(seat, (dice.choice(others),))]

    made = replay(board, dice, 13, fault)
    return (made, *found[0]) if found else None


def omitted(board: Board, dice: Random):
    at, steps = dice.randint(1, 12), dice.randint(1, 3)
    found = []

    def fault(number, seat, left, laid):
        if number == at and len(laid) == steps and not found:
            found.append(seat)
            return []
        return None

    return replay(board, dice, dice.choice((at + 1, 13)), fault), at, found[0]


def extra(together: bool) -> Fault:
    def fault_of(board: Board, dice: Random):
        at, steps = dice.randint(1, 12), dice.randint(0, 3)
        found = []

        def fault(number, seat, left, laid):
            if number != at or len(laid) != steps or found:
                return None
            one = dice.choice(legal(left, laid))
            rest = [card for card in left if card != one]
            same = [card for card in rest if card.suit == one.suit] if not laid else rest
            if not same:
                return None
            found.append(seat)
            two = dice.choice(same)
            return [Laid(seat, (one, two))] if together else [Laid(seat, (one,)), Laid(seat, (two,))]

        made = replay(board, dice, 13, fault)
        return (made, at, found[0]) if found else None

    return fault_of


def last_laid(board: Board, card: Card) -> Board:
    """The last card on the table is another one."""
    *before, trick = board.tricks
    last = replace(trick.laid[-1], cards=(card,))
    return replace(board, tricks=(*before, Trick((*trick.laid[:-1], last))))


def foreign(board: Board, dice: Random):
    short = cut(board, dice.randint(2, 50))
    seat = short.tricks[-1].laid[-1].seat
    gone = {card for trick in short.tricks for s in SEATS for card in trick.by(s)}
    others = [card for s in SEATS if s != seat for card in board.hands[s] if card not in gone]
    return last_laid(short, dice.choice(others)), len(short.tricks), seat


def again(board: Board, dice: Random):
    short = cut(board, dice.randint(6, 52))
    seat = short.tricks[-1].laid[-1].seat
    return last_laid(short, short.tricks[0].by(seat)[0]), len(short.tricks), seat


def claim(board: Board, dice: Random) -> Board:
    played = dice.randint(0, 44)
    done = played // 4
    won = winners(board.tricks[:done], board.contract.trumps)
    tricks = sum((seat - board.declarer) % 2 == 0 for seat in won) + dice.randint(0, 13 - done)
    return replace(claimed(board, played, tricks, dice.choice(SEATS)), result=None)


def after_claim(board: Board, dice: Random):
    made = claim(board, dice)
    whole = replace(board, claim=made.claim, result=None)
    on = made.claim.played
    laid = board.tricks[on // 4].laid[on % 4]
    shown = board.result
    return replace(whole, claim=replace(made.claim, tricks=shown)), on // 4 + 1, laid.seat


def result(board: Board, dice: Random):
    wrong = dice.choice([tricks for tricks in range(14) if tricks != board.result])
    return replace(board, result=wrong), None, None


def impossible_claim(board: Board, dice: Random):
    made = claim(board, dice)
    done = made.claim.played // 4
    won = winners(board.tricks[:done], board.contract.trumps)
    ours = sum((seat - board.declarer) % 2 == 0 for seat in won)
    impossible = [tricks for tricks in range(14) if not ours <= tricks <= 13 - (done - ours)]
    return (
        (replace(made, claim=replace(made.claim, tricks=dice.choice(impossible))), None, None)
        if impossible
        else None
    )


def pile(board: Board, dice: Random):
    size, seat = dice.randint(2, 12), dice.choice(SEATS)
    piles = [board.hands[s][: size + (dice.choice((-1, 1)) if s == seat else 0)] for s in SEATS]
    return replace(board, tricks=(), result=None, piles=tuple(piles)), None, seat


def other_pile(board: Board, dice: Random):
    size, seat = dice.randint(1, 13), dice.choice(SEATS)
    piles = [tuple(card for trick in board.tricks[:size] for card in trick.by(s)) for s in SEATS]
    piles[seat] = piles[seat][1:] if dice.random() < 0.5 else (*piles[seat], piles[seat.after()][0])
    return replace(board, tricks=board.tricks[:size], result=None, piles=tuple(piles)), None, seat


def all_passed(board: Board, dice: Random):
    calls = tuple(Call(board.dealer.after(n), "Pass") for n in range(4))
    tricks = board.tricks[: dice.randint(1, 13)]
    seat = tricks[0].laid[0].seat
    bare = replace(
        board, auction=calls, contract=dice.choice((None, Contract(0))), declarer=None, result=None
    )
    return replace(bare, tricks=tricks), 1, seat


def unreadable_call(board: Board, dice: Random):
    at = dice.randrange(len(board.auction))
    call = board.auction[at]
    calls = (*board.auction[:at], replace(call, text="what"), *board.auction[at + 1 :])
    return replace(board, auction=calls), None, call.seat


def marked_revoke(board: Board, dice: Random):
    shown = in_columns(board)
    at = dice.randint(1, 12)
    laid = list(shown.tricks[at].laid)
    place = dice.randint(0, 3)
    laid[place] = replace(laid[place], before=("^R",))
    tricks = (*shown.tricks[:at], Trick(tuple(laid), ordered=False), *shown.tricks[at + 1 :])
    return replace(shown, tricks=tricks), at + 1, laid[place].seat


def untold(board: Board, dice: Random):
    shown = in_columns(board)
    at, place = dice.randint(0, 11), dice.randint(0, 3)
    laid = list(shown.tricks[at].laid)
    laid[place] = replace(laid[place], cards=None)
    tricks = (*shown.tricks[:at], Trick(tuple(laid), ordered=False), *shown.tricks[at + 1 :])
    return replace(shown, tricks=tricks), at + 1, laid[place].seat


FAULTS: dict[str, tuple[str, Fault]] = {
    "a card moved between hands": ("unequal-hands", moved_card),
    "a card in two hands": ("surplus-card", doubled_card),
    "a card lost": ("short-hand", lost_card),
    "another dealer": ("dealer-differs", other_dealer),
    "an insufficient bid": ("insufficient-bid", insufficient),
    "a player passed over": ("call-out-of-turn", passed_over),
    "partner doubled": ("inadmissible-call", own_doubled),
    "a call after the last": ("inadmissible-call", call_too_late),
    "another contract": ("contract-differs", other_contract),
    "another declarer": ("declarer-differs", other_declarer),
    "a lead out of turn": ("lead-out-of-turn", wrong_lead),
    "a play out of turn": ("play-out-of-turn", wrong_turn),
    "a revoke": ("revoke", revoke),
    "no card": ("too-few-cards", omitted),
    "two cards together": ("too-many-cards", extra(together=True)),
    "a fifth card": ("too-many-cards", extra(together=False)),
    "another hand's card": ("not-held", foreign),
    "a card again": ("played-twice", again),
    "play after a claim": ("play-after-claim", after_claim),
    "a claim": ("claim", lambda board, dice: (claim(board, dice), None, None)),
    "a wrong result": ("result-differs", result),
    "an impossible claim": ("result-differs", impossible_claim),
    "a pile too long or short": ("pile-count", pile),
    "a pile that is not the tricks": ("pile-differs", other_pile),
    "play after four passes": ("passed-out", all_passed),
    "a call that is none": ("unread-call", unreadable_call),
    "a mark without a revoke": ("mark-unfounded", marked_revoke),
    "a card not recorded": ("not-recorded", untold),
}  # fmt: skip


def test_there_is_a_fault_of_every_kind() -> None:
    assert {code for code, _ in FAULTS.values()} == set(CODES)


def faulty(name: str, number: int):
    """The n-th board with this fault, who is at fault and where."""
    fault = FAULTS[name][1]
    for seed in range(number * 100, number * 100 + 100):
        found = fault(random_board(seed), Random(seed))
        if found is not None:
            return found
    raise AssertionError("no board allows this fault")


def irregular(board: Board, edition: str) -> list[Finding]:
    """All findings; a claim beside a fault is no fault of its own."""
    found = list(audit(board, edition))
    return [one for one in found if one.code != "claim"] or found


@pytest.mark.parametrize("name", FAULTS)
def test_one_fault_is_the_one_finding(name: str) -> None:
    code = FAULTS[name][0]
    for number in range(COUNT // len(FAULTS)):
        board, trick, seat = faulty(name, number)
        found = irregular(board, EDITIONS[number % 3])
        told = [(one.code, one.trick, one.seat if seat is not None else None) for one in found]
        if code == "claim":
            assert [one.code for one in found] == ["claim"], number
        else:
            assert told == [(code, trick, seat)], number


def test_a_claim_by_nobody_leaves_it_open_whether_a_revoke_is_established() -> None:
    board, trick, seat = faulty("a revoke", 5)  # a defender's, the next seat declarer's
    cards = (
        4 * (trick - 1)
        + next(n for n, one in enumerate(board.tricks[trick - 1].laid) if one.seat == seat)
        + 1
    )
    short = replace(cut(board, cards), claim=Claim(played=cards))
    for claimer, established in ((None, None), (seat, True), (seat.partner, True), (seat.after(), False)):
        made = replace(short, claim=Claim(claimer, played=cards))
        assert next(one for one in audit(made) if one.code == "revoke").facts["established"] is established
